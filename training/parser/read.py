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
from pathlib import Path
from typing import TYPE_CHECKING

import torch
from tokenizers import Tokenizer

from training.cross_encoder import autocast, save_whole
from training.model import minilm_path
from training.parser.chats import marked_references
from training.parser.coreference import made_references, read_gap
from training.parser.encoding import batches, encode_reference, inputs
from training.parser.model import load_parser
from training.parser.reader import Reader, lower_layers
from training.parser.train import BUILD, antecedent_loss, cosine

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from torch import Tensor
    from transformers import BertModel

    from training.parser.coreference import Reference
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


@torch.no_grad()
def accuracy(lower: BertModel, reader: Reader, mentions: Sequence[Mention]) -> float:
    """In how many of 100 the likeliest allowed piece is meant."""
    reader.eval()
    right = 0
    for batch in batches(mentions, random.Random(0)):
        scores = scores_of(lower, reader, batch)
        for row, one in enumerate(batch):
            allowed = scores[row, one.pronoun, one.allowed]
            right += one.allowed[int(allowed.argmax())] in one.meant
    reader.train()
    return 100 * right / len(mentions)


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
    once = _mentions([*read_gap(gap, "dev"), *made_references(passages, _MADE)])
    marked = _mentions(marked_references())
    rng = random.Random(options.seed)
    plan = [
        batch
        for number in range(options.passes)
        for batch in batches(marked if number else [*marked, *once], rng)
    ]
    log.info("%d references, %d of them marked by hand", len(once) + len(marked), len(marked))
    train(lower, reader, plan, rate=options.rate)
    scores = {"gap_validation": accuracy(lower, reader, _mentions(read_gap(gap, "val")))}
    log.info("%s", scores)
    save_whole({"model": reader.state_dict()}, options.output / "checkpoint.pt")
    (options.output / "scores.json").write_text(json.dumps(scores, indent=2) + "\n", "utf-8")


def _mentions(references: Iterable[Reference]) -> list[Mention]:
    tokenizer = Tokenizer.from_file(str(minilm_path() / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    encoded = (encode_reference(one, tokenizer) for one in references)
    return [one for one in encoded if one is not None]


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
