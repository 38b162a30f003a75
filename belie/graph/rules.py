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
    from collections.abc import Iterable, Iterator

    from belie.datatypes import Statement, Verdict

__all__ = [
    "DocumentKey",
    "EdgeKind",
    "Position",
    "asserted",
    "clashes",
    "conflict_key",
    "conflict_kind",
    "correction",
    "disagreements",
    "document_key",
    "edge_kind",
    "in_order",
    "order",
    "position",
    "raised",
    "strength",
    "stronger",
]

Position: TypeAlias = tuple[int, int]
"""The index of the turn and the number in it; the passages of a turn come before its claims."""

DocumentKey: TypeAlias = tuple[int, str]
"""The index of the turn that brought a document, and the document's id."""

_UNASSERTED = frozenset({Scope.CONDITIONAL, Scope.HEDGED, Scope.REPORTED})


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


def order(verdict: Verdict) -> tuple[Position, bool, float, bool, str, str]:
    """Return the sort key of verdicts: by moment, for each the strongest first.

    A pair judged both ways counts by the verdict whose claim is the later one. On equal strength
    a contradiction comes first, then the smaller ids.
    """
    _, later = in_order(verdict)
    backward = later is verdict.premise
    quiet = not verdict.contradicts
    ids = verdict.premise.id, verdict.claim.id
    return position(later), backward, -strength(verdict), quiet, *ids


def clashes(verdict: Verdict, *, threshold: float) -> bool:
    """Return whether ``verdict`` is a contradiction of at least ``threshold``, whole or partial."""
    return verdict.contradicts and verdict.contradiction >= threshold


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


def asserted(statement: Statement) -> bool:
    """Return whether ``statement`` is meant as it stands: not conditional, hedged or reported.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> hedged = frozenset({Scope.HEDGED})
    >>> asserted(Claim("s/0#0", "It may be red.", "s/0", Span(0, 14), scope=hedged))
    False
    """
    return isinstance(statement, Passage) or _UNASSERTED.isdisjoint(statement.scope)


def correction(verdict: Verdict) -> tuple[Claim, Claim] | None:
    """Return (correction, corrected claim) if a contradiction mends what its speaker said before.

    ``verdict`` is taken to clash. Correcting somebody else is no correction but a contradiction.
    """
    earlier, later = in_order(verdict)
    if not (isinstance(earlier, Claim) and isinstance(later, Claim)):
        return None
    mends = Scope.CORRECTION in later.scope and earlier.role is later.role
    return (later, earlier) if mends else None


def raised(verdict: Verdict) -> Conflict | None:
    """Return the conflict that a clash raises; ``None`` if it accuses nobody.

    Against documents every claim is held to its words; against other claims only what both
    speakers asserted counts. Passages are never accused.
    """
    premise, claim = verdict.premise, verdict.claim
    if isinstance(claim, Passage):
        return None
    kind = conflict_kind(premise, claim)
    if kind is None:
        return None
    if kind is not ConflictKind.REFERENCE and not (asserted(premise) and asserted(claim)):
        return None
    return Conflict(kind, premise, claim, verdict, path=(premise.id, claim.id))


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


def disagreements(
    claim: Claim, verdicts: Iterable[Verdict], *, threshold: float
) -> Iterator[Conflict]:
    """Yield one conflict for each document that contradicts a claim another one supports.

    Parameters
    ----------
    claim
        A claim of the assistant; what the user says brings no documents into conflict.
    verdicts
        The strongest verdict of each document on ``claim``.
    threshold
        The probability in (0, 1] from which a contradiction counts.
    """
    spoken = sorted(verdicts, key=order)
    support = [one for one in spoken if one.relation is Relation.ENTAILMENT]
    if not support or claim.role is Role.USER:
        return
    best = max(support, key=strength).premise.id
    for one in spoken:
        if clashes(one, threshold=threshold):
            path = (best, claim.id, one.premise.id)
            yield Conflict(ConflictKind.DOCUMENT, one.premise, claim, one, path)


def conflict_key(conflict: Conflict) -> tuple[str, ...]:
    """Return what only one conflict may have: the two claims, or the claim and the document."""
    premise, claim = conflict.premise, conflict.claim
    if isinstance(premise, Passage):
        return conflict.kind, claim.id, str(premise.turn), premise.source
    return tuple(sorted((premise.id, claim.id)))
