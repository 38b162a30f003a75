"""The leaves of a turn's Markdown: paragraphs, headings, tables, code, with exact offsets.

markdown-it-py finds them: it reads 1 MB in half a second, stays linear under hostile nesting
(what is deeper than 20 levels is read line by line), and comes with rich. It knows lines only;
where the content of a line starts is found here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

from belie.datatypes import Span
from belie.monitor.claims.lines import lines, readable
from belie.monitor.text import strip

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from markdown_it.token import Token

__all__ = ["Leaf", "LeafKind", "leaves"]


class LeafKind(StrEnum):
    """What the lines of a leaf are."""

    TEXT = "text"
    HEADING = "heading"
    TABLE = "table"
    """The first line is the header, the second the delimiter row."""
    CODE = "code"
    """Code, or a comment."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """Consecutive lines of one kind.

    Parameters
    ----------
    kind
        What they are.
    content
        The content of each line, at least one and none empty.
    prefixes
        What stands before it on its line: indentation and markers.
    items
        Which list it stands in, the innermost; a number that no other list of the text has.
    """

    kind: LeafKind
    content: tuple[Span, ...]
    prefixes: tuple[str, ...]
    items: int | None = None

    @property
    def span(self) -> Span:
        """From the content of the first line to the end of the last."""
        return Span(self.content[0].start, self.content[-1].end)


_LISTS = ("bullet_list_open", "ordered_list_open")
_LIST_ENDS = ("bullet_list_close", "ordered_list_close")
_MARKERS = re.compile(r"(?:[ \t>]|(?:[-*+•–]|\d{1,9}[.)]|#{1,6})[ \t])*")
_ITEM = re.compile(r"(?:[-*+•–]|\d{1,2}[.)])[ \t]+\S")
_VERBATIM = ("<?", "<!", "<script", "<pre", "<style", "<textarea")
_SENTENCE_ENDS = (".", "!", "?", "…", ":")


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table").disable("reference")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


_PARSER = _parser()  # the rules; nothing of a text stays in it


def leaves(text: str) -> Iterator[Leaf]:
    r"""Yield the leaves of ``text`` in order; what is neither blank nor a marker lies in one.

    Examples
    --------
    >>> text = "> # Tower\n> - It is\n>   tall."
    >>> [(leaf.kind.value, leaf.span.cut(text), leaf.prefixes) for leaf in leaves(text)]
    [('heading', 'Tower', ('> # ',)), ('text', 'It is\n>   tall.', ('> - ', '>   '))]
    """
    source = lines(text)
    tokens = _PARSER.parse(readable(text, source))
    opened: list[int] = []
    read = 0
    for number, token in enumerate(tokens):
        if token.type in _LISTS:
            opened.append(number)
        elif token.type in _LIST_ENDS:
            opened.pop()
        elif token.type in _READERS and token.map:
            first, end = token.map
            yield from _unread(source[read:first], text)
            found = _Found(token, _held(tokens, number), source[first:end], opened[-1:])
            yield from _READERS[token.type](found, text)
            read = end
    yield from _unread(source[read:], text)


@dataclass(frozen=True, slots=True)
class _Found:
    """A token of the parser, the content it holds, its lines, and the list around it, if any."""

    token: Token
    held: str
    source: list[Span]
    around: list[int]

    def leaf(self, kind: LeafKind, content: Sequence[Span], text: str) -> Iterator[Leaf]:
        """Yield the leaf of what is not empty in ``content``, one stretch for a line."""
        kept = [
            (span, text[line.start : span.start])
            for line, span in zip(self.source, content, strict=False)
            if len(span)
        ]
        if kept:
            spans, prefixes = zip(*kept, strict=True)
            yield Leaf(kind, spans, prefixes, self.around[0] if self.around else None)

    def content(self) -> list[Span]:
        """Return where the content of each line stands: at its end."""
        return [
            Span(max(line.start, line.end - len(held.strip())), line.end)
            for line, held in zip(self.source, self.held.split("\n"), strict=False)
        ]


def _held(tokens: Sequence[Token], number: int) -> str:
    """Return the content of a token; that of a paragraph or heading is in the next one."""
    token = tokens[number]
    return tokens[number + 1].content if token.nesting else token.content


def _paragraph(found: _Found, text: str) -> Iterator[Leaf]:
    yield from found.leaf(LeafKind.TEXT, found.content(), text)


def _heading(found: _Found, text: str) -> Iterator[Leaf]:
    if found.token.markup.startswith("#"):
        line = _without_closing_marks(found.source[0], text)
        start = max(line.start, line.end - len(found.held))
        yield from found.leaf(LeafKind.HEADING, [Span(start, line.end)], text)
        return
    content = found.content()
    ends = content[-1].cut(text).endswith(_SENTENCE_ENDS)
    kind = LeafKind.HEADING if len(content) == 1 and not ends else LeafKind.TEXT
    yield from found.leaf(kind, content, text)


def _without_closing_marks(line: Span, text: str) -> Span:
    """Return the line of "# Tower #" up to the content's end."""
    cut = line.cut(text)
    bare = cut.rstrip("#")
    return Span(line.start, line.start + len(bare.rstrip())) if bare != bare.rstrip() else line


def _fence(found: _Found, text: str) -> Iterator[Leaf]:
    line = found.source[0]
    start = max(line.start, text.find(found.token.markup, line.start))
    code = strip(Span(start, found.source[-1].end), text)
    yield from found.leaf(LeafKind.CODE, [code], text)


def _indented(found: _Found, text: str) -> Iterator[Leaf]:
    """Yield the paragraphs of indented code; what opens with a list's marker is none."""
    content = found.content()
    kind = LeafKind.TEXT if _ITEM.match(content[0].cut(text)) else LeafKind.CODE
    start = 0
    for number in [n for n, span in enumerate(content) if not len(span)] + [len(content)]:
        part = _Found(found.token, "", found.source[start:number], found.around)
        yield from part.leaf(kind, content[start:number], text)
        start = number + 1


def _html(found: _Found, text: str) -> Iterator[Leaf]:
    """Yield a comment and what follows it, or code; the lines of other tags hold prose."""
    content = found.content()
    start, end = content[0].start, content[-1].end
    opening = text[start : start + 10].lower()
    if opening.startswith("<!--"):
        close = text.find("-->", start, end)
        border = end if close < 0 else close + 3
        yield from found.leaf(LeafKind.CODE, [strip(Span(start, border), text)], text)
        rest = _Found(found.token, "", [Span(border, end)], found.around)
        yield from rest.leaf(LeafKind.TEXT, [strip(Span(border, end), text)], text)
    elif opening.startswith(_VERBATIM):
        yield from found.leaf(LeafKind.CODE, [strip(Span(start, end), text)], text)
    else:
        yield from found.leaf(LeafKind.TEXT, content, text)


def _table(found: _Found, text: str) -> Iterator[Leaf]:
    content = [_without_markers(line, text) for line in found.source]
    yield from found.leaf(LeafKind.TABLE, content, text)


def _unread(source: Sequence[Span], text: str) -> Iterator[Leaf]:
    """Yield the lines with words that the parser left out: those nested too deep."""
    for line in source:
        content = _without_markers(line, text)
        if any(char.isalnum() for char in content.cut(text)):
            yield Leaf(LeafKind.TEXT, (content,), (text[line.start : content.start],))


def _without_markers(line: Span, text: str) -> Span:
    markers = _MARKERS.match(text, line.start, line.end)
    return strip(Span(markers.end() if markers else line.start, line.end), text)


_READERS: dict[str, Callable[[_Found, str], Iterator[Leaf]]] = {
    "paragraph_open": _paragraph,
    "heading_open": _heading,
    "fence": _fence,
    "code_block": _indented,
    "html_block": _html,
    "table_open": _table,
}
