"""How good belie is on made contradictions: ``python -m benchmarks.perturbations``.

The rows are those of the mixture's validation file that were made from passages
(`training/mixture.py`): edits of known kind, with the changed words of both sides, from groups of
passages that no training row comes from. Every pair is asked of ``belie.classify``.

Four relations
    Macro-F1 of ``verdict.relation``. Rows of which only the conflict is known, not whether it is
    partial, are left out; so is what other people's sets would add.
Error type
    Macro-F1 of ``verdict.error_type`` over the edited rows. A contradiction that was not found has
    no error type, and counts as wrong; "where found" leaves it out.
Localisation
    Whether the span belie marks and the changed words share at least half of the characters that
    either has (intersection over union), on both sides. Where an edit changed several places, the
    better of the places themselves and the whole stretch from first to last counts. A contradiction
    that was not found has no spans, and counts as wrong; "where found" leaves it out.
Precision at the default threshold
    Of alerts raised over as many contradictions as harmless pairs. *Unrelated*: the premise of one
    row beside the claim of another passage. *Same topic*: neutral rows, whose two sides come from
    one passage. *Supported*: rows whose claim follows.
Suggestions
    With ``--suggestions N``: what belie suggests to N of the contradictions (`benchmarks.mended`).
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import belie
from benchmarks.data import DataError
from benchmarks.engines import Variant, engine_of
from benchmarks.mended import mend, mendable, suggestion_lines
from benchmarks.perturbed import judge
from benchmarks.perturbed_measures import PerturbedLine, kind_lines, lines
from benchmarks.table import columns, percent
from training.rows import NEUTRAL, Row, read_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main", "read", "unrelated"]

SOURCE = "passages:"
VITAMINC = "vitaminc"
BUILD = Path("training/build/validation.jsonl")
TITLES = ("measure", "rows", "ours", "95 %", "must", "aim")


def read(path: Path, *, limit: int | None, seed: int) -> tuple[list[Row], list[Row]]:
    """Return the rows made from passages and those of VitaminC, ``limit`` of each or all.

    Raises
    ------
    DataError
        If the file is not there.
    """
    if not path.is_file():
        raise DataError(f"expected {path}, found no such file: make it with training/mixture.py")
    rows = read_rows(path)
    made = [row for row in rows if row.source.startswith(SOURCE)]
    facts = [row for row in rows if row.source == VITAMINC]
    return _some(made, limit, seed), _some(facts, limit, seed)


def unrelated(rows: Sequence[Row], *, seed: int) -> list[Row]:
    """Return for each row its premise beside the claim of a row of another group."""
    rng = random.Random(seed)
    drawn = [(row, rng.choice(rows)) for row in rows]
    return [
        Row(one.premise, other.claim, NEUTRAL, "unrelated", one.group)
        for one, other in drawn
        if one.group != other.group
    ]


def _some(rows: Sequence[Row], limit: int | None, seed: int) -> list[Row]:
    if limit is None or len(rows) <= limit:
        return list(rows)
    return random.Random(seed).sample(rows, limit)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 2 if the rows are missing."""
    chosen = _parser().parse_args(arguments)
    try:
        made, facts = read(chosen.rows, limit=chosen.limit, seed=chosen.seed)
    except DataError as error:
        print(f"benchmarks.perturbations: {error}", file=sys.stderr)
        return 2
    engine = engine_of(Variant(models=chosen.models))
    asked = [*made, *facts, *unrelated(made, seed=chosen.seed)]
    judged = list(judge(asked, engine=engine))
    found = lines(judged, threshold=engine.threshold)
    kinds = kind_lines(judged)
    wrong = _some(mendable(made), chosen.suggestions, chosen.seed)
    mended = suggestion_lines(list(mend(wrong, monitor=engine.monitor))) if wrong else []
    heading = f"belie {belie.__version__}, {datetime.now(UTC):%Y-%m-%d}, {len(judged)} pairs"
    print(heading, _text(found), _text(kinds), *([_text(mended)] if mended else []), sep="\n\n")
    if chosen.json:
        said = {"run": heading, "lines": [asdict(line) for line in (*found, *kinds, *mended)]}
        chosen.json.write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")
    return 0


def _text(found: Sequence[PerturbedLine]) -> str:
    return columns([TITLES, *map(_cells, found)])


def _cells(line: PerturbedLine) -> tuple[str, ...]:
    sign = "<=" if line.lower else ">="
    verdict = {True: " met", False: " MISSED", None: ""}[line.passed]
    return (
        line.name,
        str(line.rows),
        percent(line.ours),
        "-" if line.interval is None else " to ".join(map(percent, line.interval)),
        "" if line.must is None else f"{sign} {percent(line.must)}{verdict}",
        "" if line.aim is None else f"{sign} {percent(line.aim)}",
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.perturbations", description=(__doc__ or "").splitlines()[0]
    )
    add = parser.add_argument
    add("--rows", type=Path, default=BUILD, help="the mixture's validation file")
    add("--limit", type=int, help="this many rows of each source, drawn with --seed")
    add("--models", type=Path, metavar="FOLDER", help="a cross-encoder in the shipped one's place")
    add(
        "--suggestions",
        type=int,
        default=0,
        metavar="N",
        help="ask for suggestions to this many contradictions, too: some 0.3 seconds each",
    )
    add("--seed", type=int, default=0)
    add("--json", type=Path, metavar="OUT", help="write the figures as JSON, too")
    return parser


if __name__ == "__main__":
    sys.exit(main())
