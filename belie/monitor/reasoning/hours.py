"""Opening hours: weekdays, times of the day and months at which something is open.

When it opens and closes is compared by `belie.monitor.values.hours`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.monitor.keeping import kept
from belie.monitor.reasoning.derivation import Derivation, Inference
from belie.monitor.reasoning.things import Thing, same, thing
from belie.monitor.values.calendar import DAYS, MONTHS, weekday

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.monitor.reasoning.lines import Line, Premises

__all__ = ["hours"]

_DAYS = [name.lower() for name in DAYS]
_MONTHS = [name.lower() for name in MONTHS]
_DAY = rf"(?:{'|'.join(_DAYS)})s?"
_MONTH = rf"(?:{'|'.join(_MONTHS)})"
_TIME = r"(?:\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|a\.m\.?|p\.m\.?|o'clock)|\d{1,2}:\d\d|noon|midnight)"
_NAME = r"[^,;:]{1,80}?"
_OPEN = re.compile(
    rf"(?P<one>{_NAME}) (?:is|are|stays|remains)(?: only)? (?:open|available|staffed|"
    rf"served)(?: only)?"
    rf"(?: to (?:visitors|the public|everyone))?(?P<when>(?:,? (?:and |only )?(?:from |on |"
    rf"between )?(?:{_DAY}|{_TIME}|{_MONTH}|weekdays|"
    rf"weekends)(?: (?:to|until|till|through) (?:{_DAY}|{_TIME}|{_MONTH}))?)+)(?: only)?",
    re.IGNORECASE,
)
_OPENS = re.compile(
    rf"(?P<one>{_NAME}) opens at (?P<from>{_TIME}) and closes at (?P<to>{_TIME})(?: every day|"
    rf" daily)?",
    re.IGNORECASE,
)
_CLOSED = re.compile(
    rf"(?P<one>{_NAME}) (?:is|are|stays|remains) closed (?:on |at (?:the )?|during )?"
    rf"(?P<when>{_DAY}(?: and (?:on )?{_DAY})?|weekends?)",
    re.IGNORECASE,
)
_AT = re.compile(
    rf"(?:(?P<one>{_NAME}) (?:is|are|will be|stays) (?:open|available|staffed|served)|"
    rf"(?:You|the user|Visitors|Guests|Customers|People|the user) can (?:visit|reach|use|call|"
    rf"enter|swim in|see|come to|drop in at|"
    rf"eat at|go to|shop at|contact) (?P<two>{_NAME}))(?: to visitors)?"
    rf" (?:(?:on|at|in) (?P<when>{_DAY}|{_TIME}|{_MONTH})|(?:on|at) (?P<end>weekends|"
    rf"the weekend|weekdays))",
    re.IGNORECASE,
)
_RANGE = re.compile(
    rf"(?P<from>{_DAY}|{_TIME}|{_MONTH}) (?:to|until|till|through|and) (?P<to>{_DAY}|{_TIME}|"
    rf"{_MONTH})",
    re.IGNORECASE,
)
_SINGLE = re.compile(rf"{_DAY}|{_TIME}|{_MONTH}|weekdays|weekends", re.IGNORECASE)
_UNSURE = re.compile(
    r"\b(?:not|if|except|usually|sometimes|unless|but|first|last|every (?:other|second)|"
    r"appointment|also)\b"
    r"|n't\b",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:not|never|closed)\b|n['’]t\b", re.IGNORECASE)
_TIME_FIRST = re.compile(rf"(?:on|in|at|during|from|every|{_DAY})\b", re.IGNORECASE)
_OURSELVES = re.compile(r"^us$", re.IGNORECASE)
"""Whom "we are open" is said of."""
_UNITS = 7, 24 * 60, 12
"""How many days, minutes and months come round again."""


@dataclass(frozen=True, slots=True)
class _Open:
    """When something is open: whole numbers of weekdays, minutes of the day and months.

    An empty set leaves it open.
    """

    one: Thing
    days: frozenset[int] = frozenset()
    minutes: frozenset[int] = frozenset()
    months: frozenset[int] = frozenset()


@kept(4096)  # a sentence stands beside many claims
def _open(text: str) -> _Open | None:
    """Return when something is open; ``None`` if a sentence does not say so."""
    if _UNSURE.search(text):
        return None
    match = _CLOSED.fullmatch(text)
    if match:
        closed = _sets(match["when"])[0]
        return _Open(thing(match["one"]), days=frozenset(range(7)) - closed) if closed else None
    match = _OPENS.fullmatch(text)
    if match:
        minutes = _round(_place(match["from"])[1], _place(match["to"])[1], 1)
        return _Open(thing(match["one"]), minutes=minutes)
    match = _OPEN.fullmatch(text)
    return _Open(thing(match["one"]), *_sets(match["when"])) if match else None


def _sets(words: str) -> tuple[frozenset[int], frozenset[int], frozenset[int]]:
    """Days, minutes and months that words such as "Tuesday to Friday from 9 am to 5 pm" cover."""
    found: tuple[set[int], set[int], set[int]] = set(), set(), set()
    rest = words
    for match in _RANGE.finditer(words):
        (kind, low), (other, high) = _place(match["from"]), _place(match["to"])
        listed = " and " in match[0].lower() and kind != 1
        if kind == other:
            found[kind].update({low, high} if listed else _round(low, high, kind))
        rest = rest.replace(match[0], "", 1)
    for match in _SINGLE.finditer(rest):
        word = match[0].lower()
        if word.startswith("week"):
            found[0].update(range(5) if word == "weekdays" else (5, 6))
        elif not word[0].isdigit() and word not in {"noon", "midnight"}:
            kind, place = _place(word)
            found[kind].add(place)
    return frozenset(found[0]), frozenset(found[1]), frozenset(found[2])


def _round(low: int, high: int, kind: int) -> frozenset[int]:
    """From low to high, over the end of the week, day or year; both ends count."""
    size = _UNITS[kind]
    return frozenset(
        number % size for number in range(low, (high if low <= high else high + size) + 1)
    )


def _place(words: str) -> tuple[int, int]:
    """Which of days, minutes and months ``words`` name, and the place in it."""
    word = words.lower()
    if word.removesuffix("s") in _DAYS:
        return 0, weekday(word)
    if word in _MONTHS:
        return 2, _MONTHS.index(word)
    if word in {"noon", "midnight"}:
        return 1, 720 if word == "noon" else 0
    numbers = [int(number) for number in re.findall(r"\d+", word)]
    hour = numbers[0] % 12 if re.search(r"[ap]\.?m", word) else numbers[0]
    hour += 12 if re.search(r"p\.?m", word) else 0
    return 1, (60 * hour + (numbers[1] if 1 < len(numbers) else 0)) % (24 * 60)


def hours(claim: Line, premises: Premises) -> Iterator[Derivation]:
    """Yield why something is not open when ``claim`` says it is."""
    said = None if _UNSURE.search(claim.text) else _AT.fullmatch(claim.text)
    if said is None:
        return
    one = thing(_OURSELVES.sub("we", said["one"] or said["two"]))
    when = _asked(said["when"] or said["end"])
    for line in premises.lines:
        known = _open(line.text)
        if known is None or not same(known.one, one):
            continue
        others = [other for other in premises.lines if other is not line]
        if any(_may_add(other, when) for other in others):
            continue
        for asked, told in zip(when, (known.days, known.minutes, known.months), strict=True):
            if asked and told and (asked <= told or not asked & told):
                way = (
                    f"{said['when'] or said['end']} lies {'within' if asked <= told else 'outside'}"
                )
                yield Derivation(Inference.HOURS, (line,), way, not asked <= told)


def _may_add(line: Line, when: Sequence[frozenset[int]]) -> bool:
    """Whether a line not read as the hours of one thing grants the time: "On Sundays, …"."""
    read = _open(line.text) is not None and not _TIME_FIRST.match(line.text)
    if read or _DENIES.search(line.text):
        return False
    return any(asked & told for asked, told in zip(when, _sets(line.text), strict=True))


def _asked(words: str) -> tuple[frozenset[int], frozenset[int], frozenset[int]]:
    lower = words.lower()
    if "week" in lower:
        return frozenset(range(5) if "days" in lower else (5, 6)), frozenset(), frozenset()
    kind, place = _place(words)
    places = [frozenset[int]()] * 3
    places[kind] = frozenset({place})
    return places[0], places[1], places[2]
