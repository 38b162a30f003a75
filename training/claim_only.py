"""What the claim alone tells of the label: ``python -m training.claim_only``.

Whoever writes a wrong claim writes it otherwise than a right one, and a classifier that is trained
on such pairs learns the style in place of the comparison (Gururangan et al. 2018). So a small
expert that sees no premise guesses the labels of pairs written by hand, each group by an expert
that has not seen it. Its log-probabilities are added to the cross-encoder's while that is trained
(a product of experts: Clark et al. 2019, He et al. 2019): what the claim gives away is no longer
to be learnt from it.
"""

from __future__ import annotations

import argparse
import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn

from training.rows import CONFLICT, LABELS, Row, digest, read_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

BUILD = Path(__file__).parent / "build"
FOLDS = 4
_BUCKETS = 1 << 18
_EPOCHS = 5
_TOKEN = re.compile(r"[\w']+|[^\w\s]")
_UNSURE = 0.02  # the least probability that the expert gives a label


class ClaimOnly(nn.Module):
    """A linear model of the words of a claim, their pairs and its length."""

    def __init__(self) -> None:
        super().__init__()
        self.weights = nn.EmbeddingBag(_BUCKETS, len(LABELS), mode="sum")
        nn.init.zeros_(self.weights.weight)
        self.prior = nn.Parameter(torch.zeros(len(LABELS)))

    def forward(self, features: Tensor, starts: Tensor, sizes: Tensor) -> Tensor:
        """Logits (claims, 4)."""
        return self.weights(features, starts) / sizes.sqrt().unsqueeze(1) + self.prior


def features(claim: str) -> list[int]:
    """The numbers of the words of a claim, of their pairs and of its length.

    Examples
    --------
    >>> len(features("It is red."))
    8
    """
    words = _TOKEN.findall(claim.lower())
    pairs = [f"{one} {other}" for one, other in pairwise(words)]
    return [digest(word) % _BUCKETS for word in [*words, *pairs, f"length {len(words)}"]]


def told(rows: Sequence[Row], *, seed: int = 0) -> np.ndarray:
    """Log-probabilities (rows, 4) of the labels given the claims, by experts that saw neither."""
    counted = [features(row.claim) for row in rows]
    labels = torch.tensor([LABELS.index(row.label) for row in rows])
    folds = np.array([digest(row.group) % FOLDS for row in rows])
    found = np.zeros((len(rows), len(LABELS)), np.float32)
    for fold in range(FOLDS):
        seen, unseen = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        expert = _trained([counted[i] for i in seen], labels[seen], seed)
        found[unseen] = _log_probabilities(expert, [counted[i] for i in unseen])
    return found


def _trained(counted: Sequence[Sequence[int]], labels: Tensor, seed: int) -> ClaimOnly:
    torch.manual_seed(seed)
    expert = ClaimOnly()
    optimizer = torch.optim.Adam(expert.parameters(), lr=0.01)
    order = np.random.default_rng(seed)
    for _ in range(_EPOCHS):
        for chosen in np.array_split(order.permutation(len(counted)), len(counted) // 512 + 1):
            optimizer.zero_grad(set_to_none=True)
            logits = expert(*_bags([counted[i] for i in chosen]))
            nn.functional.cross_entropy(logits, labels[chosen], label_smoothing=0.05).backward()
            optimizer.step()
    return expert


@torch.no_grad()
def _log_probabilities(expert: ClaimOnly, counted: Sequence[Sequence[int]]) -> np.ndarray:
    probabilities = expert(*_bags(counted)).softmax(-1)
    return ((1 - 4 * _UNSURE) * probabilities + _UNSURE).log().numpy()


def _bags(counted: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor, Tensor]:
    sizes = torch.tensor([len(one) for one in counted])
    flat = torch.tensor([number for one in counted for number in one])
    return flat, sizes.cumsum(0) - sizes, sizes


def is_written(row: Row) -> bool:
    """Whether a pair was written by hand, with a label for each claim."""
    return row.source.startswith("written:") and row.label != CONFLICT


def main() -> None:
    """Write what the claims of a mixture give away, and print how much that is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mixture", type=Path, default=BUILD / "train_last.jsonl")
    parser.add_argument("--output", type=Path, default=BUILD / "claim_only.npy")
    options = parser.parse_args()
    rows = read_rows(options.mixture)
    which = [number for number, row in enumerate(rows) if is_written(row)]
    written = [rows[number] for number in which]
    given = np.zeros((len(rows), len(LABELS)), np.float32)
    given[which] = told(written)
    np.save(options.output, given)
    right = given[which].argmax(1) == [LABELS.index(row.label) for row in written]
    print(f"{len(which)} pairs written by hand; {right.mean():.1%} told by the claim alone")


if __name__ == "__main__":
    main()
