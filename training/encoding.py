"""Turn rows into token arrays, with the clash marks moved from characters to tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch

from training.rows import CONFLICTING, NOT_ENTAILED, UNKNOWN, Row, Spans

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tokenizers import Encoding, Tokenizer

MAX_LENGTH = 256
NON_CONFLICT_TOKEN_WEIGHT = 0.1
_CLAIM_LIMIT = 200  # tokens; the claim is never truncated, so longer ones are left out


@dataclass(frozen=True, slots=True)
class Example:
    """One encoded pair: ids, segment of each token, and what each token should say.

    Of ungrounded words that is 0 or 1, and -1 where nobody knows and outside the claim.
    """

    ids: np.ndarray
    segments: np.ndarray
    token_targets: np.ndarray
    token_weights: np.ndarray
    ungrounded: np.ndarray
    row: Row

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True)
class Batch:
    """Padded tensors of a few examples."""

    input_ids: torch.Tensor
    attention_mask: torch.Tensor
    token_type_ids: torch.Tensor
    token_targets: torch.Tensor
    token_weights: torch.Tensor
    ungrounded: torch.Tensor
    rows: list[Row]


def _overlaps(span: tuple[int, int], marks: Spans) -> bool:
    return any(span[0] < end and start < span[1] for start, end in marks)


def _token_targets(encoding: Encoding, row: Row) -> tuple[np.ndarray, np.ndarray]:
    """Targets and weights of the tokens.

    Full weight on a side with marks, little on pairs without a clash, none on a side whose
    clashing words are not known.
    """
    targets = np.zeros(len(encoding.ids), dtype=np.float32)
    weights = np.zeros(len(encoding.ids), dtype=np.float32)
    may_clash = row.label in CONFLICTING or row.label in (NOT_ENTAILED, UNKNOWN)
    for index, (sequence, span) in enumerate(
        zip(encoding.sequence_ids, encoding.offsets, strict=True)
    ):
        if sequence is None:
            continue
        marks = row.claim_marks if sequence == 1 else row.premise_marks
        targets[index] = float(_overlaps(span, marks))
        weights[index] = float(bool(marks)) if may_clash else NON_CONFLICT_TOKEN_WEIGHT
    return targets, weights


def _ungrounded_targets(encoding: Encoding, row: Row) -> np.ndarray:
    return np.array(
        [
            -1.0 if row.ungrounded is None or sequence != 1 else _overlaps(span, row.ungrounded)
            for sequence, span in zip(encoding.sequence_ids, encoding.offsets, strict=True)
        ],
        dtype=np.float32,
    )


def encode(tokenizer: Tokenizer, rows: Sequence[Row], chunk: int = 5_000) -> list[Example]:
    """Encode pairs, cutting only the premise; pairs with an overlong claim are left out."""
    tokenizer.no_padding()
    tokenizer.no_truncation()
    claim_lengths = (len(e.ids) for e in tokenizer.encode_batch([r.claim for r in rows]))
    kept = [row for row, n in zip(rows, claim_lengths, strict=True) if n <= _CLAIM_LIMIT]
    tokenizer.enable_truncation(MAX_LENGTH, strategy="only_first")
    examples = []
    for start in range(0, len(kept), chunk):
        part = kept[start : start + chunk]
        encodings = tokenizer.encode_batch([(row.premise, row.claim) for row in part])
        for encoding, row in zip(encodings, part, strict=True):
            ids = np.array(encoding.ids, dtype=np.int32)
            segments = np.array(encoding.type_ids, dtype=np.int32)
            targets = *_token_targets(encoding, row), _ungrounded_targets(encoding, row)
            examples.append(Example(ids, segments, *targets, row))
    return examples


def _pad(arrays: Sequence[np.ndarray], dtype: torch.dtype, fill: float = 0) -> torch.Tensor:
    width = max(len(array) for array in arrays)
    padded = torch.full((len(arrays), width), fill, dtype=dtype)
    for index, array in enumerate(arrays):
        padded[index, : len(array)] = torch.from_numpy(array)
    return padded


def collate(examples: Sequence[Example]) -> Batch:
    """Pad a few examples of similar length into one batch."""
    return Batch(
        input_ids=_pad([e.ids for e in examples], torch.long),
        attention_mask=_pad([np.ones_like(e.ids) for e in examples], torch.long),
        token_type_ids=_pad([e.segments for e in examples], torch.long),
        token_targets=_pad([e.token_targets for e in examples], torch.float32),
        token_weights=_pad([e.token_weights for e in examples], torch.float32),
        ungrounded=_pad([e.ungrounded for e in examples], torch.float32, fill=-1),
        rows=[e.row for e in examples],
    )


def bucket(
    examples: Sequence[Example], token_budget: int, order: np.random.Generator | None
) -> list[list[int]]:
    """Batches of indices, similar lengths together, at most `token_budget` padded tokens each.

    With `order`, lengths get a little noise and the batches are shuffled; without, the batches
    come shortest first.
    """
    lengths = np.array([len(e) for e in examples], dtype=np.float64)
    noise = order.uniform(-2, 2, len(lengths)) if order else np.zeros(len(lengths))
    batches: list[list[int]] = []
    current: list[int] = []
    widest = 0
    for index in np.argsort(lengths + noise, kind="stable"):
        widest = max(widest, len(examples[index]))
        if current and widest * (len(current) + 1) > token_budget:
            batches.append(current)
            current, widest = [], len(examples[index])
        current.append(int(index))
    if current:
        batches.append(current)
    if order:
        order.shuffle(batches)
    return batches


@torch.no_grad()
def logits_of(
    examples: Sequence[Example], read: Callable[[Batch], torch.Tensor], token_budget: int = 8192
) -> np.ndarray:
    """What ``read`` says of each example (examples, labels), in their order."""
    batches = bucket(examples, token_budget, None)
    read_so = [read(collate([examples[i] for i in one])).float().cpu().numpy() for one in batches]
    order = np.concatenate([np.array(one) for one in batches])
    logits = np.empty((len(examples), read_so[0].shape[1]), np.float32)
    logits[order] = np.concatenate(read_so)
    return logits
