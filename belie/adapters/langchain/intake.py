"""The way of an answer from the chat to the monitor: sampled, queued, redacted, observed."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.adapters.langchain.live_answers import LiveAnswer
from belie.adapters.langchain.own_calls import at_work
from belie.adapters.langchain.redacting import redacted
from belie.adapters.langchain.sampling import is_sampled
from belie.adapters.worker import Inline, Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from belie.adapters.langchain.observer import Observer
    from belie.adapters.langchain.options import Options
    from belie.adapters.langchain.runs import Exchange
    from belie.adapters.langchain.told import Told
    from belie.datatypes import Alert

__all__ = ["Intake"]

_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Ended:
    """An answer that waits: since when, in seconds, and what was told of it before it ended."""

    exchange: Exchange
    told: Told | None
    since: float


class Intake:
    """Takes exchanges from the chat's threads and has them observed, as the options say.

    Nothing is raised into the chat; but an inline intake lets through what is no `Exception`.

    Parameters
    ----------
    observer
        Observes them.
    options
        Where, which, how late at most, without which words.
    clock
        Returns seconds.
    """

    def __init__(
        self,
        *,
        observer: Observer,
        options: Options,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._observer = observer
        self._options = options
        self._clock = clock
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()
        self._worker: Worker[_Ended | LiveAnswer] | Inline[_Ended | LiveAnswer] = (
            Inline(self._work)
            if options.mode == "inline"
            else Worker(self._work, size=options.max_queue, drop=options.drop)
        )

    @property
    def dropped(self) -> int:
        """How many answers found the queue full or closed."""
        return self._worker.dropped

    @property
    def queued(self) -> int:
        """How many answers wait."""
        return self._worker.queued

    @property
    def late(self) -> int:
        """How many answers had waited too long."""
        return self._counts["late"]

    @property
    def skipped(self) -> int:
        """How many answers were of conversations that are not watched."""
        return self._counts["skipped"]

    def watches(self, exchange: Exchange) -> bool:
        """Return whether the conversation of an exchange is watched."""
        return is_sampled(exchange.session or exchange.root, self._options.sample_rate)

    def take(self, exchange: Exchange, told: Told | None = None) -> None:
        """Have an exchange observed; ``told`` are the alerts told of it while it was being said."""
        if not self.watches(exchange):
            self._count("skipped")
        elif not self._worker.put(_Ended(exchange, told, self._clock())):
            level = logging.WARNING if self._worker.dropped == 1 else logging.DEBUG
            _LOGGER.log(
                level,
                "belie: an answer was dropped unchecked, for the queue is full or the handler shut "
                "down; health().dropped counts them, max_queue= makes room",
            )

    def offer(self, answer: LiveAnswer) -> None:
        """Have a look taken at an answer that is being said, when no other waits."""
        self._worker.offer(answer)

    def flush(self, timeout: float | None = None) -> bool:
        """Wait until nothing waits; return whether that is so."""
        return self._worker.flush(timeout)

    def close(self, timeout: float | None = None) -> bool:
        """Take no more and wait as `flush` does."""
        return self._worker.close(timeout)

    def _work(self, item: _Ended | LiveAnswer) -> None:
        if isinstance(item, LiveAnswer):
            self._look(item)
        else:
            self._observe(item)

    def _observe(self, ended: _Ended) -> None:
        if self._is_late(ended):
            self._count("late")
            return
        exchange = self._observer.attempt(
            "an answer could not be redacted and was left out",
            lambda: redacted(ended.exchange, self._options.redact),
        )
        if exchange is not None:
            self._observer.take(exchange, told=ended.told)

    def _is_late(self, ended: _Ended) -> bool:
        deadline = self._options.deadline_ms
        return deadline is not None and deadline < 1_000 * (self._clock() - ended.since)

    def _look(self, answer: LiveAnswer) -> None:
        alerts = self._observer.attempt(
            "an answer could not be checked while it was being said",
            lambda: self._looked(answer),
        )
        if alerts is None:
            answer.stop()
            return
        for alert in answer.told.news(alerts):
            self._observer.tell(alert)

    def _looked(self, answer: LiveAnswer) -> Sequence[Alert]:
        session = self._observer.session_of(answer.exchange)
        with at_work():
            return answer.look(session=session)

    def _count(self, what: str) -> None:
        with self._lock:
            self._counts[what] += 1
