"""The figures of `benchmarks.session` as aligned text, each bar beside what was measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.session_measures import by_distance, by_kind, by_length
from benchmarks.session_script import PlantKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.session_measures import DistanceFigure, KindFigure, LengthFigure
    from benchmarks.session_runs import Run
    from benchmarks.session_script import Script

__all__ = ["QUIET_BAR", "Line", "Section", "section", "text_of"]

QUIET_BAR = 95.0
"""Per cent of the planted updates, corrections, plans and reports that raise nothing, at least."""


@dataclass(frozen=True, slots=True)
class Line:
    """One measurement; ``bar`` is what was promised: at least, or at most where ``lower``."""

    what: str
    value: float
    unit: str
    bar: float | None = None
    lower: bool = False

    @property
    def met(self) -> bool | None:
        """Whether the bar is met; ``None`` without one."""
        if self.bar is None:
            return None
        return self.value <= self.bar if self.lower else self.value >= self.bar

    def __str__(self) -> str:
        """What, how much, and how it stands to the bar."""
        words = f"  {self.what:<48}{self.value:>10.4g} {self.unit:<7}"
        if self.bar is None:
            return words.rstrip()
        sign, verdict = "<=" if self.lower else ">=", "met" if self.met else "MISSED"
        return f"{words}{sign} {self.bar:g} {verdict}"


@dataclass(frozen=True, slots=True)
class Section:
    """What one conversation gave."""

    title: str
    lines: tuple[Line, ...]
    distances: tuple[DistanceFigure, ...]
    kinds: tuple[KindFigure, ...]
    lengths: tuple[LengthFigure, ...]


def section(
    title: str, *lines: Line, script: Script, run: Run, memory: Sequence[float] = ()
) -> Section:
    """Return a section with its figures by distance, by kind of plant and by length."""
    distances, kinds = tuple(by_distance(script, run)), tuple(by_kind(script, run))
    barred = [figure for figure in kinds if figure.kind is not PlantKind.PARAPHRASE]
    planted = sum(figure.planted for figure in barred)
    quiet = sum(figure.quiet for figure in barred) / planted if planted else 1.0
    share = Line("updates, corrections, plans, reports quiet", 100 * quiet, "%", bar=QUIET_BAR)
    return Section(title, (*lines, share), distances, kinds, tuple(by_length(run, memory)))


def text_of(given: Section) -> str:
    """Return aligned text."""
    return "\n".join(
        [
            given.title,
            *map(str, given.lines),
            *(f"  {each.kind:<20}{_share(each.quiet, each.planted)} quiet" for each in given.kinds),
            *_by_distance(given.distances),
            *_by_length(given.lengths),
            "",
        ]
    )


def _by_distance(figures: tuple[DistanceFigure, ...]) -> Iterator[str]:
    """Yield recall by distance; precision is over conflicts about as far apart."""
    yield "  distance   contradictions found      of what was raised, planted"
    for each in figures:
        found, right = _share(each.found, each.planted), _share(each.right, each.raised)
        yield f"  {each.distance:>8}   {found:<26}{right}"


def _by_length(figures: tuple[LengthFigure, ...]) -> Iterator[str]:
    yield "      turn   median of the turns around it   graph and index"
    for each in figures:
        memory = "-" if each.memory is None else f"{each.memory / 1024:.2f} KB a claim"
        yield f"  {each.turn:>8}   {1000 * each.seconds:>8.2f} ms                   {memory}"


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.0%})" if whole else "-"
