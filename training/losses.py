"""The losses of the heads: of the relation, of the clashing tokens and of the kind of error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from training.rows import (
    COMPATIBLE,
    CONFLICT,
    CONTRADICTION,
    ENTAILMENT,
    ERRORS,
    LABELS,
    NEUTRAL,
    NOT_ENTAILED,
    PARTIAL,
    UNKNOWN,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

_COARSE = {
    CONFLICT: (CONTRADICTION, PARTIAL),
    NOT_ENTAILED: (CONTRADICTION, PARTIAL, NEUTRAL),
    COMPATIBLE: (ENTAILMENT, NEUTRAL),
    UNKNOWN: LABELS,
}


def possible(labels: Sequence[str]) -> Tensor:
    """Which of the model's labels (batch, 4) each label may stand for."""
    may = [_COARSE.get(label, (label,)) for label in labels]
    return torch.tensor([[one in group for one in LABELS] for group in may])


def relation_loss(logits: Tensor, labels: Sequence[str], smoothing: float) -> Tensor:
    """Cross-entropy with label smoothing; -log of the sum of all that a coarse label may be."""
    log_p = logits.float().log_softmax(-1)
    may = possible(labels).to(logits.device)
    said = log_p.masked_fill(~may, -torch.inf).logsumexp(-1)
    return (-(1 - smoothing) * said - smoothing * log_p.mean(-1)).mean()


def taught_loss(logits: Tensor, taught: Tensor) -> Tensor:
    """Cross-entropy with what a teacher says of the pairs, as a mean over all rows.

    ``taught`` (batch, 3) has its probabilities of entailment, contradiction of either kind and
    neutral, and NaN in the rows that it has not read (Hinton et al. 2015, at temperature 1).
    """
    log_p = logits.float().log_softmax(-1)
    merged = torch.stack([log_p[:, 0], log_p[:, 1:3].logsumexp(-1), log_p[:, 3]], dim=-1)
    known = ~taught.isnan().any(-1)
    return -(taught[known] * merged[known]).sum() / len(taught)


def token_loss(logits: Tensor, target: Tensor, weight: Tensor) -> Tensor:
    """Weighted mean of the binary losses of the tokens whose target is known."""
    losses = nn.functional.binary_cross_entropy_with_logits(
        logits.float(), target, weight=weight, reduction="sum"
    )
    return losses / weight.sum().clamp(min=1.0)


def ungrounded_loss(logits: Tensor, target: Tensor) -> Tensor:
    """The binary loss of a known claim's pieces, as their mean, and of all rows' the mean.

    ``target`` (batch, sequence) is 0 or 1, and -1 where it is not known.
    """
    known = target >= 0
    losses = nn.functional.binary_cross_entropy_with_logits(
        logits.float(), target.clamp(min=0), reduction="none"
    )
    pieces = known.sum(1, keepdim=True).clamp(min=1)
    return (losses * known / pieces).sum() / len(target)


def error_loss(logits: Tensor, errors: Sequence[str | None]) -> Tensor:
    """Cross-entropy of the rows whose kind of error is known, as a mean over all rows."""
    known = torch.tensor([ERRORS.index(one) if one else -100 for one in errors])
    losses = nn.functional.cross_entropy(
        logits.float(), known.to(logits.device), ignore_index=-100, reduction="sum"
    )
    return losses / len(errors)
