"""The few measures the tables are made of; numbers in [0, 1], ``None`` where undefined."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = [
    "accuracy",
    "auc",
    "balanced_accuracy",
    "best_balanced_accuracy",
    "bootstrap",
    "f1",
    "macro_f1",
    "overlap",
]

Row = TypeVar("Row")


def auc(positive: Sequence[bool], scores: Sequence[float]) -> float | None:
    """Return the area under the ROC curve: how often a positive outscores a negative.

    Ranks with ties averaged (the Mann-Whitney statistic; Hanley and McNeil 1982).

    Parameters
    ----------
    positive
        Whether each row is of the class that should score high.
    scores
        One number a row, as many as ``positive``.

    Returns
    -------
    float or None
        In [0, 1], ties count a half; ``None`` if only one class is there.

    Examples
    --------
    >>> auc([True, False, True, False], [0.9, 0.1, 0.4, 0.4])
    0.875
    """
    wanted = np.asarray(positive, dtype=bool)
    _, place, count = np.unique(np.asarray(scores, float), return_inverse=True, return_counts=True)
    ranks = (np.cumsum(count) - (count - 1) / 2)[place]
    ones = int(wanted.sum())
    zeros = len(wanted) - ones
    if not ones or not zeros:
        return None
    return float((ranks[wanted].sum() - ones * (ones + 1) / 2) / (ones * zeros))


def accuracy(gold: Sequence[str], told: Sequence[str]) -> float | None:
    """Return the share of rows told right.

    Examples
    --------
    >>> accuracy(["yes", "no"], ["yes", "yes"])
    0.5
    """
    right = sum(a == b for a, b in zip(gold, told, strict=True))
    return right / len(gold) if gold else None


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


def balanced_accuracy(positive: Sequence[bool], told: Sequence[bool]) -> float | None:
    """Return the mean of the shares of positives and of negatives told right.

    Examples
    --------
    >>> balanced_accuracy([True, True, True, False], [True, True, True, True])
    0.5
    """
    ones = [b for a, b in zip(positive, told, strict=True) if a]
    zeros = [not b for a, b in zip(positive, told, strict=True) if not a]
    if not ones or not zeros:
        return None
    return (sum(ones) / len(ones) + sum(zeros) / len(zeros)) / 2


def best_balanced_accuracy(positive: Sequence[bool], scores: Sequence[float]) -> float | None:
    """Return the balanced accuracy at the threshold that is best for these very rows.

    Chosen in hindsight, so an upper bound of what a threshold set beforehand would reach.

    Examples
    --------
    >>> best_balanced_accuracy([True, True, False, False], [0.9, 0.4, 0.6, 0.1])
    0.75
    """
    wanted = np.asarray(positive, dtype=bool)
    cuts, place = np.unique(np.asarray(scores, float), return_inverse=True)
    ones = np.bincount(place[wanted], minlength=len(cuts))
    zeros = np.bincount(place[~wanted], minlength=len(cuts))
    if not ones.sum() or not zeros.sum():
        return None
    kept = np.cumsum(ones[::-1])[::-1] / ones.sum()  # positives at or above each cut
    refused = (np.cumsum(zeros) - zeros) / zeros.sum()  # negatives below it
    return float((kept + refused).max() / 2)


def overlap(text: str, source: str) -> float:
    """Return the share of the words of ``text`` that occur in ``source``: the floor of every set.

    Examples
    --------
    >>> overlap("The tower leans.", "A tower in Pisa leans")
    0.6666666666666666
    """
    known = set(re.findall(r"\w+", source.lower()))
    words = re.findall(r"\w+", text.lower())
    return sum(word in known for word in words) / len(words) if words else 0.0


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
