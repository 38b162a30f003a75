"""Make everything in belie/models with one command: ``python -m training.make``.

The steps of training/README.md in their order. Training resumes where a stop left it; remove
training/build to start afresh.
"""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

from training.export import BUILD

RUNS = tuple(BUILD / f"cross_encoder{number}" for number in ("", "_2", "_3", "_4"))
MEAN, FINAL = BUILD / "mean" / "checkpoint.pt", BUILD / "final" / "checkpoint.pt"
# Threads that spin while another process holds their core make training much slower.
ENVIRONMENT = {"HF_HUB_OFFLINE": "1", "OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": "0"}


def commands(data: Path) -> list[list[object]]:
    """The modules of the steps with their arguments."""
    first, second, third, fourth = (folder / "checkpoint.pt" for folder in RUNS)
    return [
        ["mixture", "--data", data],
        ["cross_encoder", "--minutes", 61],
        _later("second", start=first, output=RUNS[1], seed=8, rate="8e-5", minutes=15.5),
        _later("third", start=second, output=RUNS[2], seed=9, rate="8e-5", minutes=12),
        ["average", first, second, third, "--output", MEAN],
        _later("fourth", start=MEAN, output=RUNS[3], seed=10, rate="5e-5", minutes=5),
        ["average", MEAN, fourth, "--output", FINAL],
        ["export", "--checkpoint", FINAL],
        ["quantisation", "--rows", 900, "--timed", 120],
        ["calibrate"],
        ["model_card"],
    ]


def _later(
    name: str, *, start: Path, output: Path, seed: int, rate: str, minutes: float
) -> list[object]:
    """A run over ``train_<name>.jsonl`` from the weights of an earlier checkpoint."""
    mixture = BUILD / f"train_{name}.jsonl"
    files = ["--mixture", mixture, "--start", start, "--output", output]
    return ["cross_encoder", *files, "--seed", seed, "--peak-rate", rate, "--minutes", minutes]


def main() -> None:
    """Run the steps; the first that fails ends it."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    for module, *arguments in commands(parser.parse_args().data):
        command = [sys.executable, "-m", f"training.{module}", *map(str, arguments)]
        subprocess.run(command, env=os.environ | ENVIRONMENT, check=True)  # noqa: S603 - our own


if __name__ == "__main__":
    main()
