"""The rules by which verdicts become edges and conflicts: one small function per rule.

All are pure; :class:`belie.graph.ClaimGraph` holds the state and calls them in order. *When* a
verdict happens is the position of the later of its two statements: before that, nobody could know
it. Ordering by that moment is what makes turn by turn equal to all at once.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from belie.datatypes import Claim, Conflict, ConflictKind, Passage, Relation, Role, Scope
from belie.errors import InputError

if TYPE_CHECKING:
    from belie.datatypes import Statement, Verdict

__all__ = [
    "DocumentKey",
    "EdgeKind",
    "Order",
    "Position",
    "clashes",
    "conflict_kind",
    "document_key",
    "edge_kind",
    "in_order",
    "order",
    "plain",
    "position",
    "raised",
    "share_words",
    "strength",
    "stronger",
]

Position: TypeAlias = tuple[int, int]
"""The index of the turn and the number in it; the passages of a turn come before its claims."""

DocumentKey: TypeAlias = tuple[int, str]
"""The index of the turn that brought a document, and the document's id."""

Order: TypeAlias = tuple[Position, bool, float, bool, str, str]
"""What verdicts are sorted by."""

_NOT_PLAIN = frozenset(
    {
        Scope.CONDITIONAL,
        Scope.HYPOTHETICAL,
        Scope.HEDGED,
        Scope.REPORTED,
        Scope.QUESTION,
        Scope.QUOTED,
    }
)


class EdgeKind(StrEnum):
    """What an edge of the graph says."""

    ENTAILS = "entails"
    """From premise to claim."""
    CONTRADICTS = "contradicts"
    """From premise to claim: as a whole, the claim cannot hold."""
    PARTIALLY_CONTRADICTS = "partially_contradicts"
    """From premise to claim: a detail of the claim cannot hold."""
    SUPERSEDES = "supersedes"
    """From the correction to the earlier claim that it replaces."""
    RETRACTS = "retracts"
    """From the withdrawal to the earlier claim that it takes back."""


_EDGE_KINDS = {
    Relation.ENTAILMENT: EdgeKind.ENTAILS,
    Relation.CONTRADICTION: EdgeKind.CONTRADICTS,
    Relation.PARTIAL_CONTRADICTION: EdgeKind.PARTIALLY_CONTRADICTS,
}


def position(statement: Statement) -> Position:
    """Return where in the conversation ``statement`` stands.

    Raises
    ------
    InputError
        If the id of a claim does not end in ``#`` and a number.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> position(Claim("s1/3#2", "It is red.", "s1/3", Span(0, 10), turn=3))
    (3, 2)
    """
    if isinstance(statement, Passage):
        return statement.turn, -1
    number = statement.id.rpartition("#")[2]
    try:
        return statement.turn, int(number)
    except ValueError as error:
        raise InputError(
            f"expected a claim id '<turn id>#<number in the turn>', got {statement.id!r}"
        ) from error


def in_order(verdict: Verdict) -> tuple[Statement, Statement]:
    """Return the earlier and the later statement of ``verdict``; on a tie the claim is later."""
    premise, claim = verdict.premise, verdict.claim
    return (claim, premise) if position(claim) < position(premise) else (premise, claim)


def strength(verdict: Verdict) -> float:
    """Return how loudly ``verdict`` speaks: the larger of entailment and contradiction."""
    return max(verdict.entailment, verdict.contradiction)


def order(verdict: Verdict) -> Order:
    """Return the sort key of verdicts: by moment, for each the strongest first.

    A pair judged both ways counts by the verdict whose claim is the later one. On equal strength
    a contradiction comes first, then the smaller ids.
    """
    _, later = in_order(verdict)
    backward = later is verdict.premise
    quiet = not verdict.contradicts
    ids = verdict.premise.id, verdict.claim.id
    return position(later), backward, -strength(verdict), quiet, *ids


def clashes(verdict: Verdict, *, threshold: float, discount: float = 1.0) -> bool:
    """Return whether ``verdict`` is a contradiction of at least ``threshold``, whole or partial.

    ``discount`` is what the rest of its document leaves of it, in [0, 1].
    """
    return verdict.contradicts and verdict.contradiction * discount >= threshold


def edge_kind(verdict: Verdict, *, threshold: float) -> EdgeKind | None:
    """Return the edge from premise to claim; ``None`` if neutral or below ``threshold``."""
    if verdict.contradicts and not clashes(verdict, threshold=threshold):
        return None
    return _EDGE_KINDS.get(verdict.relation)


def conflict_kind(premise: Statement, claim: Claim) -> ConflictKind | None:
    """Return between whom a clash of the two stands; ``None`` where it accuses nobody.

    A user is held only to what the user said in an earlier turn. What comes later accuses nothing
    that was said in a turn before it.
    """
    if isinstance(premise, Passage):
        return ConflictKind.REFERENCE if claim.role is Role.ASSISTANT else None
    if claim.turn < premise.turn:
        return None
    if claim.role is Role.USER:
        own = premise.role is Role.USER and premise.turn < claim.turn
        return ConflictKind.CROSS_TURN if own else None
    if premise.role is Role.USER:
        return ConflictKind.USER_FACT
    return ConflictKind.SAME_TURN if premise.turn == claim.turn else ConflictKind.CROSS_TURN


def plain(statement: Statement) -> bool:
    """Return whether ``statement`` is meant as it stands, so that something follows from it.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> hedged = frozenset({Scope.HEDGED})
    >>> plain(Claim("s/0#0", "It may be red.", "s/0", Span(0, 14), scope=hedged))
    False
    """
    return isinstance(statement, Passage) or _NOT_PLAIN.isdisjoint(statement.scope)


def share_words(one: Statement, other: Statement) -> bool:
    """Return whether two claims are made of the same words of one turn: parts of one statement."""
    if isinstance(one, Passage) or isinstance(other, Passage) or one.source != other.source:
        return False
    return one.span.overlaps(other.span)


def raised(verdict: Verdict, discount: float = 1.0) -> Conflict | None:
    """Return the conflict that a clash raises; ``None`` if it accuses nobody.

    Passages are never accused.

    Parameters
    ----------
    verdict
        A contradiction.
    discount
        What the rest of its document leaves of it, in (0, 1].
    """
    premise, claim = verdict.premise, verdict.claim
    if isinstance(claim, Passage):
        return None
    kind = conflict_kind(premise, claim)
    if kind is None:
        return None
    return Conflict(kind, premise, claim, verdict, (premise.id, claim.id), discount)


def document_key(passage: Passage) -> DocumentKey:
    """Return what all windows of one document share."""
    return passage.turn, passage.source


def stronger(verdict: Verdict, than: Verdict | None) -> bool:
    """Return whether ``verdict`` speaks for its document in place of the verdict ``than``.

    A neutral verdict says nothing of a document, so it never speaks for one.
    """
    if verdict.relation is Relation.NEUTRAL:
        return False
    return than is None or strength(than) < strength(verdict)
