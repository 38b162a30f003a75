"""What is read off a set's scored rows: a figure of ours, the floor's, and the peers'."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from benchmarks import weighted
from benchmarks.scoring import Scored
from benchmarks.weighted import Weighted

__all__ = [
    "KeyMetric",
    "Measure",
    "Metric",
    "Peer",
    "alerted",
    "best_balanced",
    "by_auc",
    "calibrated",
    "grouped",
    "majority",
    "marked",
    "of_positive",
    "right",
    "three_way",
    "three_way_f1",
    "told_balanced",
]

Metric: TypeAlias = Callable[[Sequence[Scored]], Weighted]
"""Reads rows; what it gives waits for their weights."""
KeyMetric: TypeAlias = Callable[[Sequence[Scored], str], Weighted]
"""Likewise, of a named score."""

RELATIONS = ("entailment", "neutral", "contradiction")


@dataclass(frozen=True, slots=True)
class Peer:
    """Somebody else's figure in [0, 1]; ``published`` if it was not recomputed on these rows."""

    name: str
    value: float
    published: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One line of the table.

    Parameters
    ----------
    name
        What is measured.
    metric
        How it is computed from rows and the name of a score.
    key
        Our score.
    floor
        What needs no model.
    published
        Peers' figures from papers; peers with scores on the rows are found by themselves.
    must, aim
        What the project promised and what it hopes for: at least this, or at most where ``lower``
        is better.
    lower
        Whether small is good.
    group
        The group of rows it is about; empty for all.
    kind
        The kind of error it is about: rows that are wrong in another way are left out.
    sound
        The label of rows that are not wrong, where there is a ``kind``.
    missing
        The score without which a row counts as one without evidence.
    """

    name: str
    metric: KeyMetric
    key: str = ""
    floor: Metric | None = None
    published: tuple[Peer, ...] = ()
    must: float | None = None
    aim: float | None = None
    lower: bool = False
    group: str = ""
    kind: str = ""
    sound: str = ""
    missing: str = ""

    def rows(self, rows: Sequence[Scored]) -> list[Scored]:
        """Return the rows that it is about."""
        return [
            row
            for row in rows
            if (not self.group or row.group == self.group)
            and (not self.kind or self.kind in row.gold or self.sound in row.gold)
        ]

    def ours(self, rows: Sequence[Scored]) -> Weighted:
        """Return our figure on ``rows``, for any weights."""
        return self.metric(rows, self.key)

    def peers(self, rows: Sequence[Scored]) -> list[Peer]:
        """Return the peers, best first, recomputed on ``rows`` where that can be."""
        names = sorted({key for row in rows for key in row.scores if key.startswith("peer ")})
        found = [self._peer(rows, name) for name in names]
        peers = [peer for peer in (*found, *self.published) if peer is not None]
        return sorted(peers, key=lambda peer: peer.value, reverse=not self.lower)

    def _peer(self, rows: Sequence[Scored], name: str) -> Peer | None:
        judged = [row for row in rows if name in row.scores]
        value = weighted.value(self.metric(judged, name), len(judged))
        return None if value is None else Peer(name.removeprefix("peer "), value)


def by_auc(positive: str, *, missing: float = 0.5) -> KeyMetric:
    """Return the AUC of a score; a row without the score counts as ``missing``."""

    def metric(rows: Sequence[Scored], key: str) -> Weighted:
        gold, scores = _has(rows, positive), _column(rows, key, missing)
        return lambda weights: weighted.auc(gold, scores, weights)

    return metric


def three_way(rows: Sequence[Scored], _key: str) -> Weighted:
    """Return the accuracy of the likeliest of three relations."""
    gold, told = _gold(rows), _told(rows)
    return lambda weights: weighted.accuracy(gold, told, weights)


def three_way_f1(rows: Sequence[Scored], _key: str) -> Weighted:
    """Return the macro-F1 of the likeliest of three relations."""
    gold, told = _gold(rows), _told(rows)
    return lambda weights: weighted.macro_f1(gold, told, weights)


def calibrated(rows: Sequence[Scored], _key: str) -> Weighted:
    """Return the calibration error of the likeliest of three relations."""
    gold, told = _gold(rows), _told(rows)
    sure = [row.scores.get(label, 0.0) for row, label in zip(rows, told, strict=True)]
    hits = [one == other for one, other in zip(gold, told, strict=True)]
    return lambda weights: weighted.calibration_error(sure, hits, weights)


def right(positive: str) -> KeyMetric:
    """Return the accuracy of "the score is above zero", for counts of alerts."""

    def metric(rows: Sequence[Scored], key: str) -> Weighted:
        hits = [a == b for a, b in zip(_has(rows, positive), _above(rows, key), strict=True)]
        return lambda weights: weighted.share(hits, weights)

    return metric


def of_positive(positive: str) -> KeyMetric:
    """Return the F1 of "the score is above zero"."""

    def metric(rows: Sequence[Scored], key: str) -> Weighted:
        gold, told = _has(rows, positive), _above(rows, key)
        return lambda weights: weighted.f1(gold, told, weights)

    return metric


def alerted(rows: Sequence[Scored], key: str) -> Weighted:
    """Return the share of rows with an alert: false alarms where nothing is wrong."""
    told = _above(rows, key)
    return lambda weights: weighted.share(told, weights)


def told_balanced(positive: str) -> KeyMetric:
    """Return the balanced accuracy of "an alert was raised": no threshold is chosen here."""

    def metric(rows: Sequence[Scored], key: str) -> Weighted:
        gold, told = _has(rows, positive), _above(rows, key)
        return lambda weights: weighted.balanced_accuracy(gold, told, weights)

    return metric


def best_balanced(positive: str) -> KeyMetric:
    """Return the balanced accuracy at the best threshold, found on these rows: an upper bound."""

    def metric(rows: Sequence[Scored], key: str) -> Weighted:
        gold, scores = _has(rows, positive), _column(rows, key, 0.5)
        return lambda weights: weighted.best_balanced_accuracy(gold, scores, weights)

    return metric


def marked(rows: Sequence[Scored], key: str) -> Weighted:
    """Return the F1 of the characters that ``key`` marks, over all rows together."""
    both, told, gold = (
        _column(rows, name, 0.0) for name in (f"{key} right", f"{key} told", "marked")
    )
    return lambda weights: weighted.span_f1(both, told, gold, weights)


def grouped(metric: KeyMetric) -> KeyMetric:
    """Return the mean of ``metric`` over the groups; undefined if one of them has no figure."""

    def mean(rows: Sequence[Scored], key: str) -> Weighted:
        names = sorted({row.group for row in rows})
        places = [[n for n, row in enumerate(rows) if row.group == name] for name in names]
        each = [metric([rows[place] for place in here], key) for here in places]
        return lambda weights: np.mean(
            [one(weights[:, here]) for one, here in zip(each, places, strict=True)], axis=0
        )

    return mean


def majority(key: str = "") -> Metric:
    """Return the accuracy of the commonest label, of all rows or of those with the same score."""

    def metric(rows: Sequence[Scored]) -> Weighted:
        gold, kinds = _gold(rows), _column(rows, key, 0.0)
        return lambda weights: weighted.majority(gold, kinds, weights)

    return metric


def _gold(rows: Sequence[Scored]) -> list[str]:
    return [row.gold[0] for row in rows]


def _has(rows: Sequence[Scored], label: str) -> list[bool]:
    return [label in row.gold for row in rows]


def _column(rows: Sequence[Scored], key: str, missing: float) -> list[float]:
    return [row.scores.get(key, missing) for row in rows]


def _above(rows: Sequence[Scored], key: str) -> list[bool]:
    return [row.scores.get(key, 0.0) > 0 for row in rows]


def _told(rows: Sequence[Scored]) -> list[str]:
    """Return the likeliest relation of each row, and no relation for a row that was refused."""
    return [max(RELATIONS, key=lambda n: row.scores[n]) if not row.error else "" for row in rows]
