"""The strategies on public sets with longer documents: ``python -m benchmarks.long_sets``.

AUC of the report's consistency, as in `benchmarks.quality`, on the same seeded rows. Nothing is
tuned on them. Their documents have a few hundred words, so that belie by itself takes the passages
nearest to a claim; the other columns are what it would say if it did not.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from belie import Monitor
from belie.adapters.onnx import OnnxClassifier, OnnxEncoder, load_config
from belie.monitor.judging import Judge
from belie.monitor.long_documents import ScaleVerifier
from belie.monitor.vectors import CachedEncoder
from belie.monitor.verifying import LocalVerifier
from belie.wiring import classify
from benchmarks import weighted
from benchmarks.claims_table import Figure, Line, Table, as_markdown, as_text
from benchmarks.data import DataError
from benchmarks.engines import Engine
from benchmarks.scoring import answers, scored
from benchmarks.sets import SETS, load_items

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from belie.protocols import Verifier
    from benchmarks.data import Item
    from benchmarks.scoring import Scored
    from benchmarks.sets import EvalSet

__all__ = ["engines", "main", "set_lines"]

NAMES = ("true_qags_cnndm", "true_summeval", "wice_oracle_dev")
ROWS = 60


def engines(names: Sequence[str]) -> dict[str, Engine]:
    """Return an engine for each strategy."""
    judge, encoder = Judge(OnnxClassifier()), CachedEncoder(OnnxEncoder())
    verifiers: Mapping[str, Verifier] = {
        "top-k": LocalVerifier(judge),
        "scale": ScaleVerifier(judge, encoder),
        "all windows": ScaleVerifier(judge, encoder, windows_per_claim=None, window_words=110),
    }
    threshold = load_config().threshold
    return {name: Engine(classify, Monitor(verifier=verifiers[name]), threshold) for name in names}


def set_lines(spec: EvalSet, items: Sequence[Item], asked: Sequence[Engine]) -> Iterator[Line]:
    """Yield the AUC of consistency of each strategy and the share of rows with an alert."""
    columns = [_rows(items, engine) for engine in asked]
    measure = spec.measures[0]
    figures = [Figure(weighted.value(measure.ours(rows), len(rows))) for rows in columns]
    alerts = [
        Figure(sum(0 < row.scores.get("alerts", 0) for row in rows) / len(rows)) for rows in columns
    ]
    count = len(items)
    yield Line(name=spec.name, rows=count, metric=measure.name, figures=tuple(figures))
    yield Line(name=spec.name, rows=count, metric="rows with an alert", figures=tuple(alerts))


def _rows(items: Sequence[Item], engine: Engine) -> list[Scored]:
    told = answers(items, engine=engine)
    return [scored(item, answer) for item, answer in zip(items, told, strict=True)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return 2 where data is missing."""
    chosen = _parser().parse_args(arguments)
    specs = [spec for spec in SETS if spec.name in chosen.sets]
    try:
        loaded = [load_items(spec, chosen.data, size=chosen.rows, seed=0)[0] for spec in specs]
    except DataError as error:
        print(error, file=sys.stderr)
        return 2
    asked = engines(chosen.strategies)
    lines = [
        line
        for spec, items in zip(specs, loaded, strict=True)
        for line in set_lines(spec, items, list(asked.values()))
    ]
    table = Table(
        title=f"public sets, {chosen.rows} seeded rows of each",
        columns=tuple(asked),
        lines=tuple(lines),
    )
    print(as_markdown(table) if chosen.markdown else as_text(table))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.long_sets")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--sets", nargs="+", choices=NAMES, default=NAMES)
    parser.add_argument("--rows", type=int, default=ROWS)
    strategies = ("top-k", "scale", "all windows")
    parser.add_argument("--strategies", nargs="+", choices=strategies, default=strategies)
    parser.add_argument("--markdown", action="store_true")
    return parser


if __name__ == "__main__":
    sys.exit(main())
