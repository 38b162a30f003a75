"""A store that forgets when the process ends."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Self

from belie.storage.refusals import unknown_alert, wrong_turn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from belie.datatypes import Alert, Review, TurnReport

__all__ = ["MemoryStore"]


class MemoryStore:
    """Keeps the reports themselves, in lists; threads may share it.

    Examples
    --------
    >>> from belie.datatypes import Role, Turn, TurnReport
    >>> store = MemoryStore()
    >>> store.append(TurnReport(Turn("s1", 0, Role.USER, "Hello.")))
    >>> [report.turn.text for report in store.load("s1")]
    ['Hello.']
    """

    def __init__(self) -> None:
        self._reports: dict[str, list[TurnReport]] = {}
        self._lock = threading.Lock()

    def append(self, report: TurnReport) -> None:
        """Keep one report.

        Raises
        ------
        StoreError
            If its turn's index is not the next of its session.
        """
        turn = report.turn
        with self._lock:
            expected = len(self._reports.get(turn.session, ()))
            if turn.index != expected:
                raise wrong_turn(turn, expected=expected)
            self._reports.setdefault(turn.session, []).append(report)

    def load(self, session: str) -> list[TurnReport]:
        """Return the reports of ``session`` in order; empty for an unknown session."""
        with self._lock:
            return list(self._reports.get(session, ()))

    def review(self, alert: Alert, review: Review) -> None:
        """Add what a person said of an alert to its reviews.

        Raises
        ------
        StoreError
            If no stored report has the alert.
        """
        with self._lock:
            reports = self._reports.get(alert.session, [])
            for place, report in enumerate(reports):
                reviewed = report.reviewed(alert.id, review)
                if reviewed is not None:
                    reports[place] = reviewed
                    return
        raise unknown_alert(alert)

    def sessions(self) -> Iterator[str]:
        """Yield the names of all sessions, oldest first, as they were at the time of the call."""
        with self._lock:
            return iter(list(self._reports))

    def delete(self, session: str) -> None:
        """Forget everything of ``session``; an unknown session is no error."""
        with self._lock:
            self._reports.pop(session, None)

    def close(self) -> None:
        """Do nothing: memory has nothing to hand back."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
