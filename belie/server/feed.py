"""The alerts of a store as they come, whoever raises them."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import ConflictKind, Severity, StoredAlert

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from belie.protocols import Archive

__all__ = ["Choice", "Feed"]

_PAGE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Which alerts someone follows; without ``session`` or ``kinds`` those of all."""

    session: str | None = None
    kinds: frozenset[ConflictKind] = frozenset()
    severity: Severity = Severity.LOW


class Feed:
    """Follows a store for any number of readers.

    Alerts of this process are read at once, when `ring` says so; those of other processes on the
    same database within ``interval``.

    Parameters
    ----------
    archive
        The store.
    interval
        Seconds between two looks at the store.
    """

    def __init__(self, archive: Archive, *, interval: float) -> None:
        self._archive = archive
        self._interval = interval
        self._rung = asyncio.Event()
        self._closed = False

    def ring(self) -> None:
        """Let all readers look at the store now; called in the thread of the event loop."""
        rung, self._rung = self._rung, asyncio.Event()
        rung.set()

    def close(self) -> None:
        """End what `follow` yields, for all readers."""
        self._closed = True
        self.ring()

    async def follow(self, cursor: int, choice: Choice) -> AsyncGenerator[StoredAlert]:
        """Yield the alerts that were stored after ``cursor``, then each new one.

        Raises
        ------
        StoreError
            If the store cannot be read.
        """
        while not self._closed:
            rung = self._rung  # taken before the look: what comes during it is not slept through
            found = await asyncio.to_thread(self._look, cursor, choice)
            for stored in found:
                yield stored
                cursor = stored.cursor
            if len(found) < _PAGE:
                with suppress(TimeoutError):
                    await asyncio.wait_for(rung.wait(), self._interval)

    def _look(self, cursor: int, choice: Choice) -> list[StoredAlert]:
        return self._archive.alerts_since(
            cursor,
            limit=_PAGE,
            session=choice.session,
            kinds=choice.kinds,
            severity=choice.severity,
        )
