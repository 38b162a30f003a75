"""The mean of two checkpoints."""

import pytest

pytest.importorskip("training", reason="needs the source tree")
pytest.importorskip("torch")

import torch

from training.mean import mean

pytestmark = pytest.mark.tree


def test_the_share_is_that_of_the_later_weights(tmp_path):
    before, after = tmp_path / "before.pt", tmp_path / "after.pt"
    torch.save({"model": {"weight": torch.tensor([0.0, 10.0])}}, before)
    torch.save({"model": {"weight": torch.tensor([10.0, 10.0])}}, after)
    assert mean(before, after, 0.6)["weight"].tolist() == pytest.approx([6.0, 10.0])
