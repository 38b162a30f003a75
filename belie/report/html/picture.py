"""The claims of a conversation as a graph: what contradicts, supports or changes what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import Passage, Relation
from belie.report.words import clip

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belie.datatypes import Conflict, Statement
    from belie.report.placing import Conversation

__all__ = ["Picture", "draw"]

_TEXT = 160
"""How many characters of a statement the picture holds."""


@dataclass(frozen=True, slots=True)
class Node:
    """A statement; ``turn`` is the index of its turn, ``lane`` the column it stands in."""

    turn: int
    lane: str
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """What the premise is to the claim, both given by their positions among the nodes.

    Parameters
    ----------
    premise, claim
        The positions.
    relation
        ``contradiction``, ``partial_contradiction``, ``entailment``, ``supersedes``, ``retracts``.
    alert
        The number of the alert that shows it.
    implied
        Whether it follows from others.
    """

    premise: int
    claim: int
    relation: str
    alert: int | None = None
    implied: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """Nodes in order of their turns, and the lines between them."""

    nodes: tuple[Node, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class _Tie:
    """A line before its nodes have positions."""

    premise: Statement
    claim: Statement
    relation: str
    alert: int | None = None
    implied: bool = False


def draw(conversation: Conversation) -> Picture:
    """Return the graph of ``conversation``: each statement that something is tied to, once.

    Statements that no other one supports, contradicts or changes are left out.

    Examples
    --------
    >>> from belie.datatypes import Role, Turn, TurnReport
    >>> from belie.report.placing import converse
    >>> draw(converse([TurnReport(Turn("s1", 0, Role.USER, "Hi."))])[0])
    Picture(nodes=(), lines=())
    """
    ties = {(tie.premise.id, tie.claim.id, tie.relation): tie for tie in _ties(conversation)}
    statements = {one.id: one for tie in ties.values() for one in (tie.premise, tie.claim)}
    ordered = sorted(statements.values(), key=_place)
    positions = {statement.id: at for at, statement in enumerate(ordered)}
    return Picture(
        tuple(Node(one.turn, _lane(one), clip(one.text, limit=_TEXT)) for one in ordered),
        tuple(
            Line(
                positions[tie.premise.id],
                positions[tie.claim.id],
                tie.relation,
                tie.alert,
                tie.implied,
            )
            for tie in ties.values()
        ),
    )


def _ties(conversation: Conversation) -> Iterator[_Tie]:
    """Yield what is tied, alerts last: they know most of a tie that is given twice.

    A contradiction counts where the graph made a conflict of it; what a rule explained does not.
    """
    for report in conversation.reports:
        for verdict in report.verdicts:
            if verdict.relation is Relation.ENTAILMENT:
                yield _Tie(verdict.premise, verdict.claim, verdict.relation.value)
        for conflict in report.conflicts:
            yield _conflict(conflict)
        for change in report.changes:
            yield _Tie(change.premise, change.claim, change.kind.value)
    for placed in conversation.alerts:
        yield _conflict(placed.alert.conflict, alert=placed.number)


def _conflict(conflict: Conflict, *, alert: int | None = None) -> _Tie:
    relation = conflict.verdict.relation.value
    return _Tie(conflict.premise, conflict.claim, relation, alert, conflict.implied)


def _place(statement: Statement) -> tuple[int, str, int, str]:
    return statement.turn, _lane(statement), statement.span.start, statement.id


def _lane(statement: Statement) -> str:
    return "document" if isinstance(statement, Passage) else statement.role.value
