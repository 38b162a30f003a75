"""Turn reports for a terminal, by Rich; every word of a conversation is inert text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from belie.datatypes import Role, Severity
from belie.report.placing import converse
from belie.report.quotes import no_claims, stretches, ungrounded
from belie.report.segments import excerpt
from belie.report.summary import summarise
from belie.report.words import (
    change_words,
    clip,
    conflict_words,
    spell,
    squeeze,
    state_words,
    turn_words,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from belie.datatypes import TurnReport
    from belie.report.placing import Conversation, PlacedAlert, Side
    from belie.report.summary import Summary

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


def render(
    reports: Sequence[TurnReport], *, detailed: bool = False, summary: Summary | None = None
) -> Group:
    """Return ``reports`` as something a Rich console prints.

    Per conversation: each alert with both sides, the clashing words between « and » (and bold and
    underlined where the terminal can), the explanation and what became of it; then what speakers
    changed, how far documents support each turn and which words none of them backs, and which
    turns of the assistant had nothing to check.

    Parameters
    ----------
    reports
        Turn reports of any sessions in any order.
    detailed
        Whether to quote what was not checked since it makes no claim; it is counted anyway.
    summary
        What the first line says, where ``reports`` are a part of what was checked.

    Examples
    --------
    >>> from rich.console import Console
    >>> from belie.datatypes import Role, Turn, TurnReport
    >>> Console(width=80).print(render([TurnReport(Turn("s1", 0, Role.USER, "Hello."))]))
    1 turn, 0 claims, nothing to check
    """
    summary = summary or summarise(reports)
    parts: list[RenderableType] = [Text(str(summary), style=_summary_style(summary))]
    for conversation in converse(reports):
        parts.extend(_conversation(conversation, detailed=detailed))
    return Group(*parts)


def _summary_style(summary: Summary) -> str:
    if summary.conflicts:
        return "bold red"
    return "bold green" if summary.claims else "bold"


def _conversation(conversation: Conversation, *, detailed: bool) -> Iterator[RenderableType]:
    body = [
        *(part for placed in conversation.alerts for part in _alert(placed)),
        *_changes(conversation.reports),
        *_support(conversation.reports),
        *_warnings(conversation.reports),
        *(_unchecked(conversation.reports) if detailed else ()),
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
    for side in placed.between:
        yield _indented(_quote(side, note=", between them"))
    yield _indented(_noted("→ ", placed.alert.explanation, "italic"))
    if placed.alert.suggestion is not None:
        yield _indented(_noted("✎ ", placed.alert.suggestion, "green"))
    if state := state_words(placed.alert):
        yield _indented(_noted("✓ ", state, "green"))


def _heading(placed: PlacedAlert) -> Table:
    conflict, severity = placed.alert.conflict, placed.alert.severity
    error_type = conflict.verdict.error_type
    words = [
        spell(conflict.verdict.relation),
        conflict_words(conflict),
        *([] if error_type is None else [spell(error_type)]),
        f"{conflict.score:.2f}",
    ]
    grade = severity.value.upper(), _SEVERITY_STYLES[severity]
    return _beside_sign(
        Text(f"{placed.number:>2}  ", _QUIET), Text.assemble(grade, f"  {' · '.join(words)}")
    )


def _quote(side: Side, *, note: str = "") -> Group:
    shown = excerpt(side.text, side.span)
    label = Text(squeeze(side.label) + note, style=_QUIET, overflow="fold")
    clash = (f"«{shown.words}»", _CLASH)
    quoted = Text.assemble(shown.before, clash, shown.after, overflow="fold")
    lines = [quoted] if side.reading is None else [quoted, _reading(side.reading)]
    return Group(label, Padding(Group(*lines), (0, 0, 0, 2)))


def _reading(words: str) -> Text:
    return Text(f"read as: {squeeze(words)}", style=_QUIET, overflow="fold")


def _beside(support: Side, premise: Side) -> Table:
    table = Table.grid(padding=(0, 2), expand=True)
    table.add_column(ratio=1, overflow="fold")
    table.add_column(ratio=1, overflow="fold")
    table.add_row(_quote(support, note=", supports"), _quote(premise, note=", contradicts"))
    return table


def _noted(sign: str, words: str, style: str) -> Table:
    return _beside_sign(Text(sign), Text(squeeze(words), style=style))


def _beside_sign(sign: Text, words: Text) -> Table:
    """Return words whose later lines begin where the first does, behind the sign."""
    table = Table.grid()
    table.add_column(overflow="fold")
    table.add_column(overflow="fold")
    table.add_row(sign, words)
    return table


def _indented(part: RenderableType) -> Padding:
    return Padding(part, (0, 0, 0, _INDENT))


def _changes(reports: Sequence[TurnReport]) -> Iterator[RenderableType]:
    for report in reports:
        name = turn_words(report.turn.index, report.turn.role)
        for change in report.changes:
            words = squeeze(change_words(change))
            yield Text.assemble("\n", (f"changed in {name}: ", "cyan"), words)


def _support(reports: Sequence[TurnReport]) -> Iterator[RenderableType]:
    rows = [row for report in reports for row in _support_row(report)]
    if rows:
        yield Text()
    if any(report.consistency is not None for report in reports):
        yield Text("how far the documents support each turn", style=_QUIET)
    yield from rows


def _support_row(report: TurnReport) -> Iterator[RenderableType]:
    name = f"    {turn_words(report.turn.index, report.turn.role):<22}"
    empty = no_claims(report)
    if report.consistency is not None:
        full = round(report.consistency * _BAR)
        bars = ("█" * full, "green"), ("░" * (_BAR - full), _QUIET)
        yield Text.assemble(f"{name}{report.consistency:.2f}  ", *bars)
        if words := ungrounded(report):
            yield Padding(Text(f"no document backs {words}", _QUIET), (0, 0, 0, _INDENT + 2))
    elif empty is not None and report.turn.role is Role.ASSISTANT:
        yield Text.assemble(name, (empty, _QUIET))


def _warnings(reports: Sequence[TurnReport]) -> Iterator[RenderableType]:
    for report in reports:
        name = turn_words(report.turn.index, report.turn.role)
        for warning in report.warnings:
            yield Text.assemble("\n", (f"not checked in {name}: ", "yellow"), squeeze(warning))


def _unchecked(reports: Sequence[TurnReport]) -> Iterator[RenderableType]:
    rows = [
        Text(f"not checked in {turn_words(report.turn.index, report.turn.role)}: {words}", _QUIET)
        for report in reports
        if report.turn.role is Role.ASSISTANT and (words := stretches(report))
    ]
    if rows:
        yield from (Text(), *rows)
