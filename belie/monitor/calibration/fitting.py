"""Fits a temperature and a threshold to labelled rows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from belie.datatypes import Relation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

__all__ = ["fit_temperature", "fit_threshold"]

_FEWEST_ALARMS = 10
_TEMPERATURES = [0.1 * 1.01**step for step in range(464)]
"""From 0.1 to 10, one per cent apart."""
_LEAST_LIKELY = 1e-9


def fit_temperature(
    probabilities: Sequence[Mapping[Relation, float]], labels: Sequence[frozenset[Relation]]
) -> float:
    """Return the temperature in [0.1, 10] under which the labels are likeliest.

    A label that leaves several relations possible is as likely as they are together.

    Examples
    --------
    >>> odds = {Relation.ENTAILMENT: 0.98, Relation.NEUTRAL: 0.02}
    >>> yes, no = frozenset({Relation.ENTAILMENT}), frozenset({Relation.NEUTRAL})
    >>> temperature = fit_temperature([odds] * 4, [yes, yes, yes, no])  # it is too sure by far
    >>> 3.5 < temperature < 3.6
    True
    """
    shares = np.array([[row.get(relation, 0.0) for relation in Relation] for row in probabilities])
    allowed = np.array([[relation in label for relation in Relation] for label in labels])
    with np.errstate(divide="ignore"):
        logs = np.log(shares)
    logs -= logs.max(axis=1, keepdims=True)
    losses = [_loss(np.exp(logs / temperature), allowed) for temperature in _TEMPERATURES]
    return round(_TEMPERATURES[int(np.argmin(losses))], 4)


def _loss(powers: NDArray[np.float64], allowed: NDArray[np.bool_]) -> float:
    likely = (powers * allowed).sum(axis=1) / powers.sum(axis=1)
    return float(-np.log(likely.clip(_LEAST_LIKELY)).mean())


def fit_threshold(
    scores: Sequence[float], contradicted: Sequence[bool], *, precision: float
) -> float | None:
    """Return the smallest threshold whose alarms, at least ten, are right as often as asked.

    It lies half-way between the last score with an alarm and the first without one. ``None`` where
    no threshold is good enough.

    Examples
    --------
    >>> scores = [0.9] * 10 + [0.7] * 10 + [0.1] * 10
    >>> fit_threshold(scores, [True] * 10 + [False] * 20, precision=0.95)
    0.8
    >>> fit_threshold(scores, [False] * 10 + [True] * 20, precision=0.95) is None
    True
    """
    right: Counter[float] = Counter()
    for score, was_so in zip(scores, contradicted, strict=True):
        right[score] += was_so
    counts, levels = Counter(scores), sorted(set(scores), reverse=True)
    best: int | None = None
    alarms = hits = 0
    for place, level in enumerate(levels):
        alarms, hits = alarms + counts[level], hits + right[level]
        if 0 < level and _FEWEST_ALARMS <= alarms and precision * alarms <= hits:
            best = place
    return None if best is None else _between(levels[best], *levels[best + 1 : best + 2])


def _between(alarm: float, silent: float = 0.0) -> float:
    middle = (alarm + silent) / 2
    return middle if silent < middle else alarm
