"""Activations rounded as int8 does."""

import pytest

pytest.importorskip("training", reason="needs the source tree")
pytest.importorskip("torch")

import torch

from training.rounding import rounded

pytestmark = pytest.mark.tree


def test_each_pair_is_rounded_in_steps_of_its_own_range():
    small, large = torch.tensor([[[0.0, 0.4, 25.5]]]), torch.tensor([[[0.0, 0.4, 255.0]]])
    assert rounded(small).flatten().tolist() == pytest.approx([0.0, 0.4, 25.5])
    assert rounded(torch.cat([small, large]))[1].flatten().tolist() == [0.0, 0.0, 255.0]


def test_gradients_pass_as_if_nothing_were_rounded():
    activations = torch.tensor([[[0.1, 0.4, 255.0]]], requires_grad=True)
    rounded(activations).sum().backward()
    assert activations.grad.flatten().tolist() == [1.0, 1.0, 1.0]
