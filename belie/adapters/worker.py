"""Works off items beside the chat, one after the other, without slowing it."""

from __future__ import annotations

import contextvars
import threading
from collections import deque
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Worker"]

T = TypeVar("T")


class Worker(Generic[T]):
    """A bounded queue and the one daemon thread that empties it.

    The thread lives only while there is work, so that a forgotten worker holds nothing. It runs
    in an empty context: callbacks and context variables of the chat do not reach the work.

    Parameters
    ----------
    work
        What is done with each item; it must not raise.
    size
        How many items may wait, at least 1; an item that comes to a full queue is dropped.

    Examples
    --------
    >>> done = []
    >>> worker = Worker(done.append, size=8)
    >>> worker.put("a"), worker.flush(), done
    (True, True, ['a'])
    """

    def __init__(self, work: Callable[[T], None], *, size: int) -> None:
        self._work = work
        self._size = size
        self._waiting: deque[T] = deque()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = False
        self._dropped = 0

    @property
    def dropped(self) -> int:
        """How many items found the queue full or closed."""
        return self._dropped

    @property
    def queued(self) -> int:
        """How many items wait, without the one being worked on."""
        return len(self._waiting)

    def put(self, item: T) -> bool:
        """Take an item to be worked on soon; return whether there was room."""
        with self._changed:
            if self._closed or len(self._waiting) >= self._size:
                self._dropped += 1
                return False
            self._waiting.append(item)
            if self._thread is None or not self._thread.is_alive():
                self._thread = self._started()
            return True

    def flush(self, timeout: float | None = None) -> bool:
        """Wait until all is worked off, ``timeout`` seconds at most; return whether it is.

        The work itself cannot wait for its own end: there the answer is ``False`` at once.
        """
        if self._thread is threading.current_thread():
            return False
        with self._changed:
            return self._changed.wait_for(self._idle, timeout)

    def close(self, timeout: float | None = None) -> bool:
        """Take no more items and wait as `flush` does."""
        with self._changed:
            self._closed = True
        return self.flush(timeout)

    def _idle(self) -> bool:
        return not self._waiting and self._thread is None

    def _started(self) -> threading.Thread:
        thread = threading.Thread(
            target=contextvars.Context().run, args=(self._run,), name="belie", daemon=True
        )
        thread.start()
        return thread

    def _run(self) -> None:
        try:
            while self._next_done():
                pass
        finally:
            self._replace_broken()

    def _replace_broken(self) -> None:
        """Go on in a new thread where the work raised after all, such as ``SystemExit``."""
        with self._changed:
            if self._thread is threading.current_thread():
                self._thread = self._started() if self._waiting else None
                self._changed.notify_all()

    def _next_done(self) -> bool:
        with self._changed:
            if not self._waiting:
                self._thread = None
                self._changed.notify_all()
                return False
            item = self._waiting.popleft()
        self._work(item)
        return True
