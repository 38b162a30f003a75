"""The row of each value as the tables want it; what it refers to is given by its key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import Claim, Conflict, Passage, Relation, Statement, Verdict
from belie.storage.rows import (
    AlertRow,
    ChangeRow,
    ClaimRow,
    ConflictRow,
    DocumentRow,
    PassageRow,
    ReviewRow,
    TurnRow,
    VerdictRow,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from belie.datatypes import (
        Alert,
        Anchor,
        Change,
        Document,
        Link,
        Review,
        ScoredSpan,
        Span,
        TurnReport,
    )

__all__ = [
    "Keys",
    "Place",
    "alert_row",
    "change_row",
    "claim_row",
    "conflict_row",
    "document_row",
    "passage_row",
    "review_row",
    "turn_row",
    "verdict_row",
]

Keys = dict[Statement | Verdict | Conflict, int]
"""The keys that the database gave to what was written."""


@dataclass(frozen=True, slots=True)
class Place:
    """The session's key and the turn's index, which every row of the turn carries."""

    session: int
    turn: int


def turn_row(place: Place, report: TurnReport) -> TurnRow:
    """Return the row of a turn and of what its report says as a whole."""
    turn = report.turn
    return TurnRow(
        session=place.session,
        index=place.turn,
        role=turn.role,
        text=turn.text,
        question=turn.question,
        at=turn.at,
        warnings=list(report.warnings),
        skipped=[(each.reason.value, each.span.start, each.span.end) for each in report.skipped],
        timings={step: float(seconds) for step, seconds in report.timings.items()},
        ungrounded=[(span.start, span.end) for span in report.ungrounded],
    )


def document_row(place: Place, number: int, document: Document) -> DocumentRow:
    """Return the row of a document of the turn."""
    return DocumentRow(
        session=place.session,
        turn=place.turn,
        number=number,
        id=document.id,
        text=document.text,
        extra=document.metadata,
    )


def claim_row(place: Place, claim: Claim, number: int | None) -> ClaimRow:
    """Return the row of a claim; ``number`` is its place in the report, if it has one."""
    return ClaimRow(
        session=place.session,
        turn=place.turn,
        number=number,
        id=claim.id,
        text=claim.text,
        source=claim.source,
        start=claim.span.start,
        stop=claim.span.end,
        stated=claim.turn,
        role=claim.role,
        pieces=[[piece.start, piece.end] for piece in claim.pieces],
        scope=sorted(claim.scope),
        anchors=[_anchor(anchor) for anchor in claim.anchors],
        links=[_link(link) for link in claim.links],
        reported_by=claim.reported_by,
        as_of=claim.as_of,
        subject=claim.subject,
        context=claim.context,
        at=claim.at,
    )


def _anchor(anchor: Anchor) -> tuple[int, int, int, int]:
    return anchor.span.start, anchor.span.end, anchor.source.start, anchor.source.end


def _link(link: Link) -> tuple[str, int, int, int, int]:
    first, second = link.first, link.second
    return link.kind.value, first.start, first.end, second.start, second.end


def passage_row(place: Place, passage: Passage) -> PassageRow:
    """Return the row of a passage."""
    return PassageRow(
        session=place.session,
        turn=place.turn,
        id=passage.id,
        text=passage.text,
        source=passage.source,
        start=passage.span.start,
        stop=passage.span.end,
        brought=passage.turn,
    )


def verdict_row(place: Place, verdict: Verdict, number: int | None, keys: Keys) -> VerdictRow:
    """Return the row of a verdict, its statements given by their keys."""
    premise_start, premise_stop = _ends(verdict.premise_span)
    claim_start, claim_stop = _ends(verdict.claim_span)
    return VerdictRow(
        session=place.session,
        turn=place.turn,
        number=number,
        premise_claim=_key_if(Claim, verdict.premise, keys),
        premise_passage=_key_if(Passage, verdict.premise, keys),
        claim=_key_if(Claim, verdict.claim, keys),
        claim_passage=_key_if(Passage, verdict.claim, keys),
        entailment=_number(verdict, Relation.ENTAILMENT),
        contradiction=_number(verdict, Relation.CONTRADICTION),
        partial_contradiction=_number(verdict, Relation.PARTIAL_CONTRADICTION),
        neutral=_number(verdict, Relation.NEUTRAL),
        relation=verdict.relation,
        error_type=verdict.error_type,
        premise_start=premise_start,
        premise_stop=premise_stop,
        claim_start=claim_start,
        claim_stop=claim_stop,
        model=verdict.model,
        truncated=verdict.truncated,
        ungrounded=_scored(verdict.ungrounded),
    )


def conflict_row(place: Place, conflict: Conflict, number: int | None, keys: Keys) -> ConflictRow:
    """Return the row of a conflict, its parts given by their keys."""
    return ConflictRow(
        session=place.session,
        turn=place.turn,
        number=number,
        kind=conflict.kind,
        premise_claim=_key_if(Claim, conflict.premise, keys),
        premise_passage=_key_if(Passage, conflict.premise, keys),
        claim=keys[conflict.claim],
        verdict=keys[conflict.verdict],
        path=list(conflict.path),
        discount=float(conflict.discount),
    )


def change_row(place: Place, number: int, change: Change, keys: Keys) -> ChangeRow:
    """Return the row of a change, its claims given by their keys."""
    return ChangeRow(
        session=place.session,
        turn=place.turn,
        number=number,
        kind=change.kind,
        premise_claim=keys[change.premise],
        claim=keys[change.claim],
        rule=change.rule,
        reason=change.reason,
    )


def review_row(place: Place, review: Review, alert: int) -> ReviewRow:
    """Return the row of a review of the alert with the key ``alert``."""
    return ReviewRow(
        session=place.session,
        turn=place.turn,
        alert=alert,
        state=review.state,
        by=review.by,
        note=review.note,
        at=review.at,
    )


def alert_row(place: Place, number: int, alert: Alert, keys: Keys) -> AlertRow:
    """Return the row of an alert, its conflict given by its key."""
    return AlertRow(
        session=place.session,
        turn=place.turn,
        number=number,
        id=alert.id,
        conflict=keys[alert.conflict],
        claim_start=alert.claim_span.start,
        claim_stop=alert.claim_span.end,
        premise_start=alert.premise_span.start,
        premise_stop=alert.premise_span.end,
        severity=alert.severity,
        explanation=alert.explanation,
        suggestion=alert.suggestion,
        resolved_by=alert.resolved_by,
    )


def _key_if(kind: type[Claim | Passage], statement: Statement, keys: Keys) -> int | None:
    return keys[statement] if isinstance(statement, kind) else None


def _ends(span: Span | None) -> tuple[int, int] | tuple[None, None]:
    return (None, None) if span is None else (span.start, span.end)


def _scored(words: Iterable[ScoredSpan] | None) -> list[tuple[int, int, float]] | None:
    if words is None:
        return None
    return [(each.span.start, each.span.end, float(each.score)) for each in words]


def _number(verdict: Verdict, relation: Relation) -> float | None:
    """Return a plain float, whatever kind of number the classifier gave; ``None`` for no number."""
    given = verdict.probabilities.get(relation)
    return None if given is None else float(given)
