"""The mean of two checkpoints: `python -m training.mean BEFORE AFTER --share 0.5 --output FILE`.

A run on few rows learns them and forgets others; between the weights before and after it lie some
that keep most of both (Wortsman et al. 2022, WiSE-FT).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch


def mean(before: Path, after: Path, share: float) -> dict[str, torch.Tensor]:
    """The weights of both, ``share`` in [0, 1] of those after the run."""
    old, new = (
        torch.load(path, map_location="cpu", weights_only=True)["model"] for path in (before, after)
    )
    return {name: torch.lerp(old[name].float(), new[name].float(), share) for name in new}


def main() -> None:
    """Write the checkpoint."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--share", type=float, required=True)
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args()
    options.output.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"model": mean(options.before, options.after, options.share)}, options.output)


if __name__ == "__main__":
    main()
