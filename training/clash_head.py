"""Fit the head of clashing words anew: `python -m training.clash_head CHECKPOINT --output FILE`.

Made contradictions differ from their premise in a word or two, and from them the head learns to
mark one word. What people write clashes in phrases: on pairs that were marked by hand, beside made
ones and such without a clash, the last linear layer is fitted again, on what the encoder says of
each token. The encoder and the other heads stay as they are.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from training.cross_encoder import BUILD, autocast
from training.encoding import Example, bucket, collate, encode
from training.marks import marks_of, read_marks
from training.model import CrossEncoder, load_cross_encoder, minilm_path
from training.rows import CONFLICTING, Row, from_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

log = logging.getLogger("training.clash_head")
MADE, CALM = 2_000, 1_500
_MARKED = "hypotheses:"
_TETHER = 1e-5
_CPU = torch.device("cpu")


def hand_marked(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows whose clashing words were marked by hand, each once, with these marks.

    Claims about running text are marked where they stand, their premises not at all.
    """
    for row in dict.fromkeys(rows):
        marks = marks_of(row.premise, row.claim) if row.label in CONFLICTING else None
        if marks:
            yield replace(row, premise_marks=marks[0], claim_marks=marks[1])
        elif row.source.startswith(_MARKED) and row.claim_marks:
            yield row


def chosen(rows: Iterable[Row], rng: random.Random) -> list[Row]:
    """All rows marked by hand, `MADE` made contradictions, `CALM` rows without a clash."""
    rows = list(dict.fromkeys(rows))
    made = [row for row in rows if row.source.startswith("passages:") and row.claim_marks]
    calm = [row for row in rows if row.label not in CONFLICTING]
    few = (rng.sample(some, min(most, len(some))) for some, most in ((made, MADE), (calm, CALM)))
    return [*hand_marked(rows), *(row for some in few for row in some)]


@torch.no_grad()
def token_states(model: CrossEncoder, examples: Sequence[Example]) -> tuple[Tensor, Tensor, Tensor]:
    """States (tokens, width), targets and weights of the tokens whose target is known."""
    states, targets, weights = [], [], []
    for batch in bucket(examples, 8192, None):
        inputs = collate([examples[index] for index in batch])
        with autocast(_CPU):
            hidden = model.encoder(
                input_ids=inputs.input_ids,
                attention_mask=inputs.attention_mask,
                token_type_ids=inputs.token_type_ids,
            ).last_hidden_state.float()
        known = inputs.token_weights > 0
        states.append(hidden[known])
        targets.append(inputs.token_targets[known])
        weights.append(inputs.token_weights[known])
    return torch.cat(states), torch.cat(targets), torch.cat(weights)


def fitted(head: nn.Linear, states: Tensor, targets: Tensor, weights: Tensor) -> nn.Linear:
    """The linear layer with the least weighted log loss, held a little where it was (L-BFGS)."""
    layer = nn.Linear(head.in_features, 1)
    layer.load_state_dict(head.state_dict())
    before = head.weight.detach().clone()
    optimiser = torch.optim.LBFGS(
        layer.parameters(), max_iter=60, history_size=10, line_search_fn="strong_wolfe"
    )

    def loss() -> Tensor:
        optimiser.zero_grad()
        losses = nn.functional.binary_cross_entropy_with_logits(
            layer(states).squeeze(-1), targets, weight=weights, reduction="sum"
        )
        total = losses / weights.sum() + _TETHER * (layer.weight - before).square().sum()
        total.backward()
        return total

    log.info("loss %.4f", loss().item())
    optimiser.step(loss)
    log.info("loss %.4f", loss().item())
    return layer


def _rows(mixture: Path) -> Iterator[Row]:
    """The rows that `chosen` may take: all that are marked, a few of the others."""
    pairs = {*read_marks(), *(pair[::-1] for pair in read_marks())}
    rng = random.Random(0)
    with mixture.open(encoding="utf-8") as lines:
        for line in lines:
            raw = json.loads(line)
            made = raw["source"].startswith("passages:") and rng.random() < 0.05
            marked = raw["source"].startswith(_MARKED) and raw["claim_marks"]
            known = marked or (raw["premise"], raw["claim"]) in pairs
            if made or known or rng.random() < 0.002:
                yield from_json(line)


def main() -> None:
    """Write the checkpoint with the new head."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--mixture", type=Path, default=BUILD / "train.jsonl")
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    model = load_cross_encoder(options.checkpoint)
    rows = chosen(_rows(options.mixture), random.Random(0))
    log.info("%d rows", len(rows))
    tokenizer = Tokenizer.from_file(str(minilm_path() / "tokenizer.json"))
    model.clash = fitted(model.clash, *token_states(model, encode(tokenizer, rows)))
    torch.save({"model": model.state_dict()}, options.output)


if __name__ == "__main__":
    main()
