"""Scores that training, export and calibration share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from training.rows import CONFLICT, LABELS, Row

if TYPE_CHECKING:
    from collections.abc import Sequence

# Columns of merged probabilities: entailment, contradiction of either kind, neutral.
_MERGED = {
    "entailment": 0,
    "contradiction": 1,
    "partial_contradiction": 1,
    CONFLICT: 1,
    "neutral": 2,
}


def softmax(logits: np.ndarray, temperature: float = 1.0) -> np.ndarray:
    """Probabilities of each row of logits."""
    scaled = logits / temperature
    scaled = scaled - scaled.max(axis=-1, keepdims=True)
    exponentials = np.exp(scaled)
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def merge(probabilities: np.ndarray) -> np.ndarray:
    """Four-way probabilities as three-way ones: both contradictions in one column."""
    merged = np.zeros((len(probabilities), 3), dtype=probabilities.dtype)
    for column, label in enumerate(LABELS):
        merged[:, _MERGED[label]] += probabilities[:, column]
    return merged


def merged_labels(rows: Sequence[Row]) -> np.ndarray:
    """The three-way column of each row's label."""
    return np.array([_MERGED[row.label] for row in rows])


def accuracy3(probabilities: np.ndarray, rows: Sequence[Row]) -> float:
    """Three-way accuracy; the guess is the label with most probability after merging."""
    return float((merge(probabilities).argmax(-1) == merged_labels(rows)).mean())


def label_probability(probabilities: np.ndarray, rows: Sequence[Row]) -> np.ndarray:
    """The probability each row's own label got; `conflict` counts both contradictions."""
    merged = merge(probabilities)
    four = {label: column for column, label in enumerate(LABELS)}
    return np.array(
        [
            merged[i, 1] if row.label == CONFLICT else probabilities[i, four[row.label]]
            for i, row in enumerate(rows)
        ]
    )


def nll(probabilities: np.ndarray, rows: Sequence[Row]) -> float:
    """Mean negative log-likelihood."""
    return float(-np.log(label_probability(probabilities, rows).clip(1e-9)).mean())


def calibration_error(probabilities: np.ndarray, rows: Sequence[Row], bins: int = 15) -> float:
    """Expected calibration error of the three-way guess."""
    merged = merge(probabilities)
    confidence = merged.max(-1)
    right = merged.argmax(-1) == merged_labels(rows)
    which = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [
        abs(confidence[which == b].mean() - right[which == b].mean()) * (which == b).mean()
        for b in range(bins)
        if (which == b).any()
    ]
    return float(sum(gaps))
