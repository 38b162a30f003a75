"""From candidates to verdicts: one batch for the classifier, no pair judged twice."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from belie.datatypes import CONTRADICTIONS, Pair, Relation, Span, Verdict
from belie.monitor.asking import ask
from belie.monitor.counterparts import are_of_counterparts
from belie.monitor.difference import unshared
from belie.monitor.error_types import error_type
from belie.monitor.evidence import gather, moved, without_clash
from belie.monitor.exceptions import rule_and_rest
from belie.monitor.grounding import ungrounded_by
from belie.monitor.judgements import JudgementCache
from belie.monitor.persons import same_words
from belie.monitor.prior import with_prior
from belie.monitor.questions import make_question
from belie.monitor.scopes import in_one_scope
from belie.monitor.slots import are_two_slots
from belie.monitor.spans import clash, numbers_if_number
from belie.monitor.tiers import are_of_two_tiers
from belie.monitor.tokens import whole_words
from belie.monitor.utterances import (
    beside_sentence,
    beside_utterances,
    doubtful,
    of_documents,
    pooled,
    to_blame,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belie.datatypes import ErrorType, Judgement, ScoredSpan
    from belie.monitor.candidates import Candidate
    from belie.monitor.evidence import Evidence
    from belie.monitor.questions import Question
    from belie.monitor.utterances import Probabilities
    from belie.protocols import Classifier

__all__ = ["Judge"]

_MARKS = frozenset(".,;:!?")
"""What ends or joins is no word that clashes, though it may be what the classifier looks at."""

_STATED = 0.6
"""The probability from which a sentence states a claim, whatever stands beside it (docs/decisions/
0034)."""
_OPEN = 0.9
"""Of 580,278 labelled training pairs the classifier accuses 15 that tell when two events were, or
who did two things; 13 of them are no contradictions."""
_ONE_SCOPE = 0.3
"""From this probability a sentence holds in a scope that is put otherwise."""
_ONE_SENTENCE = 0.3
"""What the odds of a contradiction within one sentence are multiplied by: of 1,926 dialogues of
training/development 25 have one that the classifier is sure of, and none of these is one."""
_APART = (are_two_slots, are_of_counterparts, are_of_two_tiers)
"""How two statements that seem to clash may be about two things."""


class Judge:
    """Judges candidates with a classifier and remembers the last pairs.

    Parameters
    ----------
    classifier
        Judges pairs of texts.
    earlier_odds
        What the odds of a contradiction of an earlier statement are multiplied by, > 0.
    size
        How many bytes the remembered pairs may take: some thousand pairs, as much as the longest
        answer has, or dozens of usual ones that are said at once.
    """

    def __init__(
        self, classifier: Classifier, *, earlier_odds: float = 1.0, size: int = 8 << 20
    ) -> None:
        self._classifier = classifier
        self._earlier_odds = earlier_odds
        self._cache = JudgementCache(size)

    @property
    def name(self) -> str:
        """Name and version of the classifier."""
        return self._classifier.name

    def judge(self, candidates: Sequence[Candidate]) -> list[Verdict]:
        """Return one verdict per candidate, in order."""
        questions = self._with_open_context([make_question(candidate) for candidate in candidates])
        read = {pair: text for question in questions for pair, text in question.read_beside}
        judged = self._classify([*(pair for one in questions for pair in one.pairs), *read])
        judged = self._past_exceptions(judged, read)
        told = self._beside_what_was_said(
            candidates, [_told(question, judged) for question in questions]
        )
        verdicts = [
            self._verdict(question, judged, odds)
            for question, odds in zip(questions, told, strict=True)
        ]
        return self._of_one_scope(verdicts)

    def entailments(self, pairs: Sequence[Pair]) -> list[float]:
        """Return for each pair the probability in [0, 1] that its premise entails its claim."""
        judged = self._classify(pairs)
        return [judged[pair].probabilities[Relation.ENTAILMENT] for pair in pairs]

    def clear(self) -> None:
        """Forget all pairs."""
        self._cache.clear()

    def _with_open_context(self, questions: Sequence[Question]) -> list[Question]:
        """Return questions without a context that by itself supports or contradicts a side."""
        told = self._classify([pair for question in questions for pair in question.of_context])
        return [
            question
            if all(_is_open(told[pair]) for pair in question.of_context)
            else replace(question, context="")
            for question in questions
        ]

    def _beside_what_was_said(
        self, candidates: Sequence[Candidate], told: Sequence[Probabilities]
    ) -> list[Probabilities]:
        """Return what the claims say together with the words that they were taken from."""
        of_sentences = of_documents(candidates, told)
        of_turns = doubtful(candidates, told)
        judged = self._classify(
            [*of_sentences.values(), *chain(*map(_both_ways, of_turns.values()))]
        )
        judged = self._past_exceptions(
            judged, {pair: pair.premise for pair in of_sentences.values()}
        )
        weighed = list(told)
        for number, pair in of_sentences.items():
            weighed[number] = beside_sentence(told[number], judged[pair].probabilities)
        for number in to_blame(candidates, of_sentences, weighed, judged):
            weighed[number] = judged[of_sentences[number]].probabilities
        both_ways = {
            pair: _mean([judged[one] for one in _both_ways(pair)]) for pair in of_turns.values()
        }
        for number, odds in beside_utterances(of_turns, told, both_ways).items():
            weighed[number] = odds
        return weighed

    def _past_exceptions(
        self, judged: Mapping[Pair, Judgement], read: Mapping[Pair, str]
    ) -> Mapping[Pair, Judgement]:
        """Return what was judged; where only an exception contradicts, what its rule says.

        Parameters
        ----------
        judged
            What was said of pairs, at least of those in ``read``.
        read
            By pair the sentences of a passage that its claim was read beside.
        """
        apart = {
            pair: (Pair(found[0], pair.claim), Pair(found[1], pair.claim))
            for pair, text in read.items()
            if _contradicts(judged[pair]) and (found := rule_and_rest(text, pair.claim)) is not None
        }
        rules = self._classify([rule for rule, _ in apart.values()])
        stated = {
            pair: rules[rule]
            for pair, (rule, _) in apart.items()
            if _STATED <= rules[rule].probabilities[Relation.ENTAILMENT]
        }
        rests = self._classify([apart[pair][1] for pair in stated])
        return {
            **judged,
            **{
                pair: answer
                for pair, answer in stated.items()
                if _contradicts(rests[apart[pair][1]])
            },
        }

    def _of_one_scope(self, verdicts: Sequence[Verdict]) -> list[Verdict]:
        """Return the verdicts; no clash where each side is said of a scope of its own."""
        asked = {
            number: pairs
            for number, verdict in enumerate(verdicts)
            if (sides := _sides(verdict)) and (pairs := in_one_scope(*sides)) is not None
        }
        judged = self._classify([pair for pairs in asked.values() for pair in pairs])
        apart = {
            number
            for number, (holds, clashes) in asked.items()
            if judged[holds].probabilities[Relation.ENTAILMENT] < _ONE_SCOPE
            and _contradicts(judged[clashes])
        }
        return [
            _apart(verdict) if number in apart else verdict
            for number, verdict in enumerate(verdicts)
        ]

    def _classify(self, pairs: Sequence[Pair]) -> Mapping[Pair, Judgement]:
        known = self._cache.find(pairs)
        new = [pair for pair in dict.fromkeys(pairs) if pair not in known]
        judged = dict(zip(new, ask(self._classifier, new), strict=True)) if new else {}
        self._cache.add(judged)
        return known | judged

    def _verdict(
        self, question: Question, judged: Mapping[Pair, Judgement], told: Probabilities
    ) -> Verdict:
        answers = [judged[pair] for pair in question.pairs]
        evidence = gather(question)
        if question.candidate.earlier:
            told = with_prior(told, self._earlier_odds)
        if question.candidate.one_sentence:
            told = with_prior(told, _ONE_SENTENCE)
        probabilities = evidence.weigh(told)
        relation = likeliest(probabilities)
        verdict = Verdict(
            premise=question.candidate.premise,
            claim=question.candidate.claim,
            probabilities=probabilities,
            relation=relation,
            model=self._classifier.name,
            truncated=any(answer.truncated for answer in answers),
            ungrounded=_ungrounded(question, judged),
        )
        if relation not in CONTRADICTIONS:
            return verdict
        return _of_one_slot(_located(verdict, question, answers[0], evidence))


def _ungrounded(
    question: Question, judged: Mapping[Pair, Judgement]
) -> tuple[ScoredSpan, ...] | None:
    """Return the words of a claim that a passage does not back, however it was read."""
    if question.read is None:
        return None
    whole = question.beside_whole
    return ungrounded_by(judged[pair] for pair in (*question.pairs, *([whole] if whole else [])))


def _contradicts(answer: Judgement) -> bool:
    return likeliest(answer.probabilities) in CONTRADICTIONS


def _is_open(answer: Judgement) -> bool:
    return likeliest(answer.probabilities) is Relation.NEUTRAL


def likeliest(probabilities: Mapping[Relation, float]) -> Relation:
    """Return the likeliest relation, both contradictions competing as one.

    Examples
    --------
    >>> likeliest({Relation.ENTAILMENT: 0.4, Relation.CONTRADICTION: 0.3,
    ...            Relation.PARTIAL_CONTRADICTION: 0.29, Relation.NEUTRAL: 0.01})
    <Relation.CONTRADICTION: 'contradiction'>
    """
    contradiction = max(CONTRADICTIONS, key=lambda relation: probabilities[relation])
    mass = {
        Relation.NEUTRAL: probabilities[Relation.NEUTRAL],
        Relation.ENTAILMENT: probabilities[Relation.ENTAILMENT],
        contradiction: sum(probabilities[relation] for relation in CONTRADICTIONS),
    }
    return max(mass, key=lambda relation: mass[relation])


def _both_ways(pair: Pair) -> tuple[Pair, Pair]:
    return pair, Pair(pair.claim, pair.premise)


def _told(question: Question, judged: Mapping[Pair, Judgement]) -> Probabilities:
    """Return what was said of a question, and of its passage as a whole, if that was asked."""
    told = _mean([judged[pair] for pair in question.pairs])
    whole = question.beside_whole
    return pooled(told, judged[whole].probabilities) if whole else told


def _mean(several: Sequence[Judgement]) -> Probabilities:
    return {
        relation: sum(answer.probabilities[relation] for answer in several) / len(several)
        for relation in Relation
    }


def _located(
    verdict: Verdict, question: Question, answer: Judgement, evidence: Evidence
) -> Verdict:
    """Return ``verdict`` with the clashing words of both sides and the kind of error.

    What rules found are those words; otherwise the classifier's scores tell.
    """
    claim = verdict.claim.text
    if evidence.place:
        premise_span, claim_span = evidence.place.premise_span, evidence.place.claim_span
    else:
        asked_span, claim_span = _scored(question.asked, claim, answer)
        premise_span = question.in_premise(asked_span)
    by_words = error_type(
        premise=question.premise, claim=claim, premise_span=premise_span, claim_span=claim_span
    )
    if question.premise != verdict.premise.text:
        premise_span = same_words(premise_span, of=question.premise, within=verdict.premise.text)
    return replace(
        verdict,
        error_type=_kind(by_words, answer, evidence),
        premise_span=premise_span,
        claim_span=claim_span,
    )


def _of_one_slot(verdict: Verdict) -> Verdict:
    """Return ``verdict``; no clash where the clashing words answer two questions."""
    sides = _sides(verdict)
    if sides is None or not any(are_apart(*sides) for are_apart in _APART):
        return verdict
    return _apart(verdict)


def _sides(verdict: Verdict) -> tuple[str, Span, str, Span] | None:
    """Return both texts with the words that clash; ``None`` where none do."""
    premise_span, claim_span = verdict.premise_span, verdict.claim_span
    if premise_span is None or claim_span is None:
        return None
    return verdict.premise.text, premise_span, verdict.claim.text, claim_span


def _apart(verdict: Verdict) -> Verdict:
    """Return ``verdict`` with most of its contradiction left open."""
    probabilities = moved(verdict.probabilities, CONTRADICTIONS, Relation.NEUTRAL, _OPEN)
    return without_clash(verdict, probabilities, likeliest(probabilities))


def _kind(by_words: ErrorType, answer: Judgement, evidence: Evidence) -> ErrorType:
    """Return the kind of error: what rules found, else what the classifier says, else the words'.

    Of values that clash the words tell the kind for sure.
    """
    if evidence.flag:
        return evidence.flag.error_type
    if evidence.clash:
        return by_words
    return answer.error_type or by_words


def _scored(premise: str, claim: str, answer: Judgement) -> tuple[Span, Span]:
    claim_span = _span(answer.claim_words, text=claim, other=premise)
    own = [word for word in answer.premise_words if word.span.end <= len(premise)]
    premise_words = numbers_if_number(own, premise, claim_span.cut(claim))
    return _span(premise_words, text=premise, other=claim), claim_span


def _span(scored: Sequence[ScoredSpan], *, text: str, other: str) -> Span:
    scored_words = clash([word for word in scored if word.span.cut(text) not in _MARKS], text)
    return whole_words(scored_words, text) if scored_words else unshared(text, other)
