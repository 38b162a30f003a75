"""Amounts in a text: counts, ordinals, shares, money and measures, with their limits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.graph.word_sets import word_set
from belie.monitor.forms import Form
from belie.monitor.values.bounds import (
    BEHIND,
    LIMIT,
    ROUGHLY,
    bound_of,
    limit_before,
    turned_round,
)
from belie.monitor.values.calendar import PART_OF_DAY
from belie.monitor.values.currencies import CURRENCY, SIGN, currency_of
from belie.monitor.values.numerals import (
    DECIMAL_COMMA,
    NUMBER_PARTS,
    NUMERAL,
    ORDINAL,
    Numeral,
    numeral_of,
    ordinal_of,
)
from belie.monitor.values.units import UNIT, UNITS, Unit, unit_of
from belie.monitor.values.value import Amount, Bound, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["amounts", "is_price"]

_ROUGH = 0.05
"""How far from its number a limit may be that is told roughly: "up to about 20"."""
_MEASURE = rf"[ \u00a0-]?(?:{UNIT}|(?i:{CURRENCY})(?![A-Za-z]))"
_MILLIONS = rf"(?(sign) ?[mM]\b| ?[mM](?= (?i:{CURRENCY})\b))"
_START = r"(?<![\w/])(?<!\d[.,:'’′])(?<![A-Za-z][-–])(?<![A-Za-z][-–][$€£])"
_END = r"(?!\d|/(?![a-z])|[.,:'’′]\d|['’]?(?:st|nd|rd|th)\b|[A-Za-z])"
_TOTAL = r"(?<!\w)(?i:an? (?:grand )?total of) "
_BEFORE = rf"(?:(?<!\w)(?i:{LIMIT}){ROUGHLY} ?)?(?:{_TOTAL}|the ages? of )?"
_AFTER = rf"(?: ?(?i:{BEHIND})(?!\w))?"
_MINUS = r"[-−](?=[\d$€£])|(?<!\d )(?i:minus) (?=\d)"
_AMOUNT = Form(
    rf"{_BEFORE}(?P<core>{_START}(?P<minus>{_MINUS})?(?P<sign>(?:{SIGN}) ?)?"
    rf"(?P<first>{DECIMAL_COMMA}|{NUMERAL})(?P<millions>{_MILLIONS})?"
    rf"(?:(?: of an?)?(?P<measure>{_MEASURE}))?){_END}{_AFTER}",
    needs=NUMBER_PARTS,
    flags=re.NOFLAG,
)
_NO_CLOCK = rf"(?! ?[AaPp]\.?[Mm]\b| (?:{PART_OF_DAY})\b)"
"""What no range stands before: "between two and six in the evening" are times."""
_RANGE = Form(
    rf"{_START}(?P<core>(?P<between>(?i:between) )?(?P<sign>(?:{SIGN}) ?)?"
    rf"(?P<first>{NUMERAL})(?P<measured>{_MEASURE})?(?P<joint> ?[-–—] ?| to | and )(?:{SIGN})?"
    rf"(?P<last>{NUMERAL})(?P<measure>{_MEASURE})?){_END}{_NO_CLOCK}",
    needs=["-", " to ", " and "],
    flags=re.NOFLAG,
)
_A_SECOND = r"(?<=[Pp]er )|(?<=\b[Aa] )second\b(?! \w)"
_ORDINAL = re.compile(
    rf"(?<![\w.])(?!{_A_SECOND})(?:{ORDINAL})(?! (?:of all|name|lady|ladies)\b|[ -][A-Z])"
)
_ONE = re.compile(
    r"\b(?:[Aa]n? (?P<period>minute|hour|day|week|month|year|decade)(?P<part> and a half)?|"
    r"(?:[Aa] )?(?P<fortnight>fortnight))(?![\w'’-]| or )"
)
_LASTING = ("within ", "takes ", "lasts ", "for ", "after ")
_COMMA = re.compile(r",\d{1,2}$")
_OF_AGE = (Bound.OVER, Bound.UNDER)
_BEFORE_SECONDS = word_set(
    "last lasts lasted lasting take takes took taking run runs ran running need needs wait waits "
    "waited is was are were be been"
)
_AGE = re.compile(r"\bage[ds]?:? (?:(?P<of>of )|is |was )?$")
_COUNTED = re.compile(r" (?:people|men|women|children|(?!this\b|does\b)[a-z]{3,}s)\b")
_YEAR = re.compile(r"1[0-9]{3}|20[0-9]{2}")
_WORD_BEFORE = re.compile(r"(?:^|[\s(])(?P<word>[\w.-]+|[#№]) ?$")
_LABELS = word_set(
    "version level type grade page chapter season episode number no. part phase stage class group "
    "room gate step figure table section article volume route track line verse code flight "
    "error zone tier option suite apartment extension ext. model # №"
)
_POINTING = word_set("no any every each this that which another the")
_BEFORE_NAMES = word_set("the a its his her their")
_OF_THEN = re.compile(r"(?:\w+ )?(?!more|less|fewer)\w+er than ", re.IGNORECASE)
_PAYING = re.compile(
    r"\b(?:costs?|pay|pays|paid|price[ds]?|fees?|charge[ds]?|worth|earns?|salary|rent|deposit|"
    r"fines?|fined|refund(?:s|ed)?|budget|spends?|spent|saves?|saved|bills?|wages?|loan|sold for)"
    r"\b[^.!?]*$",
    re.IGNORECASE,
)
_BILLIONS = re.compile(r"(?:[mb]illion|\dbn)$", re.IGNORECASE)
_NEAR = 40
"""How many characters before a number may tell that it is paid."""
_POUNDS = Unit("money GBP", "GBP", 1.0)
_COUNT, _PLACE = Unit("count", "", 1.0), Unit("ordinal", "", 1.0)
_SHARE = Unit("ratio", "fraction", 1.0)


def amounts(text: str) -> Iterator[Value]:
    """Yield the amounts of ``text``; those that overlap are different readings.

    Examples
    --------
    >>> text = "It has more than 200 km of track."
    >>> [value.whole.cut(text) for value in amounts(text)]
    ['more than 200 km']
    """
    for match in _RANGE.finditer(text):
        yield from _range(match)
    for match in _AMOUNT.finditer(text):
        yield from _amount(match)
    for match in _ORDINAL.finditer(text):
        yield _place(match)
    for match in _ONE.finditer(text):
        yield from _one(match)


def _place(match: re.Match[str]) -> Value:
    span, place = Span(*match.span()), float(ordinal_of(match[0]))
    return Value(span, span, Amount(_PLACE.kind, place, place, unit=_PLACE.name))


def _amount(match: re.Match[str]) -> Iterator[Value]:
    numeral = numeral_of(match["first"])
    unit, bound = _unit(match, match["measure"], numeral), bound_of(match)
    if unit is _COUNT and (_COMMA.search(match["first"]) or _is_name(match, bound)):
        return
    if _OF_THEN.match(match[0]) and match.string.startswith(" ago", match.end()):
        return  # "cheaper than 20 years ago"
    if match["measure"] == "s" and bound in _OF_AGE and not _follows_a_duration_verb(match):
        return  # "under 12s"
    if match["millions"]:
        numeral = Numeral(numeral.number * 1e6, numeral.half * 1e6, rounded=True, scale=1e6)
    number = -numeral.number if match["minus"] else numeral.number
    ends = _ends(number, bound, rough=bool(match["rough"]))
    yield _value(match, unit, ends, numeral, bound)


def _ends(number: float, bound: Bound, *, rough: bool) -> tuple[float, float]:
    """The number twice, or what a limit reaches to that is told roughly: "up to about 20"."""
    if not rough:
        return number, number
    slack = _ROUGH * abs(number)
    if bound in (Bound.AT_MOST, Bound.UNDER):
        return number, number + slack
    return number - slack, number


def _one(match: re.Match[str]) -> Iterator[Value]:
    """A unit told without its number: "about a month", "an hour and a half", "a fortnight"."""
    limit = limit_before(match)
    known = limit.bound is not Bound.EXACT or match["part"] or match["fortnight"]
    if not known and not match.string.endswith(_LASTING, 0, match.start()):
        return
    unit = UNITS[match["period"] or "week"]
    number = 2.0 if match["fortnight"] else 1.5 if match["part"] else 1.0
    low, high = _ends(number, limit.bound, rough=limit.rough)
    half = 0.0 if match["part"] else unit.factor / 2
    said = Amount(unit.kind, low * unit.factor, high * unit.factor, half, limit.bound, unit.name)
    yield Value(Span(*match.span()), Span(limit.start, match.end()), said, limit.denied)


def _range(match: re.Match[str]) -> Iterator[Value]:
    """A range from low to high: no score such as "3-2", no years, no "from 300 to 400"."""
    first, last = numeral_of(match["first"]), numeral_of(match["last"])
    unit = _unit(match, match["measure"], last)
    years = _YEAR.fullmatch(match["first"]) and _YEAR.fullmatch(match["last"])
    if (match["joint"] == " and ") != bool(match["between"]) or (years and unit is _COUNT):
        return
    if match.string[: match.start()].lower().endswith("from "):
        return
    if match["measured"] and _unit(match, match["measured"], first) != unit:
        return
    low = first.number * last.scale if first.scale == 1.0 else first.number
    if low < last.number:
        yield _value(match, unit, (low, last.number), last, Bound.EXACT)


def _value(
    match: re.Match[str], unit: Unit, ends: tuple[float, float], numeral: Numeral, bound: Bound
) -> Value:
    low, high = (end * unit.factor + unit.offset for end in ends)
    half = numeral.half * unit.factor
    meant, denied = turned_round(match, bound)
    if not numeral.rounded:
        half = 0.0 if unit is _COUNT else 2 * half if unit.kind.startswith("money") else half
    said = Amount(unit.kind, low, high, half, meant, unit.name)
    return Value(Span(*match.span("core")), Span(*match.span()), said, denied)


def _unit(match: re.Match[str], measure: str | None, numeral: Numeral) -> Unit:
    sign, words = match["sign"], (measure or "").strip(" \u00a0-")
    if currency := currency_of(sign, words):
        return currency
    if words:
        return _POUNDS if _is_paid(match, words) else unit_of(words)
    if _is_age(match):
        return UNITS["year"]
    return _SHARE if numeral.fraction else _COUNT


def _is_paid(match: re.Match[str], words: str) -> bool:
    """Whether pounds are money: "it costs 20 pounds", not "20 pounds of flour", and billions."""
    if words.lower() not in ("pound", "pounds") or match.string.startswith(" of ", match.end()):
        return False
    return is_price(match) or bool(_BILLIONS.search(match["first"]))


def is_price(match: re.Match[str]) -> bool:
    """Whether a word for paying stands before the match, in its sentence: "it costs 20 pounds"."""
    return bool(_PAYING.search(match.string[max(0, match.start() - _NEAR) : match.start()]))


def _is_age(match: re.Match[str]) -> bool:
    """Whether "age" stands right before it or its limit; "the age of 12 students" is none of 12."""
    text, ends = match.string, (match.start(), match.start("core"))
    found = next(filter(None, (_AGE.search(text, max(0, end - 10), end) for end in ends)), None)
    return bool(found) and not (found["of"] and _COUNTED.match(text, match.end()))


def _follows_a_duration_verb(match: re.Match[str]) -> bool:
    word = _WORD_BEFORE.search(match.string, max(0, match.start() - 30), match.start())
    return bool(word) and word["word"].lower() in _BEFORE_SECONDS


def _is_name(match: re.Match[str], bound: Bound) -> bool:
    """Whether it counts nothing: "iPhone 12", "chapter 3", "the 1976 games", "one of them"."""
    text, first = match.string, match["first"]
    if bound is not Bound.EXACT:
        return False
    start, after = match.start("core"), text[match.end() : match.end() + 4]
    before = _WORD_BEFORE.search(text, max(0, start - 30), start)
    word = before["word"] if before else ""
    opens = not word or not text[: start - len(word) - 1].strip(" \"'“‘(")
    if first.lower() == "one":
        return after.startswith(" of ") or word.lower() in _POINTING
    if _YEAR.fullmatch(first):
        return word.lower() in _BEFORE_NAMES or after[1:2].isupper()
    proper = first[0].isupper() or (word != word.lower() and not opens)
    return word.lower() in _LABELS or (bool(word) and proper)
