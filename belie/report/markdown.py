"""Turn reports as Markdown, for issues, pull requests and notes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.report.placing import converse
from belie.report.segments import excerpt
from belie.report.summary import summarise
from belie.report.words import clip, kind_words, spell, squeeze, turn_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.datatypes import TurnReport
    from belie.report.placing import Conversation, PlacedAlert, Side

__all__ = ["escape", "render"]

_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"}
_SPECIAL = re.compile(r"[\\`*_{}\[\]#|~$!&<>@]|:(?=//)|(?<=\bwww)\.|^[-+=]")
_NUMBERED = re.compile(r"^(\d{1,9})([.)])")


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
    1 turn, 0 claims, no contradictions
    <BLANKLINE>
    """
    blocks = [f"# {escape(title)}", str(summarise(reports))]
    for conversation in converse(reports):
        blocks.extend(_conversation(conversation))
    return "\n\n".join(blocks) + "\n"


def _conversation(conversation: Conversation) -> Iterator[str]:
    body = [
        *(block for placed in conversation.alerts for block in _alert(placed)),
        *_consistency(conversation.reports),
        *_warnings(conversation.reports),
    ]
    if body:
        yield f"## Conversation {escape(clip(conversation.session))}"
    yield from body


def _alert(placed: PlacedAlert) -> Iterator[str]:
    verdict = placed.alert.conflict.verdict
    error_type = [] if verdict.error_type is None else [spell(verdict.error_type)]
    facts = [
        kind_words(placed.alert.conflict.kind),
        *error_type,
        f"{verdict.contradiction:.2f}",
        f"severity {placed.alert.severity.value}",
    ]
    yield f"### {placed.number}. {spell(verdict.relation).capitalize()}"
    yield " · ".join(facts)
    yield _quote(placed.claim)
    if placed.support is not None:
        yield _quote(placed.support, note="supports it")
    yield _quote(placed.premise, note="contradicts it" if placed.support is not None else "")
    yield escape(placed.alert.explanation)
    if placed.alert.suggestion is not None:
        yield f"Mended: {escape(placed.alert.suggestion)}"


def _quote(side: Side, *, note: str = "") -> str:
    shown = excerpt(side.text, side.span)
    words = escape(shown.words).strip()
    marked = f"**{words}**" if words else ""
    label = f"{escape(side.label)}, {note}" if note else escape(side.label)
    return f"> {label}:\n> {escape(shown.before)}{marked}{escape(shown.after)}".rstrip()


def _consistency(reports: Sequence[TurnReport]) -> Iterator[str]:
    rows = [
        f"| {turn_words(report.turn.index, report.turn.role)} | {report.consistency:.2f} |"
        for report in reports
        if report.consistency is not None
    ]
    if rows:
        yield "\n".join(["| turn | supported by its documents |", "|---|---|", *rows])


def _warnings(reports: Sequence[TurnReport]) -> Iterator[str]:
    rows = [
        f"- {turn_words(report.turn.index, report.turn.role)}: {escape(warning)}"
        for report in reports
        for warning in report.warnings
    ]
    if rows:
        yield "\n".join(["Not checked:", "", *rows])
