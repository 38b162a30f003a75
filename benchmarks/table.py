"""The table of figures: aligned text, Markdown, or JSON, from the same lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.metrics import bootstrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.measures import Measure, Peer
    from benchmarks.scoring import Scored

__all__ = ["ROUNDS", "TableLine", "as_markdown", "as_text", "make_line"]

ROUNDS = 200
TITLES = ("set", "rows", "metric", "ours", "95 %", "bar", "floor", "best peer", "s/turn", "notes")


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
    bar: float | None
    lower: bool
    floor: float | None
    peer: str
    peer_value: float | None
    peer_published: bool
    seconds: float | None
    without: int
    failed: int

    @property
    def passed(self) -> bool | None:
        """Whether the bar is met; ``None`` without bar or figure."""
        if self.bar is None or self.ours is None:
            return None
        return self.ours <= self.bar if self.lower else self.ours >= self.bar

    def cells(self) -> tuple[str, ...]:
        """Return the words of each column of ``TITLES``."""
        return (
            self.name,
            f"{self.used}/{self.total}",
            self.metric,
            _percent(self.ours),
            "-" if self.interval is None else " to ".join(map(_percent, self.interval)),
            self._bar(),
            _percent(self.floor),
            self._peer(),
            "-" if self.seconds is None else f"{self.seconds:.3f}",
            self._notes(),
        )

    def _bar(self) -> str:
        if self.bar is None:
            return ""
        sign = "<=" if self.lower else ">="
        verdict = {True: " met", False: " MISSED", None: ""}[self.passed]
        return f"{sign} {_percent(self.bar)}{verdict}"

    def _peer(self) -> str:
        if self.peer_value is None:
            return ""
        mark = " (p)" if self.peer_published else ""
        return f"{self.peer} {_percent(self.peer_value)}{mark}"

    def _notes(self) -> str:
        said = [f"{self.without} without evidence"] if self.without else []
        return ", ".join([*said, f"{self.failed} refused"] if self.failed else said)


def make_line(name: str, rows: Sequence[Scored], total: int, measure: Measure) -> TableLine:
    """Return the line of one measure over the rows of a set, or of its group in them."""
    kept = [row for row in rows if row.group == measure.group] if measure.group else list(rows)
    ours, peer = measure.ours(kept), measure.best_peer(kept)
    return TableLine(
        name=name,
        used=len(kept),
        total=total,
        metric=f"{measure.name}, {measure.group}" if measure.group else measure.name,
        ours=ours,
        interval=None if ours is None else bootstrap(kept, measure.ours, rounds=ROUNDS),
        bar=measure.bar,
        lower=measure.lower,
        floor=measure.floor(kept) if measure.floor else None,
        peer=peer.name if peer else "",
        peer_value=peer.value if peer else None,
        peer_published=_published(peer),
        seconds=_seconds(kept),
        without=sum(measure.missing not in row.scores for row in kept) if measure.missing else 0,
        failed=sum(bool(row.error) for row in kept),
    )


def as_text(lines: Sequence[TableLine]) -> str:
    """Return aligned columns for a terminal."""
    table = [TITLES, *(line.cells() for line in lines)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    )


def as_markdown(lines: Sequence[TableLine]) -> str:
    """Return a Markdown table."""
    table = [TITLES, tuple("---" for _ in TITLES), *(line.cells() for line in lines)]
    return "\n".join(f"| {' | '.join(row)} |" for row in table)


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f}"


def _published(peer: Peer | None) -> bool:
    return peer is not None and peer.published


def _seconds(rows: Sequence[Scored]) -> float | None:
    judged = [row for row in rows if not row.error]
    turns = sum(row.steps for row in judged)
    return sum(row.seconds for row in judged) / turns if turns else None
