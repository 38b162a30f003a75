"""Measures over plain lists, and the floors that need no model.

Those over weighted rows, with fast intervals, are in `benchmarks.weighted`.
"""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = [
    "bootstrap",
    "f1",
    "macro_f1",
    "overlap",
    "unseen",
]

Row = TypeVar("Row")

_WORD = re.compile(r"\w+")


def f1(gold: Sequence[str], told: Sequence[str], *, label: str) -> float | None:
    """Return the harmonic mean of precision and recall of ``label``; ``None`` if it never occurs.

    Examples
    --------
    >>> f1(["yes", "yes", "no"], ["yes", "no", "no"], label="yes")
    0.6666666666666666
    """
    both = sum(a == b == label for a, b in zip(gold, told, strict=True))
    total = sum(a == label for a in gold) + sum(b == label for b in told)
    return 2 * both / total if total else None


def macro_f1(gold: Sequence[str], told: Sequence[str]) -> float | None:
    """Return the mean of :func:`f1` over the labels that occur in ``gold``.

    Examples
    --------
    >>> macro_f1(["yes", "yes", "no"], ["yes", "no", "no"])
    0.6666666666666666
    """
    found = [f1(gold, told, label=label) or 0.0 for label in sorted(set(gold))]
    return sum(found) / len(found) if found else None


def overlap(text: str, source: str) -> float:
    """Return the share of the words of ``text`` that occur in ``source``: the floor of every set.

    Examples
    --------
    >>> overlap("The tower leans.", "A tower in Pisa leans")
    0.6666666666666666
    """
    words = _WORD.findall(text)
    return 1 - len(unseen(text, source)) / len(words) if words else 0.0


def unseen(text: str, source: str) -> tuple[tuple[int, int], ...]:
    """Return where the words of ``text`` stand that do not occur in ``source``.

    Examples
    --------
    >>> unseen("The tower leans.", "A tower in Pisa leans")
    ((0, 3),)
    """
    known = set(_WORD.findall(source.lower()))
    return tuple(
        found.span() for found in _WORD.finditer(text) if found.group().lower() not in known
    )


def bootstrap(
    rows: Sequence[Row],
    metric: Callable[[Sequence[Row]], float | None],
    *,
    rounds: int = 200,
    seed: int = 0,
) -> tuple[float, float] | None:
    """Return the 2.5 and 97.5 percentiles of ``metric`` over resampled rows (Efron 1979).

    ``None`` if no resample has a value. The same seed gives the same interval.
    """
    rng = random.Random(seed)
    drawn = (metric(rng.choices(rows, k=len(rows))) for _ in range(rounds if rows else 0))
    found = [value for value in drawn if value is not None]
    if not found:
        return None
    low, high = np.percentile(found, [2.5, 97.5])
    return float(low), float(high)
