"""Takes the text out of HTML, with the standard parser: no more than words and breaks is needed."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from belie.errors import InputError

__all__ = ["html_text"]

_UNSEEN = frozenset({"script", "style", "head", "title", "template", "noscript", "svg"})
_LINES = frozenset({"br", "dd", "dt", "figcaption", "li", "tr"})
_BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "div", "dl", "fieldset", "figure",
    "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "nav", "ol", "p",
    "pre", "section", "table", "ul",
})  # fmt: skip
_CELLS = frozenset({"td", "th"})


def html_text(page: str) -> str:
    r"""Return what a reader sees of a page: blocks apart by a blank line, items each on a line.

    Raises
    ------
    InputError
        If it is nothing that the parser can read.

    Examples
    --------
    >>> html_text("<title>T</title><p>One &amp; <b>two</b>.</p><ul><li>a</li><li>b</li></ul>")
    'One & two.\n\na\nb'
    """
    reader = _Reader()
    try:
        reader.feed(_closed(page))
        reader.close()
    except (AssertionError, ValueError) as error:  # such as a reference of 5,000 digits
        raise InputError("expected a page of HTML, got what no parser can read") from error
    return reader.text()


def _closed(page: str) -> str:
    """Return ``page`` with what opens a tag or a comment that nothing closes as text.

    The parser looks for the end of each anew. What begins with ``<![`` is left to end at the next
    ``>``, as browsers read it.
    """
    comments = page.rfind("-->") + 1
    page = page[:comments] + page[comments:].replace("<!--", "&lt;!--")
    tags = page.rfind(">") + 1
    return page[:tags].replace("<![", "<! [") + page[tags:].replace("<", "&lt;")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._parts: list[str] = []
        self._unseen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag in _UNSEEN and tag not in self._unseen:
            self._unseen.append(tag)
        self._break(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._unseen:
            del self._unseen[self._unseen.index(tag) :]
        if tag in _BLOCKS:
            self._break(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        self._break(tag)

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._parts.append(re.sub(r"[ \t\r\n\f]+", " ", data))

    def _break(self, tag: str) -> None:
        if tag in _BLOCKS:
            self._unseen = [one for one in self._unseen if one != "head"]
            self._parts.append("\n\n")
        elif tag in _LINES:
            self._parts.append("\n")
        elif tag in _CELLS:
            self._parts.append(" ")

    def text(self) -> str:
        """Return all that was read, without blanks at the ends of lines."""
        lines = [line.strip(" ") for line in re.sub(" +", " ", "".join(self._parts)).split("\n")]
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
