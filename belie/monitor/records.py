"""The lines of tables, lists and data, each in words that can be read without the others.

A classifier that has learnt from prose takes one row's value for another's, and a cross for
nothing. So a row is told as "Plan: Pro, Price: $29, SSO: no", with the headers of its columns.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.monitor.answers import denial
from belie.monitor.claims.blocks import BlockKind, blocks
from belie.monitor.keeping import kept
from belie.monitor.text import strip

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from belie.monitor.claims.blocks import Block

__all__ = ["NOT", "Piece", "Record", "lacks_header", "records"]

_LINE = re.compile(r"[^\r\n]+")
_LEAST = 3
"""Lines of a text that is data separated by commas or the like: a header and two rows."""
_SEPARATORS = {";": 1, "\t": 1, ",": 2}
"""What separates columns, and how often at least it stands in a line."""
_NUMBER = re.compile(r"\d{1,3}(?:[.,]\d+)*")
"""What no header is, unlike a year: the first of such lines is a row."""
_PAIR = re.compile(
    r'(?:"|\A)([^"\n{}]{1,200})"\s*:\s*'
    r'("(?:[^"\\\n]|\\.)*(?:"|\Z)|\[[^][{}]{0,1000}\]|-?\d[\d.]*(?:[eE][+-]?\d+)?|true|false|null)'
    r"|[{}]"
)
_PAIRS = 3
"""The least pairs of a text that is JSON, of which a window may have no beginning."""
_OF_JSON = 0.5
"""The share of a text that they must be: the rest of a guide with some JSON in it is read too."""
_BLANKS = 30
_KEY = re.compile(r'"([^"\n{}]{1,200})"\s*:\s*\Z')
_LONGEST_KEY = 240
_BARE = re.compile(r"true|false|null|none|yes|no|[-\d.,:TZ%+]+", re.IGNORECASE)
"""Values that name nothing."""
_ATTRIBUTE = re.compile(
    r"[*_\s]*+([^:*_\s](?:[^:*_]{0,58}[^:*_\s])?)[*_\s]*:(?!\d|//)"
    r"[*_\s]*+([^*_\s](?:.*[^*_\s])?)[*_\s]*",
    re.DOTALL,
)
OF_LIST = 8
_MARKS = re.compile(r"(#{1,6})[ \t]*\Z")
_COLUMNS = re.compile(r"\||<th", re.IGNORECASE)
"""What stands between the headers of a table's columns."""
_DENIES = re.compile(
    r"\b(?:not|no|never|without|except|exceptions?|exclud\w+|exclusions?|unavailable|unsupported|"
    r"forbidden|prohibited|banned|lacks?|missing)\b|n['’]t\b",
    re.IGNORECASE,
)
_DELIMITER = re.compile(r"\s*\|?\s*:?-+")
_AS_EMOJI = "\ufe0f"
"""What makes an emoji of a sign before it."""
NOT = frozenset({"no", "none", "false"})
"""What a line or a cell says of what is not there."""
_YES_NO = {
    **dict.fromkeys("✓✔✅☑", "yes"),
    **dict.fromkeys("✗✘❌✕✖", "no"),
    **dict.fromkeys(("-", "–", "—", "n/a"), "none"),
}


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words of a line, as they are told.

    Parameters
    ----------
    said
        The words: those of the text, or "yes" for a tick.
    source
        Where they stand in the text.
    header
        Whether they name the piece after them.
    joint
        What is told between a header and what it names.
    """

    said: str
    source: Span
    header: bool = False
    joint: str = ": "


@dataclass(frozen=True, slots=True)
class Record:
    """A line, a row or an object of a text.

    Parameters
    ----------
    pieces
        What it says; of a row the first value is its name.
    level
        Of a heading, which names what stands below it: 1 is the highest, `OF_LIST` that of a line
        above a list; 0 of all other lines.
    lead
        What the list that it stands in is headed with, if that denies its items: "Not included".
    """

    pieces: tuple[Piece, ...]
    level: int = 0
    lead: Piece | None = None

    @property
    def heading(self) -> bool:
        """Whether it names what stands below it."""
        return self.level > 0

    @property
    def cells(self) -> tuple[tuple[Piece, ...], ...]:
        """The values, each after its header if it has one."""
        found: list[tuple[Piece, ...]] = []
        for number, piece in enumerate(self.pieces):
            if not piece.header:
                above = self.pieces[number - 1 : number] if number else ()
                found.append((*(one for one in above if one.header), piece))
        return tuple(found)

    @property
    def column(self) -> Span | None:
        """Where the header of a row's first column stands: the same for all rows of a table."""
        first = self.pieces[0]
        return first.source if first.header and 1 < len(self.cells) else None

    @property
    def name(self) -> str:
        """What it is about: the first value of a row, or the first half of "Pool: no"; or ""."""
        first, *others = self.pieces
        if not others:
            return ""
        if len(self.cells) == 1:
            return first.said if first.header and first.joint == ": " else others[0].said
        return next(piece.said for piece in self.pieces if not piece.header)


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
    if _is_json(text):
        return tuple(_objects(text))
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


def _is_json(text: str) -> bool:
    pairs = [match[0] for match in _PAIR.finditer(text) if match[1] is not None]
    return _PAIRS <= len(pairs) and _OF_JSON * _letters(text) <= sum(map(_letters, pairs))


def _letters(text: str) -> int:
    return sum(map(len, text.split()))


@dataclass(slots=True)
class _Level:
    """An object of JSON that is being read: what it hangs on, its name, and what was not told."""

    of: tuple[Piece, ...] = ()
    name: tuple[Piece, ...] = ()
    held: list[Piece] = field(default_factory=list[Piece])

    def take(self, pair: tuple[Piece, ...]) -> None:
        self.held += pair
        if not self.name and pair and not _BARE.fullmatch(pair[-1].said):
            self.name = pair

    def told(self) -> Iterator[Record]:
        """Yield what is held as a record, which begins with the name."""
        if self.held:
            named = () if self.held[0] in self.name else self.name
            yield Record((*self.of, *named, *self.held))
            self.held = []


def _objects(text: str) -> Iterator[Record]:
    """Yield the pairs of JSON, as many together as no brace stands between.

    What is said of an attribute that is an object itself begins with the name of the outer one and
    with that of the attribute; the objects of a list have names of their own.
    """
    levels = [_Level()]
    for match in _PAIR.finditer(text):
        if match[1] is not None:
            levels[-1].take(_pair(match, text))
            continue
        yield from levels[-1].told()
        if match[0] == "{":
            levels.append(_Level(_owner(levels[-1], match.start(), text)))
        elif len(levels) > 1:
            levels.pop()
    for level in levels:
        yield from level.told()


def _owner(outer: _Level, brace: int, text: str) -> tuple[Piece, ...]:
    """Return what an object that is an attribute hangs on: the outer one's name, and its own."""
    key = _KEY.search(text, max(0, brace - _LONGEST_KEY), brace)
    if key is None:
        return ()
    owner = outer.name or outer.of[:-1]
    return (*owner, Piece(_spaced(key[1]), Span(*key.span(1))))


def _spaced(key: str) -> str:
    return key.replace("_", " ")


def _pair(match: re.Match[str], text: str) -> tuple[Piece, ...]:
    """Return an attribute and its value; nothing of one without a value."""
    opened, closed = match[2][0] in '["', match[2][1:].endswith(('"', "]"))
    value = strip(Span(match.start(2) + opened, match.end(2) - closed), text)
    header = Piece(_spaced(match[1]), Span(*match.span(1)), header=True)
    return (header, _value(value, text)) if len(value) else ()


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
            pieces.append(_value(value, text))
    return Record(tuple(pieces))


def _value(span: Span, text: str) -> Piece:
    """Return a value; a tick, a cross and a dash in words."""
    said = span.cut(text)
    return Piece(_YES_NO.get(said.casefold().removesuffix(_AS_EMOJI), said), span)


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
        return len(marks[1]) if marks else OF_LIST - 1
    heads = following is not None and following.kind is BlockKind.ITEM
    plain = block.kind is BlockKind.SENTENCE and not block.span.cut(text).endswith((".", "!", "?"))
    return OF_LIST if heads and plain else 0


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
    told = _value(value, text)
    if told.said.casefold() in NOT:
        return Record((Piece("no", value, header=True, joint=" "), Piece(key.cut(text), key)))
    return Record((Piece(key.cut(text), key, header=True), told))
