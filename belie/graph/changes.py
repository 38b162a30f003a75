"""What speakers changed of their own words, and from when on the old words no longer count."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING

from belie.datatypes import Change, ChangeKind
from belie.graph.rules import position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belie.datatypes import Claim
    from belie.graph.rules import EdgeKind, Position
    from belie.graph.semantics import Ruling

__all__ = ["Changes"]


class Changes:
    """The changes of a conversation, and when each node was superseded or retracted.

    A change ends what was said of a node before it; what is said again after it counts again.
    """

    def __init__(self) -> None:
        self._by_turn: defaultdict[int, list[Change]] = defaultdict(list)
        self._by_node: dict[str, list[tuple[Position, EdgeKind]]] = {}

    def add(self, earlier: Claim, node: str, later: Claim, why: Ruling, how: EdgeKind) -> None:
        """Remember that ``later`` changes ``earlier``, which is a statement of ``node``."""
        change = Change(ChangeKind(how.value), earlier, later, why.rule, why.reason)
        if change in self._by_turn[later.turn]:
            return
        self._by_turn[later.turn].append(change)
        insort(self._by_node.setdefault(node, []), (position(later), how))

    def of_turn(self, turn: int) -> tuple[Change, ...]:
        """Return what the claims of one turn changed."""
        return tuple(self._by_turn.get(turn, ()))

    def all(self) -> tuple[Change, ...]:
        """Return all changes, turn by turn."""
        return tuple(chain.from_iterable(each for _, each in sorted(self._by_turn.items())))

    def nodes(self) -> Iterator[str]:
        """Yield the ids of the nodes that were ever changed."""
        yield from self._by_node

    def ended(self, node: str, said: Position, now: Position | None) -> bool:
        """Return whether what was said of a node at ``said`` was changed before ``now``, or ever.

        ``now`` is ``None`` at the end of the conversation.
        """
        known = self._by_node.get(node, [])
        after = bisect_right(known, said, key=_when)
        return after < len(known) and (now is None or known[after][0] < now)

    def was(self, how: EdgeKind, node: str, said: Position) -> bool:
        """Return whether what was said of a node at ``said`` was ever changed in that way."""
        return any(when > said and kind is how for when, kind in self._by_node.get(node, ()))


def _when(change: tuple[Position, EdgeKind]) -> Position:
    return change[0]
