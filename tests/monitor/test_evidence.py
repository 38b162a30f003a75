"""What rules add to what the classifier says of a pair."""

import pytest

from belie.datatypes import Claim, ErrorType, Passage, Relation, Span
from belie.monitor.candidates import Candidate
from belie.monitor.evidence import gather
from belie.monitor.questions import make_question

PLAN = "The plan costs $10."


def claim(text, turn=1):
    return Claim(f"s/{turn}#0", text, f"s/{turn}", Span(0, len(text)), turn=turn)


def passage(text):
    return Passage("s/0/d@0", text, "d", Span(0, len(text)))


def weighed(premise, claimed, sure_of):
    """What is left of a classifier that is nearly sure, given the evidence."""
    said = {relation: 0.97 if relation is sure_of else 0.01 for relation in Relation}
    found = gather(make_question(Candidate(premise, claim(claimed)))).weigh(said)
    assert sum(found.values()) == pytest.approx(1)
    assert all(0 <= probability <= 1 for probability in found.values())
    return max(found, key=found.__getitem__)


@pytest.mark.parametrize("sure_of", list(Relation))
def test_another_value_of_the_same_thing_contradicts_in_part(sure_of):
    found = weighed(passage("The plan costs $20."), PLAN, sure_of)
    assert found is Relation.PARTIAL_CONTRADICTION


@pytest.mark.parametrize(
    ("sure_of", "expected"),
    [
        (Relation.ENTAILMENT, Relation.PARTIAL_CONTRADICTION),
        (Relation.CONTRADICTION, Relation.PARTIAL_CONTRADICTION),
        (Relation.NEUTRAL, Relation.NEUTRAL),
    ],
)
def test_another_value_of_something_narrower_need_not_contradict(sure_of, expected):
    assert weighed(passage("The Pro plan costs $20."), PLAN, sure_of) is expected


@pytest.mark.parametrize("against", [Relation.CONTRADICTION, Relation.PARTIAL_CONTRADICTION])
def test_the_same_value_in_another_form_supports(against):
    assert weighed(passage("The plan costs 10 dollars."), PLAN, against) is Relation.ENTAILMENT


def test_the_same_values_make_no_support_of_what_is_open():
    found = weighed(passage("The plan costs 10 dollars."), PLAN, Relation.NEUTRAL)
    assert found is Relation.NEUTRAL


@pytest.mark.parametrize(
    ("earlier", "expected"),
    [
        ("It opens at 9 am.", Relation.NEUTRAL),
        ("On Sundays it opens at 9 am.", Relation.PARTIAL_CONTRADICTION),
    ],
)
def test_hours_of_two_claims_are_of_the_same_days_or_not_compared(earlier, expected):
    later = "It opens at 10 am on Sundays."
    assert weighed(claim(earlier, 0), later, Relation.NEUTRAL) is expected


def test_two_claims_of_which_one_says_less_do_not_contradict():
    found = weighed(claim("The plan costs over $5.", 0), PLAN, Relation.CONTRADICTION)
    assert found is Relation.NEUTRAL


@pytest.mark.parametrize("sure_of", [Relation.ENTAILMENT, Relation.NEUTRAL])
def test_a_relation_turned_round_contradicts(sure_of):
    premise = passage("The flood was caused by the storm.")
    assert weighed(premise, "The flood caused the storm.", sure_of) is Relation.CONTRADICTION


@pytest.mark.parametrize("sure_of", list(Relation))
def test_where_no_rule_finds_anything_the_classifier_stands(sure_of):
    assert weighed(passage("The plan is cheap."), PLAN, sure_of) is sure_of


@pytest.mark.parametrize(
    ("sure_of", "expected"),
    [
        (Relation.ENTAILMENT, Relation.NEUTRAL),
        (Relation.NEUTRAL, Relation.NEUTRAL),
        (Relation.PARTIAL_CONTRADICTION, Relation.PARTIAL_CONTRADICTION),
    ],
)
def test_an_overgeneralisation_does_not_follow_nor_contradict_by_itself(sure_of, expected):
    premise = passage("Some birds of the island can fly.")
    assert weighed(premise, "All birds of the island can fly.", sure_of) is expected


def test_what_was_found_is_told():
    premise = passage("The flood was caused by the storm.")
    turned = gather(make_question(Candidate(premise, claim("The flood caused the storm."))))
    assert (turned.flag.error_type, turned.clash) == (ErrorType.CAUSAL_CONFUSION, None)
    priced = gather(make_question(Candidate(passage("The plan costs $20."), claim(PLAN))))
    assert (priced.flag, priced.clash.claim_span.cut(PLAN)) == (None, "$10")
    same = gather(make_question(Candidate(passage("The plan costs 10 dollars."), claim(PLAN))))
    assert same.clash is None
