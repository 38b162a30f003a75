"""Which columns of a table a claim speaks of."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from belie.monitor.record import NOT
from belie.monitor.stems import stems
from belie.monitor.terms import terms
from belie.monitor.values import read_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.monitor.record import Piece, Record

__all__ = ["Columns", "columns", "narrowed"]

_NO_SORT = frozenset[str]()


@dataclass(frozen=True, slots=True)
class Columns:
    """The headers of columns that were spoken of, and those that were named in their own words."""

    spoken: frozenset[str]
    named: frozenset[str]


def columns(lines: Sequence[Record], said: str) -> Columns:
    """Return the columns that were spoken of: by a word of a header, or of a cell below it.

    "Ann is a cook" speaks of the column "role" if anybody is a cook. Own words of "Plan A" beside
    "Plan B" are those that no other header has.
    """
    asked, words = terms(said), stems(said)
    cells = [cell for line in lines for cell in line.cells[1:] if cell[0].header]
    headers = {cell[0].said: stems(cell[0].said) for cell in cells}
    common = Counter(chain.from_iterable(headers.values()))
    own = {header: {one for one in held if common[one] == 1} for header, held in headers.items()}
    return Columns(
        spoken=frozenset(
            cell[0].said for cell in cells if any(asked & terms(piece.said) for piece in cell)
        ),
        named=frozenset(header for header, held in own.items() if held and held <= words),
    )


def narrowed(line: Record, spoken_of: Columns) -> list[tuple[Piece, ...]]:
    """Return the name of a row and those of its cells that were spoken of; all if none was.

    Beside the column that was named one with a value of the same sort is that of another thing.
    """
    name, *others = line.cells
    named = {_sort(cell) for cell in others if cell[0].said in spoken_of.named} - {_NO_SORT}
    spoken = [
        cell
        for cell in others
        if cell[0].said in spoken_of.named
        or (cell[0].said in spoken_of.spoken and _sort(cell) not in named)
    ]
    return [(line.lead, *name) if line.lead else name, *(spoken or others)]


def _sort(cell: tuple[Piece, ...]) -> frozenset[str]:
    """Return of what kinds the values of a cell are."""
    said = cell[-1].said.casefold()
    if said in NOT or said == "yes":
        return frozenset({"yes or no"})
    return frozenset(value.said.kind for value in read_values(said))
