"""How pairs are put to a classifier."""

from dataclasses import replace

import pytest

from belie.datatypes import ErrorType, Judgement, Pair, Relation, ScoredSpan, Span
from belie.monitor.asking import ask
from belie.testing import ScriptedClassifier

CASES = "There are 87 cases."


def told(answer):
    return max(Relation, key=lambda relation: answer.probabilities[relation])


def test_a_plain_pair_is_asked_as_it_is():
    classifier = ScriptedClassifier()
    ask(classifier, [Pair("It is red.", "It is blue.")])
    assert classifier.calls == [[Pair("It is red.", "It is blue.")]]


def test_values_are_asked_in_the_words_of_the_premise():
    classifier = ScriptedClassifier()
    ask(classifier, [Pair("We start at 14:00.", "It begins at 2 pm.")])
    assert classifier.calls == [[Pair("We start at 14:00.", "It begins at 14:00.")]]


def test_a_limit_is_asked_with_what_it_limits_in_one_batch():
    classifier = ScriptedClassifier()
    pair = Pair(CASES, "There are fewer than 86 cases.")
    ask(classifier, [pair, Pair("It is red.", "It is blue.")])
    assert classifier.calls == [
        [pair, Pair(CASES, "There are 87 cases."), Pair("It is red.", "It is blue.")]
    ]


@pytest.mark.parametrize(
    ("claim", "relation"),
    [
        ("There are fewer than 86 cases.", Relation.PARTIAL_CONTRADICTION),
        ("There are more than 80 cases.", Relation.ENTAILMENT),
    ],
)
def test_where_the_reading_follows_the_limit_decides(claim, relation):
    script = {(CASES, "There are 87 cases."): Relation.ENTAILMENT}
    (answer,) = ask(ScriptedClassifier(script), [Pair(CASES, claim)])
    assert told(answer) is relation
    assert sum(answer.probabilities.values()) == pytest.approx(1)


def test_a_limit_that_is_not_kept_is_the_clash_on_both_sides():
    claim = "There are fewer than 86 cases."
    script = {(CASES, "There are 87 cases."): Relation.ENTAILMENT}
    (answer,) = ask(ScriptedClassifier(script), [Pair(CASES, claim)])
    assert [word.span.cut(CASES) for word in answer.premise_words] == ["87"]
    assert [word.span.cut(claim) for word in answer.claim_words] == ["fewer than 86"]
    assert answer.error_type is ErrorType.NUMERIC


def test_a_time_that_is_not_kept_to_is_temporal():
    premise, claim = "It sank on 25 May 1990.", "It sank before 20 May 1990."
    script = {(premise, "It sank on 25 May 1990."): Relation.ENTAILMENT}
    (answer,) = ask(ScriptedClassifier(script), [Pair(premise, claim)])
    assert answer.error_type is ErrorType.TEMPORAL


def test_where_no_reading_follows_the_claim_is_judged_as_it_was_said():
    claim = "The ward has fewer than 86 cases."
    script = {(CASES, claim): Relation.ENTAILMENT}
    (answer,) = ask(ScriptedClassifier(script), [Pair(CASES, claim)])
    assert told(answer) is Relation.ENTAILMENT


@pytest.mark.parametrize(
    ("premise", "claim", "read", "relation"),
    [
        (
            "It made 60 million in 2001. It made 80 million in 2002.",
            "It made over 70 million.",
            ("It made 60 million.", "It made 80 million."),
            Relation.NEUTRAL,
        ),
        (
            "There are 300 artists, and 280 stands for food.",
            "There are fewer than 290 artists.",
            ("There are 300 artists.", "There are 280 artists."),
            Relation.PARTIAL_CONTRADICTION,
        ),
    ],
    ids=["as it was said", "the one in the same words"],
)
def test_of_readings_that_say_opposite_things_and_follow_alike(premise, claim, read, relation):
    script = {(premise, one): Relation.ENTAILMENT for one in read}
    (answer,) = ask(ScriptedClassifier(script), [Pair(premise, claim)])
    assert told(answer) is relation


def test_the_same_text_gets_the_same_answer_alone_and_in_company():
    script = {(CASES, "There are 87 cases."): Relation.ENTAILMENT}
    pairs = [Pair(CASES, "There are fewer than 86 cases."), Pair("It is red.", "It is blue.")]
    together = ask(ScriptedClassifier(script), pairs)
    alone = [answer for pair in pairs for answer in ask(ScriptedClassifier(script), [pair])]
    assert together == alone
    assert all(isinstance(answer, Judgement) for answer in together)


@pytest.mark.parametrize("blank", ["", " \n\t", "\u200b\u3000", "...", "—"])
def test_where_one_side_says_nothing_the_pair_is_open_and_not_asked(blank):
    classifier = ScriptedClassifier(default=Relation.ENTAILMENT)
    pairs = [Pair(blank, "No one came."), Pair("No one came.", blank), Pair(blank, blank)]
    assert {told(answer) for answer in ask(classifier, pairs)} == {Relation.NEUTRAL}
    assert classifier.calls == []


def test_a_sign_says_something():
    classifier = ScriptedClassifier(default=Relation.ENTAILMENT)
    (answer,) = ask(classifier, [Pair("The winner is \U0001f436.", "\U0001f436")])
    assert told(answer) is Relation.ENTAILMENT


class Lacking(ScriptedClassifier):
    """Such a one that backs no first word of a claim."""

    def classify(self, pairs):
        words = (ScoredSpan(Span(0, 2), 0.9),)
        return [replace(answer, ungrounded_words=words) for answer in super().classify(pairs)]


def test_of_a_claim_that_is_asked_as_it_is_the_words_are_told_that_the_premise_does_not_back():
    (answer,) = ask(Lacking(), [Pair("It is red.", "It is blue.")])
    assert answer.ungrounded_words == (ScoredSpan(Span(0, 2), 0.9),)


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        ("We start at 14:00.", "It begins at 2 pm."),
        (CASES, "There are fewer than 90 cases."),
        (CASES, "There are fewer than 86 cases."),
    ],
)
def test_places_in_a_claim_in_other_words_are_none_in_the_claim(premise, claim):
    script = {(CASES, "There are 87 cases."): Relation.ENTAILMENT}
    (answer,) = ask(Lacking(script), [Pair(premise, claim)])
    assert answer.ungrounded_words == ()
