"""Arrivals: a time of the day and a time that passed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.monitor.forms import Form
from belie.monitor.reasoning.derivation import Derivation, Inference
from belie.monitor.reasoning.numbers import amount_in
from belie.monitor.reasoning.things import same, thing
from belie.monitor.values import Bound, Moment, read_values
from belie.monitor.values.numerals import NUMERAL

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.monitor.reasoning.lines import Line, Premises

__all__ = ["arrivals"]

_TIME = r"(?P<time>\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|a\.m|p\.m)|\d{1,2}:\d\d|noon)"
_LEAVES = Form(
    rf"(?P<one>[^,;:]{{1,60}}?) (?:leaves|departs|sets off|starts|begins|started|began|left)"
    rf"(?: (?:from )?(?P<place>[^,;:]{{1,40}}?))? at {_TIME}",
    needs=["leaves", "departs", "sets off", "start", "begins", "began", "left"],
)
_TAKES = Form(
    rf"(?P<one>[^,;:]{{1,60}}?) (?:takes|lasts|took|lasted) (?:exactly )?"
    rf"(?P<size>{NUMERAL} (?:minutes?|hours?)(?: and {NUMERAL} minutes?)?)",
    needs=["takes", "lasts", "took", "lasted"],
)
_ARRIVES = Form(
    r"(?P<one>[^,;:]{1,60}?) (?:arrives|gets in|ends|finishes|ended|finished|arrived)"
    rf"(?: (?:in|at) (?P<place>[^,;:]{{1,40}}?))? at {_TIME}",
    needs=["arrive", "gets in", "ends", "ended", "finishe"],
)
_JOURNEYS = frozenset(
    thing(word).head
    for word in ("journey", "crossing", "trip", "ride", "flight", "drive", "voyage")
)
_UNSURE = re.compile(
    r"\b(?:about|around|not|if|usually|sometimes|often|up to|at least|delayed|between|or|"
    r"first|last|"
    r"every|some)\b|n't\b",
    re.IGNORECASE,
)
_FLIES = re.compile(r"\b(?:flights?|planes?|flies)\b", re.IGNORECASE)
"""What may land by the clock of another place."""
_DAY = 24 * 60
_SLACK = 5
"""Minutes; timetables are not told more exactly in conversation."""


def arrivals(claim: Line, premises: Premises) -> Iterator[Derivation]:
    """Yield why something that leaves at ten and takes 90 minutes is not there when ``claim`` says.

    "The journey" is that of what leaves, where only one thing does.
    """
    said = None if _UNSURE.search(claim.text) else _ARRIVES.fullmatch(claim.text)
    end = _minute(said["time"]) if said else None
    if said is None or end is None:
        return
    lines = premises.lines
    starts = _matching(_LEAVES, lines)
    for first, start in starts:
        begin = _minute(start["time"])
        if begin is None or not same(thing(start["one"]), thing(said["one"])):
            continue
        for second, taken in _matching(_TAKES, lines):
            size = amount_in(taken["size"])
            is_journey = thing(taken["one"]).keys <= _JOURNEYS and len(starts) == 1
            if size is None or not (is_journey or same(thing(taken["one"]), thing(said["one"]))):
                continue
            there = (begin + size.low / 60) % _DAY
            way = f"{start['time']} + {taken['size']} = {int(there) // 60}:{int(there) % 60:02d}"
            against = _SLACK < abs(there - end)
            if not (against and _FLIES.search(claim.text)):
                yield Derivation(Inference.DURATION, (first, second), way, against)


def _matching(form: Form, lines: Sequence[Line]) -> list[tuple[Line, re.Match[str]]]:
    found = [(line, form.fullmatch(line.text)) for line in lines]
    return [(line, match) for line, match in found if match and not _UNSURE.search(line.text)]


def _minute(words: str) -> float | None:
    """The minute of the day; ``None`` where it is open whether before or after noon."""
    moments = [value.said for value in read_values(f"at {words}")]
    if (
        len(moments) != 1
        or not isinstance(moments[0], Moment)
        or moments[0].bound is not Bound.EXACT
    ):
        return None
    return moments[0].minute if not moments[0].half_day or ":" in words else None
