"""How long a turn takes from the answer to its alerts, and in which step."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import belie
from belie.adapters.onnx import OnnxEncoder
from belie.storage.memory import MemoryStore
from benchmarks.live_texts import SAID_LATER, document, history, subjects

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from belie.datatypes import TurnReport
    from belie.monitor.monitor import Monitor
    from belie.protocols import Vectors
    from benchmarks.live_texts import Subject

__all__ = [
    "Clocked",
    "Sample",
    "clashing_turns",
    "clocked_monitor",
    "percentile",
    "split",
    "standard_turns",
]

DOCUMENTS, WORDS = 5, 200


@dataclass(frozen=True, slots=True)
class Sample:
    """One turn that was timed.

    Parameters
    ----------
    wall, cpu
        Seconds from the call to the report: by the clock, and of all threads together.
    steps
        Seconds by the clock in each step.
    claims, pairs, alerts
        What was in it.
    """

    wall: float
    cpu: float
    steps: Mapping[str, float]
    claims: int
    pairs: int
    alerts: int


class Clocked:
    """The seconds that a monitor spends in the encoder's model and in its store."""

    def __init__(self) -> None:
        self.embedding = 0.0
        self.storing = 0.0

    def reset(self) -> None:
        """Begin at nothing again."""
        self.embedding = self.storing = 0.0


class _ClockedEncoder:
    def __init__(self, clocked: Clocked) -> None:
        self._encoder = OnnxEncoder()
        self._clocked = clocked

    def encode(self, texts: Sequence[str]) -> Vectors:
        started = time.perf_counter()
        try:
            return self._encoder.encode(texts)
        finally:
            self._clocked.embedding += time.perf_counter() - started


class _ClockedStore(MemoryStore):
    def __init__(self, clocked: Clocked) -> None:
        super().__init__()
        self._clocked = clocked

    def append(self, report: TurnReport) -> None:
        """Keep a report."""
        started = time.perf_counter()
        super().append(report)
        self._clocked.storing += time.perf_counter() - started


def clocked_monitor() -> tuple[Monitor, Clocked]:
    """Return a monitor of the shipped models and what tells of its encoder and store."""
    clocked = Clocked()
    encoder, store = _ClockedEncoder(clocked), _ClockedStore(clocked)
    return belie.Monitor(encoder=encoder, store=store), clocked


def standard_turns(
    monitor: Monitor, clocked: Clocked, *, towns: Iterable[int], turns: int
) -> tuple[list[Sample], list[Sample]]:
    """Return the samples of turns with cold documents, and with the same documents again.

    Each town is a session of its own. After a history of ``turns`` turns come four answers of five
    sentences, all new and the first of them false, beside five documents of 200 words: two pairs,
    of which the second answer has the documents of the first.
    """
    cold: list[Sample] = []
    seen: list[Sample] = []
    for town in towns:
        session, about = f"town {town}", subjects(town)
        _talk(monitor, session, about, turns)
        for half in (0, 1):
            five = about[half * DOCUMENTS : (half + 1) * DOCUMENTS]
            documents = [document(one, words=WORDS, seed=half) for one in five]
            for samples, fact in ((cold, SAID_LATER), (seen, SAID_LATER + 1)):
                said = [one.facts[fact] for one in five]
                answer = " ".join([said[0].false, *(each.true for each in said[1:])])
                ask = _asking(monitor, answer, session, documents)
                samples.append(_timed(ask, clocked))
    return cold, seen


def clashing_turns(monitor: Monitor, clocked: Clocked, *, towns: Iterable[int]) -> list[Sample]:
    """Return the samples of first answers that are false throughout.

    Their eight sentences speak of one subject, beside three documents about it.
    """
    samples: list[Sample] = []
    for town in towns:
        about = subjects(town)[town % 10]
        documents = [document(about, words=WORDS, seed=seed) for seed in range(3)]
        answer = " ".join(fact.false for fact in about.facts)
        samples.append(_timed(_asking(monitor, answer, f"clashes {town}", documents), clocked))
    return samples


def split(samples: Sequence[Sample]) -> dict[str, float]:
    """Return the median seconds of each step, in the order of the steps."""
    steps = dict.fromkeys(step for sample in samples for step in sample.steps)
    return {
        step: statistics.median(sample.steps.get(step, 0.0) for sample in samples) for step in steps
    }


def percentile(values: Sequence[float], per_cent: int) -> float:
    """Return the value that so many per cent of the others, from 1 to 99, do not exceed.

    Examples
    --------
    >>> percentile([1.0, 2.0, 3.0, 4.0, 5.0], 90)
    4.6
    """
    if len(values) < 2:
        return values[0]
    return statistics.quantiles(values, n=100, method="inclusive")[per_cent - 1]


def _talk(monitor: Monitor, session: str, about: list[Subject], turns: int) -> None:
    for talk in history(about, turns=turns, words=WORDS):
        monitor.observe(talk.question, session=session, role="user")
        monitor.observe(talk.answer, session=session, documents=talk.documents)


def _asking(
    monitor: Monitor, answer: str, session: str, documents: Sequence[str]
) -> Callable[[], TurnReport]:
    return lambda: monitor.observe(answer, session=session, documents=documents)


def _timed(observe: Callable[[], TurnReport], clocked: Clocked) -> Sample:
    clocked.reset()
    cpu, wall = time.process_time(), time.perf_counter()
    report = observe()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return Sample(
        wall,
        cpu,
        _steps(report, clocked, wall),
        claims=len(report.claims),
        pairs=len(report.verdicts),
        alerts=len(report.alerts),
    )


def _steps(report: TurnReport, clocked: Clocked, wall: float) -> dict[str, float]:
    """Return the steps of the report, embedding taken out of the search, the store, the rest."""
    steps: dict[str, float] = {}
    for step, seconds in report.timings.items():
        if step == "search":
            steps["embed"] = clocked.embedding
            steps["search"] = seconds - clocked.embedding
        else:
            steps[step] = seconds
    steps["store"] = clocked.storing
    steps["rest"] = wall - sum(steps.values())
    return steps
