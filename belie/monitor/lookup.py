"""Looking up in tables, lists and data what a claim is read beside.

A classifier finds no row among rows: it takes one's value for another's. So a claim is read beside
the lines it speaks of, each in words of its own (`records`).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import accumulate, chain
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.monitor.keeping import kept
from belie.monitor.records import NOT, Piece, records
from belie.monitor.stems import stems
from belie.monitor.values import Amount, Moment, read_values

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.monitor.records import Record
    from belie.monitor.values import Value

__all__ = ["COVERED", "Found", "look_up"]

COVERED = 0.5
"""The share of the words of what was said below which lines, and sentences, are no sign of what
decides."""
_CELLS = 3
"""The fewest lines of a text, or cells of a table, in which some are looked up."""
_FEW_WORDS = 8
"""The most words of a first line that names what the lines below are about."""
_FEW = 120
"""The most words of a text whose rows are read all where none of them was spoken of."""
_MORE = 2
"""What a further line must add, in words, once enough of the words are found."""
_NONE = -1
"""In the place of a heading's number where no heading stands above."""
_NO_SORT = frozenset[str]()
_DENIALS = frozenset({"no", "not"})
"""What no line is found by."""
_DIGIT = re.compile(r"\d")
_DATE = re.compile(r"\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?:[T ]\d{1,2}:\d\d.*)?")
_ZERO = re.compile(r"0(?:\.0+)?")
_COUNT = re.compile(r"\d{1,2}[.)]?")
"""What a row is numbered with, unless the header was spoken of: "Floor: 2"."""


@dataclass(frozen=True, slots=True)
class Found:
    """Some lines of a text, as they are told.

    Parameters
    ----------
    text
        The lines: "Plan: Pro, Price: $29".
    spans
        Where its words stand in the whole text.
    places
        Where the same words stand in ``text``.
    """

    text: str
    spans: tuple[Span, ...]
    places: tuple[Span, ...]


@kept(4096)
def look_up(text: str, said: str, beside: str = "") -> Found | None:
    r"""Return the lines of ``text`` that have at least half of the words of what was said.

    They stand below the first line and their heading. Lines whose name was spoken of come first,
    then those that add most; of a row it is the cells that were spoken of.

    Parameters
    ----------
    text
        What is no prose.
    said
        A claim or a sentence.
    beside
        Words that tell what its pronouns stand for.

    Returns
    -------
    Found or None
        ``None`` of a text of one or two lines, or where no lines have the words; of a short text
        whose lines are rows, all of them.

    Examples
    --------
    >>> text = "| Plan | SSO |\n|---|---|\n| Basic | ✗ |\n| Pro | ✓ |\n| Max | ✓ |"
    >>> look_up(text, "It has SSO.", "The Pro plan is for teams.").text
    'Plan: Pro, SSO: yes'
    """
    lines = records(text)
    if sum(len(line.cells) for line in lines if not line.heading) < _CELLS:
        return None
    above = _headings(lines)
    terms = [
        frozenset[str]().union(*(_terms_of_line(lines[one]) for one in {number, top} - {_NONE}))
        for number, top in enumerate(above)
    ]
    asked = _terms(said)
    titles = {0} if _is_title(lines, asked) else set[int]()
    left = {number for number, line in enumerate(lines) if not line.heading} - titles
    chosen = _closest(lines, terms, _named(lines, left, asked, asked | _terms(beside)), asked)
    of_tables = {lines[number].column for number in chosen} - {None}
    beside_them = {number for number in left if lines[number].column in of_tables}
    left -= beside_them
    wanted = asked.difference(*(terms[number] for number in titles | chosen | beside_them))
    # A table lacks the verb of "includes": beside a row that was named one more word is enough.
    most = len(asked) - 1 if chosen else (1 - COVERED) * len(asked)
    left -= chosen
    while left:
        best = max(sorted(left), key=lambda number: _found(wanted & terms[number]))
        enough = chosen and len(wanted) <= most
        if len(wanted & terms[best]) < (_MORE if enough else 1):
            break
        chosen.add(best)
        left.remove(best)
        wanted -= terms[best]
    if not chosen or most < len(wanted):
        return _everything(lines)
    below = {one for one in chosen if lines[one].lead is None}
    shown = sorted(titles | chosen | {above[one] for one in below} - {_NONE})
    columns = _columns(lines, asked, stems(said))
    return _told([_narrowed(lines[number], columns) for number in shown])


def _everything(lines: Sequence[Record]) -> Found | None:
    """Return all rows or objects of a short text, which say more than as they stand."""
    words = sum(len(piece.said.split()) for line in lines for piece in line.pieces)
    rows = sum(1 < len(line.cells) for line in lines)
    return (
        _told([line.cells for line in lines]) if words <= _FEW and 2 * rows > len(lines) else None
    )


def _found(terms: frozenset[str]) -> tuple[int, int]:
    """How much a line has of what is wanted: its words first, for its value may be told wrong."""
    return sum(" " not in term for term in terms), len(terms)


def _named(
    lines: Sequence[Record], left: set[int], asked: frozenset[str], known: frozenset[str]
) -> set[int]:
    """Return the lines whose name was spoken of: of a row in what pronouns stand for, too.

    Of "Home" and "Home Green" it is the longer one.
    """
    names = {
        number: name
        for number in left
        if (name := _terms(_name(lines[number], known)))
        and name <= (known if 1 < len(lines[number].cells) else asked)
    }
    several = set(names.values())
    longest = {name for name in several if not any(name < one for one in several)}
    return {number for number, name in names.items() if name in longest}


def _closest(
    lines: Sequence[Record],
    terms: Sequence[frozenset[str]],
    named: set[int],
    asked: frozenset[str],
) -> set[int]:
    """Return of several lines of one name those that have most of the words that were asked for.

    Of "North, Q1" and "North, Q2" it is the one of the quarter that was spoken of, of "Allowed:
    tea" and "Not allowed: rum" the one of the drink.
    """
    words = {number: sum(" " not in term for term in asked & terms[number]) for number in named}
    names = {number: _terms(lines[number].name) for number in named}
    most: dict[frozenset[str], int] = {}
    for number, count in words.items():
        most[names[number]] = max(count, most.get(names[number], 0))
    return {number for number in named if words[number] == most[names[number]]}


def _is_title(lines: Sequence[Record], asked: frozenset[str]) -> bool:
    """Whether the first line of a text names what the others are about.

    "Product: Kettle K1" does where the kettle was spoken of, "Monday: closed" not for Tuesday, and
    "no pool" for nothing, nor does a heading that has others of its level beside it.
    """
    line, *others = lines
    if line.heading:
        return all(line.level < other.level for other in others if other.heading)
    words = sum(len(piece.said.split()) for piece in line.pieces)
    short = len(line.cells) == 1 and words <= _FEW_WORDS and line.pieces[0].said != "no"
    spoken = len(line.pieces) == 1 or not asked.isdisjoint(_terms_of_line(line))
    return short and spoken


def _name(line: Record, known: frozenset[str]) -> str:
    """Return the name of a line; "" where it may be what was told wrong, as in "Q4: iOS app".

    Rows that are numbered, "#: 1, Name: Ann", are named by what follows, as are those of days of
    which nothing was said.
    """
    if len(line.cells) == 1:
        return "" if _DIGIT.search(line.name) else line.name
    first, second = (cell[-1].said for cell in line.cells[:2])
    counts = _COUNT.fullmatch(first) and not known & _terms(line.cells[0][0].said)
    if not counts and not (_DATE.fullmatch(first) and not _terms(first) <= known):
        return first
    return "" if _DIGIT.search(second) else second


def _headings(lines: Sequence[Record]) -> list[int]:
    """Return for each line the nearest heading down to it, or `_NONE`."""
    headings = (number if line.heading else _NONE for number, line in enumerate(lines))
    return list(accumulate(headings, max))


@dataclass(frozen=True, slots=True)
class _Columns:
    """The headers of columns that were spoken of, and those that were named in their own words."""

    spoken: frozenset[str]
    named: frozenset[str]


def _columns(lines: Sequence[Record], asked: frozenset[str], words: frozenset[str]) -> _Columns:
    """Return the columns that were spoken of: by a word of a header, or of a cell below it.

    "Ann is a cook" speaks of the column "role" if anybody is a cook. Own words of "Plan A" beside
    "Plan B" are those that no other header has.
    """
    cells = [cell for line in lines for cell in line.cells[1:] if cell[0].header]
    headers = {cell[0].said: stems(cell[0].said) for cell in cells}
    common = Counter(chain.from_iterable(headers.values()))
    own = {header: {one for one in held if common[one] == 1} for header, held in headers.items()}
    return _Columns(
        spoken=frozenset(
            cell[0].said for cell in cells if any(asked & _terms(piece.said) for piece in cell)
        ),
        named=frozenset(header for header, held in own.items() if held and held <= words),
    )


def _narrowed(line: Record, columns: _Columns) -> list[tuple[Piece, ...]]:
    """Return the name of a row and those of its cells that were spoken of; all if none was.

    Beside the column that was named one with a value of the same sort is that of another thing.
    """
    name, *others = line.cells
    named = {_sort(cell) for cell in others if cell[0].said in columns.named} - {_NO_SORT}
    spoken = [
        cell
        for cell in others
        if cell[0].said in columns.named
        or (cell[0].said in columns.spoken and _sort(cell) not in named)
    ]
    return [(line.lead, *name) if line.lead else name, *(spoken or others)]


def _sort(cell: tuple[Piece, ...]) -> frozenset[str]:
    """Return of what kinds the values of a cell are."""
    said = cell[-1].said.casefold()
    if said in NOT or said == "yes":
        return frozenset({"yes or no"})
    return frozenset(value.said.kind for value in read_values(said))


def _told(lines: Sequence[Sequence[tuple[Piece, ...]]]) -> Found:
    """Return lines as they are told: "Plan: Pro, Price: $29"."""
    text = ""
    places: list[Span] = []
    spans: list[Span] = []
    for line in lines:
        text += "\n" if text else ""
        for number, cell in enumerate(line):
            text += ", " if number else ""
            for piece in _denied(cell):
                places.append(Span(len(text), len(text) + len(piece.said)))
                spans.append(piece.source)
                text += piece.said + (piece.joint if piece.header else "")
    return Found(text, tuple(spans), tuple(places))


def _denied(cell: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return "SSO: no" as "not SSO", which a classifier does not take for "SSO"."""
    header, value = cell[0], cell[-1]
    absent = value.said.casefold() in NOT or _ZERO.fullmatch(value.said)
    if not (header.header and absent):
        return cell
    return Piece("not", value.source, header=True, joint=" "), replace(header, header=False)


def _terms_of_line(line: Record) -> frozenset[str]:
    told = (line.lead, *line.pieces) if line.lead else line.pieces
    return frozenset[str]().union(*(_terms(piece.said) for piece in told))


@kept(8192)
def _terms(text: str) -> frozenset[str]:
    """Return the stems of a text's words, its values, and what these are values of."""
    found: list[str] = []
    start = 0
    for value in read_values(text):
        found += [*stems(text[start : value.span.start]), *_of_value(value)]
        if isinstance(value.said, Moment) and value.said.weekday is not None:
            found += stems(value.span.cut(text))  # "on Tuesdays" is no value
        start = value.span.end
    return frozenset([*found, *stems(text[start:])]) - _DENIALS


def _of_value(value: Value) -> Iterator[str]:
    """Yield what a line may be found by that has the same value or another of its kind."""
    said = value.said
    if isinstance(said, Amount):
        yield f"{said.kind} {said.low:g}"
        if said.kind not in {"count", "ordinal"}:
            yield said.kind.split()[0]
    elif said.years and said == Moment((said.years[0], said.years[0])):
        yield from (f"count {said.years[0]:g}", said.kind)  # as in a column of years
    else:
        yield f"{said.years} {said.month} {said.day} {said.weekday} {said.minute}"
        if said.weekday is None:
            yield said.kind
