"""What a turn's text is made of: sentences, list items, headings, table rows, code."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.monitor.claims import html
from belie.monitor.claims.lines import stretches
from belie.monitor.claims.markdown import LeafKind, leaves
from belie.monitor.text import sentences_within, strip

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.monitor.claims.markdown import Leaf

__all__ = ["Block", "BlockKind", "Cell", "blocks"]


class BlockKind(StrEnum):
    """What a block of a turn is."""

    SENTENCE = "sentence"
    ITEM = "item"
    """A sentence of a list item, or the item where it is no sentence."""
    HEADING = "heading"
    """A heading, a line in bold, the header row of a table."""
    ROW = "row"
    """A row of a table below its header."""
    CODE = "code"
    """Code, a comment, a line that is an address, an image or a tag and nothing else."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table's row: ``value`` is empty where the cell is, ``header`` its column's."""

    header: Span | None
    value: Span


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of a turn's text that is one thing.

    Parameters
    ----------
    kind
        What it is.
    span
        Where it stands, without list markers, ``#`` and blanks around it. Where it runs over
        several lines, their ends lie in it, and so does the ``>`` of a quote.
    lead
        For an item or a row: the block ending in a colon directly before the list or the table
        ("The tower has:"), which the item continues; for a nested list, the item above it.
    quoted
        Whether it stands in a block quote.
    cells
        For a row: its cells from the left. The first is the row's name. Empty ones may lie
        outside ``span``.
    """

    kind: BlockKind
    span: Span
    lead: Span | None = None
    quoted: bool = False
    cells: tuple[Cell, ...] = ()


_BULLET = re.compile(r"[-*+•–][ \t]+(?=\S)")
_NUMBER = re.compile(r"\d{1,2}[.)][ \t]+(?=\S)")
_TASK = re.compile(r"\[[ xX]\][ \t]+(?=\S)")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,30}\]:[ \t]+(?=\S)")
_NO_PROSE = re.compile(
    r"(?:\[[^\]\s]+\]:\s*)?<?(?:https?://|www\.)\S+(?:\s+[\"'(][^\"')\n]*[\"')])?"  # an address
    r"|!\[[^\]]*\]\([^)]*\)"  # an image
    r"|</?[A-Za-z][^<>]*>"  # a tag
)
_BOLD = re.compile(r"(?:\*{2,3}[^*]+\*{2,3}|__[^_]+__):?")
_PIPE = re.compile(r"\\.|\|")
_THINKING = r"(?:think|thinking|thought|reasoning)"
_FENCED = r"(?>^[ \t]*(?P<fence>```|~~~).*?^[ \t]*(?P=fence))"
_THOUGHT = re.compile(
    rf"\s*<(?P<tag>{_THINKING})>(?:.*?</(?P=tag)>|[ \t\r]*(?:\n.*|\Z))"
    rf"|(?:{_FENCED}|(?!^[ \t]*(?:```|~~~|<{_THINKING}>)).)*?"
    rf"^[ \t]*</{_THINKING}>[ \t]*$",  # a line of its own
    re.DOTALL | re.MULTILINE,
)
"""What a model thought before it answered, whose opening tag some servers keep to themselves.

A tag in fenced code ends no thought, and who goes on beside an opening tag may speak of it.
"""


def blocks(text: str) -> list[Block]:
    r"""Return what ``text`` is made of, in order; the spans do not overlap.

    Everything with a letter or a digit lies in a block, apart from the markers of Markdown.
    Where people write otherwise than Markdown reads, the people are followed: a line without
    ``>`` after a quote and an unindented one after a list belong to neither, a text indented as
    a whole is no code, ``text\n---`` is a heading only if it is one line and no sentence. What a
    model thought before its answer, up to ``</think>``, is said to nobody: it is code.

    Examples
    --------
    >>> text = "# Tower\nIt is old. It has:\n- three floors\n\n| Of | It |\n|-|-|\n| Iron | Yes |"
    >>> for block in blocks(text):
    ...     print(block.kind, "|", block.span.cut(text), "|", block.lead and block.lead.cut(text))
    heading | Tower | None
    sentence | It is old. | None
    sentence | It has: | None
    item | three floors | It has:
    heading | Of | It | None
    row | Iron | Yes | None
    """
    found: list[Block] = []
    leads: dict[int, Span | None] = {}
    if thought := _THOUGHT.match(text):
        found.append(Block(BlockKind.CODE, strip(Span(0, thought.end()), text)))
        text = "\n" * thought.end() + text[thought.end() :]
    for leaf in leaves(text):
        before = found[-1] if found else None
        if leaf.items is not None:
            leads.setdefault(leaf.items, _lead(before, text))
        if leaf.kind is LeafKind.TEXT:
            lead = None if leaf.items is None else leads[leaf.items]
            found.extend(_text(leaf, text, before, lead=lead))
        elif leaf.kind is LeafKind.TABLE:
            found.extend(_table(leaf, text, before))
        else:
            kind = BlockKind.CODE if leaf.kind is LeafKind.CODE else BlockKind.HEADING
            found.append(Block(kind, leaf.span, quoted=_is_quoted(leaf.prefixes[0])))
    return found


def _lead(before: Block | None, text: str) -> Span | None:
    """Return the block before a list or table, if it leads in to that."""
    if before is None or before.kind in (BlockKind.CODE, BlockKind.ROW):
        return None
    return before.span if before.span.cut(text).rstrip("*_ ").endswith((":", "：")) else None


def _is_quoted(prefix: str) -> bool:
    return ">" in prefix


def _text(leaf: Leaf, text: str, before: Block | None, *, lead: Span | None) -> Iterator[Block]:
    """Yield the blocks of a paragraph, or of the paragraph of a list item."""
    if table := html.rows(leaf.span, text):
        yield from _html(leaf, table, text, before)
        return
    for group in stretches(leaf.content, text):
        span = Span(leaf.content[group.start].start, leaf.content[group.stop - 1].end)
        prefix = leaf.prefixes[group.start]
        quoted = _is_quoted(prefix)
        if leaf.items is not None and (group.start == 0 or _is_indented(prefix)):
            made = _item(span, text, lead=lead, quoted=quoted)
        elif marker := _marker(span, text, before):
            above = _lead(before, text) or (before.lead if before else None)
            made = _item(Span(span.start + marker, span.end), text, lead=above, quoted=quoted)
        else:
            made = _prose(span, text, quoted=quoted)
        for block in made:
            yield block
            before = block


def _is_indented(prefix: str) -> bool:
    """Whether a line below an item's first belongs to the item, by more than Markdown's mercy."""
    return bool(prefix.replace("> ", "").replace(">", ""))


def _marker(span: Span, text: str, before: Block | None) -> int:
    r"""Return the length of the list marker that Markdown left in a paragraph.

    A number is one only in a list, so that "the height is\n33. It" loses nothing.
    """
    numbered = _lead(before, text) or (before and before.kind is BlockKind.ITEM)
    found = _BULLET.match(text, span.start, span.end)
    if found is None and numbered:
        found = _NUMBER.match(text, span.start, span.end)
    return found.end() - span.start if found else 0


def _item(span: Span, text: str, *, lead: Span | None, quoted: bool) -> Iterator[Block]:
    task = _TASK.match(text, span.start, span.end)
    content = Span(task.end() if task else span.start, span.end)
    for block in _prose(content, text, quoted=quoted):
        yield (
            block
            if block.kind is BlockKind.CODE
            else replace(block, kind=BlockKind.ITEM, lead=lead)
        )


def _prose(span: Span, text: str, *, quoted: bool) -> Iterator[Block]:
    cut = span.cut(text)
    if _NO_PROSE.fullmatch(cut):
        yield Block(BlockKind.CODE, span, quoted=quoted)
    elif _BOLD.fullmatch(cut) and not cut.rstrip("*_: ").endswith((".", "!", "?")):
        yield Block(BlockKind.HEADING, span, quoted=quoted)
    else:
        note = _FOOTNOTE.match(text, span.start, span.end)
        content = Span(note.end(), span.end) if note else span
        for sentence in sentences_within(content, text):
            kind = BlockKind.HEADING if html.is_heading(sentence, text) else BlockKind.SENTENCE
            yield Block(kind, sentence, quoted=quoted)


def _html(
    leaf: Leaf, table: Sequence[html.Row], text: str, before: Block | None
) -> Iterator[Block]:
    """Yield the rows of a table of HTML, and the prose around it."""
    quoted = _is_quoted(leaf.prefixes[0])
    headers: tuple[Span, ...] = ()
    start = leaf.span.start
    for row in table:
        for block in _prose(Span(start, row.span.start), text, quoted=quoted):
            yield block
            before = block
        start = row.span.end
        extent = _extent(row.cells)
        if row.is_header:
            headers = row.cells
        if extent and row.is_header:
            yield Block(BlockKind.HEADING, extent, quoted=quoted)
        elif extent:
            cells = _headed(row.cells, headers)
            yield Block(BlockKind.ROW, extent, _lead(before, text), quoted, cells)
    yield from _prose(Span(start, leaf.span.end), text, quoted=quoted)


def _headed(values: Sequence[Span], headers: Sequence[Span]) -> tuple[Cell, ...]:
    """Return the values of a row as cells, below what names their columns."""
    return tuple(
        Cell(header if header and len(header) else None, value)
        for header, value in zip_longest(headers[: len(values)], values)
    )


def _table(leaf: Leaf, text: str, before: Block | None) -> Iterator[Block]:
    """Yield the header and the rows of a table; a line below it without a pipe is prose."""
    lead = _lead(before, text)
    headers = _cells(leaf.content[0], text)
    if extent := _extent(headers):
        yield Block(BlockKind.HEADING, extent, quoted=_is_quoted(leaf.prefixes[0]))
    for line, prefix in zip(leaf.content[2:], leaf.prefixes[2:], strict=True):
        values = _cells(line, text)
        extent = _extent(values)
        if "|" not in line.cut(text):
            yield from _prose(line, text, quoted=_is_quoted(prefix))
        elif extent:
            yield Block(BlockKind.ROW, extent, lead, _is_quoted(prefix), _headed(values, headers))


def _cells(row: Span, text: str) -> list[Span]:
    """Return the cells between the pipes; the outer pipes are optional."""
    cut = row.cut(text)
    pipes = [match.start() for match in _PIPE.finditer(cut) if match[0] == "|"]
    edges = [-1, *pipes, len(cut)]
    cells = [strip(Span(a + 1, b).shift(row.start), text) for a, b in pairwise(edges)]
    first = 1 if cut.startswith("|") else 0
    last = len(cells) - 1 if pipes and pipes[-1] == len(cut) - 1 else len(cells)
    return cells[first:last]


def _extent(cells: Sequence[Span]) -> Span | None:
    filled = [cell for cell in cells if len(cell)]
    return Span(filled[0].start, filled[-1].end) if filled else None
