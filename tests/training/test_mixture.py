import random

import pytest

pytest.importorskip("training", reason="needs the source tree")

from training.mixture import apart, is_validation, later_run, unrelated
from training.rows import NEUTRAL, Row

ROWS = [
    Row(f"Premise number {n} stands here.", f"Claim number {n}.", "entailment", "mnli", f"g{n}")
    for n in range(200)
]


def test_unrelated_pairs_are_neutral_and_never_of_one_group():
    number = {row.claim: row.group for row in ROWS} | {row.premise: row.group for row in ROWS}
    made = unrelated(ROWS, 500, random.Random(1))
    assert made
    assert {row.label for row in made} == {NEUTRAL}
    assert all(number[row.premise] != number[row.claim] for row in made)


def test_captions_are_no_premises_of_unrelated_pairs():
    captions = [Row("A man runs.", "A dog sleeps.", "neutral", "snli", f"s{n}") for n in range(50)]
    made = unrelated([*ROWS, *captions], 300, random.Random(2))
    assert all(row.premise not in {"A man runs.", "A dog sleeps."} for row in made)


def test_training_rows_share_no_text_with_validation():
    validation = [Row("premise NUMBER 3 stands here", "Else.", "neutral", "mnli", "other")]
    kept = apart(ROWS, validation)
    assert all(row.group != "g3" for row in kept)
    assert all(not is_validation(row.group) for row in kept)


def test_a_later_run_draws_each_source_by_its_share():
    assert later_run(ROWS, {"mnli": 1.0}, 0.0, random.Random(3)) == ROWS
    assert later_run(ROWS, {}, 0.0, random.Random(3)) == []
