"""Relations between two parts of a sentence, and how two of them stand to each other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belie.datatypes import ErrorType, Span

__all__ = ["StatedRelation", "contraposed", "reverses", "states"]

_SAME = 0.6
"""The overlap (Dice 1945) from which two parts are the same."""


@dataclass(frozen=True, slots=True)
class StatedRelation:
    """``first`` stands in a relation to ``second``; what kind of relation says ``label``.

    Parameters
    ----------
    label
        Relations of one label can be compared.
    first, second
        The parts, as sets of stems.
    error_type, contradicts
        What it is to state the reverse.
    span
        The relation in its sentence.
    denied
        Of the parts of a condition: whether they are denied.
    """

    label: tuple[str, ...]
    first: frozenset[str]
    second: frozenset[str]
    error_type: ErrorType
    contradicts: bool
    span: Span
    denied: tuple[bool, bool] = (False, False)


def contraposed(relation: StatedRelation) -> StatedRelation:
    """Return what a condition implies as well: both parts denied and swapped."""
    first, second = relation.denied
    denied = (not second, not first)
    return replace(relation, first=relation.second, second=relation.first, denied=denied)


def states(premise: StatedRelation, claim: StatedRelation) -> bool:
    """Whether the premise states the relation as the claim does."""
    straight, crossed = min(_straight(premise, claim)), min(_crossed(premise, claim))
    same = premise.label == claim.label and premise.denied == claim.denied
    return same and _SAME <= straight and crossed <= straight


def reverses(premise: StatedRelation, claim: StatedRelation) -> bool:
    """Whether the premise states the relation the other way round, and not as the claim does.

    Parts that share a frame ("the price of tea", "the price of milk") are alike both ways; then
    only an exact swap counts.
    """
    if premise.label != claim.label or premise.denied != claim.denied[::-1]:
        return False
    crossed = min(_crossed(premise, claim))
    apart = max(_straight(premise, claim)) < _SAME
    swapped = crossed == 1.0 and premise.first != premise.second
    return swapped or (_SAME <= crossed and apart)


def _straight(premise: StatedRelation, claim: StatedRelation) -> tuple[float, float]:
    return _overlap(premise.first, claim.first), _overlap(premise.second, claim.second)


def _crossed(premise: StatedRelation, claim: StatedRelation) -> tuple[float, float]:
    return _overlap(premise.first, claim.second), _overlap(premise.second, claim.first)


def _overlap(some: frozenset[str], others: frozenset[str]) -> float:
    """Dice's coefficient; 0 where both have numbers and not the same."""
    numbers, other_numbers = (
        {stem for stem in stems if stem[0].isdigit()} for stems in (some, others)
    )
    if numbers and other_numbers and numbers != other_numbers:
        return 0.0
    return 2 * len(some & others) / (len(some) + len(others))
