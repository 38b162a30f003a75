"""Run an exported cross-encoder the way the runtime does: one unpadded pair at a time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onnxruntime import InferenceSession

    from training.encoding import Example


@dataclass(frozen=True, slots=True)
class Scores:
    """Logits of relation (n, 4) and error (n, 7) of every pair, and of clash of its tokens."""

    logits: np.ndarray
    clash: list[np.ndarray]
    errors: np.ndarray


def feed(examples: Sequence[Example]) -> dict[str, np.ndarray]:
    """Padded inputs of one run."""
    width = max(len(example) for example in examples)
    inputs = {
        name: np.zeros((len(examples), width), dtype=np.int64)
        for name in ("input_ids", "attention_mask", "token_type_ids")
    }
    for row, example in enumerate(examples):
        inputs["input_ids"][row, : len(example)] = example.ids
        inputs["attention_mask"][row, : len(example)] = 1
        inputs["token_type_ids"][row, : len(example)] = example.segments
    return inputs


def _run(
    session: InferenceSession, examples: Sequence[Example]
) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    logits, clash, error = session.run(["logits", "clash", "error"], feed(examples))
    return [(logits[i], clash[i, : len(e)], error[i]) for i, e in enumerate(examples)]


def score(
    session: InferenceSession,
    examples: Sequence[Example],
    batch: int = 1,
    workers: int = 2,
) -> Scores:
    """Scores in the order of the examples; `workers` runs go on side by side."""
    groups = [examples[i : i + batch] for i in range(0, len(examples), batch)]
    with ThreadPoolExecutor(workers) as pool:
        parts = pool.map(lambda group: _run(session, group), groups)
        results = [result for part in parts for result in part]
    logits, clash, errors = zip(*results, strict=True)
    return Scores(np.array(logits), list(clash), np.array(errors))
