"""The consistency graph of one conversation, kept up to date turn by turn."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING

from belie.datatypes import Claim, Role
from belie.errors import InputError
from belie.graph import rules
from belie.graph.feeding import check, gather
from belie.graph.finding import Finder, Moment
from belie.graph.history import histories
from belie.graph.minimal import minimal_conflicts
from belie.graph.network import Network
from belie.graph.rules import EdgeKind
from belie.graph.semantics import ALL_RULES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belie.datatypes import Change, Conflict, Statement, Verdict
    from belie.graph.history import History
    from belie.graph.minimal import MinimalConflict
    from belie.graph.network import Edge, GraphView
    from belie.graph.rules import Position
    from belie.graph.semantics import Rule

__all__ = ["ClaimGraph"]


class ClaimGraph:
    """Keeps the statements of one conversation and finds each conflict among them once.

    A directed graph of statements. Verdicts add edges from premise to claim (``"entails"``,
    ``"contradicts"``, ``"partially_contradicts"``). Where a rule of :mod:`belie.graph.semantics`
    says why two clashing claims are no contradiction, the edge carries that ruling, and a claim
    that changes what its speaker said before gets an edge to it, ``"supersedes"`` or
    ``"retracts"``. Equal claims share a node (:mod:`belie.graph.identity`), and what follows from
    several verdicts is a conflict too (:mod:`belie.graph.implied`). One thread at a time.

    Parameters
    ----------
    threshold
        The probability in (0, 1] of a contradiction, whole or partial, from which it counts.
    rules
        The rules of conversation that may excuse a clash of two claims.

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

    def __init__(self, *, threshold: float, rules: frozenset[Rule] = ALL_RULES) -> None:
        if not 0 < threshold <= 1:
            raise InputError(f"expected 0 < threshold <= 1, got {threshold}")
        self._threshold = threshold
        self._network = Network()
        self._finder = Finder(self._network, threshold=threshold, rules=rules)
        self._conflicts: list[Conflict] = []

    def update(self, claims: Sequence[Claim], verdicts: Sequence[Verdict]) -> tuple[Conflict, ...]:
        """Add claims and verdicts, whole or not at all, and return the conflicts they bring.

        Feed turns in their order, and all verdicts of a claim together: conflicts once returned
        are never taken back. What was fed before changes nothing, and an edge keeps its first
        verdict that stands. Takes time in proportion to the new claims and verdicts, however large
        the graph.

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
            strongest verdict first and what is implied last.

        Raises
        ------
        InputError
            If an id already belongs to another statement, if a claim's id does not end in its
            number, if a claim was judged against itself, or if a probability is missing or not a
            finite number.
        """
        statements = gather(claims, verdicts)
        check(statements, verdicts, known=self._network)
        moments = self._moments(statements, verdicts)
        new = [one for moment in moments for one in self._finder.take_in(moment)]
        self._conflicts.extend(new)
        return tuple(new)

    def statements(self) -> tuple[Statement, ...]:
        """Return the passages and claims, by position and then id."""
        return self._network.statements()

    def claims(self) -> tuple[Claim, ...]:
        """Return the claims of all speakers, by position."""
        return tuple(one for one in self.statements() if isinstance(one, Claim))

    def mentions(self, statement_id: str) -> tuple[Statement, ...]:
        """Return all statements that share a node with one, itself among them, as they came.

        Raises
        ------
        InputError
            If the graph has no such statement.
        """
        return self._network.mentions(self._network.node(statement_id))

    def conflicts(self) -> tuple[Conflict, ...]:
        """Return all conflicts found so far, in the order in which they were returned."""
        return tuple(self._conflicts)

    def changes(self, turn: int | None = None) -> tuple[Change, ...]:
        """Return what speakers changed of their own words, in order.

        Parameters
        ----------
        turn
            The index of the turn that changed something; ``None`` for all turns.
        """
        changes = self._finder.changes
        return changes.all() if turn is None else changes.of_turn(turn)

    def edges(self) -> tuple[Edge, ...]:
        """Return all edges, in the order of their verdicts and then by relation."""
        return self._network.edges()

    def relations(self, statement_id: str) -> tuple[Edge, ...]:
        """Return the edges from and to the node of one statement, ordered as in :meth:`edges`.

        Raises
        ------
        InputError
            If the graph has no such statement.
        """
        return self._network.edges_of(statement_id)

    def superseded(self) -> frozenset[str]:
        """Return the ids of the claims that their speaker corrected later."""
        return self._changed(EdgeKind.SUPERSEDES)

    def retracted(self) -> frozenset[str]:
        """Return the ids of the claims that their speaker took back later."""
        return self._changed(EdgeKind.RETRACTS)

    def score(self) -> float:
        """Return the share in [0, 1] of the assistant's claims that are in no conflict.

        Equal claims count once, and what only takes something back does not count. A claim is in
        a conflict whether it is its claim or its premise. 1.0 where the assistant claimed nothing.

        This is one minus the number of problematic statements, those in some minimal conflict
        (the measure I_P of Grant & Hunter 2011), over the number of all.
        """
        own = {self._network.node(one.id) for one in self.claims() if one.role is Role.ASSISTANT}
        own -= self._finder.retracting
        sides = chain.from_iterable((one.premise.id, one.claim.id) for one in self._conflicts)
        clashing = {self._network.node(side) for side in sides}
        return len(own - clashing) / len(own) if own else 1.0

    def minimal_conflicts(self, about: str | None = None) -> tuple[MinimalConflict, ...]:
        """Return the smallest sets of statements that cannot all hold, the surest first.

        See :mod:`belie.graph.minimal`. Only what still stands at the end counts: not what was
        superseded or retracted, and no clash that a ruling excuses. Takes time in proportion to
        the graph.

        Parameters
        ----------
        about
            The id of a statement that each set shall hold; ``None`` for all sets.

        Raises
        ------
        InputError
            If the graph has no such statement.
        """
        node = None if about is None else self._network.node(about)
        holds = self._finder.holds
        standing = [one for one in self._conflicts if holds(one.premise) and holds(one.claim)]
        sets = minimal_conflicts(
            self._network,
            standing,
            threshold=self._threshold,
            through=self._finder.carries,
            refuted=self._finder.refutes,
        )
        return tuple(one for one in sets if node is None or node in one.nodes)

    def history(self, about: str) -> tuple[History, ...]:
        """Return what was said about something, when, on what evidence, and what became of it.

        Parameters
        ----------
        about
            The id of a claim, or words that its text shall hold, in any order and case.

        Returns
        -------
        tuple of History
            One for each claim, equal claims together, by the position of the first; empty where
            nothing was said about it.

        Raises
        ------
        InputError
            If ``about`` has no words.
        """
        changes = self.changes()
        return histories(self._network, about, changes=changes, conflicts=self._conflicts)

    def view(self) -> GraphView:
        """Return a frozen copy as a NetworkX graph, for drawing and own analyses.

        Nodes are ids with the attributes ``statement`` and ``mentions``, the tuple of all equal
        statements; edges are keyed by relation and have the attributes ``relation``, ``verdict``
        and ``ruling``. Adding or removing raises ``networkx.NetworkXError``; nothing done to the
        copy reaches this graph. :mod:`belie.graph.export` writes it in common formats.
        """
        return self._network.copy()

    def _changed(self, how: EdgeKind) -> frozenset[str]:
        changes, mentions = self._finder.changes, self._network.mentions
        return frozenset(
            one.id
            for node in changes.nodes()
            for one in mentions(node)
            if changes.was(how, node, rules.position(one))
        )

    def _moments(
        self, statements: Mapping[str, Statement], verdicts: Sequence[Verdict]
    ) -> list[Moment]:
        """Return what is new by its place in the conversation, in order."""
        found: defaultdict[Position, Moment] = defaultdict(Moment)
        for statement in statements.values():
            if statement.id not in self._network:
                found[rules.position(statement)].statements.append(statement)
        for verdict in verdicts:
            later = rules.in_order(verdict)[1]
            found[rules.position(later)].verdicts.append(verdict)
        return [found[position] for position in sorted(found)]
