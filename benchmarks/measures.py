"""What is read off a set's scored rows: a figure of ours, the floor's, and the best peer's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmarks.metrics import (
    accuracy,
    auc,
    balanced_accuracy,
    best_balanced_accuracy,
    f1,
    macro_f1,
)
from benchmarks.scoring import Scored

__all__ = [
    "KeyMetric",
    "Measure",
    "Metric",
    "Peer",
    "alerted",
    "alerted_balanced",
    "best_balanced",
    "by_auc",
    "by_f1",
    "grouped",
    "majority",
    "majority_by",
    "right",
    "three_way",
    "three_way_f1",
]

Metric = Callable[[Sequence[Scored]], float | None]
KeyMetric = Callable[[Sequence[Scored], str], float | None]

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
        A peer's figure from a paper; peers with scores on the rows are found by themselves.
    bar
        What the project promised: at least this, or at most where ``lower`` is better.
    lower
        Whether small is good.
    group
        The group of rows it is about; empty for all.
    missing
        The score without which a row counts as one without evidence.
    """

    name: str
    metric: KeyMetric
    key: str = ""
    floor: Metric | None = None
    published: Peer | None = None
    bar: float | None = None
    lower: bool = False
    group: str = ""
    missing: str = ""

    def ours(self, rows: Sequence[Scored]) -> float | None:
        """Return our figure on ``rows``."""
        return self.metric(rows, self.key)

    def best_peer(self, rows: Sequence[Scored]) -> Peer | None:
        """Return the peer with the highest figure, recomputed on ``rows`` where that can be."""
        names = sorted({key for row in rows for key in row.scores if key.startswith("peer ")})
        found = [self._peer(rows, name) for name in names]
        peers = [peer for peer in (*found, self.published) if peer is not None]
        return max(peers, key=lambda peer: peer.value, default=None)

    def _peer(self, rows: Sequence[Scored], name: str) -> Peer | None:
        judged = [row for row in rows if name in row.scores]
        value = self.metric(judged, name)
        return None if value is None else Peer(name.removeprefix("peer "), value)


def by_auc(positive: str, *, missing: float = 0.5) -> KeyMetric:
    """Return the AUC of a score; a row without the score counts as ``missing``."""

    def metric(rows: Sequence[Scored], key: str) -> float | None:
        gold = [positive in row.gold for row in rows]
        return auc(gold, [row.scores.get(key, missing) for row in rows])

    return metric


def by_f1(positive: str) -> KeyMetric:
    """Return the F1 of "the score is over one half"."""

    def metric(rows: Sequence[Scored], key: str) -> float | None:
        gold = [str(positive in row.gold) for row in rows]
        return f1(gold, [str(row.scores.get(key, 0.0) > 0.5) for row in rows], label="True")

    return metric


def three_way(rows: Sequence[Scored], _key: str) -> float | None:
    """Return the accuracy of the likeliest of three relations."""
    return accuracy(_gold(rows), _told(rows))


def three_way_f1(rows: Sequence[Scored], _key: str) -> float | None:
    """Return the macro-F1 of the likeliest of three relations."""
    return macro_f1(_gold(rows), _told(rows))


def _gold(rows: Sequence[Scored]) -> list[str]:
    return [row.gold[0] for row in rows]


def _told(rows: Sequence[Scored]) -> list[str]:
    """Return the likeliest relation of each row, and no relation for a row that was refused."""
    return [max(RELATIONS, key=lambda n: row.scores[n]) if not row.error else "" for row in rows]


def right(positive: str) -> KeyMetric:
    """Return the accuracy of "the score is above zero", for counts of alerts."""

    def metric(rows: Sequence[Scored], key: str) -> float | None:
        gold = [str(positive in row.gold) for row in rows]
        return accuracy(gold, [str(row.scores.get(key, 0.0) > 0) for row in rows])

    return metric


def alerted(rows: Sequence[Scored], key: str) -> float | None:
    """Return the share of rows with an alert: false alarms where nothing is wrong."""
    return sum(row.scores.get(key, 0.0) > 0 for row in rows) / len(rows) if rows else None


def alerted_balanced(positive: str) -> KeyMetric:
    """Return the balanced accuracy of "an alert was raised": no threshold is chosen here."""

    def metric(rows: Sequence[Scored], key: str) -> float | None:
        told = [row.scores.get(key, 0.0) > 0 for row in rows]
        return balanced_accuracy([positive in row.gold for row in rows], told)

    return metric


def best_balanced(positive: str) -> KeyMetric:
    """Return the balanced accuracy at the best threshold, found on these rows: an upper bound."""

    def metric(rows: Sequence[Scored], key: str) -> float | None:
        gold = [positive in row.gold for row in rows]
        scores = [row.scores.get(key, 0.5) for row in rows]
        return best_balanced_accuracy(gold, scores)

    return metric


def grouped(metric: KeyMetric) -> KeyMetric:
    """Return the mean of ``metric`` over the groups; ``None`` if one of them has no figure."""

    def mean(rows: Sequence[Scored], key: str) -> float | None:
        names = sorted({row.group for row in rows})
        found = [metric([row for row in rows if row.group == name], key) for name in names]
        figures = [value for value in found if value is not None]
        return sum(figures) / len(figures) if figures and len(figures) == len(found) else None

    return mean


def majority(rows: Sequence[Scored]) -> float | None:
    """Return the accuracy of always saying the commonest label."""
    gold = _gold(rows)
    return max(gold.count(label) for label in set(gold)) / len(gold) if gold else None


def majority_by(key: str) -> Metric:
    """Return the accuracy of saying the commonest label of the rows with the same score."""

    def metric(rows: Sequence[Scored]) -> float | None:
        values = sorted({row.scores.get(key, 0.0) for row in rows})
        alike = [[row for row in rows if row.scores.get(key, 0.0) == value] for value in values]
        hits = sum((majority(part) or 0.0) * len(part) for part in alike)
        return hits / len(rows) if rows else None

    return metric
