"""A conversation as one line of the page's list, and as one of its worst without a script."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import AlertState, ConflictKind, Relation, Severity
from belie.report.words import clip

if TYPE_CHECKING:
    from belie.datatypes import Alert
    from belie.report.placing import Conversation, PlacedAlert

__all__ = ["AlertRow", "Row", "row", "weight"]

_WEIGHTS = {Severity.HIGH: 100, Severity.MEDIUM: 10, Severity.LOW: 1}
_SETTLED = AlertState.FALSE_ALARM, AlertState.RESOLVED
_HEADLINE = 200
"""How many characters of an explanation the list shows."""


@dataclass(frozen=True, slots=True)
class AlertRow:
    """What the list and its filters know of an alert; ``turn`` is a position, not an index."""

    kind: ConflictKind
    severity: Severity
    relation: Relation
    state: AlertState
    turn: int


@dataclass(frozen=True, slots=True)
class Row:
    """A conversation in the list: ``headline`` is the explanation of its worst alert."""

    session: str
    turns: int
    claims: int
    at: str | None
    weight: int
    headline: str
    alerts: tuple[AlertRow, ...]


def row(conversation: Conversation) -> Row:
    """Return what the list shows of ``conversation``."""
    placed = [
        (at, each) for at, (_, alerts) in enumerate(conversation.by_report) for each in alerts
    ]
    times = [report.turn.at for report in conversation.reports if report.turn.at is not None]
    return Row(
        session=clip(conversation.session),
        turns=len(conversation.reports),
        claims=sum(len(report.claims) for report in conversation.reports),
        at=times[0].strftime("%Y-%m-%d") if times else None,
        weight=sum(weight(each.alert) for _, each in placed),
        headline=_headline([each for _, each in placed]),
        alerts=tuple(_alert(each.alert, at) for at, each in placed),
    )


def weight(alert: Alert) -> int:
    """Return how much an alert counts when conversations are put in order; settled ones do not.

    A high one counts more than several medium ones, a medium one more than several low ones.
    """
    return 0 if alert.state in _SETTLED else _WEIGHTS[alert.severity]


def _headline(placed: list[PlacedAlert]) -> str:
    worst = max(placed, key=lambda each: weight(each.alert), default=None)
    return "" if worst is None else clip(worst.alert.explanation, limit=_HEADLINE)


def _alert(alert: Alert, turn: int) -> AlertRow:
    conflict = alert.conflict
    return AlertRow(conflict.kind, alert.severity, conflict.verdict.relation, alert.state, turn)
