from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("benchmarks", reason="needs the source tree")

from benchmarks import weighted
from benchmarks.weighted import interval, once, resampled, value

pytestmark = pytest.mark.tree

ROWS = st.lists(
    st.tuples(st.booleans(), st.integers(0, 5), st.integers(0, 3)), min_size=1, max_size=30
)


def figure(measure, *columns):
    return value(lambda weights: measure(*columns, weights), len(columns[0]))


def test_auc_of_a_perfect_order_is_one_and_of_its_reverse_nought():
    assert figure(weighted.auc, [False, False, True, True], [1, 2, 3, 4]) == 1.0
    assert figure(weighted.auc, [True, True, False, False], [1, 2, 3, 4]) == 0.0


def test_auc_counts_pairs_and_halves_ties():
    # positives 0.8, 0.4, 0.4; negatives 0.4, 0.2: 0.8 wins both (2), each 0.4 ties one and wins
    # one (1.5 + 1.5): 5 of 6 pairs.
    gold = [True, True, True, False, False]
    assert figure(weighted.auc, gold, [0.8, 0.4, 0.4, 0.4, 0.2]) == pytest.approx(5 / 6)


@pytest.mark.parametrize("gold", [[], [True, True], [False]])
def test_auc_of_one_class_is_undefined(gold):
    assert figure(weighted.auc, gold, [0.5] * len(gold)) is None


@given(ROWS)
def test_a_weight_counts_a_row_as_often_as_it_says(rows):
    weights = np.array([[float(times) for *_, times in rows]])
    gold, scores = [one for one, *_ in rows], [score for _, score, _ in rows]
    several = [row for row in rows for _ in range(row[2])]
    ones = [score for positive, score, _ in several if positive]
    zeros = [score for positive, score, _ in several if not positive]
    wins = [(a > b) + 0.5 * (a == b) for a in ones for b in zeros]
    (found,) = weighted.auc(gold, scores, weights)
    assert found == pytest.approx(sum(wins) / len(wins) if wins else np.nan, nan_ok=True)


@given(ROWS)
def test_best_balanced_accuracy_is_the_best_over_all_thresholds(rows):
    gold, scores = [one for one, *_ in rows], [score for _, score, _ in rows]
    every = [
        figure(weighted.balanced_accuracy, gold, [cut <= s for s in scores]) for cut in set(scores)
    ]
    found = figure(weighted.best_balanced_accuracy, gold, scores)
    assert found == (None if None in every else pytest.approx(max(every)))


def test_balanced_accuracy_does_not_reward_the_commoner_class():
    gold = [True, True, True, False]
    assert figure(weighted.balanced_accuracy, gold, [True] * 4) == 0.5
    told = [True, True, False, False]
    assert figure(weighted.balanced_accuracy, gold, told) == pytest.approx(5 / 6)


def test_a_label_never_told_counts_as_nought_in_macro_f1():
    assert figure(weighted.macro_f1, ["a", "a", "a", "b"], ["a"] * 4) == pytest.approx(3 / 7)


def test_the_commonest_label_is_found_for_each_kind():
    gold = ["a", "a", "b", "b"]
    assert figure(weighted.majority, gold, [0, 0, 0, 0]) == 0.5
    assert figure(weighted.majority, gold, [1, 1, 2, 2]) == 1.0


def test_marked_characters_are_counted_over_all_rows_together():
    # 3 of 4 told characters and of 6 marked ones: precision 3/4, recall 1/2, F1 0.6
    assert figure(weighted.span_f1, [3, 0], [4, 0], [4, 2]) == pytest.approx(0.6)
    assert figure(weighted.span_f1, [0], [0], [0]) is None


def test_calibration_error_is_the_gap_between_sureness_and_success():
    sure = [0.9] * 10 + [0.3] * 10
    hits = [True] * 9 + [False] + [True] * 8 + [False] * 2
    # first bin exact, second off by a half, half of the rows
    assert figure(weighted.calibration_error, sure, hits) == pytest.approx(0.25)
    assert figure(weighted.calibration_error, [1.0], [True]) == 0.0


def test_rows_of_one_cluster_are_drawn_together_and_all_clusters_as_often():
    weights = resampled(["a", "b", "a", "c"], rounds=500, seed=1)
    assert (weights[:, 0] == weights[:, 2]).all()
    assert (weights[:, [0, 1, 3]].sum(axis=1) == 3).all()
    assert (weights == resampled(["a", "b", "a", "c"], rounds=500, seed=1)).all()


def test_the_interval_is_wider_where_rows_are_alike():
    right = [True] * 60 + [False] * 40

    def measure(weights):
        return weighted.share(right, weights)

    alone = interval(measure, resampled([str(n) for n in range(100)], rounds=400))
    tens = interval(measure, resampled([str(n // 10) for n in range(100)], rounds=400))
    # the binomial's own: 0.6 +- 1.96 * sqrt(0.24 / 100), about 0.504 to 0.696
    assert alone == pytest.approx((0.504, 0.696), abs=0.03)
    assert tens[0] < alone[0] < alone[1] < tens[1]


def test_rounds_without_a_value_are_left_out():
    gold = [True, False]
    low, high = interval(lambda w: weighted.auc(gold, [1, 0], w), resampled(["a", "b"], rounds=50))
    assert (low, high) == (1.0, 1.0)
    assert interval(lambda w: weighted.auc([True], [1], w), once(1)) is None
