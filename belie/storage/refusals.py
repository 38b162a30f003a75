"""What every store refuses, in the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.errors import StoreError

if TYPE_CHECKING:
    from belie.datatypes import Alert, Turn

__all__ = ["unknown_alert", "wrong_turn"]


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
