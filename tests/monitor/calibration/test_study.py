"""A calibration made from rows, and what it is said to be worth, where the truth is known."""

import math
import random
from dataclasses import replace

import pytest

from belie.datatypes import Judgement, Pair, Relation
from belie.errors import InputError
from belie.monitor.calibration import Calibration
from belie.monitor.calibration.labels import Labelled
from belie.monitor.calibration.study import study

E, C, P, N = (
    Relation.ENTAILMENT,
    Relation.CONTRADICTION,
    Relation.PARTIAL_CONTRADICTION,
    Relation.NEUTRAL,
)


def drawn(count, *, sureness=2.5, seed=3):
    """Return rows and a classifier's judgements that are too sure by ``sureness``."""
    chance = random.Random(seed)
    rows, judged = [], {}
    for number in range(count):
        logits = [chance.gauss(0, 1.5) for _ in range(3)]
        (label,) = chance.choices([E, C, N], [math.exp(logit) for logit in logits])
        powers = [math.exp(logit * sureness) for logit in logits]
        shares = [power / sum(powers) for power in powers]
        row = Labelled(f"Town {number} is old.", f"It is {number}.", frozenset({label}), number)
        rows.append(row)
        judged[Pair(row.premise, row.claim)] = Judgement(
            dict(zip([E, C, N, P], [*shares, 0.0], strict=True))
        )
    return rows, judged


@pytest.fixture(scope="module")
def found():
    rows, judged = drawn(1500)
    return study(rows, judged, model="m", precision=0.9)


def test_a_classifier_that_is_too_sure_is_cooled(found):
    assert found.calibration.temperature == pytest.approx(2.5, rel=0.15)
    assert found.after.error < 0.05 < found.before.error
    assert found.contradiction_after.error < found.contradiction_before.error


def test_the_threshold_is_as_precise_on_rows_held_out_as_it_was_asked_to_be(found):
    assert 0.5 < found.calibration.threshold < 1
    low, high = found.held_out.interval
    assert low < 0.9 < high or 0.9 <= low
    assert found.held_out.contradicted == sum(row.relations == {C} for row in drawn(1500)[0])


def test_a_more_precise_threshold_is_higher_and_finds_less(found):
    rows, judged = drawn(1500)
    stricter = study(rows, judged, model="m", precision=0.97)
    assert found.calibration.threshold < stricter.calibration.threshold
    assert stricter.held_out.recall < found.held_out.recall


def test_the_same_rows_give_the_same_study(found):
    rows, judged = drawn(1500)
    assert study(rows, judged, model="m", precision=0.9) == found


def test_it_is_written_and_read_again(found):
    assert Calibration.from_json(found.to_json()) == found.calibration


def test_a_classifier_that_tells_nothing_has_no_threshold():
    rows, judged = drawn(300, sureness=0.0)
    shrugging = study(rows, judged, model="m", precision=0.95)
    assert (shrugging.calibration.threshold, shrugging.held_out) == (None, None)
    assert shrugging.is_missed


def test_labels_that_tell_no_contradiction_give_a_temperature_only():
    rows, judged = drawn(400)
    yes, no = frozenset({E}), frozenset({C, P, N})
    two_way = [
        Labelled(row.premise, row.claim, yes if row.relations == yes else no, row.line)
        for row in rows
    ]
    found = study(two_way, judged, model="m", precision=0.9)
    assert found.calibration.threshold is None
    assert not found.is_missed
    assert found.contradiction_after is None
    assert found.points == ()
    assert found.after.error < found.before.error


def test_figures_held_out_do_not_come_from_the_row_itself():
    """Rows whose labels are noise: a threshold fitted to them fails on the others."""
    chance = random.Random(1)
    rows, judged = drawn(200)
    noise = [
        Labelled(row.premise, row.claim, frozenset({chance.choice([E, C])}), row.line)
        for row in rows
    ]
    found = study(noise, judged, model="m", precision=0.75)
    assert found.is_missed or found.held_out.precision < 0.75


@pytest.mark.parametrize("count", [0, 2, 49])
def test_too_few_rows_are_refused(count):
    rows, judged = drawn(count)
    with pytest.raises(InputError, match=r"expected (at least 50 usable rows|rows of at least)"):
        study(rows, judged, model="m", precision=0.9)


def of_premises(premise_of, count=200):
    """Return rows and judgements whose premises are what a function makes of the row."""
    rows, judged = drawn(count)
    moved = [replace(row, premise=premise_of(row)) for row in rows]
    answers = (judged[Pair(row.premise, row.claim)] for row in rows)
    pairs = (Pair(row.premise, row.claim) for row in moved)
    return moved, dict(zip(pairs, answers, strict=True))


def test_two_premises_of_different_labels_are_held_out_of_one_another():
    rows, judged = of_premises(lambda row: "One." if row.relations == {C} else "Two.")
    found = study(rows, judged, model="m", precision=0.9)
    assert found.rows == 200
    assert found.after != found.before


def test_rows_of_one_premise_are_refused():
    rows, judged = of_premises(lambda _: "One.")
    with pytest.raises(InputError, match="at least 2 premises, got 200 rows of one: label claims"):
        study(rows, judged, model="m", precision=0.9)


def test_too_few_contradictions_are_refused():
    rows, judged = drawn(90)
    kept = [row for row in rows if row.relations != {C}]
    few = [row for row in rows if row.relations == {C}][:9]
    with pytest.raises(InputError, match=r"at least 10 rows with a contradiction .* got 9 and"):
        study([*kept, *few], judged, model="m", precision=0.9)
