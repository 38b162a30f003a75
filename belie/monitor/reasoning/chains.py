"""Chains of what is more, or earlier, than what."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from belie.monitor.reasoning.events import Event
from belie.monitor.reasoning.things import Thing, same

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.monitor.reasoning.lines import Line

__all__ = ["chain"]

_LONGEST = 6
"""Steps; statements further apart are rarely about the same."""


def chain(
    start: Thing | Event,
    end: Thing | Event,
    steps: Sequence[tuple[Thing | Event, Thing | Event, tuple[Line, ...]]],
) -> tuple[Line, ...]:
    """Return the lines of the shortest way from ``start`` to ``end``, in order; empty without one.

    Takes time in proportion to the steps times the length of the way.
    """
    waiting: deque[tuple[Thing | Event, tuple[Line, ...]]] = deque([(start, ())])
    used: set[int] = set()
    while waiting:
        at, lines = waiting.popleft()
        for number, (first, second, told) in enumerate(steps):
            if number in used or not _alike(first, at):
                continue
            used.add(number)
            found = (*lines, *told)
            if _alike(second, end):
                return found
            if len(found) < _LONGEST:
                waiting.append((second, found))
    return ()


def _alike(one: Thing | Event, other: Thing | Event) -> bool:
    return same(_thing(one), _thing(other))


def _thing(one: Thing | Event) -> Thing:
    return one.subject if isinstance(one, Event) else one
