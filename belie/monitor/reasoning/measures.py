"""How much of something there is: comparisons, measures and superlatives as facts."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from belie.monitor.forms import Form
from belie.monitor.keeping import kept
from belie.monitor.reasoning.numbers import amount_in
from belie.monitor.reasoning.things import Thing, thing
from belie.monitor.values.numerals import NUMBER_PARTS, NUMERAL

if TYPE_CHECKING:
    from belie.monitor.values import Amount

__all__ = [
    "ADJECTIVE",
    "NAME",
    "UNSURE",
    "Compared",
    "Measured",
    "Most",
    "compared_of",
    "measured_of",
    "most_of",
]

_TABLE = """
height   | tall taller tallest high higher highest | short shorter shortest low lower lowest
length   | long longer longest | short shorter shortest
width    | wide wider widest | narrow narrower narrowest
depth    | deep deeper deepest | shallow shallower shallowest
age      | old older oldest | young younger youngest
weight   | heavy heavier heaviest | light lighter lightest
speed    | fast faster fastest quick quicker quickest | slow slower slowest
size     | large larger largest big bigger biggest | small smaller smallest
price    | expensive dear dearer dearest | cheap cheaper cheapest
heat     | warm warmer warmest hot hotter hottest | cold colder coldest cool cooler coolest
"""
"""Dimensions, with words for more and for less of them."""


def _adjectives() -> dict[str, tuple[frozenset[str], int]]:
    """For each adjective in each degree its dimensions and whether it means more or less."""
    found: dict[str, tuple[frozenset[str], int]] = {}
    for line in _TABLE.strip().splitlines():
        dimension, *sides = (part.strip() for part in line.split("|"))
        for sign, side in zip((1, -1), sides, strict=True):
            for word in side.split():
                known = found.get(word, (frozenset[str](), sign))[0]
                found[word] = known | {dimension}, sign
    return found


_ADJECTIVES = _adjectives()
ADJECTIVE = "|".join(_ADJECTIVES)
"""Any adjective of the table, in any degree."""
NAME = r"[^,;:]{1,80}?"
"""What something is called."""
_MORE = Form(
    rf"(?P<one>{NAME}) (?:is|are|was|were|am) (?:also |even |much |far |slightly |a bit )?"
    rf"(?:(?P<by>(?:[$€£] ?)?{NUMERAL}(?: ?[^\W\d][\w²/]*?)?) )?"
    rf"(?:(?P<adjective>{ADJECTIVE})|(?P<how>more|less) (?P<plain>{ADJECTIVE}))"
    rf" than (?P<other>{NAME})(?: (?:is|are|was|were|do|does))?",
    needs=["than"],
)
_ONE = re.compile(r"(?<= )one$", re.IGNORECASE)
"""Stands for the word before: "the red case is lighter than the blue one"."""
_HAS_MORE = Form(
    rf"(?P<one>{NAME}) (?:has|have|had) (?P<how>more|"
    rf"fewer) (?P<item>[a-z]+) than (?P<other>{NAME})"
    r"(?: (?:has|have|had|do|does))?",
    needs=["than"],
)
_HAS_NUMBER = Form(
    rf"(?P<one>{NAME}) (?:has|have|"
    rf"had)(?: a population of)? (?P<n>{NUMERAL})(?: (?P<item>[a-z]+))?",
    needs=NUMBER_PARTS,
)
_EQUAL = Form(
    rf"(?P<one>{NAME}) (?:is|are) (?:exactly |"
    rf"just )?as (?P<adjective>{ADJECTIVE}) as (?P<other>{NAME})",
    needs=[" as "],
)
_MEASURE = Form(
    rf"(?P<one>{NAME})(?:, also [^,;]{{1,60}},)? (?:(?:is|are|"
    rf"was) (?P<size>{NUMERAL} ?[^\W\d][\w²/]*(?: per hour| an hour)?) "
    rf"(?P<adjective>{ADJECTIVE})|(?P<verb>weighs|costs|is) (?P<amount>(?:[$€£] ?)?{NUMERAL}"
    r"(?: ?[^\W\d][\w²/]*?)?)(?: (?P<old>old)| (?:an?|per) (?P<per>[a-z]+))?)",
    needs=NUMBER_PARTS,
)
_SUPERLATIVE = re.compile(
    rf"(?P<one>{NAME}) (?:is|"
    rf"was) the (?P<adjective>{ADJECTIVE}) (?P<kind>[a-z]+)(?: (?P<where>(?:in|of|on) {NAME}))?",
    re.IGNORECASE,
)
UNSURE = re.compile(
    r"\b(?:about|around|not|never|if|would|could|might|(?-i:may)|used|almost|nearly|usually|often|"
    r"sometimes|probably|will|over|at least|at most|up to|when|except|second|third|once|former|"
    r"second-)\b|n't\b",
    re.IGNORECASE,
)
_PEOPLE = frozenset({"inhabitant", "people", "resident", "citizen"})


@dataclass(frozen=True, slots=True)
class Compared:
    """That one has more of a dimension than the other; ``equal`` where as much.

    ``by`` is how much more, where that is told.
    """

    dimensions: frozenset[str]
    more: Thing
    less: Thing
    equal: bool = False
    by: Amount | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """How much of a dimension something has."""

    dimensions: frozenset[str]
    one: Thing
    amount: Amount
    words: str


@kept(4096)  # a sentence stands beside many claims
def compared_of(text: str) -> Compared | None:
    """Return the comparison that a sentence states.

    Examples
    --------
    >>> compared_of("Ana is shorter than Ben").more.head
    'ben'
    """
    if UNSURE.search(text):
        return None
    equal = _EQUAL.fullmatch(text)
    if equal:
        dimensions, _ = _ADJECTIVES[equal["adjective"].lower()]
        return Compared(dimensions, thing(equal["one"]), thing(equal["other"]), equal=True)
    match = _MORE.fullmatch(text)
    if match:
        dimensions, sign = _ADJECTIVES[(match["adjective"] or match["plain"]).lower()]
        sign = -sign if match["how"] and match["how"].lower() == "less" else sign
        by = amount_in(match["by"]) if match["by"] else None
        if match["by"] and by is None:
            return None
    else:
        match, by = _HAS_MORE.fullmatch(text), None
        if match is None:
            return None
        dimensions, sign = _number_of(match["item"]), 1 if match["how"].lower() == "more" else -1
    last = match["one"].rpartition(" ")[2]
    one, other = thing(match["one"]), thing(_ONE.sub(lambda _: last, match["other"]))
    more, less = (one, other) if sign == 1 else (other, one)
    return Compared(dimensions, more, less, by=by)


def _number_of(item: str | None) -> frozenset[str]:
    key = thing(item).head if item else "inhabitant"
    return frozenset({"number of " + ("people" if key in _PEOPLE else key)})


@kept(4096)
def measured_of(text: str) -> Measured | None:
    """Return the measure, price or number that a sentence states of something.

    Examples
    --------
    >>> measured_of("The Sella is 310 km long").words
    '310 km'
    """
    if UNSURE.search(text):
        return None
    match = _MEASURE.fullmatch(text)
    if match:
        return _of_measure(match)
    match = _HAS_NUMBER.fullmatch(text)
    amount = amount_in(match["n"]) if match else None
    if match is None or amount is None or amount.kind != "count":
        return None
    if not match["item"] and "population" not in text:
        return None
    return Measured(_number_of(match["item"]), thing(match["one"]), amount, match["n"])


def _of_measure(match: re.Match[str]) -> Measured | None:
    amount = amount_in(match["size"] or match["amount"])
    if amount is None:
        return None
    if match["per"]:  # so much a month is not compared with so much a year
        amount = replace(amount, kind=f"{amount.kind} a {match['per'].lower()}")
    if match["adjective"]:
        dimensions = _ADJECTIVES[match["adjective"].lower()][0]
    elif amount.kind.startswith("money"):
        dimensions = frozenset({"price"})
    elif match["old"]:
        dimensions = frozenset({"age"})
    elif match["verb"].lower() == "weighs" and amount.kind == "mass":
        dimensions = frozenset({"weight"})
    else:
        return None
    return Measured(dimensions, thing(match["one"]), amount, match["size"] or match["amount"])


@dataclass(frozen=True, slots=True)
class Most:
    """What has the most, or with ``sign`` -1 the least, of all of a kind somewhere."""

    dimensions: frozenset[str]
    sign: int
    one: Thing
    kind: str
    where: frozenset[str]


@kept(4096)
def most_of(text: str) -> Most | None:
    """Return the superlative that a sentence states.

    Examples
    --------
    >>> most_of("The Sella is the longest river in Norland").kind
    'river'
    """
    match = None if UNSURE.search(text) else _SUPERLATIVE.fullmatch(text)
    if match is None or not match["adjective"].lower().endswith("est"):
        return None
    dimensions, sign = _ADJECTIVES[match["adjective"].lower()]
    kind = thing(match["kind"]).head
    return Most(dimensions, sign, thing(match["one"]), kind, thing(match["where"] or "").keys)
