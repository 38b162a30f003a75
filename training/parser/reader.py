"""The reader of references: upper layers of their own on the lower ones of the parser."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

if TYPE_CHECKING:
    from transformers import BertModel

    from training.parser.model import Parser

LAYERS = 4
"""Upper layers of its own: what it learns changes no tree."""


class Reader(nn.Module):
    """Scores what a pronoun stands for, from what the parser's lower layers make of a text."""

    def __init__(self, parser: Parser, layers: int = LAYERS) -> None:
        super().__init__()
        self.layers = deepcopy(parser.encoder.encoder.layer[-layers:])
        self.antecedent = deepcopy(parser.antecedent)

    def forward(self, hidden: Tensor, mask: Tensor | None = None) -> Tensor:
        """Antecedent scores (batch, pronoun, antecedent) of (batch, sequence, width).

        ``mask`` (batch, sequence) is 0 where a text has no more pieces.
        """
        unseen = None if mask is None else (mask[:, None, None] - 1) * 1e4
        for layer in self.layers:
            hidden = layer(hidden, attention_mask=unseen)
            hidden = hidden[0] if isinstance(hidden, tuple) else hidden
        return self.antecedent(hidden)


def lower_layers(parser: Parser, layers: int = LAYERS) -> BertModel:
    """The parser's encoder without its upper layers, which learns nothing."""
    encoder = deepcopy(parser.encoder)
    encoder.encoder.layer = encoder.encoder.layer[:-layers]
    return encoder.requires_grad_(False).eval()


def load_reader(path: str, parser: Parser) -> Reader:
    """The reader of a checkpoint."""
    reader = Reader(parser)
    reader.load_state_dict(torch.load(path, map_location="cpu", weights_only=True)["model"])
    return reader.eval()
