"""What a foreign model's outputs mean, and which contradictions are partial; needs no torch."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.adapters.sentence_transformers.relations import (
    four_relations,
    label_order,
    split_contradiction,
)
from belie.datatypes import Pair, Relation
from belie.errors import ModelError

E, C, P, N = (
    Relation.ENTAILMENT,
    Relation.CONTRADICTION,
    Relation.PARTIAL_CONTRADICTION,
    Relation.NEUTRAL,
)
CONTRADICTED = {E: 0.1, C: 0.7, N: 0.2}


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["contradiction", "entailment", "neutral"], (C, E, N)),
        (["ENTAILMENT", "Neutral", "Contradiction"], (E, N, C)),
        (["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"], (E, C, N)),
        (["SUPPORTED", "NEI", "REFUTED"], (E, N, C)),
        (["not_enough_info", "partial_contradiction", "entail", "contradict"], (N, P, E, C)),
        (["neutral", "Partial-Contradiction", "entailment", "contradiction"], (N, P, E, C)),
        (["entailment", "not_entailment"], (E, N)),
        (["Not Supported", "SUPPORTED"], (N, E)),
        (["non-contradiction", "contradiction"], (N, C)),
        (["REFUTES", "SUPPORTS"], (C, E)),
    ],
)
def test_labels_are_read_whatever_their_order_case_and_synonym(names, expected):
    assert label_order(names) == expected


@pytest.mark.parametrize(
    "names",
    [
        ["entailment"],
        ["entailment", "not_contradiction", "contradiction"],
        ["not_entailment", "not_contradiction"],
        ["entailment", "partial_contradiction"],
        ["entailment", "neutral", "contradiction", "sarcasm"],
        ["entailment", "supports", "neutral", "contradiction"],
        ["entailment", "partial_contradiction", "neutral"],
        [],
    ],
)
def test_labels_that_do_not_fit_are_listed_with_those_expected(names):
    with pytest.raises(ModelError) as caught:
        label_order(names)
    for word in ("entailment", "contradiction", "neutral", "partial_contradiction"):
        assert word in str(caught.value)
    assert str(caught.value).endswith(f"got {', '.join(names)}")


def test_of_a_model_of_two_relations_what_it_does_not_know_has_nothing():
    pair = Pair("The phone cost $499 in June.", "The phone cost $599 in June.")
    assert four_relations({E: 0.2, N: 0.8}, pair) == {E: 0.2, C: 0.0, P: 0.0, N: 0.8}
    assert four_relations({C: 0.7, N: 0.3}, pair) == {E: 0.0, C: 0.0, P: 0.7, N: 0.3}
    whole = four_relations({E: 0.4, C: 0.6}, Pair("It is warm.", "It is cold."))
    assert whole == {E: 0.4, C: 0.6, P: 0.0, N: 0.0}


def test_unnamed_labels_ask_for_their_meaning():
    with pytest.raises(ModelError, match=r"got LABEL_0, LABEL_1, LABEL_2; .*labels=\("):
        label_order(["LABEL_0", "LABEL_1", "LABEL_2"])


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        ("The phone cost $499 in June.", "The phone cost $599 in June."),
        ("It rained. The Eiffel Tower opened in 1889. It leans.", "The tower opened in 1899."),
        ("Anna Berg led the northern office.", "Anna Stein led the northern office."),
        ("The shop is not open on Sundays.", "The shop is not open on Mondays."),
        ("Mary gave John the book.", "John gave Mary the book."),
    ],
)
def test_a_difference_in_a_detail_is_a_partial_contradiction(premise, claim):
    split = split_contradiction(CONTRADICTED, Pair(premise, claim))
    assert split == {E: 0.1, C: 0.0, P: 0.7, N: 0.2}


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        ("A dog sleeps on the sofa.", "Three cats are running through the garden."),
        ("It is warm.", "It is cold."),
        ("The red bridge is near water.", "Red bridge stands near deep blue water."),
        ("The bridge is made of steel.", "Its builders used nothing but wood and rope."),
        ("The shop is open on Sundays.", "The shop is not open on Sundays."),
        ("The shop isn't open on Sundays. It is not cheap.", "The shop is open on Sundays."),
        ("He did not pay. The shop is open on Sundays.", "The shop is never open on Sundays."),
        ("", ""),
        ("", "The shop is open."),
    ],
)
def test_a_difference_in_the_whole_or_a_denial_stays_a_contradiction(premise, claim):
    split = split_contradiction(CONTRADICTED, Pair(premise, claim))
    assert split == {E: 0.1, C: 0.7, P: 0.0, N: 0.2}


def test_a_contradiction_that_does_not_win_stays_whole():
    pair = Pair("The phone cost $499.", "The phone cost $599.")
    split = split_contradiction({E: 0.2, C: 0.3, N: 0.5}, pair)
    assert (split[C], split[P]) == (0.3, 0.0)


@given(
    st.text(max_size=60),
    st.text(max_size=60),
    st.tuples(*[st.floats(0.01, 1)] * 3),
)
def test_splitting_keeps_the_mass_of_every_relation(premise, claim, weights):
    entailment, contradiction, neutral = (weight / sum(weights) for weight in weights)
    split = split_contradiction({E: entailment, C: contradiction, N: neutral}, Pair(premise, claim))
    assert (split[E], split[N], split[C] + split[P]) == (entailment, neutral, contradiction)
    assert set(split) == set(Relation)
