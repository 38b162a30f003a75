"""Turn reports as Markdown, for issues, pull requests and notes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.datatypes import Role
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

    from belie.datatypes import TurnReport
    from belie.report.placing import Conversation, PlacedAlert, Side

__all__ = ["escape", "render"]

_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"}
_SPECIAL = re.compile(r"[\\`*_{}\[\]#|~$!&<>@]|:(?=//)|(?<=\bwww)\.|(?:^|(?<=^ ))[-+=]")
_NUMBERED = re.compile(r"^( ?\d{1,9})([.)])")


def escape(text: str) -> str:
    r"""Return ``text`` on one line so that Markdown shows it letter by letter.

    Links, images, HTML, mentions, mathematics, lists and headings lose their meaning.

    Examples
    --------
    >>> escape("# <b>[here](javascript:x)</b> https://a.example")
    '\\# &lt;b&gt;\\[here\\](javascript:x)&lt;/b&gt; https\\://a.example'
    """
    line = squeeze(text)
    escaped = _SPECIAL.sub(lambda found: _ENTITIES.get(found[0], f"\\{found[0]}"), line)
    return _NUMBERED.sub(r"\1\\\2", escaped)


def render(reports: Sequence[TurnReport], *, title: str = "belie report") -> str:
    """Return ``reports`` as one Markdown text (CommonMark with the tables of GitHub).

    Parameters
    ----------
    reports
        Turn reports of any sessions in any order.
    title
        The heading of the whole.

    Examples
    --------
    >>> from belie.datatypes import Role, Turn, TurnReport
    >>> print(render([TurnReport(Turn("s1", 0, Role.USER, "Hello."))]))
    # belie report
    <BLANKLINE>
    1 turn, 0 claims, nothing to check
    <BLANKLINE>
    """
    blocks = [f"# {escape(title)}", str(summarise(reports))]
    for conversation in converse(reports):
        blocks.extend(_conversation(conversation))
    return "\n\n".join(blocks) + "\n"


def _conversation(conversation: Conversation) -> Iterator[str]:
    body = [
        *(block for placed in conversation.alerts for block in _alert(placed)),
        *_changes(conversation.reports),
        *_support(conversation.reports),
        *_warnings(conversation.reports),
        *_unchecked(conversation.reports),
    ]
    if body:
        yield f"## Conversation {escape(clip(conversation.session))}"
    yield from body


def _alert(placed: PlacedAlert) -> Iterator[str]:
    verdict = placed.alert.conflict.verdict
    error_type = [] if verdict.error_type is None else [spell(verdict.error_type)]
    facts = [
        conflict_words(placed.alert.conflict),
        *error_type,
        f"{placed.alert.conflict.score:.2f}",
        f"severity {placed.alert.severity.value}",
    ]
    yield f"### {placed.number}. {spell(verdict.relation).capitalize()}"
    yield " · ".join(facts)
    yield _quote(placed.claim)
    if placed.support is not None:
        yield _quote(placed.support, note="supports it")
    yield _quote(placed.premise, note="contradicts it" if placed.support is not None else "")
    for side in placed.between:
        yield _quote(side, note="between them")
    yield escape(placed.alert.explanation)
    if placed.alert.suggestion is not None:
        yield f"Mended: {escape(placed.alert.suggestion)}"
    if state := state_words(placed.alert):
        yield f"**{escape(state)}**"


def _quote(side: Side, *, note: str = "") -> str:
    shown = excerpt(side.text, side.span)
    words = escape(shown.words).strip()
    marked = f"**{words}**" if words else ""
    label = f"{escape(side.label)}, {note}" if note else escape(side.label)
    quoted = f"> {label}:\n> {escape(shown.before)}{marked}{escape(shown.after)}".rstrip()
    return quoted if side.reading is None else f"{quoted}\n>\n> read as: {escape(side.reading)}"


def _changes(reports: Sequence[TurnReport]) -> Iterator[str]:
    rows = [
        f"- {turn_words(report.turn.index, report.turn.role)}: {escape(change_words(change))}"
        for report in reports
        for change in report.changes
    ]
    if rows:
        yield "\n".join(["Changed, no contradiction:", "", *rows])


def _support(reports: Sequence[TurnReport]) -> Iterator[str]:
    rows = [row for report in reports for row in _support_row(report)]
    if rows:
        columns = 3 if any(words for *_, words in rows) else 2
        heads = "turn", "supported by its documents", "what no document backs"
        lines = (f"| {' | '.join(row[:columns])} |" for row in (heads, ("---",) * 3, *rows))
        yield "\n".join(lines)


def _support_row(report: TurnReport) -> Iterator[tuple[str, str, str]]:
    name = turn_words(report.turn.index, report.turn.role)
    empty = no_claims(report)
    if report.consistency is not None:
        yield name, f"{report.consistency:.2f}", escape(ungrounded(report))
    elif empty is not None and report.turn.role is Role.ASSISTANT:
        yield name, empty, ""


def _warnings(reports: Sequence[TurnReport]) -> Iterator[str]:
    rows = [
        f"- {turn_words(report.turn.index, report.turn.role)}: {escape(warning)}"
        for report in reports
        for warning in report.warnings
    ]
    if rows:
        yield "\n".join(["Not checked:", "", *rows])


def _unchecked(reports: Sequence[TurnReport]) -> Iterator[str]:
    rows = [
        f"- {turn_words(report.turn.index, report.turn.role)}: {escape(stretches(report))}"
        for report in reports
        if report.skipped and report.turn.role is Role.ASSISTANT
    ]
    if rows:
        yield "\n".join(["No claim, so not checked:", "", *rows])
