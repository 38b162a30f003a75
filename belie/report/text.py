"""Turn reports for a terminal, by Rich; every word of a conversation is inert text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from belie.datatypes import Severity
from belie.report.placing import converse
from belie.report.segments import excerpt
from belie.report.summary import summarise
from belie.report.words import clip, kind_words, spell, squeeze, turn_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from belie.datatypes import TurnReport
    from belie.report.placing import Conversation, PlacedAlert, Side

__all__ = ["render"]

_SEVERITY_STYLES = {
    Severity.LOW: "bold cyan",
    Severity.MEDIUM: "bold yellow",
    Severity.HIGH: "bold red",
}
_CLASH = "bold underline"
_QUIET = "dim"
_BAR = 20
_INDENT = 4


def render(reports: Sequence[TurnReport]) -> Group:
    """Return ``reports`` as something a Rich console prints.

    Per conversation: each alert with both sides, the clashing words between « and » (and bold and
    underlined where the terminal can), the explanation; then how far documents support each turn.

    Parameters
    ----------
    reports
        Turn reports of any sessions in any order.

    Examples
    --------
    >>> from rich.console import Console
    >>> from belie.datatypes import Role, Turn, TurnReport
    >>> Console(width=80).print(render([TurnReport(Turn("s1", 0, Role.USER, "Hello."))]))
    1 turn, 0 claims, no contradictions
    """
    summary = summarise(reports)
    style = "bold red" if summary.conflicts else "bold green"
    parts: list[RenderableType] = [Text(str(summary), style=style)]
    for conversation in converse(reports):
        parts.extend(_conversation(conversation))
    return Group(*parts)


def _conversation(conversation: Conversation) -> Iterator[RenderableType]:
    body = [
        *(part for placed in conversation.alerts for part in _alert(placed)),
        *_consistency(conversation.reports),
        *_warnings(conversation.reports),
    ]
    if body:
        title = Text.assemble("conversation ", (squeeze(clip(conversation.session)), "bold"))
        yield from (Text(), Rule(title, align="left", style=_QUIET))
    yield from body


def _alert(placed: PlacedAlert) -> Iterator[RenderableType]:
    yield from (Text(), _heading(placed))
    yield _indented(_quote(placed.claim))
    if placed.support is None:
        yield _indented(_quote(placed.premise))
    else:
        yield _indented(_beside(placed.support, placed.premise))
    yield _indented(_noted("→ ", placed.alert.explanation, "italic"))
    if placed.alert.suggestion is not None:
        yield _indented(_noted("✎ ", placed.alert.suggestion, "green"))


def _heading(placed: PlacedAlert) -> Text:
    conflict, severity = placed.alert.conflict, placed.alert.severity
    error_type = conflict.verdict.error_type
    words = [
        spell(conflict.verdict.relation),
        kind_words(conflict.kind),
        *([] if error_type is None else [spell(error_type)]),
        f"{conflict.verdict.contradiction:.2f}",
    ]
    return Text.assemble(
        (f"{placed.number:>2}", _QUIET),
        "  ",
        (severity.value.upper(), _SEVERITY_STYLES[severity]),
        f"  {' · '.join(words)}",
    )


def _quote(side: Side, *, note: str = "") -> Group:
    shown = excerpt(side.text, side.span)
    label = Text(squeeze(side.label) + note, style=_QUIET, overflow="fold")
    clash = (f"«{shown.words}»", _CLASH)
    quoted = Text.assemble(shown.before, clash, shown.after, overflow="fold")
    return Group(label, Padding(quoted, (0, 0, 0, 2)))


def _beside(support: Side, premise: Side) -> Table:
    table = Table.grid(padding=(0, 2), expand=True)
    table.add_column(ratio=1, overflow="fold")
    table.add_column(ratio=1, overflow="fold")
    table.add_row(_quote(support, note=", supports"), _quote(premise, note=", contradicts"))
    return table


def _noted(sign: str, words: str, style: str) -> Table:
    table = Table.grid()
    table.add_column(overflow="fold")
    table.add_column(overflow="fold")
    table.add_row(sign, Text(squeeze(words), style=style, overflow="fold"))
    return table


def _indented(part: RenderableType) -> Padding:
    return Padding(part, (0, 0, 0, _INDENT))


def _consistency(reports: Sequence[TurnReport]) -> Iterator[RenderableType]:
    rows = [(report.turn, report.consistency) for report in reports]
    judged = [(turn, value) for turn, value in rows if value is not None]
    if judged:
        yield from (Text(), Text("how far the documents support each turn", style=_QUIET))
    for turn, value in judged:
        full = round(value * _BAR)
        yield Text.assemble(
            f"    {turn_words(turn.index, turn.role):<22}{value:.2f}  ",
            ("█" * full, "green"),
            ("░" * (_BAR - full), _QUIET),
        )


def _warnings(reports: Sequence[TurnReport]) -> Iterator[RenderableType]:
    for report in reports:
        name = turn_words(report.turn.index, report.turn.role)
        for warning in report.warnings:
            yield Text.assemble("\n", (f"not checked in {name}: ", "yellow"), squeeze(warning))
