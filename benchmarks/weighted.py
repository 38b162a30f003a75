"""Measures over weighted rows, so that a figure and its interval come from the same function.

A weight says how often a row counts. Every measure takes weights of shape (rounds, rows) and
returns one number in [0, 1] per round, NaN where it is undefined; :func:`once` counts every row
once, :func:`resampled` draws rows again and again (the bootstrap, Efron 1979).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

__all__ = [
    "Weighted",
    "accuracy",
    "auc",
    "balanced_accuracy",
    "best_balanced_accuracy",
    "calibration_error",
    "f1",
    "interval",
    "macro_f1",
    "majority",
    "once",
    "resampled",
    "share",
    "span_f1",
    "value",
]

Floats: TypeAlias = "NDArray[np.float64]"
Weighted: TypeAlias = "Callable[[Floats], Floats]"
"""A measure that has read its rows and waits for their weights."""

BINS = 15


def once(rows: int) -> Floats:
    """Return weights of shape (1, rows) that count every row once."""
    return np.ones((1, rows))


def resampled(clusters: Sequence[str], *, rounds: int, seed: int = 0) -> Floats:
    """Return weights of shape (rounds, rows): clusters are drawn with replacement, as many as are.

    Rows of one document or one premise are alike; drawn one by one they would make an interval
    look narrower than it is. So a cluster's rows are drawn together.

    Examples
    --------
    >>> weights = resampled(["a", "a", "b"], rounds=50)
    >>> weights.shape, bool((weights[:, 0] == weights[:, 1]).all())
    ((50, 3), True)
    """
    names, place = np.unique(np.asarray(clusters, dtype=object), return_inverse=True)
    rng = np.random.default_rng(seed)
    drawn = rng.integers(len(names), size=(rounds, len(names)))
    counts = np.stack([np.bincount(each, minlength=len(names)) for each in drawn])
    return counts.astype(np.float64)[:, place]


def value(measure: Weighted, rows: int) -> float | None:
    """Return the figure of a measure, ``None`` where it is undefined."""
    if not rows:
        return None
    found = float(measure(once(rows))[0])
    return None if np.isnan(found) else found


def interval(measure: Weighted, weights: Floats) -> tuple[float, float] | None:
    """Return the 2.5 and 97.5 percentiles over the rounds of ``weights`` that have a value."""
    found = measure(weights)
    found = found[~np.isnan(found)]
    if not len(found):
        return None
    low, high = np.percentile(found, [2.5, 97.5])
    return float(low), float(high)


def auc(positive: Sequence[bool], scores: Sequence[float], weights: Floats) -> Floats:
    """Return the area under the ROC curve: how often a positive outscores a negative.

    Ties count a half (the Mann-Whitney statistic; Hanley and McNeil 1982).

    Examples
    --------
    >>> auc([True, False, True, False], [0.9, 0.1, 0.4, 0.4], once(4))
    array([0.875])
    """
    ones, zeros = _by_score(positive, scores, weights)
    below = np.cumsum(zeros, axis=1) - zeros / 2
    return _ratio((ones * below).sum(axis=1), ones.sum(axis=1) * zeros.sum(axis=1))


def best_balanced_accuracy(
    positive: Sequence[bool], scores: Sequence[float], weights: Floats
) -> Floats:
    """Return the balanced accuracy at the threshold that is best for these very rows.

    Chosen in hindsight, so an upper bound of what a threshold set beforehand would reach.

    Examples
    --------
    >>> best_balanced_accuracy([True, True, False, False], [0.9, 0.4, 0.6, 0.1], once(4))
    array([0.75])
    """
    ones, zeros = _by_score(positive, scores, weights)
    all_ones, all_zeros = ones.sum(axis=1), zeros.sum(axis=1)
    kept = _ratio(np.cumsum(ones[:, ::-1], axis=1)[:, ::-1].T, all_ones)
    refused = _ratio((np.cumsum(zeros, axis=1) - zeros).T, all_zeros)
    return (kept + refused).max(axis=0) / 2


def balanced_accuracy(positive: Sequence[bool], told: Sequence[bool], weights: Floats) -> Floats:
    """Return the mean of the shares of positives and of negatives told right.

    Examples
    --------
    >>> balanced_accuracy([True, True, True, False], [True, True, True, True], once(4))
    array([0.5])
    """
    wanted, said = np.asarray(positive, dtype=bool), np.asarray(told, dtype=bool)
    found = _ratio(weights @ (wanted & said), weights @ wanted)
    refused = _ratio(weights @ (~wanted & ~said), weights @ ~wanted)
    return (found + refused) / 2


def share(true: Sequence[bool], weights: Floats) -> Floats:
    """Return how many of the rows are true.

    Examples
    --------
    >>> share([True, False], once(2))
    array([0.5])
    """
    return _ratio(weights @ np.asarray(true, dtype=np.float64), weights.sum(axis=1))


def accuracy(gold: Sequence[str], told: Sequence[str], weights: Floats) -> Floats:
    """Return the share of rows told right."""
    return share([a == b for a, b in zip(gold, told, strict=True)], weights)


def f1(gold: Sequence[bool], told: Sequence[bool], weights: Floats) -> Floats:
    """Return the harmonic mean of precision and recall.

    Examples
    --------
    >>> f1([True, True, False], [True, False, False], once(3)).round(3)
    array([0.667])
    """
    wanted, said = np.asarray(gold, dtype=bool), np.asarray(told, dtype=bool)
    return _ratio(2 * (weights @ (wanted & said)), weights @ wanted + weights @ said)


def macro_f1(gold: Sequence[str], told: Sequence[str], weights: Floats) -> Floats:
    """Return the mean of :func:`f1` over the labels that occur in ``gold``.

    Examples
    --------
    >>> macro_f1(["yes", "yes", "no"], ["yes", "no", "no"], once(3)).round(3)
    array([0.667])
    """
    labels = sorted(set(gold))
    each = [
        f1([label == one for one in gold], [label == one for one in told], weights)
        for label in labels
    ]
    return np.nan_to_num(np.stack(each)).mean(axis=0)


def majority(gold: Sequence[str], kinds: Sequence[float], weights: Floats) -> Floats:
    """Return the accuracy of saying for each kind of row the label that is commonest in it.

    Examples
    --------
    >>> majority(["a", "a", "b", "b"], [1, 1, 1, 2], once(4))
    array([0.75])
    """
    labels, numbers = np.asarray(gold, dtype=object), np.asarray(kinds)
    hits = np.zeros(len(weights))
    for kind in np.unique(numbers):
        here = numbers == kind
        counts = [weights @ (here & (labels == label)) for label in set(gold)]
        hits += np.max(counts, axis=0)
    return _ratio(hits, weights.sum(axis=1))


def span_f1(
    right: Sequence[float], told: Sequence[float], gold: Sequence[float], weights: Floats
) -> Floats:
    """Return the F1 of marked characters over all rows together.

    Parameters
    ----------
    right, told, gold
        For each row how many characters are marked by both, by us, by the annotators.

    Examples
    --------
    >>> span_f1([2, 0], [4, 0], [4, 0], once(2))
    array([0.5])
    """
    both, ours, theirs = (np.asarray(one, dtype=np.float64) for one in (right, told, gold))
    return _ratio(2 * (weights @ both), weights @ (ours + theirs))


def calibration_error(
    confidence: Sequence[float], right: Sequence[bool], weights: Floats
) -> Floats:
    """Return the expected calibration error over 15 bins of equal width (Guo et al. 2017).

    Parameters
    ----------
    confidence
        The probability in [0, 1] of what was told.
    right
        Whether that was right.

    Examples
    --------
    >>> calibration_error([0.8, 0.8], [True, False], once(2)).round(2)
    array([0.3])
    """
    sure = np.asarray(confidence, dtype=np.float64)
    gap = sure - np.asarray(right, dtype=np.float64)
    bins = np.minimum((sure * BINS).astype(int), BINS - 1)
    gaps = [np.abs(weights @ (gap * (bins == number))) for number in np.unique(bins)]
    return _ratio(np.sum(gaps, axis=0), weights.sum(axis=1))


def _by_score(
    positive: Sequence[bool], scores: Sequence[float], weights: Floats
) -> tuple[Floats, Floats]:
    """Return the weights of positives and of negatives at each different score, lowest first."""
    wanted = np.asarray(positive, dtype=bool)
    order = np.argsort(np.asarray(scores, dtype=np.float64), kind="stable")
    ranked = np.asarray(scores, dtype=np.float64)[order]
    starts = np.flatnonzero(np.r_[True, ranked[1:] != ranked[:-1]])
    ordered, marked = weights[:, order], wanted[order]
    return (
        np.add.reduceat(ordered * marked, starts, axis=1),
        np.add.reduceat(ordered * ~marked, starts, axis=1),
    )


def _ratio(part: NDArray[Any], whole: NDArray[Any]) -> Floats:
    """Return ``part / whole``, NaN where there is nothing to divide by."""
    return np.divide(part, whole, out=np.full(np.shape(part), np.nan), where=whole > 0)
