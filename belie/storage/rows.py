"""The tables. A key is given by the database; a number is a place in a tuple of the report.

A row without a number is not listed by its report, only referred to: the verdict of a conflict
that ``report.verdicts`` does not hold, a passage, a claim nobody stored before.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, Column, ForeignKeyConstraint, Index, MetaData
from sqlalchemy.orm import declared_attr, registry
from sqlmodel import Field, SQLModel, UniqueConstraint

from belie.storage.columns import FreeText, Json, Key, Moment, UtcDateTime

__all__ = [
    "SCHEMA_VERSION",
    "AlertRow",
    "ChangeRow",
    "ClaimRow",
    "ConflictRow",
    "DocumentRow",
    "MetaRow",
    "PassageRow",
    "ReviewRow",
    "SessionRow",
    "TurnRow",
    "VerdictRow",
    "tables",
]

SCHEMA_VERSION = 5


class _Row(SQLModel, registry=registry()):
    """Base of the tables, apart from those that an application keeps in SQLModel."""

    @declared_attr.directive
    def __tablename__(cls) -> str:  # noqa: N805  # pyright: ignore[reportIncompatibleVariableOverride]
        """Return ``belie_claim`` for ``ClaimRow``; SQLModel declares it in the same way."""
        return f"belie_{cls.__name__.removesuffix('Row').lower()}"


def tables() -> MetaData:
    """Return the tables, to be created together."""
    return _Row.metadata


def _turn() -> ForeignKeyConstraint:
    """Return what ties a row to the turn whose report brought it."""
    return ForeignKeyConstraint(
        ["session", "turn"], ["belie_turn.session", "belie_turn.index"], ondelete="CASCADE"
    )


def _places(table: str) -> UniqueConstraint:
    """Return the rule that no place of a report's tuple is taken twice; also the load's index."""
    return UniqueConstraint("session", "turn", "number", name=f"uq_{table}_number")


def _one_of(name: str, *columns: str) -> CheckConstraint:
    """Return the rule that exactly one of two references is given."""
    first, second = columns
    return CheckConstraint(f"({first} IS NULL) <> ({second} IS NULL)", name=f"ck_{name}_{first}")


def _key() -> Any:  # noqa: ANN401 - as SQLModel's Field
    return Field(default=None, primary_key=True, sa_type=Key)


def _reference(table: str, *, nullable: bool = True) -> Any:  # noqa: ANN401
    return Field(
        foreign_key=f"{table}.key", ondelete="CASCADE", index=True, nullable=nullable, sa_type=Key
    )


def _text(*, nullable: bool = False) -> Any:  # noqa: ANN401
    return Field(sa_type=FreeText, nullable=nullable)


def _json(*, nullable: bool = False) -> Any:  # noqa: ANN401
    return Field(sa_type=Json, nullable=nullable)


class MetaRow(_Row, table=True):
    """The version of these tables; one row."""

    version: int = Field(primary_key=True)


class SessionRow(_Row, table=True):
    """A conversation; a younger one has a higher key.

    The times say when its first and last turn were said or, where nobody knows, stored.
    """

    __table_args__ = (Index("ix_belie_session_last_at", "last_at", "key"),)

    key: int = _key()
    name: str = Field(sa_type=FreeText, unique=True)
    first_at: datetime = Field(sa_type=UtcDateTime, nullable=False)
    last_at: datetime = Field(sa_type=UtcDateTime, nullable=False)


class TurnRow(_Row, table=True):
    """A turn, and what its report says as a whole."""

    session: int = Field(
        primary_key=True, foreign_key="belie_session.key", ondelete="CASCADE", sa_type=Key
    )
    index: int = Field(primary_key=True)
    role: str
    text: str = _text()
    question: str | None = _text(nullable=True)
    at: datetime | None = Field(sa_type=UtcDateTime, nullable=True)
    warnings: list[str] = _json()
    skipped: list[tuple[str, int, int]] = _json()
    timings: dict[str, float] = _json()
    ungrounded: list[tuple[int, int]] = _json()


class DocumentRow(_Row, table=True):
    """A document of a turn."""

    __table_args__ = (_turn(), _places("belie_document"))

    key: int = _key()
    session: int = Field(sa_type=Key)
    turn: int
    number: int
    id: str = _text()
    text: str = _text()
    extra: Mapping[str, object] = Field(sa_column=Column("metadata", Json, nullable=False))


class ClaimRow(_Row, table=True):
    """A claim; ``stated`` is ``Claim.turn``, ``turn`` the report that brought it here.

    Anchors and links are the ends of their two spans, links after their kind.
    """

    __table_args__ = (_turn(), _places("belie_claim"), Index("ix_belie_claim_id", "session", "id"))

    key: int = _key()
    session: int = Field(sa_type=Key)
    turn: int
    number: int | None
    id: str = _text()
    text: str = _text()
    source: str = _text()
    start: int
    stop: int
    stated: int
    role: str
    pieces: list[list[int]] = _json()
    scope: list[str] = _json()
    anchors: list[tuple[int, int, int, int]] = _json()
    links: list[tuple[str, int, int, int, int]] = _json()
    reported_by: str | None = _text(nullable=True)
    as_of: str | None = _text(nullable=True)
    subject: str = _text()
    context: str = _text()
    at: datetime | None = Field(sa_type=Moment, nullable=True)


class PassageRow(_Row, table=True):
    """A passage; ``brought`` is ``Passage.turn``, ``turn`` the report that first used it."""

    __table_args__ = (
        _turn(),
        Index("ix_belie_passage_turn", "session", "turn"),
        Index("ix_belie_passage_id", "session", "id"),
    )

    key: int = _key()
    session: int = Field(sa_type=Key)
    turn: int
    id: str = _text()
    text: str = _text()
    source: str = _text()
    start: int
    stop: int
    brought: int


class VerdictRow(_Row, table=True):
    """A judged pair; each side is a claim or a passage. A relation without a number is null."""

    __table_args__ = (
        _turn(),
        _places("belie_verdict"),
        _one_of("belie_verdict", "premise_claim", "premise_passage"),
        _one_of("belie_verdict", "claim", "claim_passage"),
    )

    key: int = _key()
    session: int = Field(sa_type=Key)
    turn: int
    number: int | None
    premise_claim: int | None = _reference("belie_claim")
    premise_passage: int | None = _reference("belie_passage")
    claim: int | None = _reference("belie_claim")
    claim_passage: int | None = _reference("belie_passage")
    entailment: float | None
    contradiction: float | None
    partial_contradiction: float | None
    neutral: float | None
    relation: str
    error_type: str | None
    premise_start: int | None
    premise_stop: int | None
    claim_start: int | None
    claim_stop: int | None
    model: str = _text()
    truncated: bool
    ungrounded: list[tuple[int, int, float]] | None = _json(nullable=True)


class ConflictRow(_Row, table=True):
    """A contradiction that the graph found."""

    __table_args__ = (
        _turn(),
        _places("belie_conflict"),
        _one_of("belie_conflict", "premise_claim", "premise_passage"),
    )

    key: int = _key()
    session: int = Field(sa_type=Key)
    turn: int
    number: int | None
    kind: str
    premise_claim: int | None = _reference("belie_claim")
    premise_passage: int | None = _reference("belie_passage")
    claim: int = _reference("belie_claim", nullable=False)
    verdict: int = _reference("belie_verdict", nullable=False)
    path: list[str] = _json()
    discount: float


class ChangeRow(_Row, table=True):
    """What a claim of the turn does to an earlier one of its speaker."""

    __table_args__ = (_turn(), _places("belie_change"))

    key: int = _key()
    session: int = Field(sa_type=Key)
    turn: int
    number: int
    kind: str
    premise_claim: int = _reference("belie_claim", nullable=False)
    claim: int = _reference("belie_claim", nullable=False)
    rule: str = _text()
    reason: str = _text()


class AlertRow(_Row, table=True):
    """A conflict as it was shown; ``id`` is ``Alert.id``, by which a review finds it.

    Its key is a cursor: no later alert has a lower one, also after the last one was deleted.
    """

    __table_args__ = (
        _turn(),
        _places("belie_alert"),
        Index("ix_belie_alert_id", "session", "id"),
        Index("ix_belie_alert_key", "session", "key"),
        {"sqlite_autoincrement": True},
    )

    key: int = _key()
    session: int = Field(sa_type=Key)
    turn: int
    number: int
    id: str = _text()
    conflict: int = _reference("belie_conflict", nullable=False)
    claim_start: int
    claim_stop: int
    premise_start: int
    premise_stop: int
    severity: str
    explanation: str = _text()
    suggestion: str | None = _text(nullable=True)
    resolved_by: str | None = _text(nullable=True)


class ReviewRow(_Row, table=True):
    """What a person said of an alert; a later review has a higher key."""

    __table_args__ = (_turn(), Index("ix_belie_review_turn", "session", "turn"))

    key: int = _key()
    session: int = Field(sa_type=Key)
    turn: int
    alert: int = _reference("belie_alert", nullable=False)
    state: str
    by: str = _text()
    note: str = _text()
    at: datetime | None = Field(sa_type=Moment, nullable=True)
