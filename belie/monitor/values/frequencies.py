"""How often something happens: "every three months", "four times a year", "weekly"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.monitor.forms import Form
from belie.monitor.values.bounds import limit_before
from belie.monitor.values.numerals import NUMERAL, numeral_of
from belie.monitor.values.units import UNITS
from belie.monitor.values.value import Amount, Bound, Value

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

__all__ = ["frequencies"]

_PERIODS = {
    **{name: UNITS[name].factor for name in ("minute", "hour", "day", "week", "month", "year")},
    "fortnight": 2 * UNITS["week"].factor,
    "quarter": 3 * UNITS["month"].factor,
}
_ADVERBS = {
    "hourly": "hour", "daily": "day", "weekly": "week", "fortnightly": "fortnight",
    "monthly": "month", "quarterly": "quarter", "yearly": "year", "annually": "year",
}  # fmt: skip
_PERIOD, _ADVERB = "|".join(_PERIODS), "|".join(_ADVERBS)
_TIMES = rf"(?P<times>once|twice|thrice|(?:{NUMERAL}) times)"
_EVERY = rf"(?:every|each)(?: (?P<number>{NUMERAL}|other|second|few))? (?P<period>{_PERIOD})s?"
_ENDS = r"(?= ?[.,;:!?)]| ?$| (?:at|on|in|from|by|for|and|or|to|with|until|between|after|before)\b)"
_OFTEN = Form(
    rf"(?<![\w-])(?:{_TIMES} (?:(?:an?|per|(?:in )?(?:every|each)) (?P<each>{_PERIOD})"
    rf"|(?P<daily>{_ADVERB}))|(?:once )?{_EVERY}|(?<=\w )(?P<adverb>{_ADVERB}){_ENDS})(?![\w'’-])",
    needs=["every", "each", "times", "once", "twice", "thrice", *_ADVERBS],
)
_TWICE = {"once": 1.0, "twice": 2.0, "thrice": 3.0}
_ROUNDED = 0.01
"""How far, of itself, a period may be from one told by another unit: 52 weeks from a year."""


def frequencies(text: str) -> Iterator[Value]:
    """Yield how often something happens, as the time from one time to the next, in seconds.

    What is a limit ("at least once a week") is none here, and neither is "every Monday". The unit
    is "week" of "every week" and "weekly", which may be several times, "a week" of "twice a week".

    Examples
    --------
    >>> told = list(frequencies("Read it four times a year, once every three months."))
    >>> [(value.said.kind, round(value.said.low / 86400, 1)) for value in told]
    [('period', 91.3), ('period', 91.3)]
    """
    for match in _OFTEN.finditer(text):
        if match["number"] != "few" and limit_before(match).bound is Bound.EXACT:
            unit = _unit(match)
            seconds = _several(match) * _PERIODS[unit] / _times(match)
            named = f"a {unit}" if match["times"] else unit
            said = Amount("period", seconds, seconds, _ROUNDED * seconds, unit=named)
            yield Value(Span(*match.span()), Span(*match.span()), said)


def _times(match: re.Match[str]) -> float:
    """Return 4 of "four times a year"."""
    times = (match["times"] or "once").lower()
    return _TWICE.get(times) or numeral_of(times.split()[0]).number or 1.0


def _several(match: re.Match[str]) -> float:
    """Return 3 of "every three months"."""
    number = (match["number"] or "one").lower()
    return 2.0 if number in {"other", "second"} else numeral_of(number).number


def _unit(match: re.Match[str]) -> str:
    adverb = (match["daily"] or match["adverb"] or "").lower()
    return _ADVERBS.get(adverb) or (match["each"] or match["period"]).lower()
