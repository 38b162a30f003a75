"""Conflicts that follow from others: what entails a statement conflicts with what contradicts it.

A *chain* joins two statements nobody compared: entailments, one contradiction, entailments. Its
probability is the product of those of its steps, each taken as independent of the others, as for
the best proof of a query in ProbLog (De Raedt, Kimmig & Toivonen 2007). As every step is at most 1,
a chain that falls below the threshold is not followed further.

A passage entails one way only. Two claims are judged both ways and their verdict is the mean (see
docs/decisions/0005), so between claims an entailment is taken to hold in both directions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import Claim

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from belie.datatypes import Verdict

    _Path = tuple[str, ...]

__all__ = ["Chain", "Chains"]

_STEPS = 3
"""The longest chain: one contradiction and two entailments."""
_LINKS = 8
"""The links of one kind remembered for a node, the earliest ones; this bounds every search."""


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain of nodes that shows a conflict between its two ends.

    Parameters
    ----------
    path
        The ids of the nodes, from the premise to the claim that was asked about.
    verdict
        The contradiction in it.
    discount
        The product in (0, 1] of the entailments in it, and of what the rest of a document leaves
        of the contradiction.
    """

    path: tuple[str, ...]
    verdict: Verdict
    discount: float = 1.0

    @property
    def score(self) -> float:
        """The product in [0, 1] of all probabilities along the path."""
        return self.discount * self.verdict.contradiction


@dataclass(frozen=True, slots=True)
class _Link:
    """A step to another node; the verdict says how sure it is, but for ``discount`` in (0, 1]."""

    node: str
    verdict: Verdict
    discount: float


class Chains:
    """The links between nodes, as far as chains need them, and a bounded search over them.

    Parameters
    ----------
    threshold
        The probability in (0, 1] that a chain must have.
    """

    def __init__(self, *, threshold: float) -> None:
        self._threshold = threshold
        self._agreeing: dict[str, list[_Link]] = {}
        self._clashing: dict[str, list[_Link]] = {}

    def add(self, premise: str, claim: str, verdict: Verdict, *, discount: float = 1.0) -> None:
        """Remember that two nodes contradict each other, or that one entails the other.

        Parameters
        ----------
        premise, claim
            The ids of the nodes of the verdict's two sides.
        verdict
            What a classifier said of them.
        discount
            What the rest of a document leaves of a contradiction, in (0, 1].
        """
        links = self._clashing if verdict.contradicts else self._agreeing
        chance = discount * verdict.contradiction if verdict.contradicts else verdict.entailment
        if chance < self._threshold:
            return
        _add(links, claim, _Link(premise, verdict, discount))
        if isinstance(verdict.premise, Claim):
            _add(links, premise, _Link(claim, verdict, discount))

    def ending_at(self, claim: str, *, through: Callable[[str], bool]) -> list[Chain]:
        """Return the chains that end at the node of a claim.

        For each premise the likeliest one, a shorter one before a longer one that is as likely;
        all in the order of their scores. A single contradiction is a chain too. The time it takes
        is bounded, whatever the graph.

        Parameters
        ----------
        claim
            The id of a node.
        through
            Tells of a node whether chains may go through it or start at it.
        """
        best: dict[str, Chain] = {}
        search = _Search(self._agreeing, self._clashing, self._threshold, through)
        for chain in sorted(search.chains(claim), key=_rank):
            best.setdefault(chain.path[0], chain)
        return list(best.values())


@dataclass(frozen=True, slots=True)
class _Search:
    """One search; a path is prolonged at its front, from the claim towards the premise."""

    agreeing: Mapping[str, Sequence[_Link]]
    clashing: Mapping[str, Sequence[_Link]]
    threshold: float
    through: Callable[[str], bool]

    def chains(self, claim: str) -> Iterator[Chain]:
        for path, discount in self._entailments((claim,), 1.0, 1.0, longest=_STEPS):
            for link in self._steps(self.clashing, path):
                whole = (link.node, *path)
                left, chance = discount * link.discount, link.verdict.contradiction
                ends = self._entailments(whole, left, chance, longest=_STEPS + 1)
                yield from (Chain(end, link.verdict, product) for end, product in ends)

    def _entailments(
        self, path: _Path, discount: float, chance: float, *, longest: int
    ) -> Iterator[tuple[_Path, float]]:
        """Yield ``path`` and its prolongations by entailments that stay likely enough."""
        if discount * chance < self.threshold:
            return
        yield path, discount
        if len(path) < longest:
            for link in self._steps(self.agreeing, path):
                product = discount * link.verdict.entailment
                yield from self._entailments((link.node, *path), product, chance, longest=longest)

    def _steps(self, links: Mapping[str, Sequence[_Link]], path: _Path) -> Iterator[_Link]:
        for link in links.get(path[0], ()):
            if link.node not in path and self.through(link.node):
                yield link


def _rank(chain: Chain) -> tuple[float, int, _Path]:
    return -chain.score, len(chain.path), chain.path


def _add(links: dict[str, list[_Link]], node: str, link: _Link) -> None:
    kept = links.setdefault(node, [])
    if len(kept) < _LINKS and all(each.node != link.node for each in kept):
        kept.append(link)
