"""Say on stderr how far a set is."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["shown"]

Row = TypeVar("Row")

PAUSE = 1.0
"""Seconds between two lines of progress on a terminal."""


def shown(rows: Iterable[Row], *, name: str, done: int, total: int) -> Iterator[Row]:
    """Yield the rows; on a terminal show the progress, and in the end the time on any stream."""
    started = last = time.perf_counter()
    live = sys.stderr.isatty()
    for row in rows:
        yield row
        done += 1
        now = time.perf_counter()
        if live and PAUSE < now - last:
            last = now
            print(f"\r{name}: {done}/{total}", end="", file=sys.stderr, flush=True)
    seconds = time.perf_counter() - started
    start = "\r" if live else ""
    print(f"{start}{name}: {total} rows, {seconds:.0f} s", file=sys.stderr, flush=True)
