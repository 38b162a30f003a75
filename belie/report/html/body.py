"""What the page holds of one conversation; the names of the fields are what its script reads."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from belie.datatypes import (
    CONTRADICTIONS,
    AlertState,
    ConflictKind,
    ErrorType,
    Relation,
    Role,
    Severity,
    SkipReason,
)
from belie.report.html.picture import Picture, draw
from belie.report.html.pieces import Mark, Text, cut, marks
from belie.report.placing import Place
from belie.report.quotes import no_claims
from belie.report.segments import excerpt
from belie.report.words import change_words, clip, conflict_words, scope_words, state_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belie.datatypes import Conflict, Document, Skipped, Span, Turn, TurnReport
    from belie.report.placing import Conversation, PlacedAlert, Side

__all__ = ["Body", "body"]

_METADATA = 300
"""How many characters of one metadata value are shown."""
_EVIDENCE = 1500
"""How many characters of the evidence an alert quotes."""
_RELATIONS = (*CONTRADICTIONS, Relation.NEUTRAL, Relation.ENTAILMENT)


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of an alert: where it stands, its words in their sentence, how it was read."""

    name: str
    label: str
    before: str
    words: str
    after: str
    turn: int | None
    document: int | None
    reading: str | None
    evidence: str | None


@dataclass(frozen=True, slots=True)
class AlertView:
    """An alert; ``odds`` are the probabilities of the four relations, from against to for."""

    number: int
    kind: ConflictKind
    between: str
    relation: Relation
    error_type: ErrorType | None
    severity: Severity
    state: AlertState
    state_words: str
    explanation: str
    suggestion: str | None
    model: str
    odds: tuple[float, ...]
    sides: tuple[SideView, ...]


@dataclass(frozen=True, slots=True)
class Unverifiable:
    """A claim that no document supports or contradicts, and how it is meant."""

    text: str
    scope: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words that make no claim, and why."""

    text: str
    reason: SkipReason


@dataclass(frozen=True, slots=True)
class DocumentView:
    """A document of a turn."""

    id: str
    metadata: tuple[tuple[str, str], ...]
    text: Text


@dataclass(frozen=True, slots=True)
class TurnView:
    """A turn with what was found in it."""

    index: int
    role: Role
    at: str | None
    question: str | None
    text: Text
    alerts: tuple[int, ...]
    consistency: float | None
    changes: tuple[str, ...]
    warnings: tuple[str, ...]
    unverifiable: tuple[Unverifiable, ...]
    skipped: tuple[Stretch, ...]
    no_claims: str | None
    documents: tuple[DocumentView, ...]


@dataclass(frozen=True, slots=True)
class Body:
    """A conversation as its view shows it."""

    turns: tuple[TurnView, ...]
    alerts: tuple[AlertView, ...]
    picture: Picture


def body(conversation: Conversation) -> Body:
    """Return what the page shows of ``conversation`` when it is opened."""
    found = marks(conversation.alerts)
    turns = [_turn(conversation, at, found) for at in range(len(conversation.by_report))]
    if not any(report.turn.documents for report in conversation.reports):
        turns = [replace(turn, unverifiable=()) for turn in turns]  # there was nothing to go by
    return Body(
        tuple(turns),
        tuple(_alert(placed) for placed in conversation.alerts),
        draw(conversation),
    )


def _turn(conversation: Conversation, at: int, found: Mapping[Place, Sequence[Mark]]) -> TurnView:
    report, alerts = conversation.by_report[at]
    turn, checked = report.turn, report.turn.role is Role.ASSISTANT
    skipped = _fitting(report)
    return TurnView(
        index=turn.index,
        role=turn.role,
        at=None if turn.at is None else turn.at.strftime("%Y-%m-%d %H:%M"),
        question=_question(conversation, at),
        text=cut(
            turn.text,
            found.get(Place(at), ()),
            skipped,
            [span for span in report.ungrounded if _fits(span, turn)],
        ),
        alerts=tuple(placed.number for placed in alerts),
        consistency=report.consistency,
        changes=tuple(map(change_words, report.changes)),
        warnings=report.warnings,
        unverifiable=tuple(
            Unverifiable(claim.text, scope_words(claim)) for claim in report.unverifiable if checked
        ),
        skipped=tuple(
            Stretch(each.span.cut(turn.text), each.reason) for each in skipped if checked
        ),
        no_claims=no_claims(report) if checked else None,
        documents=tuple(
            _document(document, found.get(Place(at, position), ()))
            for position, document in enumerate(turn.documents)
        ),
    )


def _fitting(report: TurnReport) -> tuple[Skipped, ...]:
    """Return the stretches that can be shown."""
    return tuple(each for each in report.skipped if _fits(each.span, report.turn))


def _fits(span: Span, turn: Turn) -> bool:
    """Return whether a span can be shown: one with words, within the turn."""
    return span.start < span.end <= len(turn.text)


def _question(conversation: Conversation, at: int) -> str | None:
    """Return the question of a turn, unless the turn before it already shows it."""
    question = conversation.by_report[at][0].turn.question
    if 0 < at and question is not None:
        before, _ = conversation.by_report[at - 1]
        return None if question in before.turn.text else question
    return question


def _document(document: Document, found: Sequence[Mark]) -> DocumentView:
    metadata = tuple(
        (clip(str(key)), clip(str(value), limit=_METADATA))
        for key, value in document.metadata.items()
    )
    return DocumentView(clip(document.id), metadata, cut(document.text, found))


def _alert(placed: PlacedAlert) -> AlertView:
    alert, verdict = placed.alert, placed.alert.conflict.verdict
    return AlertView(
        number=placed.number,
        kind=alert.conflict.kind,
        between=conflict_words(alert.conflict),
        relation=verdict.relation,
        error_type=verdict.error_type,
        severity=alert.severity,
        state=alert.state,
        state_words=state_words(alert),
        explanation=alert.explanation,
        suggestion=alert.suggestion,
        model=clip(verdict.model),
        odds=tuple(verdict.probabilities.get(relation, 0.0) for relation in _RELATIONS),
        sides=tuple(_sides(placed)),
    )


def _sides(placed: PlacedAlert) -> list[SideView]:
    """Return the sides in the order in which they are read."""
    premise = _side("premise", placed.premise, read=placed.alert.conflict)
    support = [] if placed.support is None else [_side("support", placed.support)]
    between = [_side("between", side) for side in placed.between]
    return [_side("claim", placed.claim), *support, premise, *between]


def _side(name: str, side: Side, *, read: Conflict | None = None) -> SideView:
    shown = excerpt(side.text, side.span)
    place = side.place
    return SideView(
        name=name,
        label=side.label,
        before=shown.before,
        words=shown.words,
        after=shown.after,
        turn=None if place is None else place.report,
        document=None if place is None else place.document,
        reading=side.reading,
        evidence=read and _evidence(read, f"{shown.before}{shown.words}{shown.after}"),
    )


def _evidence(conflict: Conflict, shown: str) -> str | None:
    """Return what was read as the premise, where that is more than the excerpt shows."""
    text, words = conflict.premise.text, conflict.words(conflict.premise)
    if text.strip() in shown:
        return None
    return clip(text, limit=_EVIDENCE, around=words.start if words else 0)
