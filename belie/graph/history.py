"""What was said about something, when, on what evidence, and what became of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from belie.datatypes import ChangeKind, Claim
from belie.errors import InputError
from belie.graph import rules
from belie.graph.rules import EdgeKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from belie.datatypes import Change, Conflict, Statement, Verdict
    from belie.graph.network import Edge, Network
    from belie.graph.rules import Position

__all__ = ["Event", "EventKind", "History", "histories"]

_WORD = re.compile(r"\w+")


class EventKind(StrEnum):
    """What happened to a claim."""

    SAID = "said"
    SUPPORTED = "supported"
    """Another statement entails it."""
    CONTRADICTED = "contradicted"
    """Another statement contradicts it, and nothing excuses that."""
    EXCUSED = "excused"
    """Another statement clashes with it, but a rule says that both may hold."""
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened to a claim.

    Parameters
    ----------
    kind
        What.
    when
        The place of the conversation at which it was known: the index of the turn, the number in
        it.
    by
        The statement that did it; of what was said, the mention itself.
    verdict
        The judged pair that it rests on; ``None`` where none was needed.
    reason
        Why, in one short sentence, where a rule has one.
    """

    kind: EventKind
    when: Position
    by: Statement
    verdict: Verdict | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class History:
    """All that happened to one claim and those equal to it.

    Parameters
    ----------
    mentions
        The equal claims, as they came; each has its turn, its words there and, where known, its
        time.
    events
        In the order of the conversation.
    """

    mentions: tuple[Claim, ...]
    events: tuple[Event, ...]

    @property
    def text(self) -> str:
        """The words of the first mention."""
        return self.mentions[0].text

    @property
    def stands(self) -> bool:
        """Whether it was not superseded or retracted since it was last said."""
        ends = EventKind.SUPERSEDED, EventKind.RETRACTED, EventKind.SAID
        return [one.kind for one in self.events if one.kind in ends][-1] is EventKind.SAID


def histories(
    network: Network, about: str, *, changes: Iterable[Change], conflicts: Iterable[Conflict]
) -> tuple[History, ...]:
    """Return the histories of the claims that ``about`` names, by the position of the first.

    Parameters
    ----------
    network
        The statements and edges.
    about
        The id of a statement, or words that a claim's text holds, in any order and case.
    changes, conflicts
        All those of the conversation.

    Raises
    ------
    InputError
        If ``about`` has no words.
    """
    nodes = _named(network, about)
    events: dict[str, list[Event]] = {node: _of_edges(network, node) for node in nodes}
    for change in changes:
        node = network.node(change.premise.id)
        if node in events:
            events[node].append(_of_change(change))
    for conflict in conflicts:
        if conflict.implied and network.node(conflict.claim.id) in events:
            when = rules.position(conflict.claim)
            event = Event(EventKind.CONTRADICTED, when, conflict.premise, conflict.verdict)
            events[network.node(conflict.claim.id)].append(event)
    return tuple(_history(network, node, found) for node, found in events.items())


def _named(network: Network, about: str) -> list[str]:
    if about in network:
        nodes = [network.node(about)]
    else:
        wanted = _words(about)
        if not wanted:
            raise InputError(f"expected the id of a claim or words of its text, got {about!r}")
        nodes = [
            node for node in network.nodes() if wanted <= _words(network.last_mention(node).text)
        ]
    return [node for node in nodes if isinstance(network.last_mention(node), Claim)]


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def _history(network: Network, node: str, found: list[Event]) -> History:
    mentions = tuple(one for one in network.mentions(node) if isinstance(one, Claim))
    said = [Event(EventKind.SAID, rules.position(one), one) for one in mentions]
    return History(mentions, tuple(sorted([*said, *found], key=lambda one: one.when)))


def _of_edges(network: Network, node: str) -> list[Event]:
    """Return what verdicts tell; where one led to a change, the change tells it."""
    found: list[Event] = []
    for edge in network.edges_of(node):
        verdict, kind = edge.verdict, _kind(edge)
        if verdict is not None and kind is not None:
            judged = network.node(verdict.claim.id) == node
            other = verdict.premise if judged else verdict.claim
            reason = edge.ruling.reason if edge.ruling else ""
            found.append(Event(kind, rules.order(verdict)[0], other, verdict, reason))
    return found


def _kind(edge: Edge) -> EventKind | None:
    if edge.relation is EdgeKind.ENTAILS:
        return EventKind.SUPPORTED
    if edge.relation not in (EdgeKind.CONTRADICTS, EdgeKind.PARTIALLY_CONTRADICTS):
        return None
    if edge.ruling is None:
        return EventKind.CONTRADICTED
    return EventKind.EXCUSED if edge.ruling.edge is None else None


def _of_change(change: Change) -> Event:
    retracts = change.kind is ChangeKind.RETRACTS
    kind = EventKind.RETRACTED if retracts else EventKind.SUPERSEDED
    return Event(kind, rules.position(change.claim), change.claim, reason=change.reason)
