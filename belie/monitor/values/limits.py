"""A claim's limits ("more than 500", "before 2010") read beside what a premise has in their place.

A small classifier does not compare numbers: "fewer than 86 cases" beside "87 cases" is as good as
"87 cases" to it. What can be compared without it is compared here, and it is asked what it knows:
whether the claim would follow with the premise's value in the limit's place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from belie.graph.word_sets import word_set
from belie.monitor.logic.reading import NEGATIONS, RUN_ENDS
from belie.monitor.values.comparing import Outcome, agree, are_same, is_end, nearness
from belie.monitor.values.frames import frame_of
from belie.monitor.values.reading import read_values
from belie.monitor.values.selecting import select_others
from belie.monitor.values.value import LOOSE, Amount, Bound, Moment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.datatypes import Span
    from belie.monitor.values.value import Value

    _Words = tuple[list[str], list[str]]

__all__ = ["Reading", "readings"]

_STRICT = frozenset({Bound.OVER, Bound.UNDER})
_OPEN = word_set("if unless whether when would could may might should must can need")
_DIFFERENCE = re.compile(
    r" (?:\w+ )?(?:more|less|fewer|greater|higher|lower|better|older|younger|than|times)\b",
    re.IGNORECASE,
)
_SPAN_BEFORE = re.compile(
    r"\b(?:years?|months?|weeks?|days?|hours?|minutes?|decades?|soon|shortly|just|long) $",
    re.IGNORECASE,
)
_STATE_OF = re.compile(r"\b(?:as of|by|since|until|till) (?:the )?$", re.IGNORECASE)
_WHOLE = re.compile(r"\bout of (?:the )?$", re.IGNORECASE)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_FEW = 12
"""Fewer of so many are often only some of them: "two boys" beside "at least three people"."""
_EXACT = 0.01
"""The share of a number below which half a unit of its last digit makes it an exact one."""
_NEAR = 2.5
"""How many shared words it is worth that two values are the same in size."""
_NEAR_WORDS = 5
_FAR = 3.0
"""How many times another a count may be of something else, where no word beside both is shared."""
_LIMITS, _PLACES, _READINGS = 3, 4, 2
"""How many limits of a claim, places of the premise for each, and readings are looked at."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A claim with values of a premise in the place of its limits.

    Parameters
    ----------
    claim
        Its text: of "More than 500 came." beside "It drew 480 visitors." it is "480 came."
    differs
        Whether one of these values does not keep to its limit, so that the claim cannot hold if
        this text does.
    premise_span, claim_span
        The value and the limit that decide.
    timed
        Whether these are times.
    likeness
        How likely the values belong to the limits, by the words beside both and by their size;
        0 or more.
    """

    claim: str
    differs: bool
    premise_span: Span
    claim_span: Span
    timed: bool
    likeness: float


@dataclass(frozen=True, slots=True)
class _Place:
    """A value of the premise that may be what a limit of the claim limits."""

    limit: Value
    value: Value
    differs: bool
    likeness: float


def readings(premise: str, claim: str) -> tuple[Reading, ...]:
    """Return the likeliest readings of ``claim`` with values of ``premise`` for its limits.

    Parameters
    ----------
    premise
        One sentence or a passage.
    claim
        One statement.

    Returns
    -------
    tuple of Reading
        At most two, the likeliest first; none where the claim has no limit, denies, or says what
        may be.

    Examples
    --------
    >>> premise = "The fair drew 480 visitors on 12 May 2019."
    >>> [(one.claim, one.differs) for one in readings(premise, "Over 500 visitors came.")]
    [('480 visitors came.', True)]
    >>> [(one.claim, one.differs) for one in readings(premise, "The fair was held before 2020.")]
    [('The fair was held on 12 May 2019.', False)]
    """
    limits = [value for value in read_values(claim) if _is_limit(value, claim)][:_LIMITS]
    if not limits or _is_open(claim):
        return ()
    values = read_values(premise)
    places = [_places(premise, values, claim, limit) for limit in limits]
    together = product(*[some for some in places if some])
    likeliest = sorted(together, key=lambda some: sum(one.likeness for one in some), reverse=True)
    return tuple(_reading(premise, claim, some) for some in likeliest[:_READINGS] if some)


def _is_limit(value: Value, claim: str) -> bool:
    """Whether a value of the claim is a limit, and not a difference or a time before another."""
    if value.said.bound not in _STRICT | LOOSE or _DIFFERENCE.match(claim, value.whole.end):
        return False
    if not isinstance(value.said, Moment):
        return True
    return value.said.kind == "date" and not _SPAN_BEFORE.search(claim, 0, value.whole.start)


def _is_open(claim: str) -> bool:
    """Whether it denies, or says what may be; "May" is a month but at the start."""
    first, *others = claim.split()
    denies = any(key in NEGATIONS for key in frame_of(claim).keys)
    return denies or not _OPEN.isdisjoint([first.lower(), *others])


def _places(premise: str, values: Sequence[Value], claim: str, limit: Value) -> list[_Place]:
    """The likeliest places of the premise for a limit; none where the premise has the limit."""
    if any(are_same(one, limit) for one in values):
        return []
    around = _beside(claim, limit)
    counts = isinstance(limit.said, Amount) and limit.said.kind == "count"
    found: list[_Place] = []
    for value in values:
        differs = _differs(premise, value, limit)
        if differs is None or select_others(premise, value, claim, limit):
            continue
        shared, near = _shared(_beside(premise, value), around), nearness(value, limit)
        if shared or not counts or 1 / _FAR <= near:
            found.append(_Place(limit, value, differs, shared + _NEAR * near))
    return sorted(found, key=lambda one: one.likeness, reverse=True)[:_PLACES]


def _differs(premise: str, value: Value, limit: Value) -> bool | None:
    """Whether a value does not keep to a limit; ``None`` where that is unsure."""
    words, timed = value.span.cut(premise), isinstance(value.said, Moment)
    if not timed and (words.lower() == "one" or _YEAR.fullmatch(words)):
        return None
    if (_STATE_OF if timed else _WHOLE).search(premise, 0, value.whole.start):
        return None
    match agree(_as_told(value), limit):
        case Outcome.EQUAL:  # what keeps to "up to 30 days" may be another limit ("14 days")
            certain = limit.said.bound in _STRICT or is_end(limit, value)
            return False if certain else None
        case Outcome.DIFFERENT:
            return None if _may_be_some(words, value, limit) else True
        case _:
            return True if _says_less(value, limit) else None


def _as_told(value: Value) -> Value:
    """A number that is told exactly, though it was estimated: "an estimated 124,435"."""
    said = value.said
    if not isinstance(said, Amount) or said.bound is not Bound.ABOUT:
        return value
    exactly = max(said.half, 0.5) < _EXACT * said.low and said.low % 10
    return replace(value, said=replace(said, bound=Bound.EXACT)) if exactly else value


def _may_be_some(words: str, value: Value, limit: Value) -> bool:
    """Whether the premise may count, in letters, only some of the few that the claim speaks of."""
    one, other = value.said, limit.said
    if not (isinstance(one, Amount) and isinstance(other, Amount)) or other.kind != "count":
        return False
    few = one.high <= other.high <= _FEW and not words[0].isdigit()
    return few and other.bound in {Bound.OVER, Bound.AT_LEAST}


def _says_less(value: Value, limit: Value) -> bool:
    """Whether the premise has a limit of the same sort that does not go as far: "over 400"."""
    one, other = value.said, limit.said
    if not (isinstance(one, Amount) and isinstance(other, Amount)):
        return False
    if (one.kind, one.bound) != (other.kind, other.bound):
        return False
    if one.bound is Bound.OVER:
        return one.low < other.low
    return one.bound is Bound.UNDER and other.low < one.low


def _shared(of_value: _Words, of_limit: _Words) -> float:
    """How many words beside both are the same; those nearer, and behind both, count more."""
    (left, right), (before, behind) = of_value, of_limit
    return (
        _alike(behind, right)
        + 0.7 * _alike(before, left)
        + 0.3 * _alike(behind, left)
        + 0.2 * _alike(before, right)
    )


def _alike(words: Sequence[str], others: Sequence[str]) -> float:
    return sum(
        1 / (1 + (here + others.index(word)) / 2)
        for here, word in enumerate(words)
        if word and word in others
    )


def _beside(text: str, value: Value) -> _Words:
    """Stems before and behind a value, the nearest first; what is no word with content is ""."""
    frame = frame_of(text)
    for place, one in enumerate(frame.values):
        if one is not None and one.span == value.span:
            before = frame.keys[max(0, place - _NEAR_WORDS) : place][::-1]
            behind = frame.keys[place + 1 : place + 1 + _NEAR_WORDS]
            return list(_contents(before)), list(_contents(behind))
    return [], []


def _contents(keys: Sequence[str]) -> Iterator[str]:
    for key in keys:
        yield "" if key in RUN_ENDS or key.startswith("#") else key


def _reading(premise: str, claim: str, places: Sequence[_Place]) -> Reading:
    text = claim
    for place in sorted(places, key=lambda one: one.limit.whole.start, reverse=True):
        whole = place.limit.whole
        text = f"{text[: whole.start]}{_words(premise, claim, place)}{text[whole.end :]}"
    decides = max(places, key=lambda one: one.differs)
    return Reading(
        text,
        decides.differs,
        decides.value.whole,
        decides.limit.whole,
        isinstance(decides.limit.said, Moment),
        sum(one.likeness for one in places),
    )


def _words(premise: str, claim: str, place: _Place) -> str:
    """A value of the premise as it is said where the limit was: "before 2010" becomes "in 2008"."""
    words, value, limit = place.value.whole.cut(premise), place.value, place.limit
    if not isinstance(value.said, Moment) or value.whole != value.span:
        return words
    told = claim[limit.whole.start : limit.span.start].strip()
    return f"{'on' if value.said.day else 'in'} {words}" if told else words
