"""All inferences, asked in turn."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from belie.monitor.reasoning.belongings import belongings
from belie.monitor.reasoning.clocks import arrivals
from belie.monitor.reasoning.comparisons import comparisons, multiples
from belie.monitor.reasoning.derivation import ALL_INFERENCES, Derivation, Inference
from belie.monitor.reasoning.hours import hours
from belie.monitor.reasoning.lines import Premises, line_of
from belie.monitor.reasoning.lists import lists
from belie.monitor.reasoning.memberships import limits, memberships
from belie.monitor.reasoning.rates import rates
from belie.monitor.reasoning.timelines import durations, orders, stretches
from belie.monitor.reasoning.totals import differences, shares, totals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from belie.datatypes import Claim, Statement
    from belie.monitor.reasoning.lines import Line

__all__ = ["derive"]

_WAYS: tuple[tuple[Inference, Callable[[Line, Premises], Iterator[Derivation]]], ...] = (
    (Inference.TOTAL, totals),
    (Inference.DIFFERENCE, differences),
    (Inference.SHARE, shares),
    (Inference.RATE, rates),
    (Inference.RATE, multiples),
    (Inference.DURATION, durations),
    (Inference.DURATION, stretches),
    (Inference.ORDER, orders),
    (Inference.COMPARISON, comparisons),
    (Inference.MEMBERSHIP, memberships),
    (Inference.MEMBERSHIP, lists),
    (Inference.MEMBERSHIP, limits),
    (Inference.DURATION, arrivals),
    (Inference.HOURS, hours),
    (Inference.BELONGING, belongings),
)
_MOST_DERIVATIONS = 8
"""Of one inference; more of them say the same again."""


def derive(
    claim: Claim,
    statements: Sequence[Statement],
    *,
    inferences: frozenset[Inference] = ALL_INFERENCES,
) -> Derivation | None:
    """Return why ``claim`` cannot hold if ``statements`` do, or why it does; ``None`` if unknown.

    Where one derivation speaks for the claim and another against it, nothing is known; one that
    leaves the claim open speaks for nothing.

    Pure: the same texts give the same answer. No number, name or date is guessed: where a slot is
    open, where two things could be meant, or where a word such as "about", "usually" or "unless"
    leaves room, nothing follows.

    Parameters
    ----------
    claim
        What may be wrong.
    statements
        What it is held against, the most relevant first.
    inferences
        The ways that may be taken.

    Examples
    --------
    >>> from belie.datatypes import Claim, Passage, Span
    >>> def passage(id, text):
    ...     return Passage(id, text, id, Span(0, len(text)))
    >>> claim = Claim("s/1#0", "The inn has nine beds.", "s/1", Span(0, 22), 1)
    >>> found = derive(claim, [passage("a", "The inn has six rooms."),
    ...                        passage("b", "Each room has two beds.")])
    >>> found.conclusion, found.refutes, [line.statement.id for line in found.premises]
    ('6 × 2 = 12 beds', True, ['a', 'b'])
    """
    said = line_of(claim)
    premises = Premises(statements)
    found = [
        one
        for inference, way in _WAYS
        if inference in inferences
        for one in islice(way(said, premises), _MOST_DERIVATIONS)
    ]
    told = [one for one in found if not one.is_open] or found
    return told[0] if len({one.refutes for one in told}) == 1 else None
