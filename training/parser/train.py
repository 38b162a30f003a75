"""Train the parser: `python -m training.parser.train --data ../shared/data`.

Batches of trees and of references alternate, so that neither is forgotten. A stop loses at most
two minutes: the same command goes on from the last checkpoint.
"""

from __future__ import annotations

import argparse
import json
import logging
import math
import random
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from training.parser.coreference import made_references, read_gap
from training.parser.encoding import (
    LONGEST,
    NOTHING,
    Mention,
    Sentence,
    batches,
    encode_references,
    encode_tree,
    inputs,
    piece_tokenizer,
)
from training.parser.model import Parser
from training.parser.scoring import reference_accuracy, tree_scores
from training.parser.treebank import read_trees, relation_names

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from torch.optim import Optimizer
    from torch.optim.lr_scheduler import LRScheduler

    Plan = Sequence[tuple[bool, list[Sentence] | list[Mention]]]

log = logging.getLogger("training.parser")
BUILD = Path(__file__).parent.parent / "build" / "parser"
_CHECKPOINT_SECONDS = 120
_MASK = 103
_LOWER_CASE = 0.15
"""The share of batches read as if all words were in lower case, as chat often is."""
_HIDDEN = 0.08
"""The share of word pieces that training hides, in place of dropout."""
_HEADS = ("tag", "relation", "arc", "antecedent")


@dataclass(frozen=True, slots=True)
class Examples:
    """What is trained on and, held out, what is scored; the names of tags and relations."""

    trees: list[Sentence]
    mentions: list[Mention]
    held_out_trees: list[Sentence]
    held_out_mentions: list[Mention]
    tags: list[str]
    relations: list[str]


@dataclass(frozen=True, slots=True)
class Training:
    """What moves while training, and the file that keeps it."""

    model: Parser
    optimiser: Optimizer
    schedule: LRScheduler
    checkpoint: Path

    def save(self, step: int, *, examples: Examples, layers: int) -> None:
        """Keep the state after ``step`` steps, whole or not at all."""
        state = {
            "model": self.model.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "schedule": self.schedule.state_dict(),
            "step": step,
            "tags": examples.tags,
            "relations": examples.relations,
            "layers": layers,
        }
        torch.save(state, self.checkpoint.with_suffix(".new"))
        self.checkpoint.with_suffix(".new").replace(self.checkpoint)

    def restore(self) -> int:
        """Take over what is kept, if anything is, and return how many steps it has behind it."""
        if not self.checkpoint.exists():
            return 0
        state = torch.load(self.checkpoint, map_location="cpu", weights_only=True)
        self.model.load_state_dict(state["model"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.schedule.load_state_dict(state["schedule"])
        log.info("going on from step %d", state["step"])
        return state["step"]


def hide(ids: Tensor) -> Tensor:
    """Return ids with a few ordinary pieces replaced by [MASK]."""
    hidden = (torch.rand(ids.shape) < _HIDDEN) & (ids > _MASK)
    return ids.masked_fill(hidden, _MASK)


def tree_loss(model: Parser, batch: Sequence[Sentence]) -> Tensor:
    """Mean cross-entropy of tags, heads and relations."""
    ids, mask, kinds = inputs(batch)
    if torch.rand(()) < _LOWER_CASE:
        kinds = torch.zeros_like(kinds)
    tags, relations, arcs, _ = model(hide(ids), mask, kinds)
    arcs = arcs.masked_fill(~mask.bool().unsqueeze(1), -1e4)
    rows = torch.tensor([row for row, one in enumerate(batch) for _ in one.firsts])
    places = torch.tensor([place for one in batch for place in one.firsts])
    loss = torch.zeros(())
    for logits, targets in (
        (tags, [tag for one in batch for tag in one.tags]),
        (arcs, [head for one in batch for head in one.heads]),
        (relations, [relation for one in batch for relation in one.relations]),
    ):
        loss = loss + nn.functional.cross_entropy(
            logits[rows, places], torch.tensor(targets), ignore_index=NOTHING
        )
    return loss


def reference_loss(model: Parser, batch: Sequence[Mention]) -> Tensor:
    """Minus the mean log of the probability on what is meant, among what is allowed."""
    return antecedent_loss(antecedents(model, batch), batch)


def antecedents(model: Parser, batch: Sequence[Mention]) -> Tensor:
    """The scores (batch, pronoun, antecedent) of a batch."""
    return model(*inputs(batch))[3]


def antecedent_loss(scores: Tensor, batch: Sequence[Mention]) -> Tensor:
    """The loss of scores (batch, pronoun, antecedent)."""
    losses = []
    for row, one in enumerate(batch):
        line = scores[row, one.pronoun]
        allowed, meant = torch.tensor(one.allowed), torch.tensor(one.meant)
        losses.append(torch.logsumexp(line[allowed], 0) - torch.logsumexp(line[meant], 0))
    return torch.stack(losses).mean()


def read_examples(data: Path, *, made: int, gap_passes: int) -> Examples:
    """Read the treebank, GAP and running text, in word pieces."""
    tokenizer = piece_tokenizer()
    trees = {
        split: read_trees(data / "text" / f"ud_ewt_{split}.conllu.gz") for split in ("train", "dev")
    }
    tags = sorted({tag for tree in trees["train"] for tag in tree.tags})
    relations = relation_names(trees["train"])
    encoded = {
        split: [encode_tree(tree, tokenizer, tags, relations) for tree in several]
        for split, several in trees.items()
    }
    gap = data / "train" / "coref_gap.jsonl.gz"
    real = encode_references(read_gap(gap, "dev"), tokenizer)
    replaced = encode_references(
        made_references(data / "text" / "passages.jsonl.gz", made), tokenizer
    )
    examples = Examples(
        trees=[one for one in encoded["train"] if one.firsts and len(one.ids) <= LONGEST],
        mentions=real * gap_passes + replaced,
        held_out_trees=[one for one in encoded["dev"] if one.firsts],
        held_out_mentions=encode_references(read_gap(gap, "val"), tokenizer),
        tags=tags,
        relations=relations,
    )
    log.info(
        "%d trees, %d mentions (%d made), %d tags, %d relations",
        *(len(examples.trees), len(examples.mentions), len(replaced), len(tags), len(relations)),
    )
    return examples


def make_plan(examples: Examples, epochs: int, rng: random.Random) -> Plan:
    """Return the batches in their order, each with whether it is one of trees."""
    reference_batches = batches(examples.mentions, rng)
    tree_batches = [batch for _ in range(epochs) for batch in batches(examples.trees, rng)]
    ratio = len(reference_batches) / len(tree_batches)
    plan: list[tuple[bool, list[Sentence] | list[Mention]]] = []
    taken = 0
    for number, batch in enumerate(tree_batches, 1):
        plan.append((True, batch))
        while taken < round(number * ratio):
            plan.append((False, reference_batches[taken]))
            taken += 1
    return plan


def make_training(model: Parser, *, rate: float, steps: int, output: Path) -> Training:
    """Return AdamW, faster for the heads, on a rate that rises, then falls as a cosine."""
    heads = [p for n, p in model.named_parameters() if n.startswith(_HEADS)]
    body = [p for n, p in model.named_parameters() if not n.startswith(_HEADS) and p.requires_grad]
    optimiser = torch.optim.AdamW(
        [{"params": body, "lr": rate}, {"params": heads, "lr": 5 * rate}],
        weight_decay=0.01,
        fused=True,
    )
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, cosine(steps))
    return Training(model, optimiser, schedule, output / "checkpoint.pt")


def cosine(steps: int) -> Callable[[int], float]:
    """The share of the rate by the step: it rises at first, then falls as a cosine."""
    warm = max(1, steps // 20)

    def share(step: int) -> float:
        return min((step + 1) / warm, 0.02 + 0.98 * (1 + math.cos(math.pi * step / steps)) / 2)

    return share


def take_step(training: Training, batch: list, *, is_tree: bool) -> float:
    """Learn from one batch and return its loss."""
    loss = (tree_loss if is_tree else reference_loss)(training.model, batch)
    training.optimiser.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(training.model.parameters(), 1.0)
    training.optimiser.step()
    training.schedule.step()
    return loss.item()


def train(training: Training, plan: Plan, examples: Examples, layers: int) -> None:
    """Take the steps of the plan that are not behind us, saving now and then and at the end."""
    began = saved = time.monotonic()
    tokens = 0
    losses = {True: 0.0, False: 0.0}
    for step in range(training.restore(), len(plan)):
        is_tree, batch = plan[step]
        loss = take_step(training, batch, is_tree=is_tree)
        tokens += sum(len(one.ids) for one in batch)
        losses[is_tree] = 0.98 * losses[is_tree] + 0.02 * loss
        if (step + 1) % 50 == 0:
            speed = tokens / (time.monotonic() - began)
            log.info(
                "step %d of %d: trees %.3f, references %.3f, %.0f tokens/s",
                *(step + 1, len(plan), losses[True], losses[False], speed),
            )
        if _CHECKPOINT_SECONDS < time.monotonic() - saved:
            training.save(step + 1, examples=examples, layers=layers)
            saved = time.monotonic()
    training.save(len(plan), examples=examples, layers=layers)


def main() -> None:
    """Train, and write ``checkpoint.pt`` and ``scores.json``."""
    options = _options()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    options.output.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(options.seed)
    examples = read_examples(options.data, made=options.made, gap_passes=options.gap_passes)
    model = Parser(len(examples.tags), len(examples.relations), options.layers).train()
    plan = make_plan(examples, options.epochs, random.Random(options.seed))
    training = make_training(model, rate=options.rate, steps=len(plan), output=options.output)
    if options.start:
        state = torch.load(options.start, map_location="cpu", weights_only=True)
        model.load_state_dict(state["model"])
    train(training, plan, examples, options.layers)
    scores = tree_scores(model, examples.held_out_trees)
    scores["gap_validation"] = reference_accuracy(
        partial(antecedents, model.eval()), examples.held_out_mentions
    )
    log.info("%s", scores)
    (options.output / "scores.json").write_text(json.dumps(scores, indent=2) + "\n", "utf-8")


def _options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, default=Path("../shared/data"))
    options.add_argument("--output", type=Path, default=BUILD)
    options.add_argument("--epochs", type=int, default=7, help="passes over the treebank")
    options.add_argument("--layers", type=int, default=6)
    options.add_argument("--made", type=int, default=7000, help="references from running text")
    options.add_argument("--gap-passes", type=int, default=3)
    options.add_argument("--seed", type=int, default=11)
    options.add_argument("--rate", type=float, default=2e-4)
    options.add_argument("--start", type=Path, help="a checkpoint whose weights to begin with")
    return options.parse_args()


if __name__ == "__main__":
    main()
