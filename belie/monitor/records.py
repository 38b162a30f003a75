"""The lines of tables, lists and data, each in words that can be read without the others.

A classifier that has learnt from prose takes one row's value for another's, and a cross for
nothing. So a row is told as "Plan: Pro, Price: $29, SSO: no", with the headers of its columns.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.monitor.answers import denial
from belie.monitor.claims.blocks import BlockKind, blocks
from belie.monitor.keeping import kept
from belie.monitor.objects import is_json, objects
from belie.monitor.record import NOT, Piece, Record, value_of
from belie.monitor.text import strip

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from belie.monitor.claims.blocks import Block

__all__ = ["lacks_header", "records"]

_LINE = re.compile(r"[^\r\n]+")
_LEAST = 3
"""Lines of a text that is data separated by commas or the like: a header and two rows."""
_SEPARATORS = {";": 1, "\t": 1, ",": 2}
"""What separates columns, and how often at least it stands in a line."""
_NUMBER = re.compile(r"\d{1,3}(?:[.,]\d+)*")
"""What no header is, unlike a year: the first of such lines is a row."""
_ATTRIBUTE = re.compile(
    r"[*_\s]*+([^:*_\s](?:[^:*_]{0,58}[^:*_\s])?)[*_\s]*:(?!\d|//)"
    r"[*_\s]*+([^*_\s](?:.*[^*_\s])?)[*_\s]*",
    re.DOTALL,
)
_OF_LIST = 8
"""The level of a line above a list, below all headings."""
_BLANKS = 30
"""Characters before a heading that are searched for its marks."""
_MARKS = re.compile(r"(#{1,6})[ \t]*\Z")
_COLUMNS = re.compile(r"\||<th", re.IGNORECASE)
"""What stands between the headers of a table's columns."""
_DENIES = re.compile(
    r"\b(?:not|no|never|without|except|exceptions?|exclud\w+|exclusions?|unavailable|unsupported|"
    r"forbidden|prohibited|banned|lacks?|missing)\b|n['’]t\b",
    re.IGNORECASE,
)
_DELIMITER = re.compile(r"\s*\|?\s*:?-+")


@kept(1024)
def records(text: str) -> tuple[Record, ...]:
    r"""Return the lines of a text that is no prose, in order.

    Examples
    --------
    >>> for record in records("| Plan | SSO |\n|---|---|\n| Basic | ✗ |\n| Pro | ✓ |"):
    ...     [(piece.said, piece.header) for piece in record.pieces]
    [('Plan', True), ('Basic', False), ('SSO', True), ('no', False)]
    [('Plan', True), ('Pro', False), ('SSO', True), ('yes', False)]
    """
    if is_json(text):
        return tuple(objects(text))
    separated = _separated(text)
    if separated:
        return tuple(separated)
    return tuple(_answered(_lines_of(blocks(text), text), text))


def lacks_header(text: str) -> bool:
    r"""Whether a window of a document begins in the middle of a table.

    Examples
    --------
    >>> lacks_header("| Pro | $29 |\n| Team | $50 |"), lacks_header("| Plan | Price |\n|---|---|")
    (True, False)
    """
    first, _, others = text.partition("\n")
    return first.startswith("|") and not _DELIMITER.match(others)


def _separated(text: str) -> list[Record]:
    """Return the rows below a header where all lines have as many columns; else nothing."""
    lines = list(_lines(Span(0, len(text)), text))
    if len(lines) < _LEAST or any(line.cut(text).endswith(".") for line in lines):
        return []
    for separator, least in _SEPARATORS.items():
        counts = {line.cut(text).count(separator) for line in lines}
        if len(counts) == 1 and least <= counts.pop():
            header, *rows = [_columns(line, text, separator) for line in lines]
            if any(_NUMBER.fullmatch(column.cut(text)) for column in header):
                return []
            return [_row(list(zip(header, row, strict=True)), text) for row in rows]
    return []


def _lines(stretch: Span, text: str) -> Iterator[Span]:
    """Yield the lines of a part of a text, without those that are blank."""
    for match in _LINE.finditer(text, stretch.start, stretch.end):
        line = strip(Span(*match.span()), text)
        if len(line):
            yield line


def _columns(line: Span, text: str, separator: str) -> list[Span]:
    found: list[Span] = []
    start = line.start
    for column in line.cut(text).split(separator):
        found.append(strip(Span(start, start + len(column)), text))
        start += len(column) + len(separator)
    return found


def _row(cells: Sequence[tuple[Span | None, Span]], text: str) -> Record:
    pieces: list[Piece] = []
    for header, value in cells:
        if len(value):
            if header:
                pieces.append(Piece(header.cut(text), header, header=True))
            pieces.append(value_of(value, text))
    return Record(tuple(pieces))


def _lines_of(found: Sequence[Block], text: str) -> Iterator[Record]:
    """Yield the lines of blocks, those of a list below what it is headed with if that denies."""
    above: Span | None = None
    for block, following in zip_longest(found, found[1:]):
        lead = (block.lead or above) if block.kind is BlockKind.ITEM else None
        if block.kind is not BlockKind.ITEM:
            above = block.span if block.kind is BlockKind.HEADING else None
        level = _level(block, following, text)
        for record in _of_block(block, text):
            yield replace(record, level=level, lead=_denying(lead, text) if lead else None)


def _level(block: Block, following: Block | None, text: str) -> int:
    if block.kind is BlockKind.HEADING:
        marks = _MARKS.search(text, max(0, block.span.start - _BLANKS), block.span.start)
        return len(marks[1]) if marks else _OF_LIST - 1
    heads = following is not None and following.kind is BlockKind.ITEM
    plain = block.kind is BlockKind.SENTENCE and not block.span.cut(text).endswith((".", "!", "?"))
    return _OF_LIST if heads and plain else 0


def _denying(lead: Span, text: str) -> Piece | None:
    """Return what a list is headed with, without its colon, if that denies its items."""
    said = lead.cut(text)
    bare = said.strip("*_: ")
    if not _DENIES.search(bare):
        return None
    start = lead.start + said.index(bare)
    return Piece(bare, Span(start, start + len(bare)), header=True)


def _of_block(block: Block, text: str) -> Iterator[Record]:
    if block.kind is BlockKind.ROW:
        yield _row([(cell.header, cell.value) for cell in block.cells], text)
    elif block.kind is BlockKind.CODE:
        for line in _lines(block.span, text):
            yield _line(line, text)
    elif not (block.kind is BlockKind.HEADING and _COLUMNS.search(block.span.cut(text))):
        yield _line(block.span, text)


def _answered(lines: Iterable[Record], text: str) -> Iterator[Record]:
    """Yield lines, a question with the line below it: neither says anything by itself."""
    question: Record | None = None
    for line in lines:
        if question is not None and not line.heading and len(line.cells) == 1:
            yield _with_answer(question, line, text)
            question = None
            continue
        if question is not None:
            yield question
            question = None
        if not line.heading and len(line.cells) == 1 and line.pieces[-1].said.endswith("?"):
            question = line
        else:
            yield line
    if question is not None:
        yield question


def _with_answer(question: Record, answer: Record, text: str) -> Record:
    """Return a question with its answer; a "no" stands before what it denies."""
    asked, first, last = question.pieces[-1], answer.pieces[0], answer.pieces[-1]
    if first.said == "no" and first.header:  # "A: No"
        return Record((first, replace(asked, header=False)))
    denied = denial(last.source, text)
    if denied is None:
        return Record((*question.pieces, *answer.pieces))
    no, beside = denied
    told = Piece("no", no, header=True, joint=" "), replace(asked, header=False)
    return Record((*told, *([Piece(beside.cut(text), beside)] if len(beside) else [])))


def _line(span: Span, text: str) -> Record:
    """Return a line as it stands, but "no pool" for "Pool: no"."""
    found = _ATTRIBUTE.fullmatch(text, span.start, span.end)
    if found is None:
        return Record((Piece(span.cut(text), span),))
    key, value = (Span(*found.span(number)) for number in (1, 2))
    told = value_of(value, text)
    if told.said.casefold() in NOT:
        return Record((Piece("no", value, header=True, joint=" "), Piece(key.cut(text), key)))
    return Record((Piece(key.cut(text), key, header=True), told))
