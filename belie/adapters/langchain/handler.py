"""Watches LangChain: chains, agents and bare models, through one callback handler.

A callback observes and cannot hold an answer back. Attach it where a root run starts::

    handler = CallbackHandler(monitor=Monitor(), on_alert=print)
    chain.invoke(question, config={"callbacks": [handler], "metadata": {"session_id": "s1"}})
    handler.flush(10)
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.adapters.langchain.events import ExchangeEvents
from belie.adapters.langchain.observer import Observer
from belie.adapters.langchain.sessions import checked_session
from belie.adapters.worker import Worker
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Self

    from belie.adapters.langchain.observer import Watcher
    from belie.adapters.langchain.runs import Exchange
    from belie.datatypes import Alert

__all__ = ["CallbackHandler", "Health"]

_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Health:
    """How a handler is doing, in answers.

    Parameters
    ----------
    observed
        Answers that the monitor has taken.
    dropped
        Answers never checked, because the queue was full or the handler shut down.
    errors
        Failures of the monitor or of ``on_alert`` that were kept from the chat.
    queued
        Answers that wait to be checked.
    unfinished
        Runs that have begun and not ended.
    """

    observed: int
    dropped: int
    errors: int
    queued: int
    unfinished: int


class CallbackHandler(ExchangeEvents):
    """Gives a monitor each question and answer of the chains and agents it is attached to.

    The answer is what the root run returns; its documents are what retrievers and tools gave
    anywhere below it. Runs tagged ``"belie:ignore"`` and all below them are left out. An answer
    that the reader cut short counts as far as it was shown; a run that fails or is interrupted
    gives none. One handler may serve many conversations, threads and event loops at once. It
    never raises into the chat and never waits for the monitor, which works in a thread beside it.

    Parameters
    ----------
    monitor
        Checks the turns, such as a `belie.Monitor`.
    session
        The conversation of every run. ``None`` takes it from each run: ``session_id``,
        ``conversation_id`` or ``thread_id`` in the config's ``metadata``, then in its
        ``configurable``; a run without any is a conversation of its own, which is logged once.
    on_alert
        Is called with each alert, in the handler's thread; a plain function.
    input_key
        Where in the inputs of a run the question lies, if not under ``question``, ``input``,
        ``query`` or ``messages``.
    max_queue
        How many answers may wait for the monitor, at least 1; a newer one is dropped and counted.

    Raises
    ------
    InputError
        If an option cannot be used.

    Notes
    -----
    Documents and answer meet in the root run. A retriever and a model that are called one after
    the other by hand have none in common, and threads of your own lose LangChain's callbacks:
    wrap such steps in one ``RunnableLambda``. The thread ends with the process: call `flush`,
    `shutdown` or use ``with`` before leaving.

    Examples
    --------
    >>> from langchain_core.language_models import FakeListChatModel
    >>> from belie.datatypes import Role, Turn, TurnReport
    >>> class Echo:
    ...     def observe(self, text, *, session, role, documents, question):
    ...         print(f"{session} {role}: {text}")
    ...         return TurnReport(Turn(session, 0, Role(role), text))
    >>> with CallbackHandler(monitor=Echo(), session="s1") as handler:
    ...     _ = FakeListChatModel(responses=["330 m."]).invoke(
    ...         "How tall is it?", config={"callbacks": [handler]}
    ...     )
    s1 user: How tall is it?
    s1 assistant: 330 m.
    """

    def __init__(
        self,
        *,
        monitor: Watcher,
        session: str | None = None,
        on_alert: Callable[[Alert], object] | None = None,
        input_key: str | None = None,
        max_queue: int = 256,
    ) -> None:
        if max_queue < 1:
            raise InputError(f"expected max_queue >= 1, got {max_queue}")
        self._monitor = monitor
        super().__init__(
            session=checked_session(session), input_key=input_key, hand_over=self._queue
        )
        self._observer = Observer(monitor=monitor, on_alert=on_alert)
        self._worker = Worker(self._observer.take, size=max_queue)

    def health(self) -> Health:
        """Return how the handler is doing."""
        return Health(
            observed=self._observer.observed,
            dropped=self._worker.dropped,
            errors=self._observer.errors,
            queued=self._worker.queued,
            unfinished=self.unfinished,
        )

    def alerts(self, session: str) -> Sequence[Alert]:
        """Return all alerts of a session so far, oldest first; `flush` first to have the latest."""
        return self._monitor.session(session).alerts

    def flush(self, timeout: float | None = None) -> bool:
        """Wait until all finished answers are checked, at most ``timeout`` seconds.

        Returns whether they are. In an event loop, call it through ``asyncio.to_thread``.
        """
        return self._worker.flush(timeout)

    def shutdown(self, timeout: float | None = None) -> bool:
        """Take no more answers and wait as `flush` does; later answers count as dropped."""
        return self._worker.close(timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()

    def _queue(self, exchange: Exchange) -> None:
        if self._worker.put(exchange):
            return
        level = logging.WARNING if self._worker.dropped == 1 else logging.DEBUG
        _LOGGER.log(
            level,
            "belie: an answer was dropped unchecked, for the queue is full or the handler shut "
            "down; health().dropped counts them, max_queue= makes room",
        )
