"""What people ask of all sessions: which there are, and which alerts are new."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from sqlalchemy import ColumnElement, Select, Subquery, exists, func
from sqlalchemy import select as sql_select
from sqlmodel import Session, col, select

from belie.datatypes import AlertState, SessionSummary, Severity, StoredAlert
from belie.storage.from_rows import (
    to_alert,
    to_claim,
    to_conflict,
    to_passage,
    to_review,
    to_verdict,
)
from belie.storage.rows import (
    AlertRow,
    ClaimRow,
    ConflictRow,
    PassageRow,
    ReviewRow,
    SessionRow,
    TurnRow,
    VerdictRow,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from datetime import datetime

    from sqlmodel.sql.expression import SelectOfScalar

    from belie.datatypes import Alert, ConflictKind

__all__ = [
    "alerts_query",
    "older_query",
    "overview_query",
    "read_alert_cursor",
    "read_alerts",
    "read_overview",
]

_Summaries: TypeAlias = "Select[*tuple[Any, ...]]"
_Row = TypeVar("_Row", ClaimRow, PassageRow, VerdictRow, ConflictRow)


def overview_query(
    *,
    limit: int,
    offset: int = 0,
    since: datetime | None = None,
    before: datetime | None = None,
    with_alerts: bool = False,
    to_review: bool = False,
) -> _Summaries:
    """Return the query for a page of sessions, the one with the latest last turn first.

    The page is cut before its alerts are counted, for PostgreSQL would count those of the sessions
    before it, too.
    """
    session, last_at = col(SessionRow.key), col(SessionRow.last_at)
    own = col(AlertRow.session) == session
    rows = select(SessionRow)
    if since is not None:
        rows = rows.where(since <= last_at)
    if before is not None:
        rows = rows.where(last_at < before)
    if with_alerts:
        rows = rows.where(exists().where(own))
    if to_review:
        rows = rows.where(exists().where(own & _waits()))
    page = rows.order_by(last_at.desc(), session.desc()).limit(limit).offset(offset).subquery()
    return _counted(page).order_by(page.c.last_at.desc(), page.c.key.desc())


def _counted(page: Subquery) -> _Summaries:
    """Return the query for the values of `SessionSummary`, in their order."""
    turns = select(TurnRow.index + 1).where(col(TurnRow.session) == page.c.key)
    alerts = select(func.count()).select_from(AlertRow).where(col(AlertRow.session) == page.c.key)
    return sql_select(
        page.c.name,
        turns.order_by(col(TurnRow.index).desc()).limit(1).scalar_subquery(),
        alerts.scalar_subquery(),
        alerts.where(_waits()).scalar_subquery(),
        page.c.first_at,
        page.c.last_at,
    )


def _waits() -> ColumnElement[bool]:
    """Return whether the last review of an alert, if there is any, leaves it open."""
    states = select(ReviewRow.state).where(ReviewRow.alert == AlertRow.key)
    last = states.order_by(col(ReviewRow.key).desc()).limit(1).scalar_subquery()
    return func.coalesce(last, AlertState.OPEN.value) == AlertState.OPEN.value


def read_overview(database: Session, query: _Summaries) -> list[SessionSummary]:
    """Return a page of sessions."""
    return [SessionSummary(*row) for row in database.connection().execute(query)]


def older_query(than: datetime) -> SelectOfScalar[str]:
    """Return the query for the names of the sessions whose last turn is older."""
    names = select(SessionRow.name).where(col(SessionRow.last_at) < than)
    return names.order_by(col(SessionRow.last_at), col(SessionRow.key))


def alerts_query(
    cursor: int,
    *,
    limit: int,
    session: str | None = None,
    kinds: Collection[ConflictKind] = (),
    severity: Severity = Severity.LOW,
) -> SelectOfScalar[AlertRow]:
    """Return the query for the alerts after a cursor, in the order of storing."""
    rows = select(AlertRow).where(cursor < col(AlertRow.key))
    if session is not None:
        key = select(SessionRow.key).where(SessionRow.name == session).scalar_subquery()
        rows = rows.where(AlertRow.session == key)
    if kinds:
        rows = rows.join(ConflictRow, col(ConflictRow.key) == col(AlertRow.conflict))
        rows = rows.where(col(ConflictRow.kind).in_(sorted(kinds)))
    if severity is not Severity.LOW:
        rows = rows.where(col(AlertRow.severity).in_(_at_least(severity)))
    return rows.order_by(col(AlertRow.key)).limit(limit)


def _at_least(severity: Severity) -> list[str]:
    ordered = list(Severity)
    return [each.value for each in ordered[ordered.index(severity) :]]


def read_alert_cursor(database: Session) -> int:
    """Return the cursor of the newest alert; 0 where there is none."""
    return database.exec(select(func.max(AlertRow.key))).one() or 0


def read_alerts(database: Session, query: SelectOfScalar[AlertRow]) -> list[StoredAlert]:
    """Return alerts with their cursors: one query per table, whatever their number."""
    rows = database.exec(query).all()
    alerts = _alerts(database, rows) if rows else []
    return [StoredAlert(row.key, alert) for row, alert in zip(rows, alerts, strict=True)]


def _alerts(database: Session, rows: Sequence[AlertRow]) -> list[Alert]:
    conflict_rows = _of_keys(database, ConflictRow, (row.conflict for row in rows))
    verdict_rows = _of_keys(database, VerdictRow, (row.verdict for row in conflict_rows))
    sides = [*conflict_rows, *verdict_rows]
    claim_keys = (key for row in sides for key in (row.premise_claim, row.claim))
    passage_keys = [row.premise_passage for row in sides]
    passage_keys += [row.claim_passage for row in verdict_rows]
    claims = {row.key: to_claim(row) for row in _of_keys(database, ClaimRow, claim_keys)}
    passages = {row.key: to_passage(row) for row in _of_keys(database, PassageRow, passage_keys)}
    verdicts = {row.key: to_verdict(row, claims, passages) for row in verdict_rows}
    conflicts = {row.key: to_conflict(row, claims, passages, verdicts) for row in conflict_rows}
    reviews = _reviews(database, rows)
    return [
        to_alert(row, conflicts, [to_review(each) for each in reviews if each.alert == row.key])
        for row in rows
    ]


def _of_keys(database: Session, table: type[_Row], keys: Iterable[int | None]) -> Sequence[_Row]:
    wanted = {key for key in keys if key is not None}
    return database.exec(select(table).where(col(table.key).in_(wanted))).all()


def _reviews(database: Session, alerts: Sequence[AlertRow]) -> Sequence[ReviewRow]:
    keys = [row.key for row in alerts]
    rows = select(ReviewRow).where(col(ReviewRow.alert).in_(keys))
    return database.exec(rows.order_by(col(ReviewRow.key))).all()
