"""The consistency graph of one conversation, kept up to date turn by turn."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeAlias

import networkx as nx

from belie.datatypes import Claim, Passage, Role
from belie.errors import InputError
from belie.graph import rules
from belie.graph.rules import EdgeKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from belie.datatypes import Conflict, Statement, Verdict
    from belie.graph.rules import DocumentKey, Position

__all__ = ["ClaimGraph", "Edge", "GraphView"]

GraphView: TypeAlias = "nx.MultiDiGraph[str]"
"""A frozen copy of the graph as NetworkX knows it, so that nobody else needs to import it."""


@dataclass(frozen=True, slots=True)
class Edge:
    """One edge of the graph.

    Parameters
    ----------
    start, end
        The ids of the two statements: premise and claim, or correction and corrected claim.
    relation
        What the edge says.
    verdict
        The judged pair that it rests on.
    """

    start: str
    end: str
    relation: EdgeKind
    verdict: Verdict


class ClaimGraph:
    """Keeps the statements of one conversation and finds each conflict among them once.

    A directed graph of statements. Verdicts add edges from premise to claim (``"entails"``,
    ``"contradicts"``, ``"partially_contradicts"``); a claim that mends what its speaker said
    before adds, beside the contradiction, an edge ``"supersedes"`` from the correction to the
    corrected claim. The rules are in :mod:`belie.graph.rules`. One thread at a time.

    Parameters
    ----------
    threshold
        The probability in (0, 1] of a contradiction, whole or partial, from which it counts.

    Raises
    ------
    InputError
        If ``threshold`` is out of range.

    Examples
    --------
    >>> from belie.datatypes import Claim, Relation, Span, Verdict
    >>> then = Claim("s/1#0", "It costs $5.", "s/1", Span(0, 12), turn=1)
    >>> now = Claim("s/3#0", "It costs $6.", "s/3", Span(0, 12), turn=3)
    >>> odds = {relation: 0.01 for relation in Relation} | {Relation.CONTRADICTION: 0.97}
    >>> verdict = Verdict(then, now, odds, Relation.CONTRADICTION)
    >>> graph = ClaimGraph(threshold=0.5)
    >>> graph.update([then], [])
    ()
    >>> [(conflict.kind.value, conflict.path) for conflict in graph.update([now], [verdict])]
    [('cross_turn', ('s/1#0', 's/3#0'))]
    >>> graph.update([now], [verdict])
    ()
    """

    def __init__(self, *, threshold: float) -> None:
        if not 0 < threshold <= 1:
            raise InputError(f"expected 0 < threshold <= 1, got {threshold}")
        self._threshold = threshold
        self._graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
        self._conflicts: list[Conflict] = []
        self._found: set[tuple[str, ...]] = set()
        self._superseded: dict[str, Position] = {}
        self._spoken: dict[str, dict[DocumentKey, Verdict]] = {}

    def update(self, claims: Sequence[Claim], verdicts: Sequence[Verdict]) -> tuple[Conflict, ...]:
        """Add claims and verdicts, whole or not at all, and return the conflicts they bring.

        Feed turns in their order, and all verdicts of a claim together: conflicts once returned
        are never taken back. What was fed before changes nothing, and an edge keeps its first
        verdict. Takes time in proportion to the new claims and verdicts, however large the graph.

        Parameters
        ----------
        claims
            The claims of one or more turns, also those without a verdict.
        verdicts
            Judged pairs; their premises and claims are added too.

        Returns
        -------
        tuple of Conflict
            Only those not returned before, in the order of the claims, for each claim the
            strongest verdict first.

        Raises
        ------
        InputError
            If an id already belongs to another statement, if a claim's id does not end in its
            number, if a claim was judged against itself, or if a probability is missing or not a
            finite number.
        """
        statements = _gather(claims, verdicts)
        self._check(statements, verdicts)
        self._add_statements(statements)
        new = [one for verdict in sorted(verdicts, key=rules.order) for one in self._apply(verdict)]
        new.sort(key=_order)
        self._conflicts.extend(new)
        return tuple(new)

    def statements(self) -> tuple[Statement, ...]:
        """Return the passages and claims, by position and then id."""
        nodes: Iterable[Statement] = (data["statement"] for _, data in self._graph.nodes(data=True))
        return tuple(sorted(nodes, key=lambda one: (rules.position(one), one.id)))

    def claims(self) -> tuple[Claim, ...]:
        """Return the claims of all speakers, by position."""
        return tuple(one for one in self.statements() if isinstance(one, Claim))

    def conflicts(self) -> tuple[Conflict, ...]:
        """Return all conflicts found so far, in the order in which they were returned."""
        return tuple(self._conflicts)

    def edges(self) -> tuple[Edge, ...]:
        """Return all edges, in the order of their verdicts and then by relation."""
        return _sorted_edges(self._graph.edges(data=True))

    def relations(self, statement_id: str) -> tuple[Edge, ...]:
        """Return the edges from and to one statement, ordered as in :meth:`edges`.

        Raises
        ------
        InputError
            If the graph has no such statement.
        """
        if statement_id not in self._graph:
            raise InputError(f"expected the id of a statement of this graph, got {statement_id!r}")
        outward = self._graph.out_edges(statement_id, data=True)
        inward = self._graph.in_edges(statement_id, data=True)
        return _sorted_edges(chain(outward, inward))

    def superseded(self) -> frozenset[str]:
        """Return the ids of the claims that their speaker corrected later."""
        return frozenset(self._superseded)

    def score(self) -> float:
        """Return the share in [0, 1] of the assistant's claims that are in no conflict.

        A claim is in a conflict whether it is its claim or its premise. 1.0 where the assistant
        claimed nothing.
        """
        own = {one.id for one in self.claims() if one.role is Role.ASSISTANT}
        clashing = {one.id for each in self._conflicts for one in (each.premise, each.claim)}
        return len(own - clashing) / len(own) if own else 1.0

    def view(self) -> GraphView:
        """Return a frozen copy as a NetworkX graph, for drawing and own analyses.

        Nodes are statement ids with the attribute ``statement``; edges are keyed by relation and
        have the attributes ``relation`` and ``verdict``. Adding or removing raises
        ``networkx.NetworkXError``; nothing done to the copy reaches this graph.
        """
        copy = self._graph.copy()
        nx.freeze(copy)  # pyright: ignore[reportUnknownMemberType] - its stub lacks a return type
        return copy

    def _check(self, statements: Mapping[str, Statement], verdicts: Sequence[Verdict]) -> None:
        for statement in statements.values():
            rules.position(statement)
            if statement.id in self._graph:
                _check_same(self._graph.nodes[statement.id]["statement"], statement)
        for verdict in verdicts:
            _check_verdict(verdict)

    def _add_statements(self, statements: Mapping[str, Statement]) -> None:
        for statement in statements.values():
            if statement.id not in self._graph:
                self._graph.add_node(statement.id, statement=statement)

    def _apply(self, verdict: Verdict) -> Iterator[Conflict]:
        relation = rules.edge_kind(verdict, threshold=self._threshold)
        if relation is not None:
            self._add_edge(verdict.premise, verdict.claim, relation, verdict)
        for conflict in self._candidates(verdict):
            key = rules.conflict_key(conflict)
            if key not in self._found:
                self._found.add(key)
                yield conflict

    def _candidates(self, verdict: Verdict) -> Iterator[Conflict]:
        if isinstance(verdict.claim, Passage):
            return
        if isinstance(verdict.premise, Passage):
            yield from self._from_document(verdict.premise, verdict.claim, verdict)
        elif rules.clashes(verdict, threshold=self._threshold):
            yield from self._between_claims(verdict)

    def _from_document(
        self, passage: Passage, claim: Claim, verdict: Verdict
    ) -> Iterator[Conflict]:
        spoken = self._spoken.setdefault(claim.id, {})
        key = rules.document_key(passage)
        if not rules.stronger(verdict, spoken.get(key)):
            return
        spoken[key] = verdict
        if rules.clashes(verdict, threshold=self._threshold):
            yield from _present(rules.raised(verdict))
        yield from rules.disagreements(claim, spoken.values(), threshold=self._threshold)

    def _between_claims(self, verdict: Verdict) -> Iterator[Conflict]:
        mended = rules.correction(verdict)
        if mended is not None:
            self._supersede(*mended, verdict)
        elif not self._withdrawn(verdict):
            yield from _present(rules.raised(verdict))

    def _supersede(self, new: Claim, old: Claim, verdict: Verdict) -> None:
        self._add_edge(new, old, EdgeKind.SUPERSEDES, verdict)
        since = rules.position(new)
        self._superseded[old.id] = min(since, self._superseded.get(old.id, since))

    def _withdrawn(self, verdict: Verdict) -> bool:
        """Return whether the earlier statement was already corrected when the later was said."""
        earlier, later = rules.in_order(verdict)
        since = self._superseded.get(earlier.id)
        return since is not None and since < rules.position(later)

    def _add_edge(
        self, start: Statement, end: Statement, relation: EdgeKind, verdict: Verdict
    ) -> None:
        if not self._graph.has_edge(start.id, end.id, key=relation):
            self._graph.add_edge(start.id, end.id, key=relation, relation=relation, verdict=verdict)


def _gather(claims: Sequence[Claim], verdicts: Sequence[Verdict]) -> dict[str, Statement]:
    """Return the statements by id, the claims first."""
    found: dict[str, Statement] = {}
    judged = chain.from_iterable((verdict.premise, verdict.claim) for verdict in verdicts)
    for statement in chain(claims, judged):
        _check_same(found.setdefault(statement.id, statement), statement)
    return found


def _check_same(known: Statement, statement: Statement) -> None:
    if known != statement:
        raise InputError(
            f"expected one statement per id, got another one with the id {statement.id!r}"
        )


def _check_verdict(verdict: Verdict) -> None:
    """Raise unless the two statements differ and the numbers can be compared."""
    if verdict.premise.id == verdict.claim.id:
        raise InputError(f"expected two statements, got {verdict.claim.id!r} judged against itself")
    pair = f"the verdict of {verdict.claim.id!r} against {verdict.premise.id!r}"
    try:
        numbers = verdict.entailment, verdict.contradiction
    except KeyError as error:
        raise InputError(f"expected a probability of each relation in {pair}") from error
    if not all(map(isfinite, numbers)):
        raise InputError(f"expected finite probabilities in {pair}, got {numbers}")


def _order(conflict: Conflict) -> tuple[Position, bool, float, bool, str, str]:
    return rules.order(conflict.verdict)


def _present(conflict: Conflict | None) -> Iterator[Conflict]:
    if conflict is not None:
        yield conflict


def _sorted_edges(found: Iterable[tuple[str, str, dict[str, Any]]]) -> tuple[Edge, ...]:
    edges = (Edge(start, end, data["relation"], data["verdict"]) for start, end, data in found)
    return tuple(sorted(edges, key=lambda edge: (rules.order(edge.verdict), edge.relation)))
