"""How good a parser is on held-out trees and references."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import torch

from training.parser.encoding import batches, inputs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from torch import Tensor

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
def reference_accuracy(
    scores_of: Callable[[Sequence[Mention]], Tensor], mentions: Sequence[Mention]
) -> float | None:
    """Return in how many of 100 the likeliest allowed piece is meant.

    ``scores_of`` gives for a batch the antecedent scores (batch, pronoun, antecedent).
    """
    right = 0
    for batch in batches(mentions, random.Random(0)):
        scores = scores_of(batch)
        for row, one in enumerate(batch):
            allowed = scores[row, one.pronoun, one.allowed]
            right += one.allowed[int(allowed.argmax())] in one.meant
    return percent(right, len(mentions))
