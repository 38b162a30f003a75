"""What is read off a conversation that was heard: what was found where, what it cost."""

from __future__ import annotations

import gc
import statistics
import time
import tracemalloc
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING

from benchmarks.session_runs import SESSION
from benchmarks.session_script import DISTANCES, PlantKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.datatypes import TurnReport
    from belie.monitor.checker import Checker
    from belie.protocols import Store
    from benchmarks.session_runs import Run
    from benchmarks.session_script import Script

__all__ = [
    "DistanceFigure",
    "KindFigure",
    "LengthFigure",
    "all_pairs",
    "by_distance",
    "by_kind",
    "by_length",
    "bytes_by_length",
    "false_alarms",
    "lengths",
    "recall",
    "replay_seconds",
    "turn_time",
]

QUIET_KINDS = tuple(kind for kind in PlantKind if kind is not PlantKind.CONTRADICTION)
AROUND = 100
"""How many turns a median is over."""
LENGTHS = (100, 300, 1_000, 3_000, 10_000)
"""Turns at which the cost is shown."""


@dataclass(frozen=True, slots=True)
class DistanceFigure:
    """Planted contradictions so many turns apart, and alerts about as many turns apart.

    Parameters
    ----------
    distance
        Turns from the first side to the second.
    planted, found
        Contradictions at that distance, and those that were raised.
    raised, right
        All conflicts over that distance and more than the one before, and those of them that were
        planted.
    """

    distance: int
    planted: int
    found: int
    raised: int
    right: int


@dataclass(frozen=True, slots=True)
class KindFigure:
    """How many plants of a kind there were, and how many raised nothing."""

    kind: PlantKind
    planted: int
    quiet: int


@dataclass(frozen=True, slots=True)
class LengthFigure:
    """What a conversation costs at one length.

    Parameters
    ----------
    turn
        Counted from 1.
    seconds
        The median of the turns around it.
    memory
        Bytes of graph and index a claim, or ``None``.
    """

    turn: int
    seconds: float
    memory: float | None


def by_distance(script: Script, run: Run) -> list[DistanceFigure]:
    """Return a figure for each distance that occurs."""
    planted = {
        (plant.first, plant.second): plant.distance
        for plant in script.plants
        if plant.kind is PlantKind.CONTRADICTION
    }
    found = Counter(planted[pair] for pair in run.raised if pair in planted)
    raised = Counter(_nearest(later - earlier) for earlier, later in run.raised)
    right = Counter(_nearest(b - a) for a, b in run.raised if (a, b) in planted)
    sown = Counter(planted.values())
    return [
        DistanceFigure(each, sown[each], found[each], raised[each], right[each])
        for each in DISTANCES
        if sown[each] or raised[each]
    ]


def _nearest(distance: int) -> int:
    """Return the least distance of the list that is not smaller; the last one beyond it."""
    return next((each for each in DISTANCES if distance <= each), DISTANCES[-1])


def recall(script: Script, run: Run) -> float:
    """Return the share of planted contradictions that were raised, in [0, 1]; 1 of none."""
    planted = {
        (plant.first, plant.second)
        for plant in script.plants
        if plant.kind is PlantKind.CONTRADICTION
    }
    return len(planted & run.raised) / len(planted) if planted else 1.0


def all_pairs(script: Script) -> int:
    """Return how many pairs there are of a claim of the assistant and one before it."""
    return sum(place for place, said in enumerate(script.turns) if said.role == "assistant")


def by_kind(script: Script, run: Run) -> list[KindFigure]:
    """Return for each kind that is no contradiction how many of its plants raised nothing."""
    figures: list[KindFigure] = []
    for kind in QUIET_KINDS:
        plants = [plant for plant in script.plants if plant.kind is kind]
        loud = [
            plant
            for plant in plants
            if {(plant.first, plant.second), (plant.first, plant.checked)} & run.raised
        ]
        figures.append(KindFigure(kind, len(plants), len(plants) - len(loud)))
    return figures


def false_alarms(script: Script, run: Run) -> int:
    """Return how many conflicts stand between turns that were not planted together."""
    planted = {
        pair
        for plant in script.plants
        for pair in ((plant.first, plant.second), (plant.first, plant.checked))
    }
    return len(run.raised - planted)


def turn_time(run: Run, turn: int) -> float:
    """Return the median seconds of the turns around ``turn``, counted from 1."""
    first = max(0, min(turn - AROUND // 2, len(run.seconds) - AROUND))
    return statistics.median(run.seconds[first : first + AROUND])


def by_length(run: Run, memory: Sequence[float] = ()) -> list[LengthFigure]:
    """Return a figure for each of the lengths that a conversation had on its way.

    Parameters
    ----------
    run
        The conversation.
    memory
        Bytes a claim at the same lengths, if they were measured.
    """
    return [
        LengthFigure(turn, turn_time(run, turn), taken)
        for turn, taken in zip_longest(lengths(len(run.seconds)), memory)
    ]


def lengths(turns: int) -> list[int]:
    """Return at how many turns costs are shown; the last are all.

    Examples
    --------
    >>> lengths(600)
    [100, 300, 600]
    """
    return [*(each for each in LENGTHS if each < turns), turns]


def bytes_by_length(store: Store, checker: Checker) -> tuple[list[float], float]:
    """Return the bytes a claim of graph and index at each length, and those of the reports.

    A memory is filled as a replay fills it: its vectors are not made yet.
    """
    tracemalloc.start()
    try:
        before = _bytes_taken()
        reports = store.load(SESSION)
        loaded = _bytes_taken()
        memory = checker.new_memory()
        graph: list[float] = []
        for first, last in pairwise([0, *lengths(len(reports))]):
            memory.replay(reports[first:last])
            graph.append((_bytes_taken() - loaded) / _claims(memory.reports))
    finally:
        tracemalloc.stop()
    return graph, (loaded - before) / _claims(reports)


def _claims(reports: Sequence[TurnReport]) -> int:
    return sum(len(report.claims) for report in reports)


def _bytes_taken() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def replay_seconds(store: Store, checker: Checker) -> tuple[float, float]:
    """Return the seconds of loading a stored session, and of rebuilding its memory from it."""
    started = time.process_time()
    reports = store.load(SESSION)
    loaded = time.process_time()
    checker.new_memory().replay(reports)
    return loaded - started, time.process_time() - loaded
