"""Opening hours: "Tue-Fri: 9:00-18:00" beside "It closes at 5 pm on Wednesdays."

A small classifier neither knows which end of "9:00-18:00" is which, nor that a Wednesday is one of
"Tue-Fri". What is unsure is left to it: several hours of one day, a kitchen in a restaurant.
Whether something is open on a day or at a time is inferred by `belie.monitor.reasoning.hours`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.graph.word_sets import word_set
from belie.monitor.stems import stems
from belie.monitor.text import sentences
from belie.monitor.values.calendar import DAYS, weekday
from belie.monitor.values.comparing import Outcome, agree
from belie.monitor.values.comparison import Comparison
from belie.monitor.values.reading import read_values
from belie.monitor.values.value import Bound, Moment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.monitor.values.value import Value

__all__ = ["compare_claimed_hours", "compare_hours"]

_HOURS = re.compile(r"\b(?:open\w*|hours|clos\w+|shuts?)\b", re.IGNORECASE)
_TO = re.compile(r"\s*(?:[-–—]|to|until|till|and)\s*", re.IGNORECASE)
_VERB = re.compile(r"\b(?:(?P<opens>open\w*)|clos\w+|shuts?)\b", re.IGNORECASE)
_AT = re.compile(r"\b(?P<at>at|from)(?: about)? $", re.IGNORECASE)
_UNTIL = re.compile(r"\b(?:until|till|to) $", re.IGNORECASE)
_DENIES = re.compile(r"\b(?:not|never|no|except|unless)\b|n['’]t\b", re.IGNORECASE)
_CLOSED = re.compile(r"\bclosed\b", re.IGNORECASE)
_DAY = rf"(?P<{{}}>{'|'.join(f'{day[:3]}(?:{day[3:]})?' for day in DAYS)}|Tues|Wednes|Thurs?)s?\.?"
_FROM_TO = re.compile(
    rf"\b{_DAY.format('first')}\s*(?:[-–—]|to|through|until)\s*{_DAY.format('last')}\b",
    re.IGNORECASE,
)
_ONE_DAY = re.compile(rf"\b{_DAY.format('day')}(?!\w)", re.IGNORECASE)
_BORDER = re.compile(
    rf"(?:[;,]|\band\b)\s*(?=(?:also |on )*(?:{_DAY.format('next')}|weekends?|weekdays?|daily)\b)",
    re.IGNORECASE,
)
_LONGEST = 400
"""Characters of a sentence that tells hours."""
_TOLD = re.compile(r"\d|\bclosed\b", re.IGNORECASE)
_SETS = (
    (re.compile(r"\b(?:daily|every ?day|all week|seven days)\b", re.IGNORECASE), range(7)),
    (re.compile(r"\bweekdays?\b|\bworking days?\b", re.IGNORECASE), range(5)),
    (re.compile(r"\bweekends?\b", re.IGNORECASE), range(5, 7)),
)
_SAID_OF_HOURS = word_set(
    "open opens opene openi close closed closes closi hour hours shut shuts daily every day days "
    "week weekd weeke noon midni time times usual regul norma am pm until clock start local about"
)
_OF_HOURS = _SAID_OF_HOURS | {day[:length].lower() for day in DAYS for length in (3, 5)}
"""Stems that say nothing of what it is that opens and closes."""
_PLACES = word_set(
    "shop store museu offic libra pool resta café cafe bank gym place centr cente branc clini "
    "pract marke galle zoo baker pharm recep salon outle bouti studi schoo"
)


@dataclass(frozen=True, slots=True)
class _Hours:
    """When something opens and closes, on which days; none are named where it is all of them.

    ``named`` are the stems of what it is, in its own words and in those of the lines above it.
    """

    piece: Span
    days: frozenset[int]
    named: frozenset[str] = frozenset()
    opens: Value | None = None
    closes: Value | None = None
    closed: Span | None = None


def compare_hours(premise: str, claim: str) -> Comparison | None:
    r"""Return how the hours of a claim compare with those of a passage.

    Returns
    -------
    Comparison or None
        ``None`` where the claim tells no time at which something opens or closes, or the passage
        none of that day.

    Examples
    --------
    >>> premise, claim = "Hours\nMon: closed\nTue-Fri: 9:00-18:00", "It closes at 5 pm on Fridays."
    >>> found = compare_hours(premise, claim)
    >>> found.outcome.value, found.premise_span.cut(premise), found.claim_span.cut(claim)
    ('different', '18:00', '5 pm')
    >>> compare_hours(premise, "On Thursdays it opens at 9 am.").outcome.value
    'equal'
    """
    if _LONGEST < len(claim) or not _HOURS.search(claim) or _DENIES.search(claim):
        return None
    said = _read(Span(0, len(claim)), claim)
    if said is None or said.closed or not _HOURS.search(premise):
        return None
    told = list(_told(premise))
    same = [one for one in told if _of_same(one, claim)]
    chosen = _of_days(same, said.days)
    found = [pair for one in chosen for pair in _pairs(one, said)]
    outcomes = {outcome for outcome, _, _ in found}
    if Outcome.UNKNOWN in outcomes or not found:
        return None
    if len(chosen) > 1 and len(outcomes) > 1:
        return None
    worst = Outcome.DIFFERENT if Outcome.DIFFERENT in outcomes else Outcome.EQUAL
    _, at, claimed = next(one for one in found if one[0] is worst)
    return Comparison(worst, at, claimed, timed=True, narrowed=False)


def compare_claimed_hours(premise: str, claim: str) -> Comparison | None:
    """Return how the hours of two claims compare.

    A document that names no days speaks of all of them. A speaker who says more later need not
    have meant all: "The museum opens at 9 am." and "On Sundays the museum opens at 10 am."

    Returns
    -------
    Comparison or None
        ``None`` also where one of the claims names days and the other does not.

    Examples
    --------
    >>> told = "On Saturdays it opens at 9 am."
    >>> compare_claimed_hours(told, "It opens at 10 am on Saturdays.").outcome.value
    'different'
    >>> compare_claimed_hours("It opens at 10 am.", told) is None
    True
    """
    found = compare_hours(premise, claim)
    return found if found and bool(_days(premise)) is bool(_days(claim)) else None


def _told(text: str) -> Iterator[_Hours]:
    """Yield the hours of a passage, which the lines just above may name."""
    title = frozenset[str]()
    was_told = False
    for span in sentences(text):
        if _LONGEST < len(span):
            continue
        parts = [one for part in _parts(span, text) if (one := _read(part, text)) is not None]
        named = _named(span.cut(text))
        if not parts:
            title = named if was_told else title | named
        yield from (replace(one, named=named or title) for one in parts)
        was_told = bool(parts)


def _parts(span: Span, text: str) -> Iterator[Span]:
    """Yield the parts of "Mon-Fri 9-18, Sat 10-14" that tell of other days."""
    start = span.start
    for border in _BORDER.finditer(text, span.start, span.end):
        if _TOLD.search(text, start, border.start()):
            yield Span(start, border.start())
            start = border.end()
    yield Span(start, span.end)


def _read(span: Span, text: str) -> _Hours | None:
    """Return the hours that a sentence or a line tells; ``None`` where it has other times, too."""
    cut = span.cut(text)
    clocks = [one for one in read_values(cut) if _is_clock(one)]
    if not clocks:
        found = _CLOSED.search(cut)
        days = _days(cut)
        if found is None or not days or _DENIES.search(cut):
            return None
        return _Hours(span, days, closed=Span(*found.span()).shift(span.start))
    ends = _range(clocks, cut) if len(clocks) == 2 else None
    if ends is None:
        ends = _by_verbs(clocks, cut)
    return _Hours(span, _days(cut), opens=ends[0], closes=ends[1]) if ends else None


def _is_clock(value: Value) -> bool:
    said = value.said
    return isinstance(said, Moment) and said.minute is not None and said.bound is Bound.EXACT


def _range(clocks: Sequence[Value], text: str) -> tuple[Value, Value] | None:
    first, last = clocks
    joined = _TO.fullmatch(text, first.whole.end, last.whole.start)
    return (first, last) if joined else None


def _by_verbs(clocks: Sequence[Value], text: str) -> tuple[Value | None, Value | None] | None:
    opens: Value | None = None
    closes: Value | None = None
    for clock in clocks:
        verbs = list(_VERB.finditer(text, 0, clock.whole.start))
        if not verbs:
            return None
        verb = verbs[-1]
        until = _UNTIL.search(text, 0, clock.whole.start)
        at = _AT.search(text, 0, clock.whole.start)
        if verb["opens"] and at and opens is None:
            opens = clock
        elif closes is None and ((verb["opens"] and until) or (not verb["opens"] and at)):
            closes = clock
        else:
            return None
    return opens, closes


def _days(text: str) -> frozenset[int]:
    found: set[int] = set()
    for pattern, days in _SETS:
        if pattern.search(text):
            found.update(days)
    for match in _FROM_TO.finditer(text):
        first, last = weekday(match["first"]), weekday(match["last"])
        found.update(day % 7 for day in range(first, last + 1 if first <= last else last + 8))
    found.update(weekday(match["day"]) for match in _ONE_DAY.finditer(text))
    return frozenset(found)


def _of_days(told: Sequence[_Hours], days: frozenset[int]) -> list[_Hours]:
    """Return the hours of all the days that are meant; those of no day where none has its own."""
    if not days:
        return [one for one in told if one.closed is None]
    own = [one for one in told if days <= one.days]
    return own or [one for one in told if not one.days and one.closed is None]


def _of_same(one: _Hours, claim: str) -> bool:
    """Whether hours are those of what the claim names, which may add what sort of place it is."""
    meant = _named(claim)
    left = meant - one.named
    return not left or (left <= _PLACES and (not one.named or left != meant))


def _named(text: str) -> frozenset[str]:
    return frozenset(word for word in stems(text) - _OF_HOURS if word.isalpha())


def _pairs(told: _Hours, said: _Hours) -> Iterator[tuple[Outcome, Span, Span]]:
    """Yield how each end compares, and where both stand."""
    for theirs, mine in ((told.opens, said.opens), (told.closes, said.closes)):
        if mine is None:
            continue
        if told.closed is not None:
            yield Outcome.DIFFERENT, told.closed, mine.whole
        elif theirs is None:
            yield Outcome.UNKNOWN, told.piece, mine.whole
        else:
            yield agree(theirs, mine), theirs.whole.shift(told.piece.start), mine.whole
