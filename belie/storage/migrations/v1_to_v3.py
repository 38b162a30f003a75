"""Version 3: skipped stretches, reworded claims, changes, reviews, and alerts with an id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    CheckConstraint,
    Column,
    ColumnClause,
    Float,
    ForeignKeyConstraint,
    Integer,
    String,
    UniqueConstraint,
    column,
    func,
    select,
    table,
    update,
)

from belie.storage.columns import FreeText, Json, Key, Moment
from belie.storage.migrations.filling import add_columns

if TYPE_CHECKING:
    from alembic.operations import Operations
    from sqlalchemy.schema import SchemaItem

__all__ = ["upgrade"]

_EMPTY_LIST, _EMPTY_TEXT = (Json(), "[]"), (FreeText(), "")


def upgrade(operations: Operations) -> None:
    """Add what version 1 did not keep; what nobody noted then is empty."""
    add_columns(operations, "belie_turn", {"skipped": _EMPTY_LIST})
    _extend_claims(operations)
    _extend_conflicts(operations)
    _name_alerts(operations)
    _make_changes(operations)
    _make_reviews(operations)


def _extend_claims(operations: Operations) -> None:
    names = {"anchors": _EMPTY_LIST, "links": _EMPTY_LIST}
    add_columns(operations, "belie_claim", names | {"subject": _EMPTY_TEXT, "context": _EMPTY_TEXT})
    with operations.batch_alter_table("belie_claim") as batch:
        batch.add_column(Column("reported_by", FreeText))
        batch.add_column(Column("as_of", FreeText))
        batch.add_column(Column("at", Moment))


def _extend_conflicts(operations: Operations) -> None:
    one_premise = CheckConstraint(
        "(premise_claim IS NULL) <> (premise_passage IS NULL)",
        name="ck_belie_conflict_premise_claim",
    )
    add_columns(operations, "belie_conflict", {"discount": (Float(), "1.0")}, one_premise)


def _name_alerts(operations: Operations) -> None:
    """Give each alert its id: claim, kind and premise."""
    with operations.batch_alter_table("belie_alert") as batch:
        batch.add_column(Column("id", FreeText))
        batch.add_column(Column("resolved_by", FreeText))
    alert = table("belie_alert", column("id"), column("conflict"))
    operations.execute(update(alert).values(id=_alert_id(alert.c.conflict)))
    with operations.batch_alter_table("belie_alert") as batch:
        batch.alter_column("id", nullable=False)
        batch.create_index("ix_belie_alert_id", ["session", "id"])


def _alert_id(conflict_key: Any) -> Any:  # noqa: ANN401 - SQL expressions
    names = ("key", "kind", "claim", "premise_claim", "premise_passage")
    columns: list[ColumnClause[Any]] = [column(name) for name in names]
    conflict = table("belie_conflict", *columns)
    claim = table("belie_claim", column("key"), column("id")).alias("claim_of")
    premise = table("belie_claim", column("key"), column("id")).alias("premise_of")
    passage = table("belie_passage", column("key"), column("id")).alias("passage_of")
    joined = (
        conflict.join(claim, claim.c.key == conflict.c.claim)
        .outerjoin(premise, premise.c.key == conflict.c.premise_claim)
        .outerjoin(passage, passage.c.key == conflict.c.premise_passage)
    )
    words = func.coalesce(premise.c.id, passage.c.id)
    parts = claim.c.id.concat(" ").concat(conflict.c.kind).concat(" ").concat(words)
    return select(parts).select_from(joined).where(conflict.c.key == conflict_key).scalar_subquery()


def _of_turn() -> tuple[SchemaItem, ...]:
    """Return what places a row in a turn's report."""
    return (
        Column("key", Key, primary_key=True),
        Column("session", Key, nullable=False),
        Column("turn", Integer, nullable=False),
        ForeignKeyConstraint(
            ["session", "turn"], ["belie_turn.session", "belie_turn.index"], ondelete="CASCADE"
        ),
    )


def _reference(operations: Operations, owner: str, names: dict[str, str]) -> None:
    for name in names:
        operations.create_index(f"ix_{owner}_{name}", owner, [name])


def _make_changes(operations: Operations) -> None:
    claims = {"premise_claim": "belie_claim", "claim": "belie_claim"}
    operations.create_table(
        "belie_change",
        *_of_turn(),
        Column("number", Integer, nullable=False),
        Column("kind", String, nullable=False),
        *_columns(claims),
        Column("rule", FreeText, nullable=False),
        Column("reason", FreeText, nullable=False),
        UniqueConstraint("session", "turn", "number", name="uq_belie_change_number"),
    )
    _reference(operations, "belie_change", claims)


def _make_reviews(operations: Operations) -> None:
    alerts = {"alert": "belie_alert"}
    operations.create_table(
        "belie_review",
        *_of_turn(),
        *_columns(alerts),
        Column("state", String, nullable=False),
        Column("by", FreeText, nullable=False),
        Column("note", FreeText, nullable=False),
        Column("at", Moment),
    )
    _reference(operations, "belie_review", alerts)


def _columns(references: dict[str, str]) -> tuple[SchemaItem, ...]:
    columns = tuple(Column(name, Key, nullable=False) for name in references)
    keys = tuple(
        ForeignKeyConstraint([name], [f"{other}.key"], ondelete="CASCADE")
        for name, other in references.items()
    )
    return (*columns, *keys)
