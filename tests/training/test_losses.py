"""What a pair costs whose label leaves something open."""

import pytest

pytest.importorskip("training", reason="needs the source tree")
pytest.importorskip("torch")

import torch

from training.losses import relation_loss
from training.rows import CONFLICT, LABELS, NOT_ENTAILED

pytestmark = pytest.mark.tree


@pytest.mark.parametrize(
    ("label", "alike"),
    [
        ("entailment", ["entailment"]),
        (CONFLICT, ["contradiction", "partial_contradiction"]),
        (NOT_ENTAILED, ["contradiction", "partial_contradiction", "neutral"]),
    ],
)
def test_a_coarse_label_is_met_by_each_it_may_stand_for(label, alike):
    sure = 20 * torch.eye(len(LABELS))
    losses = {one: relation_loss(sure[[i]], [label], 0).item() for i, one in enumerate(LABELS)}
    assert [one for one in LABELS if losses[one] < 1e-6] == alike
    assert all(loss > 10 for one, loss in losses.items() if one not in alike)
