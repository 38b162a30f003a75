"""What the claim alone tells of the label: ``python -m training.claim_only``.

Whoever writes a wrong claim writes it otherwise than a right one, and a classifier that is trained
on such pairs learns the style in place of the comparison (Gururangan et al. 2018). So small
experts that see no premise guess the labels of pairs written by hand, one for each kind of pairs,
and each group by one that has not seen it. Their log-probabilities are added to the
cross-encoder's while that is trained (a product of experts: Clark et al. 2019, He et al. 2019):
what the claim gives away is no longer to be learnt from it.
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

from training.losses import relation_loss
from training.rows import LABELS, Row, digest, read_rows
from training.scoring import accuracy3

if TYPE_CHECKING:
    from collections.abc import Sequence

BUILD = Path(__file__).parent / "build"
FOLDS = 4
_BUCKETS = 1 << 18
_EPOCHS = 5
_TOKEN = re.compile(r"[\w']+|[^\w\s]")
_HANDS = ("written", "hypotheses:mnli", "hypotheses:passages", "hypotheses:vitaminc")
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
    labels = [row.label for row in rows]
    folds = np.array([digest(row.group) % FOLDS for row in rows])
    found = np.zeros((len(rows), len(LABELS)), np.float32)
    for fold in range(FOLDS):
        seen, unseen = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        expert = _trained([counted[i] for i in seen], [labels[i] for i in seen], seed)
        found[unseen] = _log_probabilities(expert, [counted[i] for i in unseen])
    return found


def _trained(counted: Sequence[Sequence[int]], labels: Sequence[str], seed: int) -> ClaimOnly:
    torch.manual_seed(seed)
    expert = ClaimOnly()
    optimizer = torch.optim.Adam(expert.parameters(), lr=0.01)
    order = np.random.default_rng(seed)
    for _ in range(_EPOCHS):
        for chosen in np.array_split(order.permutation(len(counted)), len(counted) // 512 + 1):
            optimizer.zero_grad(set_to_none=True)
            logits = expert(*_bags([counted[i] for i in chosen]))
            relation_loss(logits, [labels[i] for i in chosen], smoothing=0.05).backward()
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


def hand_of(row: Row) -> str:
    """Who wrote the claim of a pair, by whose habits its label may be told.

    An empty name where claims tell nothing (`training.contrast`) or are as they were published.

    Examples
    --------
    >>> hand_of(Row("It rained.", "It was wet.", "entailment", "hypotheses:mnli_more", "g"))
    'hypotheses:mnli'
    """
    return next((hand for hand in _HANDS if row.source.startswith(hand)), "")


def main() -> None:
    """Write what the claims of a mixture give away, and print how much that is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mixture", type=Path, default=BUILD / "train_last.jsonl")
    parser.add_argument("--output", type=Path, default=BUILD / "claim_only.npy")
    options = parser.parse_args()
    rows = read_rows(options.mixture)
    given = np.zeros((len(rows), len(LABELS)), np.float32)
    for hand in _HANDS:
        which = [number for number, row in enumerate(rows) if hand_of(row) == hand]
        if which:
            claimed = [rows[number] for number in which]
            given[which] = told(claimed)
            share = accuracy3(np.exp(given[which]), claimed)
            print(f"{hand}: {len(which)} pairs, {share:.1%} told by the claim")
    np.save(options.output, given)


if __name__ == "__main__":
    main()
