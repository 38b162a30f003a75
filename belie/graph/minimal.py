"""The smallest sets of statements that cannot all hold.

A set of statements is inconsistent if two that contradict each other follow from it; it is a
*minimal* conflict if none of its subsets is (the minimal inconsistent subsets of Hunter & Konieczny
2008). An entailment has one premise and a contradiction two sides, so such a set has two
statements, or one that contradicts itself by what follows from it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from belie.datatypes import Claim
from belie.graph.rules import EdgeKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from belie.datatypes import Conflict, Statement, Verdict
    from belie.graph.network import Network

    _Entailing = Mapping[str, list[tuple[str, float]]]

__all__ = ["MinimalConflict", "minimal_conflicts"]


@dataclass(frozen=True, slots=True)
class MinimalConflict:
    """A smallest set of nodes whose statements cannot all hold.

    Parameters
    ----------
    nodes
        The ids of its one or two nodes, sorted.
    path
        The ids of the nodes of the chain that shows it; its ends are ``nodes``.
    conflict
        The contradiction in the chain.
    score
        The product in (0, 1] of all probabilities along the chain.
    """

    nodes: tuple[str, ...]
    path: tuple[str, ...]
    conflict: Conflict
    score: float


def minimal_conflicts(
    network: Network,
    conflicts: Iterable[Conflict],
    *,
    threshold: float,
    through: Callable[[str], bool],
    refuted: Callable[[Statement, Statement, Verdict], bool],
) -> tuple[MinimalConflict, ...]:
    """Return the minimal conflicts of at least ``threshold``, the surest first.

    Takes time in proportion to the network.

    Parameters
    ----------
    network
        The statements and what follows from what.
    conflicts
        The contradictions to start from; implied ones are found again.
    threshold
        The least score, in (0, 1].
    through
        Tells of a node whether chains may go through it or start at it.
    refuted
        Tells of two statements, which a chain with a contradiction joins, whether they are known
        not to clash.
    """

    def clash(one: MinimalConflict) -> bool:
        first, last = (network.last_mention(node) for node in (one.path[0], one.path[-1]))
        judged = len(one.path) == 2 or first is last
        return judged or not refuted(first, last, one.conflict.verdict)

    best: dict[tuple[str, ...], MinimalConflict] = {}
    entailing = _entailing(network, threshold, through)
    judged = [conflict for conflict in conflicts if not conflict.implied]
    found = [one for each in judged for one in _inconsistent(network, each, entailing, threshold)]
    for one in sorted(filter(clash, found), key=_rank):
        best.setdefault(one.nodes, one)
    alone = {nodes[0] for nodes in best if len(nodes) == 1}
    return tuple(one for one in best.values() if len(one.nodes) == 1 or alone.isdisjoint(one.nodes))


def _inconsistent(
    network: Network, conflict: Conflict, entailing: _Entailing, threshold: float
) -> Iterator[MinimalConflict]:
    """Yield the pairs of nodes from which the two sides of a conflict follow."""
    chance = conflict.score
    sides = network.node(conflict.premise.id), network.node(conflict.claim.id)
    first, second = (_entails(side, entailing, least=threshold / chance) for side in sides)
    for start, (front, up) in first.items():
        for end, (back, down) in second.items():
            score = chance * front * back
            if score >= threshold:
                nodes = tuple(sorted({start, end}))
                yield MinimalConflict(nodes, (*up, *reversed(down)), conflict, score)


def _entailing(network: Network, threshold: float, through: Callable[[str], bool]) -> _Entailing:
    """Return for each node what entails it; between claims that holds both ways."""
    found: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)
    for edge in network.edges():
        if edge.relation is EdgeKind.ENTAILS and edge.verdict is not None:
            chance = edge.verdict.entailment
            if chance >= threshold and through(edge.start) and through(edge.end):
                found[edge.end].append((edge.start, chance))
                if isinstance(edge.verdict.premise, Claim):
                    found[edge.start].append((edge.end, chance))
    return found


def _entails(
    node: str, entailing: _Entailing, *, least: float
) -> dict[str, tuple[float, tuple[str, ...]]]:
    """Return what entails ``node``, itself too, with the likeliest way (Dijkstra 1959)."""
    known: dict[str, tuple[float, tuple[str, ...]]] = {}
    waiting: list[tuple[float, int, tuple[str, ...]]] = [(-1.0, 1, (node,))]
    while waiting:
        chance, _, path = heappop(waiting)
        if path[0] in known:
            continue
        known[path[0]] = -chance, path
        for other, step in entailing.get(path[0], ()):
            if other not in known and -chance * step >= least:
                heappush(waiting, (chance * step, len(path) + 1, (other, *path)))
    return known


def _rank(found: MinimalConflict) -> tuple[float, int, tuple[str, ...]]:
    return -found.score, len(found.path), found.path
