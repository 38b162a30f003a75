"""Version 5: the words that no passage backs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Column

from belie.storage.columns import Json
from belie.storage.migrations.filling import add_columns

if TYPE_CHECKING:
    from alembic.operations import Operations

__all__ = ["upgrade"]


def upgrade(operations: Operations) -> None:
    """Add them; of turns that are there already nobody noted any."""
    add_columns(operations, "belie_turn", {"ungrounded": (Json(), "[]")})
    operations.add_column("belie_verdict", Column("ungrounded", Json))
