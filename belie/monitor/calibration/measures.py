"""How well probabilities fit what was found: reliability, and what a threshold brings."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["BINS", "Bin", "OperatingPoint", "Reliability", "operating_point", "reliability"]

BINS = 15
"""As many as Guo et al. (2017) take."""
_NORMAL_QUANTILE = 1.959964
"""Of a two-sided 95 % interval."""


@dataclass(frozen=True, slots=True)
class Bin:
    """The rows whose stated probability lies in [low, high).

    Parameters
    ----------
    low, high
        In [0, 1]; the last bin holds 1 too.
    count
        How many rows.
    said
        The mean stated probability.
    found
        The share of rows for which it was so.
    """

    low: float
    high: float
    count: int
    said: float
    found: float


@dataclass(frozen=True, slots=True)
class Reliability:
    """A reliability diagram: the bins that hold rows, from low to high."""

    bins: tuple[Bin, ...]

    @property
    def count(self) -> int:
        """How many rows."""
        return sum(each.count for each in self.bins)

    @property
    def error(self) -> float:
        """The expected calibration error in [0, 1] (Naeini et al. 2015, Guo et al. 2017).

        The distance between what was said and what was found, averaged over the rows bin by bin.
        """
        gaps = sum(each.count * abs(each.said - each.found) for each in self.bins)
        return gaps / self.count if self.bins else 0.0


def reliability(said: Sequence[float], found: Sequence[bool], *, bins: int = BINS) -> Reliability:
    """Sort stated probabilities into bins of equal width beside what was found.

    Examples
    --------
    >>> diagram = reliability([0.9, 0.9, 0.9, 0.9, 0.1], [True, True, False, True, False])
    >>> [(each.count, round(each.said, 2), round(each.found, 2)) for each in diagram.bins]
    [(1, 0.1, 0.0), (4, 0.9, 0.75)]
    >>> round(diagram.error, 2)
    0.14
    """
    members: dict[int, list[tuple[float, bool]]] = {}
    for probability, was_so in zip(said, found, strict=True):
        place = min(int(probability * bins), bins - 1)
        members.setdefault(place, []).append((probability, was_so))
    return Reliability(
        tuple(
            Bin(
                low=place / bins,
                high=(place + 1) / bins,
                count=len(rows),
                said=math.fsum(probability for probability, _ in rows) / len(rows),
                found=sum(was_so for _, was_so in rows) / len(rows),
            )
            for place, rows in sorted(members.items())
        )
    )


@dataclass(frozen=True, slots=True)
class OperatingPoint:
    """What alarms at a threshold are worth.

    Parameters
    ----------
    threshold
        The score from which there is an alarm; ``None`` where several were used.
    alarms, right
        How many there were, and how many of them rightly.
    contradicted
        How many rows should have had one.
    """

    threshold: float | None
    alarms: int
    right: int
    contradicted: int

    @property
    def precision(self) -> float:
        """The share of the alarms that are right; 1 where there is none."""
        return self.right / self.alarms if self.alarms else 1.0

    @property
    def recall(self) -> float:
        """The share of the contradictions that have an alarm; 1 where there is none."""
        return self.right / self.contradicted if self.contradicted else 1.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the precision (Wilson 1927); (0, 1) without alarms."""
        if not self.alarms:
            return (0.0, 1.0)
        z, n, share = _NORMAL_QUANTILE, self.alarms, self.precision
        middle = share + z * z / (2 * n)
        reach = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        scale = 1 + z * z / n
        return (max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale))


def operating_point(
    scores: Sequence[float], contradicted: Sequence[bool], threshold: float
) -> OperatingPoint:
    """Return what alarms from ``threshold`` on are worth.

    Examples
    --------
    >>> point = operating_point([0.95, 0.9, 0.8, 0.2], [True, False, True, True], 0.7)
    >>> (point.alarms, round(point.precision, 2), round(point.recall, 2))
    (3, 0.67, 0.67)
    """
    alarms = [
        was_so for score, was_so in zip(scores, contradicted, strict=True) if threshold <= score
    ]
    return OperatingPoint(threshold, len(alarms), sum(alarms), sum(contradicted))
