"""Watches conversations: one order per session, one shared model."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

from cachetools import LRUCache

from belie.monitor.inputs import clean, make_turn
from belie.monitor.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime
    from typing import Self

    from belie.datatypes import Turn, TurnReport
    from belie.monitor.checker import Checker
    from belie.monitor.memory import Memory
    from belie.protocols import Sink, Store

__all__ = ["Monitor"]

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
    """

    def __init__(self, *, checker: Checker, store: Store, sinks: Sequence[Sink] = ()) -> None:
        self._checker = checker
        self._store = store
        self._sinks = tuple(sinks)
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

        Raises
        ------
        InputError
            If an argument cannot be used. Nothing is kept.
        StoreError
            If the store cannot keep the report. Nothing is kept.

        What a sink raises is raised here too; the turn is stored by then.
        """
        turn = make_turn(
            text,
            session=session,
            index=0,
            role=role,
            documents=documents,
            question=question,
            at=at,
        )
        with self._locked(turn.session):
            report = self._observe(turn, self._memory(turn.session))
        for alert in report.alerts:
            for sink in self._sinks:
                sink(alert)
        return report

    async def aobserve(
        self,
        text: str,
        *,
        session: str,
        role: str = "assistant",
        documents: Iterable[object] = (),
        question: str | None = None,
        at: datetime | None = None,
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
        )

    def session(self, name: str) -> Session:
        """Return what is known of a session; an unknown one is empty.

        Raises
        ------
        InputError
            If ``name`` is no ``str``.
        """
        name = clean(name, name="session")
        with self._locked(name):
            reports = tuple(self._memory(name).reports)
        return Session(name, reports=reports, threshold=self._checker.threshold)

    def sessions(self) -> tuple[str, ...]:
        """Return the names of all stored sessions, oldest first."""
        return tuple(self._store.sessions())

    def forget(self, session: str) -> None:
        """Remove everything of a session, from memory and from the store."""
        session = clean(session, name="session")
        with self._locked(session):
            self._store.delete(session)
            self._drop_memory(session)

    def close(self) -> None:
        """Close the store. The monitor is not used afterwards."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

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

    def _locked(self, session: str) -> threading.Lock:
        return self._session_locks[hash(session) % _SESSION_LOCKS]
