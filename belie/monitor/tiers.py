"""Statements about two tiers of one scale: "Parcels up to 5 kg cost 14 euros.", "… up to 10 kg …".

What a price list says of each tier is so of that tier alone. A small classifier, and a comparison
of values that belong together, take the two for one.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, NamedTuple

from belie.graph.word_sets import word_set
from belie.monitor.text import sentence_at
from belie.monitor.values import Amount, Bound, read_values, selects

if TYPE_CHECKING:
    from belie.datatypes import Span

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
    one = _tier(sentence_at(premise_span, premise))
    other = _tier(sentence_at(claim_span, claim))
    if one is None or other is None or one.unit != other.unit:
        return False
    if one.is_number or other.is_number or max(one.low, other.low) < min(one.high, other.high):
        return False
    said, told = one.words, other.words
    return bool(said - told and told - said) and _OTHERS.isdisjoint(said | told)


class _Tier(NamedTuple):
    """The limit or range by which a sentence says which things it means.

    Parameters
    ----------
    unit
        What it is measured in; of a bare number the word behind it.
    low, high
        From where to where it reaches.
    words
        The other words of the sentence.
    """

    unit: tuple[str, str]
    low: float
    high: float
    words: frozenset[str]

    @property
    def is_number(self) -> bool:
        """Whether it is a single number, such as things are counted by."""
        return self.low == self.high


def _tier(sentence: str) -> _Tier | None:
    """The tier of a sentence that names one, and no more."""
    chosen = [
        (value.whole, value.said)
        for value in read_values(sentence)
        if isinstance(value.said, Amount) and selects(sentence, value)
    ]
    if len(chosen) != 1:
        return None
    [(place, amount)] = chosen
    before, behind = sentence[: place.start], sentence[place.end :]
    counted = _WORD.search(behind) if amount.kind == "count" else None
    words = frozenset(word.lower() for word in _WORD.findall(f"{before} {behind}"))
    unit = amount.kind, counted[0].lower() if counted else ""
    return _Tier(unit, *_reach(amount, within=bool(_WITHIN.search(before))), words)


def _reach(amount: Amount, *, within: bool) -> tuple[float, float]:
    """From where to where an amount reaches, by its bound or the word before it."""
    if amount.bound in (Bound.OVER, Bound.AT_LEAST):
        return amount.low, math.inf
    if within or amount.bound in (Bound.UNDER, Bound.AT_MOST):
        return -math.inf, amount.high
    return amount.low, amount.high
