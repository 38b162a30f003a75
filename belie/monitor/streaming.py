"""One answer that arrives token by token, looked at whenever a sentence is complete."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from belie.errors import InputError
from belie.monitor.inputs import clean
from belie.monitor.text import sentences

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from belie.datatypes import Alert, Turn, TurnReport

__all__ = ["Stream"]

_END = re.compile(
    r"[.!?…][^\w\s]{0,6}\s|[\r\n]|<(?:/(?:p|li|div|h[1-6]|t[dr])|br)\b", re.IGNORECASE
)
"""Where a sentence may have ended; `sentences` then tells."""
_EDGE = 8
"""Characters before a token that may belong to such an end."""
_GROWTH = 8
"""What was read is read again once it has grown by one part in so many: all looks together cost
in proportion to the text, and one at each sentence of a short answer."""


class Stream:
    """Checks an answer while it is being said; `Monitor.stream` makes one.

    `feed` returns alerts early, `close` takes the whole answer in as `Monitor.observe` does, and
    its report is the one that `observe` gives for the same text. Until then nothing is stored, no
    sink is told, and later turns do not know of it: a stream that is dropped leaves no trace.
    Used as a context manager it is closed at the end, or dropped where the block raises. One
    thread or task at a time; other turns may be observed meanwhile.

    An early alert is also in the final report, unless words that came later change how earlier
    ones are read, or another turn was observed in between; `withdrawn` holds those. What follows
    only from several statements together is told by `close`.

    Parameters
    ----------
    turn
        All that is known of the turn but its text.
    prepare
        Reads the documents of a turn, so that `preview` need not.
    preview
        Returns the alerts of a turn that may never come to be.
    observe
        Takes in a turn for good.

    Examples
    --------
    >>> from belie import Monitor
    >>> with Monitor().stream(session="s1", documents=["The tower is 330 m tall."]) as stream:
    ...     for token in ("The tower", " is 300 m tall.", " It is", " old."):
    ...         print(repr(token), len(stream.feed(token)))
    'The tower' 0
    ' is 300 m tall.' 0
    ' It is' 1
    ' old.' 0
    >>> len(stream.close().alerts)
    1
    """

    def __init__(
        self,
        turn: Turn,
        *,
        prepare: Callable[[Turn], object],
        preview: Callable[[Turn], tuple[Alert, ...]],
        observe: Callable[[Turn], TurnReport],
    ) -> None:
        self._turn = turn
        self._prepare = prepare
        self._preview = preview
        self._observe = observe
        self._parts: list[str] = []
        self._length = 0
        self._edge = ""
        self._prepared = False
        self._ended = False
        self._complete = 0
        self._next_look = 0
        self._checked = 0
        self._alerts: dict[str, Alert] = {}
        self._report: TurnReport | None = None
        self._open = True

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """The alerts that `feed` has returned so far."""
        return tuple(self._alerts.values())

    @property
    def checked(self) -> int:
        """How many characters of the answer the last check that succeeded has seen.

        They end with a sentence. The alerts of that check are among those that `feed` returned.
        """
        return self._checked

    @property
    def withdrawn(self) -> tuple[Alert, ...]:
        """The alerts that `feed` returned and the final report does not have; none before it."""
        if self._report is None:
            return ()
        final = {alert.id for alert in self._report.alerts}
        return tuple(alert for alert in self.alerts if alert.id not in final)

    def feed(self, token: str) -> tuple[Alert, ...]:
        """Take in the next words; return the alerts that they complete, each once.

        A sentence is complete when the next one begins. The first token has the documents read,
        while the words to check are still being said. What a model raises is raised here; the token
        is kept, and the stream may go on.

        Raises
        ------
        InputError
            If ``token`` is no ``str``, or the stream was closed.
        """
        return self._work() if self._hear(token) else ()

    async def afeed(self, token: str) -> tuple[Alert, ...]:
        """Do as `feed` does; where there is something to do, in a thread."""
        return await asyncio.to_thread(self._work) if self._hear(token) else ()

    def close(self) -> TurnReport:
        """Take in the whole answer and return its report; a second call returns it again.

        Raises
        ------
        InputError
            If the stream was dropped.
        StoreError
            If the store cannot keep the report. Nothing is kept.

        What a sink raises is raised here too, with the report as its ``belie_report``; the turn is
        stored, all sinks are told by then, and a second call returns the report.
        """
        if self._report is not None:
            return self._report
        self._check_open()
        self._open = False
        try:
            self._report = self._observe(self._turn_of(self._text()))
        except Exception as error:  # of a sink that was told when the turn was stored
            self._report = cast("TurnReport | None", getattr(error, "belie_report", None))
            raise
        return self._report

    async def aclose(self) -> TurnReport:
        """Do as `close` does, in a thread."""
        return await asyncio.to_thread(self.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.close()
        self._open = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            await self.aclose()
        self._open = False

    def _hear(self, token: str) -> bool:
        """Keep a token; return whether there is something to do."""
        self._check_open()
        words = clean(token, name="token")
        self._parts.append(words)
        self._length += len(words)
        seen = self._edge + words
        self._edge = seen[-_EDGE:]
        self._ended = self._ended or _END.search(seen) is not None
        return not self._prepared or self._is_due()

    def _is_due(self) -> bool:
        """Whether a sentence may be complete that was not looked at."""
        return self._ended and self._next_look <= self._length

    def _work(self) -> tuple[Alert, ...]:
        if not self._prepared:
            self._prepared = True
            self._prepare(self._turn)
        return self._look() if self._is_due() else ()

    def _look(self) -> tuple[Alert, ...]:
        """Check the complete sentences, if there is a new one."""
        text = self._text()
        rest = text[self._complete :]
        spans = sentences(rest)
        if len(spans) < 2:
            self._next_look = self._length + len(rest) // _GROWTH
            return ()
        self._complete += spans[-2].end
        self._next_look = self._length + self._length // _GROWTH
        self._ended = _END.search(text, self._complete + 1) is not None
        alerts = self._preview(self._turn_of(text[: self._complete]))
        self._checked = self._complete
        new = tuple(alert for alert in alerts if alert.id not in self._alerts)
        self._alerts.update((alert.id, alert) for alert in new)
        return new

    def _text(self) -> str:
        self._parts = ["".join(self._parts)]
        return self._parts[0]

    def _turn_of(self, text: str) -> Turn:
        return replace(self._turn, text=text)

    def _check_open(self) -> None:
        if not self._open:
            raise InputError("expected a stream that is open, got one that was closed or dropped")
