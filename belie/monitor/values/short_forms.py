"""Amounts with a form of their own: "twice", 5'11", "1h30", "50p", "one in three"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.monitor.forms import Form
from belie.monitor.values.amounts import is_price
from belie.monitor.values.bounds import limit_before
from belie.monitor.values.currencies import currency_of
from belie.monitor.values.numerals import NUMERAL, numeral_of
from belie.monitor.values.units import UNIT, UNITS, Unit
from belie.monitor.values.value import Amount, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["short_forms"]

_TWICE = re.compile(r"\b(?:twice|thrice)\b", re.IGNORECASE)
_FEET = re.compile(r"(?<![\w.])(?P<feet>\d)['’′] ?(?P<inches>\d{1,2})(?:[\"″”]|['’′]{2})")
_HOURS = re.compile(
    r"(?<![\w.,:/-])(?P<hours>\d{1,2}) ?h ?(?P<minutes>[0-5]?\d) ?(?:m(?:ins?\b)?)?(?![\w:/])"
)
"""Durations; "at 14h30" is a time of the day, and `moments` are taken first."""
_COINS = re.compile(r"(?<![\w.,$£€-])(?P<number>\d{1,2})(?P<coin>[pc¢])(?![\w/]|\.\w)")
"""Pence and cents; "480p" is a picture."""
_COIN_NAMES = {"p": "pence", "c": "cents", "¢": "cents"}
_PROPORTION = Form(
    rf"(?<![\w.,-])(?P<part>{NUMERAL}) (?P<how>out of|in)(?: every)? (?P<all>{NUMERAL})"
    rf"(?![\w%-]|[.,]\d| ?(?:{UNIT}|(?i:minutes?|hours?|days?|nights?|weeks?|months?|years?|"
    r"decades?|seconds?)\b))",
    needs=[" out of ", " in "],
    flags=re.NOFLAG,
)
_WHOLE = re.compile(
    r" (?:out of|in)(?: every)? (?:\d|an? |two|th|fo|fi|six|seven|eight|nine|ten|eleven|twe)",
    re.IGNORECASE,
)
"""What every share has, found sooner than all numbers."""
_SHARE = Unit("ratio", "fraction", 1.0)
_LARGEST_WHOLE = 1000
_ROUND_WHOLES = (3, 4, 5, 10, 100)
"""Of these an "out of" tells a share; "12 out of 20 rooms" are twelve rooms."""
_ROUGHLY, _ROUGHLY_OF_ALL = 0.06, 0.02
"""How far from a share it may be that is meant: of the share, and of everything."""


def short_forms(text: str) -> Iterator[Value]:
    """Yield the amounts of ``text`` that are told in a form of their own.

    Examples
    --------
    >>> text = "It takes 1h30, costs 50p, and one in three people comes twice."
    >>> [(value.span.cut(text), value.said.kind) for value in short_forms(text)]
    [('twice', 'times'), ('1h30', 'time'), ('50p', 'money GBP'), ('one in three', 'ratio')]
    """
    for match in _TWICE.finditer(text):
        yield _value(match, UNITS["times"], 2 if match[0].lower() == "twice" else 3)
    for match in _FEET.finditer(text):
        yield _value(match, UNITS["inch"], 12 * int(match["feet"]) + int(match["inches"]))
    for match in _HOURS.finditer(text):
        yield _value(match, UNITS["min"], 60 * int(match["hours"]) + int(match["minutes"]))
    for match in _COINS.finditer(text):
        yield from _coins(match)
    for match in _PROPORTION.finditer(text) if _WHOLE.search(text) else ():
        yield from _proportion(match)


def _coins(match: re.Match[str]) -> Iterator[Value]:
    """Coins; "20c" is money where something is paid, and may be a temperature elsewhere."""
    unit = currency_of(None, _COIN_NAMES[match["coin"]])
    if unit and (match["coin"] != "c" or is_price(match)):
        yield _value(match, unit, int(match["number"]))


def _proportion(match: re.Match[str]) -> Iterator[Value]:
    """A share: "one in three", "4 out of 5"; "3 in 2019" and "two in one" are none."""
    part, whole = (numeral_of(match[name]).number for name in ("part", "all"))
    is_told = whole in _ROUND_WHOLES if match["how"] == "out of" else whole <= _LARGEST_WHOLE
    if is_told and part < whole and part == int(part) and whole == int(whole):
        share = part / whole
        yield _value(match, _SHARE, share, half=min(_ROUGHLY * share, _ROUGHLY_OF_ALL))


def _value(match: re.Match[str], unit: Unit, number: float, *, half: float = 0.0) -> Value:
    limit, size = limit_before(match), number * unit.factor
    said = Amount(unit.kind, size, size, half, limit.bound, unit.name)
    return Value(Span(*match.span()), Span(limit.start, match.end()), said, limit.denied)
