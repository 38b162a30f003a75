"""How good a parser is on held-out trees and references."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import torch

from training.parser.encoding import batches, inputs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from training.parser.encoding import Mention, Sentence
    from training.parser.model import Parser


def percent(count: int, whole: int) -> float | None:
    """Return a share in percent; `None` of nothing."""
    return 100 * count / whole if whole else None


@torch.no_grad()
def tree_scores(model: Parser, sentences: Sequence[Sentence]) -> dict[str, float | None]:
    """Return tag accuracy, UAS and LAS (greedy heads) in percent."""
    model.eval()
    right = {"tag": 0, "uas": 0, "las": 0}
    words = 0
    for batch in batches(sentences, random.Random(0)):
        ids, mask, kinds = inputs(batch)
        tags, relations, arcs, _ = model(ids, mask, kinds)
        for row, one in enumerate(batch):
            columns = torch.tensor([0, *one.firsts])
            heads = columns[arcs[row, one.firsts][:, columns].argmax(-1)]
            found = relations[row, one.firsts].argmax(-1) == torch.tensor(one.relations)
            same = heads == torch.tensor(one.heads)
            right["tag"] += int((tags[row, one.firsts].argmax(-1) == torch.tensor(one.tags)).sum())
            right["uas"] += int(same.sum())
            right["las"] += int((same & found).sum())
            words += len(one.firsts)
    model.train()
    return {name: percent(count, words) for name, count in right.items()}


@torch.no_grad()
def reference_accuracy(model: Parser, mentions: Sequence[Mention]) -> float | None:
    """Return in how many of 100 the likeliest allowed piece is meant."""
    model.eval()
    right = 0
    for batch in batches(mentions, random.Random(0)):
        ids, mask, kinds = inputs(batch)
        scores = model(ids, mask, kinds)[3]
        for row, one in enumerate(batch):
            best = max(one.allowed, key=lambda place: float(scores[row, one.pronoun, place]))
            right += best in one.meant
    model.train()
    return percent(right, len(mentions))
