"""How good the shipped belie is on all public sets: ``python -m benchmarks.quality``.

No row of these sets tunes anything: thresholds, weights and settings are the shipped ones. With
``--verifier NAME``, given again for each, verifiers are compared on the same rows; with
``--ablations`` belie is compared with itself without one of its parts instead.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import belie
from benchmarks import saved
from benchmarks.ablations import ABLATED, ablation_lines, ablation_text, variants
from benchmarks.asking import Answers, pooled
from benchmarks.data import DataError
from benchmarks.lines import TRUE_MEAN
from benchmarks.progress import shown
from benchmarks.quality_runs import Options, compare, weights
from benchmarks.sets import SETS, load_items, true_mean
from benchmarks.spent import spent_text
from benchmarks.table import Beside, TableLine, as_markdown, as_text, make_line, without_figure
from benchmarks.verifiers_compared import LOCAL, NAMES, SHIPPED, Choice, VerifierError, choose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.ablations import AblationLine
    from benchmarks.quality_runs import Column, Result
    from benchmarks.scoring import Scored
    from benchmarks.sets import EvalSet

__all__ = ["ablate", "main", "table"]

QUICK = 150


def table(results: Sequence[Result], verifier: Choice = SHIPPED) -> list[TableLine]:
    """Return the lines of all sets, and the mean over the four TRUE sets if all are there.

    Pairs have no figure under a verifier that does not judge them, which is any but what ships.
    """
    lines = [
        line if verifier.is_local or not result.of_pairs else without_figure(line)
        for result in results
        for measure in result.spec.measures
        for line in [make_line(result.spec.name, result.rows, result.total, measure)]
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
    started = time.perf_counter()
    try:
        verifiers = _verifiers(chosen)
        print(_heading(chosen, options, verifiers), end="\n\n", flush=True)
        if chosen.ablations:
            _ablations(chosen, options)
        else:
            _table(chosen, options, verifiers)
    except (DataError, VerifierError) as error:
        print(f"benchmarks.quality: {error}", file=sys.stderr)
        return 2
    print(f"\n{time.perf_counter() - started:.0f} s with {chosen.workers} workers")
    return 0


def _verifiers(chosen: argparse.Namespace) -> tuple[Choice, ...]:
    if chosen.ablations and (chosen.verifier or chosen.model):
        raise VerifierError("expected --verifier and --model without --ablations")
    return choose(chosen.verifier or [LOCAL], model=chosen.model)


def _table(chosen: argparse.Namespace, options: Options, verifiers: Sequence[Choice]) -> None:
    specs = [spec for spec in SETS if not chosen.sets or spec.name in chosen.sets]
    columns = compare(
        specs, verifiers, options=options, folder=chosen.models, workers=chosen.workers
    )
    lines, *others = [table(column.results, column.verifier) for column in columns]
    beside = [
        Beside(verifier.name, tuple(theirs))
        for verifier, theirs in zip(verifiers[1:], others, strict=True)
    ]
    name = "ours" if _is_plain(verifiers) else verifiers[0].name
    print((as_markdown if chosen.markdown else as_text)(lines, name=name, beside=beside))
    _print_spent(columns)
    _write_json(chosen.json, _heading(chosen, options, verifiers), lines, beside)


def _is_plain(verifiers: Sequence[Choice]) -> bool:
    return tuple(verifiers) == (SHIPPED,)


def _print_spent(columns: Sequence[Column]) -> None:
    told = [
        spent_text(column.verifier.text, column.spent)
        for column in columns
        if column.verifier.model or column.spent.calls
    ]
    if told:
        print("", *told, sep="\n")


def _ablations(chosen: argparse.Namespace, options: Options) -> None:
    specs = [
        spec for spec in SETS if spec.name in ABLATED and spec.name in (chosen.sets or ABLATED)
    ]
    measured = variants(chosen.models, chosen.without_domain)
    with pooled(measured, workers=chosen.workers) as ask:
        lines = ablate(specs, answers=Answers(ask), options=options)
    print(ablation_text(lines, without_domain=chosen.without_domain is not None))
    _write_json(chosen.json, _heading(chosen, options), lines)


def _heading(
    chosen: argparse.Namespace, options: Options, verifiers: Sequence[Choice] = (SHIPPED,)
) -> str:
    models = weights(chosen.models)
    size = f"{options.limit} rows of each set" if options.limit else "all rows"
    run = f"belie {belie.__version__}, weights {models}, {datetime.now(UTC):%Y-%m-%d}, {size}"
    named = ", ".join(verifier.text for verifier in verifiers)
    return run if _is_plain(verifiers) else f"{run}, verifiers: {named}"


def _write_json(
    path: Path | None,
    heading: str,
    lines: Sequence[TableLine] | Sequence[AblationLine],
    beside: Sequence[Beside] = (),
) -> None:
    if path is None:
        return
    others = {"beside": [asdict(other) for other in beside]} if beside else {}
    said = {"run": heading, "lines": [asdict(line) for line in lines], **others}
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
    add(
        "--verifier",
        action="append",
        metavar="NAME",
        help=f"{', '.join(NAMES)} or module:callable; again for another column",
    )
    add("--model", default="", metavar="PROVIDER:NAME", help="the chat model that verifiers ask")
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
