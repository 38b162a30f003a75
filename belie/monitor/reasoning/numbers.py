"""Numbers, sums of money and measures in the patterns of inferences."""

from __future__ import annotations

import math

from belie.graph.letters import plain_letters
from belie.monitor.values import Amount, Bound, read_values
from belie.monitor.values.numerals import NUMERAL, numeral_of

__all__ = ["NUMBER", "amount_in", "differ", "number_of", "shown"]

NUMBER = rf"(?:\b(?:an?|once|twice|thrice)\b|{NUMERAL})"
"""A number in digits or words, also "a" and "twice"."""
_SMALL = {"a": 1.0, "an": 1.0, "once": 1.0, "twice": 2.0, "thrice": 3.0}
_CLOSE = 1e-6


def number_of(words: str) -> float:
    """Return the number that words matched by `NUMBER` stand for.

    Examples
    --------
    >>> number_of("twice"), number_of("forty-five")
    (2.0, 45.0)
    """
    small = _SMALL.get(plain_letters(words).lower())
    return numeral_of(words).number if small is None else small


def amount_in(words: str) -> Amount | None:
    """Return the one amount that ``words`` tell exactly; ``None`` where none, several or a range.

    Examples
    --------
    >>> amount_in("about $5"), amount_in("$5 an hour").kind
    (None, 'money dollar')
    """
    found = [value.said for value in read_values(words)]
    if len(found) != 1 or not isinstance(found[0], Amount):
        return None
    said = found[0]
    return said if said.bound is Bound.EXACT and said.low == said.high else None


def differ(one: float, other: float, *, tolerance: float = _CLOSE) -> bool:
    """Whether two numbers are not the same, beyond a share of the larger one."""
    return not math.isclose(one, other, rel_tol=tolerance, abs_tol=_CLOSE)


def shown(number: float) -> str:
    """Return a number as people write it.

    Examples
    --------
    >>> shown(1200.0), shown(2.5)
    ('1,200', '2.5')
    """
    return f"{number:,.2f}".rstrip("0").rstrip(".")
