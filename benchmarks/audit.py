"""What an audit of saved conversations costs: ``python -m benchmarks.audit``.

Turns a second by processes and engine, beside a plain loop that asks the same classifier about
every pair: each sentence of an answer against each sentence of its documents and of all earlier
turns, no pair of texts twice. The ratio is of CPU seconds, those of all processes, so that it holds
on a machine that does other things too; models are loaded before the clock starts, but for
processes that load their own. Peak memory is that of a process of its own, by size of the archive.

Cost is CPU time at an assumed price of a core hour, which cloud machines of 2026 have about.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

from belie.adapters.onnx import OnnxClassifier
from belie.auditing import PageOutput, Recipe, TextOutput, audit_each
from belie.datatypes import Pair, Role
from belie.monitor.text import sentences
from belie.report.audit_summary import AuditSummary
from belie.report.jsonl import JsonDocument
from benchmarks.audit_texts import archive

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from belie.adapters.transcripts import Conversation

_PRICE = 0.04
"""Dollars for a core hour."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What some turns took.

    Parameters
    ----------
    turns
        How many.
    wall, cpu
        Seconds; those of the CPU are of this process and of all that it has waited for.
    """

    turns: int
    wall: float
    cpu: float


class Clock:
    """Starts when it is made."""

    def __init__(self) -> None:
        self._wall, self._cpu = perf_counter(), _cpu()

    def cost(self, turns: int) -> Cost:
        """Return what has passed since."""
        return Cost(turns, perf_counter() - self._wall, _cpu() - self._cpu)


def _cpu() -> float:
    who = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    used = [resource.getrusage(one) for one in who]
    return sum(one.ru_utime + one.ru_stime for one in used)


def time_audit(
    conversations: Iterable[Conversation], *, workers: int = 1, engine: str = "local"
) -> Cost:
    """Audit without a store."""
    clock = Clock()
    audits = audit_each(conversations, recipe=Recipe.shipped(None), workers=workers, engine=engine)
    turns = sum(len(audited.reports) for audited in audits)
    return clock.cost(turns)


def time_all_pairs(conversations: Iterable[Conversation]) -> tuple[Cost, int]:
    """Have the classifier judge every pair; return also how many there were."""
    classifier = OnnxClassifier()
    clock, turns, judged = Clock(), 0, 0
    for conversation in conversations:
        pairs = dict.fromkeys(_all_pairs(conversation))
        classifier.classify(list(pairs))
        judged += len(pairs)
        turns += len(conversation.turns)
    return clock.cost(turns), judged


def _all_pairs(conversation: Conversation) -> Iterator[Pair]:
    earlier: list[str] = []
    for turn in conversation.turns:
        said = _sentences(turn.text)
        if turn.role is Role.ASSISTANT:
            told = [text for document in turn.documents for text in _sentences(document.text)]
            yield from (Pair(premise, claim) for premise, claim in product(told + earlier, said))
        earlier += said


def _sentences(text: str) -> list[str]:
    return [span.cut(text) for span in sentences(text)]


def peak_memory(size: int, *, turns: int) -> float:
    """Return the peak in MiB of a process that audits an archive and writes JSON and a page."""
    command = [sys.executable, "-m", "benchmarks.audit", "--peak", str(size), str(turns)]
    ended = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
    return float(ended.stdout)


def _print_peak(size: int, turns: int) -> None:
    summary = AuditSummary()
    with TemporaryDirectory() as folder:
        outputs = [
            TextOutput(Path(folder, "audit.json"), JsonDocument()),
            PageOutput(Path(folder, "audit.html")),
        ]
        for audited in audit_each(archive(size, turns=turns), recipe=Recipe.shipped(None)):
            summary = summary.add(audited)
            for output in outputs:
                output.add(audited)
        for output in outputs:
            output.finish(summary)
            output.close()
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def compare(turns: int, size: int) -> None:
    """Print belie beside the loop at one length of conversations."""
    time_audit(archive(1, turns=2))  # loads the models
    ours = time_audit(archive(size, turns=turns))
    loop, pairs = time_all_pairs(archive(size, turns=turns))
    print(f"\n{size} conversations of {turns} turns")
    _print("belie", ours)
    _print(f"all {pairs:,} pairs", loop)
    print(f"{'ratio of CPU time':<22}{loop.cpu / ours.cpu:>10.1f}")


def scale(size: int, *, turns: int, engines: list[str]) -> None:
    """Print what processes bring."""
    print(f"\n{size} conversations of {turns} turns, the loading of models included")
    for engine, workers in product(engines, (1, 2)):
        cost = time_audit(archive(size, turns=turns), workers=workers, engine=engine)
        _print(f"{engine}, {workers} worker{'s' * (workers > 1)}", cost, waited=engine == "local")


def _print(name: str, cost: Cost, *, waited: bool = True) -> None:
    line = f"{name:<22}{cost.turns / cost.wall:>10.1f} turns/s"
    if waited:
        dollars = cost.cpu / cost.turns * 1e6 / 3600 * _PRICE
        line += f"{1000 * cost.cpu / cost.turns:>10.1f} ms CPU a turn"
        line += f"{dollars:>8.2f} $ a million turns"
    print(line)


def main() -> None:
    """Run the benchmark and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=40, help="conversations of 20 turns")
    parser.add_argument("--long", type=int, default=2, help="conversations of 200 turns")
    parser.add_argument("--only", nargs="+", choices=["loop", "scale", "memory"])
    parser.add_argument("--engines", nargs="+", default=["local"], choices=["local", "ray"])
    parser.add_argument("--peak", nargs=2, type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.peak:
        _print_peak(*asked.peak)
        return
    threads = os.environ.get("OMP_NUM_THREADS", "one a core")
    print(f"threads a process: {threads}; {_PRICE} $ a core hour assumed")
    parts = asked.only or ["loop", "scale", "memory"]
    if "loop" in parts:
        compare(20, asked.size // 4)
        compare(200, asked.long)
    if "scale" in parts:
        scale(asked.size, turns=20, engines=asked.engines)
    if "memory" in parts:
        once, tenfold = (peak_memory(size, turns=10) for size in (asked.size, 10 * asked.size))
        print(f"\npeak memory: {once:.0f} MiB, of ten times the archive {tenfold:.0f} MiB", end="")
        print(f", {100 * (tenfold / once - 1):+.1f} %")


if __name__ == "__main__":
    main()
