"""Scores that training, export and calibration share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from belie.datatypes import Claim, Relation, Span, Verdict
from belie.graph.semantics import ruling
from training.rows import CONFLICT, ERRORS, LABELS, Row

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


def macro_f1(guesses: np.ndarray, golds: np.ndarray) -> float:
    """Mean F1 of the classes that occur among the golds."""
    scores = []
    for which in np.unique(golds):
        hits = ((guesses == which) & (golds == which)).sum()
        scores.append(2 * hits / ((guesses == which).sum() + (golds == which).sum()))
    return float(np.mean(scores))


def perturbations(
    probabilities: np.ndarray, errors: np.ndarray, rows: Sequence[Row]
) -> dict[str, float]:
    """Macro-F1 of the four relations and of the kinds of error on rows made from passages."""
    made = np.array([row.source.startswith("passages:") and row.label in LABELS for row in rows])
    golds = np.array([LABELS.index(row.label) if row.label in LABELS else -1 for row in rows])
    kinds = np.array([ERRORS.index(row.error) if row.error else -1 for row in rows])
    known = kinds >= 0
    return {
        "rows": int(made.sum()),
        "relation_macro_f1": macro_f1(probabilities.argmax(-1)[made], golds[made]),
        "error_rows": int(known.sum()),
        "error_macro_f1": macro_f1(errors.argmax(-1)[known], kinds[known]),
    }


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


def conflict_scores(
    probabilities: np.ndarray, backward: dict[int, np.ndarray], rows: Sequence[Row]
) -> np.ndarray:
    """Probability of a contradiction as at run time.

    Chat pairs are judged both ways and averaged; where a rule of conversation says why a pair is
    none ("I speak French" beside "I speak Italian"), it is 0.
    """
    conflict = merge(probabilities)[:, 1]
    for index, other in backward.items():
        mean = (conflict[index] + merge(other[None])[0, 1]) / 2
        conflict[index] = 0.0 if excused(rows[index]) else mean
    return conflict


def excused(row: Row) -> bool:
    """Whether a rule of conversation explains a clash of two statements of one speaker."""
    earlier, later = (
        Claim(f"chat/{turn}#0", text, f"chat/{turn}", Span(0, len(text)), turn)
        for turn, text in ((1, row.premise), (3, row.claim))
    )
    sure = {relation: float(relation is Relation.CONTRADICTION) for relation in Relation}
    return ruling(earlier, later, Verdict(earlier, later, sure, Relation.CONTRADICTION)) is not None
