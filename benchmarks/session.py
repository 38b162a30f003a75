"""How belie remembers a long conversation: ``python -m benchmarks.session``.

Conversations are made of real statements of the training data, with contradictions and with what
looks like one planted at known distances. The models were trained on these rows, so this measures
what the search, the graph and its rules make of them, not how good the models are; that is
`benchmarks.quality`, and ``--dialogue`` here.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from contextlib import closing, contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import belie
from belie.storage.sql import SqlStore
from benchmarks.data import DataError
from benchmarks.session_dialogue import compare, dialogue_text
from benchmarks.session_measures import (
    all_pairs,
    bytes_by_length,
    false_alarms,
    recall,
    replay_seconds,
    turn_time,
)
from benchmarks.session_report import Line, Section, section, text_of
from benchmarks.session_runs import (
    hear,
    perfect_all_pairs,
    perfect_checker,
    perfect_monitor,
    shipped,
    shipped_all_pairs,
)
from benchmarks.session_script import write_script
from benchmarks.session_texts import load_statements

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from belie.datatypes import TurnReport
    from belie.protocols import Store
    from benchmarks.session_texts import Statements

__all__ = ["candidates", "main", "naive", "timing"]


def timing(statements: Statements, *, turns: int, seed: int) -> Section:
    """Return what belie itself costs: no model, a reader and a judge that make no mistake."""
    script = write_script(turns, statements, seed=seed)
    run = hear(script, perfect_monitor(script))
    checker = perfect_checker(script)
    with tempfile.TemporaryDirectory() as folder, _stored(run.reports, Path(folder)) as store:
        load, rebuild = replay_seconds(store, checker)
        memory, reports = bytes_by_length(store, checker)
    ratio = turn_time(run, turns) / turn_time(run, min(100, turns))
    return section(
        f"graph, search and store alone, {turns:,} turns: no model, reading and judging perfect, "
        "similarity by shared words",
        Line("the last turns take, of those around turn 100", ratio, "x"),
        Line("graph and index, a claim", memory[-1] / 1024, "KB", bar=6.0, lower=True),
        Line("reports kept beside them, a claim", reports / 1024, "KB"),
        Line(
            f"replay from SQLite ({load:.1f} + {rebuild:.1f})",
            load + rebuild,
            "s",
            bar=10.0,
            lower=True,
        ),
        script=script,
        run=run,
        memory=memory,
    )


@contextmanager
def _stored(reports: Sequence[TurnReport], folder: Path) -> Generator[Store]:
    """Keep reports in an SQLite file and give the store of another reader of it."""
    url = f"sqlite:///{folder / 'session.db'}"
    with closing(SqlStore(url)) as store:
        for report in reports:
            store.append(report)
    with closing(SqlStore(url)) as store:
        yield store


def candidates(statements: Statements, *, turns: int, seed: int) -> Section:
    """Return what the search finds with the shipped encoder, reading and judging perfect."""
    from belie.adapters.onnx import OnnxEncoder  # noqa: PLC0415 - loads the model

    script = write_script(turns, statements, seed=seed)
    run = hear(script, perfect_monitor(script, encoder=OnnxEncoder()))
    whole = hear(script, perfect_all_pairs(script))
    lost = recall(script, whole) - recall(script, run)
    share = run.pairs / all_pairs(script)
    ratio = turn_time(run, turns) / turn_time(run, min(100, turns))
    return section(
        f"search with the shipped encoder, {turns:,} turns: reading and judging perfect",
        Line("contradictions found", 100 * recall(script, run), "%"),
        Line("contradictions found by all pairs", 100 * recall(script, whole), "%"),
        Line("fewer than by all pairs", 100 * lost, "points", bar=3.0, lower=True),
        Line("pairs judged, of all pairs", 100 * share, "%", bar=2.0, lower=True),
        Line("the last turns take, of those around turn 100", ratio, "x", bar=1.3, lower=True),
        script=script,
        run=run,
    )


def naive(statements: Statements, *, turns: int, seed: int) -> list[Section]:
    """Return belie as it ships and the monitor that compares all pairs, on one conversation."""
    script = write_script(turns, statements, seed=seed)
    whole = hear(script, shipped_all_pairs())
    ours = hear(script, shipped())
    lost = 100 * (recall(script, whole) - recall(script, ours))
    share = 100 * ours.pairs / whole.pairs
    return [
        section(
            f"as shipped, {turns:,} turns",
            Line("contradictions found", 100 * recall(script, ours), "%"),
            Line("fewer than by all pairs", lost, "points", bar=3.0, lower=True),
            Line("pairs judged, of the naive monitor's", share, "%", bar=2.0, lower=True),
            Line("conflicts between turns not planted together", false_alarms(script, ours), ""),
            script=script,
            run=ours,
        ),
        section(
            "the naive monitor beside it: each claim with all before it",
            Line("contradictions found", 100 * recall(script, whole), "%"),
            Line("conflicts between turns not planted together", false_alarms(script, whole), ""),
            script=script,
            run=whole,
        ),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 2 if the data is missing."""
    chosen = _parser().parse_args(arguments)
    print(f"belie {belie.__version__}, {datetime.now(UTC):%Y-%m-%d}", flush=True)
    try:
        if chosen.dialogue:
            lines = compare(chosen.data, limit=chosen.limit, seed=chosen.seed)
            print("", dialogue_text(lines), sep="\n")
            _write_json(chosen.json, [asdict(line) for line in lines])
            return 0
        sections = _sections(chosen)
    except DataError as error:
        print(f"benchmarks.session: {error}", file=sys.stderr)
        return 2
    _write_json(chosen.json, [asdict(each) for each in sections])
    return 0


def _sections(chosen: argparse.Namespace) -> list[Section]:
    """Run the chosen parts, each shown as soon as it is there."""
    statements = load_statements(chosen.data)
    sections: list[Section] = []
    for part in chosen.only:
        if part == "timing":
            new = [timing(statements, turns=chosen.turns, seed=chosen.seed)]
        elif part == "search":
            new = [candidates(statements, turns=chosen.encoded, seed=chosen.seed)]
        else:
            new = naive(statements, turns=chosen.shipped, seed=chosen.seed)
        print("", *map(text_of, new), sep="\n", flush=True)
        sections += new
    return sections


def _write_json(path: Path | None, said: object) -> None:
    if path is not None:
        path.write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.session", description=(__doc__ or "").splitlines()[0]
    )
    add = parser.add_argument
    add("--data", type=Path, default=Path("../shared/data"), help="holds train/ and eval/")
    add("--only", nargs="+", choices=PARTS, default=PARTS, help="some of the parts")
    add("--turns", type=_turns, default=10_000, help="without a model, 10 to 10,000 and more")
    add("--encoded", type=_turns, default=10_000, help="turns with the shipped encoder")
    add("--shipped", type=_turns, default=300, help="turns as shipped, and of all pairs")
    add("--seed", type=int, default=0)
    add("--json", type=Path, metavar="OUT", help="write the figures as JSON, too")
    add("--dialogue", action="store_true", help="evaluation sets, with and without the rules")
    add("--limit", type=int, help="this many rows of each of those sets")
    return parser


PARTS = ("timing", "search", "shipped")


def _turns(given: str) -> int:
    number = int(given)
    if number < 10:
        raise argparse.ArgumentTypeError(f"expected at least 10 turns, got {number}")
    return number


if __name__ == "__main__":
    sys.exit(main())
