"""The kinds of lines that several sets share, with their floors and the project's bars."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from benchmarks.measures import (
    KeyMetric,
    Measure,
    Metric,
    Peer,
    alerted,
    best_balanced,
    by_auc,
    calibrated,
    grouped,
    majority,
    marked,
    of_positive,
    right,
    three_way,
    three_way_f1,
    told_balanced,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.scoring import Scored
    from benchmarks.weighted import Weighted

__all__ = [
    "ACCURACY",
    "CALIBRATION",
    "CONSISTENT",
    "DOUBTED",
    "EDITS",
    "FALSE_ALARMS",
    "HUMAN_BOT",
    "MACRO_F1",
    "MARKED",
    "PAIRED",
    "PROSECCO",
    "TRUE_MEAN",
    "clash",
    "of_groups",
    "of_kinds",
    "published",
    "supported",
]

LENGTHS = ("2-4 turns", "6 turns", "8 turns", "10 turns", "over 10 turns")
DOMAINS = ("news", "samsum", "sales_call", "podcast")
EDIT_PEERS = {
    "GPT-4": (83.3, 83.1, 87.9, 82.7),
    "ChatGPT": (74.4, 69.1, 79.4, 68.4),
    "QAFactEval": (74.4, 66.2, 68.4, 63.7),
    "SummaC-Conv": (61.9, 53.1, 59.0, 58.1),
}
"""Balanced accuracy in per cent by domain, published (Laban et al. 2023)."""


def published(**figures: float) -> tuple[Peer, ...]:
    """Return peers with figures from papers, in per cent; ``_`` stands for a blank."""
    return tuple(
        Peer(name.replace("_", " "), value / 100, published=True) for name, value in figures.items()
    )


def _on(metric: KeyMetric, key: str) -> Metric:
    return lambda rows: metric(rows, key)


def supported(positive: str) -> Measure:
    """Return the AUC of ``consistency``; a row without evidence counts as one half."""
    metric = by_auc(positive)
    return Measure(
        name="AUC",
        metric=metric,
        key="consistency",
        floor=_on(metric, "floor"),
        missing="consistency",
    )


def clash(positive: str, key: str, name: str = "AUC") -> Measure:
    """Return the AUC of a contradiction; where nothing was compared there is none.

    The floor is the AUC of words not said before.
    """
    metric = by_auc(positive, missing=0.0)
    return Measure(name=name, metric=metric, key=key, floor=_unsaid(positive), missing=key)


def _unsaid(positive: str) -> Metric:
    def floor(rows: Sequence[Scored]) -> Weighted:
        said = by_auc(positive)(rows, "floor")
        return lambda weights: 1 - said(weights)

    return floor


PAIRED = clash("contradiction", "contradiction")


def of_kinds(measure: Measure, kinds: Sequence[str], *, sound: str) -> tuple[Measure, ...]:
    """Return the measure for each kind of error against all rows that are ``sound``."""
    plain = replace(measure, must=None, aim=None, published=())
    return tuple(replace(plain, kind=kind, sound=sound) for kind in kinds)


def of_groups(measure: Measure, groups: Sequence[str]) -> tuple[Measure, ...]:
    """Return the measure for each group of rows."""
    plain = replace(measure, must=None, aim=None, published=())
    return tuple(replace(plain, group=group) for group in groups)


ACCURACY = Measure(name="accuracy, 3-way", metric=three_way, floor=majority(), missing="entailment")
MACRO_F1 = Measure(name="macro-F1, 3-way", metric=three_way_f1)
CALIBRATION = Measure(
    name="calibration error, 3-way", metric=calibrated, must=0.05, aim=0.02, lower=True
)
CONSISTENT = supported("consistent")
MARKED = Measure(
    name="F1 of marked characters, alerts",
    metric=marked,
    key="alerts",
    floor=_on(marked, "floor"),
)
DOUBTED = replace(MARKED, name="F1 of marked characters, all that is marked", key="doubts")
TRUE_MEAN = Measure(
    name="AUC, mean of four",
    metric=grouped(by_auc("consistent")),
    key="consistency",
    floor=_on(grouped(by_auc("consistent")), "floor"),
    must=0.76,
    aim=0.82,
    missing="consistency",
)

_HUMAN_BOT = Measure(
    name="accuracy of alerts",
    metric=right("contradiction"),
    key="alerts",
    floor=majority("turns"),
    published=(Peer("RoBERTa on DECODE, all 764", 0.847, published=True),),
    must=0.75,
    aim=0.85,
)
HUMAN_BOT = (
    _HUMAN_BOT,
    clash("contradiction", "self"),
    *of_groups(_HUMAN_BOT, LENGTHS),
)
FALSE_ALARMS = (
    Measure(
        name="false alarms, checked turn",
        metric=alerted,
        key="alerts",
        must=0.05,
        aim=0.02,
        lower=True,
    ),
    Measure(name="false alarms, any turn", metric=alerted, key="alerts_anywhere", lower=True),
)
PROSECCO = (
    PAIRED,
    Measure(name="accuracy", metric=right("contradiction"), key="contradicts", must=0.60, aim=0.66),
    Measure(name="F1", metric=of_positive("contradiction"), key="contradicts"),
)


def _edits(name: str, metric: KeyMetric, key: str) -> Measure:
    return Measure(name=name, metric=metric, key=key, must=0.65, aim=0.73)


_BEST = best_balanced("consistent")
_BEST_EDITS = replace(
    _edits("best BA", _BEST, "consistency"), floor=_on(_BEST, "floor"), missing="consistency"
)
_KINDS = ("entity_modification", "antonym_swap", "negation_insertion_removal")
_INSERTION = "hallucinated_fact_insertion"
EDITS = (
    CONSISTENT,
    *of_kinds(CONSISTENT, (*_KINDS, _INSERTION), sound="consistent"),
    replace(
        _BEST_EDITS,
        name="best BA, mean of domains",
        metric=grouped(_BEST),
        floor=_on(grouped(_BEST), "floor"),
        published=published(
            **{name.replace(" ", "_"): sum(each) / 4 for name, each in EDIT_PEERS.items()}
        ),
    ),
    *(
        replace(
            _BEST_EDITS,
            group=domain,
            must=None,
            aim=None,
            published=published(**{name: each[place] for name, each in EDIT_PEERS.items()}),
        )
        for place, domain in enumerate(DOMAINS)
    ),
    _edits("BA of alerts, mean of domains", grouped(told_balanced("inconsistent")), "alerts"),
    *of_kinds(
        Measure(name="BA of alerts", metric=told_balanced("inconsistent"), key="alerts"),
        (*_KINDS, _INSERTION),
        sound="consistent",
    ),
    *(replace(each, must=0.40, aim=0.60) for each in (MARKED, DOUBTED)),
)
