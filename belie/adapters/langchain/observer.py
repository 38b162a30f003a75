"""Hands finished exchanges to the monitor and keeps every failure away from the chat."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from belie.adapters.langchain.own_calls import at_work
from belie.expecting import expect_function, expect_methods

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from belie.adapters.langchain.runs import Exchange
    from belie.adapters.langchain.told import Told
    from belie.datatypes import Alert, Document, TurnReport

__all__ = ["Observer", "SessionView", "Watcher"]

T = TypeVar("T")

_LOGGER = logging.getLogger(__name__)
_REMEMBERED = 10_000
"""How many messages are remembered by id, so that a repeated history is not observed again."""
_NO_SESSION = (
    "belie cannot tell which conversation a run belongs to, so that each run counts as its own "
    "and answers are not compared across turns; add "
    'config={"callbacks": [handler], "metadata": {"session_id": "..."}} to the call, '
    'or CallbackHandler(session="...") if there is only one'
)
_ON_ALERT = (
    "write on_alert=print; to an event loop hand the alert with asyncio.run_coroutine_threadsafe"
)


class SessionView(Protocol):
    """Protocol: what the handler asks of a session."""

    @property
    def alerts(self) -> Sequence[Alert]:
        """All alerts of the session, oldest first."""
        ...


class Watcher(Protocol):
    """Protocol: what the handler needs of a monitor; called in the handler's own thread."""

    def observe(
        self,
        text: str,
        *,
        session: str,
        role: str = ...,
        documents: Sequence[Document] = ...,
        question: str | None = ...,
    ) -> TurnReport:
        """Take in one message and return what was found in it."""
        ...

    def session(self, name: str, /) -> SessionView:
        """Return what is known of a session."""
        ...


class Observer:
    """Gives the monitor each exchange as two turns: the question, then the answer.

    Threads may call it freely; an exchange belongs to one of them. A failure of the monitor or of
    ``on_alert`` is contained and counted; the first is logged by the name of its type, for its
    message may quote the chat.

    Parameters
    ----------
    monitor
        Takes the turns.
    on_alert
        Is told of each alert.

    Raises
    ------
    InputError
        If ``monitor`` cannot observe, or ``on_alert`` is no plain function.
    """

    def __init__(
        self, *, monitor: Watcher, on_alert: Callable[[Alert], object] | None = None
    ) -> None:
        expect_methods("monitor", monitor, "observe", advice="write monitor=belie.Monitor()")
        if on_alert is not None:
            expect_function("on_alert", on_alert, advice=_ON_ALERT)
        self._monitor = monitor
        self._on_alert = on_alert
        self._contain = cast("Callable[[], object]", getattr(monitor, "contain", _nothing))
        self._lock = threading.Lock()
        self._seen: dict[Hashable, None] = {}
        self._warned = False
        self.observed = 0
        self.withdrawn = 0
        self.errors = 0

    def take(self, exchange: Exchange, *, told: Told | None = None) -> None:
        """Observe one exchange, unless its answer was observed before.

        Parameters
        ----------
        exchange
            To observe.
        told
            The alerts that were told of its answer already; they are not told again.
        """
        if self._is_new_answer(exchange):
            self.hear(exchange)
            self._hear_answer(exchange, told)

    def hear(self, exchange: Exchange) -> None:
        """Observe the question of an exchange, unless it was observed before."""
        session, question = self.session_of(exchange), exchange.question
        if question and not (question.id and self._is_repeated((session, question.id))):
            self._observe(question.text, session=session, role="user")

    def hear_answer(self, exchange: Exchange) -> None:
        """Observe the answer of an exchange, unless it was observed before."""
        if self._is_new_answer(exchange):
            self._hear_answer(exchange)

    def session_of(self, exchange: Exchange) -> str:
        """Return the session of an exchange; one that names none is a session of its own."""
        return exchange.session or self._anonymous(exchange.root)

    def tell(self, alert: Alert) -> None:
        """Tell of an alert."""
        tell = self._on_alert
        if tell is not None:
            self.attempt("on_alert failed", lambda: tell(alert))

    def attempt(self, what: str, action: Callable[[], T]) -> T | None:
        """Return what ``action`` returns, or ``None`` where it failed."""
        try:
            return action()
        except Exception as error:  # noqa: BLE001 - a handler never breaks the chat it watches
            self.fail(what, error)
            return None

    def fail(self, what: str, error: Exception) -> None:
        """Count a failure, here and at the monitor; the first is logged by its type's name."""
        self._contain()
        with self._lock:
            self.errors += 1
            first = self.errors == 1
        _LOGGER.log(
            logging.WARNING if first else logging.DEBUG,
            "belie: %s (%s); the chat goes on, health().errors counts such failures, "
            "and the level DEBUG shows them in full",
            what,
            type(error).__name__,
        )
        _LOGGER.debug("belie: %s", what, exc_info=error)

    def _is_new_answer(self, exchange: Exchange) -> bool:
        answer, question = exchange.answer, exchange.question
        asked = question and (question.id or question.text)
        session = self.session_of(exchange)
        return not (answer.id and self._is_repeated((session, answer.id, asked)))

    def _hear_answer(self, exchange: Exchange, told: Told | None = None) -> None:
        report = self._observe(
            exchange.answer.text,
            session=self.session_of(exchange),
            role="assistant",
            documents=exchange.documents,
            question=exchange.question.text if exchange.question else None,
            told=told,
        )
        if report is None:
            return
        with self._lock:
            self.observed += 1
            self.withdrawn += told.withdrawn(report.alerts) if told else 0

    def _observe(
        self,
        text: str,
        *,
        session: str,
        role: str,
        documents: Sequence[Document] = (),
        question: str | None = None,
        told: Told | None = None,
    ) -> TurnReport | None:
        """Return the report, or ``None`` where the monitor did not take the turn."""
        try:
            with at_work():
                report = self._monitor.observe(
                    text, session=session, role=role, documents=documents, question=question
                )
        except Exception as error:  # noqa: BLE001 - a handler never breaks the chat it watches
            report = cast("TurnReport | None", getattr(error, "belie_report", None))
            self.fail("a sink failed" if report else "a turn could not be checked", error)
        alerts = report.alerts if report else ()
        for alert in told.news(alerts) if told else alerts:
            self.tell(alert)
        return report

    def _anonymous(self, root: str) -> str:
        with self._lock:
            warned, self._warned = self._warned, True
        if not warned:
            _LOGGER.warning(_NO_SESSION)
        return root

    def _is_repeated(self, message: Hashable) -> bool:
        with self._lock:
            if message in self._seen:
                return True
            if len(self._seen) >= _REMEMBERED:
                del self._seen[next(iter(self._seen))]
            self._seen[message] = None
            return False


def _nothing() -> None:
    """Do nothing, for a monitor that does not count."""
