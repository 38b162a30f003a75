"""From rows back to the reports they were made of."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, TypeVar

from sqlmodel import Session, col, select

from belie.datatypes import Review, TurnReport
from belie.storage.from_rows import (
    to_alert,
    to_change,
    to_claim,
    to_conflict,
    to_document,
    to_passage,
    to_review,
    to_skipped,
    to_turn,
    to_ungrounded,
    to_verdict,
)
from belie.storage.rows import (
    AlertRow,
    ChangeRow,
    ClaimRow,
    ConflictRow,
    DocumentRow,
    PassageRow,
    ReviewRow,
    SessionRow,
    TurnRow,
    VerdictRow,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["read_reports", "read_sessions"]

_Value = TypeVar("_Value")
_Row = TypeVar("_Row", DocumentRow, ClaimRow, VerdictRow, ConflictRow, ChangeRow, AlertRow)


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
    change_rows = _rows(database, ChangeRow, key)
    alert_rows = _rows(database, AlertRow, key)
    documents = {row.key: to_document(row) for row in document_rows}
    claims = {row.key: to_claim(row) for row in claim_rows}
    passages = {row.key: to_passage(row) for row in _passage_rows(database, key)}
    verdicts = {row.key: to_verdict(row, claims, passages) for row in verdict_rows}
    conflicts = {row.key: to_conflict(row, claims, passages, verdicts) for row in conflict_rows}
    changes = {row.key: to_change(row, claims) for row in change_rows}
    reviews = _reviews(database, key)
    alerts = {row.key: to_alert(row, conflicts, reviews[row.key]) for row in alert_rows}
    documents_of = _listed(document_rows, documents)
    claims_of = _listed(claim_rows, claims)
    verdicts_of = _listed(verdict_rows, verdicts)
    conflicts_of = _listed(conflict_rows, conflicts)
    changes_of = _listed(change_rows, changes)
    alerts_of = _listed(alert_rows, alerts)
    return [
        TurnReport(
            turn=to_turn(row, session, documents_of[row.index]),
            claims=tuple(claims_of[row.index]),
            verdicts=tuple(verdicts_of[row.index]),
            conflicts=tuple(conflicts_of[row.index]),
            alerts=tuple(alerts_of[row.index]),
            warnings=tuple(row.warnings),
            skipped=to_skipped(row),
            timings=row.timings,
            changes=tuple(changes_of[row.index]),
            ungrounded=to_ungrounded(row),
        )
        for row in _turn_rows(database, key)
    ]


def _turn_rows(database: Session, key: int) -> Iterable[TurnRow]:
    turns = select(TurnRow).where(TurnRow.session == key)
    return database.exec(turns.order_by(col(TurnRow.index)))


def _passage_rows(database: Session, key: int) -> Iterable[PassageRow]:
    return database.exec(select(PassageRow).where(PassageRow.session == key))


def _reviews(database: Session, key: int) -> defaultdict[int, list[Review]]:
    """Return the reviews by the key of their alert, oldest first."""
    rows = select(ReviewRow).where(ReviewRow.session == key).order_by(col(ReviewRow.key))
    found: defaultdict[int, list[Review]] = defaultdict(list)
    for row in database.exec(rows):
        found[row.alert].append(to_review(row))
    return found


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
