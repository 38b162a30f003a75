"""How a monitor is doing: what it took in, and what went wrong."""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.health import health_of

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from belie.protocols import Sink

__all__ = ["MonitorHealth", "Tally"]


@dataclass(frozen=True, slots=True)
class MonitorHealth:
    """How a monitor is doing.

    Parameters
    ----------
    observed
        Turns that were checked and stored.
    failed
        Turns that could not be checked or stored.
    contained
        Errors that handlers and guards on this monitor kept from their chats, those of turns that
        failed among them. Each handler's own ``health()`` says more.
    sinks
        What ``health()`` of each sink says, in their order; ``None`` of one that has none, and of
        one that fails a text: ``"health() failed: "`` and the name of the error.
    """

    observed: int
    failed: int
    contained: int
    sinks: tuple[object, ...] = ()


class Tally:
    """Counts turns and errors; threads may call it freely."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()

    @contextmanager
    def turn(self) -> Generator[None]:
        """Count the turn that is observed within, by whether an error comes out."""
        try:
            yield
        except Exception:
            self._add("failed")
            raise
        self._add("observed")

    def contain(self) -> None:
        """Count an error that was kept from a chat."""
        self._add("contained")

    def health(self, sinks: Sequence[Sink]) -> MonitorHealth:
        """Return the counts so far, and how the sinks are doing."""
        with self._lock:
            counts = self._counts.copy()
        return MonitorHealth(
            counts["observed"], counts["failed"], counts["contained"], tuple(map(health_of, sinks))
        )

    def _add(self, name: str) -> None:
        with self._lock:
            self._counts[name] += 1
