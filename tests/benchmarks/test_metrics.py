from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("benchmarks", reason="needs the source tree")

from benchmarks.metrics import (
    accuracy,
    auc,
    balanced_accuracy,
    best_balanced_accuracy,
    bootstrap,
    f1,
    macro_f1,
    overlap,
)

pytestmark = pytest.mark.tree

ROWS = st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=1, max_size=30)


def test_auc_of_a_perfect_order_is_one_and_of_its_reverse_nought():
    assert auc([False, False, True, True], [1, 2, 3, 4]) == 1.0
    assert auc([True, True, False, False], [1, 2, 3, 4]) == 0.0


def test_auc_counts_pairs_and_halves_ties():
    # positives 0.8, 0.4, 0.4; negatives 0.4, 0.2: 0.8 wins both (2), each 0.4 ties one and wins
    # one (1.5 + 1.5): 5 of 6 pairs.
    assert auc([True, True, True, False, False], [0.8, 0.4, 0.4, 0.4, 0.2]) == pytest.approx(5 / 6)


def test_auc_of_constant_scores_is_a_half():
    assert auc([True, False, False], [7, 7, 7]) == 0.5


@pytest.mark.parametrize("gold", [[], [True, True], [False]])
def test_auc_of_one_class_is_undefined(gold):
    assert auc(gold, [0.5] * len(gold)) is None


@given(ROWS)
@settings(max_examples=50)
def test_auc_equals_the_share_of_pairs_in_order(rows):
    ones = [score for positive, score in rows if positive]
    zeros = [score for positive, score in rows if not positive]
    wins = [(a > b) + 0.5 * (a == b) for a in ones for b in zeros]
    expected = sum(wins) / len(wins) if wins else None
    found = auc([positive for positive, _ in rows], [score for _, score in rows])
    assert found == (None if expected is None else pytest.approx(expected))


def test_accuracy_is_the_share_told_right():
    assert accuracy(["a", "b", "a", "c"], ["a", "b", "c", "c"]) == 0.75
    assert accuracy([], []) is None


def test_f1_by_hand():
    # "yes": two right, one missed, two too many: precision 2/4, recall 2/3, F1 4/7.
    gold = ["yes", "yes", "yes", "no", "no", "no"]
    told = ["yes", "yes", "no", "yes", "yes", "no"]
    assert f1(gold, told, label="yes") == pytest.approx(4 / 7)
    assert f1(gold, told, label="never") is None


def test_macro_f1_counts_each_label_alike_and_a_label_never_told_as_nought():
    # "a": F1 6/7 (three right, one too many); "b": never told, 0.
    assert macro_f1(["a", "a", "a", "b"], ["a", "a", "a", "a"]) == pytest.approx(3 / 7)


def test_balanced_accuracy_does_not_reward_the_commoner_class():
    gold = [True, True, True, False]
    assert balanced_accuracy(gold, [True] * 4) == 0.5
    assert balanced_accuracy(gold, [True, True, False, False]) == pytest.approx(5 / 6)
    assert balanced_accuracy([True], [True]) is None


@given(ROWS)
@settings(max_examples=50)
def test_best_balanced_accuracy_is_the_best_over_all_thresholds(rows):
    gold, scores = [g for g, _ in rows], [s for _, s in rows]
    every = [balanced_accuracy(gold, [s >= cut for s in scores]) for cut in set(scores)]
    found = best_balanced_accuracy(gold, scores)
    if every[0] is None:
        assert found is None
    else:
        assert found == pytest.approx(max(every))


def test_overlap_is_the_share_of_response_words_in_the_document():
    assert overlap("Oslo is big, big!", "OSLO was big.") == 0.75
    assert overlap("...", "anything") == 0.0


def test_bootstrap_repeats_with_its_seed_and_encloses_the_figure():
    rows = [True] * 60 + [False] * 40
    low, high = bootstrap(rows, lambda drawn: sum(drawn) / len(drawn), rounds=200, seed=3)
    assert (low, high) == bootstrap(rows, lambda drawn: sum(drawn) / len(drawn), seed=3)
    # the binomial's own: 0.6 +- 1.96 * sqrt(0.24 / 100), about 0.504 to 0.696
    assert low == pytest.approx(0.504, abs=0.03)
    assert high == pytest.approx(0.696, abs=0.03)


def test_bootstrap_of_nothing_is_undefined():
    assert bootstrap([], len) is None
    assert bootstrap([1], lambda _: None) is None
