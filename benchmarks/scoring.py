"""Let belie judge the items of a set: one :class:`Scored` a row, in order.

The names of the scores: ``entailment``, ``neutral``, ``contradiction`` (both kinds together) of a
pair; ``consistency``, ``reference`` and ``alerts`` of a response; ``self``, ``claims``,
``reference``, ``alerts`` and ``alerts_anywhere`` of a dialogue's checked turns; ``floor`` what
counting words or turns gives without any model; ``peer …`` what others scored on the same row.
A score that has no value (no evidence) is left out.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from belie.datatypes import Claim, Passage, Relation, Role, TurnReport, Verdict
from belie.errors import BelieError
from benchmarks.data import Dialogue, Grounded, Item, NliPair
from benchmarks.metrics import overlap

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["Engine", "Observer", "Scored", "score", "shipped"]

BATCH = 64


class Observer(Protocol):
    """Protocol: the part of ``belie.Monitor`` that the benchmark calls."""

    def observe(
        self, text: str, *, session: str, role: str = ..., documents: Sequence[str] = ...
    ) -> TurnReport:
        """Take one turn and return what it produced."""
        ...


class Check(Protocol):
    """Protocol: ``belie.check``."""

    def __call__(
        self, response: str, *, documents: Sequence[str] = ..., question: str | None = ...
    ) -> TurnReport:
        """Return what one response produced."""
        ...


class Classify(Protocol):
    """Protocol: ``belie.classify``."""

    def __call__(self, premises: Sequence[str], claims: Sequence[str]) -> list[Verdict]:
        """Return one verdict a pair."""
        ...


@dataclass(frozen=True, slots=True)
class Engine:
    """The three public doors of belie, so that a test can put its own behind them."""

    check: Check
    classify: Classify
    monitor: Observer


@dataclass(frozen=True, slots=True)
class Scored:
    """One judged row: what is saved, and what the measures read.

    Parameters
    ----------
    id, gold, group
        As in the item.
    scores
        Named numbers; a score without a value is left out.
    seconds
        What belie took for the row.
    steps
        How many turns that were.
    error
        What belie said where it refused the row, else empty.
    """

    id: str
    gold: tuple[str, ...]
    group: str
    scores: Mapping[str, float]
    seconds: float
    steps: int = 1
    error: str = ""


def shipped() -> Engine:
    """Return the engine with the models that ship, loaded once."""
    import belie  # noqa: PLC0415 - the models load here, not when the tests import this

    return Engine(check=belie.check, classify=belie.classify, monitor=belie.Monitor())


def score(items: Sequence[Item], *, engine: Engine) -> Iterator[Scored]:
    """Yield one scored row per item, in order; pairs are judged 64 at a time."""
    for start in range(0, len(items), BATCH):
        batch = items[start : start + BATCH]
        pairs = [item for item in batch if isinstance(item, NliPair)]
        if pairs:
            yield from _score_pairs(pairs, engine=engine)
        for item in batch:
            if not isinstance(item, NliPair):
                yield _contained(item, engine=engine)


def _score_pairs(pairs: Sequence[NliPair], *, engine: Engine) -> Iterator[Scored]:
    """Judge a batch; if belie refuses it, each pair alone, so that one bad row costs one row."""
    started = time.perf_counter()
    try:
        verdicts = engine.classify([p.premise for p in pairs], [p.claim for p in pairs])
    except BelieError as error:
        if len(pairs) == 1:
            yield _refused(pairs[0], error)
            return
        for pair in pairs:
            yield from _score_pairs([pair], engine=engine)
        return
    seconds = (time.perf_counter() - started) / len(pairs)
    for pair, verdict in zip(pairs, verdicts, strict=True):
        yield _scored(pair, _pair_scores(pair, verdict), seconds)


def _pair_scores(pair: NliPair, verdict: Verdict) -> dict[str, float]:
    return {
        "entailment": verdict.entailment,
        "neutral": verdict.probabilities[Relation.NEUTRAL],
        "contradiction": verdict.contradiction,
        "floor": overlap(pair.claim, pair.premise),
    }


def _contained(item: Grounded | Dialogue, *, engine: Engine) -> Scored:
    started = time.perf_counter()
    try:
        scores = _item_scores(item, engine=engine)
    except BelieError as error:
        return _refused(item, error)
    return _scored(item, scores, time.perf_counter() - started)


def _item_scores(item: Grounded | Dialogue, *, engine: Engine) -> dict[str, float]:
    if isinstance(item, Dialogue):
        return _dialogue_scores(item, engine=engine)
    report = engine.check(item.response, documents=item.documents, question=item.question)
    floor = overlap(item.response, " ".join(item.documents))
    scores = {"floor": floor, "alerts": float(len(report.alerts))}
    scores |= _highest("reference", [v for v in report.verdicts if isinstance(v.premise, Passage)])
    if report.consistency is not None:
        scores["consistency"] = report.consistency
    return scores


def _dialogue_scores(item: Dialogue, *, engine: Engine) -> dict[str, float]:
    reports = [_observe(item, place, engine=engine) for place in range(len(item.lines))]
    checked = [reports[place] for place in item.checked]
    verdicts = [verdict for report in checked for verdict in report.verdicts]
    claims = [v for v in verdicts if isinstance(v.premise, Claim)]
    return {
        **_highest("self", [v for v in claims if _by_assistant(v)]),
        **_highest("claims", claims),
        **_highest("reference", [v for v in verdicts if isinstance(v.premise, Passage)]),
        "alerts": float(sum(len(report.alerts) for report in checked)),
        "alerts_anywhere": float(sum(len(report.alerts) for report in reports)),
        "floor": float(len(item.lines)),
    }


def _observe(item: Dialogue, place: int, *, engine: Engine) -> TurnReport:
    line = item.lines[place]
    documents = item.documents if place in item.checked else ()
    return engine.monitor.observe(
        line.text, session=f"benchmark {item.id}", role=line.role, documents=documents
    )


def _by_assistant(verdict: Verdict) -> bool:
    premise = verdict.premise
    return isinstance(premise, Claim) and premise.role is Role.ASSISTANT


def _highest(name: str, verdicts: Sequence[Verdict]) -> dict[str, float]:
    return {name: max(v.contradiction for v in verdicts)} if verdicts else {}


def _scored(item: Item, scores: Mapping[str, float], seconds: float) -> Scored:
    steps = len(item.lines) if isinstance(item, Dialogue) else 1
    return Scored(item.id, item.gold, item.group, {**scores, **item.peers}, seconds, steps)


def _refused(item: Item, error: BelieError) -> Scored:
    return Scored(item.id, item.gold, item.group, dict(item.peers), 0.0, error=str(error))
