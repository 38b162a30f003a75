"""Train the reader of references: `python -m training.parser.read --start PARSER.pt`.

It learns from GAP, from running text and from chats whose pronouns were marked by hand; the
parser, whose lower layers it reads, stays as it is. A stop loses the run, which takes minutes.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import torch

from training.cross_encoder import autocast, save_whole
from training.parser.chats import marked_references
from training.parser.coreference import made_references, read_gap
from training.parser.encoding import batches, encode_references, inputs, piece_tokenizer
from training.parser.model import load_parser
from training.parser.reader import Reader, lower_layers
from training.parser.scoring import reference_accuracy
from training.parser.train import BUILD, antecedent_loss, cosine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from torch import Tensor
    from transformers import BertModel

    from training.parser.encoding import Mention

log = logging.getLogger("training.parser.read")
_CPU = torch.device("cpu")
_MADE = 2_056


def scores_of(lower: BertModel, reader: Reader, batch: Sequence[Mention]) -> Tensor:
    """Antecedent scores (batch, pronoun, antecedent)."""
    ids, mask, kinds = inputs(batch)
    with autocast(_CPU):
        with torch.no_grad():
            hidden = lower(
                input_ids=ids, attention_mask=mask, token_type_ids=kinds
            ).last_hidden_state
        return reader(hidden, mask).float()


def train(lower: BertModel, reader: Reader, plan: Sequence[list[Mention]], *, rate: float) -> None:
    """Take a step for each batch, the head's five times as large."""
    groups = [
        {"params": reader.layers.parameters(), "lr": rate},
        {"params": reader.antecedent.parameters(), "lr": 5 * rate},
    ]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01, fused=True)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, cosine(len(plan)))
    began, mean, tokens = time.monotonic(), 0.0, 0
    for step, batch in enumerate(plan, 1):
        loss = antecedent_loss(scores_of(lower, reader, batch), batch)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        mean, tokens = 0.98 * mean + 0.02 * loss.item(), tokens + sum(len(one.ids) for one in batch)
        if step % 50 == 0:
            speed = tokens / (time.monotonic() - began)
            log.info("step %d of %d: loss %.3f, %.0f tokens/s", step, len(plan), mean, speed)


def main() -> None:
    """Train, and write ``checkpoint.pt`` and ``scores.json``."""
    options = _options()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(2)
    torch.manual_seed(options.seed)
    parser, _, _ = load_parser(str(options.start))
    lower, reader = lower_layers(parser), Reader(parser).train()
    gap = options.data / "train" / "coref_gap.jsonl.gz"
    passages = options.data / "text" / "passages.jsonl.gz"
    tokenizer = piece_tokenizer()
    once = [*read_gap(gap, "dev"), *made_references(passages, _MADE)]
    once = encode_references(once, tokenizer)
    marked = encode_references(marked_references(), tokenizer)
    held_out = encode_references(read_gap(gap, "val"), tokenizer)
    rng = random.Random(options.seed)
    plan = [
        batch
        for number in range(options.passes)
        for batch in batches(marked if number else [*marked, *once], rng)
    ]
    log.info("%d references, %d of them marked by hand", len(once) + len(marked), len(marked))
    train(lower, reader, plan, rate=options.rate)
    score = partial(scores_of, lower, reader.eval())
    scores = {"gap_validation": reference_accuracy(score, held_out)}
    log.info("%s", scores)
    save_whole({"model": reader.state_dict()}, options.output / "checkpoint.pt")
    (options.output / "scores.json").write_text(json.dumps(scores, indent=2) + "\n", "utf-8")


def _options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, default=Path("../shared/data"))
    options.add_argument("--start", type=Path, default=BUILD / "checkpoint.pt")
    options.add_argument("--output", type=Path, default=BUILD.with_name("reader"))
    options.add_argument("--passes", type=int, default=3, help="over what was marked by hand")
    options.add_argument("--seed", type=int, default=22)
    options.add_argument("--rate", type=float, default=1.2e-4)
    return options.parse_args()


if __name__ == "__main__":
    main()
