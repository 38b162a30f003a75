"""Statements about two tiers of one scale: "Parcels up to 5 kg cost 14 euros.", "… up to 10 kg …".

What a price list says of each tier is so of that tier alone. A small classifier, and a comparison
of values that belong together, take the two for one.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from belie.graph.word_sets import word_set
from belie.monitor.text import sentence_at
from belie.monitor.values import Amount, Bound, read_values, selects

if TYPE_CHECKING:
    from belie.datatypes import Span
    from belie.monitor.values import Value

__all__ = ["are_of_two_tiers"]

_OTHERS = word_set(
    "only all any every each regardless whatever always than larger smaller bigger heavier lighter "
    "longer shorter older younger others ones rest"
)
"""What speaks of the other tiers too."""
_WITHIN = re.compile(r"\b(?:within|inside) (?:the first )?$", re.IGNORECASE)
_WORD = re.compile(r"\w+")


def are_of_two_tiers(premise: str, premise_span: Span, claim: str, claim_span: Span) -> bool:
    """Whether two sentences say something of two tiers of one scale that have nothing in common.

    Each names one tier, by a limit or range that says which things are meant, and says of it what
    the other does not of its own: where the tier alone differs, it is what clashes. Sentences that
    speak of all, of some only, or compare are left.

    Parameters
    ----------
    premise, claim
        The two statements.
    premise_span, claim_span
        The words of each that clash.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> one, other = "Orders under $50 cost $5 to ship.", "Orders over $50 ship for free."
    >>> are_of_two_tiers(one, Span(17, 24), other, Span(16, 29))
    True
    >>> are_of_two_tiers(one, Span(17, 24), "Orders under $50 ship for free.", Span(17, 30))
    False
    """
    one, other = sentence_at(premise_span, premise), sentence_at(claim_span, claim)
    mine, its = _tier(one), _tier(other)
    if mine is None or its is None or _unit(mine, one) != _unit(its, other):
        return False
    if not _are_apart(_reach(mine, one), _reach(its, other)):
        return False
    said, told = _beside(mine, one), _beside(its, other)
    return bool(said - told and told - said) and _OTHERS.isdisjoint(said | told)


def _tier(sentence: str) -> Value | None:
    """The one value of a sentence that says which things are meant."""
    chosen = [
        value
        for value in read_values(sentence)
        if isinstance(value.said, Amount) and selects(sentence, value)
    ]
    return chosen[0] if len(chosen) == 1 else None


def _unit(tier: Value, sentence: str) -> tuple[str, str]:
    """What a tier is measured in; of a bare number the word behind it."""
    kind = tier.said.kind if isinstance(tier.said, Amount) else ""
    counted = _WORD.search(sentence, tier.whole.end) if kind == "count" else None
    return kind, counted[0].lower() if counted else ""


def _reach(tier: Value, sentence: str) -> tuple[float, float]:
    """From where to where a tier reaches."""
    said = tier.said
    if not isinstance(said, Amount):
        return -math.inf, math.inf
    if said.bound in (Bound.OVER, Bound.AT_LEAST):
        return said.low, math.inf
    below = said.bound in (Bound.UNDER, Bound.AT_MOST)
    if below or _WITHIN.search(sentence, 0, tier.whole.start):
        return -math.inf, said.high
    return said.low, said.high


def _are_apart(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether neither is a single number, and they have at most an end in common."""
    (low, high), (least, most) = one, other
    return low < high and least < most and min(high, most) <= max(low, least)


def _beside(tier: Value, sentence: str) -> set[str]:
    """The words of a sentence but for its tier."""
    rest = f"{sentence[: tier.whole.start]} {sentence[tier.whole.end :]}"
    return {word.lower() for word in _WORD.findall(rest)}
