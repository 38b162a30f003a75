"""No more conflicts than others among pairs of one length and one share of shared words.

Who writes a wrong claim by hand changes a detail of a long sentence and leaves the rest, so that
long claims in the words of their premise were wrong in nine cases of ten, and a classifier that
sees such pairs learns to count words instead of comparing them (McCoy et al. 2019, of overlap).
"""

from __future__ import annotations

import re
from bisect import bisect
from typing import TYPE_CHECKING, TypeAlias

from training.rows import CONFLICTING, Row

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

Cell: TypeAlias = tuple[str, int, int]

CONFLICTS_FOR_ANOTHER = 0.75
"""The most conflicts for each pair without one, in any cell."""
_LENGTHS = (8, 12, 18, 25)
_SHARES = (0.4, 0.6, 0.85)
_WORD = re.compile(r"\w+")


def balanced(rows: Iterable[Row], rng: random.Random) -> list[Row]:
    """The rows without the conflicts that are too many in their cell; their order is lost."""
    cells: dict[Cell, tuple[list[Row], list[Row]]] = {}
    for row in rows:
        others, conflicts = cells.setdefault(cell(row), ([], []))
        (conflicts if row.label in CONFLICTING else others).append(row)
    kept: list[Row] = []
    for others, conflicts in cells.values():
        most = round(CONFLICTS_FOR_ANOTHER * len(others))
        kept += [*others, *rng.sample(conflicts, min(most, len(conflicts)))]
    return kept


def cell(row: Row) -> Cell:
    """How a pair came to be, the length of its claim, and the share of its words in the premise.

    Examples
    --------
    >>> from training.rows import NEUTRAL
    >>> cell(Row("The old gate was built.", "The gate was blue.", NEUTRAL, "contrast:x", "g"))
    ('documents', 0, 2)
    """
    claim = _WORD.findall(row.claim.lower())
    said = set(_WORD.findall(row.premise.lower()))
    share = sum(word in said for word in claim) / max(1, len(claim))
    return _maker(row.source), bisect(_LENGTHS, len(claim)), bisect(_SHARES, share)


def _maker(source: str) -> str:
    """Copies are there to balance what is written by hand, and count with it."""
    kind, _, file = source.partition(":")
    by_hand = kind in ("written", "contrast", "copies")
    return ("chat" if file.startswith("chat") else "documents") if by_hand else kind
