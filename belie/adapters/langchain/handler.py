"""Watches LangChain: chains, agents and bare models, through one callback handler.

A callback observes and cannot hold an answer back. Attach it where a root run starts::

    handler = CallbackHandler(monitor=Monitor(), on_alert=print)
    chain.invoke(question, config={"callbacks": [handler], "metadata": {"session_id": "s1"}})
    handler.flush(10)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from belie.adapters.langchain.events import ExchangeEvents
from belie.adapters.langchain.intake import Intake
from belie.adapters.langchain.live_answers import LiveAnswers
from belie.adapters.langchain.observer import Observer
from belie.adapters.langchain.options import Options
from belie.adapters.langchain.sessions import checked_session
from belie.adapters.langchain.shapes import calls_tool
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Self
    from uuid import UUID

    from belie.adapters.langchain.live_answers import Streamer
    from belie.adapters.langchain.observer import Watcher
    from belie.adapters.langchain.options import Mode
    from belie.adapters.langchain.runs import Exchange
    from belie.adapters.worker import Drop
    from belie.datatypes import Alert

__all__ = ["CallbackHandler", "Health"]


@dataclass(frozen=True, slots=True)
class Health:
    """How a handler is doing, in answers.

    Parameters
    ----------
    observed
        Answers that the monitor has taken.
    dropped
        Answers never checked, because the queue was full or the handler shut down.
    late
        Answers never checked, because they had waited longer than ``deadline_ms``.
    skipped
        Answers never checked, because ``sample_rate`` left their conversations out.
    withdrawn
        Alerts told while an answer was being said that its report does not have.
    errors
        Failures of the monitor, of ``redact`` or of ``on_alert`` that were kept from the chat.
    queued
        Answers that wait to be checked.
    unfinished
        Runs that have begun and not ended.
    """

    observed: int
    dropped: int
    late: int
    skipped: int
    withdrawn: int
    errors: int
    queued: int
    unfinished: int


class CallbackHandler(ExchangeEvents):
    """Gives a monitor each question and answer of the chains and agents it is attached to.

    The answer is what the root run returns; its documents are what retrievers and tools gave
    anywhere below it, and what the application handed over by the event ``"retrieved_documents"``.
    Runs tagged ``"belie:ignore"`` and all below them are left out, and so are models that the
    monitor itself asks. An answer that the reader cut short counts as far as it was shown; a run
    that fails or is interrupted gives none. One handler may serve many conversations, threads and
    event loops at once. It never raises into the chat, and unless ``mode`` says so it never waits
    for the monitor, which works in a thread beside it.

    Parameters
    ----------
    monitor
        Checks the turns, such as a `belie.Monitor`.
    session
        The conversation of every run. ``None`` takes it from each run: ``session_id``,
        ``conversation_id`` or ``thread_id`` in the config's ``metadata``, then in its
        ``configurable``; a run without any is a conversation of its own, which is logged once.
    on_alert
        Is called with each alert, in the thread that checks; a plain function.
    input_key
        Where in the inputs of a run the question lies, if not under ``question``, ``input``,
        ``query`` or ``messages``.
    mode
        ``"background"`` checks in a thread beside the chat. ``"inline"``, for scripts and tests,
        checks an answer, and calls ``on_alert``, before the root run returns; failures are kept
        from the chat all the same. An async chain then waits too, but not its event loop:
        LangChain calls the handler in the loop's executor. Nothing is queued, so that
        ``deadline_ms``, ``max_queue`` and ``drop`` do not apply.
    sample_rate
        The share of conversations to watch, in [0, 1]. A conversation is watched whole or not at
        all, by a hash of its name, since half of one does not show what contradicts the rest.
    redact
        Returns a text without the words that must not be kept, always the same for the same text.
        The question, the answer and the texts of the documents go through it before the monitor
        gets them; names of sessions and documents and the documents' metadata do not. What it
        fails on is not checked.
    deadline_ms
        How many milliseconds an answer may wait to be checked. One that waited longer is not
        checked, nor are later turns held against it.
    max_queue
        How many answers may wait for the monitor, at least 1.
    drop
        Which answer goes unchecked when one comes to a full queue: the ``"newest"``, which is
        that one, or the ``"oldest"``.
    check_stream
        Whether each sentence of a streamed answer is checked as soon as the next one begins, while
        no finished answer waits. ``on_alert`` then hears of it before the end; what follows only
        from the whole answer, or from the question, is told at the end, and no alert twice. The
        report, the store and the monitor's sinks are as without it.

    Raises
    ------
    InputError
        If an option cannot be used.

    Notes
    -----
    ``check_stream`` needs LangChain's token events, and to know that a model speaks to the reader
    before the run has ended. It takes that for sure of a model that is called by itself, and of
    one that speaks after documents came to its root run, outside of tools. Give any other the tag
    ``"belie:answer"``, and a model that speaks after documents but not to the reader, such as one
    that grades them, the tag ``"belie:ignore"``; of the rest nothing is told before the end. An
    alert on words which are not in the answer after all, because a draft was written again or a
    tool called after them, is counted as withdrawn. An early alert has the words and spans of the
    stored one, but its turn may have a lower number, and it thus another id, since the question is
    stored with the answer: take the stored one from `alerts` to review it.

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
        mode: Mode = "background",
        sample_rate: float = 1.0,
        redact: Callable[[str], str] | None = None,
        deadline_ms: float | None = None,
        max_queue: int = 256,
        drop: Drop = "newest",
        check_stream: bool = False,
    ) -> None:
        options = Options(
            mode=mode,
            sample_rate=sample_rate,
            redact=redact,
            deadline_ms=deadline_ms,
            max_queue=max_queue,
            drop=drop,
        )
        self._monitor = monitor
        self._observer = Observer(monitor=monitor, on_alert=on_alert)
        self._intake = Intake(observer=self._observer, options=options)
        super().__init__(
            session=checked_session(session), input_key=input_key, hand_over=self._intake.take
        )
        # The events of a background handler are short: on the loop's own thread they keep their
        # order and cost less. Those of an inline one would hold the loop up.
        self.run_inline = mode == "background"
        self._live = self._live_answers(redact) if check_stream else None

    def health(self) -> Health:
        """Return how the handler is doing."""
        return Health(
            observed=self._observer.observed,
            dropped=self._intake.dropped,
            late=self._intake.late,
            skipped=self._intake.skipped,
            withdrawn=self._observer.withdrawn,
            errors=self._observer.errors,
            queued=self._intake.queued,
            unfinished=self.unfinished,
        )

    def alerts(self, session: str) -> Sequence[Alert]:
        """Return all alerts of a session so far, oldest first; `flush` first to have the latest."""
        return self._monitor.session(session).alerts

    def flush(self, timeout: float | None = None) -> bool:
        """Wait until all finished answers are checked, at most ``timeout`` seconds.

        Returns whether they are. In an event loop, call it through ``asyncio.to_thread``.
        """
        return self._intake.flush(timeout)

    def shutdown(self, timeout: float | None = None) -> bool:
        """Take no more answers and wait as `flush` does; later answers count as dropped."""
        return self._intake.close(timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()

    def _live_answers(self, redact: Callable[[str], str] | None) -> LiveAnswers:
        if not callable(getattr(self._monitor, "stream", None)):
            raise InputError(
                "expected a monitor with a method stream for check_stream=True, got "
                f"{type(self._monitor).__name__}"
            )
        return LiveAnswers(
            begin=self._roots.saying,
            watches=self._intake.watches,
            offer=self._intake.offer,
            monitor=cast("Streamer", self._monitor),
            redact=redact,
        )

    def _hear_live(self, run_id: UUID, token: str, chunk: object, /) -> None:
        if self._live is None:
            return
        if calls_tool(chunk):
            self._live.stop(run_id)
        else:
            self._live.hear(run_id, token)

    def _end(self, run_id: UUID, exchange: Exchange | None, /) -> None:
        told = self._live.end(run_id) if self._live is not None else None
        if exchange is not None:
            self._intake.take(exchange, told)
