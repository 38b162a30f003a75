"""How many facts of a reference an answer holds, and how well that was told.

Factual recall (Katranidis and Barany 2024): each fact is judged with the answer as its only
premise. An answer that contradicts a fact and one that leaves it out have both not recalled it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import Candidate, Claim, Document, Passage, Relation, Role, Span, Turn
from belie.errors import InputError
from belie.monitor.passages import passages
from belie.monitor.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.datatypes import Verdict
    from belie.protocols import Verifier

__all__ = [
    "FactualRecall",
    "RecallRow",
    "RecallTable",
    "RecalledFact",
    "error_rate",
    "f1_micro",
    "recall_of",
]

_ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class RecalledFact:
    """What an answer says of one fact.

    Parameters
    ----------
    fact
        The fact, as it was given or taken out of the reference answer.
    relation
        What the answer says of it; neutral where it leaves it out.
    verdict
        The strongest verdict, whose premise lies in the answer; ``None`` if there is none.
    """

    fact: str
    relation: Relation
    verdict: Verdict | None = None

    @property
    def recalled(self) -> bool:
        """Whether the answer states it."""
        return self.relation is Relation.ENTAILMENT


@dataclass(frozen=True, slots=True)
class FactualRecall:
    """What an answer says of the facts of its reference, in their order."""

    facts: tuple[RecalledFact, ...]
    warnings: tuple[str, ...] = ()

    @property
    def recall(self) -> float | None:
        """The share in [0, 1] of the facts that the answer states; ``None`` without facts."""
        return _share(sum(fact.recalled for fact in self.facts), len(self.facts))


@dataclass(frozen=True, slots=True)
class RecallRow:
    """An answer to be measured.

    Parameters
    ----------
    answer
        What is measured.
    facts
        What it should state; empty where they are to be taken out of ``reference_answer``.
    reference_answer
        A right and whole answer to the same question.
    question
        What both answer.
    labels
        For each of ``facts``, whether a person says that the answer states it.

    Raises
    ------
    InputError
        If not exactly one of ``facts`` and ``reference_answer`` is given, ``facts`` is one text
        instead of a list, or there are not as many labels as facts.
    """

    answer: str
    facts: tuple[str, ...] = ()
    reference_answer: str | None = None
    question: str | None = None
    labels: tuple[bool, ...] | None = None

    def __post_init__(self) -> None:
        if isinstance(self.facts, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InputError("expected a list of facts, got a string")
        if bool(self.facts) == (self.reference_answer is not None):
            raise InputError("expected either facts or a reference_answer, got both or neither")
        if self.labels is not None and len(self.labels) != len(self.facts):
            raise InputError(
                f"expected a label for each of {len(self.facts)} facts, got {len(self.labels)}"
            )


@dataclass(frozen=True, slots=True)
class RecallTable:
    """What many answers say of their facts.

    Parameters
    ----------
    rows
        In the order in which they were given.
    error_rate
        The share in [0, 1] of the labelled facts that were told otherwise than by their label;
        ``None`` without labels.
    f1_micro
        In [0, 1], of finding the labelled facts that an answer does not state; ``None`` where no
        label and no verdict says that of any.
    """

    rows: tuple[FactualRecall, ...]
    error_rate: float | None = None
    f1_micro: float | None = None

    @property
    def recall(self) -> float | None:
        """The share in [0, 1] of the facts of all rows that their answers state."""
        facts = [fact for row in self.rows for fact in row.facts]
        return _share(sum(fact.recalled for fact in facts), len(facts))


def recall_of(
    answer: str, facts: Sequence[str], *, question: str | None, verifier: Verifier
) -> FactualRecall:
    """Return what an answer says of some facts: the facts are claims, the answer their document."""
    document = Document(_ANSWER, answer)
    text = "\n".join(facts)
    turn = Turn("recall", 0, Role.ASSISTANT, text, (document,), question)
    claims = _claims(turn, facts)
    windows = passages(document, turn_id=turn.id, turn=0, size=Settings().passage_words)
    candidates = [Candidate(window, claim) for claim in claims for window in windows]
    said = verifier.verify(turn, claims, candidates)
    told = tuple(_recalled(claim, said.verdicts) for claim in claims)
    return FactualRecall(told, said.warnings)


def error_rate(told: Sequence[bool], labels: Sequence[bool]) -> float | None:
    """Return the share of facts that were told otherwise than by their label.

    Examples
    --------
    >>> error_rate([True, True, False, False], [True, False, False, False])
    0.25
    """
    return _share(sum(a != b for a, b in zip(told, labels, strict=True)), len(labels))


def f1_micro(told: Sequence[bool], labels: Sequence[bool]) -> float | None:
    """Return the F1 of finding the facts that an answer does not state, over all facts at once.

    The paper counts the unsupported facts as what is to be found: those are hard.

    Examples
    --------
    >>> round(f1_micro([True, True, False, False], [True, False, False, False]), 3)
    0.8
    """
    both = sum(not a and not b for a, b in zip(told, labels, strict=True))
    return _share(2 * both, told.count(False) + labels.count(False))


def _claims(turn: Turn, facts: Sequence[str]) -> list[Claim]:
    claims: list[Claim] = []
    start = 0
    for number, fact in enumerate(facts):
        span = Span(start, start + len(fact))
        claims.append(Claim(f"{turn.id}#{number}", fact, turn.id, span))
        start = span.end + 1
    return claims


def _recalled(claim: Claim, verdicts: Sequence[Verdict]) -> RecalledFact:
    own = [
        verdict
        for verdict in verdicts
        if verdict.claim.id == claim.id and isinstance(verdict.premise, Passage)
    ]
    decided = [verdict for verdict in own if verdict.relation is not Relation.NEUTRAL] or own
    if not decided:
        return RecalledFact(claim.text, Relation.NEUTRAL)
    strongest = max(decided, key=lambda verdict: max(verdict.entailment, verdict.contradiction))
    return RecalledFact(claim.text, strongest.relation, strongest)


def _share(part: int, total: int) -> float | None:
    return part / total if total else None
