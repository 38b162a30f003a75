"""HTML that stands in text: the tags between words, and the tables.

Only what models and people put into answers and what is left of web pages is known, not all of
HTML: a text that speaks of tags is read as text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.monitor.claims.lines import strip

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Row", "Tag", "is_heading", "rows", "tags", "without_tags"]

_OF_BLOCKS = (
    "article|blockquote|br|dd|div|dl|dt|h[1-6]|hr|li|main|ol|p|section|table|tbody|td|tfoot|th|"
    "thead|tr|ul"
)
_IN_LINE = "a|abbr|b|big|cite|del|em|font|i|ins|mark|s|small|span|strong|sub|sup|u"
_TAG = re.compile(
    rf"<(?P<closes>/?)(?:(?P<block>{_OF_BLOCKS})|(?P<word>{_IN_LINE}))(?:\s[^<>]{{0,500}})?/?>",
    re.IGNORECASE,
)
_ROW = re.compile(r"<(?P<closes>/?)tr(?:\s[^<>]{0,500})?>", re.IGNORECASE)
_CELL = re.compile(r"<(?P<closes>/?)t(?P<kind>[dh])(?:\s[^<>]{0,500})?>", re.IGNORECASE)
_LONGEST_TAG = 520
_HEADING = re.compile(r"<h[1-6](?:\s[^<>]*)?>\s*\Z", re.IGNORECASE)
_ALONE = frozenset({"br", "hr"})
_LONGEST_BLANK = 20
_OPENS_BLOCK = re.compile(r"(?:^|[\n\r>.!?…:;\"”’)])[ \t]*$")
_CLOSED_WITHIN = 2_000
"""Characters behind a tag that are searched for what closes it."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag of HTML; a border stands between sentences, the others within one."""

    span: Span
    is_border: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: where it stands, its cells, and whether they name the columns."""

    span: Span
    cells: tuple[Span, ...]
    is_header: bool


def tags(within: Span, text: str) -> list[Tag]:
    """Return the tags of HTML in a stretch of ``text``, in order.

    A tag in backticks is spoken of, and so is one that opens a block amid a sentence, or words
    that nothing closes.

    Examples
    --------
    >>> text = "<p>It is <b>old</b>. Its code has a <div> and a <b> in it.</p>"
    >>> [tag.span.cut(text) for tag in tags(Span(0, len(text)), text)]
    ['<p>', '<b>', '</b>', '</p>']
    """
    if "<" not in within.cut(text):
        return []
    return [
        Tag(Span(*match.span()), is_border=match["block"] is not None)
        for match in _TAG.finditer(text, within.start, within.end)
        if _is_markup(match, text)
    ]


def without_tags(within: Span, text: str) -> str:
    """Return a stretch of ``text``, equally long, with blanks in the place of its tags.

    Examples
    --------
    >>> without_tags(Span(0, 17), "It is <b>old</b>.")
    'It is    old    .'
    """
    cut = within.cut(text)
    for tag in tags(within, text):
        start, end = tag.span.start - within.start, tag.span.end - within.start
        cut = cut[:start] + " " * (end - start) + cut[end:]
    return cut


def is_heading(stretch: Span, text: str) -> bool:
    """Whether a stretch of ``text`` follows the tag of a heading."""
    return bool(_HEADING.search(text, max(0, stretch.start - _LONGEST_TAG), stretch.start))


def rows(within: Span, text: str) -> list[Row]:
    """Return the rows of tables in a stretch of ``text``, in order.

    Examples
    --------
    >>> text = "<table><tr><th>Plan<th>Price</tr><tr><td>Pro</td><td><b>$5</b></td></tr></table>"
    >>> for row in rows(Span(0, len(text)), text):
    ...     print(row.is_header, [cell.cut(text) for cell in row.cells])
    True ['Plan', 'Price']
    False ['Pro', '$5']
    """
    return [_row(span, text) for span in _stretches(within, text)]


def _stretches(within: Span, text: str) -> Iterator[Span]:
    """Yield what stands between the tags of each row, some of which leave out one of the two.

    A window of a document may begin within the first row.
    """
    start: int | None = None
    for number, tag in enumerate(_ROW.finditer(text, within.start, within.end)):
        if tag["closes"] and number == 0:
            start = within.start
        if start is not None:
            yield Span(start, tag.start())
        start = None if tag["closes"] else tag.end()
    if start is not None:
        yield Span(start, within.end)


def _row(span: Span, text: str) -> Row:
    """Return a row; one that begins with the end of a cell is cut out of a whole one."""
    found = list(_CELL.finditer(text, span.start, span.end))
    starts = [tag.end() for tag in found if not tag["closes"]]
    ends = [tag.start() for tag in found if not tag["closes"]]
    if found and found[0]["closes"]:
        starts.insert(0, span.start)
    else:
        ends = ends[1:]
    cells = [
        _bare(Span(start, end), text) for start, end in zip(starts, [*ends, span.end], strict=False)
    ]
    return Row(span, tuple(cells), bool(found) and all(tag["kind"] in "hH" for tag in found))


def _bare(span: Span, text: str) -> Span:
    """Return a stretch without tags and blanks at its ends."""
    return strip(Span(0, len(span)), without_tags(span, text)).shift(span.start)


def _is_markup(tag: re.Match[str], text: str) -> bool:
    before = text[max(0, tag.start() - _LONGEST_BLANK) : tag.start()]
    if before.endswith("`"):
        return False
    if tag["closes"]:
        return True
    if tag["block"]:
        return tag["block"].lower() in _ALONE or bool(_OPENS_BLOCK.search(before))
    behind = text[tag.end() : tag.end() + _CLOSED_WITHIN].lower()
    return f"</{tag['word'].lower()}>" in behind
