"""Works off items: beside the chat, one after the other, or in the chat's own thread at once."""

from __future__ import annotations

import contextvars
import threading
from collections import deque
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Drop", "Inline", "Worker"]

T = TypeVar("T")

Drop = Literal["newest", "oldest"]
"""Which item is dropped when one comes to a full queue: itself, or that which waits longest."""


class Worker(Generic[T]):
    """A bounded queue and the one daemon thread that empties it.

    The thread lives only while there is work, so that a forgotten worker holds nothing. It runs
    in an empty context: callbacks and context variables of the chat do not reach the work.

    Parameters
    ----------
    work
        What is done with each item; it must not raise.
    size
        How many items may wait, at least 1.
    drop
        Which item is dropped when one comes to a full queue.

    Examples
    --------
    >>> done = []
    >>> worker = Worker(done.append, size=8)
    >>> worker.put("a"), worker.flush(), done
    (True, True, ['a'])
    """

    def __init__(self, work: Callable[[T], None], *, size: int, drop: Drop = "newest") -> None:
        self._work = work
        self._size = size
        self._drop = drop
        self._waiting: deque[T] = deque()
        self._idle_work: deque[T] = deque()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = False
        self._dropped = 0

    @property
    def dropped(self) -> int:
        """How many items were never worked on, for the queue was full or closed."""
        return self._dropped

    @property
    def queued(self) -> int:
        """How many items wait, without the one being worked on and those that were offered."""
        return len(self._waiting)

    def put(self, item: T) -> bool:
        """Take an item to be worked on soon; return whether none had to be dropped."""
        with self._changed:
            room = not self._closed and len(self._waiting) < self._size
            self._dropped += not room
            if self._closed or (not room and self._drop == "newest"):
                return False
            if not room:
                self._waiting.popleft()
            self._waiting.append(item)
            self._wake()
            return room

    def offer(self, item: T) -> None:
        """Take an item to be worked on when none waits that was `put`.

        It takes no room in the queue: to bound the number of such items is the caller's matter.
        """
        with self._changed:
            if not self._closed:
                self._idle_work.append(item)
                self._wake()

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
        return not self._work_left() and self._thread is None

    def _work_left(self) -> bool:
        return bool(self._waiting or self._idle_work)

    def _wake(self) -> None:
        if self._thread is None or not self._thread.is_alive():
            self._thread = self._started()

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
                self._thread = self._started() if self._work_left() else None
                self._changed.notify_all()

    def _next_done(self) -> bool:
        with self._changed:
            if not self._work_left():
                self._thread = None
                self._changed.notify_all()
                return False
            item = (self._waiting or self._idle_work).popleft()
        self._work(item)
        return True


class Inline(Generic[T]):
    """Has the methods of a `Worker`, and works on each item at once, in the caller's thread.

    The work runs in an empty context all the same. Several threads may work at a time.

    Parameters
    ----------
    work
        What is done with each item; it must not raise.

    Examples
    --------
    >>> done = []
    >>> inline = Inline(done.append)
    >>> inline.put("a"), done
    (True, ['a'])
    """

    queued = 0

    def __init__(self, work: Callable[[T], None]) -> None:
        self._work = work
        self._changed = threading.Condition()
        self._workers: list[int] = []
        self._closed = False
        self._dropped = 0

    @property
    def dropped(self) -> int:
        """How many items came after `close`."""
        return self._dropped

    def put(self, item: T) -> bool:
        """Work on an item; return whether that was done."""
        with self._changed:
            if self._closed:
                self._dropped += 1
                return False
            self._workers.append(threading.get_ident())
        try:
            contextvars.Context().run(self._work, item)
        finally:
            with self._changed:
                self._workers.remove(threading.get_ident())
                self._changed.notify_all()
        return True

    def offer(self, item: T) -> None:
        """Work on an item, unless closed."""
        if not self._closed:
            self.put(item)

    def flush(self, timeout: float | None = None) -> bool:
        """Wait until no thread is at work, as `Worker.flush` does."""
        with self._changed:
            if threading.get_ident() in self._workers:
                return False
            return self._changed.wait_for(lambda: not self._workers, timeout)

    def close(self, timeout: float | None = None) -> bool:
        """Take no more items and wait as `flush` does."""
        with self._changed:
            self._closed = True
        return self.flush(timeout)
