"""Looking up in tables, lists and data what a claim is read beside.

A classifier finds no row among rows: it takes one's value for another's. So a claim is read beside
the lines it speaks of, each in words of its own (`records`).
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING

from belie.monitor.columns import columns, narrowed
from belie.monitor.keeping import kept
from belie.monitor.record import NOT, Piece
from belie.monitor.records import records
from belie.monitor.terms import is_word, terms, terms_of_line
from belie.monitor.told import NOWHERE, told

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.datatypes import Span
    from belie.monitor.record import Record
    from belie.monitor.told import Excerpt

__all__ = ["COVERED", "look_up"]

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
_DIGIT = re.compile(r"\d")
_DATE = re.compile(r"\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?:[T ]\d{1,2}:\d\d.*)?")
_ZERO = re.compile(r"0(?:\.0+)?")
_COUNT = re.compile(r"\d{1,2}[.)]?")
"""What a row is numbered with, unless the header was spoken of: "Floor: 2"."""


@kept(4096)
def look_up(text: str, said: str, beside: str = "") -> Excerpt | None:
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
    Excerpt or None
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
    held = [
        frozenset[str]().union(*(terms_of_line(lines[one]) for one in {number, top} - {_NONE}))
        for number, top in enumerate(above)
    ]
    asked = terms(said)
    titles = {0} if _is_title(lines, asked) else set[int]()
    left = {number for number, line in enumerate(lines) if not line.heading} - titles
    chosen = _closest(lines, held, _named(lines, left, asked, asked | terms(beside)), asked)
    of_tables = {lines[number].column for number in chosen} - {None}
    beside_them = {number for number in left if lines[number].column in of_tables}
    left -= beside_them
    wanted = asked.difference(*(held[number] for number in titles | chosen | beside_them))
    # A table lacks the verb of "includes": beside a row that was named one more word is enough.
    most = len(asked) - 1 if chosen else (1 - COVERED) * len(asked)
    left -= chosen
    while left:
        best = max(sorted(left), key=lambda number: _found(wanted & held[number]))
        enough = chosen and len(wanted) <= most
        if len(wanted & held[best]) < (_MORE if enough else 1):
            break
        chosen.add(best)
        left.remove(best)
        wanted -= held[best]
    if not chosen or most < len(wanted):
        return _everything(lines)
    below = {one for one in chosen if lines[one].lead is None}
    shown = sorted(titles | chosen | {above[one] for one in below} - {_NONE})
    spoken_of = columns(lines, said)
    return _told([narrowed(lines[number], spoken_of) for number in shown])


def _everything(lines: Sequence[Record]) -> Excerpt | None:
    """Return all rows or objects of a short text, which say more than as they stand."""
    words = sum(len(piece.said.split()) for line in lines for piece in line.pieces)
    rows = sum(1 < len(line.cells) for line in lines)
    return (
        _told([line.cells for line in lines]) if words <= _FEW and 2 * rows > len(lines) else None
    )


def _found(held: frozenset[str]) -> tuple[int, int]:
    """How much a line has of what is wanted: its words first, for its value may be told wrong."""
    return sum(map(is_word, held)), len(held)


def _named(
    lines: Sequence[Record], left: set[int], asked: frozenset[str], known: frozenset[str]
) -> set[int]:
    """Return the lines whose name was spoken of: of a row in what pronouns stand for, too.

    Of "Home" and "Home Green" it is the longer one.
    """
    names = {
        number: name
        for number in left
        if (name := terms(_name(lines[number], known)))
        and name <= (known if 1 < len(lines[number].cells) else asked)
    }
    several = set(names.values())
    longest = {name for name in several if not any(name < one for one in several)}
    return {number for number, name in names.items() if name in longest}


def _closest(
    lines: Sequence[Record],
    held: Sequence[frozenset[str]],
    named: set[int],
    asked: frozenset[str],
) -> set[int]:
    """Return of several lines of one name those that have most of the words that were asked for.

    Of "North, Q1" and "North, Q2" it is the one of the quarter that was spoken of, of "Allowed:
    tea" and "Not allowed: rum" the one of the drink.
    """
    words = {number: sum(map(is_word, asked & held[number])) for number in named}
    names = {number: terms(lines[number].name) for number in named}
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
    spoken = len(line.pieces) == 1 or not asked.isdisjoint(terms_of_line(line))
    return short and spoken


def _name(line: Record, known: frozenset[str]) -> str:
    """Return the name of a line; "" where it may be what was told wrong, as in "Q4: iOS app".

    Rows that are numbered, "#: 1, Name: Ann", are named by what follows, as are those of days of
    which nothing was said.
    """
    if len(line.cells) == 1:
        return "" if _DIGIT.search(line.name) else line.name
    first, second = (cell[-1].said for cell in line.cells[:2])
    counts = _COUNT.fullmatch(first) and not known & terms(line.cells[0][0].said)
    if not counts and not (_DATE.fullmatch(first) and not terms(first) <= known):
        return first
    return "" if _DIGIT.search(second) else second


def _headings(lines: Sequence[Record]) -> list[int]:
    """Return for each line the nearest heading down to it, or `_NONE`."""
    headings = (number if line.heading else _NONE for number, line in enumerate(lines))
    return list(accumulate(headings, max))


def _told(lines: Sequence[Sequence[tuple[Piece, ...]]]) -> Excerpt:
    """Return lines as they are told: "Plan: Pro, Price: $29"."""
    return told(_words(lines))


def _words(lines: Sequence[Sequence[tuple[Piece, ...]]]) -> Iterator[tuple[str, Span]]:
    for row, line in enumerate(lines):
        for number, cell in enumerate(line):
            if row or number:
                yield ", " if number else "\n", NOWHERE
            for piece in _denied(cell):
                yield piece.said, piece.source
                if piece.header:
                    yield piece.joint, NOWHERE


def _denied(cell: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return "SSO: no" as "not SSO", which a classifier does not take for "SSO"."""
    header, value = cell[0], cell[-1]
    absent = value.said.casefold() in NOT or _ZERO.fullmatch(value.said)
    if not (header.header and absent):
        return cell
    return Piece("not", value.source, header=True, joint=" "), replace(header, header=False)
