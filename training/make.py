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

SECOND, THIRD = BUILD / "cross_encoder_2", BUILD / "cross_encoder_3"
FIRST, MEAN = BUILD / "cross_encoder", BUILD / "mean" / "checkpoint.pt"
# Threads that spin while another process holds their core make training much slower.
ENVIRONMENT = {"HF_HUB_OFFLINE": "1", "OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": "0"}


def commands(data: Path) -> list[list[object]]:
    """The modules of the steps with their arguments."""
    later = ["--peak-rate", "8e-5"]
    runs = [folder / "checkpoint.pt" for folder in (FIRST, SECOND, THIRD)]
    return [
        ["mixture", "--data", data],
        ["cross_encoder", "--minutes", 61],
        ["cross_encoder", "--mixture", BUILD / "train_second.jsonl", "--start", runs[0],
         "--output", SECOND, "--seed", 8, "--minutes", 15.5, *later],
        ["cross_encoder", "--mixture", BUILD / "train_third.jsonl", "--start", runs[1],
         "--output", THIRD, "--seed", 9, "--minutes", 12, *later],
        ["average", *runs, "--output", MEAN],
        ["export", "--checkpoint", MEAN],
        ["quantisation", "--rows", 900, "--timed", 120],
        ["calibrate"],
        ["model_card"],
    ]  # fmt: skip


def main() -> None:
    """Run the steps; the first that fails ends it."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    for module, *arguments in commands(parser.parse_args().data):
        command = [sys.executable, "-m", f"training.{module}", *map(str, arguments)]
        subprocess.run(command, env=os.environ | ENVIRONMENT, check=True)  # noqa: S603 - our own


if __name__ == "__main__":
    main()
