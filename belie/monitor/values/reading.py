"""The values of a text, in order and without overlap."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.graph.letters import plain_letters
from belie.monitor.keeping import kept
from belie.monitor.values.amounts import amounts
from belie.monitor.values.frequencies import frequencies
from belie.monitor.values.moments import moments
from belie.monitor.values.short_forms import short_forms
from belie.monitor.values.value import Amount, Bound, Value

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["read_numbers", "read_values"]

_MAY_HAVE = re.compile(
    r"\d|[½¼¾⅓⅔⅛⅕]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|"
    r"\w+ty|hundred|thousand|\w+illion|dozen|half|(?!with\b)\w+th|first|second|third|quarters?|"
    r"\w+days?|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun|noon|midnight|january|february|march|april|may|"
    r"june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|"
    r"nov|dec|once|twice|thrice|fortnight|every|each|hourly|daily|weekly|fortnightly|monthly|"
    r"quarterly|yearly|annually|an? (?:minute|hour|day|week|month|year|decade))\b",
    re.IGNORECASE,
)
_SUMMED = frozenset({"length", "time", "mass"})
_JOINTS = frozenset({"", " ", " and ", ", "})


@kept(1024)  # a sentence is compared with many claims
def read_values(text: str) -> tuple[Value, ...]:
    """Return the numbers, measures, sums of money, dates and times that ``text`` states.

    Where two readings overlap the one that begins first counts, then the longer one; dates come
    before amounts. Numbers that name something ("iPhone 12") or are pronouns are no values.

    Parameters
    ----------
    text
        One sentence or more.

    Returns
    -------
    tuple of Value
        In order of the text.

    Examples
    --------
    >>> text = "In May 1990 it sold for over $1.5 million, 20% of that in two years."
    >>> [value.whole.cut(text) for value in read_values(text)]
    ['May 1990', 'over $1.5 million', '20%', 'two years']
    """
    if not _MAY_HAVE.search(text):
        return ()
    return _in_order([*frequencies(plain_letters(text)), *_numbers(text)], text)


def read_numbers(text: str) -> tuple[Value, ...]:
    """Return the values of a text, of how often something happens the number alone.

    Examples
    --------
    >>> text = "Take 40 mg three times a day."
    >>> [[value.span.cut(text) for value in read(text)] for read in (read_values, read_numbers)]
    [['40 mg', 'three times a day'], ['40 mg', 'three times']]
    """
    return _in_order(_numbers(text), text) if _MAY_HAVE.search(text) else ()


@kept(1024)
def _numbers(text: str) -> tuple[Value, ...]:
    plain = plain_letters(text)
    return (*moments(plain), *short_forms(plain), *amounts(plain))


def _in_order(values: Iterable[Value], text: str) -> tuple[Value, ...]:
    ordered = sorted(values, key=lambda value: (value.whole.start, -value.whole.end))
    return tuple(_summed(_apart(ordered), text))


def _apart(values: Iterable[Value]) -> list[Value]:
    found: list[Value] = []
    for value in values:
        if not found or found[-1].whole.end <= value.whole.start:
            found.append(value)
    return found


def _summed(values: Iterable[Value], text: str) -> list[Value]:
    """Measures told in two units made one: "5 feet 11 inches"."""
    found: list[Value] = []
    for value in values:
        whole = _sum(found[-1], value, text) if found else None
        if whole:
            found[-1] = whole
        else:
            found.append(value)
    return found


def _sum(first: Value, second: Value, text: str) -> Value | None:
    one, other = first.said, second.said
    if not (isinstance(one, Amount) and isinstance(other, Amount)) or one.kind != other.kind:
        return None
    gap = text[first.whole.end : second.whole.start]
    falls = one.kind in _SUMMED and other.half < one.half and other.high < 2 * one.half
    limited = second.whole.start < second.span.start  # "20 km and more than 300 m of climbing"
    if gap not in _JOINTS or not falls or limited:
        return None
    low, high = one.low + other.low, one.high + other.high
    bound = other.bound if one.bound is Bound.EXACT else one.bound
    unit = f"{one.unit} {other.unit}"
    said = replace(one, low=low, high=high, half=other.half, bound=bound, unit=unit)
    return Value(
        Span(first.span.start, second.span.end),
        Span(first.whole.start, second.whole.end),
        said,
        first.denied,
    )
