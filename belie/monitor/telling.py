"""Tells sinks of alerts, so that none misses one because another failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from belie.datatypes import Alert
    from belie.protocols import Sink

__all__ = ["tell"]


def tell(sinks: Sequence[Sink], alerts: Iterable[Alert]) -> None:
    """Tell every sink of every alert, in order, and raise what the first failure raised.

    Of further failures that error carries a note with the names of their types; their messages
    may quote the conversation.

    Examples
    --------
    >>> heard = []
    >>> def broken(alert):
    ...     raise OSError("no room")
    >>> tell([broken, heard.append], ["one alert", "another"])
    Traceback (most recent call last):
        ...
    OSError: no room
    2 sink calls failed: OSError, OSError
    >>> heard
    ['one alert', 'another']
    """
    errors: list[Exception] = []
    for alert in alerts:
        for sink in sinks:
            try:
                sink(alert)
            except Exception as error:  # noqa: BLE001 - raised below, when the others know
                errors.append(error)
    if not errors:
        return
    if 1 < len(errors):
        failures = ", ".join(type(error).__name__ for error in errors)
        errors[0].add_note(f"{len(errors)} sink calls failed: {failures}")
    raise errors[0]
