"""What a pair costs whose label leaves something open."""

import pytest

pytest.importorskip("training", reason="needs the source tree")
pytest.importorskip("torch")

import torch

from training.losses import relation_loss, taught_loss, ungrounded_loss
from training.rows import COMPATIBLE, CONFLICT, LABELS, NOT_ENTAILED, UNKNOWN

pytestmark = pytest.mark.tree


@pytest.mark.parametrize(
    ("label", "alike"),
    [
        ("entailment", ["entailment"]),
        (CONFLICT, ["contradiction", "partial_contradiction"]),
        (NOT_ENTAILED, ["contradiction", "partial_contradiction", "neutral"]),
        (COMPATIBLE, ["entailment", "neutral"]),
        (UNKNOWN, list(LABELS)),
    ],
)
def test_a_coarse_label_is_met_by_each_it_may_stand_for(label, alike):
    sure = 20 * torch.eye(len(LABELS))
    losses = {one: relation_loss(sure[[i]], [label], 0).item() for i, one in enumerate(LABELS)}
    assert [one for one in LABELS if losses[one] < 1e-6] == alike
    assert all(loss > 10 for one, loss in losses.items() if one not in alike)


def test_what_a_teacher_says_is_met_by_either_contradiction():
    taught = torch.tensor([[0.0, 1.0, 0.0]])
    losses = [taught_loss(20 * torch.eye(len(LABELS))[[i]], taught).item() for i in range(4)]
    assert [loss < 1e-6 for loss in losses] == [False, True, True, False]


def test_pairs_that_the_teacher_has_not_read_cost_nothing():
    nothing = torch.full((2, 3), torch.nan)
    logits = torch.randn(2, len(LABELS), requires_grad=True)
    taught_loss(logits, nothing).backward()
    assert taught_loss(logits, nothing).item() == 0
    assert logits.grad is not None
    assert not logits.grad.any()


def test_each_claim_counts_alike_for_its_ungrounded_words_and_those_not_known_for_nothing():
    target = torch.tensor([[-1.0, 1, 1, 0], [-1, 1, -1, -1], [-1, -1, -1, -1]])
    even, sure = torch.zeros(3, 4), 20 * target
    assert ungrounded_loss(even, target).item() == pytest.approx(2 / 3 * 0.6931, abs=1e-4)
    wrong = sure.clone()
    wrong[1, 1] = -20
    assert ungrounded_loss(wrong, target).item() == pytest.approx(20 / 3 + 0.6931 / 9, abs=1e-3)
    unknown = sure.clone()
    unknown[2] = 7
    assert ungrounded_loss(unknown, target) == ungrounded_loss(sure, target)
