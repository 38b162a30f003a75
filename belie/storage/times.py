"""When something was: in UTC, and the only clock of the stores."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belie.datatypes import Turn

__all__ = ["as_utc", "time_of"]


def as_utc(moment: datetime) -> datetime:
    """Return ``moment`` in UTC; one without a zone is taken as UTC.

    Raises
    ------
    OverflowError
        If it lies outside the years 1 to 9999 there.

    Examples
    --------
    >>> as_utc(datetime.fromisoformat("2026-01-02T03:00+02:00")).isoformat()
    '2026-01-02T01:00:00+00:00'
    """
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def time_of(turn: Turn) -> datetime:
    """Return when ``turn`` was said; the present, when it is stored, where nobody knows."""
    return datetime.now(UTC) if turn.at is None else as_utc(turn.at)
