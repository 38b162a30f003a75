"""A rest after each alert."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from cachetools import TTLCache

from belie.adapters.sinks.containment import checked_sink
from belie.adapters.sinks.filtering import rank
from belie.errors import InputError
from belie.health import health_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from belie.datatypes import Alert, Severity
    from belie.protocols import Sink

__all__ = ["Cooldown"]

_SESSIONS = 65_536
"""Sessions beyond these are forgotten, and may be told of at once."""


class Cooldown:
    """Tells a sink of one alert of a session and then of none for a while.

    An alert that is more severe than the last one told is told at once. Alerts of refused drafts
    do not make those of answers wait, nor the other way round.

    Parameters
    ----------
    sink
        Is told.
    seconds
        How long a session rests after an alert, more than 0.
    clock
        Gives the time in seconds; for tests.

    Raises
    ------
    InputError
        If ``seconds`` is not more than 0, or the sink no plain function.
    """

    def __init__(
        self, sink: Sink, *, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        if not 0 < seconds:
            raise InputError(f"expected seconds > 0, got {seconds}")
        self._sink = checked_sink(sink)
        self._told: TTLCache[tuple[str, bool], Severity] = TTLCache(
            _SESSIONS, ttl=seconds, timer=clock
        )
        self._lock = threading.Lock()
        self._held = 0

    @property
    def held(self) -> int:
        """How many alerts were not told."""
        return self._held

    def health(self) -> object:
        """Return how the sink behind it is doing; ``None`` where that has no ``health()``."""
        return health_of(self._sink)

    def __call__(self, alert: Alert, /) -> None:
        """Tell of the alert, unless its session rests."""
        key = alert.session, alert.refused
        with self._lock:
            last = self._told.get(key)
            if last is not None and rank(alert.severity) <= rank(last):
                self._held += 1
                return
            self._told[key] = alert.severity
        try:
            self._sink(alert)
        except BaseException:
            with self._lock:
                self._told.pop(key, None)
            raise
