"""What the commands ``belie sessions …`` find in a store."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

from belie.errors import InputError
from belie.monitor.alerts import resolved, sessions_of

if TYPE_CHECKING:
    from datetime import datetime

    from belie.datatypes import Alert, TurnReport
    from belie.protocols import Archive, Store

__all__ = ["expect_session", "find_alert", "find_session", "names_before", "read_age"]

_PAGE = 1000
_UNITS = {"h": "hours", "d": "days", "w": "weeks"}
_AGE = re.compile(r"(\d{1,5})([hdw])", re.ASCII)


def expect_session(store: Store, session: str) -> None:
    """Raise `InputError` for a session that is not stored."""
    if session not in store.sessions():
        raise InputError(
            f"expected the name of a stored session, got {session!a}; "
            "see: belie sessions list --store …"
        )


def find_session(store: Archive, session: str) -> tuple[TurnReport, ...]:
    """Return the reports of a session, each alert in its present state.

    Raises
    ------
    InputError
        If it is not stored.
    """
    expect_session(store, session)
    return resolved(store.load(session))


def find_alert(store: Archive, alert_id: str) -> Alert:
    """Return the alert with an id, in its present state.

    Raises
    ------
    InputError
        If none such is stored.
    """
    for session in sessions_of(alert_id):
        for report in resolved(store.load(session)):
            for alert in report.alerts:
                if alert.id == alert_id:
                    return alert
    raise InputError(
        f"expected the id of a stored alert such as 's1/3#0 cross_turn s1/1#0', got {alert_id!a}; "
        "see: belie sessions show SESSION --store …"
    )


def names_before(store: Archive, moment: datetime) -> list[str]:
    """Return the names of the sessions whose last turn is older."""
    names: list[str] = []
    while page := store.overview(limit=_PAGE, offset=len(names), before=moment):
        names += [summary.session for summary in page]
    return names


def read_age(given: str, *, option: str = "--older-than") -> timedelta:
    """Return a span of time given as ``12h``, ``30d`` or ``8w``.

    Raises
    ------
    InputError
        If it is given otherwise.

    Examples
    --------
    >>> read_age("8w").days
    56
    """
    match = _AGE.fullmatch(given)
    if match is None:
        raise InputError(f"expected {option} as 12h, 30d or 8w, got {given!a}")
    number, unit = match.groups()
    return timedelta(**{_UNITS[unit]: int(number)})
