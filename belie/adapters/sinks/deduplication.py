"""The same clash once, however often it is said again."""

from __future__ import annotations

import hashlib
import threading
from typing import TYPE_CHECKING

from cachetools import LRUCache

from belie.adapters.sinks.containment import checked_sink
from belie.health import health_of

if TYPE_CHECKING:
    from belie.datatypes import Alert
    from belie.protocols import Sink

__all__ = ["Deduplicated"]

_REMEMBERED = 65_536
"""Pairs beyond these are forgotten, those not seen for longest first."""


class Deduplicated:
    """Tells a sink of each pair of claims once in a session.

    A chatbot that says the same wrong thing in every answer raises an alert every time, for each
    is a claim of its own. Two alerts are of one pair where the words of both sides are the same
    but for capitals and blanks, whichever side is the premise. Those of refused drafts count for
    themselves. A pair that the sink failed to take is told again. Only digests of the words are
    kept.

    Parameters
    ----------
    sink
        Is told.

    Raises
    ------
    InputError
        If the sink is no plain function.
    """

    def __init__(self, sink: Sink) -> None:
        self._sink = checked_sink(sink)
        self._told: LRUCache[bytes, None] = LRUCache(_REMEMBERED)
        self._lock = threading.Lock()
        self._held = 0

    @property
    def held(self) -> int:
        """How many alerts were not told again."""
        return self._held

    def health(self) -> object:
        """Return how the sink behind it is doing; ``None`` where that has no ``health()``."""
        return health_of(self._sink)

    def __call__(self, alert: Alert, /) -> None:
        """Tell of the alert, unless its pair was told."""
        pair = _digest(alert)
        with self._lock:
            told = pair in self._told
            self._told[pair] = None
            self._held += told
        if told:
            return
        try:
            self._sink(alert)
        except BaseException:
            with self._lock:
                self._told.pop(pair, None)
            raise


def _digest(alert: Alert) -> bytes:
    sides = sorted(
        " ".join(side.text.casefold().split())
        for side in (alert.conflict.premise, alert.conflict.claim)
    )
    whole = repr((alert.session, alert.refused, *sides)).encode("utf-8", "backslashreplace")
    return hashlib.blake2b(whole, digest_size=16).digest()
