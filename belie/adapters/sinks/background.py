"""A queue and a thread for a sink that may be slow."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from belie.adapters.sinks.containment import Containment, checked_sink
from belie.adapters.worker import Worker
from belie.errors import InputError

if TYPE_CHECKING:
    from typing import Self

    from belie.adapters.sinks.containment import SinkHealth
    from belie.datatypes import Alert
    from belie.protocols import Sink

__all__ = ["Background"]

_LOGGER = logging.getLogger(__name__)


class Background:
    """Tells a sink in a thread of its own, in order; the conversation waits for nothing.

    What the sink raises is contained, counted and logged once.

    Parameters
    ----------
    sink
        Anything that can be called with one alert; it may be slow.
    max_queue
        How many alerts may wait, at least 1; a newer one is dropped and counted.
    name
        What the log calls the sink; its own name if not given.

    Raises
    ------
    InputError
        If ``max_queue`` is less than 1, or the sink a coroutine function.

    Notes
    -----
    The thread ends with the process: call `flush`, `close` or use ``with`` before leaving.

    Examples
    --------
    >>> from belie import Monitor
    >>> heard = []
    >>> with Background(heard.append) as sink:
    ...     monitor = Monitor(sinks=[sink])
    ...     documents = ["The bridge was opened to traffic in 1962."]
    ...     report = monitor.observe(
    ...         "The bridge was opened to traffic in 1937.", session="s1", documents=documents
    ...     )
    >>> heard == [*report.alerts], sink.health()
    (True, SinkHealth(delivered=1, failed=0, dropped=0, queued=0))
    """

    def __init__(self, sink: Sink, *, max_queue: int = 256, name: str | None = None) -> None:
        if max_queue < 1:
            raise InputError(f"expected max_queue >= 1, got {max_queue}")
        self._name = name or getattr(sink, "__qualname__", type(sink).__name__)
        self._containment = Containment(checked_sink(sink), name=self._name)
        self._worker = Worker(self._take, size=max_queue)
        self._abandoned = threading.Event()
        self._left = 0

    def __call__(self, alert: Alert, /) -> None:
        """Queue one alert."""
        if self._worker.put(alert):
            return
        level = logging.WARNING if self._worker.dropped == 1 else logging.DEBUG
        _LOGGER.log(
            level,
            "belie: %s dropped an alert, for its queue is full or it was closed; health().dropped "
            "counts them, max_queue= makes room",
            self._name,
        )

    def health(self) -> SinkHealth:
        """Return how the sink is doing."""
        return self._containment.health(
            dropped=self._worker.dropped + self._left, queued=self._worker.queued
        )

    def flush(self, timeout: float | None = None) -> bool:
        """Wait until nothing waits, at most ``timeout`` seconds; return whether that is so.

        In an event loop, call it through ``asyncio.to_thread``.
        """
        return self._worker.flush(timeout)

    def close(self, timeout: float | None = 10.0) -> bool:
        """Take no more alerts and wait as `flush` does; what then still waits is dropped."""
        done = self._worker.close(timeout)
        self._abandoned.set()
        return done

    def pause(self, seconds: float) -> bool:
        """Wait, for the sink itself to call; return at once, with ``False``, when closed."""
        return not self._abandoned.wait(seconds)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _take(self, alert: Alert) -> None:
        if self._abandoned.is_set():
            self._left += 1
        else:
            self._containment.tell(alert)
