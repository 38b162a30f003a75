"""What the routes ask for: turns are observed, alerts reviewed, sessions deleted."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakValueDictionary

from belie.errors import InputError
from belie.monitor.alerts import resolved, sessions_of
from belie.server.feed import Feed

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager

    from belie.datatypes import Alert, Review, TurnReport
    from belie.monitor.monitor import Monitor
    from belie.protocols import Archive
    from belie.server.schemas import NewTurn

__all__ = ["Service"]

_Value = TypeVar("_Value")


class Service:
    """A store, the monitor that writes to it, and the threads in which that works.

    What is read is read from the store, so that turns of other processes are seen too.

    Parameters
    ----------
    archive
        The store.
    make_monitor
        Makes the monitor on the store: loads the models.
    threads
        How many turns are checked at a time.
    waiting
        How many more may wait for that.
    interval
        Seconds between two looks at the store for alerts of other processes.
    """

    def __init__(
        self,
        archive: Archive,
        make_monitor: Callable[[Archive], Monitor],
        *,
        threads: int = 2,
        waiting: int = 64,
        interval: float = 1.0,
    ) -> None:
        self.archive = archive
        self.feed = Feed(archive, interval=interval)
        self._make_monitor = make_monitor
        self._monitor: Monitor | None = None
        self._making = threading.Lock()
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="belie")
        self._most = threads + waiting
        self._orders: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.working = 0

    @property
    def is_full(self) -> bool:
        """Whether as many turns are being checked or wait as there may be."""
        return self._most <= self.working

    @property
    def is_loaded(self) -> bool:
        """Whether the models are loaded."""
        return self._monitor is not None

    def load(self) -> Monitor:
        """Return the monitor; the first call makes it, that of the first turn at the latest."""
        with self._making:
            if self._monitor is None:
                self._monitor = self._make_monitor(self.archive)
            return self._monitor

    async def observe(self, turn: NewTurn) -> TurnReport:
        """Take in a turn; those of one session in the order of the calls.

        Raises
        ------
        InputError
            If it cannot be used. Nothing is kept.
        StoreError
            If the report cannot be kept. Nothing is kept.
        """
        self.working += 1
        try:
            async with self._order(turn.session):
                report = await self._run(lambda: self._observe(turn))
        finally:
            self.working -= 1
        self.feed.ring()
        return report

    def reports(self, session: str) -> tuple[TurnReport, ...]:
        """Return the reports of a session, each alert in its present state."""
        return resolved(self.archive.load(session))

    def alert(self, alert_id: str) -> Alert | None:
        """Return the alert with an id in its present state; ``None`` for none such."""
        for session in sessions_of(alert_id):
            for report in self.reports(session):
                for alert in report.alerts:
                    if alert.id == alert_id:
                        return alert
        return None

    def review(self, alert: Alert, review: Review) -> Alert:
        """Add what a person said of a stored alert, and return it with its state."""
        self.archive.review(alert, review)
        reviewed = self.alert(alert.id)
        if reviewed is None:
            raise InputError(f"expected the id of a stored alert, got {alert.id!a}")
        return reviewed

    async def forget(self, session: str) -> None:
        """Remove everything of a session, from the store and from memory."""
        async with self._order(session):
            await self._run(lambda: self._forget(session))

    def close(self) -> None:
        """Let the threads end their work, then close the store."""
        self.feed.close()
        self._pool.shutdown(cancel_futures=True)
        self.archive.close()

    def _order(self, session: str) -> AbstractAsyncContextManager[object]:
        """Return what lets the turns of a session in one after the other, first come first."""
        return self._orders.setdefault(session, asyncio.Lock())

    async def _run(self, work: Callable[[], _Value]) -> _Value:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def _observe(self, turn: NewTurn) -> TurnReport:
        return self.load().observe(
            turn.text,
            session=turn.session,
            role=turn.role,
            documents=[each if isinstance(each, str) else each.given() for each in turn.documents],
            question=turn.question,
            at=turn.at,
        )

    def _forget(self, session: str) -> None:
        if self._monitor is None:
            self.archive.delete(session)
        else:
            self._monitor.forget(session)
