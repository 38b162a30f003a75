"""Whether two values agree: after conversion, within the precision told, within a limit."""

from __future__ import annotations

import math
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from belie.monitor.values.units import UNITS
from belie.monitor.values.value import LOOSE, Amount, Bound, Moment

if TYPE_CHECKING:
    from collections.abc import Iterable

    from belie.monitor.values.value import Value

__all__ = ["Outcome", "adds_up", "agree", "are_other_limits", "are_same", "is_end", "nearness"]

_ROUNDING = 0.025
"""How far, of itself, a number may be from what it was rounded to."""
_ABOUT = 0.05
"""How far "about" reaches; rounding to two digits moves a number by no more."""
_NOT_ABOUT = 0.25
"""From where on nobody says "about"."""

_ABOUT_YEARS = 10
_YEARS = 5.0
"""How many years apart two are only a third as near as the same."""
_ICE = UNITS["°C"].offset
_DOLLARS = {"money dollar", "money USD"}
_ONE_SIGN = (
    {*_DOLLARS, "money AUD", "money CAD", "money NZD", "money HKD"},
    {"money JPY", "money CNY"},
)
"""Currencies that may be written alike."""
_HUNDREDTH = "cent"
_IN_CENTS = frozenset({"money dollar", "money USD", "money EUR"})
"""Kinds whose hundredth part is a cent: which of them it is of, the other side tells."""
_OF_SEVERAL = {"cent", "penny"}
"""Units that several currencies have."""
_THOUSANDTH = 0.0005
"""Half a unit of the third decimal."""
_ROUNDED_SUM = 1e6
"""From here on sums are told so roughly that one may be right in two currencies."""


class Outcome(StrEnum):
    """What a premise's value says of a claim's value in the same place."""

    EQUAL = "equal"
    """If the premise holds, so does the claim."""
    COMPATIBLE = "compatible"
    """Both can hold: seen from one side they are equal."""
    DIFFERENT = "different"
    """Both cannot hold."""
    UNKNOWN = "unknown"


def agree(premise: Value, claim: Value) -> Outcome:
    """Return what the premise's value says of the claim's.

    Examples
    --------
    >>> from belie.monitor.values.reading import read_values
    >>> def first(text):
    ...     return read_values(text)[0]
    >>> agree(first("330 m"), first("1,083 feet")), agree(first("250"), first("more than 200"))
    (<Outcome.EQUAL: 'equal'>, <Outcome.EQUAL: 'equal'>)
    >>> agree(first("in May 1990"), first("on 5 June 1990"))
    <Outcome.DIFFERENT: 'different'>
    """
    one, other = premise.said, claim.said
    if isinstance(one, Amount):
        return _amounts(one, other) if isinstance(other, Amount) else Outcome.UNKNOWN
    return Outcome.UNKNOWN if isinstance(other, Amount) else _moments(one, other)


def are_same(one: Value, other: Value) -> bool:
    """Whether two values follow from each other, whichever is the premise."""
    return agree(one, other) is Outcome.EQUAL and agree(other, one) is Outcome.EQUAL


def is_end(limit: Value, value: Value) -> bool:
    """Whether a limit is the end of a range: "up to 5 days" of "3 to 5 days"."""
    one, other = limit.said, value.said
    if not (isinstance(one, Amount) and isinstance(other, Amount)) or _is_point(other):
        return False
    return _is_end(one, other)


def _is_end(limit: Amount, amount: Amount) -> bool:
    if amount.bound is not Bound.EXACT or limit.kind != amount.kind:
        return False
    if limit.bound is Bound.AT_MOST:
        return math.isclose(limit.high, amount.high)
    return limit.bound is Bound.AT_LEAST and math.isclose(limit.low, amount.low)


def are_other_limits(one: Value, other: Value) -> bool:
    """Whether two limits of one sort are told with different numbers: "up to 2" and "up to 3"."""
    mine, its = one.said, other.said
    if not (isinstance(mine, Amount) and isinstance(its, Amount)) or mine.bound is not its.bound:
        return False
    if mine.bound not in LOOSE or mine.low != mine.high or its.low != its.high:
        return False
    exactly = [replace(amount, bound=Bound.EXACT) for amount in (mine, its)]
    return _amounts(*exactly) is Outcome.DIFFERENT


def nearness(one: Value, other: Value) -> float:
    """Return how near two values are in size, in [0, 1]; 0 where they cannot be compared."""
    mine, its = one.said, other.said
    if isinstance(mine, Amount) and isinstance(its, Amount):
        smaller, larger = sorted((mine.low, its.low))
        return smaller / larger if 0 < smaller else 0.0
    if isinstance(mine, Moment) and isinstance(its, Moment) and mine.years and its.years:
        return math.exp(-abs(mine.years[0] - its.years[0]) / _YEARS)
    return 0.0


def adds_up(values: Iterable[Value], claim: Value) -> bool:
    """Return whether a claim's value may be the sum of two or more: "120 here and 90 there".

    Examples
    --------
    >>> from belie.monitor.values.reading import read_values
    >>> parts = read_values("It employs 120 people in Berlin and 90 in Paris.")
    >>> adds_up(parts, read_values("It employs more than 200 people.")[0])
    True
    """
    said = claim.said
    if not isinstance(said, Amount):
        return False
    parts = [one.said for one in values if isinstance(one.said, Amount)]
    told = [one.low for one in parts if one.kind == said.kind and one.bound is Bound.EXACT]
    if len(told) < 2:
        return False
    if said.bound in (Bound.OVER, Bound.AT_LEAST):
        return said.low <= sum(told)
    return said.bound is Bound.EXACT and math.isclose(sum(told), said.low)


def _amounts(premise: Amount, claim: Amount) -> Outcome:
    """Two amounts as they are read, or where one of them alone may be told in thousands so."""
    outcome = _as_read(premise, claim)
    told = _may_be_thousands(premise), _may_be_thousands(claim)
    if outcome is not Outcome.DIFFERENT or told[0] == told[1]:
        return outcome
    if told[0]:
        return _as_read(_in_thousands(premise), claim)
    return _as_read(premise, _in_thousands(claim))


def _may_be_thousands(amount: Amount) -> bool:
    """Whether a sum has three decimals, which some write for thousands: "1.299 €"."""
    told = amount.kind.startswith("money ") and math.isclose(amount.half, _THOUSANDTH)
    return told and 1 <= amount.low <= amount.high < 1000


def _in_thousands(amount: Amount) -> Amount:
    return replace(amount, low=1e3 * amount.low, high=1e3 * amount.high, half=1e3 * amount.half)


def _as_read(premise: Amount, claim: Amount) -> Outcome:
    if _HUNDREDTH in (premise.unit, claim.unit) and _IN_CENTS.issuperset(
        (premise.kind, claim.kind)
    ):
        claim = replace(claim, kind=premise.kind)
    if premise == claim:
        return Outcome.EQUAL
    if _may_be_several(premise, claim) or _may_be_several(claim, premise):
        return Outcome.EQUAL if premise.low == claim.low else Outcome.UNKNOWN
    if premise.kind != claim.kind and {premise.kind, claim.kind} != _DOLLARS:
        return Outcome.DIFFERENT if _of_two_currencies(premise, claim) else Outcome.UNKNOWN
    if not (_is_point(premise) and _is_point(claim)):
        return _reaches(premise, claim)
    if Bound.ABOUT in (premise.bound, claim.bound):
        return _about(premise, claim)
    return _numbers(premise, claim)


def _may_be_several(one: Amount, other: Amount) -> bool:
    """Whether "every day" stands beside "twice a day", which may be so every day."""
    return one.kind == other.kind == "period" and other.unit == f"a {one.unit}"


def _of_two_currencies(premise: Amount, claim: Amount) -> bool:
    """Whether one sum is told in two currencies: $10 is not €10."""
    kinds = {premise.kind, claim.kind}
    if not all(kind.startswith("money ") for kind in kinds):
        return False
    if any(kinds <= alike for alike in _ONE_SIGN) or _OF_SEVERAL & {premise.unit, claim.unit}:
        return False
    exact = premise.bound is claim.bound is Bound.EXACT
    return exact and premise.low == premise.high == claim.low == claim.high < _ROUNDED_SUM


def _is_point(amount: Amount) -> bool:
    return amount.low == amount.high and amount.bound in (Bound.EXACT, Bound.ABOUT)


def _numbers(premise: Amount, claim: Amount) -> Outcome:
    """Two plain numbers: rounded from the premise, too near to tell, or different."""
    away, size = abs(premise.low - claim.low), max(_size(premise), _size(claim))
    if away <= 1e-9 * size:
        return Outcome.EQUAL
    converted = set(premise.unit.split()).isdisjoint(claim.unit.split()) and premise.unit != ""
    coarser = premise.half < claim.half or converted
    reach = claim.half
    if converted:  # an oven at 180 °C is one at 350 °F
        reach = max(reach, premise.half, _roundness(premise), _roundness(claim))
    if coarser and away <= reach * 1.000001 and away <= _ROUNDING * size:
        return Outcome.EQUAL
    unsure = max(premise.half, claim.half, _roundness(premise), _roundness(claim))
    near = away <= unsure * 1.000001 and (away <= _ROUNDING * size or _is_rough(premise, claim))
    return Outcome.UNKNOWN if near else Outcome.DIFFERENT


def _is_rough(premise: Amount, claim: Amount) -> bool:
    """Whether one is told by a scale or in another unit: "2 million", "3 hours" beside minutes."""
    return premise.unit != claim.unit or premise.half != claim.half


def _size(amount: Amount) -> float:
    """What a share of it is taken of; no temperature is told from the absolute zero."""
    return abs(amount.low - _ICE) if amount.kind == "temperature" else abs(amount.low)


def _roundness(amount: Amount) -> float:
    """Half a unit of the last digit that is not 0: 50 for 300; 0 below ten."""
    unit = UNITS.get(amount.unit)
    factor, offset = (unit.factor, unit.offset) if unit else (1.0, 0.0)
    told = abs(amount.low - offset) / factor
    number = round(told)
    if number < 10 or not math.isclose(number, told) or number % 10:
        return 0.0
    digits = str(number)
    return factor * 10.0 ** (len(digits) - len(digits.rstrip("0"))) / 2


def _about(premise: Amount, claim: Amount) -> Outcome:
    away, size = abs(premise.low - claim.low), max(_size(premise), _size(claim))
    reach = _ABOUT if premise.bound is Bound.EXACT else 1e-9
    if away <= reach * size and claim.bound is Bound.ABOUT:
        return Outcome.EQUAL
    return Outcome.DIFFERENT if _NOT_ABOUT * size < away else Outcome.UNKNOWN


def _reaches(premise: Amount, claim: Amount) -> Outcome:
    """A limit or a range: equal if it is the same, or a number of the premise keeps to it.

    A number that is the limit itself is left open, unless it shows not to be round. So is what
    keeps to a limit that may be another one.
    """
    one, other = _reach(premise), _reach(claim)
    if one == other:
        return Outcome.EQUAL
    gap = max(one[0] - other[1], other[0] - one[1])
    if _is_limit(claim) and _keeps_to(one, other, premise):
        return Outcome.UNKNOWN if _may_be_another(premise, claim) else Outcome.EQUAL
    strict = Bound.OVER in (premise.bound, claim.bound) or Bound.UNDER in (
        premise.bound,
        claim.bound,
    )
    if gap == 0.0:
        both = _is_limit(premise) and _is_limit(claim)
        plain = both or not (_roundness(premise) or _roundness(claim))
        return Outcome.DIFFERENT if strict and plain else Outcome.UNKNOWN
    point = premise if _is_point(premise) else claim
    unsure = point.half if _is_point(point) else 0.0
    return Outcome.DIFFERENT if unsure < gap else Outcome.UNKNOWN


def _keeps_to(reach: tuple[float, float], limit: tuple[float, float], premise: Amount) -> bool:
    """Whether all that the premise may mean lies within a limit that is another one."""
    if _is_point(premise):
        return limit[0] < reach[0] and reach[1] < limit[1]
    return limit[0] <= reach[0] and reach[1] <= limit[1]


def _may_be_another(premise: Amount, claim: Amount) -> bool:
    """Whether what keeps to the claim's limit may all the same be another limit or range.

    "Over 400" is over 300, but who must be at least 21 may not be 18, what takes 3 to 5 days does
    not take up to 10, though up to 5, and a loan over two years is none over one.
    """
    loose = claim.bound in LOOSE or claim.kind == "time"
    return loose and not _is_point(premise) and not _is_end(claim, premise)


def _is_limit(amount: Amount) -> bool:
    return amount.bound not in (Bound.EXACT, Bound.ABOUT)


def _reach(amount: Amount) -> tuple[float, float]:
    """The lowest and the highest number that is meant."""
    low, high = amount.low, amount.high
    match amount.bound:
        case Bound.OVER | Bound.AT_LEAST:
            return low, math.inf
        case Bound.UNDER | Bound.AT_MOST:
            return -math.inf, high
        case Bound.ABOUT:
            return low - _ABOUT * abs(low), high + _ABOUT * abs(high)
        case Bound.EXACT:
            return low, high


def _moments(premise: Moment, claim: Moment) -> Outcome:
    if premise.kind != claim.kind:
        return Outcome.UNKNOWN
    if premise == claim:
        return Outcome.EQUAL
    if premise.kind == "clock":
        return _clocks(premise, claim)
    if premise.years and claim.years:
        return _stretches(premise, claim)
    return _parts(premise, claim)


def _clocks(premise: Moment, claim: Moment) -> Outcome:
    if (premise.zone is None) is not (claim.zone is None):
        return Outcome.UNKNOWN
    one, other = _universal(premise), _universal(claim)
    if premise.bound is not claim.bound:
        return _of_two_sides(premise, claim, same=one == other)
    if one == other:
        return Outcome.EQUAL
    unsure = premise.half_day or claim.half_day
    return Outcome.UNKNOWN if unsure and (one - other) % 720 == 0 else Outcome.DIFFERENT


def _universal(clock: Moment) -> float:
    """Its minute of the day in UTC, where its zone is known."""
    return ((clock.minute or 0.0) - (clock.zone or 0)) % 1440


def _of_two_sides(premise: Moment, claim: Moment, *, same: bool) -> Outcome:
    """A moment and a limit, or two limits: "before 5 pm" and "after 5 pm" do not meet."""
    opposite = {premise.bound, claim.bound} == {Bound.UNDER, Bound.OVER}
    return Outcome.DIFFERENT if opposite and same else Outcome.UNKNOWN


def _stretches(premise: Moment, claim: Moment) -> Outcome:
    """Two stretches of the calendar, each in a year."""
    (first, last), (from_, to) = _days(premise), _days(claim)
    if to < first or last < from_:
        return Outcome.DIFFERENT
    rough = Bound.ABOUT in (premise.bound, claim.bound)
    within = from_ <= first and last <= to
    return Outcome.EQUAL if within and not rough else Outcome.UNKNOWN


def _days(moment: Moment) -> tuple[float, float]:
    """First and last day that is meant, in a calendar of months of 31 days."""
    from_, to = moment.years or (0, 0)
    months = (moment.month or 1, moment.month or 12)
    days = (moment.day or 1, moment.day or 31)
    first = from_ * 372 + months[0] * 31 + days[0]
    last = to * 372 + months[1] * 31 + days[1]
    match moment.bound:
        case Bound.OVER:
            return last + 1, math.inf
        case Bound.UNDER:
            return -math.inf, first - 1
        case Bound.ABOUT:
            return first - _ABOUT_YEARS * 372, last + _ABOUT_YEARS * 372
        case _:
            return first, last


def _within_a_year(premise: Moment, claim: Moment) -> Outcome:
    """A day or month before or after which something is, told without its year."""
    if not premise.month or not claim.month or (premise.day is None) != (claim.day is None):
        return Outcome.UNKNOWN
    day, limit = (premise.month, premise.day or 0), (claim.month, claim.day or 0)
    kept = limit < day if claim.bound is Bound.OVER else day < limit
    return Outcome.EQUAL if kept else Outcome.DIFFERENT


def _parts(premise: Moment, claim: Moment) -> Outcome:
    """Moments of which one at least comes again: a weekday, a day of no year."""
    if premise.bound is Bound.EXACT and claim.bound in (Bound.OVER, Bound.UNDER):
        return _within_a_year(premise, claim)
    if premise.bound is not claim.bound:
        same = replace(premise, bound=claim.bound) == claim
        return _of_two_sides(premise, claim, same=same)
    if premise.bound is not Bound.EXACT:
        return Outcome.UNKNOWN
    told = [
        (one, other)
        for one, other in (
            (premise.years, claim.years),
            (premise.month, claim.month),
            (premise.day, claim.day),
            (premise.weekday, claim.weekday),
        )
        if other is not None
    ]
    if any(one is not None and one != other for one, other in told):
        return Outcome.DIFFERENT
    return Outcome.EQUAL if all(one == other for one, other in told) else Outcome.UNKNOWN
