"""Keeps the failures of a sink from the conversation, and counts them."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.expecting import expect_function

if TYPE_CHECKING:
    from belie.datatypes import Alert
    from belie.protocols import Sink

__all__ = ["Containment", "SinkHealth", "checked_sink"]

_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SinkHealth:
    """How a sink is doing, in alerts.

    Parameters
    ----------
    delivered
        Alerts that arrived.
    failed
        Alerts that could not be delivered; the conversation went on.
    dropped
        Alerts never tried, because the queue was full or the sink closed.
    queued
        Alerts that wait to be delivered.
    """

    delivered: int
    failed: int
    dropped: int = 0
    queued: int = 0


def checked_sink(sink: Sink) -> Sink:
    """Return a sink, if it is one.

    Raises
    ------
    InputError
        If it is no plain function or object that is called like one, but a coroutine function,
        an object whose ``__call__`` is one, or a class.
    """
    expect_function("sink", sink, advice="write what is called with each alert, such as print")
    return sink


class Containment:
    """Tells a sink of each alert; contains, counts and logs what it raises.

    The first failure is logged as a warning, by the name of its type: its message may quote the
    conversation or the address of a server. Later ones, and all in full, at the level ``DEBUG``.

    Parameters
    ----------
    sink
        Is told of each alert.
    name
        What the log calls it.
    """

    def __init__(self, sink: Sink, *, name: str) -> None:
        self._sink = sink
        self._name = name
        self._lock = threading.Lock()
        self._delivered = 0
        self._failed = 0

    def tell(self, alert: Alert) -> None:
        """Tell the sink, and count how it went."""
        try:
            self._sink(alert)
        except Exception as error:  # an alert that fails never breaks the conversation
            self._log_failure(type(error).__name__)
            _LOGGER.debug("belie: %s", self._name, exc_info=True)
        else:
            with self._lock:
                self._delivered += 1

    def health(self, *, dropped: int = 0, queued: int = 0) -> SinkHealth:
        """Return the counts so far."""
        with self._lock:
            return SinkHealth(self._delivered, self._failed, dropped, queued)

    def _log_failure(self, error: str) -> None:
        with self._lock:
            self._failed += 1
            first = self._failed == 1
        _LOGGER.log(
            logging.WARNING if first else logging.DEBUG,
            "belie: %s could not deliver an alert (%s); the conversation goes on, health().failed "
            "counts such failures, and the level DEBUG shows them in full",
            self._name,
            error,
        )
