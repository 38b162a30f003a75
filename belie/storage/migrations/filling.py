"""New columns for rows that are there already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Column

if TYPE_CHECKING:
    from collections.abc import Mapping

    from alembic.operations import Operations
    from sqlalchemy import CheckConstraint
    from sqlalchemy.types import TypeEngine

__all__ = ["Given", "add_columns"]

Given = tuple["TypeEngine[Any]", str]
"""The type of a column, and what the rows that are there already hold in it, as SQL writes it."""


def add_columns(
    operations: Operations, table: str, columns: Mapping[str, Given], *checks: CheckConstraint
) -> None:
    """Add columns that are never null, and leave no default behind.

    ``checks`` are those that the table has: SQLite makes the table anew, and Alembic does not
    find them by itself.
    """
    with operations.batch_alter_table(table) as batch:
        for name, (kind, given) in columns.items():
            batch.add_column(Column(name, kind, nullable=False, server_default=given))
    with operations.batch_alter_table(table, table_args=checks) as batch:
        for name in columns:
            batch.alter_column(name, server_default=None)
