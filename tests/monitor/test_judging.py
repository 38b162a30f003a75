import pytest

from belie.datatypes import (
    Claim,
    ErrorType,
    Judgement,
    Pair,
    Passage,
    Relation,
    Role,
    ScoredSpan,
    Span,
)
from belie.monitor.candidates import Candidate
from belie.monitor.judging import Judge, comparable
from belie.testing import ScriptedClassifier


def claim(text, *, turn=1, role=Role.ASSISTANT):
    return Claim(f"s/{turn}#0", text, f"s/{turn}", Span(0, len(text)), turn=turn, role=role)


def passage(text):
    return Passage("s/0/d@0", text, "d", Span(0, len(text)))


def test_a_document_is_asked_one_way_and_claims_both_ways():
    classifier = ScriptedClassifier()
    Judge(classifier).judge(
        [
            Candidate(passage("It is red."), claim("It is blue.")),
            Candidate(claim("It is big.", turn=0), claim("It is small.")),
        ]
    )
    assert classifier.calls == [
        [
            Pair("It is red.", "It is blue."),
            Pair("It is big.", "It is small."),
            Pair("It is small.", "It is big."),
        ]
    ]


def test_no_pair_is_asked_twice():
    classifier = ScriptedClassifier()
    judge = Judge(classifier)
    candidate = Candidate(passage("It is red."), claim("It is blue."))
    judge.judge([candidate, candidate])
    judge.judge([candidate])
    assert classifier.calls == [[Pair("It is red.", "It is blue.")]]


def test_a_contradiction_seen_from_one_side_only_is_averaged_away():
    one_way = {("It is big.", "It is small."): Relation.CONTRADICTION}
    (verdict,) = Judge(ScriptedClassifier(one_way)).judge(
        [Candidate(claim("It is big.", turn=0), claim("It is small."))]
    )
    assert verdict.contradiction == pytest.approx((0.98 + 0.02) / 2)
    assert sum(verdict.probabilities.values()) == pytest.approx(1)


def test_the_users_words_are_asked_from_the_assistants_side():
    classifier = ScriptedClassifier()
    Judge(classifier).judge(
        [Candidate(claim("I am vegan.", turn=0, role=Role.USER), claim("You eat meat."))]
    )
    assert classifier.calls[0][0] == Pair("you are vegan.", "You eat meat.")


def test_the_clash_is_located_in_the_users_own_words():
    script = {
        ("you ordered 12 boxes.", "You ordered 10 boxes."): Relation.CONTRADICTION,
        ("You ordered 10 boxes.", "you ordered 12 boxes."): Relation.CONTRADICTION,
    }
    premise = claim("I ordered 12 boxes.", turn=0, role=Role.USER)
    (verdict,) = Judge(ScriptedClassifier(script)).judge(
        [Candidate(premise, claim("You ordered 10 boxes."))]
    )
    assert verdict.premise_span.cut(premise.text) == "12"
    assert verdict.claim_span.cut(verdict.claim.text) == "10"
    assert verdict.error_type is ErrorType.NUMERIC


def test_agreement_has_no_clashing_words():
    script = {("It is red.", "It is red."): Relation.ENTAILMENT}
    (verdict,) = Judge(ScriptedClassifier(script)).judge(
        [Candidate(passage("It is red."), claim("It is red."))]
    )
    assert (verdict.relation, verdict.claim_span, verdict.error_type) == (
        Relation.ENTAILMENT,
        None,
        None,
    )


class SplitClassifier:
    """Sure that it is a contradiction, unsure which; scores a word of its own choice."""

    name = "split"

    def classify(self, pairs):
        odds = {
            Relation.ENTAILMENT: 0.4,
            Relation.CONTRADICTION: 0.25,
            Relation.PARTIAL_CONTRADICTION: 0.3,
            Relation.NEUTRAL: 0.05,
        }
        words = (ScoredSpan(Span(0, 2), 0.9),)
        return [Judgement(odds, words, words, truncated=True) for _ in pairs]


def test_both_contradictions_compete_as_one_and_scored_words_are_used():
    (verdict,) = Judge(SplitClassifier()).judge(
        [Candidate(passage("It is red."), claim("It is blue."))]
    )
    assert verdict.relation is Relation.PARTIAL_CONTRADICTION
    assert verdict.premise_span == verdict.claim_span == Span(0, 2)
    assert verdict.truncated
    assert verdict.model == "split"


@pytest.mark.parametrize(
    ("premise", "claimed", "expected"),
    [
        (claim("I love tea.", turn=0), claim("I hate tea."), True),
        (claim("I love tea.", turn=0), claim("You hate tea."), False),
        (claim("I love tea.", turn=0), claim("Tea is bad."), True),
        (claim("I love tea.", turn=0, role=Role.USER), claim("You hate tea."), True),
        (claim("I love tea.", turn=0, role=Role.USER), claim("I hate tea."), False),
        (passage("I love tea."), claim("You hate tea."), True),
    ],
)
def test_what_is_said_of_you_is_not_compared_with_what_is_said_of_me(premise, claimed, expected):
    assert comparable(Candidate(premise, claimed)) is expected
