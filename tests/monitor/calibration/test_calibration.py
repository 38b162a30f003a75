"""A calibration as a value, and a classifier that goes by it."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Judgement, Pair, Relation, ScoredSpan, Span
from belie.errors import InputError
from belie.monitor.calibration import CalibratedClassifier, Calibration
from belie.monitor.calibration.calibration import tempered
from belie.testing import ScriptedClassifier

PAIR = Pair("It is red.", "It is blue.")
TEMPERATURES = st.floats(0.05, 20)
ODDS = st.lists(st.floats(0, 1), min_size=4, max_size=4).filter(lambda odds: 0.1 < sum(odds))


@given(ODDS, TEMPERATURES)
def test_tempered_probabilities_sum_to_one_and_keep_their_order(odds, temperature):
    shares = dict(zip(Relation, [one / sum(odds) for one in odds], strict=True))
    cooled = tempered(shares, temperature)
    assert sum(cooled.values()) == pytest.approx(1)
    best = max(shares, key=shares.__getitem__)
    assert cooled[best] == max(cooled.values())
    assert all(cooled[relation] == 0 for relation, share in shares.items() if share == 0)


@given(st.lists(st.floats(-8, 8), min_size=4, max_size=4), st.floats(0.2, 5))
def test_it_is_what_a_softmax_of_divided_logits_gives(logits, temperature):
    def softmax(numbers):
        powers = [math.exp(number) for number in numbers]
        return dict(zip(Relation, [power / sum(powers) for power in powers], strict=True))

    expected = softmax([logit / temperature for logit in logits])
    cooled = tempered(softmax(logits), temperature)
    assert all(cooled[relation] == pytest.approx(expected[relation]) for relation in Relation)


@given(TEMPERATURES, st.none() | st.floats(0, 1, exclude_min=True))
def test_it_survives_its_file(temperature, threshold):
    calibration = Calibration(model="ñ", temperature=temperature, threshold=threshold)
    assert Calibration.from_json(calibration.to_json(rows=5)) == calibration


def test_other_numbers_have_another_name():
    one, two = (Calibration(model="m", temperature=1.5, threshold=each) for each in (0.8, 0.9))
    assert one.name.startswith("m+calibration-")
    assert one.name != two.name
    assert one.name == Calibration(model="m", temperature=1.5, threshold=0.8).name


@pytest.mark.parametrize("numbers", [{"temperature": 0.0}, {"temperature": float("nan")}])
def test_a_temperature_out_of_range_is_refused(numbers):
    with pytest.raises(InputError, match=r"expected 0\.05 <= temperature <= 20"):
        Calibration(model="m", **numbers)


@pytest.mark.parametrize("threshold", [0, 1.5])
def test_a_threshold_that_is_no_probability_is_refused(threshold):
    with pytest.raises(InputError, match="expected 0 < threshold <= 1"):
        Calibration(model="m", temperature=1.0, threshold=threshold)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"format": 1, "model": "m", "temperature": "hot", "threshold": null}',
        '{"format": 1, "model": "m", "temperature": 1, "threshold": 7}',
        '{"format": 1, "model": "m", "temperature": %s, "threshold": null}' % ("9" * 400),
        "[" * 200_000,
    ],
)
def test_a_file_that_is_no_calibration_is_refused(text):
    with pytest.raises(InputError, match="expected"):
        Calibration.from_json(text)


def test_a_file_of_another_format_is_refused():
    fields = json.loads(Calibration(model="m", temperature=1.0).to_json()) | {"format": 2}
    with pytest.raises(InputError, match="expected a calibration of format 1, got 2"):
        Calibration.from_json(json.dumps(fields))


def test_a_calibrated_classifier_changes_the_numbers_and_its_name_only():
    class Scoring(ScriptedClassifier):
        def classify(self, pairs):
            words = (ScoredSpan(Span(0, 2), 0.5),)
            return [
                Judgement(answer.probabilities, claim_words=words, truncated=True)
                for answer in super().classify(pairs)
            ]

    calibration = Calibration(model="scripted", temperature=2.0)
    classifier = CalibratedClassifier(Scoring(), calibration)
    (answer,) = classifier.classify([PAIR])
    assert classifier.name == calibration.name
    assert 0.5 < answer.probabilities[Relation.NEUTRAL] < 0.97
    assert (answer.claim_words[0].score, answer.truncated) == (0.5, True)


def test_a_calibration_of_another_classifier_is_refused():
    with pytest.raises(InputError, match="expected a calibration of scripted, got one of other"):
        CalibratedClassifier(ScriptedClassifier(), Calibration(model="other", temperature=1.0))
