"""The table of figures: aligned text, Markdown, or JSON, from the same lines."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from benchmarks.weighted import interval, resampled, value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.measures import Measure, Peer
    from benchmarks.scoring import Scored

__all__ = [
    "ROUNDS",
    "Beside",
    "TableLine",
    "as_markdown",
    "as_text",
    "columns",
    "make_line",
    "percent",
    "without_figure",
]

ROUNDS = 1000
TITLES = ("set", "rows", "metric", "ours", "95 %", "must", "aim", "floor", "peers", "s", "notes")
OURS = TITLES.index("ours")


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


@dataclass(frozen=True, slots=True)
class Beside:
    """The lines of another verifier, in the order of those that they stand beside."""

    name: str
    lines: tuple[TableLine, ...]


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


def without_figure(line: TableLine) -> TableLine:
    """Return the line of a verifier that does not judge its rows; floor, peers and bars stay."""
    return replace(line, ours=None, interval=None, seconds=None, without=0, failed=0)


def as_text(
    lines: Sequence[TableLine], *, name: str = TITLES[OURS], beside: Sequence[Beside] = ()
) -> str:
    """Return aligned columns for a terminal.

    Parameters
    ----------
    lines
        Those whose figures are held against the bars.
    name
        The title of their figures.
    beside
        What other verifiers reach on the same rows: a column of figures each.
    """
    return columns([_titles(name, beside), *_rows(lines, beside)])


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


def as_markdown(
    lines: Sequence[TableLine], *, name: str = TITLES[OURS], beside: Sequence[Beside] = ()
) -> str:
    """Return the same as a Markdown table."""
    titles = _titles(name, beside)
    table = [titles, tuple("---" for _ in titles), *_rows(lines, beside)]
    return "\n".join(f"| {' | '.join(row)} |" for row in table)


def _titles(name: str, beside: Sequence[Beside]) -> tuple[str, ...]:
    """Return the titles; other verifiers stand behind the first one and its interval."""
    others = (other.name for other in beside)
    return (*TITLES[:OURS], name, TITLES[OURS + 1], *others, *TITLES[OURS + 2 :])


def _rows(lines: Sequence[TableLine], beside: Sequence[Beside]) -> list[tuple[str, ...]]:
    return [_row(line, place, beside) for place, line in enumerate(lines)]


def _row(line: TableLine, place: int, beside: Sequence[Beside]) -> tuple[str, ...]:
    """Return the words of a line, with the figures and notes of others in the same place."""
    *cells, notes = line.cells()
    others = [(other.name, other.lines[place].cells()) for other in beside]
    said = [notes, *(f"{name}: {theirs[-1]}" for name, theirs in others if theirs[-1])]
    figures = (theirs[OURS] for _, theirs in others)
    own = OURS + 2
    return (*cells[:own], *figures, *cells[own:], "; ".join(note for note in said if note))


def percent(number: float | None) -> str:
    """Return a share in per cent, a dash where there is none."""
    return "-" if number is None else f"{round(100 * number, 1) + 0.0:.1f}"


def _peer(peer: Peer) -> str:
    return f"{peer.name} {percent(peer.value)}{' (p)' if peer.published else ''}"


def _seconds(rows: Sequence[Scored]) -> float | None:
    judged = [row for row in rows if not row.error]
    turns = sum(row.steps for row in judged)
    return sum(row.seconds for row in judged) / turns if turns else None
