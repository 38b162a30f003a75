"""Moments in a text: dates in several orders, years, decades, centuries, weekdays, clock times.

A small grammar of our own instead of dateparser: that reads a date once found, and finding is the
hard part (its own search reads the verb "may" as a month). It fills what was not told from the
day it runs on; here what was not told stays open, and can be compared with nothing.
"""

from __future__ import annotations

import re
from string import digits
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.graph.word_sets import word_list, word_set
from belie.monitor.forms import Form
from belie.monitor.values.calendar import MONTHS, PART_OF_DAY, weekday
from belie.monitor.values.numerals import ORDINAL, ordinal_of
from belie.monitor.values.value import Bound, Moment, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["moments"]

_MONTH_NUMBER = {name[:3].lower(): number for number, name in enumerate(MONTHS, 1)}
_MONTH = (
    r"(?P<month>(?i:january|february|april|june|july|august|september|october|november|december)|"
    r"March|May|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)"
)
_DAY = r"(?P<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>1[0-9]{3}|20[0-9]{2})"
_LIMIT = (
    r"(?:(?<!\w)(?:(?P<under>[Bb]efore|[Pp]rior to)|(?P<over>[Aa]fter)|"
    r"(?P<about>about|around|circa|c\.|ca\.)) ?(?:the (?=\w+ century|\d{4}s))?)?"
)
_PART = r"(?:(?:the )?(?P<part>early|mid|late)[ -])?"
_ERA = r"(?P<era> ?(?:(?P<bc>BCE?|B\.C\.)|AD|CE|A\.D\.)(?!\w))?"
_END = r"(?![\w/]|[.:,]\d|-\d\d?\b(?!:\d| ?[AaPp]\.?[Mm]))"
_COMMA = r"(?: ?, ?| )"


def _day_of(match: re.Match[str]) -> Moment:
    return _moment(match, year=_year_of(match), month=_month_of(match), day=int(match["day"]))


def _month_of(match: re.Match[str]) -> int:
    word = match["month"]
    return int(word) if word.isdigit() else _MONTH_NUMBER[word[:3].lower()]


def _year_of(match: re.Match[str]) -> int | None:
    year = match.groupdict().get("year")
    return int(year) if year else None


def _moment(
    match: re.Match[str], *, year: int | None, month: int | None = None, day: int | None = None
) -> Moment:
    year = -year if year is not None and match.groupdict().get("bc") else year
    years = None if year is None else (year, year)
    return Moment(years, month, day, bound=_bound(match))


def _bound(match: re.Match[str]) -> Bound:
    groups = match.groupdict()
    return next((bound for bound in Bound if groups.get(bound)), Bound.EXACT)


def _day_in_digits(match: re.Match[str]) -> Moment | None:
    """Day and month in either order; where both are possible only the year is known."""
    one, other, year = int(match["one"]), int(match["other"]), match["year"]
    full = int(year) + (0 if len(year) == 4 else 2000 if int(year) < 50 else 1900)
    known = {order for order in ((one, other), (other, one)) if order[0] <= 31 and order[1] <= 12}
    if not known or 0 in (one, other):
        return None
    if len(known) == 1:
        day, month = known.pop()
        return Moment((full, full), month, day, bound=_bound(match))
    return Moment((full, full), bound=Bound.ABOUT)


def _decade(match: re.Match[str]) -> Moment:
    first = int(match["year"])
    years = _part(first, 100 if first % 100 == 0 else 10, match["part"])
    return Moment(years, bound=_bound(match))


def _century(match: re.Match[str]) -> Moment:
    number = ordinal_of(match["ordinal"])
    first = -100 * number if match["bc"] else 100 * number - 100
    return Moment(_part(first, 101, match["part"]), bound=_bound(match))


def _part(first: int, years: int, part: str | None) -> tuple[int, int]:
    """First and last of so many years, or of their early, middle or late part."""
    start, end = {"early": (0.0, 0.5), "mid": (0.3, 0.7), "late": (0.5, 1.0)}.get(
        part or "", (0.0, 1.0)
    )
    return first + round(start * years), first + round(end * years) - 1


def _clock(match: re.Match[str]) -> Moment | None:
    hour, minute, half = int(match["hour"]), float(match["minute"] or 0), match["half"]
    told = bool(half) and half[0] in "aApP"
    if told and not 1 <= hour <= 12:
        return None
    if told:
        hour = hour % 12 + (12 if half[0] in "pP" else 0)
    open_half = not told and 0 < hour <= 12 and not match["hour"].startswith("0")
    return Moment(
        minute=(hour * 60 + minute) % 1440,
        half_day=open_half,
        zone=_ZONES.get(match["zone"]),
        bound=_bound(match),
    )


def _clock_in_words(match: re.Match[str]) -> Moment:
    """Half past nine, a quarter to six: before or after noon is left open where it is not said."""
    part = _PARTS[match["part"].lower()]
    minute = _hour_in_words(match) * 60.0 + (part if match["side"].lower() == "past" else -part)
    if not match["when"]:
        return Moment(minute=minute % 720, half_day=True, bound=_bound(match))
    return Moment(minute=_of_day(minute % 720, match["when"]), bound=_bound(match))


def _clock_of_part(match: re.Match[str]) -> Moment:
    """Two in the afternoon, 10:30 at night."""
    minute = _hour_in_words(match) * 60.0 + float(match["minute"] or 0)
    return Moment(minute=_of_day(minute % 720, match["when"]), bound=_bound(match))


def _clock_to_part(match: re.Match[str]) -> Moment:
    """The first hour of "from 10 to 2 in the afternoon": before the last."""
    last = _of_day(_HOURS_OF[match["last"].lower()] % 12 * 60.0, match["when"])
    first = _hour_in_words(match) % 12 * 60.0 + 720
    return Moment(minute=first if first < last else first - 720, bound=_bound(match))


def _clock_after_between(match: re.Match[str]) -> Moment | None:
    """The last hour of "between two and six in the evening", not of "and two in the evening"."""
    known = _BETWEEN.search(match.string, max(0, match.start() - 30), match.start())
    return _clock_of_part(match) if known else None


def _hour_in_words(match: re.Match[str]) -> int:
    return _HOURS_OF[match["hour"].lower().removeprefix("0")]


def _of_day(minute: float, when: str) -> float:
    """The minute of the day of a clock of twelve hours: "2 at night" is early, "10 at night" not.

    Parameters
    ----------
    minute
        Of the clock, in [0, 720).
    when
        The part of the day.
    """
    words = when.lower()
    is_early = words.endswith("morning") or (words.endswith("night") and minute < _NIGHT)
    return minute if is_early else minute + 720


def _bare_year(match: re.Match[str]) -> Moment | None:
    """Four digits that the words around make a year: "in 1500", not "in 1500 cases"."""
    text, era = match.string, match["era"]
    before = _WORD_BEFORE.search(text, max(0, match.start("year") - 20), match.start("year"))
    after = _WORD_AFTER.match(text, match.end())
    announced = before is not None and before[1].lower() in _BEFORE_YEAR
    spans = _YEARS_TO.match(text, match.end()) is not None
    counts = after is not None and after[1] not in _AFTER_YEAR
    return (
        _moment(match, year=_year_of(match)) if era or spans or (announced and not counts) else None
    )


def _year_of_old(match: re.Match[str]) -> Moment:
    return _moment(match, year=int(match["old"]))


def _weekday(match: re.Match[str]) -> Moment:
    return Moment(weekday=weekday(match["weekday"]), bound=_bound(match))


def _short_weekday(match: re.Match[str]) -> Moment | None:
    """A day in a row of days: "Mon-Fri", not "the Sun"."""
    text = match.string
    start, end = match.span("weekday")
    in_row = _DAY_BEFORE.search(text, max(0, start - 20), start) or _DAY_AFTER.match(text, end)
    return _weekday(match) if in_row else None


def _month(match: re.Match[str]) -> Moment:
    return _moment(match, year=_year_of(match), month=_month_of(match))


def _noon(match: re.Match[str]) -> Moment:
    minute = 720.0 if match["core"].lower() in ("noon", "midday") else 0.0
    return Moment(minute=minute, bound=_bound(match))


_WORD_BEFORE = re.compile(r"([\w.]+|[(–-]) ?$")
_YEARS_TO = re.compile(r" ?[-–] ?\d{4}\b")
_WORD_AFTER = re.compile(r" ([a-z]+)")
_BEFORE_YEAR = word_set(
    "in since by until till from of during year years before after to and between around about "
    "circa c. ca. spring summer autumn winter fall early late mid ( – -"
)
_AFTER_YEAR = word_set(
    "and or to but by in on at as with when for from of the a an he she it they who where while "
    "which after before because is was were are has had have until till through under due there "
    "that his her its their following against over during into via making becoming alone onwards "
    "season film album election edition census"
)
_SHORT_DAY = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
_JOINT = r" ?(?:[-–,/&]|to|and|or|, and) ?"
_ANY_DAY = rf"{_SHORT_DAY}(?:[a-z]{{0,3}}day|(?<=Tue)s|(?<=Thu)rs?)?(?![a-z])"
_DAY_BEFORE = re.compile(rf"\b{_ANY_DAY}\.?{_JOINT}$")
_DAY_AFTER = re.compile(rf"\.?{_JOINT}{_ANY_DAY}")
_ZONES = {
    "UTC": 0, "GMT": 0, "CET": 60, "CEST": 120, "EST": -300, "EDT": -240, "PST": -480, "PDT": -420,
}  # fmt: skip
"""Minutes ahead of UTC; names that stand for several zones ("BST", "CST") are left out."""
_HOURS = word_list("one two three four five six seven eight nine ten eleven twelve")
_HOURS_OF = {
    **{word: number for number, word in enumerate(_HOURS, 1)},
    **{str(number): number for number in range(1, 13)},
}
_SPOKEN = rf"(?i:1[0-2]|[1-9]|{'|'.join(_HOURS)})"
_BETWEEN = re.compile(rf"\b[Bb]etween {_SPOKEN} and $")
_SIDE = rf"(?P<side>past|to) (?P<hour>{_SPOKEN})"
_PARTS = {"five": 5, "ten": 10, "quarter": 15, "twenty": 20, "twenty-five": 25, "half": 30}
_MINUTES = r"(?P<part>(?i:five|ten|twenty(?:-five)?))(?: minutes)?"
_SPOKEN_PART = r"(?:half|quarter)(?= past)|(?<!by )(?<!by a )quarter"
_WHEN = rf"(?P<when>(?i:{PART_OF_DAY}|this (?:morning|afternoon|evening)))\b"
_NIGHT = 300
"""The first minute of the clock that is still of the evening at night."""
_SURELY_AT = (
    r"(?<=\b[Aa]t )|(?<=\b[Bb]y )|(?<=\bto )|(?<=\b[Ff]rom )|(?<=\btill )|(?<=\b[Uu]ntil )|"
    r"(?<=\b[Bb]efore )|(?<=\b[Aa]fter )"
)
_AT = rf"(?:{_SURELY_AT}|(?<=\baround )|(?<=\babout )|(?<=\bthan ))"
"""Words before a time of the day: not "one pill at night"."""
_AT_H = rf"(?:{_SURELY_AT}|(?<=\bat about )|(?<=\bat around ))"
_NO_WHILE = r"(?! (?:of|away|later|long)\b)"
"""What tells a time such as "at 14h30" from a while, "about 1h30" and "after 2h30 of rain"."""
_NO_SHARE = (
    r"(?! ?%| (?:thousand|million|billion|percent|per cent)\b| (?!this\b|does\b)[a-z]{3,}s\b)"
)
"""A part of something "to" a number is no time: "sold a quarter to two friends"."""
_HOUR = r"[01]?\d|2[0-3]|24(?=:00)"
_HOUR_AT = r"(?<![\w.,:/])"
_HALF = r"[AaPp]\.[Mm]\.|[AaPp][Mm]\b"
_ZONE = rf"(?: (?P<zone>{'|'.join(_ZONES)})\b)?"
_TO_HALF = rf"(?= ?(?:[-–]|to) ?(?:1[0-2]|0?[1-9])(?:[:.][0-5]\d)? ?(?:{_HALF}))"
_MONTHS = tuple(_MONTH_NUMBER)
_DAY_PARTS = ("morning", "afternoon", "evening", "night")
_GRAMMAR: tuple[tuple[str, Sequence[str], Callable[[re.Match[str]], Moment | None]], ...] = (
    (rf"(?<![\w-]){_YEAR}-(?P<month>0[1-9]|1[0-2])-{_DAY}", ["-"], _day_of),
    (rf"\b{_DAY}(?: of)? {_MONTH}(?:{_COMMA}{_YEAR})?", _MONTHS, _day_of),
    (rf"\b{_MONTH} (?:the )?{_DAY}(?:{_COMMA}{_YEAR})?", _MONTHS, _day_of),
    (rf"\b{_MONTH}(?:{_COMMA}| of ){_YEAR}", _MONTHS, _month),
    (rf"(?<=\b[IiOo][nf] |\b[Bb]y ){_MONTH}", _MONTHS, _month),
    (r"(?<![\w/.])(?P<one>\d{1,2})(?P<dot>[/.])(?P<other>\d{1,2})(?P=dot)(?P<year>\d{4}|\d\d)",
     ["/", "."], _day_in_digits),
    (rf"(?<![\w-]){_PART}(?P<year>1[0-9]{{2}}0|20[0-9]0)['’]?s", ["s"], _decade),
    (rf"\b{_PART}(?P<ordinal>{ORDINAL})[ -][Cc]entury{_ERA}", ["century"], _century),
    (rf"(?<![\w.,:$€£/#]){_YEAR}{_ERA}", digits, _bare_year),
    (r"(?<![\w.,:$€£/#])(?P<old>\d{1,3})(?: ?(?P<bc>BCE?|B\.C\.)| (?:AD|CE))",
     ["bc", "b.c.", " ad", " ce"], _year_of_old),
    (r"\b(?P<weekday>(?i:mon|tues|wednes|thurs|fri|satur|sun)day)", ["day"], _weekday),
    (r"\b(?P<weekday>Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)",
     ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], _short_weekday),
    (rf"{_HOUR_AT}(?P<hour>{_HOUR}):(?P<minute>[0-5]\d)(?: ?(?P<half>{_HALF}))?{_ZONE}", [":"],
     _clock),
    (rf"{_HOUR_AT}(?P<hour>1[0-2]|0?[1-9])\.(?P<minute>[0-5]\d) ?(?P<half>{_HALF}){_ZONE}", ["."],
     _clock),
    (rf"{_HOUR_AT}(?P<hour>1[0-2]|0?[1-9])(?P<minute>) ?(?P<half>{_HALF}|o['’]clock){_ZONE}",
     digits, _clock),
    (rf"{_HOUR_AT}(?P<hour>1[0-2]|[1-9])(?P<minute>)(?P<half>)(?P<zone>){_TO_HALF}", digits,
     _clock),
    (rf"\b(?i:(?:a )?(?P<part>{_SPOKEN_PART}) {_SIDE}\b)(?: {_WHEN})?{_NO_SHARE}",
     ["half", "quarter"], _clock_in_words),
    (rf"(?:(?<=\b[Aa]t )|(?<=\b[Bb]y )){_MINUTES} {_SIDE}\b(?: {_WHEN})?{_NO_SHARE}",
     ["five", "ten", "twenty"], _clock_in_words),
    (rf"{_HOUR_AT}(?P<hour>1[0-2]|0?[1-9]):(?P<minute>[0-5]\d) {_WHEN}", [":"], _clock_of_part),
    (rf"{_AT}\b(?P<hour>{_SPOKEN})(?P<minute>)(?: o['’]clock)? {_WHEN}", _DAY_PARTS,
     _clock_of_part),
    (rf"(?<=\b[Ff]rom )(?P<hour>{_SPOKEN})(?= (?:to|till|until) (?P<last>{_SPOKEN}) {_WHEN})",
     _DAY_PARTS, _clock_to_part),
    (rf"(?<=\b[Bb]etween )(?P<hour>{_SPOKEN})(?= and (?P<last>{_SPOKEN}) {_WHEN})",
     _DAY_PARTS, _clock_to_part),
    (rf"(?<=\band )(?P<hour>{_SPOKEN})(?P<minute>) {_WHEN}", _DAY_PARTS, _clock_after_between),
    (rf"(?=\d){_AT_H}(?P<hour>{_HOUR}) ?h ?(?P<minute>[0-5]\d)(?P<half>)(?P<zone>){_NO_WHILE}",
     ["h"], _clock),
    (r"\b(?:(?i:noon|midday|midnight))", ["noon", "midday", "midnight"], _noon),
)  # fmt: skip
"""What moments look like, what words they have, and how they are read."""
_RULES = tuple(
    (Form(rf"{_LIMIT}(?P<core>{source}){_END}", needs=needs, flags=re.NOFLAG), read)
    for source, needs, read in _GRAMMAR
)


def moments(text: str) -> Iterator[Value]:
    """Yield the moments of ``text``; those that overlap are different readings.

    Examples
    --------
    >>> text = "It opened before May 5, 1990 at 9 a.m."
    >>> [value.whole.cut(text) for value in moments(text)]
    ['before May 5, 1990', '9 a.m.']
    """
    for form, read in _RULES:
        for match in form.finditer(text):
            said = read(match)
            if said is not None:
                yield Value(Span(*match.span("core")), Span(*match.span()), said)
