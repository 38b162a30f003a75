"""What each part of belie brings: belie beside itself without the part, on the same rows.

The founding paper's four ablations. Its figures are F1 points on its own set, lost without the
part; ours are points of each set's own measure, with the interval of the difference.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from benchmarks.engines import Partial, Variant
from benchmarks.lines import CONSISTENT, EDITS, FALSE_ALARMS, HUMAN_BOT, PAIRED, PROSECCO
from benchmarks.table import ROUNDS, columns, percent
from benchmarks.weighted import interval, resampled, value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from benchmarks.measures import Measure
    from benchmarks.scoring import Scored

__all__ = ["ABLATED", "AblationLine", "ablation_lines", "ablation_text", "variants"]

MEASURES: Mapping[str, tuple[Measure, ...]] = {
    **dict.fromkeys(
        ("true_q2", "true_qags_cnndm", "true_qags_xsum", "true_summeval"), (CONSISTENT,)
    ),
    "summedits_8dom": tuple(m for m in EDITS if m.must is not None),
    "decode_human_bot": HUMAN_BOT[:2],
    "decode_rct": FALSE_ALARMS[:1],
    "prosecco_pairs": PROSECCO,
    "chatprotect_pairs": (PAIRED,),
}
ABLATED = tuple(MEASURES)
NOT_RUN = (
    "no domain data: not run, since it needs another model; train one without the passages and "
    "name its folder with --without-domain (the paper lost 6.1)"
)


@dataclass(frozen=True, slots=True)
class Ablation:
    """A part that is taken away.

    Parameters
    ----------
    name
        Of the part.
    paper
        What the founding paper lost without it, in points; ``None`` where it has no figure.
    place
        Which of `variants` stands for it.
    change
        What becomes of that variant's rows.
    """

    name: str
    paper: float | None
    place: int
    change: Callable[[Scored], Scored] = lambda row: row


@dataclass(frozen=True, slots=True, kw_only=True)
class AblationLine:
    """One measure of one set with and without a part; figures in [0, 1].

    ``lost`` is how much worse it is without, and ``interval`` where that lies with 95 %: negative
    where it is better without.
    """

    part: str
    name: str
    metric: str
    paper: float | None
    whole: float | None
    without: float | None
    lost: float | None
    interval: tuple[float, float] | None

    @property
    def changes(self) -> bool:
        """Whether the part makes any difference to this figure."""
        return bool(self.lost) or self.interval not in (None, (0.0, 0.0))


def variants(models: Path | None, without_domain: Path | None) -> tuple[Variant, ...]:
    """Return what is asked: all of belie first, then what `ABLATIONS` name by place."""
    whole = Variant(models=models)
    without = (
        replace(whole, sentences=True),
        replace(whole, partial=Partial.MERGED),
        replace(whole, partial=Partial.DROPPED),
    )
    foreign = (replace(whole, models=without_domain),) if without_domain else ()
    return (whole, *without, *foreign)


def _ungoverned(row: Scored) -> Scored:
    """Return a row whose every verdict of at least the threshold is an alert."""
    clashes = row.scores.get("clashes")
    return row if clashes is None else replace(row, scores={**row.scores, "alerts": clashes})


ABLATIONS = (
    Ablation("no decomposition (sentences are the claims)", 7.8, 1),
    Ablation("no partial class, merged into contradiction", 3.3, 2),
    Ablation("no partial class, its share to the others", 3.3, 3),
    Ablation("no graph (every verdict over the threshold)", 1.4, 0, _ungoverned),
    Ablation("no domain data (another model)", 6.1, 4),
)


def ablation_lines(scored: Mapping[str, Sequence[tuple[Scored, ...]]]) -> list[AblationLine]:
    """Return a line for each part, set and measure.

    Parameters
    ----------
    scored
        For each set its rows, each judged by every variant. A part that stands for a variant that
        was not run has no line.
    """
    return [
        _line(ablation, name, measure, rows)
        for ablation in ABLATIONS
        for name, rows in scored.items()
        if rows and ablation.place < len(rows[0])
        for measure in MEASURES[name]
    ]


def _line(
    ablation: Ablation, name: str, measure: Measure, rows: Sequence[tuple[Scored, ...]]
) -> AblationLine:
    whole = measure.ours([each[0] for each in rows])
    without = measure.ours([ablation.change(each[ablation.place]) for each in rows])
    sign = -1 if measure.lower else 1
    weights = resampled([each[0].cluster for each in rows], rounds=ROUNDS)
    first, second = value(whole, len(rows)), value(without, len(rows))
    return AblationLine(
        part=ablation.name,
        name=name,
        metric=measure.name,
        paper=ablation.paper,
        whole=first,
        without=second,
        lost=None if first is None or second is None else sign * (first - second),
        interval=interval(lambda drawn: sign * (whole(drawn) - without(drawn)), weights),
    )


def ablation_text(lines: Sequence[AblationLine], *, without_domain: bool) -> str:
    """Return aligned columns of the figures that change, and what is not shown."""
    titles = ("without", "set", "metric", "belie", "without it", "lost", "95 %", "paper lost")
    changed = [line for line in lines if line.changes]
    table = columns([titles, *map(_cells, changed)])
    same = f"{len(lines) - len(changed)} of {len(lines)} figures are the same without the part"
    return "\n\n".join([table, same] if without_domain else [table, same, NOT_RUN])


def _cells(line: AblationLine) -> tuple[str, ...]:
    return (
        line.part,
        line.name,
        line.metric,
        percent(line.whole),
        percent(line.without),
        percent(line.lost),
        "-" if line.interval is None else " to ".join(map(percent, line.interval)),
        "-" if line.paper is None else f"{line.paper:.1f}",
    )
