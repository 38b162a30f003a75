"""Figures that training, export and calibration share."""

import numpy as np
import pytest

pytest.importorskip("training", reason="needs the source tree")

from training.rows import CONFLICT, CONTRADICTION, ENTAILMENT, ERRORS, LABELS, NEUTRAL, PARTIAL, Row
from training.scoring import (
    accuracy3,
    calibration_error,
    conflict_scores,
    excused,
    label_probability,
    macro_f1,
    merge,
    nll,
    perturbations,
    softmax,
)

pytestmark = pytest.mark.tree

SURE = {label: np.eye(4)[LABELS.index(label)] for label in LABELS}


def rows(*labels, source="mnli"):
    return [Row("p", "c", label, source, "g") for label in labels]


def test_softmax_is_a_distribution_that_heat_levels():
    logits = np.array([[1000.0, 1000.0, -1000.0], [3.0, 1.0, 0.0]])
    assert softmax(logits)[0] == pytest.approx([0.5, 0.5, 0.0])
    assert softmax(logits, 9.0).sum(-1) == pytest.approx([1, 1])
    assert softmax(logits, 9.0)[1].max() < softmax(logits)[1].max()


def test_both_contradictions_are_one_of_three_ways():
    merged = merge(np.array([[0.1, 0.2, 0.3, 0.4]]))
    assert merged == pytest.approx(np.array([[0.1, 0.5, 0.4]]))


def test_a_partial_contradiction_guessed_whole_is_right_three_ways():
    guesses = np.array([SURE[CONTRADICTION], SURE[PARTIAL], SURE[ENTAILMENT], SURE[NEUTRAL]])
    assert accuracy3(guesses, rows(PARTIAL, CONFLICT, ENTAILMENT, ENTAILMENT)) == 0.75


def test_a_conflict_of_unknown_kind_gets_the_probability_of_both():
    one = np.array([[0.1, 0.2, 0.3, 0.4]])
    assert label_probability(one, rows(CONFLICT)) == pytest.approx([0.5])
    assert label_probability(one, rows(PARTIAL)) == pytest.approx([0.3])
    assert nll(one, rows(CONFLICT)) == pytest.approx(-np.log(0.5))


def test_macro_f1_counts_every_class_alike():
    assert macro_f1(np.array([0, 0, 0, 1]), np.array([0, 0, 0, 1])) == 1
    assert macro_f1(np.array([0, 0, 0, 0]), np.array([0, 0, 0, 1])) == pytest.approx(3 / 7)


def test_made_rows_are_scored_by_relation_and_by_kind_of_error():
    made = rows(PARTIAL, source="passages:number") + rows(NEUTRAL, source="passages:other")
    guesses = np.array([SURE[PARTIAL], SURE[ENTAILMENT], SURE[NEUTRAL]])
    errors = np.array([np.eye(len(ERRORS))[ERRORS.index("numeric")]] * 3)
    scores = perturbations(guesses, errors, [*made, *rows(NEUTRAL)])
    assert scores == {
        "rows": 2,
        "relation_macro_f1": 0.5,
        "error_rows": 1,
        "error_macro_f1": 1.0,
    }


def test_calibration_is_perfect_where_the_share_is_as_stated():
    said = np.array([[0.75, 0.0, 0.0, 0.25]] * 4)
    assert calibration_error(said, rows(*[ENTAILMENT] * 3, NEUTRAL)) == pytest.approx(0)
    assert calibration_error(said, rows(*[NEUTRAL] * 4)) == pytest.approx(0.75)


def chat(premise, claim, label=NEUTRAL):
    return Row(premise, claim, label, "dialogue:neutral", "g")


LANGUAGES = chat("I speak French.", "I speak Italian.")
DOGS = chat("I have two dogs.", "I have no dogs.", CONTRADICTION)


def test_a_pair_that_a_rule_of_conversation_explains_raises_no_alarm():
    assert excused(LANGUAGES)
    assert not excused(DOGS)


def test_chat_is_scored_as_at_run_time_and_documents_one_way():
    sure = np.array([0.0, 0.8, 0.2, 0.0])
    unsure = np.array([0.0, 0.2, 0.2, 0.6])
    scores = conflict_scores(
        np.array([sure, sure, sure]), {0: unsure, 1: unsure}, [LANGUAGES, DOGS, DOGS]
    )
    assert scores == pytest.approx([0.0, 0.7, 1.0])
