"""How good the shipped belie is on all public sets: ``python -m benchmarks.quality``.

No row of these sets tunes anything: thresholds, weights and settings are the shipped ones. With
``--ablations`` belie is compared with itself without one of its parts instead.
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
from benchmarks import saved
from benchmarks.ablations import ABLATED, ablation_lines, ablation_text, variants
from benchmarks.asking import Answers, pooled
from benchmarks.data import DataError
from benchmarks.engines import Variant
from benchmarks.lines import TRUE_MEAN
from benchmarks.progress import shown
from benchmarks.sets import SETS, EvalSet, load_items, true_mean
from benchmarks.table import TableLine, as_markdown, as_text, make_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.ablations import AblationLine
    from benchmarks.scoring import Scored

__all__ = ["Options", "Result", "ablate", "main", "run", "run_set", "table"]

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
        How many rows of each set, drawn with ``seed``; ``None`` for all.
    resume
        Whether rows kept by an earlier run with the same weights are taken over.
    """

    data: Path
    out: Path = saved.OUT
    limit: int | None = None
    resume: bool = False
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """The scored rows of a set, and how many it has in all."""

    spec: EvalSet
    rows: tuple[Scored, ...]
    total: int


def run_set(spec: EvalSet, *, answers: Answers, options: Options, models: str) -> Result:
    """Score a set, keep each row as it comes, and return them all."""
    items, total = load_items(spec, options.data, size=options.limit, seed=options.seed)
    header = saved.Header(spec.name, len(items), total, options.seed, models)
    path = options.out / f"{spec.name}.jsonl"
    if not (options.resume and saved.load(path, header)):
        saved.start(path, header)
    done = len(saved.load(path, header))
    rows = (row for (row,) in answers.rows(items[done:]))
    saved.append(path, shown(rows, name=spec.name, done=done, total=len(items)))
    return Result(spec, tuple(saved.load(path, header)), total)


def run(
    specs: Sequence[EvalSet], *, answers: Answers, options: Options, models: str
) -> list[Result]:
    """Score the sets one after the other."""
    return [run_set(spec, answers=answers, options=options, models=models) for spec in specs]


def table(results: Sequence[Result]) -> list[TableLine]:
    """Return the lines of all sets, and the mean over the four TRUE sets if all are there."""
    lines = [
        make_line(result.spec.name, result.rows, result.total, measure)
        for result in results
        for measure in result.spec.measures
    ]
    together = true_mean({result.spec.name: result.rows for result in results})
    totals = {result.spec.name: result.total for result in results}
    whole = sum(totals[name] for name in {row.group for row in together})
    return [*lines, *([make_line("TRUE", together, whole, TRUE_MEAN)] if together else [])]


def ablate(specs: Sequence[EvalSet], *, answers: Answers, options: Options) -> list[AblationLine]:
    """Score the sets by every variant and return what each part brings."""
    scored: dict[str, list[tuple[Scored, ...]]] = {}
    for spec in specs:
        items, _ = load_items(spec, options.data, size=options.limit, seed=options.seed)
        rows = shown(answers.rows(items), name=spec.name, done=0, total=len(items))
        scored[spec.name] = list(rows)
    return ablation_lines(scored)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 2 if the data is missing."""
    chosen = _parser().parse_args(arguments)
    options = Options(
        data=chosen.data,
        out=chosen.out,
        limit=chosen.limit or (QUICK if chosen.quick else None),
        resume=chosen.resume,
        seed=chosen.seed,
    )
    print(_heading(saved.fingerprint(chosen.models or MODELS), options), end="\n\n", flush=True)
    started = time.perf_counter()
    try:
        (_ablations if chosen.ablations else _table)(chosen, options)
    except DataError as error:
        print(f"benchmarks.quality: {error}", file=sys.stderr)
        return 2
    print(f"\n{time.perf_counter() - started:.0f} s with {chosen.workers} workers")
    return 0


def _table(chosen: argparse.Namespace, options: Options) -> None:
    models = saved.fingerprint(chosen.models or MODELS)
    specs = [spec for spec in SETS if not chosen.sets or spec.name in chosen.sets]
    with pooled([Variant(models=chosen.models)], workers=chosen.workers) as ask:
        results = run(specs, answers=Answers(ask), options=options, models=models)
    lines = table(results)
    print((as_markdown if chosen.markdown else as_text)(lines))
    _write_json(chosen.json, _heading(models, options), lines)


def _ablations(chosen: argparse.Namespace, options: Options) -> None:
    models = saved.fingerprint(chosen.models or MODELS)
    specs = [
        spec for spec in SETS if spec.name in ABLATED and spec.name in (chosen.sets or ABLATED)
    ]
    measured = variants(chosen.models, chosen.without_domain)
    with pooled(measured, workers=chosen.workers) as ask:
        lines = ablate(specs, answers=Answers(ask), options=options)
    print(ablation_text(lines, without_domain=chosen.without_domain is not None))
    _write_json(chosen.json, _heading(models, options), lines)


def _heading(models: str, options: Options) -> str:
    size = f"{options.limit} rows of each set" if options.limit else "all rows"
    return f"belie {belie.__version__}, weights {models}, {datetime.now(UTC):%Y-%m-%d}, {size}"


def _write_json(
    path: Path | None, heading: str, lines: Sequence[TableLine] | Sequence[AblationLine]
) -> None:
    if path is None:
        return
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
    add("--ablations", action="store_true", help="what each part of belie brings, instead")
    add("--models", type=Path, metavar="FOLDER", help="a cross-encoder in the shipped one's place")
    add("--without-domain", type=Path, metavar="FOLDER", help="one without domain data, to ablate")
    add("--resume", action="store_true", help="take over what an earlier run kept")
    add("--seed", type=int, default=0)
    add("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    add("--out", type=Path, default=saved.OUT, help="where each set's rows are kept")
    add("--json", type=Path, metavar="OUT", help="write the figures as JSON, too")
    add("--markdown", action="store_true", help="print a Markdown table")
    return parser


if __name__ == "__main__":
    sys.exit(main())
