"""From a report to rows: each statement, verdict and conflict once, then referred to by its key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from sqlmodel import Session, col, select

from belie.datatypes import Claim, Conflict, Passage, Relation, Statement, Verdict
from belie.errors import StoreError
from belie.storage.reading import to_claim, to_passage
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
    from collections.abc import Iterable, Sequence

    from sqlmodel import SQLModel

    from belie.datatypes import Alert, Document, Span, Turn, TurnReport

__all__ = ["write_report"]

_Value = TypeVar("_Value", Claim, Verdict, Conflict)
_Keys = dict[Statement | Verdict | Conflict, int]


@dataclass(frozen=True, slots=True)
class _Place:
    """The session's key and the turn's index, which every row of the turn carries."""

    session: int
    turn: int


def write_report(database: Session, report: TurnReport) -> None:
    """Add the rows of ``report``; the caller's transaction makes it whole or nothing.

    Raises
    ------
    StoreError
        If its turn's index is not the next of its session.
    """
    place = _Place(_continued_session(database, report.turn), report.turn.index)
    _insert(database, [_turn_row(place, report)])
    _insert(database, [_document_row(place, *each) for each in enumerate(report.turn.documents)])
    conflicts = _numbered(report.conflicts, [alert.conflict for alert in report.alerts])
    verdicts = _numbered(report.verdicts, [conflict.verdict for conflict, _ in conflicts])
    used = _sides([*(verdict for verdict, _ in verdicts), *(conflict for conflict, _ in conflicts)])
    keys = _write_statements(database, place, report.claims, used)
    keys |= _write_verdicts(database, place, verdicts, keys)
    keys |= _write_conflicts(database, place, conflicts, keys)
    _insert(database, [_alert_row(place, *each, keys) for each in enumerate(report.alerts)])


def _continued_session(database: Session, turn: Turn) -> int:
    """Return the key of the session that ``turn`` continues; a first turn makes it."""
    key = database.exec(select(SessionRow.key).where(SessionRow.name == turn.session)).first()
    turns = select(TurnRow.index).where(TurnRow.session == key)
    last = database.exec(turns.order_by(col(TurnRow.index).desc()).limit(1)).first()
    expected = 0 if last is None else last + 1
    if turn.index != expected:
        raise StoreError(
            f"expected turn {expected} of session {turn.session!r}, got {turn.index}; "
            "load the session again before adding to it"
        )
    return _new_session(database, turn.session) if key is None else key


def _new_session(database: Session, name: str) -> int:
    row = SessionRow(name=name)
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


def _sides(pairs: Iterable[Verdict | Conflict]) -> list[Statement]:
    """Return each statement that the pairs refer to, once."""
    return list(dict.fromkeys(side for pair in pairs for side in (pair.premise, pair.claim)))


def _write_statements(
    database: Session, place: _Place, listed: Sequence[Claim], used: Sequence[Statement]
) -> _Keys:
    """Add the listed claims and what is new of the used statements; return the keys of all."""
    own = set(listed)
    keys = _stored(database, place, [side for side in used if side not in own])
    new = [side for side in used if side not in keys]
    claims = _numbered(listed, [side for side in new if isinstance(side, Claim)])
    claim_rows = [_claim_row(place, claim, number) for claim, number in claims]
    passages = [side for side in new if isinstance(side, Passage)]
    passage_rows = [_passage_row(place, passage) for passage in passages]
    _insert(database, [*claim_rows, *passage_rows])
    keys |= {claim: row.key for (claim, _), row in zip(claims, claim_rows, strict=True)}
    keys |= {passage: row.key for passage, row in zip(passages, passage_rows, strict=True)}
    return keys


def _stored(database: Session, place: _Place, wanted: Sequence[Statement]) -> _Keys:
    """Return the keys of those statements that an earlier turn of the session stored.

    Ids come from hostile names, so a row counts only where its whole value is equal.
    """
    claims = select(ClaimRow).where(ClaimRow.session == place.session)
    claims = claims.where(col(ClaimRow.id).in_(_ids(wanted, Claim)))
    passages = select(PassageRow).where(PassageRow.session == place.session)
    passages = passages.where(col(PassageRow.id).in_(_ids(wanted, Passage)))
    found: _Keys = {to_claim(row): row.key for row in database.exec(claims)}
    found |= {to_passage(row): row.key for row in database.exec(passages)}
    return {side: found[side] for side in wanted if side in found}


def _ids(statements: Iterable[Statement], kind: type[Claim | Passage]) -> list[str]:
    return [statement.id for statement in statements if isinstance(statement, kind)]


def _write_verdicts(
    database: Session, place: _Place, verdicts: Sequence[tuple[Verdict, int | None]], keys: _Keys
) -> _Keys:
    rows = [_verdict_row(place, verdict, number, keys) for verdict, number in verdicts]
    _insert(database, rows)
    return {verdict: row.key for (verdict, _), row in zip(verdicts, rows, strict=True)}


def _write_conflicts(
    database: Session, place: _Place, conflicts: Sequence[tuple[Conflict, int | None]], keys: _Keys
) -> _Keys:
    rows = [_conflict_row(place, conflict, number, keys) for conflict, number in conflicts]
    _insert(database, rows)
    return {conflict: row.key for (conflict, _), row in zip(conflicts, rows, strict=True)}


def _turn_row(place: _Place, report: TurnReport) -> TurnRow:
    turn = report.turn
    return TurnRow(
        session=place.session,
        index=place.turn,
        role=turn.role,
        text=turn.text,
        question=turn.question,
        at=turn.at,
        warnings=list(report.warnings),
        timings={step: float(seconds) for step, seconds in report.timings.items()},
    )


def _document_row(place: _Place, number: int, document: Document) -> DocumentRow:
    return DocumentRow(
        session=place.session,
        turn=place.turn,
        number=number,
        id=document.id,
        text=document.text,
        extra=document.metadata,
    )


def _claim_row(place: _Place, claim: Claim, number: int | None) -> ClaimRow:
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
    )


def _passage_row(place: _Place, passage: Passage) -> PassageRow:
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


def _verdict_row(place: _Place, verdict: Verdict, number: int | None, keys: _Keys) -> VerdictRow:
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
    )


def _conflict_row(
    place: _Place, conflict: Conflict, number: int | None, keys: _Keys
) -> ConflictRow:
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
    )


def _alert_row(place: _Place, number: int, alert: Alert, keys: _Keys) -> AlertRow:
    return AlertRow(
        session=place.session,
        turn=place.turn,
        number=number,
        conflict=keys[alert.conflict],
        claim_start=alert.claim_span.start,
        claim_stop=alert.claim_span.end,
        premise_start=alert.premise_span.start,
        premise_stop=alert.premise_span.end,
        severity=alert.severity,
        explanation=alert.explanation,
        suggestion=alert.suggestion,
    )


def _key_if(kind: type[Claim | Passage], statement: Statement, keys: _Keys) -> int | None:
    return keys[statement] if isinstance(statement, kind) else None


def _ends(span: Span | None) -> tuple[int, int] | tuple[None, None]:
    return (None, None) if span is None else (span.start, span.end)


def _number(verdict: Verdict, relation: Relation) -> float | None:
    """Return a plain float, whatever kind of number the classifier gave; ``None`` for no number."""
    given = verdict.probabilities.get(relation)
    return None if given is None else float(given)
