"""How good and how fast the claims are, beside floors: ``python -m benchmarks.claims``.

The definitions stand with what they define: `claims_measures` (precision, recall and F1 of claims
by token overlap, atomicity, standing alone, coverage), `claims_data` (the sets, and which of their
sources are references), `claims_scoring` (check-worthiness), `claims_parser` (GAP, trees),
`claims_peers` (the floors). Intervals are the 2.5 and 97.5 percentiles of 200 resamples by row.
Nothing is tuned here but, with ``--tune``, the threshold of GAP, on its dev split.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import belie
from belie.adapters.onnx import OnnxParser
from benchmarks.claims_data import read_claims, read_references, read_trees
from benchmarks.claims_parser import THRESHOLD, probabilities, tune
from benchmarks.claims_peers import floors, shipped
from benchmarks.claims_report import (
    decomposition,
    pronouns,
    read_sets,
    speed,
    trees,
    worthiness,
)
from benchmarks.claims_table import as_markdown, as_text
from benchmarks.data import DataError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from belie.protocols import Parser
    from benchmarks.claims_peers import Peer
    from benchmarks.claims_table import Table

__all__ = ["PARTS", "Options", "Systems", "main", "run"]

PARTS = ("claims", "worth", "gap", "trees", "speed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a run was asked for.

    Parameters
    ----------
    data
        The folder that holds ``train/``, ``text/`` and ``eval/``.
    parts
        Which of `PARTS`.
    size
        How many rows of each file, drawn with a seed; ``None`` for all.
    threshold
        From which probability on a pronoun stands for a name, in [0, 1].
    tune
        Whether the threshold is looked for on the dev split instead.
    """

    data: Path
    parts: tuple[str, ...] = PARTS
    size: int | None = None
    threshold: float = THRESHOLD
    tune: bool = False


@dataclass(frozen=True, slots=True)
class Systems:
    """What is measured: extractors side by side, and the parser behind the shipped one."""

    peers: tuple[Peer, ...]
    parser: Parser


def run(systems: Systems, options: Options) -> Iterator[Table]:
    """Yield the table of each part as it is done.

    Raises
    ------
    DataError
        If a file is not there.
    """
    data, size, parser = options.data, options.size, systems.parser
    if "claims" in options.parts:
        yield decomposition(read_sets(data, size=size), systems.peers)
    if "worth" in options.parts:
        yield worthiness(read_claims(data, size=size), systems.peers)
    if "gap" in options.parts:
        items = read_references(data, "test", size=size)
        yield pronouns(items, parser, threshold=_threshold(parser, options))
    if "trees" in options.parts:
        yield trees(read_trees(data, size=size), parser)
    if "speed" in options.parts:
        yield speed(read_claims(data, size=size), systems.peers, data)


def _threshold(parser: Parser, options: Options) -> float:
    if not options.tune:
        return options.threshold
    items = read_references(options.data, "dev", size=options.size)
    return tune(items, probabilities(parser, items))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 2 if the data is missing."""
    chosen = _parser().parse_args(arguments)
    options = Options(
        data=chosen.data,
        parts=tuple(chosen.only or PARTS),
        size=chosen.rows,
        threshold=chosen.threshold,
        tune=chosen.tune,
    )
    systems = Systems((*floors(), shipped()), OnnxParser())
    heading = _heading()
    print(heading)
    try:
        tables = _printed(run(systems, options), as_markdown if chosen.markdown else as_text)
    except DataError as error:
        print(f"benchmarks.claims: {error}", file=sys.stderr)
        return 2
    if chosen.json:
        _write_json(chosen.json, heading, tables)
    return 0


def _printed(tables: Iterator[Table], words: Callable[[Table], str]) -> list[Table]:
    """Print each table as it comes, and on stderr the time it took."""
    kept: list[Table] = []
    started = time.perf_counter()
    for table in tables:
        print(f"\n{words(table)}", flush=True)
        print(f"{table.title}: {time.perf_counter() - started:.0f} s", file=sys.stderr)
        started = time.perf_counter()
        kept.append(table)
    return kept


def _heading() -> str:
    cores = os.cpu_count()
    return f"belie {belie.__version__}, {datetime.now(UTC):%Y-%m-%d}, {cores} cores; shares in %"


def _write_json(path: Path, heading: str, tables: Sequence[Table]) -> None:
    said = {"run": heading, "tables": [asdict(table) for table in tables]}
    path.write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.claims", description=(__doc__ or "").splitlines()[0]
    )
    add = parser.add_argument
    add("--data", type=Path, default=Path("../shared/data"), help="holds train/, text/ and eval/")
    add("--only", nargs="+", choices=PARTS, metavar="PART", help=f"some of {', '.join(PARTS)}")
    add("--rows", type=int, help="this many rows of each file, drawn with a seed")
    add("--threshold", type=float, default=THRESHOLD, help="of GAP, in [0, 1]")
    add("--tune", action="store_true", help="look for the threshold of GAP on its dev split")
    add("--json", type=Path, metavar="OUT", help="write the figures as JSON, too")
    add("--markdown", action="store_true", help="print Markdown tables")
    return parser


if __name__ == "__main__":
    sys.exit(main())
