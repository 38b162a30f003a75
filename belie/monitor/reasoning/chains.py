"""Chains of what is more, or earlier, than what."""

from __future__ import annotations

from collections import defaultdict, deque
from itertools import chain as joined
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

    Takes time in proportion to the steps and to the square of the things that they begin at.
    """
    first, last = _thing(start), _thing(end)
    places = _places(steps)
    waiting: deque[tuple[Thing, tuple[Line, ...]]] = deque([(first, ())])
    reached = {first}
    while waiting:
        at, lines = waiting.popleft()
        alike = [thing for thing in places if same(thing, at)]
        for place in sorted(joined.from_iterable(places.pop(thing) for thing in alike)):
            _, second, told = steps[place]
            after, found = _thing(second), (*lines, *told)
            if same(after, last):
                return found
            if len(found) < _LONGEST and after not in reached:
                reached.add(after)
                waiting.append((after, found))
    return ()


def _places(
    steps: Sequence[tuple[Thing | Event, Thing | Event, tuple[Line, ...]]],
) -> dict[Thing, list[int]]:
    """Return at which places of ``steps`` those from each thing stand."""
    places: defaultdict[Thing, list[int]] = defaultdict(list)
    for place, (first, _, _) in enumerate(steps):
        places[_thing(first)].append(place)
    return places


def _thing(one: Thing | Event) -> Thing:
    return one.subject if isinstance(one, Event) else one
