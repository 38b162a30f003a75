"""Which alerts of an answer were told while it was still being said."""

from __future__ import annotations

import threading
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from belie.datatypes import Alert

__all__ = ["Told"]


class Told:
    """The alerts that were told of one answer, each as often as it was told.

    Alerts are the same here if they are of one kind and have the same words: an answer that is
    not stored yet has no place in its session, on which ids depend.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._told: Counter[Hashable] = Counter()

    def news(self, alerts: Iterable[Alert]) -> list[Alert]:
        """Return those of all ``alerts`` found so far that were not told; they are then."""
        new: list[Alert] = []
        with self._lock:
            known = self._told.copy()
            for alert in alerts:
                words = _words(alert)
                if known[words]:
                    known[words] -= 1
                else:
                    self._told[words] += 1
                    new.append(alert)
        return new

    def withdrawn(self, alerts: Iterable[Alert]) -> int:
        """Return how many were told that the final ``alerts`` do not hold."""
        return (self._told - Counter(map(_words, alerts))).total()


def _words(alert: Alert) -> Hashable:
    conflict = alert.conflict
    return conflict.kind, conflict.premise.text, conflict.claim.text
