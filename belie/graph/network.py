"""The statements of one conversation and the edges between them, kept in NetworkX."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

import networkx as nx

from belie.datatypes import Claim, Passage
from belie.errors import InputError
from belie.graph import rules
from belie.graph.identity import claim_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from belie.datatypes import Statement, Verdict
    from belie.graph.identity import ClaimKey
    from belie.graph.rules import EdgeKind
    from belie.graph.semantics import Ruling

__all__ = ["Edge", "GraphView", "Network"]

GraphView: TypeAlias = "nx.MultiDiGraph[str]"
"""A frozen copy of the graph as NetworkX knows it, so that nobody else needs to import it."""


@dataclass(frozen=True, slots=True)
class Edge:
    """One edge of the graph.

    Parameters
    ----------
    start, end
        The ids of two nodes: premise and claim, or later claim and the one it changes.
    relation
        What the edge says.
    verdict
        The judged pair that it rests on; ``None`` where a claim is taken back without a clash.
    ruling
        Why the two are no conflict all the same, or why the later one changes the earlier one;
        ``None`` where no rule has anything to say.
    """

    start: str
    end: str
    relation: EdgeKind
    verdict: Verdict | None
    ruling: Ruling | None = None


class Network:
    """Statements and edges; equal claims share a node, whose id is that of the first one said."""

    def __init__(self) -> None:
        self._graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
        self._first: dict[ClaimKey, str] = {}
        self._again: dict[str, tuple[str, Claim]] = {}

    def __contains__(self, statement_id: str) -> bool:
        return statement_id in self._graph or statement_id in self._again

    def add(self, statement: Statement) -> str:
        """Add a statement that is not there yet and return the id of its node."""
        if isinstance(statement, Passage):
            self._graph.add_node(statement.id, statement=statement)
            return statement.id
        node = self._first.setdefault(claim_key(statement), statement.id)
        if node == statement.id:
            self._graph.add_node(node, statement=statement)
        else:
            self._again[statement.id] = node, statement
            self._graph.nodes[node].setdefault("again", []).append(statement)
        return node

    def node(self, statement_id: str) -> str:
        """Return the id of the node of a statement.

        Raises
        ------
        InputError
            If the graph has no such statement.
        """
        if statement_id not in self:
            raise InputError(f"expected the id of a statement of this graph, got {statement_id!r}")
        again = self._again.get(statement_id)
        return again[0] if again else statement_id

    def statement(self, statement_id: str) -> Statement:
        """Return the statement of that id, which the graph has."""
        again = self._again.get(statement_id)
        return again[1] if again else self._graph.nodes[statement_id]["statement"]

    def mentions(self, node: str) -> tuple[Statement, ...]:
        """Return the statements of a node: a passage, or equal claims as they were added."""
        data = self._graph.nodes[node]
        return data["statement"], *data.get("again", ())

    def last_mention(self, node: str) -> Statement:
        """Return the statement of a node that was added last."""
        data = self._graph.nodes[node]
        again: list[Claim] | None = data.get("again")
        return again[-1] if again else data["statement"]

    def nodes(self) -> tuple[str, ...]:
        """Return the ids of all nodes, by the position of their first statement."""
        first = (data["statement"] for _, data in self._graph.nodes(data=True))
        return tuple(one.id for one in sorted(first, key=_place))

    def statements(self) -> tuple[Statement, ...]:
        """Return all passages and claims, by position and then id."""
        each = (self.mentions(node) for node in self._graph)
        return tuple(sorted(chain.from_iterable(each), key=_place))

    def connect(
        self,
        start: Statement,
        end: Statement,
        relation: EdgeKind,
        verdict: Verdict | None,
        ruling: Ruling | None = None,
    ) -> None:
        """Add an edge between two statements of different nodes.

        Of several verdicts on one edge it keeps the first one that stands, that is without a
        ruling, and where there is none the first.
        """
        first, second = self.node(start.id), self.node(end.id)
        if first == second:
            return
        if self._graph.has_edge(first, second, key=relation):
            known = self._graph.edges[first, second, relation]
            if known.get("ruling") is None or ruling is not None:
                return
        data: dict[str, Any] = {"relation": relation, "verdict": verdict, "ruling": ruling}
        self._graph.add_edge(first, second, key=relation, **data)

    def edges(self) -> tuple[Edge, ...]:
        """Return all edges, in the order of their moments and then by relation."""
        return self._sorted(self._graph.edges(data=True))

    def edges_of(self, statement_id: str) -> tuple[Edge, ...]:
        """Return the edges from and to the node of one statement, ordered as in :meth:`edges`."""
        node = self.node(statement_id)
        outward = self._graph.out_edges(node, data=True)
        inward = self._graph.in_edges(node, data=True)
        return self._sorted(chain(outward, inward))

    def copy(self) -> GraphView:
        """Return a frozen copy whose nodes know all their mentions."""
        copy = self._graph.copy()
        for node, data in copy.nodes(data=True):
            data["mentions"] = self.mentions(node)
            data.pop("again", None)
        nx.freeze(copy)  # pyright: ignore[reportUnknownMemberType] - its stub lacks a return type
        return copy

    def _sorted(self, found: Iterable[tuple[str, str, dict[str, Any]]]) -> tuple[Edge, ...]:
        edges = (
            Edge(start, end, data["relation"], data["verdict"], data["ruling"])
            for start, end, data in found
        )
        return tuple(sorted(edges, key=lambda edge: (self._moment(edge), edge.relation)))

    def _moment(self, edge: Edge) -> rules.Order:
        """Return the sort key of the verdict of ``edge``, or of the claim that needs none."""
        if edge.verdict is not None:
            return rules.order(edge.verdict)
        said = rules.position(self._graph.nodes[edge.start]["statement"])
        return said, False, 0.0, True, edge.start, edge.end


def _place(statement: Statement) -> tuple[rules.Position, str]:
    return rules.position(statement), statement.id
