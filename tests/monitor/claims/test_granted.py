"""What a speaker takes for granted is a claim; what they make of it is none."""

import pytest

from belie.monitor.claims.clauses import clauses
from belie.monitor.claims.wording import word


def statements(tree):
    return [word(tree, clause.parts, {})[0] for clause in clauses(tree)]


@pytest.mark.parametrize(
    "opening",
    [
        "It's cool that",
        "it 's amazing that",
        "It's a shame that",
        "It's funny how",
        "I love that",
        "I love how",
        "I didn't know that",
        "i did n't know",
        "I never realized that",
        "I can't believe that",
        "I'm glad that",
        "I'm glad",
        "I was surprised that",
        "I find it odd that",
        "It turns out that",
    ],
)
def test_what_is_taken_for_granted_is_all_that_is_claimed(tree_of, opening):
    assert statements(tree_of(f"{opening} the tower leans.")) == ["the tower leans"]


@pytest.mark.parametrize(
    "opening", ["I think", "I believe that", "I guess", "I heard that", "i know that", "I bet"]
)
def test_what_the_speaker_holds_is_all_that_is_claimed(tree_of, opening):
    assert statements(tree_of(f"{opening} the tower leans.")) == ["the tower leans"]


@pytest.mark.parametrize(
    "sentence",
    [
        "It would be cool that the tower leans.",
        "I hope that the tower leans.",
        "I don't know that the tower leans.",
        "It's possible that the tower leans.",
        "I love what the tower holds.",
        "It's hard that we lose.",
        "It's great that you have two dogs.",
    ],
)
def test_what_is_wished_asked_or_open_is_not(tree_of, sentence):
    assert statements(tree_of(sentence)) == [sentence.rstrip(".")]


def test_what_somebody_else_feels_is_claimed_too(tree_of):
    found = statements(tree_of("The mayor regretted that the plan failed."))
    assert found == ["The mayor regretted that the plan failed", "the plan failed"]


def test_what_stands_beside_it_is_claimed_too(tree_of):
    found = statements(tree_of("I'm glad they won the cup, and I have two dogs."))
    assert found == ["they won the cup", "I have two dogs"]


def test_a_remark_behind_a_comma_is_no_part_of_the_claim(tree_of):
    sentence = "You can't pitch your tent right beside a house, though, which seems fair to me."
    assert statements(tree_of(sentence)) == [
        "You can't pitch your tent right beside a house, though"
    ]
    sentence = "The mayor closed the bridge, which led to protests."
    assert "protests" in " ".join(statements(tree_of(sentence)))
