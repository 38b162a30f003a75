"""Keeps the pieces of a streamed answer until the sentences in them were checked.

Knows neither agents nor chains: a piece is whatever carries some words of the answer.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from belie.adapters.langchain.observer import Observer
    from belie.datatypes import Alert

__all__ = ["Held", "Rest", "TokenStream", "Watch", "continued"]

Piece = TypeVar("Piece")

_FAILED = "a sentence could not be checked"


class TokenStream(Protocol):
    """Protocol: what a guard needs of a monitor's stream."""

    @property
    def checked(self) -> int:
        """How many characters the last check has seen."""
        ...

    def feed(self, token: str) -> Sequence[Alert]:
        """Take in the next words; return the alerts that they complete."""
        ...

    async def afeed(self, token: str) -> Sequence[Alert]:
        """Do as `feed` does, the checks in a thread."""
        ...


class Watch:
    """Says how much of an answer may be shown while it is still being said.

    What was found to contradict stays unshown, with all that follows it, until the whole answer
    is ruled on. Words that could not be checked wait for the next check that succeeds.

    Parameters
    ----------
    stream
        Checks the sentences; ``None`` where there is none to be had, so that nothing is cleared.
    counted
        Returns those alerts that count against an answer.
    observer
        Contains and counts failures.
    """

    def __init__(
        self,
        stream: TokenStream | None,
        *,
        counted: Callable[[Sequence[Alert]], Sequence[Alert]],
        observer: Observer,
    ) -> None:
        self._stream = stream
        self._counted = counted
        self._observer = observer
        self._refused = False
        self.cleared = 0

    def feed(self, words: str) -> int:
        """Take in the next words; return how many characters of the answer may be shown."""
        stream = self._stream
        if stream is not None and words and not self._refused:
            # In an empty context, so that a model of the monitor never meets the chat's callbacks.
            context = contextvars.Context()
            alerts = self._observer.attempt(_FAILED, lambda: context.run(stream.feed, words))
            self._judge(stream, alerts)
        return self.cleared

    async def afeed(self, words: str) -> int:
        """Do as `feed` does, the checks in a thread."""
        stream = self._stream
        if stream is not None and words and not self._refused:
            checking = asyncio.create_task(_heard(stream, words), context=contextvars.Context())
            try:
                self._judge(stream, await checking)
            except Exception as error:  # noqa: BLE001 - a guard never breaks the chat it watches
                self._observer.fail(_FAILED, error)
        return self.cleared

    def _judge(self, stream: TokenStream, alerts: Sequence[Alert] | None) -> None:
        if alerts is None:
            return
        self._refused = bool(self._counted(alerts))
        if not self._refused:
            self.cleared = stream.checked


@dataclass(frozen=True, slots=True)
class Rest(Generic[Piece]):
    """What is left to be shown when an answer was ruled on: new words, then pieces as they came."""

    words: str
    pieces: tuple[Piece, ...]


class Held(Generic[Piece]):
    """The pieces of one answer that wait, and the words of those that were shown.

    Examples
    --------
    >>> held = Held[str]()
    >>> for piece in ("It is", " old. It", " is 300 m", " tall."):
    ...     held.take(piece, piece)
    >>> held.release(10), held.shown
    (['It is'], 'It is')
    >>> held.finish("It is old. It is 330 m tall.")
    Rest(words=' old. It is 330 m tall.', pieces=())
    """

    def __init__(self) -> None:
        self._waiting: deque[tuple[Piece, str | None]] = deque()
        self._shown: list[str] = []
        self._length = 0
        self._spoken = False

    @property
    def shown(self) -> str:
        """The words that were shown."""
        return "".join(self._shown)

    @property
    def heard(self) -> str:
        """All words that came."""
        return self.shown + "".join(words or "" for _, words in self._waiting)

    def take(self, piece: Piece, words: str | None) -> None:
        """Keep a piece with its words of the answer.

        ``None`` where it cannot be told whether it has any: it waits until the first with words.
        """
        self._spoken = self._spoken or bool(words)
        self._waiting.append((piece, words))

    def release(self, cleared: int) -> list[Piece]:
        """Return the pieces that end within the first ``cleared`` characters; they are shown."""
        released: list[Piece] = []
        while self._waiting:
            piece, words = self._waiting[0]
            early = words is None and not self._spoken
            if early or (words and cleared < self._length + len(words)):
                break
            self._waiting.popleft()
            self._show(words or "")
            released.append(piece)
        return released

    def finish(self, answer: str | None) -> Rest[Piece]:
        """Return what is left to be shown so that the reader has the whole answer.

        ``None`` stands for whatever came. Pieces whose words are not those of the answer are
        dropped; what they carry beside words is kept.
        """
        waiting = tuple(self._waiting)
        self._waiting.clear()
        pending = "".join(words or "" for _, words in waiting)
        if answer is None or answer == self.shown + pending:
            self._show(pending)
            return Rest("", tuple(piece for piece, _ in waiting))
        shown = self.shown
        words = answer[len(shown) :] if answer.startswith(shown) else f"\n\n{answer}"
        self._show(words)
        return Rest(words, tuple(piece for piece, words in waiting if not words))

    def _show(self, words: str) -> None:
        self._shown.append(words)
        self._length += len(words)


def continued(shown: str, draft: str, rest: str) -> str:
    """Return what was shown of a draft, and after it the words that take the place of its rest.

    Words that begin with what was shown were written from the beginning: they stand alone.

    Examples
    --------
    >>> continued("It is old.", "It is old. It is red.", "It is blue.")
    'It is old. It is blue.'
    >>> continued("It is old.", "It is old. It is red.", "It is old. It is blue.")
    'It is old. It is blue.'
    """
    if not shown or rest.startswith(shown):
        return rest
    behind = draft[len(shown) :]
    blanks = behind[: len(behind) - len(behind.lstrip())]
    return f"{shown}{blanks or ' '}{rest.lstrip()}"


async def _heard(stream: TokenStream, words: str) -> Sequence[Alert]:
    return await stream.afeed(words)
