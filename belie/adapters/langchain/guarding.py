"""What becomes of a draft of an answer: checked, revised, annotated, withheld, recorded.

Knows neither agents nor chains; `middleware` and `guard` bring the drafts and carry it out.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, TypeVar

from belie.adapters.langchain.holding import Watch
from belie.adapters.langchain.observer import Observer, Watcher
from belie.adapters.langchain.policy import Action, Ruling
from belie.expecting import expect_methods

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence

    from belie.adapters.langchain.holding import TokenStream
    from belie.adapters.langchain.policy import Policy
    from belie.adapters.langchain.runs import Exchange
    from belie.datatypes import Alert, Document
    from belie.errors import InputError

    Ask = Callable[[Exchange, Sequence[Alert]], Exchange | None]
    AskLater = Callable[[Exchange, Sequence[Alert]], Awaitable[Exchange | None]]

__all__ = ["GuardHealth", "Guardian", "Previewer", "Settled"]

T = TypeVar("T")


class Previewer(Watcher, Protocol):
    """Protocol: what a guard needs of a monitor; several threads may call it."""

    def preview(
        self,
        text: str,
        *,
        session: str,
        documents: Sequence[Document] = ...,
        question: str | None = ...,
    ) -> Sequence[Alert]:
        """Return the alerts that observing the text would raise; nothing is kept."""
        ...

    def tell(self, alerts: Iterable[Alert], /) -> None:
        """Tell the sinks of the alerts of a draft that was refused."""
        ...

    def stream(
        self,
        *,
        session: str,
        documents: Sequence[Document] = ...,
        question: str | None = ...,
    ) -> TokenStream:
        """Return a stream to be fed with an answer; nothing is kept until it is closed."""
        ...


@dataclass(frozen=True, slots=True)
class Settled:
    """How a draft ended.

    Parameters
    ----------
    exchange
        With the last draft; ``None`` where the model no longer answered, but called a tool.
    ruling
        On that draft; no longer to revise it.
    revisions
        How often the model was asked again, earlier drafts of the same run counted in.
    """

    exchange: Exchange | None
    ruling: Ruling
    revisions: int


@dataclass(frozen=True, slots=True)
class GuardHealth:
    """How a guard is doing, in answers.

    Parameters
    ----------
    observed
        Answers that the monitor has taken.
    revised
        Drafts that were sent back to the model.
    annotated, blocked
        Answers that got a note, and answers that were withheld: by a notice, or by an error where
        the guard is to be closed.
    errors
        Failures of the monitor, of ``on_alert`` or of a revision that were kept from the chat.
    """

    observed: int
    revised: int
    annotated: int
    blocked: int
    errors: int


class Guardian:
    """Checks drafts and records answers, and keeps every failure of its own away from the chat.

    Threads may call it freely. The monitor runs in an empty context, so that a model of its own
    never meets the callbacks of the chat.

    Parameters
    ----------
    monitor
        Previews drafts and observes answers.
    policy
        What is done with which drafts.
    on_alert
        Is told of each alert of an answer, and of those of refused drafts.
    """

    def __init__(
        self,
        *,
        monitor: Previewer,
        policy: Policy,
        on_alert: Callable[[Alert], object] | None = None,
    ) -> None:
        expect_methods(
            "monitor", monitor, "observe", "preview", advice="write monitor=belie.Monitor()"
        )
        self._monitor = monitor
        self._policy = policy
        self._observer = Observer(monitor=monitor, on_alert=on_alert)
        self._lock = threading.Lock()
        self._counts: Counter[Action] = Counter()

    def hear(self, exchange: Exchange) -> None:
        """Record the question, so that drafts are held against what the user states in it."""
        _isolated(lambda: self._observer.hear(exchange))

    def record(self, exchange: Exchange) -> None:
        """Record the answer as it was given."""
        _isolated(lambda: self._observer.hear_answer(exchange))

    def watch(self, exchange: Exchange) -> Watch:
        """Return what tells of an answer, while it is being said, how much may be shown.

        Parameters
        ----------
        exchange
            What is known of it so far; its answer is not read.
        """
        stream = self._observer.attempt(
            "an answer could not be checked",
            lambda: self._monitor.stream(
                session=self._observer.session_of(exchange),
                documents=exchange.documents,
                question=exchange.question.text if exchange.question else None,
            ),
        )
        return Watch(stream, counted=self._policy.counted, observer=self._observer)

    def settle(self, exchange: Exchange, ask: Ask, *, revisions: int = 0) -> Settled:
        """Check a draft, have it revised while that is called for, and say how it is to end.

        Whoever carries that out calls `conclude` when it is done, or `unchanged` if it can't be.

        Parameters
        ----------
        exchange
            With the draft as its answer.
        ask
            Asks the model again, given the draft and what counts against it.
        revisions
            How often it was asked again before.
        """
        ruling = self._rule(exchange, revisions)
        while ruling.action is Action.REVISE:
            try:
                better = ask(exchange, ruling.alerts)
            except Exception as error:  # noqa: BLE001 - a revision never breaks the chat
                ruling = self._failed(ruling, error)
                break
            revisions += 1
            self._refuse(ruling.alerts)
            if better is None:
                return Settled(None, Ruling(Action.PASS), revisions)
            exchange = better
            ruling = self._rule(exchange, revisions)
        return Settled(exchange, ruling, revisions)

    async def asettle(self, exchange: Exchange, ask: AskLater, *, revisions: int = 0) -> Settled:
        """Do as `settle` does, the checks in a thread."""
        ruling = await asyncio.to_thread(self._rule, exchange, revisions)
        while ruling.action is Action.REVISE:
            try:
                better = await ask(exchange, ruling.alerts)
            except Exception as error:  # noqa: BLE001 - a revision never breaks the chat
                ruling = self._failed(ruling, error)
                break
            revisions += 1
            await asyncio.to_thread(self._refuse, ruling.alerts)
            if better is None:
                return Settled(None, Ruling(Action.PASS), revisions)
            exchange = better
            ruling = await asyncio.to_thread(self._rule, exchange, revisions)
        return Settled(exchange, ruling, revisions)

    def conclude(self, settled: Settled) -> Settled:
        """Count what became of an answer, and tell of one that its reader will not see."""
        if settled.exchange is not None:
            self._count(settled.ruling)
        if settled.ruling.action is Action.BLOCK:
            self._refuse(settled.ruling.alerts)
        return settled

    def unchanged(self, draft: Exchange | None, settled: Settled, error: InputError) -> Settled:
        """Return how an answer ended that could not be changed: it passes as the draft that it was.

        Raises
        ------
        InputError
            The error, if the guard is to be closed. The answer is withheld by it.
        """
        if self._policy.on_failure == "closed":
            self.conclude(replace(settled, ruling=replace(settled.ruling, action=Action.BLOCK)))
            raise error
        self._observer.fail("an answer could not be changed", error)
        return Settled(draft, Ruling(Action.PASS), 0)

    def health(self) -> GuardHealth:
        """Return how the guard is doing."""
        with self._lock:
            counts = Counter(self._counts)
        return GuardHealth(
            observed=self._observer.observed,
            revised=counts[Action.REVISE],
            annotated=counts[Action.ANNOTATE],
            blocked=counts[Action.BLOCK],
            errors=self._observer.errors,
        )

    def _rule(self, exchange: Exchange, revisions: int) -> Ruling:
        if self._policy.strategy == "observe":
            return Ruling(Action.PASS)
        ruling = self._policy.rule(_isolated(lambda: self._preview(exchange)), revisions)
        if ruling.action is Action.REVISE:
            self._count(ruling)
        return ruling

    def _preview(self, exchange: Exchange) -> Sequence[Alert] | None:
        return self._observer.attempt(
            "an answer could not be checked",
            lambda: self._monitor.preview(
                exchange.answer.text,
                session=self._observer.session_of(exchange),
                documents=exchange.documents,
                question=exchange.question.text if exchange.question else None,
            ),
        )

    def _failed(self, ruling: Ruling, error: Exception) -> Ruling:
        """Return what is done where the model failed to revise; control flow goes its way."""
        if "GraphBubbleUp" in {kind.__name__ for kind in type(error).__mro__}:
            raise error
        self._observer.fail("an answer could not be revised", error)
        return self._policy.give_up(ruling, failed=True)

    def _refuse(self, alerts: Sequence[Alert]) -> None:
        """Tell of a draft that its reader will not see: its alerts, and nothing is recorded."""
        if alerts:
            self._observer.attempt(
                "a sink failed", lambda: _isolated(lambda: self._monitor.tell(alerts))
            )
        for alert in alerts:
            self._observer.tell(replace(alert, refused=True))

    def _count(self, ruling: Ruling) -> None:
        with self._lock:
            self._counts[ruling.action] += 1


def _isolated(action: Callable[[], T]) -> T:
    return contextvars.Context().run(action)
