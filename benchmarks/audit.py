"""What an audit of saved conversations costs: ``python -m benchmarks.audit``.

Turns a second by processes and engine, beside a plain loop that asks the same classifier about
every pair: each sentence of an answer against each sentence of its documents and of all earlier
turns, no pair of texts twice. The ratio is of CPU seconds, those of all processes, so that it holds
on a machine that does other things too; models are loaded before the clock starts, but for
processes that load their own. Peak memory is that of a process of its own, by size of the archive
and, of ten times the archive, after each part of it: the caches fill, and then it stays.

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


def peak_memory(size: int, *, turns: int) -> list[float]:
    """Return the peaks in MiB of a process that audits an archive and writes JSON and a page.

    One for each tenth of the conversations, and the last for the whole, with its files.
    """
    command = [sys.executable, "-m", "benchmarks.audit", "--peak", str(size), str(turns)]
    ended = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
    return [float(line) for line in ended.stdout.split()]


def _print_peaks(size: int, turns: int) -> None:
    summary = AuditSummary()
    with TemporaryDirectory() as folder:
        outputs = [
            TextOutput(Path(folder, "audit.json"), JsonDocument()),
            PageOutput(Path(folder, "audit.html")),
        ]
        audits = audit_each(archive(size, turns=turns), recipe=Recipe.shipped(None))
        for done, audited in enumerate(audits, start=1):
            summary = summary.add(audited)
            for output in outputs:
                output.add(audited)
            if 10 * done // size != 10 * (done - 1) // size:
                print(_peak(), flush=True)
        for output in outputs:
            output.finish(summary)
            output.close()
    print(_peak())


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def weigh(size: int, *, turns: int) -> None:
    """Print the peak memory of an archive and of one ten times as long."""
    *_, once = peak_memory(size, turns=turns)
    *tenths, tenfold = peak_memory(10 * size, turns=turns)
    print(f"\npeak memory, conversations of {turns} turns")
    print(f"{size:>8,} of them {once:>6.0f} MiB, files and all")
    for done, peak in enumerate(tenths, start=1):
        print(f"{done * size:>8,} done    {peak:>6.0f} MiB")
    print(f"{10 * size:>8,} of them {tenfold:>6.0f} MiB, {100 * (tenfold / once - 1):+.1f} %")


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
        _print_peaks(*asked.peak)
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
        weigh(asked.size, turns=10)


if __name__ == "__main__":
    main()
