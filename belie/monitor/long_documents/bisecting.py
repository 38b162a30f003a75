"""Halving sections down to the sentence that decides, for all claims at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from belie.datatypes import Candidate, Relation
from belie.monitor.long_documents.sections import Section

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from belie.datatypes import Claim, Verdict
    from belie.monitor.judging import Judge

    Weight = Callable[[Section, Claim], float]

__all__ = ["Descent", "Look", "Search", "bisect", "look_at", "reunited"]


class Search(Enum):
    """What is looked for: what supports a claim, or what contradicts it."""

    SUPPORT = "support"
    CONTRADICTION = "contradiction"

    def mass(self, verdict: Verdict) -> float:
        """Return the probability in [0, 1] of what is looked for."""
        return verdict.entailment if self is Search.SUPPORT else verdict.contradiction

    def found(self, verdict: Verdict) -> bool:
        """Whether a verdict says what is looked for."""
        if self is Search.SUPPORT:
            return verdict.relation is Relation.ENTAILMENT
        return verdict.contradicts


@dataclass(frozen=True, slots=True)
class Look:
    """A section with the verdict on it, and how much that counts beside others."""

    section: Section
    verdict: Verdict
    weight: float


@dataclass(frozen=True, slots=True)
class Descent:
    """The way from a window down to one sentence, in search of one thing.

    Parameters
    ----------
    claim, search
        What is looked for.
    looks
        At the window, at its better half and so on; each section lies within the one before.
    """

    claim: Claim
    search: Search
    looks: tuple[Look, ...]

    @property
    def end(self) -> Look:
        """The look at the shortest section that says what is looked for; the last if none does."""
        told = [look for look in self.looks if self.search.found(look.verdict)]
        return told[-1] if told else self.looks[-1]

    @property
    def found(self) -> bool:
        """Whether what is looked for was found."""
        return self.search.found(self.end.verdict)

    def score(self, look: Look) -> float:
        """Return what a look says for this search, >= 0."""
        return self.search.mass(look.verdict) * look.weight


def look_at(wanted: Sequence[tuple[Section, Claim]], *, judge: Judge, weight: Weight) -> list[Look]:
    """Return a look at each section for its claim, in order: one batch for the classifier."""
    verdicts = judge.judge([Candidate(section.passage, claim) for section, claim in wanted])
    return [
        Look(section, verdict, weight(section, claim))
        for (section, claim), verdict in zip(wanted, verdicts, strict=True)
    ]


def bisect(opened: Sequence[Descent], *, judge: Judge, weight: Weight) -> list[Descent]:
    """Return each descent led on to a single sentence, always by the better half.

    Binary search (Lattimer et al. 2023, SCALE). All descents take a step together, so that each
    level is one batch.

    Parameters
    ----------
    opened
        Descents that have a look each, at where they begin.
    judge
        Judges the halves.
    weight
        How much a verdict on a section counts beside others on the claim, >= 0.
    """
    descents = list(opened)
    while going := [one for one in descents if 1 < len(one.looks[-1].section)]:
        wanted = [(half, one.claim) for one in going for half in one.looks[-1].section.halves()]
        looks = iter(look_at(wanted, judge=judge, weight=weight))
        descents = [
            _down(one, next(looks), next(looks)) if 1 < len(one.looks[-1].section) else one
            for one in descents
        ]
    return descents


def _down(descent: Descent, first: Look, second: Look) -> Descent:
    better = second if descent.score(first) < descent.score(second) else first
    return replace(descent, looks=(*descent.looks, better))


def reunited(support: Descent, contradiction: Descent, *, size: int) -> Section | None:
    """Return the section that holds the ends of both descents of one claim, if it must decide.

    Two sentences close to each other, one of which supports a claim that the other contradicts,
    were torn apart: "It was begun in 1926. It was opened in 1932." Where they and what is between
    them are longer than ``size``, in words and punctuation marks, they are two opinions.
    """
    one, other = support.end.section, contradiction.end.section
    if not (support.found and contradiction.found) or one.cut is not other.cut:
        return None
    both = Section(one.cut, min(one.first, other.first), max(one.end, other.end))
    return both if both.length <= size else None
