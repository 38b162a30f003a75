"""A small grammar of English dates.

In place of a date library: only what is surely a date is read ("may" and "5" alone are not), and
the bounds of "since", "until" and "between" are kept.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING, TypeAlias

from belie.graph.semantics.periods import Period, Times

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["GRAMMAR", "Read"]

Read: TypeAlias = "Callable[[re.Match[str], date | None], Times | None]"
"""Reads a match, said on a day, which may be unknown. Raises where there is no such day."""

_MONTH_NUMBER = {
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9,
    "oct": 10, "nov": 11, "dec": 12,
}  # fmt: skip
_DAY_NUMBER = {
    "monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5,
    "sunday": 6,
}  # fmt: skip
_SEASONS = {"winter": "winter", "spring": "spring", "summer": "summer", "autumn": "autumn",
            "fall": "autumn"}  # fmt: skip
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
           "seven": 7, "eight": 8, "nine": 9, "ten": 10}  # fmt: skip
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|(?-i:May)|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_YEAR = r"(?:1[0-9]{3}|20[0-9]{2})"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_COUNT = r"(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten)"
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_BOUND = (
    r"(?P<bound>(?:ever )?since|from|until|till|through|up to|before|after|by|as of|in|on|during|"
    r"for|at|of|throughout|around|about|the)"
)
_FIRST_DAY, _LAST_DAY = date.min.toordinal(), date.max.toordinal()


def _days(first: date, last: date, bound: str | None = None) -> Times:
    start, end = first.toordinal(), last.toordinal()
    word = (bound or "").lower()
    if word.endswith("since") or word == "from":
        end = _LAST_DAY
    elif word == "after":
        start, end = end + 1, _LAST_DAY
    elif word in {"until", "till", "through", "up to", "by"}:
        start = _FIRST_DAY
    elif word == "before":
        start, end = _FIRST_DAY, max(start - 1, _FIRST_DAY)
    return Times(periods=frozenset({Period(start, end)}))


def _day(match: re.Match[str], _: date | None) -> Times:
    month, number = _month_of(match), int(re.sub(r"\D", "", match["day"]))
    if not match["year"]:
        parts = {("month", str(month)), ("date", f"{month}-{number}")}
        return Times(parts=frozenset(parts))
    day = date(int(match["year"]), month, number)
    return _days(day, day, match["bound"])


def _month_of(match: re.Match[str]) -> int:
    word = match["month"]
    return int(word) if word.isdigit() else _MONTH_NUMBER[word[:3].lower()]


def _month(match: re.Match[str], _: date | None) -> Times:
    year, month = int(match["year"]), _month_of(match)
    return _days(date(year, month, 1), _month_end(year, month), match["bound"])


def _month_end(year: int, month: int) -> date:
    return date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)


def _years(match: re.Match[str], _: date | None) -> Times:
    year = int(match["year"])
    return _days(date(year, 1, 1), date(year, 12, 31), match["bound"])


def _range(match: re.Match[str], _: date | None) -> Times:
    return _days(date(int(match["first"]), 1, 1), date(int(match["year"]), 12, 31))


def _decade(match: re.Match[str], _: date | None) -> Times:
    year = int(match["year"])
    span = 100 if year % 100 == 0 else 10
    return _days(date(year, 1, 1), date(year + span - 1, 12, 31))


def _quarter(match: re.Match[str], _: date | None) -> Times:
    year, last = int(match["year"]), 3 * int(match["quarter"])
    return _days(date(year, last - 2, 1), _month_end(year, last))


def _near(match: re.Match[str], today: date | None) -> Times | None:
    if today is None:
        return None
    away = {"yesterday": -1, "last night": -1, "tomorrow": 1, "the day before yesterday": -2,
            "the day after tomorrow": 2}  # fmt: skip
    day = today + timedelta(days=away.get(" ".join(match[0].lower().split()), 0))
    return _days(day, day)


def _neighbour(match: re.Match[str], today: date | None) -> Times | None:
    """Last, this or next week, month or year."""
    if today is None:
        return None
    step = {"last": -1, "this": 0, "next": 1}[match["which"].lower()]
    return _days(*_stretch(today, match["unit"].lower(), step))


def _stretch(today: date, unit: str, step: int) -> tuple[date, date]:
    if unit == "year":
        return date(today.year + step, 1, 1), date(today.year + step, 12, 31)
    if unit == "month":
        months = today.year * 12 + today.month - 1 + step
        year, month = divmod(months, 12)
        return date(year, month + 1, 1), _month_end(year, month + 1)
    monday = today - timedelta(days=today.weekday()) + timedelta(weeks=step)
    first = monday + timedelta(days=5) if unit == "weekend" else monday
    return first, monday + timedelta(days=6)


def _near_weekday(match: re.Match[str], today: date | None) -> Times | None:
    """Last Monday, this Monday, next Monday."""
    if today is None:
        return None
    ahead = (_weekday_of(match) - today.weekday()) % 7
    away = {"last": ahead - 7, "this": ahead, "next": ahead or 7}[match["which"].lower()]
    day = today + timedelta(days=away)
    return _days(day, day)


def _weekday_of(match: re.Match[str]) -> int:
    return _DAY_NUMBER[match["weekday"].lower()]


def _distance(match: re.Match[str], today: date | None) -> Times | None:
    """Three days ago, two years ago, in five weeks."""
    if today is None:
        return None
    count = match["count"].lower()
    number = _COUNTS.get(count) or int(count)
    steps = number if match["ahead"] else -number
    unit = match["unit"].lower()
    if unit == "day":
        day = today + timedelta(days=steps)
        return _days(day, day)
    return _days(*_stretch(today, unit, steps))


def _weekday(match: re.Match[str], _: date | None) -> Times:
    return Times(weekdays=frozenset({_weekday_of(match)}))


def _week_part(match: re.Match[str], _: date | None) -> Times:
    days = range(5) if match["part"].lower().startswith("weekday") else (5, 6)
    return Times(weekdays=frozenset(days))


def _part(match: re.Match[str], _: date | None) -> Times:
    word = match["part"].lower()
    if word in _SEASONS:
        return Times(parts=frozenset({("season", _SEASONS[word])}))
    if word[:3] in _MONTH_NUMBER:
        return Times(parts=frozenset({("month", str(_MONTH_NUMBER[word[:3]]))}))
    return Times(parts=frozenset({("day", word.removesuffix("s"))}))


def _dated(pattern: str) -> re.Pattern[str]:
    return _plain(rf"(?:{_BOUND} )?(?:the )?{pattern}")


def _plain(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b{pattern}", re.IGNORECASE)


GRAMMAR: tuple[tuple[re.Pattern[str], Read], ...] = (
    (_dated(rf"(?P<year>{_YEAR})-(?P<month>\d\d)-(?P<day>\d\d)\b"), _day),
    (_dated(rf"(?P<day>{_DAY}) (?:of )?(?P<month>{_MONTH})(?:,? (?P<year>{_YEAR}))?\b"), _day),
    (_dated(rf"(?P<month>{_MONTH}) (?P<day>{_DAY})(?:,? (?P<year>{_YEAR}))?\b(?!:)"), _day),
    (_dated(rf"(?P<month>{_MONTH}) (?:of )?(?P<year>{_YEAR})\b"), _month),
    (_dated(rf"q(?P<quarter>[1-4]) (?:of )?(?P<year>{_YEAR})\b"), _quarter),
    (
        _plain(rf"(?:from|between) (?P<first>{_YEAR}) (?:to|until|till|and) (?P<year>{_YEAR})\b"),
        _range,
    ),
    (_plain(r"(?:in |during |throughout )?the (?P<year>\d{3}0)s\b"), _decade),
    (
        _plain(
            r"(?P<bound>(?:ever )?since|from|until|till|through|up to|before|after|by|as of|in|of|"
            r"during|throughout|the)(?: the)?(?: year| early| late| mid| end of)?[ -]"
            rf"(?P<year>{_YEAR})\b(?! ?(?:%|[a-z]+s\b))"
        ),
        _years,
    ),
    (re.compile(rf"\((?P<bound>)(?P<year>{_YEAR})\)"), _years),
    (
        _plain(
            r"(?:the day before yesterday|the day after tomorrow|yesterday|today|tonight|"
            r"last night|this (?:morning|afternoon|evening)|tomorrow)\b"
        ),
        _near,
    ),
    (_plain(r"(?P<which>last|this|next) (?P<unit>week(?:end)?|month|year)\b"), _neighbour),
    (_plain(rf"(?P<which>last|this|next) (?P<weekday>{_WEEKDAY})\b"), _near_weekday),
    (
        _plain(rf"(?P<ahead>)(?P<count>{_COUNT}) (?P<unit>day|week|month|year)s? ago\b"),
        _distance,
    ),
    (
        _plain(rf"(?P<ahead>in) (?P<count>{_COUNT}) (?P<unit>day|week|month|year)s?\b(?! time\b)"),
        _distance,
    ),
    (_plain(rf"(?:on |every |each )?(?P<weekday>{_WEEKDAY})s?\b"), _weekday),
    (_plain(r"(?:on |at |during )?(?:the )?(?P<part>weekdays?|weekends?)\b"), _week_part),
    (
        _plain(
            r"(?:in (?:the )?|during (?:the )?|at |on )(?P<part>mornings?|afternoon|evenings?|"
            r"nights?|winter|summer|spring|autumn|fall|january|february|march|april|may|june|"
            r"july|august|september|october|november|december)\b(?! \d)"
        ),
        _part,
    ),
)
