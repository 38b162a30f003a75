"""Make everything in belie/models with one command: ``python -m training.make``.

The steps of training/README.md in their order. Training resumes where a stop left it; remove
training/build to start afresh. The parser that ships came from two runs, which the README names:
the one run here that replaces them has not been made from end to end.
"""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

from training.export import BUILD, MODELS
from training.short_run import RUNS

START = BUILD / "shipped" / "checkpoint.pt"
LONG, LAST = (BUILD / f"cross_encoder{which}" / "checkpoint.pt" for which in ("", "_last"))
MEAN, MARKED = BUILD / "mean.pt", BUILD / "marked.pt"
UNLABELLED = BUILD / "unlabelled.jsonl"
# Threads that spin while another process holds their core make training much slower.
ENVIRONMENT = {"HF_HUB_OFFLINE": "1", "OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": "0"}
_AVERAGE = ("--averaging", "0.999", "--rounded")


def commands(data: Path, *, fresh: bool) -> list[list[object]]:
    """The modules of the steps with their arguments."""
    return [
        ["clauses", "--data", data],
        ["mixture", "--data", data, "--seed", 62],
        *(_afresh() if fresh else _further(data)),
        ["clash_head", LAST if fresh else MEAN, "--output", MARKED],
        ["export", "--checkpoint", MARKED],
        ["ungrounded", "--data", data],
        ["parser.train", "--data", data, "--epochs", 8],
        ["parser.read", "--data", data],
        ["parser.export"],
        ["quantisation", "--rows", 900, "--timed", 60],
        ["calibrate"],
        ["model_card"],
    ]


def _afresh() -> list[list[object]]:
    """A long run on the whole mixture, and one on the pairs beside two premises and some others."""
    rows, given = BUILD / "train_last.jsonl", BUILD / "claim_only.npy"
    return [
        ["cross_encoder", "--seed", 26, "--peak-rate", "1e-4", *_AVERAGE],
        ["claim_only", "--mixture", rows, "--output", given],
        _run(LONG, rows, given, LAST, seed=37),
    ]


def _further(data: Path) -> list[list[object]]:
    """A short run from the weights that ship, and the mean of those and of where it ends.

    Half of its loss is what the weights that ship, or they and a teacher, say of all pairs that are
    not new; the words of marked claims are learnt beside the relation.
    """
    drawn, marked, rows = (BUILD / f"{name}.jsonl" for name in ("drawn", "marked", "run_52"))
    given, taught = BUILD / "claims_52.npy", rows.with_suffix(".npy")
    new = ["--passed", "0.5", "--share", "0.17"]
    held = ["--held-by", MODELS / "cross_encoder.onnx", "--but", "positions:", "sheets:"]
    last = BUILD / "cross_encoder_52" / "checkpoint.pt"
    return [
        ["shipped"],
        ["short_run", RUNS / "52.toml", "--output", drawn],
        ["ungrounded_rows", drawn, "--data", data, "--share", "0.3", "--output", marked],
        ["unlabelled", "--data", data],
        ["taught", marked, UNLABELLED, *new, *held, "--output", rows],
        ["claim_only", "--mixture", rows, "--output", given],
        [
            *_run(START, rows, given, last, seed=71, peak="1e-4"),
            *("--taught", taught, "--minutes", 55, "--dropout", "0.1"),
        ],
        ["mean", START, last, "--share", "0.8", "--output", MEAN],
    ]


def _run(
    start: Path, rows: Path, given: Path, end: Path, *, seed: int, peak: str = "8e-5"
) -> list[object]:
    files = ["--start", start, "--mixture", rows, "--claim-only", given, "--output", end.parent]
    return ["cross_encoder", *files, "--seed", seed, "--peak-rate", peak, *_AVERAGE]


def main() -> None:
    """Run the steps; the first that fails ends it."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--fresh", action="store_true", help="start from MiniLM, not from ours")
    options = parser.parse_args()
    for module, *arguments in commands(options.data, fresh=options.fresh):
        command = [sys.executable, "-m", f"training.{module}", *map(str, arguments)]
        subprocess.run(command, env=os.environ | ENVIRONMENT, check=True)  # noqa: S603 - our own


if __name__ == "__main__":
    main()
