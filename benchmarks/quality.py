"""How good the shipped belie is on public sets: ``python -m benchmarks.quality``.

No row of these sets tunes anything: thresholds, weights and settings are the shipped ones.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import belie
from benchmarks import saved
from benchmarks.data import DataError
from benchmarks.scoring import Engine, Scored, score, shipped
from benchmarks.sets import SETS, TRUE_MEAN, EvalSet, load_items, true_mean
from benchmarks.table import TableLine, as_markdown, as_text, make_line

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Options", "Result", "main", "run", "run_set", "table"]

QUICK = 150
MODELS = Path(belie.__file__).parent / "models"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a run was asked for.

    Parameters
    ----------
    data
        The folder that holds ``train/`` and ``eval/``.
    out
        Where each set's rows are kept.
    limit
        How many rows of each set, drawn with ``seed``; ``None`` for each set's own cap.
    whole
        Whether caps are ignored.
    resume
        Whether rows kept by an earlier run with the same weights are taken over.
    """

    data: Path
    out: Path = saved.OUT
    limit: int | None = None
    whole: bool = False
    resume: bool = False
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """The scored rows of a set, and how many it has in all."""

    spec: EvalSet
    rows: tuple[Scored, ...]
    total: int


def run_set(spec: EvalSet, *, engine: Engine, options: Options, models: str) -> Result:
    """Score a set, keep each row as it comes, and return them all."""
    size = options.limit or (None if options.whole else spec.cap)
    items, total = load_items(spec, options.data, size=size, seed=options.seed)
    header = saved.Header(spec.name, len(items), total, options.seed, models)
    path = options.out / f"{spec.name}.jsonl"
    if not (options.resume and saved.load(path, header)):
        saved.start(path, header)
    done = len(saved.load(path, header))
    saved.append(path, score(items[done:], engine=engine))
    return Result(spec, tuple(saved.load(path, header)), total)


def run(specs: Sequence[EvalSet], *, engine: Engine, options: Options, models: str) -> list[Result]:
    """Score the sets one after the other and say on stderr how far it is."""
    results: list[Result] = []
    for spec in specs:
        started = time.perf_counter()
        results.append(run_set(spec, engine=engine, options=options, models=models))
        seconds = time.perf_counter() - started
        print(f"{spec.name}: {len(results[-1].rows)} rows, {seconds:.0f} s", file=sys.stderr)
    return results


def table(results: Sequence[Result]) -> list[TableLine]:
    """Return the lines of all sets, and the mean over the four TRUE sets if all are there."""
    lines = [
        make_line(result.spec.name, result.rows, _group_total(result, measure.group), measure)
        for result in results
        for measure in result.spec.measures
    ]
    together = true_mean({result.spec.name: result.rows for result in results})
    totals = {result.spec.name: result.total for result in results}
    whole = sum(totals[name] for name in {row.group for row in together})
    return [*lines, *([make_line("TRUE", together, whole, TRUE_MEAN)] if together else [])]


def _group_total(result: Result, group: str) -> int:
    """Return the rows of the set; of a group only where the whole set was used."""
    whole = len(result.rows) == result.total
    return sum(row.group == group for row in result.rows) if group and whole else result.total


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 2 if the data is missing."""
    chosen = _parser().parse_args(arguments)
    specs = [spec for spec in SETS if not chosen.sets or spec.name in chosen.sets]
    options = Options(
        data=chosen.data,
        out=chosen.out,
        limit=chosen.limit or (QUICK if chosen.quick else None),
        whole=chosen.whole,
        resume=chosen.resume,
        seed=chosen.seed,
    )
    models = saved.fingerprint(MODELS)
    try:
        results = run(specs, engine=shipped(), options=options, models=models)
    except DataError as error:
        print(f"benchmarks.quality: {error}", file=sys.stderr)
        return 2
    lines = table(results)
    heading = f"{_heading(models)}, {sum(r.seconds for x in results for r in x.rows):.0f} s"
    print(heading, (as_markdown if chosen.markdown else as_text)(lines), sep="\n\n")
    if chosen.json:
        _write_json(chosen.json, heading, lines)
    return 0


def _heading(models: str) -> str:
    return f"belie {belie.__version__}, weights {models}, {datetime.now(UTC):%Y-%m-%d}"


def _write_json(path: Path, heading: str, lines: Sequence[TableLine]) -> None:
    said = {"run": heading, "lines": [asdict(line) for line in lines]}
    path.write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.quality", description=(__doc__ or "").splitlines()[0]
    )
    add = parser.add_argument
    add("--data", type=Path, default=Path("../shared/data"), help="holds train/ and eval/")
    add("--sets", nargs="+", choices=[spec.name for spec in SETS], metavar="NAME")
    add("--limit", type=int, help="this many rows of each set, drawn with --seed")
    add("--quick", action="store_true", help=f"{QUICK} rows of each set")
    add("--whole", action="store_true", help="every row of every set")
    add("--resume", action="store_true", help="take over what an earlier run kept")
    add("--seed", type=int, default=0)
    add("--out", type=Path, default=saved.OUT, help="where each set's rows are kept")
    add("--json", type=Path, metavar="OUT", help="write the figures as JSON, too")
    add("--markdown", action="store_true", help="print a Markdown table")
    return parser


if __name__ == "__main__":
    sys.exit(main())
