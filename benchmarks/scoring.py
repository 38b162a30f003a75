"""Let belie judge the items of a set: one :class:`Answer` a question, one :class:`Scored` a row.

The names of the scores: ``entailment``, ``neutral``, ``contradiction`` (both kinds together) and
``contradicts`` (whether the relation is one) of a pair; ``consistency``, ``reference``, ``alerts``
and ``clashes`` (verdicts of at least the threshold, before any rule of the graph) of a response;
``self``, ``claims``, ``reference``, ``alerts``, ``clashes``, ``alerts_anywhere`` and ``turns`` of a
dialogue's checked turns; ``floor`` the share of words said before, without any model; ``peer …``
what others scored on the same row; ``… told``, ``… right`` and ``marked`` characters of spans. A
score that has no value (no evidence) is left out.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from belie.datatypes import Claim, Passage, Relation, Role
from belie.errors import BelieError
from benchmarks.data import Dialogue, Grounded, Item, Line, NliPair, cluster_of
from benchmarks.metrics import overlap, unseen
from benchmarks.spent import NOTHING, Spent, counted, decided

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from belie.datatypes import TurnReport, Verdict
    from benchmarks.engines import Engine

__all__ = ["Answer", "Scored", "answers", "scored"]

Stretches: TypeAlias = "tuple[tuple[int, int], ...]"

BATCH = 64
SESSION = "benchmark"


def _no_stretches() -> Mapping[str, Stretches]:
    return {}


@dataclass(frozen=True, slots=True)
class Answer:
    """What belie says to one question.

    Parameters
    ----------
    scores
        Named numbers; a score without a value is left out.
    told
        Stretches of the response, by who marks them: ``alerts``; ``doubts``, which are the alerts
        and the ungrounded words; ``floor``, the words that no document has.
    seconds
        What belie took.
    steps
        How many turns that were.
    error
        What belie said where it refused, else empty.
    spent
        What it took of a chat model.
    """

    scores: Mapping[str, float]
    told: Mapping[str, Stretches] = field(default_factory=_no_stretches)
    seconds: float = 0.0
    steps: int = 1
    error: str = ""
    spent: Spent = NOTHING


@dataclass(frozen=True, slots=True)
class Scored:
    """One judged row: what is saved, and what the measures read.

    Parameters
    ----------
    id, gold, group
        As in the item.
    cluster
        What rows that are alike share.
    scores
        Those of the answer and of the peers, and how many characters were marked.
    seconds, steps, error
        As in the answer.
    """

    id: str
    gold: tuple[str, ...]
    group: str
    cluster: str
    scores: Mapping[str, float]
    seconds: float
    steps: int = 1
    error: str = ""


def scored(item: Item, answer: Answer) -> Scored:
    """Return a row with its answer."""
    marks = _mark_scores(item.marks, answer) if isinstance(item, Grounded) else {}
    return Scored(
        id=item.id,
        gold=item.gold,
        group=item.group,
        cluster=hashlib.blake2b(cluster_of(item).encode(), digest_size=8).hexdigest(),
        scores={**answer.scores, **marks, **item.peers},
        seconds=answer.seconds,
        steps=answer.steps,
        error=answer.error,
    )


def _mark_scores(marks: Stretches | None, answer: Answer) -> dict[str, float]:
    """Return how many characters the annotators marked, and who else marked how many of them."""
    if marks is None:
        return {}
    gold = _places(marks)
    told = {name: _places(stretches) for name, stretches in answer.told.items()}
    return {
        "marked": float(len(gold)),
        **{f"{name} told": float(len(places)) for name, places in told.items()},
        **{f"{name} right": float(len(places & gold)) for name, places in told.items()},
    }


def _places(stretches: Stretches) -> set[int]:
    return {place for start, end in stretches for place in range(start, end)}


def answers(questions: Sequence[Item], *, engine: Engine) -> Iterator[Answer]:
    """Yield one answer per question, in order; pairs are judged 64 at a time."""
    for start in range(0, len(questions), BATCH):
        batch = questions[start : start + BATCH]
        pairs = _of_pairs([one for one in batch if isinstance(one, NliPair)], engine=engine)
        for one in batch:
            yield next(pairs) if isinstance(one, NliPair) else _counted(one, engine=engine)


def _of_pairs(pairs: Sequence[NliPair], *, engine: Engine) -> Iterator[Answer]:
    """Judge a batch; if belie refuses it, each pair alone, so that one bad row costs one row."""
    started = time.perf_counter()
    try:
        verdicts = engine.classify([p.premise for p in pairs], [p.claim for p in pairs])
    except BelieError as error:
        if len(pairs) == 1:
            yield Answer({}, error=str(error))
            return
        for pair in pairs:
            yield from _of_pairs([pair], engine=engine)
        return
    seconds = (time.perf_counter() - started) / max(1, len(pairs))
    for pair, verdict in zip(pairs, verdicts, strict=True):
        yield Answer(_pair_scores(pair, verdict), seconds=seconds)


def _pair_scores(pair: NliPair, verdict: Verdict) -> dict[str, float]:
    return {
        "entailment": verdict.entailment,
        "neutral": verdict.probabilities[Relation.NEUTRAL],
        "contradiction": verdict.contradiction,
        "contradicts": float(verdict.contradicts),
        "floor": overlap(pair.claim, pair.premise),
    }


def _counted(question: Grounded | Dialogue, *, engine: Engine) -> Answer:
    """Ask, and count what that took of a chat model, also where belie refuses in the end."""
    before = counted(engine.chat)
    answer = _contained(question, engine=engine)
    return replace(answer, spent=answer.spent + counted(engine.chat) - before)


def _contained(question: Grounded | Dialogue, *, engine: Engine) -> Answer:
    """Ask in a session that is forgotten afterwards; a refusal costs only its own row."""
    started = time.perf_counter()
    try:
        reports = _reports(question, engine=engine)
    except BelieError as error:
        return Answer({}, error=str(error))
    finally:
        engine.monitor.forget(SESSION)
    seconds = time.perf_counter() - started
    spent = decided(reports, engine.chat)
    if isinstance(question, Dialogue):
        scores = _dialogue_scores(question, reports, threshold=engine.threshold)
        return Answer(scores, seconds=seconds, steps=len(reports), spent=spent)
    scores = _response_scores(question, reports[0], threshold=engine.threshold)
    return Answer(scores, told=_told(question, reports[0]), seconds=seconds, spent=spent)


def _reports(question: Grounded | Dialogue, *, engine: Engine) -> list[TurnReport]:
    asked = question.question if isinstance(question, Grounded) else None
    return [
        engine.monitor.observe(
            line.text, session=SESSION, role=line.role, documents=documents, question=asked
        )
        for line, documents in _turns(question)
    ]


def _turns(question: Grounded | Dialogue) -> list[tuple[Line, tuple[str, ...]]]:
    """Return each turn with its documents; a response is a dialogue of one turn."""
    if isinstance(question, Grounded):
        return [(Line("assistant", question.response), question.documents)]
    return [
        (line, question.documents if place in question.checked else ())
        for place, line in enumerate(question.lines)
    ]


def _response_scores(
    question: Grounded, report: TurnReport, *, threshold: float
) -> dict[str, float]:
    scores = {
        "floor": overlap(question.response, " ".join(question.documents)),
        "alerts": float(len(report.alerts)),
        "clashes": _clashes(report.verdicts, threshold),
    }
    scores |= _highest("reference", [v for v in report.verdicts if isinstance(v.premise, Passage)])
    if report.consistency is not None:
        scores["consistency"] = report.consistency
    return scores


def _told(question: Grounded, report: TurnReport) -> dict[str, Stretches]:
    alerts = tuple((alert.claim_span.start, alert.claim_span.end) for alert in report.alerts)
    ungrounded = tuple((span.start, span.end) for span in report.ungrounded)
    return {
        "alerts": alerts,
        "doubts": alerts + ungrounded,
        "floor": unseen(question.response, " ".join(question.documents)),
    }


def _dialogue_scores(
    question: Dialogue, reports: Sequence[TurnReport], *, threshold: float
) -> dict[str, float]:
    checked = [reports[place] for place in question.checked]
    verdicts = [verdict for report in checked for verdict in report.verdicts]
    claims = [v for v in verdicts if isinstance(v.premise, Claim)]
    return {
        **_highest("self", [v for v in claims if _by_assistant(v)]),
        **_highest("claims", claims),
        **_highest("reference", [v for v in verdicts if isinstance(v.premise, Passage)]),
        "alerts": float(sum(len(report.alerts) for report in checked)),
        "clashes": _clashes(verdicts, threshold),
        "alerts_anywhere": float(sum(len(report.alerts) for report in reports)),
        "turns": float(len(question.lines)),
        "floor": _said_before(question),
    }


def _said_before(question: Dialogue) -> float:
    """Return the share of the last checked turn's words that were said before it."""
    last = question.checked[-1]
    before = " ".join(line.text for line in question.lines[:last])
    return overlap(question.lines[last].text, before)


def _clashes(verdicts: Sequence[Verdict], threshold: float) -> float:
    return float(sum(threshold <= verdict.contradiction for verdict in verdicts))


def _by_assistant(verdict: Verdict) -> bool:
    premise = verdict.premise
    return isinstance(premise, Claim) and premise.role is Role.ASSISTANT


def _highest(name: str, verdicts: Sequence[Verdict]) -> dict[str, float]:
    return {name: max(v.contradiction for v in verdicts)} if verdicts else {}
