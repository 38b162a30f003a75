"""MiniLM with four small heads: Penn tag, head, relation, antecedent."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from transformers import BertModel

from training.model import minilm_path

_ARC_WIDTH = 256


class Biaffine(nn.Module):
    """Scores every ordered pair of tokens (Dozat and Manning 2017)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.dependent = nn.Linear(width, _ARC_WIDTH)
        self.head = nn.Linear(width, _ARC_WIDTH)
        self.between = nn.Linear(_ARC_WIDTH, _ARC_WIDTH, bias=False)
        self.alone = nn.Linear(_ARC_WIDTH, 1, bias=False)

    def forward(self, hidden: Tensor) -> Tensor:
        """Scores (batch, dependent, head)."""
        dependent = nn.functional.gelu(self.dependent(hidden))
        head = nn.functional.gelu(self.head(hidden))
        pairs = self.between(dependent) @ head.transpose(1, 2) / _ARC_WIDTH**0.5
        return pairs + self.alone(head).transpose(1, 2)


class Parser(nn.Module):
    """Reads the words of one sentence, or a text with pronouns."""

    def __init__(self, tags: int, relations: int, layers: int = 6) -> None:
        super().__init__()
        self.encoder = BertModel.from_pretrained(
            minilm_path(),
            add_pooling_layer=False,
            hidden_dropout_prob=0.0,  # drawing masks is slow on CPU: pieces are hidden instead
            attention_probs_dropout_prob=0.0,
            attn_implementation="eager",  # the fused kernel's backward pass is slow on CPU
        )
        self.encoder.encoder.layer = self.encoder.encoder.layer[:layers]
        self.encoder.config.num_hidden_layers = layers
        # What is nearest to the words stays as it is, which spares a third of the work.
        self.encoder.embeddings.requires_grad_(False)
        self.encoder.encoder.layer[0].requires_grad_(False)
        width = self.encoder.config.hidden_size
        self.tag = nn.Linear(width, tags)
        self.relation = nn.Sequential(
            nn.Linear(width, width), nn.GELU(), nn.Linear(width, relations)
        )
        self.arc = Biaffine(width)
        self.antecedent = Biaffine(width)

    def forward(
        self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Tag and relation logits per token, arc and antecedent scores per pair of tokens.

        The head of the root is [CLS], and so is the antecedent of a pronoun that has none.
        """
        hidden = self.encoder(
            input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
        ).last_hidden_state
        return self.tag(hidden), self.relation(hidden), self.arc(hidden), self.antecedent(hidden)


def load_parser(path: str) -> tuple[Parser, list[str], list[str]]:
    """Return the model of a checkpoint with the names of its tags and relations."""
    state = torch.load(path, map_location="cpu", weights_only=True)
    model = Parser(len(state["tags"]), len(state["relations"]), state["layers"])
    model.load_state_dict(state["model"])
    return model.eval(), state["tags"], state["relations"]
