"""Watches conversations: one order per session, one shared model."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from cachetools import LRUCache

from belie.datatypes import AlertState, Review
from belie.errors import InputError, StoreError
from belie.expecting import expect_function, expect_instance
from belie.monitor.health import Tally
from belie.monitor.inputs import clean, make_turn
from belie.monitor.session import Session
from belie.monitor.streaming import Stream
from belie.monitor.telling import tell

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from typing import Self

    from belie.datatypes import Alert, Turn, TurnReport
    from belie.monitor.checker import Checker
    from belie.monitor.health import MonitorHealth
    from belie.monitor.memory import Memory
    from belie.protocols import Archive, Sink, Store

__all__ = ["Monitor"]

_SINKS = "write sinks=[…] with what is called with each alert, see belie.sinks"
_SESSIONS_IN_MEMORY = 512
"""Sessions beyond these are rebuilt from the store, without a model, when they speak again."""
_SESSION_LOCKS = 64
"""Sessions share these locks by hash, so that their number does not grow with the sessions."""


class Monitor:
    """Checks each turn of many conversations and remembers them.

    Made of ready parts; `belie.Monitor` fills in the shipped ones. Threads and asyncio tasks may
    call it freely: turns of one session are taken one after the other.

    Parameters
    ----------
    checker
        Checks one turn.
    store
        Keeps the reports; the only memory across restarts.
    sinks
        Are told of each alert, in order, after its turn was stored.

    Raises
    ------
    InputError
        If a sink is no plain function.
    """

    def __init__(self, *, checker: Checker, store: Store, sinks: Sequence[Sink] = ()) -> None:
        expect_instance("sinks", sinks, Iterable, advice=_SINKS)
        for number, sink in enumerate(told := tuple(sinks)):
            expect_function(f"sinks[{number}]", sink, advice=_SINKS)
        self._checker = checker
        self._store = store
        self._sinks = told
        self._tally = Tally()
        self._memories: LRUCache[str, Memory] = LRUCache(_SESSIONS_IN_MEMORY)
        self._memories_lock = threading.Lock()
        self._session_locks = tuple(threading.Lock() for _ in range(_SESSION_LOCKS))

    def observe(
        self,
        text: str,
        *,
        session: str,
        role: str = "assistant",
        documents: Iterable[object] = (),
        question: str | None = None,
        at: datetime | None = None,
        index: int | None = None,
    ) -> TurnReport:
        """Take in one message and return what was found in it.

        Parameters
        ----------
        text
            The message, whole.
        session
            The conversation it belongs to; a new name starts a new one.
        role
            ``"assistant"`` or ``"user"``. The assistant is checked against the documents, itself
            and the user; a user's turn is only a source of facts.
        documents
            What retrieval gave: strings, `Document`, LangChain documents or mappings with a
            ``text``.
        question
            What the message answers.
        at
            When it was said.
        index
            The place in its session that the turn must have. ``None`` is the next one, also where
            another process has added turns meanwhile.

        Raises
        ------
        InputError
            If an argument cannot be used. Nothing is kept.
        StoreError
            If the store cannot keep the report, or ``index`` is not the next. Nothing is kept.

        What a sink raises is raised here too, with the report as its ``belie_report``; the turn is
        stored and all sinks are told by then.
        """
        turn = make_turn(
            text, session=session, role=role, documents=documents, question=question, at=at
        )
        return self._take(turn, index)

    async def aobserve(
        self,
        text: str,
        *,
        session: str,
        role: str = "assistant",
        documents: Iterable[object] = (),
        question: str | None = None,
        at: datetime | None = None,
        index: int | None = None,
    ) -> TurnReport:
        """Do as `observe` does, in a thread, so that the event loop goes on."""
        return await asyncio.to_thread(
            self.observe,
            text,
            session=session,
            role=role,
            documents=documents,
            question=question,
            at=at,
            index=index,
        )

    def preview(
        self,
        text: str,
        *,
        session: str,
        documents: Iterable[object] = (),
        question: str | None = None,
        at: datetime | None = None,
    ) -> tuple[Alert, ...]:
        """Return the alerts that `observe` would raise if the assistant said ``text`` now.

        Nothing is kept and no sink is told. Implied conflicts are left out. Parameters and errors
        are those of `observe`.
        """
        turn = make_turn(text, session=session, documents=documents, question=question, at=at)
        return self._preview(turn)

    def tell(self, alerts: Iterable[Alert]) -> None:
        """Tell the sinks of alerts that `preview` returned for a text which nobody will see.

        A guard does so with what it refused. Each is told with ``refused=True``; nothing is stored.
        What a sink raises is raised here too, when all sinks are told.
        """
        tell(self._sinks, (replace(alert, refused=True) for alert in alerts))

    def stream(
        self,
        *,
        session: str,
        documents: Iterable[object] = (),
        question: str | None = None,
        at: datetime | None = None,
    ) -> Stream:
        """Return a `Stream`, to be fed with an answer of the assistant token by token.

        Parameters and errors are those of `observe`. Nothing is kept until it is closed.
        """
        turn = make_turn("", session=session, documents=documents, question=question, at=at)
        return Stream(turn, prepare=self._prepare, preview=self._preview, observe=self._take)

    def session(self, name: str) -> Session:
        """Return what the store has of a session; an unknown one is empty.

        Reviews, turns and deletions of other processes are seen.

        Raises
        ------
        InputError
            If ``name`` is no ``str``.
        StoreError
            If the store cannot be read.
        """
        name = clean(name, name="session")
        with self._locked(name):
            reports = self._store.load(name)
            self._drop_unless(name, turns=len(reports))
        checker = self._checker
        return Session(name, reports=reports, threshold=checker.threshold, rules=checker.rules)

    def acknowledge(
        self, alert: Alert, *, by: str = "", note: str = "", at: datetime | None = None
    ) -> Alert:
        """Note that a person has seen an alert and takes it as right; return it with its state.

        Alert and conflict stay where they are. What people said of an alert is kept in order and
        the last of it counts.

        Parameters
        ----------
        alert
            Of a stored turn, from a report or from a session.
        by
            Who has seen it.
        note
            What the person has to say.
        at
            When; belie's core has no clock.

        Raises
        ------
        InputError
            If the monitor's store has no such alert.
        StoreError
            If the store cannot keep it.
        """
        return self._review(alert, Review(AlertState.ACKNOWLEDGED, by=by, note=note, at=at))

    def mark_false(
        self, alert: Alert, *, by: str = "", note: str = "", at: datetime | None = None
    ) -> Alert:
        """Note that a person takes an alert for a false alarm; otherwise as `acknowledge`."""
        return self._review(alert, Review(AlertState.FALSE_ALARM, by=by, note=note, at=at))

    def reopen(
        self, alert: Alert, *, by: str = "", note: str = "", at: datetime | None = None
    ) -> Alert:
        """Note that an alert counts as unseen again; otherwise as `acknowledge`."""
        return self._review(alert, Review(AlertState.OPEN, by=by, note=note, at=at))

    def health(self) -> MonitorHealth:
        """Return how the monitor is doing, with the errors that handlers on it contained.

        Examples
        --------
        >>> from belie import Monitor
        >>> monitor = Monitor()
        >>> _ = monitor.observe("The bridge is 1,149 metres long.", session="s1")
        >>> monitor.health()
        MonitorHealth(observed=1, failed=0, contained=0, sinks=())
        """
        return self._tally.health(self._sinks)

    def contain(self) -> None:
        """Count an error that was kept from a chat; handlers and guards call it, for `health`."""
        self._tally.contain()

    def sessions(self) -> tuple[str, ...]:
        """Return the names of all stored sessions, oldest first."""
        return tuple(self._store.sessions())

    def forget(self, session: str) -> None:
        """Remove everything of a session, from memory and from the store, with all reviews.

        Nothing of it is left in what the models' answers are cached by, either.
        """
        session = clean(session, name="session")
        with self._locked(session):
            self._drop_memory(session)
            try:
                self._store.delete(session)
            finally:  # a store may raise when it has deleted already
                self._clear_caches()

    def delete_older(self, before: datetime) -> tuple[str, ...]:
        """Remove the sessions whose last turn is older, as `forget` does; return their names.

        Meanwhile others may speak: what one of these says after it was removed begins it anew.

        Parameters
        ----------
        before
            The time; one without a zone is taken as UTC. A turn is as old as its time says or,
            where it has none, as long as it is stored.

        Raises
        ------
        InputError
            If the store cannot delete by age; those that ship with belie can.
        StoreError
            If they cannot be deleted.
        """
        try:
            sessions = self._archive().delete_older(before)
        except StoreError:  # of what was deleted by then, nothing is kept either
            self._drop_all()
            raise
        for session in sessions:
            with self._locked(session):
                self._drop_memory(session)
        if sessions:
            self._clear_caches()
        return tuple(sessions)

    def release(self, session: str) -> None:
        """Drop a session from memory, not from the store: it goes on if it speaks again."""
        session = clean(session, name="session")
        with self._locked(session):
            self._drop_memory(session)

    def close(self) -> None:
        """Close the store. The monitor is not used afterwards."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _take(self, turn: Turn, index: int | None = None) -> TurnReport:
        """Observe a turn in its session's order, then tell the sinks."""
        with self._tally.turn(), self._locked(turn.session):
            report = self._observe_latest(turn) if index is None else self._observe_at(turn, index)
        try:
            tell(self._sinks, report.alerts)
        except Exception as error:  # the turn is stored all the same: its report must not be lost
            error.__dict__["belie_report"] = report
            raise
        return report

    def _observe_latest(self, turn: Turn) -> TurnReport:
        """Observe a turn, and once more where another process has added to the session."""
        memory = self._memory(turn.session)
        known = len(memory.reports)
        try:
            return self._observe(turn, memory)
        except StoreError:
            latest = self._memory(turn.session)
            if len(latest.reports) == known:
                raise
        return self._observe(turn, latest)

    def _observe_at(self, turn: Turn, index: int) -> TurnReport:
        """Observe a turn if its place is the next one, as far as is known here."""
        memory = self._memory(turn.session)
        if len(memory.reports) != index:
            raise StoreError(
                f"expected turn {index} of session {turn.session!r} to be its next, got "
                f"{len(memory.reports)} turns in the store; compare them with monitor.session(…)"
            )
        return self._observe(turn, memory)

    def _prepare(self, turn: Turn) -> None:
        with self._locked(turn.session):
            memory = self._memory(turn.session)
            self._checker.prepare(replace(turn, index=len(memory.reports)), memory)

    def _preview(self, turn: Turn) -> tuple[Alert, ...]:
        with self._locked(turn.session):
            memory = self._memory(turn.session)
            return self._checker.preview(replace(turn, index=len(memory.reports)), memory)

    def _observe(self, turn: Turn, memory: Memory) -> TurnReport:
        """Check, store, remember. A turn that fails half way leaves no trace."""
        placed = replace(turn, index=len(memory.reports))
        try:
            report = self._checker.check(placed, memory)
            self._store.append(report)
        except BaseException:
            # The graph may hold half a turn: the next call rebuilds it from the store.
            self._drop_memory(turn.session)
            raise
        memory.remember(report)
        return report

    def _review(self, alert: Alert, review: Review) -> Alert:
        """Store the review, then show it; the graph does not learn of it."""
        with self._locked(alert.session):
            reports = self._store.load(alert.session)
            if all(report.reviewed(alert.id, review) is None for report in reports):
                raise InputError(
                    f"expected an alert of a stored turn of session {alert.session!r}, got "
                    f"{alert.id!r}; take it from monitor.session(…).alerts"
                )
            self._store.review(alert, review)
        return self.session(alert.session).alert(alert.id)

    def _archive(self) -> Archive:
        """Return the store, if it can delete by age."""
        if not hasattr(self._store, "delete_older"):
            raise InputError(
                f"expected a store with delete_older, got {type(self._store).__name__}"
            )
        return cast("Archive", self._store)

    def _memory(self, session: str) -> Memory:
        with self._memories_lock:
            memory = self._memories.get(session)
        if memory is None:
            memory = self._checker.new_memory()
            memory.replay(self._store.load(session))
            with self._memories_lock:
                self._memories[session] = memory
        return memory

    def _drop_memory(self, session: str) -> None:
        with self._memories_lock:
            self._memories.pop(session, None)

    def _drop_all(self) -> None:
        with self._memories_lock:
            self._memories.clear()
        self._clear_caches()

    def _clear_caches(self) -> None:
        """Forget what the parts keep of texts, of whatever session."""
        self._checker.clear()

    def _drop_unless(self, session: str, *, turns: int) -> None:
        """Drop a session from memory if others have added to it, or deleted it."""
        with self._memories_lock:
            memory = self._memories.get(session)
            if memory is not None and len(memory.reports) != turns:
                del self._memories[session]

    def _locked(self, session: str) -> threading.Lock:
        return self._session_locks[hash(session) % _SESSION_LOCKS]
