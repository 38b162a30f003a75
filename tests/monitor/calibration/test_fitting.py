"""Fitting a temperature and a threshold, on classifiers whose truth is known."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Relation
from belie.monitor.calibration.fitting import fit_temperature, fit_threshold

E, N = Relation.ENTAILMENT, Relation.NEUTRAL


def drawn(temperature, count=4000):
    """Return probabilities that are too sure by a temperature, and labels drawn rightly."""
    chance = random.Random(7)
    odds, labels = [], []
    for _ in range(count):
        logit = chance.gauss(0, 2)
        right = 1 / (1 + math.exp(-logit))
        said = 1 / (1 + math.exp(-logit * temperature))
        odds.append({E: said, N: 1 - said})
        labels.append(frozenset({E if chance.random() < right else N}))
    return odds, labels


@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.5])
def test_the_temperature_that_was_put_in_is_found(temperature):
    assert fit_temperature(*drawn(temperature)) == pytest.approx(temperature, rel=0.08)


def test_a_label_that_leaves_everything_open_says_nothing():
    odds, labels = drawn(2.0, 500)
    more = fit_temperature(odds + odds, labels + [frozenset(Relation)] * len(odds))
    assert more == fit_temperature(odds, labels)


def test_a_relation_the_classifier_never_gives_does_not_stop_the_fit():
    odds, labels = drawn(2.0, 500)
    labels[0] = frozenset({Relation.CONTRADICTION})
    assert 0.5 < fit_temperature(odds, labels) < 5


def test_the_smallest_threshold_that_is_precise_enough_wins():
    scores = [0.9] * 20 + [0.8] * 20 + [0.7] * 20
    found = [True] * 20 + [True] * 19 + [False] + [False] * 20
    assert fit_threshold(scores, found, precision=0.95) == pytest.approx(0.75)
    assert fit_threshold(scores, found, precision=0.99) == pytest.approx(0.85)


def test_fewer_than_ten_alarms_prove_nothing():
    assert fit_threshold([0.9] * 9, [True] * 9, precision=0.9) is None


def test_scores_of_nought_are_no_alarms():
    assert fit_threshold([0.0] * 20, [True] * 20, precision=0.5) is None


@given(
    st.lists(st.tuples(st.sampled_from([0, 0.2, 0.4, 0.6, 0.8, 1]), st.booleans()), max_size=80),
    st.floats(0.5, 1),
)
def test_alarms_of_a_fitted_threshold_are_as_precise_as_asked(rows, precision):
    scores, found = [score for score, _ in rows], [was_so for _, was_so in rows]
    threshold = fit_threshold(scores, found, precision=precision)
    if threshold is not None:
        alarms = [was_so for score, was_so in rows if threshold <= score]
        assert 10 <= len(alarms)
        assert precision * len(alarms) <= sum(alarms) + 1e-9
