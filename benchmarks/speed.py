"""How fast the shipped belie is: ``python -m benchmarks.speed``.

Absolute times drift with the machine and its load; ratios within one run are what to compare.
Starting is measured in fresh interpreters, the rest in this one.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import belie
from belie.adapters.onnx import OnnxClassifier
from benchmarks.speed_backbones import BACKBONES, backbones, inside_model, peaks, products
from benchmarks.speed_figures import Figure, as_text, seconds
from benchmarks.speed_peers import loops
from benchmarks.texts import document, pair, reply

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.engines import Classify, Observer

__all__ = ["batches", "judgings", "main", "starting", "throughput", "turns"]

_ROUNDS = 5
"""How often what is compared runs in turn."""
START = """
import json, resource, time
t0 = time.perf_counter()
import belie
t1 = time.perf_counter()
monitor = belie.Monitor()
t2 = time.perf_counter()
report = monitor.observe(
    "The first iPhone cost $599.", session="s", documents=["Apple sold the first iPhone for $499."]
)
t3 = time.perf_counter()
if not report.verdicts:
    raise SystemExit("expected a verdict, got none")
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([t1 - t0, t2 - t0, t3 - t0, peak]))
"""


def starting(*, repeats: int) -> list[Figure]:
    """Return how long a fresh interpreter takes to its first verdict, and its peak memory.

    Each figure is the median of ``repeats`` interpreters, counted from the import's first line.
    """
    runs = [_start() for _ in range(repeats)]
    ready = [statistics.median(column) for column in zip(*runs, strict=True)]
    names = ("import belie", "import, Monitor() ready", "import, Monitor(), first verdict")
    times = [
        Figure(kind="start", name=name, value=1000 * seconds, unit="ms", ratio=seconds / ready[0])
        for name, seconds in zip(names, ready[:3], strict=True)
    ]
    return [*times, Figure(kind="memory", name="peak, first verdict", value=ready[3], unit="MiB")]


def _start() -> list[float]:
    command = [sys.executable, "-c", START]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - ours
    return json.loads(done.stdout)


def turns(*, monitor: Observer, last: int, words: int) -> list[Figure]:
    """Return the seconds of a turn around the 10th and the last, three new documents each.

    Each figure is the median of the turn itself and its two neighbours on each side.
    """
    taken = [_turn(monitor, place, words=words) for place in range(last + 3)]
    around = {turn: statistics.median(taken[turn - 3 : turn + 2]) for turn in (10, last)}
    return [
        Figure(
            kind="turn",
            name=f"turn {turn}, 3 documents of {words} words",
            value=value,
            unit="s",
            ratio=value / around[10],
        )
        for turn, value in around.items()
    ]


def _turn(monitor: Observer, place: int, *, words: int) -> float:
    documents = [document(words, seed=1000 + 3 * place + number) for number in range(3)]
    text = reply(seed=place)
    return seconds(lambda: monitor.observe(text, session="speed", documents=documents))


def throughput(*, classify: Classify, count: int) -> list[Figure]:
    """Return how many pairs a second are judged, of 64 and of 256 tokens, ``count`` in a batch."""
    rates = {tokens: count / _judging(classify, tokens, count, seed=0) for tokens in (64, 256)}
    return [
        Figure(
            kind="pairs",
            name=f"pairs of {tokens} tokens",
            value=rate,
            unit="pairs/s",
            ratio=rate / rates[64],
        )
        for tokens, rate in rates.items()
    ]


def batches(*, classify: Classify, counts: Sequence[int] = (1, 24, 512)) -> list[Figure]:
    """Return how long so many pairs of 64 tokens take when they are asked together."""
    times = {count: _judging(classify, 64, count, seed=1_000_000 * count) for count in counts}
    return [
        Figure(
            kind="batch", name=f"{count} pairs of 64 tokens at once", value=1000 * taken, unit="ms"
        )
        for count, taken in times.items()
    ] + [
        Figure(
            kind="batch, rate",
            name=f"{count} pairs of 64 tokens at once",
            value=count / taken,
            unit="pairs/s",
            ratio=count / taken / (counts[0] / times[counts[0]]),
        )
        for count, taken in times.items()
    ]


def _judging(classify: Classify, tokens: int, count: int, *, seed: int) -> float:
    """Return the median seconds of three batches of ``count`` pairs; see `judgings`."""
    return statistics.median(map(seconds, judgings(classify, tokens, count, seed=seed, calls=3)))


def judgings(
    classify: Classify, tokens: int, count: int, *, seed: int, calls: int
) -> list[Callable[[], object]]:
    """Return calls that each judge ``count`` pairs, no pair twice, so that no cache can help.

    The pairs have the seeds from ``seed`` on, which no other calls may use.
    """

    def call(first: int) -> Callable[[], object]:
        pairs = [pair(tokens, seed=first + number) for number in range(count)]
        premises, claims = [p for p, _ in pairs], [c for _, c in pairs]
        return lambda: classify(premises, claims)

    return [call(seed + number * count) for number in range(calls)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed")
    parser.add_argument("--turns", type=int, default=100, help="length of the session, over 10")
    parser.add_argument("--words", type=int, default=300, help="length of a document")
    parser.add_argument("--pairs", type=int, default=64, help="pairs in a batch")
    parser.add_argument("--repeats", type=int, default=3, help="fresh interpreters")
    parser.add_argument("--batches", type=int, nargs="+", default=[1, 24, 512], metavar="PAIRS")
    parser.add_argument("--documents", type=int, nargs="*", default=[300, 3000], metavar="WORDS")
    parser.add_argument(
        "--torch", action="store_true", help="what is torch's: backbones, bf16, int8"
    )
    parser.add_argument("--json", type=Path, metavar="OUT")
    chosen = parser.parse_args(arguments)
    if chosen.turns <= 10:
        parser.error(f"expected --turns over 10, got {chosen.turns}")
    figures = starting(repeats=chosen.repeats)
    figures += turns(monitor=belie.Monitor(), last=chosen.turns, words=chosen.words)
    rates = throughput(classify=belie.classify, count=chosen.pairs)
    figures += [*rates, *batches(classify=belie.classify, counts=chosen.batches)]
    for words in chosen.documents:
        figures += loops(classifier=OnnxClassifier(), words=words)
    multiplying = products(torch=chosen.torch)
    judging = judgings(belie.classify, 64, chosen.pairs, seed=9_000_000, calls=_ROUNDS)
    figures += peaks(multiplying)
    figures += inside_model(
        judging=judging, count=chosen.pairs, tokens=64, peak=list(multiplying.values())
    )
    if chosen.torch:
        calls = _ROUNDS * len(BACKBONES)
        judging = judgings(belie.classify, 64, chosen.pairs, seed=8_000_000, calls=calls)
        figures += backbones(judging=judging, count=chosen.pairs, tokens=64)
    print(f"belie {belie.__version__}, {datetime.now(UTC):%Y-%m-%d}\n\n{as_text(figures)}")
    if chosen.json:
        said = json.dumps([asdict(figure) for figure in figures], indent=1)
        chosen.json.write_text(said + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
