"""From a report to rows: each statement, verdict and conflict once, then referred to by its key."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from sqlmodel import Session, col, select

from belie.datatypes import Change, Claim, Conflict, Passage, Statement, Verdict
from belie.storage.from_rows import to_claim, to_passage
from belie.storage.refusals import unknown_alert, wrong_turn
from belie.storage.rows import AlertRow, ClaimRow, MetaRow, PassageRow, SessionRow, TurnRow
from belie.storage.times import time_of
from belie.storage.to_rows import (
    Keys,
    Place,
    alert_row,
    change_row,
    claim_row,
    conflict_row,
    document_row,
    passage_row,
    review_row,
    turn_row,
    verdict_row,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlmodel import SQLModel

    from belie.datatypes import (
        Alert,
        Review,
        Turn,
        TurnReport,
    )

__all__ = ["write_report", "write_review"]

_Value = TypeVar("_Value", Claim, Verdict, Conflict)


def write_report(database: Session, report: TurnReport) -> None:
    """Add the rows of ``report``; the caller's transaction makes it whole or nothing.

    Raises
    ------
    StoreError
        If its turn's index is not the next of its session.
    """
    place = Place(_continued_session(database, report.turn), report.turn.index)
    _insert(database, [turn_row(place, report)])
    _insert(database, [document_row(place, *each) for each in enumerate(report.turn.documents)])
    conflicts = _numbered(report.conflicts, [alert.conflict for alert in report.alerts])
    verdicts = _numbered(report.verdicts, [conflict.verdict for conflict, _ in conflicts])
    used = _sides(
        [
            *(verdict for verdict, _ in verdicts),
            *(conflict for conflict, _ in conflicts),
            *report.changes,
        ]
    )
    keys = _write_statements(database, place, report.claims, used)
    keys |= _write_verdicts(database, place, verdicts, keys)
    keys |= _write_conflicts(database, place, conflicts, keys)
    _insert(database, [change_row(place, *each, keys) for each in enumerate(report.changes)])
    _write_alerts(database, place, report.alerts, keys)


def write_review(database: Session, alert: Alert, review: Review) -> None:
    """Add the row of ``review``.

    Raises
    ------
    StoreError
        If no stored report has the alert.
    """
    rows = select(AlertRow).join(SessionRow, col(SessionRow.key) == col(AlertRow.session))
    rows = rows.where(SessionRow.name == alert.session, AlertRow.id == alert.id)
    row = database.exec(rows.order_by(col(AlertRow.key))).first()
    if row is None:
        raise unknown_alert(alert)
    _insert(database, [review_row(Place(row.session, row.turn), review, row.key)])


def _continued_session(database: Session, turn: Turn) -> int:
    """Return the key of the session that ``turn`` continues; a first turn makes it.

    Its new time also makes a second writer of the session wait, and then fail.
    """
    row = database.exec(select(SessionRow).where(SessionRow.name == turn.session)).first()
    key = None if row is None else row.key
    turns = select(TurnRow.index).where(TurnRow.session == key)
    last = database.exec(turns.order_by(col(TurnRow.index).desc()).limit(1)).first()
    expected = 0 if last is None else last + 1
    if turn.index != expected:
        raise wrong_turn(turn, expected=expected)
    said = time_of(turn)
    row = row or SessionRow(name=turn.session, first_at=said, last_at=said)
    row.last_at = said
    _insert(database, [row])
    return row.key


def _insert(database: Session, rows: Iterable[SQLModel]) -> None:
    database.add_all(rows)
    database.flush()


def _numbered(
    listed: Sequence[_Value], others: Iterable[_Value]
) -> list[tuple[_Value, int | None]]:
    """Return the listed values with their places, then each other one without a place."""
    known = set(listed)
    placed: list[tuple[_Value, int | None]] = [(value, n) for n, value in enumerate(listed)]
    return placed + [(value, None) for value in dict.fromkeys(others) if value not in known]


def _sides(pairs: Iterable[Verdict | Conflict | Change]) -> list[Statement]:
    """Return each statement that the pairs refer to, once."""
    return list(dict.fromkeys(side for pair in pairs for side in (pair.premise, pair.claim)))


def _write_statements(
    database: Session, place: Place, listed: Sequence[Claim], used: Sequence[Statement]
) -> Keys:
    """Add the listed claims and what is new of the used statements; return the keys of all."""
    own = set(listed)
    keys = _stored(database, place, [side for side in used if side not in own])
    new = [side for side in used if side not in keys]
    claims = _numbered(listed, [side for side in new if isinstance(side, Claim)])
    claim_rows = [claim_row(place, claim, number) for claim, number in claims]
    passages = [side for side in new if isinstance(side, Passage)]
    passage_rows = [passage_row(place, passage) for passage in passages]
    _insert(database, [*claim_rows, *passage_rows])
    keys |= {claim: row.key for (claim, _), row in zip(claims, claim_rows, strict=True)}
    keys |= {passage: row.key for passage, row in zip(passages, passage_rows, strict=True)}
    return keys


def _stored(database: Session, place: Place, wanted: Sequence[Statement]) -> Keys:
    """Return the keys of those statements that an earlier turn of the session stored.

    Ids come from hostile names, so a row counts only where its whole value is equal.
    """
    claims = select(ClaimRow).where(ClaimRow.session == place.session)
    claims = claims.where(col(ClaimRow.id).in_(_ids(wanted, Claim)))
    passages = select(PassageRow).where(PassageRow.session == place.session)
    passages = passages.where(col(PassageRow.id).in_(_ids(wanted, Passage)))
    found: Keys = {to_claim(row): row.key for row in database.exec(claims)}
    found |= {to_passage(row): row.key for row in database.exec(passages)}
    return {side: found[side] for side in wanted if side in found}


def _ids(statements: Iterable[Statement], kind: type[Claim | Passage]) -> list[str]:
    return [statement.id for statement in statements if isinstance(statement, kind)]


def _write_verdicts(
    database: Session, place: Place, verdicts: Sequence[tuple[Verdict, int | None]], keys: Keys
) -> Keys:
    rows = [verdict_row(place, verdict, number, keys) for verdict, number in verdicts]
    _insert(database, rows)
    return {verdict: row.key for (verdict, _), row in zip(verdicts, rows, strict=True)}


def _write_conflicts(
    database: Session, place: Place, conflicts: Sequence[tuple[Conflict, int | None]], keys: Keys
) -> Keys:
    rows = [conflict_row(place, conflict, number, keys) for conflict, number in conflicts]
    _insert(database, rows)
    return {conflict: row.key for (conflict, _), row in zip(conflicts, rows, strict=True)}


def _write_alerts(database: Session, place: Place, alerts: Sequence[Alert], keys: Keys) -> None:
    """Add the alerts; until they are committed nobody else gets keys for any.

    Otherwise who reads with a cursor could see a key before a lower one is committed, and miss
    that. PostgreSQL locks a row for it; on SQLite there is one writer at a time anyway.
    """
    if not alerts:
        return
    database.exec(select(MetaRow.version).with_for_update()).all()
    rows = [alert_row(place, number, alert, keys) for number, alert in enumerate(alerts)]
    _insert(database, rows)
    reviewed = zip(alerts, rows, strict=True)
    _insert(
        database,
        [review_row(place, each, row.key) for alert, row in reviewed for each in alert.reviews],
    )
