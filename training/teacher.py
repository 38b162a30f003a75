"""A larger encoder, from which MiniLM learns.

MiniLM has 11 million weights behind its word embeddings, and with 19,000 rows of MNLI it knows
them by heart before it knows what they have in common. MPNet (Song et al. 2020) has 85 million; a
pass over a tenth of the mixture brings it further than all passes brought MiniLM. What it says of
pairs, those that nobody has labelled among them, is what MiniLM learns from then (Hinton et al.
2015, distillation). It is never shipped.

Its weights stay as they are but for a product of two narrow matrices added to each matrix of its
upper layers (Hu et al. 2022, LoRA): two thirds of the time, and a file of a few megabytes.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import torch
from tokenizers import Tokenizer
from tokenizers.processors import TemplateProcessing
from torch import Tensor, nn
from transformers import MPNetModel

from training.encoding import logits_of
from training.model import pair_view
from training.rows import LABELS
from training.scoring import merge, softmax

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from training.encoding import Batch, Example

LONGEST = 128
"""Tokens of a pair in its lessons, and so of those that it is asked about."""
RANK = 32
FROZEN_LAYERS = 3
"""The lowest layers, which read words more than pairs, learn nothing."""
_ADAPTED = (
    "attention.attn.q",
    "attention.attn.k",
    "attention.attn.v",
    "attention.attn.o",
    "intermediate.dense",
    "output.dense",
)
_PAIR = TemplateProcessing(
    single="<s> $A </s>",
    pair="<s> $A </s> </s> $B:1 </s>:1",
    special_tokens=[("<s>", 0), ("</s>", 2)],
)


class Adapted(nn.Module):
    """A matrix that stays, and a product of two narrow ones, zero at first, that learns."""

    def __init__(self, base: nn.Linear, rank: int) -> None:
        super().__init__()
        self.base = base
        self.down = nn.Parameter(torch.randn(rank, base.in_features) / math.sqrt(base.in_features))
        self.up = nn.Parameter(torch.zeros(base.out_features, rank))

    def forward(self, inputs: Tensor) -> Tensor:
        """What the matrix says, and what was learnt beside it."""
        narrow = nn.functional.linear(inputs, self.down.to(inputs.dtype))
        return self.base(inputs) + nn.functional.linear(narrow, self.up.to(inputs.dtype))

    def merged(self) -> nn.Linear:
        """Both as one matrix."""
        weight = self.base.weight
        weight.data = (weight.float() + self.up @ self.down).to(weight.dtype)
        return self.base


class Teacher(nn.Module):
    """MPNet with a head for the relation of a pair, read as in `training.model`.

    Parameters
    ----------
    folder
        Where the files of all-mpnet-base-v2 lie: see training/README.md.
    """

    def __init__(self, folder: Path, *, rank: int = RANK) -> None:
        super().__init__()
        encoder = MPNetModel.from_pretrained(
            folder,
            add_pooling_layer=False,
            hidden_dropout_prob=0.0,
            attention_probs_dropout_prob=0.0,
            dtype=torch.bfloat16,
        )
        self.encoder = encoder.requires_grad_(False)
        width = encoder.config.hidden_size
        self.dense = nn.Linear(3 * width, width)
        self.relation = nn.Linear(width, len(LABELS))
        for owner, last in self._adapted():
            setattr(owner, last, Adapted(getattr(owner, last), rank))

    def _adapted(self) -> Iterator[tuple[nn.Module, str]]:
        for layer in self.encoder.encoder.layer[FROZEN_LAYERS:]:
            for name in _ADAPTED:
                owner, _, last = name.rpartition(".")
                yield layer.get_submodule(owner), last

    def forward(self, batch: Batch) -> Tensor:
        """Logits of the relation (batch, 4)."""
        hidden = self.encoder(
            input_ids=batch.input_ids, attention_mask=batch.attention_mask
        ).last_hidden_state.float()
        pair = pair_view(hidden, batch.attention_mask, batch.token_type_ids)
        return self.relation(nn.functional.gelu(self.dense(pair)))

    def learnt(self) -> dict[str, Tensor]:
        """What is not MPNet's own."""
        return {name: p.detach().half() for name, p in self.named_parameters() if p.requires_grad}

    def merge(self) -> None:
        """Put what was learnt into the matrices, which is faster to read with."""
        for owner, last in self._adapted():
            setattr(owner, last, getattr(owner, last).merged())


def load_teacher(folder: Path, learnt: Path) -> Teacher:
    """A teacher that only reads."""
    teacher = Teacher(folder)
    state = torch.load(learnt, map_location="cpu", weights_only=True)
    teacher.load_state_dict(teacher.state_dict() | state)
    teacher.merge()
    return teacher.eval()


def teacher_tokenizer(folder: Path) -> Tokenizer:
    """MPNet's own, which tells the claim from the premise."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.post_processor = _PAIR
    return tokenizer


def told(teacher: Teacher, examples: Sequence[Example], longest: int) -> np.ndarray:
    """What the teacher says of the pairs (pairs, 3), NaN where they are over ``longest`` tokens."""
    said = np.full((len(examples), 3), np.nan, np.float32)
    numbers = [number for number, one in enumerate(examples) if len(one) <= longest]
    if numbers:
        short = [examples[number] for number in numbers]
        said[numbers] = merge(softmax(logits_of(short, teacher)))
    return said
