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
    with torch.no_grad():
        low = activations.amin((1, 2), keepdim=True).clamp(max=0)
        high = activations.amax((1, 2), keepdim=True).clamp(min=0)
        scale = ((high - low) / _STEPS).clamp(min=1e-9)
        change = (activations / scale).round_().mul_(scale).sub_(activations)
    return activations + change


def _round_first(_: nn.Module, inputs: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
    return (rounded(inputs[0]), *inputs[1:])
