"""Alerts as lines of the standard log."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from belie.adapters.sinks.containment import Containment
from belie.errors import InputError

if TYPE_CHECKING:
    from belie.adapters.sinks.containment import SinkHealth
    from belie.datatypes import Alert

__all__ = ["LoggingSink"]


class LoggingSink:
    r"""Logs each alert on one line, with the clashing words.

    Nothing else in belie logs words of a conversation above ``DEBUG``; whoever hands this sink over
    asks for it. Signs that would act on a terminal or end the line are written out. The alert
    itself is the record's attribute ``alert``, for formatters that make more of it.

    Parameters
    ----------
    logger
        Where to; the logger ``"belie.alerts"`` if not given.
    level
        The level of the lines, such as ``logging.WARNING``.

    Raises
    ------
    InputError
        If ``level`` is no level.

    Examples
    --------
    >>> import sys
    >>> from belie import Monitor
    >>> logger = logging.getLogger("belie.example")
    >>> logger.propagate = False
    >>> logger.addHandler(logging.StreamHandler(sys.stdout))
    >>> monitor = Monitor(sinks=[LoggingSink(logger)])
    >>> _ = monitor.observe("It opened in 1937.", session="s1")
    >>> _ = monitor.observe("It opened in 1962.", session="s1")  # doctest: +ELLIPSIS
    s1 turn 1, ...: Turn 1 says “1962”, but turn 0 says “1937”: it contradicts it ...
    """

    def __init__(
        self, logger: logging.Logger | None = None, *, level: int = logging.WARNING
    ) -> None:
        if level <= logging.NOTSET:
            raise InputError(f"expected a level such as logging.WARNING, got {level}")
        self._logger = logger or logging.getLogger("belie.alerts")
        self._level = level
        self._containment = Containment(self._log, name=type(self).__name__)

    def __call__(self, alert: Alert, /) -> None:
        """Log one alert."""
        self._containment.tell(alert)

    def health(self) -> SinkHealth:
        """Return how many alerts were logged, and how many could not be."""
        return self._containment.health()

    def _log(self, alert: Alert) -> None:
        self._logger.log(
            self._level,
            "%s turn %d, %s%s: %s",
            _one_line(alert.session),
            alert.conflict.claim.turn,
            alert.severity.value,
            ", refused" if alert.refused else "",
            _one_line(alert.explanation),
            extra={"alert": alert},
        )


def _one_line(text: str) -> str:
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
