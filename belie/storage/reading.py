"""From rows back to the reports they were made of."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, TypeVar

from sqlmodel import Session, col, select

from belie.datatypes import (
    Alert,
    Claim,
    Conflict,
    ConflictKind,
    Document,
    ErrorType,
    Passage,
    Relation,
    Role,
    Scope,
    Severity,
    Span,
    Statement,
    Turn,
    TurnReport,
    Verdict,
)
from belie.errors import StoreError
from belie.storage.rows import (
    AlertRow,
    ClaimRow,
    ConflictRow,
    DocumentRow,
    PassageRow,
    SessionRow,
    TurnRow,
    VerdictRow,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["read_reports", "read_sessions", "to_claim", "to_passage"]

_Value = TypeVar("_Value")
_Row = TypeVar("_Row", DocumentRow, ClaimRow, VerdictRow, ConflictRow, AlertRow)


def read_sessions(database: Session) -> list[str]:
    """Return the names of all sessions, oldest first."""
    return list(database.exec(select(SessionRow.name).order_by(col(SessionRow.key))))


def read_reports(database: Session, session: str) -> list[TurnReport]:
    """Return the reports of ``session`` in order: one query per table, whatever its length."""
    key = database.exec(select(SessionRow.key).where(SessionRow.name == session)).first()
    return [] if key is None else _reports(database, session, key)


def _reports(database: Session, session: str, key: int) -> list[TurnReport]:
    document_rows = _rows(database, DocumentRow, key)
    claim_rows = _rows(database, ClaimRow, key)
    verdict_rows = _rows(database, VerdictRow, key)
    conflict_rows = _rows(database, ConflictRow, key)
    alert_rows = _rows(database, AlertRow, key)
    documents = {row.key: _to_document(row) for row in document_rows}
    claims = {row.key: to_claim(row) for row in claim_rows}
    passages = {row.key: to_passage(row) for row in _passage_rows(database, key)}
    verdicts = {row.key: _to_verdict(row, claims, passages) for row in verdict_rows}
    conflicts = {row.key: _to_conflict(row, claims, passages, verdicts) for row in conflict_rows}
    alerts = {row.key: _to_alert(row, conflicts) for row in alert_rows}
    documents_of = _listed(document_rows, documents)
    claims_of = _listed(claim_rows, claims)
    verdicts_of = _listed(verdict_rows, verdicts)
    conflicts_of = _listed(conflict_rows, conflicts)
    alerts_of = _listed(alert_rows, alerts)
    return [
        TurnReport(
            turn=_to_turn(row, session, documents_of[row.index]),
            claims=tuple(claims_of[row.index]),
            verdicts=tuple(verdicts_of[row.index]),
            conflicts=tuple(conflicts_of[row.index]),
            alerts=tuple(alerts_of[row.index]),
            warnings=tuple(row.warnings),
            timings=row.timings,
        )
        for row in _turn_rows(database, key)
    ]


def _turn_rows(database: Session, key: int) -> Iterable[TurnRow]:
    turns = select(TurnRow).where(TurnRow.session == key)
    return database.exec(turns.order_by(col(TurnRow.index)))


def _passage_rows(database: Session, key: int) -> Iterable[PassageRow]:
    return database.exec(select(PassageRow).where(PassageRow.session == key))


def _rows(database: Session, table: type[_Row], key: int) -> Sequence[_Row]:
    """Return the rows of a session, turn by turn, each turn's in the order of its tuple."""
    rows = select(table).where(table.session == key)
    return database.exec(rows.order_by(col(table.turn), col(table.number))).all()


def _listed(rows: Iterable[_Row], values: Mapping[int, _Value]) -> defaultdict[int, list[_Value]]:
    """Return by turn what its report lists; what it only refers to has no number."""
    by_turn: defaultdict[int, list[_Value]] = defaultdict(list)
    for row in rows:
        if row.number is not None:
            by_turn[row.turn].append(values[row.key])
    return by_turn


def _to_turn(row: TurnRow, session: str, documents: Iterable[Document]) -> Turn:
    return Turn(
        session=session,
        index=row.index,
        role=Role(row.role),
        text=row.text,
        documents=tuple(documents),
        question=row.question,
        at=row.at,
    )


def _to_document(row: DocumentRow) -> Document:
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
    )


def to_passage(row: PassageRow) -> Passage:
    """Return the passage that ``row`` keeps."""
    span = Span(row.start, row.stop)
    return Passage(id=row.id, text=row.text, source=row.source, span=span, turn=row.brought)


def _to_verdict(
    row: VerdictRow, claims: Mapping[int, Claim], passages: Mapping[int, Passage]
) -> Verdict:
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
    )


def _to_conflict(
    row: ConflictRow,
    claims: Mapping[int, Claim],
    passages: Mapping[int, Passage],
    verdicts: Mapping[int, Verdict],
) -> Conflict:
    return Conflict(
        kind=ConflictKind(row.kind),
        premise=_side(row.premise_claim, row.premise_passage, claims, passages),
        claim=claims[row.claim],
        verdict=verdicts[row.verdict],
        path=tuple(row.path),
    )


def _to_alert(row: AlertRow, conflicts: Mapping[int, Conflict]) -> Alert:
    return Alert(
        conflict=conflicts[row.conflict],
        claim_span=Span(row.claim_start, row.claim_stop),
        premise_span=Span(row.premise_start, row.premise_stop),
        severity=Severity(row.severity),
        explanation=row.explanation,
        suggestion=row.suggestion,
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


def _probabilities(row: VerdictRow) -> dict[Relation, float]:
    kept = {
        Relation.ENTAILMENT: row.entailment,
        Relation.CONTRADICTION: row.contradiction,
        Relation.PARTIAL_CONTRADICTION: row.partial_contradiction,
        Relation.NEUTRAL: row.neutral,
    }
    return {relation: number for relation, number in kept.items() if number is not None}
