"""The table of figures: aligned text, Markdown, or JSON, from the same lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.weighted import interval, resampled, value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.measures import Measure, Peer
    from benchmarks.scoring import Scored

__all__ = ["ROUNDS", "TableLine", "as_markdown", "as_text", "columns", "make_line", "percent"]

ROUNDS = 1000
TITLES = ("set", "rows", "metric", "ours", "95 %", "must", "aim", "floor", "peers", "s", "notes")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine:
    """One line; figures in [0, 1], shown in per cent.

    ``without`` counts the rows that had no evidence, ``failed`` those that belie refused;
    ``seconds`` is a turn's share, a row of one text being one turn.
    """

    name: str
    used: int
    total: int
    metric: str
    ours: float | None
    interval: tuple[float, float] | None
    must: float | None
    aim: float | None
    lower: bool
    floor: float | None
    peers: tuple[Peer, ...]
    seconds: float | None
    without: int
    failed: int

    def reaches(self, bar: float | None) -> bool | None:
        """Whether a bar is met; ``None`` without bar or figure."""
        if bar is None or self.ours is None:
            return None
        return self.ours <= bar if self.lower else self.ours >= bar

    @property
    def passed(self) -> bool | None:
        """Whether what was promised is met."""
        return self.reaches(self.must)

    def cells(self) -> tuple[str, ...]:
        """Return the words of each column of ``TITLES``."""
        return (
            self.name,
            f"{self.used}/{self.total}",
            self.metric,
            percent(self.ours),
            "-" if self.interval is None else " to ".join(map(percent, self.interval)),
            self._bar(self.must, " MISSED"),
            self._bar(self.aim, ""),
            percent(self.floor),
            ", ".join(map(_peer, self.peers)),
            "-" if self.seconds is None else f"{self.seconds:.3f}",
            self._notes(),
        )

    def _bar(self, bar: float | None, missed: str) -> str:
        if bar is None:
            return ""
        sign = "<=" if self.lower else ">="
        verdict = {True: " met", False: missed, None: ""}[self.reaches(bar)]
        return f"{sign} {percent(bar)}{verdict}"

    def _notes(self) -> str:
        said = [
            f"{self.without} without evidence" if self.without else "",
            f"{self.failed} refused" if self.failed else "",
            "UNDER THE FLOOR" if self._under_floor() else "",
        ]
        return ", ".join(note for note in said if note)

    def _under_floor(self) -> bool:
        if self.ours is None or self.floor is None:
            return False
        return self.floor < self.ours if self.lower else self.ours < self.floor


def make_line(name: str, rows: Sequence[Scored], total: int, measure: Measure) -> TableLine:
    """Return the line of one measure over the rows of a set, or of its group in them."""
    kept = measure.rows(rows)
    ours = measure.ours(kept) if kept else None
    weights = resampled([row.cluster for row in kept], rounds=ROUNDS)
    named = [part for part in (measure.name, measure.group, measure.kind) if part]
    return TableLine(
        name=name,
        used=len(kept),
        total=total,
        metric=", ".join(named),
        ours=value(ours, len(kept)) if ours else None,
        interval=interval(ours, weights) if ours else None,
        must=measure.must,
        aim=measure.aim,
        lower=measure.lower,
        floor=value(measure.floor(kept), len(kept)) if measure.floor and kept else None,
        peers=tuple(measure.peers(kept)),
        seconds=_seconds(kept),
        without=sum(measure.missing not in row.scores for row in kept) if measure.missing else 0,
        failed=sum(bool(row.error) for row in kept),
    )


def as_text(lines: Sequence[TableLine]) -> str:
    """Return aligned columns for a terminal."""
    return columns([TITLES, *(line.cells() for line in lines)])


def columns(cells: Sequence[Sequence[str]]) -> str:
    """Return rows of words in aligned columns.

    Examples
    --------
    >>> print(columns([("a", "1"), ("long", "2")]))
    a     1
    long  2
    """
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    )


def as_markdown(lines: Sequence[TableLine]) -> str:
    """Return a Markdown table."""
    table = [TITLES, tuple("---" for _ in TITLES), *(line.cells() for line in lines)]
    return "\n".join(f"| {' | '.join(row)} |" for row in table)


def percent(number: float | None) -> str:
    """Return a share in per cent, a dash where there is none."""
    return "-" if number is None else f"{round(100 * number, 1) + 0.0:.1f}"


def _peer(peer: Peer) -> str:
    return f"{peer.name} {percent(peer.value)}{' (p)' if peer.published else ''}"


def _seconds(rows: Sequence[Scored]) -> float | None:
    judged = [row for row in rows if not row.error]
    turns = sum(row.steps for row in judged)
    return sum(row.seconds for row in judged) / turns if turns else None
