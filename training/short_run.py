"""Draws the rows of a short run: `python -m training.short_run RUN.toml --output ROWS.jsonl`.

A run of half an hour sees a small part of the mixture; a file such as those in `training/runs`
says which: a seed, and for sources that begin with a name, of which the longest counts, the share
in [0, 1] of their rows.
"""

from __future__ import annotations

import argparse
import logging
import random
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from training.balance import balanced
from training.mixture import BUILD, write
from training.rows import from_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from training.rows import Row

RUNS = Path(__file__).parent / "runs"

log = logging.getLogger("training.short_run")


def drawn(rows: Iterable[Row], shares: Mapping[str, float], rng: random.Random) -> list[Row]:
    """A share of the rows of each source, each once, balanced and in random order.

    Parameters
    ----------
    rows
        The mixture, with repeats.
    shares
        By the beginning of a source's name; ``""`` stands for all others.
    rng
        Draws.
    """
    seen: set[tuple[str, str]] = set()
    kept: list[Row] = []
    for row in rows:
        pair = row.premise, row.claim
        if pair in seen:
            continue
        seen.add(pair)
        if rng.random() < share(row.source, shares):
            kept.append(row)
    kept = balanced(kept, rng)
    rng.shuffle(kept)
    return kept


def share(source: str, shares: Mapping[str, float]) -> float:
    """The share of the longest name that ``source`` begins with.

    Examples
    --------
    >>> share("contrast:chat_turns", {"contrast:": 0.03, "contrast:chat": 1, "": 0.5})
    1
    """
    return shares[longest_name(source, shares)]


def longest_name(source: str, names: Iterable[str]) -> str:
    """The longest of the names that ``source`` begins with."""
    return max((name for name in names if source.startswith(name)), key=len)


def main() -> None:
    """Write the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path)
    parser.add_argument("--mixture", type=Path, default=BUILD / "train.jsonl")
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    run = tomllib.loads(options.run.read_text(encoding="utf-8"))
    with options.mixture.open(encoding="utf-8") as lines:
        mixture = (from_json(line) for line in lines)
        rows = drawn(mixture, run["shares"], random.Random(run["seed"]))
    write(options.output, rows)
    log.info("%d rows", len(rows))


if __name__ == "__main__":
    main()
