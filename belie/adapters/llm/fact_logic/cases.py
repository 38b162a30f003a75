"""What both stages are asked about: claims, and the numbered premises each is held against."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.adapters.llm.messages import fenced
from belie.adapters.llm.words import printable
from belie.datatypes import Passage, Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.datatypes import Candidate, Claim, Statement

__all__ = ["Case", "NumberedPremise", "blocks", "fitting", "make_cases"]


@dataclass(frozen=True, slots=True)
class NumberedPremise:
    """A premise and the number that a prompt calls it by, counted from 1."""

    number: int
    statement: Statement


@dataclass(frozen=True, slots=True)
class Case:
    """A claim, the number that a prompt calls it by, and what it is held against."""

    number: int
    claim: Claim
    premises: tuple[NumberedPremise, ...]

    def premise(self, number: int | None) -> Statement | None:
        """Return the premise with this number; ``None`` if it is none of this claim."""
        found = (one.statement for one in self.premises if one.number == number)
        return next(found, None)


def make_cases(claims: Sequence[Claim], candidates: Sequence[Candidate]) -> list[Case]:
    """Return a case for each claim that has a candidate.

    A claim is held against its own candidates, and against the passages that were found for
    the other claims: one call shows them all.
    """
    premises = {candidate.premise.id: candidate.premise for candidate in candidates}
    numbered = [NumberedPremise(number, one) for number, one in enumerate(premises.values(), 1)]
    own: dict[str, set[str]] = {}
    for candidate in candidates:
        own.setdefault(candidate.claim.id, set()).add(candidate.premise.id)
    compared = [claim for claim in claims if claim.id in own]
    return [
        Case(number, claim, tuple(one for one in numbered if _is_for(one, own[claim.id])))
        for number, claim in enumerate(compared, 1)
    ]


def fitting(claims: Sequence[Claim], candidates: Sequence[Candidate], *, most: int) -> int:
    """Return how many of the first claims fit, with their premises, into ``most`` characters."""
    own: dict[str, list[Statement]] = {}
    for candidate in candidates:
        own.setdefault(candidate.claim.id, []).append(candidate.premise)
    shown: set[str] = set()
    total = 0
    for count, claim in enumerate(claims):
        new = {one.id: len(one.text) for one in own.get(claim.id, ()) if one.id not in shown}
        total += len(claim.text) + sum(new.values())
        if most < total:
            return count
        shown |= new.keys()
    return len(claims)


def blocks(cases: Sequence[Case]) -> list[str]:
    """Return the premises and the claims of a prompt, each fenced off as data."""
    premises = {one.number: one.statement for case in cases for one in case.premises}
    titled = [
        (f"Premise {number}, {_origin(premise)}:", printable(premise.text))
        for number, premise in sorted(premises.items())
    ]
    titled += [(_title(case), printable(case.claim.text)) for case in cases]
    return fenced(titled)


def _is_for(premise: NumberedPremise, own: set[str]) -> bool:
    return premise.statement.id in own or isinstance(premise.statement, Passage)


def _origin(premise: Statement) -> str:
    # Never the document's id: whoever wrote the document may have chosen it.
    if isinstance(premise, Passage):
        return "a passage of a document"
    speaker = "the user" if premise.role is Role.USER else "the assistant"
    return f"a claim that {speaker} made"


def _title(case: Case) -> str:
    numbers = ", ".join(str(one.number) for one in case.premises)
    speaker = "the user" if case.claim.role is Role.USER else "the assistant"
    return f"Claim {case.number}, made by {speaker}, to be held against the premises {numbers}:"
