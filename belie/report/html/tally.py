"""Counting conversations as they pass, so that none has to be kept."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappush, heapreplace
from typing import TYPE_CHECKING

from belie.report.html.row import weight
from belie.report.segments import excerpt
from belie.report.summary import summarise

if TYPE_CHECKING:
    from belie.report.html.row import Row
    from belie.report.placing import Conversation, PlacedAlert, Side
    from belie.report.segments import Excerpt

__all__ = ["Tally", "Worst"]

_SESSIONS = 20
_ALERTS = 3


@dataclass(frozen=True, slots=True)
class Quote:
    """One side of an alert in its sentence."""

    name: str
    label: str
    said: Excerpt


@dataclass(frozen=True, slots=True)
class Found:
    """An alert in words."""

    explanation: str
    severity: str
    sides: tuple[Quote, Quote]


@dataclass(frozen=True, slots=True)
class Worst:
    """One of the worst conversations: its line and its worst alerts."""

    row: Row
    found: tuple[Found, ...]


class Tally:
    """The sum of all conversations that passed, and the worst of them."""

    def __init__(self) -> None:
        self.summary = summarise(())
        self._heap: list[tuple[int, int, Worst]] = []
        self._passed = 0

    def add(self, conversation: Conversation, row: Row) -> None:
        """Count one more conversation, given with its line of the list."""
        self.summary += summarise(conversation.reports)
        self._passed += 1
        if not row.alerts:
            return
        entry = (row.weight, -self._passed, Worst(row, _found(conversation)))
        if len(self._heap) < _SESSIONS:
            heappush(self._heap, entry)
        elif self._heap[0][:2] < entry[:2]:
            heapreplace(self._heap, entry)

    @property
    def worst(self) -> tuple[Worst, ...]:
        """Up to 20 conversations with alerts, the worst first, equal ones in their order."""
        return tuple(worst for *_, worst in sorted(self._heap, key=lambda entry: entry[:2])[::-1])


def _found(conversation: Conversation) -> tuple[Found, ...]:
    ordered = sorted(conversation.alerts, key=lambda placed: -weight(placed.alert))
    return tuple(map(_alert, ordered[:_ALERTS]))


def _alert(placed: PlacedAlert) -> Found:
    sides = _quote("claim", placed.claim), _quote("premise", placed.premise)
    return Found(placed.alert.explanation, placed.alert.severity.value, sides)


def _quote(name: str, side: Side) -> Quote:
    return Quote(name, side.label, excerpt(side.text, side.span))
