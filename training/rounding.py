"""What int8 does to activations, done while training, so that the weights learn to stand it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

if TYPE_CHECKING:
    from transformers import BertModel

_STEPS = 255


def round_activations(encoder: BertModel) -> None:
    """Round what goes into each matrix product of the layers as the runtime does.

    The runtime takes the range of activations from one pair, so here each row of a batch has its
    own. Gradients pass as if nothing had been rounded (straight-through, Bengio et al. 2013;
    training so: Jacob et al. 2018).
    """
    for layer in encoder.encoder.layer:
        for module in (
            layer.attention.self,  # one input for queries, keys and values
            layer.attention.output.dense,
            layer.intermediate.dense,
            layer.output.dense,
        ):
            module.register_forward_pre_hook(_round_first)


def rounded(activations: Tensor) -> Tensor:
    """Activations (batch, sequence, width) in 256 steps between the ends of each row's range.

    Examples
    --------
    >>> rounded(torch.tensor([[[0.0, 0.4, 255.0]]])).tolist()
    [[[0.0, 0.0, 255.0]]]
    """
    return _StraightThrough.apply(activations)


class _StraightThrough(torch.autograd.Function):
    @staticmethod
    def forward(_: object, activations: Tensor) -> Tensor:
        rows = activations.flatten(1)
        spread = rows.amax(1).clamp(min=0) - rows.amin(1).clamp(max=0)
        scale = (spread / _STEPS).clamp(min=1e-9)[:, None, None]
        return (activations / scale).round_().mul_(scale)

    @staticmethod
    def backward(_: object, gradient: Tensor) -> Tensor:
        return gradient


def _round_first(_: nn.Module, inputs: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
    return (rounded(inputs[0]), *inputs[1:])
