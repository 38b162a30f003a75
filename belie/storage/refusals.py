"""What every store refuses, in the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.errors import InputError, StoreError

if TYPE_CHECKING:
    from belie.datatypes import Alert, Turn

__all__ = ["expect_page", "time_out_of_range", "unknown_alert", "wrong_turn"]

_LONGEST_PAGE = 1000


def wrong_turn(turn: Turn, *, expected: int) -> StoreError:
    """Return the error for a turn whose index is not the next of its session."""
    return StoreError(
        f"expected turn {expected} of session {turn.session!r}, got {turn.index}; "
        "load the session again before adding to it"
    )


def unknown_alert(alert: Alert) -> StoreError:
    """Return the error for a review of an alert that no stored report has."""
    return StoreError(
        f"expected an alert of a stored turn of session {alert.session!r}, got another; "
        "take it from the session again"
    )


def time_out_of_range(action: str) -> StoreError:
    """Return the error for a moment that cannot be said in UTC."""
    return StoreError(f"could not {action}: expected a time from year 1 to 9999 in UTC")


def expect_page(limit: int, offset: int = 0) -> None:
    """Raise `InputError` for a page that no store gives."""
    if limit < 1 or _LONGEST_PAGE < limit or offset < 0:
        raise InputError(
            f"expected a limit from 1 to {_LONGEST_PAGE} and an offset from 0, "
            f"got {limit} and {offset}"
        )
