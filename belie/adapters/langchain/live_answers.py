"""Answers that are still being said: tokens come in from the chat, looks are taken beside it."""

from __future__ import annotations

import re
import threading
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from belie.adapters.langchain.redacting import redacted
from belie.adapters.langchain.told import Told

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from uuid import UUID

    from belie.adapters.langchain.runs import Exchange
    from belie.datatypes import Alert, Document

    Redact = Callable[[str], str]

__all__ = ["LiveAnswer", "LiveAnswers", "Streamer", "TokenStream"]

_BEGUN = re.compile(r"(?:[.!?…][^\w\s]{0,6}\s|[\r\n])\W*\w")
"""Where one sentence ended, or may have, and the next has begun."""
_EDGE = 16
"""Characters before a token that may belong to such a place."""


class TokenStream(Protocol):
    """Protocol: an answer that is checked while it is being said."""

    @property
    def alerts(self) -> Sequence[Alert]:
        """All alerts so far."""
        ...

    def feed(self, token: str, /) -> object:
        """Take in the next words, and check what they complete."""
        ...


class Streamer(Protocol):
    """Protocol: what early alerts need of a monitor."""

    def stream(
        self, *, session: str, documents: Sequence[Document] = ..., question: str | None = ...
    ) -> TokenStream:
        """Return a stream; nothing of it is kept until it is closed, which does not happen."""
        ...


class LiveAnswer:
    """One answer while a model says it.

    `hear` belongs to the chat's thread and costs it a search in one token; `look` belongs to the
    worker.

    Parameters
    ----------
    exchange
        What is known of it so far.
    told
        The alerts told of its root run, which other models of it may have raised.
    monitor
        Checks the complete sentences.
    redact
        What every text goes through first. Of an answer that is being said, it sees all that was
        said so far; what it makes of later words may change earlier ones.
    """

    def __init__(
        self, exchange: Exchange, *, told: Told, monitor: Streamer, redact: Redact | None = None
    ) -> None:
        self.exchange = exchange
        self.told = told
        self._monitor = monitor
        self._redact = redact
        self._heard: deque[str] = deque()
        self._edge = ""
        self._waits = False
        self._stopped = False
        self._said = ""
        self._fed = ""
        self._stream: TokenStream | None = None

    def hear(self, token: str) -> bool:
        """Take a token; return whether it is time to `look` and no look is due already."""
        if self._stopped:
            return False
        self._heard.append(token)
        seen = self._edge + token
        begun = [found.end() for found in _BEGUN.finditer(seen)]
        self._edge = seen[max([*begun, len(seen) - _EDGE]) :]
        if not begun or self._waits:
            return False
        self._waits = True
        return True

    def stop(self) -> None:
        """Take no more looks: it has ended, or is no answer."""
        self._stopped = True

    def look(self, *, session: str) -> Sequence[Alert]:
        """Return all alerts of the sentences that are complete."""
        self._waits = False  # first, so that a token that comes meanwhile asks for another look
        while self._heard:
            self._said += self._heard.popleft()
        if self._stopped:
            return ()
        said = self._redact(self._said) if self._redact else self._said
        if self._stream is None or not said.startswith(self._fed):
            self._stream = self._begin(session)
            self._fed = ""
        self._stream.feed(said[len(self._fed) :])
        self._fed = said
        return self._stream.alerts

    def _begin(self, session: str) -> TokenStream:
        """Return a new stream; a redaction that reaches back to earlier words needs one."""
        exchange = redacted(self.exchange, self._redact)
        return self._monitor.stream(
            session=session,
            documents=exchange.documents,
            question=exchange.question.text if exchange.question else None,
        )


@dataclass(slots=True)
class _Root:
    """What the models of one root run are saying."""

    told: Told = field(default_factory=Told)
    answers: dict[UUID, LiveAnswer] = field(default_factory=dict["UUID", LiveAnswer])


class LiveAnswers:
    """The answers that are being said, by the runs of the models that say them.

    Parameters
    ----------
    begin
        Returns what is known of the answer that a run is saying, ``None`` where it may be none.
    watches
        Whether the conversation of an exchange is watched at all.
    offer
        Has a look taken at an answer soon.
    monitor, redact
        As in `LiveAnswer`.
    size
        How many root runs are kept; beyond it the oldest is taken never to end.
    """

    def __init__(
        self,
        *,
        begin: Callable[[UUID], Exchange | None],
        watches: Callable[[Exchange], bool],
        offer: Callable[[LiveAnswer], object],
        monitor: Streamer,
        redact: Redact | None = None,
        size: int = 1_000,
    ) -> None:
        self._begin = begin
        self._watches = watches
        self._offer = offer
        self._monitor = monitor
        self._redact = redact
        self._size = size
        self._lock = threading.Lock()
        self._roots: dict[str, _Root] = {}
        self._answers: dict[UUID, LiveAnswer] = {}

    def __len__(self) -> int:
        return len(self._answers)

    def hear(self, run_id: UUID, token: str) -> None:
        """Take a token of a model."""
        answer = self._answers.get(run_id)
        if answer is None:
            answer = self._begun(run_id)
            token = answer.exchange.answer.text if answer else ""
        if answer and answer.hear(token):
            self._offer(answer)

    def stop(self, run_id: UUID) -> None:
        """Take no more looks at what a model says: it calls a tool."""
        answer = self._answers.get(run_id) or self._begun(run_id)
        if answer:
            answer.stop()

    def end(self, run_id: UUID) -> Told | None:
        """Forget a run if it is a root; return which alerts were told of it."""
        with self._lock:
            return self._forget(str(run_id))

    def _begun(self, run_id: UUID) -> LiveAnswer | None:
        exchange = self._begin(run_id)
        if exchange is None:
            return None
        with self._lock:
            if exchange.root not in self._roots and self._size <= len(self._roots):
                self._forget(next(iter(self._roots)))
            root = self._roots.setdefault(exchange.root, _Root())
            answer = LiveAnswer(
                exchange, told=root.told, monitor=self._monitor, redact=self._redact
            )
            root.answers[run_id] = self._answers[run_id] = answer
        if not self._watches(exchange):
            answer.stop()
        return answer

    def _forget(self, name: str) -> Told | None:
        root = self._roots.pop(name, None)
        if root is None:
            return None
        for run_id, answer in root.answers.items():
            answer.stop()
            del self._answers[run_id]
        return root.told
