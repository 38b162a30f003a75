"""Choose how to quantise by measurement: `python -m training.quantisation`.

Compares variants of the exported fp32 graph on validation rows; training.export applies the
chosen one. The table goes to the build folder and from there into the model card.
"""

from __future__ import annotations

import argparse
import json
import logging
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer

from belie.adapters.sessions import open_session
from training.encoding import Example, encode
from training.model import minilm_path
from training.onnx_scoring import score
from training.rows import read_rows
from training.scoring import accuracy3, nll, softmax

if TYPE_CHECKING:
    from collections.abc import Sequence

log = logging.getLogger("training.quantisation")
BUILD = Path(__file__).parent / "build"


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to quantise: which operators, and whether weights keep to 7 bits."""

    name: str
    operators: tuple[str, ...] = ("MatMul", "Gather")
    per_channel: bool = True
    reduce_range: bool = False
    weight_type: QuantType = QuantType.QInt8


VARIANTS = (
    Variant("int8 per channel"),
    Variant("int8 per tensor", per_channel=False),
    Variant("int8 per channel, 7-bit", reduce_range=True),
    Variant("uint8 per channel", weight_type=QuantType.QUInt8),
    Variant("int8 matrices, embeddings fp32", operators=("MatMul",)),
)
CHOSEN = VARIANTS[0]


def quantise(source: Path, target: Path, variant: Variant = CHOSEN) -> None:
    """Write a quantised copy of an fp32 graph.

    Ranges of activations are taken at run time from what is in the run; the runtime feeds one
    pair per run so that no verdict depends on its neighbours.
    """
    quantize_dynamic(
        source,
        target,
        op_types_to_quantize=list(variant.operators),
        per_channel=variant.per_channel,
        reduce_range=variant.reduce_range,
        weight_type=variant.weight_type,
    )


def _rate(path: Path, examples: Sequence[Example], batch: int, workers: int, threads: int) -> float:
    """Pairs a second."""
    session = open_session(path, threads=threads)
    score(session, examples[:20], batch, workers)
    started = time.perf_counter()
    score(session, examples, batch, workers)
    return len(examples) / (time.perf_counter() - started)


def measure(
    path: Path, examples: Sequence[Example], reference: np.ndarray | None, timed: int
) -> tuple[dict[str, Any], np.ndarray]:
    """Quality against the labels and against fp32, size and speed of one graph."""
    session = open_session(path)
    rows = [example.row for example in examples]
    single = softmax(score(session, examples).logits)
    batched = softmax(score(session, examples[:timed], batch=16).logits)
    gap = np.abs(single - reference).max(-1) if reference is not None else np.zeros(len(rows))
    measured = {
        "megabytes": path.stat().st_size / 1e6,
        "accuracy3": accuracy3(single, rows),
        "nll": nll(single, rows),
        "max_gap_to_fp32": float(gap.max()),
        "mean_gap_to_fp32": float(gap.mean()),
        "max_gap_batch_to_single": float(np.abs(batched - single[:timed]).max()),
        "pairs_per_second_batch16": _rate(path, examples[:timed], 16, 1, 2),
        "pairs_per_second_single": _rate(path, examples[:timed], 1, 1, 2),
        "pairs_per_second_single_two_workers": _rate(path, examples[:timed], 1, 2, 1),
    }
    return measured, single


def compare(
    fp32: Path, examples: Sequence[Example], build: Path, timed: int
) -> dict[str, dict[str, Any]]:
    """The table, fp32 first."""
    table = {}
    table["fp32"], reference = measure(fp32, examples, None, timed)
    for index, variant in enumerate(VARIANTS):
        path = build / f"variant_{index}.onnx"
        quantise(fp32, path, variant)
        table[variant.name], _ = measure(path, examples, reference, timed)
        log.info("%s %s", variant.name, table[variant.name])
    return table


def main() -> None:
    """Measure every variant on the same validation rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=BUILD)
    parser.add_argument("--rows", type=int, default=3_000)
    parser.add_argument("--timed", type=int, default=400)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    tokenizer = Tokenizer.from_file(str(minilm_path() / "tokenizer.json"))
    examples = encode(tokenizer, read_rows(options.build / "validation.jsonl")[: options.rows])
    fp32 = options.build / "cross_encoder.fp32.onnx"
    table = compare(fp32, examples, options.build, options.timed)
    report = {"rows": len(examples), "timed": options.timed, "variants": table}
    (options.build / "quantisation.json").write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
