from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("benchmarks", reason="needs the source tree")
pytest.importorskip("scipy", reason="pairs claims; comes with the extra dev")

from benchmarks.claims_measures import (
    atomicity,
    claim_f1,
    claim_precision,
    claim_recall,
    compounds,
    coverage,
    held,
    match,
    mean_words,
    score_row,
    similarity,
    standing,
    strict_f1,
)
from benchmarks.claims_words import stands_alone, tokens

pytestmark = pytest.mark.tree

SENTENCE = "The tower, built in 1889, is old and leans."
GOLD = ("The tower was built in 1889.", "The tower is old.", "The tower leans.")
CLAIMS = st.lists(
    st.lists(st.sampled_from("abcdef"), min_size=1, max_size=4).map(" ".join), max_size=4
)


def best_sum(predicted, gold):
    """Try every pairing."""
    few, many = sorted((predicted, gold), key=len)
    pairings = itertools.permutations(many, len(few))
    return max(
        sum(similarity(tokens(a), tokens(b)) for a, b in zip(few, order, strict=True))
        for order in pairings
    )


@given(CLAIMS, CLAIMS)
def test_no_other_pairing_has_a_larger_sum(predicted, gold):
    assert sum(match(predicted, gold)) == pytest.approx(best_sum(predicted, gold))


def test_case_and_punctuation_do_not_count_but_function_words_do():
    assert similarity(tokens("The Tower leans!"), tokens("the tower, leans")) == 1.0
    assert similarity(tokens("the tower"), tokens("tower")) == pytest.approx(2 / 3)


def test_the_gold_itself_is_perfect():
    rows = [score_row(SENTENCE, GOLD, GOLD)]
    assert claim_precision(rows) == claim_recall(rows) == claim_f1(rows) == strict_f1(rows) == 1.0
    assert atomicity(rows) == standing(rows) == 1.0
    assert compounds(rows) == 0.0


def test_a_whole_sentence_is_precise_in_nothing_and_compound():
    rows = [score_row(SENTENCE, [SENTENCE], GOLD)]
    assert claim_recall(rows) == pytest.approx(claim_precision(rows) / 3)
    assert strict_f1(rows) == 0.0
    assert compounds(rows) == coverage(rows) == 1.0
    assert mean_words(rows) == 9


def test_a_claim_too_many_costs_precision_and_not_recall():
    rows = [score_row(SENTENCE, [*GOLD, "Cats purr."], GOLD)]
    assert claim_precision(rows) == 0.75
    assert claim_recall(rows) == 1.0


def test_words_that_no_claim_carries_lower_the_coverage():
    rows = [score_row(SENTENCE, ["The tower is old."], GOLD)]
    assert coverage(rows) == pytest.approx(2 / 5)


def test_no_claims_and_no_gold_leave_everything_undefined():
    rows = [score_row("", [], [])]
    assert claim_f1(rows) is claim_precision(rows) is atomicity(rows) is coverage(rows) is None


def test_a_gold_claim_within_another_counts_once():
    gold = ["Malefiz is a classic.", "Malefiz is a Disney classic.", "Stromberg designed it."]
    assert held("Malefiz is a Disney classic.", gold) == 1
    assert held("Malefiz is a Disney classic that Stromberg designed.", gold) == 2
    assert held("Malefiz", gold) == 0


@pytest.mark.parametrize(
    "claim",
    [
        "The tower leans.",
        "Ann sold her house.",
        "The firm sold its shares.",
        "It is believed that Troy was real.",
    ],
)
def test_a_claim_that_names_what_it_is_about_stands_alone(claim):
    assert stands_alone(claim)


@pytest.mark.parametrize(
    "claim",
    [
        "It leans.",
        "and he left",
        "However, they won.",
        "This film won.",
        "and these are new",
        "was built by his brother",
    ],
)
def test_a_claim_that_points_out_of_itself_does_not_stand_alone(claim):
    assert not stands_alone(claim)
