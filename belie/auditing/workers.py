"""Several processes that audit conversations; one that dies costs its conversation only."""

from __future__ import annotations

import os
import signal
from collections import deque
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, cast

from belie.auditing.conversations import lost, unread
from belie.auditing.serving import Failed, Passed, work
from belie.errors import BelieError, InputError
from belie.report.audited import Audited

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from multiprocessing.connection import Connection

    from belie.adapters.transcripts import Conversation
    from belie.auditing.conversations import Recipe

__all__ = ["Crew"]

_AHEAD = 8
"""How many conversations are read for each process before the oldest of them is given out."""
_GRACE = 5.0
"""Seconds in which a process whose pipe has broken may end by itself, with its own exit code."""
_THREADS = "OMP_NUM_THREADS"


class Crew:
    """A number of processes, each of which audits one conversation at a time.

    They share the store, not the models: each loads its own once, with its part of the machine's
    threads. What they find does not depend on their number.

    Parameters
    ----------
    size
        How many processes, at least 1.
    recipe
        What each makes its auditor of.
    """

    def __init__(self, size: int, recipe: Recipe) -> None:
        self._recipe = recipe
        self._size = size
        self._workers: list[_Worker] = []

    def audit(
        self,
        conversations: Iterable[Conversation | InputError],
        *,
        on_turn: Callable[[], object] = lambda: None,
    ) -> Generator[Audited]:
        """Yield what is found in each conversation, in their order.

        No more of them are read ahead than keeps the processes busy.

        Raises
        ------
        BelieError
            If the store or the models cannot be used.
        """
        queue: deque[_Place] = deque()
        source = iter(conversations)
        self._workers = [self._start() for _ in range(self._size)]
        try:
            while self._fill(queue, source) or queue:
                self._hand_out(queue)
                if queue[0].audited is None:
                    self._listen(on_turn)
                while queue and (audited := queue[0].audited) is not None:
                    queue.popleft()
                    yield audited
        finally:
            self.close()

    def close(self) -> None:
        """End all processes, whatever they do."""
        for worker in self._workers:
            worker.end()
        self._workers = []

    def _fill(self, queue: deque[_Place], source: Iterator[Conversation | InputError]) -> bool:
        """Read ahead as far as there is room; return whether anything was read."""
        before = len(queue)
        while len(queue) < _AHEAD * self._size:
            found = next(source, None)
            if found is None:
                break
            queue.append(_Place.of(found))
        return before < len(queue)

    def _hand_out(self, queue: deque[_Place]) -> None:
        idle = (worker for worker in self._workers if worker.place is None)
        waiting = (place for place in queue if place.is_waiting)
        for place, worker in zip(waiting, idle, strict=False):
            worker.take(place)

    def _listen(self, on_turn: Callable[[], object]) -> None:
        """Wait until a worker says something, and hear all that do."""
        by_pipe = {worker.pipe: worker for worker in self._workers}
        for pipe in wait(list(by_pipe)):
            worker = by_pipe[cast("Connection", pipe)]
            try:
                said = worker.pipe.recv()
            except (EOFError, OSError):
                self._replace(worker)
                continue
            if isinstance(said, Failed):
                raise said.error()
            if isinstance(said, Passed):
                on_turn()
            worker.hear(said)

    def _replace(self, worker: _Worker) -> None:
        """Start a process in the place of one that died."""
        code = worker.end(grace=_GRACE)
        if not worker.is_ready:
            raise BelieError(
                f"expected a process that loads the models, got one that {_ending(code)}; "
                "try fewer --workers"
            )
        if worker.place is not None:
            worker.place.lose(_ending(code))
        self._workers[self._workers.index(worker)] = self._start()

    def _start(self) -> _Worker:
        return _Worker(self._recipe, threads=max(1, (os.cpu_count() or 1) // self._size))


class _Place:
    """A conversation's place in the order, and what was found in it once that is known."""

    def __init__(self, conversation: Conversation | None, audited: Audited | None) -> None:
        self.conversation = conversation
        self.audited = audited
        self.is_waiting = audited is None

    @classmethod
    def of(cls, found: Conversation | InputError) -> _Place:
        if isinstance(found, InputError):
            return cls(None, unread(found))
        return cls(found, None)

    def lose(self, how: str) -> None:
        """Note that nothing will be found in the conversation, as its process has ended."""
        self.audited = lost(cast("Conversation", self.conversation), how)


class _Worker:
    """One process, seen from the one that started it."""

    def __init__(self, recipe: Recipe, *, threads: int) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs, recipe), daemon=True)
        with _without_interrupts(), _environment(threads):
            self._process.start()
        theirs.close()
        self.place: _Place | None = None
        self.is_ready = False

    def take(self, place: _Place) -> None:
        """Give the worker a conversation; if it is dead, listening to it tells."""
        place.is_waiting = False
        self.place = place
        try:
            self.pipe.send(place.conversation)
        except OSError:
            return

    def hear(self, said: object) -> None:
        """Take in what the worker said."""
        self.is_ready = True
        if isinstance(said, Audited) and self.place is not None:
            self.place.audited = said
            self.place = None

    def end(self, *, grace: float = 0.0) -> int | None:
        """End the process, after so many seconds in which it may do so, and return its code."""
        self.pipe.close()
        self._process.join(grace)
        self._process.kill()
        self._process.join()
        return self._process.exitcode


@contextmanager
def _without_interrupts() -> Generator[None]:
    """Let a process that is started now never hear of Ctrl-C: that is for the one that prints."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    known = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, known)


@contextmanager
def _environment(threads: int) -> Generator[None]:
    """Give a process that is started now its part of the threads, unless the user said how many.

    It can be told in no other way: NumPy reads it when it is loaded.
    """
    if _THREADS in os.environ:
        yield
        return
    os.environ[_THREADS] = str(threads)
    try:
        yield
    finally:
        del os.environ[_THREADS]


def _ending(code: int | None) -> str:
    """Return how a process ended, in words."""
    if code is not None and code < 0:
        return f"was ended by signal {-code} ({signal.Signals(-code).name})"
    return f"ended with exit code {code}"
