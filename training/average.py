"""Average the weights of runs that share a start: `python -m training.average A B --output C`.

The mean of two points on one path of training is often better than either and costs nothing at
run time.
"""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

import torch

log = logging.getLogger("training.average")


def average(paths: list[Path]) -> dict[str, torch.Tensor]:
    """The mean of the models of some checkpoints."""
    models = [torch.load(path, map_location="cpu", weights_only=True)["model"] for path in paths]
    return {
        name: torch.stack([model[name].float() for model in models]).mean(0) for name in models[0]
    }


def main() -> None:
    """Write a checkpoint that holds the mean model alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoints", type=Path, nargs="+")
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    options.output.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"model": average(options.checkpoints)}, options.output)
    log.info("mean of %d checkpoints in %s", len(options.checkpoints), options.output)


if __name__ == "__main__":
    main()
