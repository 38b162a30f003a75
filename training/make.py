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

from training.export import BUILD
from training.short_run import RUNS

START = BUILD / "shipped" / "checkpoint.pt"
LONG, LAST = (BUILD / f"cross_encoder{which}" / "checkpoint.pt" for which in ("", "_last"))
MEAN, MARKED = BUILD / "mean.pt", BUILD / "marked.pt"
# Threads that spin while another process holds their core make training much slower.
ENVIRONMENT = {"HF_HUB_OFFLINE": "1", "OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": "0"}
_AVERAGE = ("--averaging", "0.999", "--rounded")


def commands(data: Path, *, fresh: bool) -> list[list[object]]:
    """The modules of the steps with their arguments."""
    return [
        ["clauses", "--data", data],
        ["mixture", "--data", data, "--seed", 62],
        *(_afresh() if fresh else _further()),
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


def _further() -> list[list[object]]:
    """Two short runs from the weights that ship, and the mean of those and of where they end."""
    first, last = (BUILD / f"cross_encoder_{number}" / "checkpoint.pt" for number in (36, 37))
    return [
        ["shipped"],
        *_short_run(36, START, first, seed=54, minutes=20),
        *_short_run(37, first, last, seed=55, minutes=54),
        ["mean", START, last, "--share", "0.35", "--output", MEAN],
    ]


def _short_run(
    number: int, start: Path, end: Path, *, seed: int, minutes: int
) -> list[list[object]]:
    rows, given = (BUILD / f"run_{number}.{kind}" for kind in ("jsonl", "npy"))
    return [
        ["short_run", RUNS / f"{number}.toml", "--output", rows],
        ["claim_only", "--mixture", rows, "--output", given],
        [*_run(start, rows, given, end, seed=seed), "--minutes", minutes, "--dropout", "0.1"],
    ]


def _run(start: Path, rows: Path, given: Path, end: Path, *, seed: int) -> list[object]:
    files = ["--start", start, "--mixture", rows, "--claim-only", given, "--output", end.parent]
    return ["cross_encoder", *files, "--seed", seed, "--peak-rate", "8e-5", *_AVERAGE]


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
