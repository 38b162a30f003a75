"""What the documents of a conversation say of each claim: one voice a document."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import nlargest
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from belie.datatypes import Claim, Conflict, ConflictKind, Passage, Relation, Role
from belie.graph import rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from belie.datatypes import Verdict
    from belie.graph.rules import DocumentKey

__all__ = ["Documents", "Voice", "voices"]

_Claimed: TypeAlias = "tuple[str, DocumentKey]"
"""The id of a claim and the document that it is held against."""

_Supports: TypeAlias = "dict[_Claimed, list[tuple[str, float]]]"
"""The strongest supports of each, by the id of the passage, the strongest first."""


@dataclass(frozen=True, slots=True)
class Voice:
    """A verdict, and what the rest of its document has to say to it.

    Parameters
    ----------
    verdict
        On a claim and one passage of the document, or on two claims.
    discount
        What the rest of the document leaves of a contradiction, in [0, 1].
    """

    verdict: Verdict
    discount: float = 1.0

    def clashes(self, threshold: float) -> bool:
        """Return whether what is left of a contradiction is at least ``threshold``."""
        return rules.clashes(self.verdict, threshold=threshold, discount=self.discount)


def voices(verdicts: Sequence[Verdict]) -> list[Voice]:
    """Return the verdicts, in order, with what the rest of their documents says.

    A document does not contradict itself. Where one passage contradicts a claim with probability c
    and another one supports it with probability s, the rule of combination of Dempster (1967)
    leaves c (1 - s) / (1 - c s) of the contradiction: of what both readings together may be, all
    but that the document says yes and no.

    Parameters
    ----------
    verdicts
        Of one or more claims, all that was said of each.

    Examples
    --------
    >>> from belie.datatypes import Span, Verdict
    >>> claim = Claim("s/0#0", "It has two floors.", "s/0", Span(0, 18))
    >>> told = (0.0, 0.9, 0.0, 0.1), (0.8, 0.0, 0.0, 0.2)
    >>> verdicts = [
    ...     Verdict(Passage(f"d@{place}", "...", "d", Span(place, place + 3)), claim,
    ...             dict(zip(Relation, each, strict=True)), Relation.CONTRADICTION)
    ...     for place, each in enumerate(told)
    ... ]
    >>> [round(voice.discount * voice.verdict.contradiction, 2) for voice in voices(verdicts)]
    [0.64, 0.0]
    """
    supports = _supports(verdicts)
    return [
        Voice(verdict, _left(verdict.contradiction, _elsewhere(verdict, supports)))
        for verdict in verdicts
    ]


class Documents:
    """Remembers for each claim the strongest verdict of each document.

    Documents that disagree are found through a claim that leans on one of them, so no two passages
    are ever compared.

    Parameters
    ----------
    threshold
        The probability in (0, 1] of a contradiction from which it counts.
    """

    def __init__(self, *, threshold: float) -> None:
        self._threshold = threshold
        self._voices: dict[tuple[str, int], dict[DocumentKey, Voice]] = {}

    def hear(
        self, passage: Passage, claim: Claim, voice: Voice, *, node: str
    ) -> Iterator[Conflict]:
        """Take in what one window of a document says and yield the conflicts that it brings.

        Parameters
        ----------
        passage, claim, voice
            The window, the claim it was held against, and what a classifier said of them.
        node
            The id of the claim's node: what is said twice in a turn is one thing to disagree about.
        """
        told = self._voices.setdefault((node, claim.turn), {})
        key = rules.document_key(passage)
        known = told.get(key)
        if not rules.stronger(voice.verdict, known.verdict if known else None):
            return
        told[key] = voice
        if voice.clashes(self._threshold):
            conflict = rules.raised(voice.verdict, voice.discount)
            if conflict is not None:
                yield conflict
        yield from _disagreements(told.values(), threshold=self._threshold)

    def said(self, passage: Passage, claim: Claim, *, node: str) -> Verdict | None:
        """Return the strongest verdict of the document of ``passage``; ``None`` if it is silent."""
        told = self._voices.get((node, claim.turn), {})
        voice = told.get(rules.document_key(passage))
        return voice.verdict if voice else None


def _supports(verdicts: Iterable[Verdict]) -> _Supports:
    """Return the two strongest supports of each claim in each document."""
    told: dict[_Claimed, dict[str, float]] = {}
    for verdict in verdicts:
        if isinstance(verdict.premise, Passage):
            claimed = verdict.claim.id, rules.document_key(verdict.premise)
            told.setdefault(claimed, {})[verdict.premise.id] = verdict.entailment
    return {one: nlargest(2, all_.items(), key=itemgetter(1)) for one, all_ in told.items()}


def _elsewhere(verdict: Verdict, supports: _Supports) -> float:
    """Return the strongest support of another passage of the document, 0 where there is none."""
    premise = verdict.premise
    if not isinstance(premise, Passage):
        return 0.0
    of_document = supports[verdict.claim.id, rules.document_key(premise)]
    return next((support for passage, support in of_document if passage != premise.id), 0.0)


def _left(contradiction: float, support: float) -> float:
    """Return the share of a contradiction that is left beside a support.

    Where both are certain, neither outweighs the other.
    """
    together = 1 - contradiction * support
    return (1 - support) / together if together > 0 else 1.0


def _disagreements(told: Iterable[Voice], *, threshold: float) -> Iterator[Conflict]:
    """Yield one conflict for each document that contradicts a claim another one supports.

    What the user says brings no documents into conflict.

    Parameters
    ----------
    told
        The strongest verdict of each document on a claim, said once or several times in a turn.
    threshold
        The probability in (0, 1] from which a contradiction counts.
    """
    spoken = sorted(told, key=lambda voice: rules.order(voice.verdict))
    support = [one.verdict for one in spoken if one.verdict.relation is Relation.ENTAILMENT]
    if not support:
        return
    best = max(support, key=rules.strength).premise.id
    for one in spoken:
        premise, claim = one.verdict.premise, one.verdict.claim
        if isinstance(claim, Passage) or claim.role is Role.USER or not one.clashes(threshold):
            continue
        path = (best, claim.id, premise.id)
        yield Conflict(ConflictKind.DOCUMENT, premise, claim, one.verdict, path, one.discount)
