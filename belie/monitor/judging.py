"""From candidates to verdicts: one batch for the classifier, no pair judged twice."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cachetools import LRUCache

from belie.datatypes import Claim, Judgement, Pair, Relation, Role, Span, Verdict
from belie.monitor.error_types import error_type
from belie.monitor.persons import from_other_side, person, same_words
from belie.monitor.spans import clash, numbers_if_number, unshared

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belie.datatypes import ScoredSpan
    from belie.monitor.candidates import Candidate
    from belie.protocols import Classifier

__all__ = ["Judge", "comparable"]

_CONTRADICTIONS = (Relation.CONTRADICTION, Relation.PARTIAL_CONTRADICTION)


@dataclass(frozen=True, slots=True)
class _Question:
    """A candidate as the classifier is asked: the premise in the claim's speaker's words."""

    candidate: Candidate
    premise: str

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """One pair for a document; both directions for two claims.

        Contradiction between claims is symmetric, the classifier is not: asking both ways and
        averaging takes out false alarms.
        """
        claim = self.candidate.claim.text
        forward = Pair(self.premise, claim)
        if isinstance(self.candidate.premise, Claim):
            return (forward, Pair(claim, self.premise))
        return (forward,)


class Judge:
    """Judges candidates with a classifier and remembers the last ``size`` pairs.

    Parameters
    ----------
    classifier
        Judges pairs of texts.
    size
        How many judgements are kept.
    """

    def __init__(self, classifier: Classifier, *, size: int = 20_000) -> None:
        self._classifier = classifier
        self._cache: LRUCache[Pair, Judgement] = LRUCache(size)
        self._lock = threading.Lock()

    def judge(self, candidates: Sequence[Candidate]) -> list[Verdict]:
        """Return one verdict per candidate, in order."""
        questions = [_Question(candidate, _premise_text(candidate)) for candidate in candidates]
        judged = self._classify([pair for question in questions for pair in question.pairs])
        return [self._verdict(question, judged) for question in questions]

    def _classify(self, pairs: Sequence[Pair]) -> Mapping[Pair, Judgement]:
        with self._lock:
            known = {pair: self._cache[pair] for pair in pairs if pair in self._cache}
        new = [pair for pair in dict.fromkeys(pairs) if pair not in known]
        if new:
            known.update(zip(new, self._classifier.classify(new), strict=True))
            with self._lock:
                self._cache.update({pair: known[pair] for pair in new})
        return known

    def _verdict(self, question: _Question, judged: Mapping[Pair, Judgement]) -> Verdict:
        answers = [judged[pair] for pair in question.pairs]
        probabilities = _mean([answer.probabilities for answer in answers])
        relation = likeliest(probabilities)
        verdict = Verdict(
            premise=question.candidate.premise,
            claim=question.candidate.claim,
            probabilities=probabilities,
            relation=relation,
            model=self._classifier.name,
            truncated=any(answer.truncated for answer in answers),
        )
        return _located(verdict, question, answers[0]) if relation in _CONTRADICTIONS else verdict


def comparable(candidate: Candidate) -> bool:
    """Whether two claims can clash at all: what is said of you is not said of me.

    A statement of the user is first turned to the assistant's side.

    Examples
    --------
    >>> from belie.monitor.candidates import Candidate
    >>> mine = Claim("s/0#0", "I love dogs.", "s/0", Span(0, 12))
    >>> yours = Claim("s/2#0", "You hate dogs.", "s/2", Span(0, 14), turn=2)
    >>> comparable(Candidate(mine, yours))
    False
    """
    if not isinstance(candidate.premise, Claim):
        return True
    persons = {person(_premise_text(candidate)), person(candidate.claim.text)}
    return None in persons or len(persons) == 1


def likeliest(probabilities: Mapping[Relation, float]) -> Relation:
    """Return the likeliest relation, both contradictions competing as one.

    Examples
    --------
    >>> likeliest({Relation.ENTAILMENT: 0.4, Relation.CONTRADICTION: 0.3,
    ...            Relation.PARTIAL_CONTRADICTION: 0.29, Relation.NEUTRAL: 0.01})
    <Relation.CONTRADICTION: 'contradiction'>
    """
    contradiction = max(_CONTRADICTIONS, key=lambda relation: probabilities[relation])
    mass = {
        Relation.NEUTRAL: probabilities[Relation.NEUTRAL],
        Relation.ENTAILMENT: probabilities[Relation.ENTAILMENT],
        contradiction: sum(probabilities[relation] for relation in _CONTRADICTIONS),
    }
    return max(mass, key=lambda relation: mass[relation])


def _premise_text(candidate: Candidate) -> str:
    premise, claim = candidate.premise, candidate.claim
    if isinstance(premise, Claim) and (premise.role, claim.role) == (Role.USER, Role.ASSISTANT):
        return from_other_side(premise.text)
    return premise.text


def _mean(several: Sequence[Mapping[Relation, float]]) -> Mapping[Relation, float]:
    return {
        relation: sum(probabilities[relation] for probabilities in several) / len(several)
        for relation in Relation
    }


def _located(verdict: Verdict, question: _Question, answer: Judgement) -> Verdict:
    """Return ``verdict`` with the clashing words of both sides and the kind of error."""
    claim = verdict.claim.text
    claim_span = _span(answer.claim_words, text=claim, other=question.premise)
    premise_words = numbers_if_number(answer.premise_words, question.premise, claim_span.cut(claim))
    asked_span = _span(premise_words, text=question.premise, other=claim)
    premise_span = asked_span
    if question.premise != verdict.premise.text:
        premise_span = same_words(asked_span, of=question.premise, within=verdict.premise.text)
    return replace(
        verdict,
        error_type=error_type(
            premise=question.premise,
            claim=claim,
            premise_words=asked_span.cut(question.premise),
            claim_words=claim_span.cut(claim),
        ),
        premise_span=premise_span,
        claim_span=claim_span,
    )


def _span(scored: Sequence[ScoredSpan], *, text: str, other: str) -> Span:
    return clash(scored) or unshared(text, other)
