"""A store that forgets when the process ends."""

from __future__ import annotations

import threading
from bisect import bisect_right
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Self

from belie.datatypes import AlertState, SessionSummary, Severity, StoredAlert
from belie.storage.refusals import expect_page, time_out_of_range, unknown_alert, wrong_turn
from belie.storage.times import as_utc, time_of

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterator
    from types import TracebackType

    from belie.datatypes import Alert, ConflictKind, Review, TurnReport

__all__ = ["MemoryStore"]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an alert is: the number of its turn's alerts, found by its cursor."""

    cursor: int
    session: str
    turn: int
    number: int


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
        self._times: dict[str, tuple[datetime, datetime]] = {}
        self._places: list[_Place] = []
        self._last_cursor = 0
        self._lock = threading.Lock()

    def append(self, report: TurnReport) -> None:
        """Keep one report.

        Raises
        ------
        StoreError
            If its turn's index is not the next of its session.
        """
        turn = report.turn
        with _times_in_range(f"append turn {turn.index} of {turn.session!r}"):
            said = time_of(turn)
        with self._lock:
            expected = len(self._reports.get(turn.session, ()))
            if turn.index != expected:
                raise wrong_turn(turn, expected=expected)
            self._reports.setdefault(turn.session, []).append(report)
            first_at, _ = self._times.get(turn.session, (said, said))
            self._times[turn.session] = first_at, said
            for number in range(len(report.alerts)):
                self._last_cursor += 1
                self._places.append(_Place(self._last_cursor, turn.session, turn.index, number))

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

    def overview(
        self,
        *,
        limit: int = 100,
        offset: int = 0,
        since: datetime | None = None,
        before: datetime | None = None,
        with_alerts: bool = False,
        to_review: bool = False,
    ) -> list[SessionSummary]:
        """Return a page of the sessions, the one with the latest last turn first.

        Parameters and errors are those of `SqlStore.overview`.
        """
        expect_page(limit, offset)
        with _times_in_range("list the sessions"):
            first = datetime.min.replace(tzinfo=UTC) if since is None else as_utc(since)
            end = None if before is None else as_utc(before)
        with self._lock:
            found = [self._summary(session) for session in reversed(self._reports)]
        kept = [
            summary
            for summary in found
            if first <= summary.last_at
            and (end is None or summary.last_at < end)
            and (summary.alerts or not with_alerts)
            and (summary.to_review or not to_review)
        ]
        kept.sort(key=lambda summary: summary.last_at, reverse=True)
        return kept[offset : offset + limit]

    def alerts_since(
        self,
        cursor: int = 0,
        *,
        limit: int = 100,
        session: str | None = None,
        kinds: Collection[ConflictKind] = (),
        severity: Severity = Severity.LOW,
    ) -> list[StoredAlert]:
        """Return the alerts of all sessions that were stored after a cursor, in that order.

        Parameters and errors are those of `SqlStore.alerts_since`.
        """
        expect_page(limit)
        ordered = list(Severity)
        wanted = set(ordered[ordered.index(severity) :])
        with self._lock:
            first = bisect_right(self._places, cursor, key=lambda place: place.cursor)
            found = (self._stored(place) for place in self._places[first:])
            kept = (
                stored
                for stored in found
                if session in (None, stored.alert.session)
                and (not kinds or stored.alert.conflict.kind in kinds)
                and stored.alert.severity in wanted
            )
            return list(islice(kept, limit))

    def alert_cursor(self) -> int:
        """Return the cursor of the newest alert of all sessions; 0 where there is none."""
        with self._lock:
            return self._places[-1].cursor if self._places else 0

    def delete(self, session: str) -> None:
        """Forget everything of ``session``; an unknown session is no error."""
        with self._lock:
            self._forget({session})

    def delete_older(self, than: datetime) -> list[str]:
        """Forget the sessions whose last turn is older, and return their names, oldest first.

        A turn is as old as its time says or, where it has none, as long as it is stored. A time
        without a zone is taken as UTC.
        """
        with _times_in_range("delete old sessions"):
            moment = as_utc(than)
        with self._lock:
            by_age = sorted(self._reports, key=lambda session: self._times[session][1])
            old = [session for session in by_age if self._times[session][1] < moment]
            self._forget(set(old))
        return old

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

    def _forget(self, sessions: Collection[str]) -> None:
        for session in sessions:
            self._reports.pop(session, None)
            self._times.pop(session, None)
        self._places = [place for place in self._places if place.session not in sessions]

    def _summary(self, session: str) -> SessionSummary:
        reports = self._reports[session]
        alerts = [alert for report in reports for alert in report.alerts]
        waiting = [alert for alert in alerts if _waits(alert)]
        return SessionSummary(
            session, len(reports), len(alerts), len(waiting), *self._times[session]
        )

    def _stored(self, place: _Place) -> StoredAlert:
        alert = self._reports[place.session][place.turn].alerts[place.number]
        return StoredAlert(place.cursor, alert)


@contextmanager
def _times_in_range(action: str) -> Generator[None]:
    """Refuse a time that cannot be said in UTC, as a database does."""
    try:
        yield
    except OverflowError as error:
        raise time_out_of_range(action) from error


def _waits(alert: Alert) -> bool:
    """Whether the last review of an alert, if there is any, leaves it open."""
    return not alert.reviews or alert.reviews[-1].state is AlertState.OPEN
