"""What belie costs a chat that it watches: ``python -m benchmarks.live``.

Written texts about made-up towns, the shipped models. Time by the clock drifts with the machine and
its load; beside it stands the processor's time of all threads, which drifts less. Compare ratios
within one run.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import belie
from benchmarks.live_chat import latencies, stream_times
from benchmarks.live_turns import (
    clashing_turns,
    clocked_monitor,
    percentile,
    split,
    standard_turns,
)
from benchmarks.session_report import Line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.live_chat import Latencies
    from benchmarks.live_turns import Sample

__all__ = ["Section", "clashes", "handler", "main", "streaming", "turns"]

COLD_BAR, SEEN_BAR = 350.0, 250.0
"""Milliseconds from an answer to its alerts, at most."""
MEDIAN_BAR, LAST_BAR = 1.0, 5.0
"""Milliseconds that the handler adds to a run of a chain, at most: median and 99th percentile."""
_BARS = (("median", 50, MEDIAN_BAR), ("p99", 99, LAST_BAR))
TOKENS_A_SECOND = 30.0
FIRST_TOWN = 1_000
"""Towns of the warm-up and of other parts come before."""


@dataclass(frozen=True, slots=True)
class Section:
    """What one part measured."""

    title: str
    lines: tuple[Line, ...]

    def __str__(self) -> str:
        """Aligned text."""
        return "\n".join([self.title, *map(str, self.lines), ""])


def turns(*, towns: int, turns: int) -> list[Section]:
    """Return the time from answer to alert of a standard turn, and its split by step."""
    monitor, clocked = clocked_monitor()
    standard_turns(monitor, clocked, towns=[0], turns=2)
    cold, seen = standard_turns(
        monitor, clocked, towns=range(FIRST_TOWN, FIRST_TOWN + towns), turns=turns
    )
    what = f"five sentences, five documents of 200 words, {turns} turns before"
    return [
        Section(f"{what}: cold documents", _timing(cold, COLD_BAR)),
        Section(f"{what}: documents seen before", _timing(seen, SEEN_BAR)),
    ]


def clashes(*, towns: int) -> Section:
    """Return the time of a turn that raises about twenty alerts."""
    monitor, clocked = clocked_monitor()
    clashing_turns(monitor, clocked, towns=[0])
    samples = clashing_turns(monitor, clocked, towns=range(FIRST_TOWN, FIRST_TOWN + towns))
    return Section("eight false sentences, three documents of 200 words", _timing(samples, None))


def handler(*, runs: int, pause: float) -> list[Section]:
    """Return what the callback handler adds to the runs of a chain."""
    monitor = belie.Monitor()
    monitor.observe("The bridge opened in 1932.", session="warm-up", documents=["It is old."])
    idle, busy = (latencies(one, runs=runs, pause=pause) for one in (None, monitor))
    what = f"the callback handler, {runs} runs of a chain"
    return [
        Section(f"{what}: its worker asleep", (*_added(idle), _added_cpu(idle))),
        Section(f"{what}: its worker busy", _added(busy)),
    ]


def _added(taken: Latencies) -> tuple[Line, ...]:
    lines = [
        Line(f"{name}, {kind}", 1000 * percentile(times, per_cent), "ms")
        for name, times in (("no-op handler", taken.plain), ("belie's handler", taken.watched))
        for kind, per_cent, _ in _BARS
    ]
    added = (
        Line(f"added, {kind}", 1000 * taken.added(per_cent), "ms", bar, lower=True)
        for kind, per_cent, bar in _BARS
    )
    return (*lines, *added)


def _added_cpu(taken: Latencies) -> Line:
    return Line("added, processor's time, median", 1000 * taken.added_cpu, "ms")


def streaming(*, towns: int) -> Section:
    """Return when the alert for the first of five sentences comes, of answers with an alert."""
    monitor = belie.Monitor()
    stream_times(monitor, town=0, rate=1000.0)
    times = [
        stream_times(monitor, town=FIRST_TOWN + town, rate=TOKENS_A_SECOND) for town in range(towns)
    ]
    told = [(each, each.alert) for each in times if each.alert is not None]
    spare = [each.fifth_begins - alert for each, alert in told]
    lines = [Line("answers whose first sentence raised an alert", len(told), f"of {towns}")]
    if told:
        after = [alert - each.first_ends for each, alert in told]
        closing = [each.closed - each.ends for each in times]
        lines += [
            Line("from the first sentence's end to its alert", _median(after), "ms"),
            Line("from its alert to the fifth sentence, median", _median(spare), "ms"),
            Line("from its alert to the fifth sentence, least", 1000 * min(spare), "ms", bar=0.0),
            Line("from the last token to the final report", _median(closing), "ms"),
        ]
    return Section(f"a stream of {TOKENS_A_SECOND:g} tokens a second, cold documents", tuple(lines))


def _timing(samples: Sequence[Sample], bar: float | None) -> tuple[Line, ...]:
    walls = [sample.wall for sample in samples]
    return (
        Line("from answer to alert, median", _median(walls), "ms", bar=bar, lower=True),
        Line("from answer to alert, p90", 1000 * percentile(walls, 90), "ms"),
        Line("from answer to alert, least", 1000 * min(walls), "ms"),
        Line("processor's time, all threads", _median([sample.cpu for sample in samples]), "ms"),
        *(Line(f"  {step}", 1000 * seconds, "ms") for step, seconds in split(samples).items()),
        Line("claims", statistics.mean(sample.claims for sample in samples), "a turn"),
        Line("pairs judged", statistics.mean(sample.pairs for sample in samples), "a turn"),
        Line("alerts", statistics.mean(sample.alerts for sample in samples), "a turn"),
        Line("turns", len(samples), ""),
    )


def _median(seconds: Sequence[float]) -> float:
    """Return the median of some seconds, in milliseconds."""
    return 1000 * statistics.median(seconds)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    chosen = _parser().parse_args(arguments)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    print(f"belie {belie.__version__}, {cores} cores, {datetime.now(UTC):%Y-%m-%d}", end=", ")
    print(f"load {_load()}", flush=True)
    sections: list[Section] = []
    for part in chosen.only:
        new = _measured(part, chosen)
        print("", *new, sep="\n", flush=True)
        sections += new
    print(f"load {_load()}")
    if chosen.json is not None:
        said = json.dumps([asdict(each) for each in sections], indent=1)
        chosen.json.write_text(f"{said}\n", encoding="utf-8")
    return 0


def _load() -> str:
    """Return how many threads wanted to run in the last minute, where that is known."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def _measured(part: str, chosen: argparse.Namespace) -> list[Section]:
    if part == "turns":
        return turns(towns=chosen.towns, turns=chosen.turns)
    if part == "clashes":
        return [clashes(towns=chosen.towns)]
    if part == "handler":
        return handler(runs=chosen.runs, pause=chosen.pause)
    return [streaming(towns=chosen.towns)]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.live", description=(__doc__ or "").splitlines()[0]
    )
    add = parser.add_argument
    add("--only", nargs="+", choices=PARTS, default=PARTS, help="some of the parts")
    add("--towns", type=_positive, default=10, help="conversations of each part")
    add("--turns", type=int, default=100, help="turns before the one that is timed")
    add("--runs", type=_positive, default=300, help="of the chain, with each handler")
    add("--pause", type=float, default=0.02, help="seconds between two runs of the chain")
    add("--json", type=Path, metavar="OUT", help="write the figures as JSON, too")
    return parser


PARTS = ("turns", "clashes", "handler", "stream")


def _positive(given: str) -> int:
    number = int(given)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected at least 1, got {number}")
    return number


if __name__ == "__main__":
    sys.exit(main())
