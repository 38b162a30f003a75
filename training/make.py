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

START = BUILD / "shipped" / "checkpoint.pt"
RUN, LAST = (BUILD / f"cross_encoder{which}" / "checkpoint.pt" for which in ("", "_last"))
# Threads that spin while another process holds their core make training much slower.
ENVIRONMENT = {"HF_HUB_OFFLINE": "1", "OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": "0"}


def commands(data: Path, *, fresh: bool) -> list[list[object]]:
    """The modules of the steps with their arguments."""
    start, end = (RUN, []) if fresh else (START, ["--minutes", 75])
    average = ["--averaging", "0.998", "--rounded"]
    long = ["cross_encoder", "--seed", 26, "--peak-rate", "1e-4", *average]
    last = ["--start", start, "--mixture", BUILD / "train_last.jsonl", "--output", LAST.parent]
    without = ["--claim-only", BUILD / "claim_only.npy"]
    return [
        ["clauses", "--data", data],
        ["mixture", "--data", data, "--seed", 54],
        long if fresh else ["shipped"],
        ["claim_only"],
        ["cross_encoder", *last, *end, "--seed", 37, "--peak-rate", "8e-5", *without, *average],
        ["export", "--checkpoint", LAST],
        ["parser.train", "--data", data, "--epochs", 8],
        ["parser.export"],
        ["quantisation", "--rows", 900, "--timed", 120],
        ["calibrate"],
        ["model_card"],
    ]


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
