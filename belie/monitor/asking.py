"""How pairs are put to a classifier: values in words it knows, limits as what they limit."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import regex

from belie.datatypes import ErrorType, Judgement, Pair, Relation, ScoredSpan
from belie.monitor.evidence import moved
from belie.monitor.values import in_words_of, readings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.monitor.values import Reading
    from belie.protocols import Classifier

__all__ = ["ask"]

_FOLLOWS = 0.5
"""The probability of an entailment from which a reading tells what is in the limit's place."""
_LIKENESS = 0.2
"""What the words beside both values count for beside the classifier, in logarithms."""
_AS_LIKELY = 0.9
"""A reading that says the opposite and is this likely beside the best leaves it open."""
_NOT_KEPT = 0.86
"""The share of contradictions among the 793 labelled training pairs that are read so."""
_SAID = regex.compile(r"[\p{L}\p{N}\p{S}]")
"""A letter, a digit or a sign such as an emoji: blanks and full stops say nothing."""


@dataclass(frozen=True, slots=True)
class _Put:
    """A pair as it is put to the classifier.

    Parameters
    ----------
    pair
        What is to be judged.
    written
        Its claim with values in the words of the premise; ``None`` where they are already.
    readings
        Its claim with values of the premise in the place of its limits.
    """

    pair: Pair
    written: str | None
    readings: tuple[Reading, ...]

    @property
    def pairs(self) -> Iterator[Pair]:
        """What is asked: the pair, and its readings."""
        yield self.pair if self.written is None else replace(self.pair, claim=self.written)
        for reading in self.readings:
            yield replace(self.pair, claim=reading.claim)


def ask(classifier: Classifier, pairs: Sequence[Pair]) -> list[Judgement]:
    """Return what a classifier says of pairs, helped where it cannot compare values.

    It does not know that 14:00 is 2 pm, nor whether 480 is more than 500. So values of both sides
    are told in the same words, and a claim with a limit is asked with the premise's value in its
    place as well: if that follows and keeps to the limit, so does the claim; if it does not, the
    claim is wrong in that. All is one batch. Where one side says nothing at all the pair is
    neutral, and is not asked.
    """
    put = [_put(pair) for pair in pairs]
    asked = dict.fromkeys(pair for one in put if one for pair in one.pairs)
    told = dict(zip(asked, classifier.classify(list(asked)), strict=True)) if asked else {}
    return [_judgement(one, [told[pair] for pair in one.pairs]) if one else _open() for one in put]


def _put(pair: Pair) -> _Put | None:
    """The pair as it is put; ``None`` where one side says nothing."""
    if not (_SAID.search(pair.premise) and _SAID.search(pair.claim)):
        return None
    return _Put(pair, in_words_of(pair.premise, pair.claim), readings(pair.premise, pair.claim))


def _open() -> Judgement:
    return Judgement({relation: float(relation is Relation.NEUTRAL) for relation in Relation})


def _judgement(put: _Put, answers: Sequence[Judgement]) -> Judgement:
    as_said, *of_readings = answers
    found = _likeliest(put.readings, of_readings)
    if found:
        return _by_limit(*found)
    return as_said if put.written is None else _without_claim_words(as_said)


def _without_claim_words(answer: Judgement) -> Judgement:
    """An answer about a claim in other words, whose places mean nothing in the claim."""
    return replace(answer, claim_words=(), ungrounded_words=())


def _likeliest(
    readings: Sequence[Reading], answers: Sequence[Judgement]
) -> tuple[Reading, Judgement] | None:
    """The reading that follows most surely; ``None`` if none does, or an opposite one as surely."""
    weights = [
        answer.probabilities[Relation.ENTAILMENT] * math.exp(_LIKENESS * reading.likeness)
        for reading, answer in zip(readings, answers, strict=True)
    ]
    if not weights:
        return None
    best = max(range(len(weights)), key=weights.__getitem__)
    reading, answer = readings[best], answers[best]
    is_open = any(
        other.differs is not reading.differs and _AS_LIKELY * weights[best] < weight
        for other, weight in zip(readings, weights, strict=True)
    )
    follows = _FOLLOWS <= answer.probabilities[Relation.ENTAILMENT]
    return (reading, answer) if follows and not is_open else None


def _by_limit(reading: Reading, answer: Judgement) -> Judgement:
    """What a reading that follows says of the claim: so does it, or it is wrong in its limit."""
    if not reading.differs:
        return replace(_without_claim_words(answer), premise_words=())
    partly = Relation.PARTIAL_CONTRADICTION
    return replace(
        answer,
        probabilities=moved(answer.probabilities, [Relation.ENTAILMENT], partly, _NOT_KEPT),
        premise_words=(ScoredSpan(reading.premise_span, 1.0),),
        claim_words=(ScoredSpan(reading.claim_span, 1.0),),
        ungrounded_words=(),
        error_type=ErrorType.TEMPORAL if reading.timed else ErrorType.NUMERIC,
    )
