"""Turn reports as one self-contained web page that fetches nothing and runs no script."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from belie.datatypes import Relation
from belie.report.placing import Place, converse
from belie.report.segments import excerpt, segment
from belie.report.summary import summarise
from belie.report.unchecked import no_claims
from belie.report.words import (
    change_words,
    clip,
    conflict_words,
    count,
    scope_words,
    spell,
    state_words,
    turn_words,
    visible,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from belie.datatypes import Document, Skipped, SkipReason, Span, TurnReport
    from belie.report.placing import Conversation, PlacedAlert, Side
    from belie.report.segments import Excerpt, Segment

__all__ = ["render"]

_METADATA = 300
"""How many characters of one metadata value are shown."""
_LONG = 1500
"""From how many characters on a document scrolls, and so takes the keyboard's focus."""

_RELATIONS = (
    (Relation.CONTRADICTION, "contradicts"),
    (Relation.PARTIAL_CONTRADICTION, "contradicts in part"),
    (Relation.NEUTRAL, "says nothing"),
    (Relation.ENTAILMENT, "supports"),
)


@dataclass(frozen=True, slots=True)
class _Mark:
    """The words of one side of an alert, and where a click on them leads."""

    number: int
    side: str
    span: Span
    href: str

    @property
    def anchor(self) -> str:
        return f"a{self.number}-{self.side}"


@dataclass(frozen=True, slots=True)
class _Piece:
    """Words under the same marks; ``starts`` and ``ends`` say which begin and end with them.

    ``skipped`` is why they make no claim; ``None`` under a mark, which nothing may hide.
    """

    text: str
    marks: tuple[_Mark, ...]
    starts: tuple[_Mark, ...]
    ends: tuple[_Mark, ...]
    skipped: SkipReason | None


@dataclass(frozen=True, slots=True)
class _DocumentView:
    document: Document
    metadata: tuple[tuple[str, str], ...]
    pieces: tuple[_Piece, ...]
    clashes: bool
    long: bool


@dataclass(frozen=True, slots=True)
class _TurnView:
    name: str
    report: TurnReport
    question: str | None
    numbers: tuple[int, ...]
    pieces: tuple[_Piece, ...]
    skipped: tuple[Skipped, ...]
    no_claims: str | None
    documents: tuple[_DocumentView, ...]


@dataclass(frozen=True, slots=True)
class _ConversationView:
    number: int
    conversation: Conversation
    turns: tuple[_TurnView, ...]


def render(reports: Sequence[TurnReport], *, title: str = "belie report") -> str:
    """Return ``reports`` as one HTML page.

    Per conversation: its alerts, then every turn with the clashing words marked. A click on marked
    words leads to the other side; words that make no claim are dimmed and say why. The page
    carries its own style, fetches nothing, runs nothing (a Content-Security-Policy holds it to
    that), and fits light and dark screens and paper.

    Parameters
    ----------
    reports
        Turn reports of any sessions in any order.
    title
        The heading, and the name of the window.

    Examples
    --------
    >>> from belie.datatypes import Role, Turn, TurnReport
    >>> page = render([TurnReport(Turn("s1", 0, Role.USER, "<script>alert(1)</script>"))])
    >>> "&lt;script&gt;alert(1)&lt;/script&gt;" in page, "<script" in page
    (True, False)
    """
    style = _resource("style.css")
    template = _environment().from_string(_resource("template.html.j2"))
    return template.render(
        title=title,
        style=Markup(style),  # noqa: S704 - our own file, not a conversation's text
        style_hash=_sha256(style),
        summary=summarise(reports),
        conversations=tuple(
            _conversation(number, found) for number, found in enumerate(converse(reports), start=1)
        ),
    )


def _resource(name: str) -> str:
    return files("belie.report").joinpath(name).read_text(encoding="utf-8")


def _sha256(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _environment() -> Environment:
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    filters: dict[str, Callable[..., Any]] = {
        "said": visible,  # gives plain str: a conversation's Markup is no markup of ours
        "name": clip,
        "spell": spell,
        "conflict_words": conflict_words,
        "state_words": state_words,
        "change_words": change_words,
        "excerpt": _excerpt,
        "count": count,
        "shares": _shares,
        "scope_words": scope_words,
    }
    environment.filters.update(filters)
    return environment


def _excerpt(side: Side) -> Excerpt:
    return excerpt(side.text, side.span)


def _shown(value: object) -> object:
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _shares(placed: PlacedAlert) -> list[tuple[Relation, str, float, float]]:
    """Return relation, words, probability and where its part of the bar begins."""
    probabilities = placed.alert.conflict.verdict.probabilities
    shares: list[tuple[Relation, str, float, float]] = []
    for relation, words in _RELATIONS:
        begin = sum(share for _, _, share, _ in shares)
        shares.append((relation, words, probabilities.get(relation, 0.0), begin))
    return shares


def _conversation(number: int, conversation: Conversation) -> _ConversationView:
    marks = _marks(conversation.alerts)
    turns = tuple(_turn(conversation, at, marks) for at in range(len(conversation.by_report)))
    return _ConversationView(number, conversation, turns)


def _turn(conversation: Conversation, at: int, marks: Mapping[Place, Sequence[_Mark]]) -> _TurnView:
    report, alerts = conversation.by_report[at]
    skipped = _fitting(report)
    return _TurnView(
        turn_words(report.turn.index, report.turn.role),
        report,
        _question(conversation.reports, at),
        tuple(placed.number for placed in alerts),
        _pieces(report.turn.text, marks.get(Place(at), ()), skipped),
        skipped,
        no_claims(report),
        tuple(
            _document(document, marks.get(Place(at, position), ()))
            for position, document in enumerate(report.turn.documents)
        ),
    )


def _fitting(report: TurnReport) -> tuple[Skipped, ...]:
    """Return the stretches that can be shown: those with words, within the turn."""
    length = len(report.turn.text)
    return tuple(each for each in report.skipped if each.span.start < each.span.end <= length)


def _question(reports: Sequence[TurnReport], at: int) -> str | None:
    """Return the question of a turn, unless the turn before it already shows it."""
    question = reports[at].turn.question
    shown = 0 < at and question is not None and question in reports[at - 1].turn.text
    return None if shown else question


def _document(document: Document, marks: Sequence[_Mark]) -> _DocumentView:
    metadata = tuple(
        (clip(str(key)), clip(str(value), limit=_METADATA))
        for key, value in document.metadata.items()
    )
    pieces = _pieces(document.text, marks, ())
    return _DocumentView(document, metadata, pieces, bool(marks), _LONG < len(document.text))


def _marks(alerts: Sequence[PlacedAlert]) -> Mapping[Place, list[_Mark]]:
    found: dict[Place, list[_Mark]] = {}
    for placed in alerts:
        sides = {"claim": placed.claim, "premise": placed.premise, "support": placed.support}
        for name, side in sides.items():
            if side is not None and side.place is not None:
                mark = _Mark(placed.number, name, side.span, _href(placed, name))
                found.setdefault(side.place, []).append(mark)
    return found


def _href(placed: PlacedAlert, name: str) -> str:
    """Return where a click on one side leads: to the other, or to the alert if it is not there."""
    other, side = _other(placed, name)
    return f"#a{placed.number}-{other}" if side.place is not None else f"#a{placed.number}"


def _other(placed: PlacedAlert, name: str) -> tuple[str, Side]:
    return ("premise", placed.premise) if name != "premise" else ("claim", placed.claim)


def _pieces(text: str, marks: Sequence[_Mark], skipped: Sequence[Skipped]) -> tuple[_Piece, ...]:
    parts = segment(text, [each.span for each in (*marks, *skipped)])
    return tuple(_piece(part, marks, skipped) for part in parts)


def _piece(part: Segment, marks: Sequence[_Mark], skipped: Sequence[Skipped]) -> _Piece:
    here = tuple(marks[at] for at in part.covers if at < len(marks))
    reasons = [skipped[at - len(marks)].reason for at in part.covers if len(marks) <= at]
    return _Piece(
        part.text,
        here,
        tuple(mark for mark in here if mark.span.start == part.span.start),
        tuple(mark for mark in here if mark.span.end == part.span.end),
        reasons[0] if reasons and not here else None,
    )
