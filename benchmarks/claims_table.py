"""Tables with one column a system: aligned text, Markdown, or values for JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from benchmarks.metrics import bootstrap

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Figure", "Line", "Table", "as_markdown", "as_text", "measure"]

ROUNDS = 200

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Figure:
    """One value, ``None`` where it is undefined, and its 95 % interval if that was asked for."""

    value: float | None = None
    interval: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One measure on one set, a figure for each column of its table.

    Parameters
    ----------
    name, rows, metric
        The set, how many rows of it were used, what was measured.
    figures
        In the order of the table's columns.
    unit
        ``"%"`` for shares in [0, 1], which are shown in per cent; else what stands behind them.
    bar
        What is to be reached and whether it was, in words.
    """

    name: str
    rows: int
    metric: str
    figures: tuple[Figure, ...]
    unit: str = "%"
    bar: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Lines under a title, and what must be said beside them."""

    title: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    notes: tuple[str, ...] = ()


def measure(
    rows: Sequence[Row],
    metric: Callable[[Sequence[Row]], float | None],
    *,
    interval: bool = False,
) -> Figure:
    """Return the value of ``metric``, and its interval over resampled rows.

    Examples
    --------
    >>> measure([1, 2, 3], lambda rows: sum(rows) / len(rows))
    Figure(value=2.0, interval=None)
    """
    value = metric(rows)
    wanted = interval and value is not None
    return Figure(value, bootstrap(rows, metric, rounds=ROUNDS) if wanted else None)


def as_text(table: Table) -> str:
    """Return a title, aligned columns and notes for a terminal."""
    cells = _cells(table)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    )
    return "\n".join([f"== {table.title}", *lines, *table.notes])


def as_markdown(table: Table) -> str:
    """Return a heading, a Markdown table and a list of notes."""
    titles, *rest = _cells(table)
    rows = [titles, tuple("---" for _ in titles), *rest]
    lines = (f"| {' | '.join(row)} |" for row in rows)
    parts = [f"### {table.title}", "\n".join(lines), "\n".join(f"- {n}" for n in table.notes)]
    return "\n\n".join(part for part in parts if part)


def _cells(table: Table) -> list[tuple[str, ...]]:
    titles = ("set", "rows", "measure", *table.columns, "bar")
    return [titles, *(_line_cells(line) for line in table.lines)]


def _line_cells(line: Line) -> tuple[str, ...]:
    figures = (_shown(figure, line.unit) for figure in line.figures)
    return (line.name, str(line.rows), f"{line.metric} ({line.unit})", *figures, line.bar)


def _shown(figure: Figure, unit: str) -> str:
    if figure.value is None:
        return "-"
    if figure.interval is None:
        return _number(figure.value, unit)
    low, high = (_number(value, unit) for value in figure.interval)
    return f"{_number(figure.value, unit)} [{low}, {high}]"


def _number(value: float, unit: str) -> str:
    return f"{100 * value:.1f}" if unit == "%" else f"{value:.2f}"
