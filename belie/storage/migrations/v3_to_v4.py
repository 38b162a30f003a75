"""Version 4: when sessions were, alerts with a cursor, and indices for what people ask."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import Column, column, func, literal, select, table, update

from belie.storage.columns import UtcDateTime

if TYPE_CHECKING:
    from alembic.operations import Operations

__all__ = ["upgrade"]


def upgrade(operations: Operations) -> None:
    """Take the times of sessions from their turns; the present, where turns have none."""
    _time_sessions(operations)
    # On SQLite the table is made anew, with keys that are never given twice.
    with operations.batch_alter_table(
        "belie_alert",
        recreate="always" if _is_sqlite(operations) else "never",
        table_kwargs={"sqlite_autoincrement": True},
    ) as batch:
        batch.create_index("ix_belie_alert_key", ["session", "key"])
    operations.create_index("ix_belie_review_turn", "belie_review", ["session", "turn"])


def _time_sessions(operations: Operations) -> None:
    with operations.batch_alter_table("belie_session") as batch:
        batch.add_column(Column("first_at", UtcDateTime))
        batch.add_column(Column("last_at", UtcDateTime))
    session = table("belie_session", column("key"), column("first_at"), column("last_at"))
    turn = table("belie_turn", column("session"), column("index"), column("at"))
    of_session = select(turn.c.at).where(turn.c.session == session.c.key).limit(1)
    first, last = (of_session.order_by(order) for order in (turn.c.index, turn.c.index.desc()))
    now = literal(datetime.now(UTC), UtcDateTime())
    first_at, last_at = (func.coalesce(each.scalar_subquery(), now) for each in (first, last))
    operations.execute(update(session).values(first_at=first_at, last_at=last_at))
    with operations.batch_alter_table("belie_session") as batch:
        batch.alter_column("first_at", nullable=False)
        batch.alter_column("last_at", nullable=False)
        batch.create_index("ix_belie_session_last_at", ["last_at", "key"])


def _is_sqlite(operations: Operations) -> bool:
    return operations.get_bind().dialect.name == "sqlite"
