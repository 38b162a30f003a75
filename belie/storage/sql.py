"""A store in a database: SQLite by default, PostgreSQL by its URL."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

from sqlmodel import Session, col, delete

from belie.datatypes import Severity
from belie.errors import StoreError
from belie.storage.database import erase_leftovers, open_database, store_errors, writing
from belie.storage.overview import (
    alerts_query,
    older_query,
    overview_query,
    read_alert_cursor,
    read_alerts,
    read_overview,
)
from belie.storage.reading import read_reports, read_sessions
from belie.storage.refusals import expect_page
from belie.storage.rows import SessionRow
from belie.storage.writing import write_report, write_review

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterator
    from datetime import datetime
    from types import TracebackType

    from belie.datatypes import (
        Alert,
        ConflictKind,
        Review,
        SessionSummary,
        StoredAlert,
        TurnReport,
    )

__all__ = ["SqlStore"]


class SqlStore:
    """Keeps reports in tables of its own; threads and processes may share the database.

    A report comes back equal to what was appended, but for two things a database cannot hold:
    values in a document's metadata that JSON does not know are kept as ``str(value)`` (tuples as
    lists, keys as strings), and a turn's time comes back in UTC, one without a zone taken as UTC.

    Parameters
    ----------
    url
        Where, as SQLAlchemy reads it: ``"sqlite:///belie.db"`` for a file,
        ``"postgresql+psycopg://user@host/name"`` for a server, ``"sqlite://"`` for a database
        that lives as long as the store.
    timeout
        How many seconds to wait for another writer of the same file, 0 or more; SQLite only.
    create
        Whether an empty database is taken, and a file that is not there made.

    Raises
    ------
    InputError
        If ``url`` cannot be read or its driver is not installed.
    ForeignDatabaseError
        If the database holds something that is not belie's, or tables of another version; it is
        left as it was, byte for byte. The message says how an older one is upgraded.
    StoreError
        If the database cannot be opened, or is not there and shall not be made.

    Examples
    --------
    >>> from belie.datatypes import Role, Turn, TurnReport
    >>> with SqlStore("sqlite://") as store:
    ...     store.append(TurnReport(Turn("s1", 0, Role.USER, "Hello.")))
    ...     [report.turn.text for report in store.load("s1")]
    ['Hello.']
    """

    def __init__(self, url: str, *, timeout: float = 30.0, create: bool = True) -> None:
        self._engine = open_database(url, timeout=timeout, create=create)
        self._closed = False

    def append(self, report: TurnReport) -> None:
        """Keep one report, whole or not at all, in one transaction.

        Raises
        ------
        StoreError
            If it cannot be kept, or if its turn's index is not the next of its session.
        """
        turn = report.turn
        with self._transaction(f"append turn {turn.index} of {turn.session!r}", writes=True) as now:
            write_report(now, report)

    def load(self, session: str) -> list[TurnReport]:
        """Return the reports of ``session`` in order; empty for an unknown session.

        Raises
        ------
        StoreError
            If the database cannot be read.
        """
        with self._transaction(f"load {session!r}") as now:
            return read_reports(now, session)

    def review(self, alert: Alert, review: Review) -> None:
        """Add what a person said of an alert to its reviews, in one transaction.

        Raises
        ------
        StoreError
            If no stored report has the alert, or the review cannot be kept.
        """
        with self._transaction(f"review an alert of {alert.session!r}", writes=True) as now:
            write_review(now, alert, review)

    def sessions(self) -> Iterator[str]:
        """Yield the names of all sessions, oldest first, as they were at the time of the call.

        Raises
        ------
        StoreError
            If the database cannot be read.
        """
        with self._transaction("list the sessions") as now:
            return iter(read_sessions(now))

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

        Parameters
        ----------
        limit, offset
            How many at most, from 1 to 1000, and how many are left out before them.
        since, before
            Only sessions whose last turn is not older than ``since`` and older than ``before``; a
            time without a zone is taken as UTC.
        with_alerts, to_review
            Only sessions in which an alert was raised; in which one waits for a person.

        Raises
        ------
        InputError
            If there is no such page.
        StoreError
            If the database cannot be read.
        """
        expect_page(limit, offset)
        query = overview_query(
            limit=limit,
            offset=offset,
            since=since,
            before=before,
            with_alerts=with_alerts,
            to_review=to_review,
        )
        with self._transaction("list the sessions") as now:
            return read_overview(now, query)

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

        Ask again with the cursor of the last one for what came since: nothing is missed and nothing
        comes twice, whoever else writes or deletes. `Session` tells which of them later turns
        resolved.

        Parameters
        ----------
        cursor
            Of the last alert that is known already; 0 begins with the oldest,
            `alert_cursor` with what comes next.
        limit
            How many at most, from 1 to 1000.
        session
            Only alerts of this one.
        kinds
            Only alerts of these kinds; empty for all.
        severity
            Only alerts of this severity and above.

        Raises
        ------
        InputError
            If ``limit`` is none.
        StoreError
            If the database cannot be read.
        """
        expect_page(limit)
        query = alerts_query(cursor, limit=limit, session=session, kinds=kinds, severity=severity)
        with self._transaction("read the alerts") as now:
            return read_alerts(now, query)

    def alert_cursor(self) -> int:
        """Return the cursor of the newest alert of all sessions; 0 where there is none.

        Raises
        ------
        StoreError
            If the database cannot be read.
        """
        with self._transaction("read the alerts") as now:
            return read_alert_cursor(now)

    def delete_older(self, than: datetime) -> list[str]:
        """Forget the sessions whose last turn is older, and return their names, oldest first.

        A turn is as old as its time says or, where it has none, as long as it is stored. What
        `delete` says of the file holds; it is rewritten once.

        Parameters
        ----------
        than
            The time; one without a zone is taken as UTC.

        Raises
        ------
        StoreError
            If they cannot be deleted, or their leftovers cannot be erased.
        """
        with self._transaction("delete old sessions", writes=True) as now:
            names = list(now.exec(older_query(than)))
            now.exec(delete(SessionRow).where(col(SessionRow.last_at) < than))
        if names:
            with store_errors("erase what is left of the deleted sessions"):
                erase_leftovers(self._engine)
        return names

    def delete(self, session: str) -> None:
        """Forget everything of ``session``; an unknown session is no error.

        On SQLite the file is then rewritten, which takes time and free space in proportion to
        its size, so that no byte of the session is left. Where another process reads for longer
        than ``timeout``, its log keeps them until the next checkpoint.

        Raises
        ------
        StoreError
            If it cannot be deleted, or its leftovers cannot be erased.
        """
        with self._transaction(f"delete {session!r}", writes=True) as now:
            found = now.exec(delete(SessionRow).where(col(SessionRow.name) == session)).rowcount
        if found:
            with store_errors(f"erase what is left of the deleted {session!r}"):
                erase_leftovers(self._engine)

    def close(self) -> None:
        """Hand the connections back; the store cannot be used afterwards."""
        self._closed = True
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def _transaction(self, action: str, *, writes: bool = False) -> Generator[Session]:
        """Give a session that commits at the end, or takes everything back."""
        if self._closed:
            raise StoreError(f"could not {action}: the store is closed; open a new one")
        engine = writing(self._engine) if writes else self._engine
        with store_errors(action), Session(engine) as session, session.begin():
            yield session
