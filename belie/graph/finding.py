"""From what happens at one place of a conversation to the conflicts that it brings."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from belie.datatypes import Claim, Conflict, Passage
from belie.graph import rules
from belie.graph.changes import Changes
from belie.graph.documents import Documents, voices
from belie.graph.implied import Chains
from belie.graph.retractions import TAKEN_BACK, Retractions
from belie.graph.said_since import agreed, said_since, said_together
from belie.graph.semantics import Rule, ruling

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from belie.datatypes import ConflictKind, Statement, Verdict
    from belie.graph.documents import Voice
    from belie.graph.implied import Chain
    from belie.graph.network import Network
    from belie.graph.rules import Position
    from belie.graph.semantics import Ruling

__all__ = ["Finder", "Moment"]

_Pair: TypeAlias = tuple[int | str, ...]
"""Both sides of a comparison in one flat tuple, as there are many."""

_IMPLIED_PER_CLAIM = 3
"""Implied conflicts that one claim may bring: the likeliest; more of them tell nothing new."""


@dataclass(slots=True)
class Moment:
    """What happens at one place of the conversation: new statements, and verdicts on them."""

    statements: list[Statement] = field(default_factory=list["Statement"])
    verdicts: list[Verdict] = field(default_factory=list["Verdict"])


class Finder:
    """Grows the network of one conversation, moment by moment, and finds its conflicts.

    Parameters
    ----------
    network
        What it grows.
    threshold
        The probability in (0, 1] of a contradiction from which it counts.
    rules
        The rules of conversation that may excuse a clash of two claims.
    """

    def __init__(self, network: Network, *, threshold: float, rules: frozenset[Rule]) -> None:
        self._network = network
        self._threshold = threshold
        self._rules = rules
        self._documents = Documents(threshold=threshold)
        self._chains = Chains(threshold=threshold)
        self._retractions = Retractions()
        self._judged: set[_Pair] = set()
        self._found: set[tuple[ConflictKind, int, _Pair]] = set()
        self.changes = Changes()
        self.retracting: set[str] = set()

    def take_in(self, moment: Moment) -> Iterator[Conflict]:
        """Yield the conflicts of a moment that were not found before; all earlier is known."""
        for statement in moment.statements:
            self._network.add(statement)
        judged = sorted(moment.verdicts, key=rules.order)
        agreeing = agreed(judged)
        raised = [
            one for voice in voices(judged) for one in self._new(self._judge(voice, agreeing))
        ]
        yield from sorted(raised, key=lambda one: rules.order(one.verdict))
        for claim in moment.statements:
            if isinstance(claim, Claim):
                self._take_back(claim)
                implied = self._new(self._implied(claim, moment.verdicts))
                yield from islice(implied, _IMPLIED_PER_CLAIM)

    def holds(self, statement: Statement, now: Position | None = None) -> bool:
        """Return whether a statement was not changed by its speaker before ``now``, or ever."""
        if isinstance(statement, Passage):
            return True
        node, said = self._network.node(statement.id), rules.position(statement)
        return not self.changes.ended(node, said, now)

    def carries(self, node: str, now: Position | None = None) -> bool:
        """Return whether something follows from what was last said of a node before ``now``."""
        statement = self._network.last_mention(node)
        return rules.plain(statement) and self.holds(statement, now)

    def refutes(self, premise: Statement, claim: Statement, verdict: Verdict) -> bool:
        """Return whether two statements are known not to clash although that would follow.

        That is so where a classifier compared the two, where they are parts of one statement, and
        where a rule would excuse the contradiction ``verdict`` if it stood between the two.
        """
        return self._pair(premise, claim) in self._judged or self._harmless(premise, claim, verdict)

    def _new(self, conflicts: Iterable[Conflict]) -> Iterator[Conflict]:
        """Yield what was not found before: two nodes clash once in each turn."""
        for conflict in conflicts:
            later = max(conflict.premise.turn, conflict.claim.turn)
            key = conflict.kind, later, self._pair(conflict.premise, conflict.claim)
            if key not in self._found:
                self._found.add(key)
                yield conflict

    def _judge(self, voice: Voice, agreeing: Sequence[Claim]) -> Iterator[Conflict]:
        """Add the edge of a verdict and yield the conflicts that it raises by itself.

        ``agreeing`` are claims from which what is judged follows.
        """
        verdict = voice.verdict
        premise, claim = verdict.premise, verdict.claim
        if isinstance(claim, Passage):
            self._connect(verdict)
        elif isinstance(premise, Passage):
            self._judged.add(self._pair(premise, claim))
            node = self._network.node(claim.id)
            yield from self._documents.hear(premise, claim, voice, node=node)
            said = self._documents.said(premise, claim, node=node)
            self._connect(verdict, counts=said is verdict, discount=voice.discount)
        elif self._network.node(premise.id) != self._network.node(claim.id):
            self._judged.add(self._pair(premise, claim))
            yield from self._between_claims(verdict, agreeing)

    def _between_claims(self, verdict: Verdict, agreeing: Sequence[Claim]) -> Iterator[Conflict]:
        if not rules.clashes(verdict, threshold=self._threshold):
            self._connect(verdict)
            self._correct(verdict)
            return
        earlier, later = rules.in_order(verdict)
        excuse = self._excuse(verdict) or self._said_besides(earlier, later, agreeing)
        stands = excuse is None and self.holds(earlier, rules.position(later))
        self._connect(verdict, excuse, counts=stands)
        if excuse is not None:
            self._change(earlier, later, excuse, verdict)
        conflict = rules.raised(verdict) if stands else None
        if conflict is not None:
            yield conflict

    def _correct(self, verdict: Verdict) -> None:
        """Note a correction: what its speaker calls one need not be a sure contradiction."""
        excuse = self._excuse(verdict) if verdict.contradicts else None
        if excuse is not None and excuse.rule is Rule.EXPLICIT_CORRECTION:
            self._change(*rules.in_order(verdict), excuse, verdict)

    def _excuse(self, verdict: Verdict) -> Ruling | None:
        """Return why two clashing statements are no contradiction; ``None`` where they are."""
        earlier, later = rules.in_order(verdict)
        if isinstance(earlier, Passage) or isinstance(later, Passage):
            return None
        return ruling(earlier, later, verdict, self._rules)

    def _said_besides(
        self, earlier: Statement, later: Statement, agreeing: Sequence[Claim]
    ) -> Ruling | None:
        """Return why a claim is not held against what its speaker says otherwise, too, or since."""
        last = self._network.last_mention(self._network.node(earlier.id))
        if isinstance(last, Passage) or isinstance(later, Passage):
            return None
        now = rules.position(later)
        holding = [one for one in agreeing if self.holds(one, now)]
        return said_since(last, later, holding, self._rules) or said_together(
            last, later, holding, self._rules
        )

    def _harmless(self, premise: Statement, claim: Statement, verdict: Verdict) -> bool:
        """Return whether two statements that clash like those of ``verdict`` may both hold."""
        if rules.share_words(premise, claim):
            return True
        clash = replace(verdict, premise=premise, claim=claim, premise_span=None, claim_span=None)
        return self._excuse(clash) is not None

    def _connect(
        self,
        verdict: Verdict,
        excuse: Ruling | None = None,
        *,
        counts: bool = True,
        discount: float = 1.0,
    ) -> None:
        """Add the edge of a verdict.

        ``counts`` tells whether chains may go over it, ``discount`` what is left of it there.
        """
        relation = rules.edge_kind(verdict, threshold=self._threshold)
        if relation is None:
            return
        premise, claim = verdict.premise, verdict.claim
        self._network.connect(premise, claim, relation, verdict, excuse)
        if counts and isinstance(claim, Claim):
            start, end = self._network.node(premise.id), self._network.node(claim.id)
            self._chains.add(start, end, verdict, discount=discount)

    def _change(
        self, earlier: Statement, later: Statement, why: Ruling, verdict: Verdict | None = None
    ) -> None:
        """Note that a later claim supersedes or retracts an earlier one, if that is why."""
        if why.edge is None or isinstance(earlier, Passage) or isinstance(later, Passage):
            return
        self._network.connect(later, earlier, why.edge, verdict, why)
        self.changes.add(earlier, self._network.node(earlier.id), later, why, why.edge)

    def _take_back(self, claim: Claim) -> None:
        if Rule.EXPLICIT_RETRACTION not in self._rules:
            return
        taken = self._retractions.hear(claim)
        if taken is not None:
            self.retracting.add(claim.id)
            for earlier in taken:
                self._change(earlier, claim, TAKEN_BACK)

    def _implied(self, claim: Claim, verdicts: Sequence[Verdict]) -> Iterator[Conflict]:
        """Yield what follows for a new claim from several verdicts, the likeliest first."""
        if not rules.plain(claim):
            return
        now = rules.position(claim)
        compared = {self._pair(each.premise, each.claim) for each in verdicts}
        through = partial(self.carries, now=now)
        for chain in self._chains.ending_at(self._network.node(claim.id), through=through):
            premise = self._network.last_mention(chain.path[0])
            conflict = self._from_chain(chain, premise, claim)
            if conflict is not None and self._pair(premise, claim) not in compared:
                yield conflict

    def _from_chain(self, chain: Chain, premise: Statement, claim: Claim) -> Conflict | None:
        """Return the conflict that a chain shows; ``None`` where it shows none.

        A chain of one contradiction tells something new only of a claim that says again what was
        contradicted before.
        """
        repeats = claim.id != self._network.node(claim.id)
        kind = rules.conflict_kind(premise, claim)
        if kind is None or (len(chain.path) == 2 and not repeats):
            return None
        refuted = self._harmless if len(chain.path) == 2 else self.refutes
        if refuted(premise, claim, chain.verdict):
            return None
        path = premise.id, *(chain.path[1:] if repeats else chain.path[1:-1]), claim.id
        return Conflict(kind, premise, claim, chain.verdict, path, chain.discount)

    def _pair(self, one: Statement, other: Statement) -> _Pair:
        """Return what all comparisons of the same two sides share, in whatever order."""
        first, second = sorted((self._party(one), self._party(other)), key=_by_length)
        return *first, *second

    def _party(self, statement: Statement) -> _Pair:
        """Return the turn and id of a passage's document, or the id of a claim's node."""
        if isinstance(statement, Passage):
            return rules.document_key(statement)
        return (self._network.node(statement.id),)


def _by_length(party: _Pair) -> tuple[int, _Pair]:
    return len(party), party
