"""One measured speed, and how to take its time."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Figure", "as_text", "in_turn", "median_seconds", "seconds"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One measurement; ``ratio`` is to the first of its ``kind``, where that says something."""

    kind: str
    name: str
    value: float
    unit: str
    ratio: float | None = None


def seconds(call: Callable[[], object]) -> float:
    """Return how long a call takes."""
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def median_seconds(calls: Sequence[Callable[[], object]]) -> float:
    """Return the median time of some calls."""
    return statistics.median(map(seconds, calls))


def in_turn(*calls: Sequence[Callable[[], object]]) -> list[list[float]]:
    """Return how long each call takes, the first of each sequence, then the second, and so on.

    The speed of a rented core drifts within a minute: what is to be compared runs side by side.
    """
    rounds = [[seconds(call) for call in each] for each in zip(*calls, strict=True)]
    return [list(times) for times in zip(*rounds, strict=True)]


def as_text(figures: Sequence[Figure]) -> str:
    """Return one aligned line a figure."""
    return "\n".join(
        f"{figure.name:<52}{figure.value:>10.4g} {figure.unit:<10}{_ratio(figure)}".rstrip()
        for figure in figures
    )


def _ratio(figure: Figure) -> str:
    return "" if figure.ratio is None else f"x{figure.ratio:.2f}"
