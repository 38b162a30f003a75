"""Dropout whose masks are cut from one that is drawn before: drawing took a tenth of a step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

if TYPE_CHECKING:
    from transformers import BertModel

_POOL = 2**22


class PooledDropout(nn.Module):
    """Leaves out a share of units and scales up the others (Srivastava et al. 2014).

    A processor draws random numbers on one core and multiplies on all. So a mask is a stretch, from
    a place drawn anew each time, of a longer one.
    """

    def __init__(self, share: float) -> None:
        super().__init__()
        pool = torch.empty(_POOL).bernoulli_(1 - share) / (1 - share)
        self.register_buffer("pool", pool.bfloat16(), persistent=False)

    def forward(self, states: Tensor) -> Tensor:
        """The states, in training with some of them 0."""
        if not self.training:
            return states
        repeats = -(-states.numel() // (_POOL // 2))
        pool = self.pool.repeat(repeats) if repeats > 1 else self.pool
        start = int(torch.randint(len(pool) - states.numel(), ()))
        return states * pool[start : start + states.numel()].view_as(states).to(states.dtype)


def pool_dropout(encoder: BertModel) -> None:
    """Put it in the place of every dropout of an encoder."""
    for module in list(encoder.modules()):
        for name, child in module.named_children():
            if isinstance(child, nn.Dropout) and child.p > 0:
                setattr(module, name, PooledDropout(child.p))
