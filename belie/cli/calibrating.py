"""What ``belie calibrate`` does and prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import progress as bars
from rich.console import Group
from rich.table import Table
from rich.text import Text

from belie.cli.labelled import read_labelled
from belie.cli.output import make_console
from belie.datatypes import Pair
from belie.monitor.calibration.labels import tells_partial
from belie.monitor.calibration.study import FEW_ROWS, study

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from belie.cli.labelled import LabelledFile
    from belie.datatypes import Judgement
    from belie.monitor.calibration.measures import OperatingPoint, Reliability
    from belie.monitor.calibration.study import Study
    from belie.protocols import Classifier

__all__ = ["explain", "study_rows"]

_AT_ONCE = 64
_WIDTH = 36


def study_rows(
    name: str, *, classifier: str | None, precision: float, progress: bool
) -> tuple[LabelledFile, Study]:
    """Return what a file holds, and the calibration made from it.

    Parameters
    ----------
    name
        The path of the rows; ``"-"`` is standard input.
    classifier
        A cross-encoder by name or path; ``None`` is the shipped one.
    precision
        The share in (0, 1] of alarms that shall be right.
    progress
        Whether to show a bar.

    Raises
    ------
    InputError
        If the rows are too few or their labels do not fit together.
    ModelError, MissingExtraError
        If the classifier cannot be loaded.
    """
    labelled = read_labelled(name)
    judge = _classifier(classifier)
    pairs = [Pair(row.premise, row.claim) for row in labelled.rows]
    judged = dict(zip(pairs, _judge(judge, pairs, progress=progress), strict=True))
    return labelled, study(labelled.rows, judged, model=judge.name, precision=precision)


def _classifier(name: str | None) -> Classifier:
    if name is None:
        from belie.adapters.onnx import OnnxClassifier  # noqa: PLC0415 - loads a model runtime

        return OnnxClassifier()
    from belie.adapters.sentence_transformers import CrossEncoderClassifier  # noqa: PLC0415

    return CrossEncoderClassifier(name)


def _judge(classifier: Classifier, pairs: Sequence[Pair], *, progress: bool) -> Iterator[Judgement]:
    console = make_console(stderr=True)
    columns = (bars.BarColumn(), bars.MofNCompleteColumn(), bars.TextColumn("pairs"))
    with bars.Progress(*columns, console=console, transient=True, disable=not progress) as bar:
        task = bar.add_task("", total=len(pairs))
        for start in range(0, len(pairs), _AT_ONCE):
            batch = pairs[start : start + _AT_ONCE]
            yield from classifier.classify(batch)
            bar.advance(task, len(batch))


def explain(labelled: LabelledFile, found: Study, *, precision: float) -> RenderableType:
    """Return what is printed: the rows, the errors before and after, diagrams, thresholds."""
    parts: list[RenderableType] = [*_on_rows(labelled, found), Text(), _on_errors(found)]
    if found.before.error <= found.after.error:
        parts.append(Text("On rows held out the temperature brings no gain."))
    diagram = found.contradiction_after or found.after
    about = "a contradiction" if found.contradiction_after else "the relation it tells"
    parts += [Text(), Text(f"probability of {about}, held out"), _on_bins(diagram)]
    if found.points:
        parts += [Text(), _on_points(found), Text(), *_on_threshold(found, precision)]
    else:
        parts.append(Text("The labels do not tell contradictions: the threshold stays as it is."))
    return Group(*parts)


def _on_rows(labelled: LabelledFile, found: Study) -> Iterator[Text]:
    yield Text(f"{found.rows} rows, judged by {found.calibration.model}")
    for label, (count, relations) in labelled.names.items():
        meaning = " or ".join(sorted(relations))
        yield Text(f"  {count:6} {ascii(label)[1:-1]}{'' if label == meaning else f' = {meaning}'}")
    if found.contradiction_after and not tells_partial(labelled.rows):
        yield Text("  No row names a partial contradiction: contradictions may be of either kind.")
    if found.rows < FEW_ROWS:
        yield Text(f"  Fewer than {FEW_ROWS} rows: take the figures as rough.", style="yellow")


def _on_errors(found: Study) -> Table:
    table = _table("expected calibration error", "before", "after (held out)")
    told = ("of the relation it tells", found.before, found.after)
    clash = ("of a contradiction", found.contradiction_before, found.contradiction_after)
    for name, before, after in (told, clash):
        if before and after:
            table.add_row(name, f"{before.error:.3f}", f"{after.error:.3f}")
    table.add_row("temperature", "1", f"{found.calibration.temperature:.2f}")
    return table


def _on_bins(diagram: Reliability) -> Table:
    table = _table("between", "rows", "said", "found", "▒ said, █ found")
    for each in diagram.bins:
        table.add_row(
            f"{each.low:.2f} to {each.high:.2f}",
            str(each.count),
            f"{each.said:.2f}",
            f"{each.found:.2f}",
            _bar(each.said, each.found),
        )
    table.columns[-1].justify = "left"
    return table


def _bar(said: float, found: float) -> str:
    """Return a bar as long as what was found; what was said beyond it is hatched."""
    length = round(found * _WIDTH)
    return "█" * length + "▒" * (round(said * _WIDTH) - length)


def _on_points(found: Study) -> Table:
    table = _table("threshold", "alarms", "precision", "95 % interval", "recall")
    for point in found.points:
        table.add_row(f"{point.threshold:.2f}", *_figures(point))
    return table


def _figures(point: OperatingPoint) -> tuple[str, ...]:
    low, high = point.interval
    interval = f"{low:.2f} to {high:.2f}" if point.alarms else ""
    precision = f"{point.precision:.3f}" if point.alarms else "no alarms"
    return (str(point.alarms), precision, interval, f"{point.recall:.3f}")


def _on_threshold(found: Study, precision: float) -> Iterator[Text]:
    threshold, held_out = found.calibration.threshold, found.held_out
    if threshold is None or held_out is None:
        return
    alarms, share, interval, recall = _figures(held_out)
    yield Text(f"threshold {threshold:.4f}: the smallest with a precision of {precision:g}")
    yield Text(f"  held out: {alarms} alarms, precision {share} ({interval}), recall {recall}")
    yield Text(
        f"  This holds where as many pairs are contradictions as here: "
        f"{held_out.contradicted / found.rows:.0%}."
    )


def _table(*heads: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for place, head in enumerate(heads):
        table.add_column(head, justify="right" if place else "left", no_wrap=True)
    return table
