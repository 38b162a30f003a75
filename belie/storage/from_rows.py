"""The value of each row, its parts found by their keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.datatypes import (
    Alert,
    AlertState,
    Anchor,
    Change,
    ChangeKind,
    Claim,
    Conflict,
    ConflictKind,
    Document,
    ErrorType,
    Link,
    LinkKind,
    Passage,
    Relation,
    Review,
    Role,
    Scope,
    ScoredSpan,
    Severity,
    Skipped,
    SkipReason,
    Span,
    Statement,
    Turn,
    Verdict,
)
from belie.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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

__all__ = [
    "to_alert",
    "to_change",
    "to_claim",
    "to_conflict",
    "to_document",
    "to_passage",
    "to_review",
    "to_skipped",
    "to_turn",
    "to_ungrounded",
    "to_verdict",
]


def to_turn(row: TurnRow, session: str, documents: Iterable[Document]) -> Turn:
    """Return the turn that ``row`` keeps, with its documents."""
    return Turn(
        session=session,
        index=row.index,
        role=Role(row.role),
        text=row.text,
        documents=tuple(documents),
        question=row.question,
        at=row.at,
    )


def to_skipped(row: TurnRow) -> tuple[Skipped, ...]:
    """Return the stretches without a claim that ``row`` keeps."""
    return tuple(
        Skipped(Span(start, stop), SkipReason(reason)) for reason, start, stop in row.skipped
    )


def to_ungrounded(row: TurnRow) -> tuple[Span, ...]:
    """Return the words no passage backs that ``row`` keeps."""
    return tuple(Span(start, stop) for start, stop in row.ungrounded)


def to_document(row: DocumentRow) -> Document:
    """Return the document that ``row`` keeps."""
    return Document(row.id, row.text, row.extra)


def to_claim(row: ClaimRow) -> Claim:
    """Return the claim that ``row`` keeps."""
    return Claim(
        id=row.id,
        text=row.text,
        source=row.source,
        span=Span(row.start, row.stop),
        turn=row.stated,
        role=Role(row.role),
        pieces=tuple(Span(start, stop) for start, stop in row.pieces),
        scope=frozenset(Scope(word) for word in row.scope),
        anchors=tuple(_to_anchor(*ends) for ends in row.anchors),
        links=tuple(_to_link(*kind_and_ends) for kind_and_ends in row.links),
        reported_by=row.reported_by,
        as_of=row.as_of,
        subject=row.subject,
        context=row.context,
        at=row.at,
    )


def _to_anchor(start: int, stop: int, source_start: int, source_stop: int) -> Anchor:
    return Anchor(Span(start, stop), Span(source_start, source_stop))


def _to_link(
    kind: str, first_start: int, first_stop: int, second_start: int, second_stop: int
) -> Link:
    return Link(LinkKind(kind), Span(first_start, first_stop), Span(second_start, second_stop))


def to_passage(row: PassageRow) -> Passage:
    """Return the passage that ``row`` keeps."""
    span = Span(row.start, row.stop)
    return Passage(id=row.id, text=row.text, source=row.source, span=span, turn=row.brought)


def to_verdict(
    row: VerdictRow, claims: Mapping[int, Claim], passages: Mapping[int, Passage]
) -> Verdict:
    """Return the verdict that ``row`` keeps, its statements found by their keys."""
    return Verdict(
        premise=_side(row.premise_claim, row.premise_passage, claims, passages),
        claim=_side(row.claim, row.claim_passage, claims, passages),
        probabilities=_probabilities(row),
        relation=Relation(row.relation),
        error_type=None if row.error_type is None else ErrorType(row.error_type),
        premise_span=_span(row.premise_start, row.premise_stop),
        claim_span=_span(row.claim_start, row.claim_stop),
        model=row.model,
        truncated=row.truncated,
        ungrounded=_scored(row),
    )


def to_conflict(
    row: ConflictRow,
    claims: Mapping[int, Claim],
    passages: Mapping[int, Passage],
    verdicts: Mapping[int, Verdict],
) -> Conflict:
    """Return the conflict that ``row`` keeps, its parts found by their keys."""
    return Conflict(
        kind=ConflictKind(row.kind),
        premise=_side(row.premise_claim, row.premise_passage, claims, passages),
        claim=claims[row.claim],
        verdict=verdicts[row.verdict],
        path=tuple(row.path),
        discount=row.discount,
    )


def to_change(row: ChangeRow, claims: Mapping[int, Claim]) -> Change:
    """Return the change that ``row`` keeps, its claims found by their keys."""
    return Change(
        kind=ChangeKind(row.kind),
        premise=claims[row.premise_claim],
        claim=claims[row.claim],
        rule=row.rule,
        reason=row.reason,
    )


def to_review(row: ReviewRow) -> Review:
    """Return the review that ``row`` keeps."""
    return Review(AlertState(row.state), by=row.by, note=row.note, at=row.at)


def to_alert(row: AlertRow, conflicts: Mapping[int, Conflict], reviews: Iterable[Review]) -> Alert:
    """Return the alert that ``row`` keeps, with what people said of it."""
    return Alert(
        conflict=conflicts[row.conflict],
        claim_span=Span(row.claim_start, row.claim_stop),
        premise_span=Span(row.premise_start, row.premise_stop),
        severity=Severity(row.severity),
        explanation=row.explanation,
        suggestion=row.suggestion,
        reviews=tuple(reviews),
        resolved_by=row.resolved_by,
    )


def _side(
    claim: int | None,
    passage: int | None,
    claims: Mapping[int, Claim],
    passages: Mapping[int, Passage],
) -> Statement:
    """Return the statement one of the two keys points to; the table holds that one is given."""
    if claim is not None:
        return claims[claim]
    if passage is not None:
        return passages[passage]
    raise StoreError("expected a row that refers to a claim or a passage, got neither")


def _span(start: int | None, stop: int | None) -> Span | None:
    return None if start is None or stop is None else Span(start, stop)


def _scored(row: VerdictRow) -> tuple[ScoredSpan, ...] | None:
    if row.ungrounded is None:
        return None
    return tuple(ScoredSpan(Span(start, stop), score) for start, stop, score in row.ungrounded)


def _probabilities(row: VerdictRow) -> dict[Relation, float]:
    kept = {
        Relation.ENTAILMENT: row.entailment,
        Relation.CONTRADICTION: row.contradiction,
        Relation.PARTIAL_CONTRADICTION: row.partial_contradiction,
        Relation.NEUTRAL: row.neutral,
    }
    return {relation: number for relation, number in kept.items() if number is not None}
