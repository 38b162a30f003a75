"""How well contradictions are found in long documents: ``python -m benchmarks.long_documents``.

A fact is planted in documents of 300 to 50,000 words, and a claim that it supports or contradicts
is checked against them: by the passages nearest to the claim (top-k, what belie does with short
documents), by `ScaleVerifier`, and by it with every window (as published). Each line has what a
document of the fact alone gives beside it: the classifier's own slips are no strategy's fault.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.claims_table import Figure, Line, Table, as_markdown, as_text
from benchmarks.data import DataError
from benchmarks.long_strategies import STRATEGIES, Bench
from benchmarks.long_texts import hide, noise, published, written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from benchmarks.long_strategies import Outcome
    from benchmarks.long_texts import Case

    Measure = Callable[[Sequence[Outcome]], float]

__all__ = ["main", "measured"]

LENGTHS = (300, 1_000, 3_000, 10_000, 50_000)
COLD = 3
"""Questions per length and strategy whose time is measured, with nothing encoded before."""


def _share(name: str) -> Measure:
    return lambda rows: sum(getattr(row, name) for row in rows) / len(rows)


MEASURES: tuple[tuple[str, str, bool, bool | None, Measure], ...] = (
    ("evidence held", "%", True, None, _share("held")),
    ("evidence held, supported", "%", True, True, _share("held")),
    ("evidence held, contradicted", "%", True, False, _share("held")),
    ("evidence is the sentence", "%", True, None, _share("exact")),
    ("supported, told", "%", True, True, _share("told")),
    ("contradicted, alert for it", "%", True, False, _share("told")),
    ("supported, alert", "%", True, True, _share("alert")),
    ("not in the document, alert", "%", False, None, _share("alert")),
    ("pairs", "", True, None, _share("pairs")),
)


def measured(name: str, columns: Sequence[Sequence[Outcome]]) -> Iterator[Line]:
    """Yield the lines of one length, a column each strategy; measures without rows are left out."""
    for metric, unit, planted, supported, measure in MEASURES:
        kept = [
            [row for row in rows if row.planted is planted and supported in (None, row.supported)]
            for rows in columns
        ]
        if any(kept):
            figures = tuple(Figure(measure(rows) if rows else None) for rows in kept)
            yield Line(
                name=name, rows=max(map(len, kept)), metric=metric, figures=figures, unit=unit
            )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return 2 where data is missing."""
    chosen = _parser().parse_args(arguments)
    try:
        cases = _cases(chosen)
        passages = {words: noise(chosen.data, words) for words in chosen.words}
    except DataError as error:
        print(error, file=sys.stderr)
        return 2
    lines = list(_lines(chosen, cases, passages))
    half = "development" if chosen.development else "reported"
    title = f"long documents, the {half} half: {len(cases)} claims"
    table = Table(title=title, columns=("fact alone", *chosen.strategies), lines=tuple(lines))
    print(as_markdown(table) if chosen.markdown else as_text(table))
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(line) for line in lines], indent=1), "utf-8")
    return 0


def _lines(
    chosen: argparse.Namespace, cases: Sequence[Case], passages: dict[int, list[str]]
) -> Iterator[Line]:
    bench = Bench()
    alone = [bench.alone(case) for case in cases]
    for words, texts in passages.items():
        columns = [alone]
        for strategy in chosen.strategies:
            columns.append(list(_asked(bench, strategy, cases, texts, chosen)))
            print(f"{words} {strategy}", file=sys.stderr)
        yield from measured(f"{words:,} words", columns)
        yield _cold(bench, chosen.strategies, cases, words, texts)


def _asked(
    bench: Bench,
    strategy: str,
    cases: Sequence[Case],
    texts: Sequence[str],
    chosen: argparse.Namespace,
) -> Iterator[Outcome]:
    """Yield the outcome of each case, the fact planted and left out."""
    places = random.Random(len(texts))
    for case in cases[: chosen.all_windows] if strategy == "all windows" else cases:
        place = places.random()
        yield bench.ask(strategy, case, hide(case, texts, place=place))
        if not chosen.only_planted:
            yield bench.ask(strategy, case, hide(case, texts, place=place, planted=False))


def _cold(
    bench: Bench, strategies: Sequence[str], cases: Sequence[Case], words: int, texts: Sequence[str]
) -> Line:
    """Return what a question costs on a document that was never read."""
    figures: list[Figure] = [Figure()]
    for strategy in strategies:
        seconds: list[float] = []
        for number, case in enumerate(cases[:COLD]):
            bench.forget()
            planted = hide(case, texts, place=number / COLD)
            seconds.append(bench.ask(strategy, case, planted).seconds)
        figures.append(Figure(sum(seconds) / len(seconds)))
    name = f"{words:,} words"
    return Line(
        name=name, rows=COLD, metric="seconds of a core, cold", figures=tuple(figures), unit="s"
    )


def _cases(chosen: argparse.Namespace) -> list[Case]:
    """Return the cases in an order in which the first few are of every sort."""
    half = chosen.development
    cases = [
        *published(chosen.data, development=half, size=chosen.published),
        *written(development=half),
    ]
    random.Random(0).shuffle(cases)
    return cases


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.long_documents")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--development", action="store_true", help="the half numbers are chosen on")
    parser.add_argument("--published", type=int, default=100, help="cases of VitaminC and FEVER")
    parser.add_argument("--words", type=int, nargs="+", default=LENGTHS)
    parser.add_argument("--strategies", nargs="+", choices=STRATEGIES, default=STRATEGIES)
    parser.add_argument("--all-windows", type=int, default=20, help="cases for all windows")
    parser.add_argument("--only-planted", action="store_true", help="leave no fact out")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--json", type=Path)
    return parser


if __name__ == "__main__":
    sys.exit(main())
