"""Numbers that are in no premise but follow from those that are.

A classifier takes a number that differs for a clash: "350 tickets were sold" beside "240 adult
tickets and 110 child tickets". Where the claim's number is what the premises' numbers come to, it
is none. Units decide how numbers may be put together: sums and differences of one kind, so many
times so much for each, a share of an amount, a time after a time. Nothing is refuted here, for a
number that does not follow may be of something else.
"""

from __future__ import annotations

import math
import re
from itertools import chain, combinations, product
from typing import TYPE_CHECKING, NamedTuple

from belie.monitor.reasoning.derivation import Derivation, Inference
from belie.monitor.reasoning.numbers import shown
from belie.monitor.reasoning.quantities import Quantity, quantities_of
from belie.monitor.reasoning.things import key_words
from belie.monitor.values import Amount, Bound, Moment, read_values
from belie.monitor.values.calendar import DAYS, MONTHS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.datatypes import Span
    from belie.monitor.reasoning.lines import Line

__all__ = ["reckoned"]

_SMALL = 12
"""Up to it a number comes out by chance: it has to count what its parts count."""
_ROUGHLY = 0.004
"""How far a rate may be off for a year of 52 weeks."""
_LONGEST = 400
"""Characters; of the numbers of a longer claim none alone is what clashes."""
_MOST_TOLD = 64
"""Numbers, and times, that are put together."""
_MOST_PARTS = 12
_REST = re.compile(
    r"\b(?:left|remain\w*|still|save[sd]?|rest|off|less|discount\w*|reduc\w+|sold|used|spent|gone|"
    r"took|taken|owe[sd]?|now|after|more|without|minus|deduct\w*|free|unsold|another)\b",
    re.IGNORECASE,
)
"""Words for what has gone or is left, in the claim or beside what has gone."""
_PARTS = (
    (re.compile(r"\b(?:half|halve[sd]?)\b", re.IGNORECASE), 1 / 2),
    (re.compile(r"\b(?:a|one)[ -]third\b", re.IGNORECASE), 1 / 3),
    (re.compile(r"\b(?:a|one)[ -]quarter\b", re.IGNORECASE), 1 / 4),
    (re.compile(r"\b(?:double[sd]?|doubling)\b", re.IGNORECASE), 2.0),
    (re.compile(r"\b(?:triple[sd]?|tripling)\b", re.IGNORECASE), 3.0),
)
_DENIES = re.compile(r"\b(?:not|never|no|none|nobody|cannot)\b|n't\b", re.IGNORECASE)
_AGE = re.compile(r"\b(?:old|aged?|when|turn(?:s|ed)|birthday|anniversary)\b", re.IGNORECASE)
_NAME = re.compile(r"(?<=[\w,;] )[A-Z][\w'-]+")
_YEAR = 31_556_952.0
_DAY = 24 * 60


class _Told(NamedTuple):
    """A quantity and the line it stands in."""

    line: Line
    one: Quantity

    @property
    def size(self) -> float:
        return self.one.said.low


class _Time(NamedTuple):
    """A moment, its words, and the line it stands in."""

    line: Line
    moment: Moment
    span: Span


class _Way(NamedTuple):
    """How a number comes about."""

    inference: Inference
    lines: tuple[Line, ...]
    steps: str


def reckoned(claim: Line, lines: Sequence[Line]) -> Iterator[Derivation]:
    """Yield how what ``claim`` tells in numbers, and no line does, follows from what they tell.

    That is one amount, and what it is counted by, or one time; all else that the claim tells in
    numbers, times and names has to stand in the lines.
    """
    if _LONGEST < len(claim.said) or _DENIES.search(claim.text) or not _names_stand(claim, lines):
        return
    lines = _once(lines)
    told = [_Told(line, one) for line in lines for one in quantities_of(line.text)][:_MOST_TOLD]
    times = [one for line in lines for one in _times_of(line, line.text)][:_MOST_TOLD]
    own = quantities_of(claim.said)
    if _MOST_PARTS < len(own):
        return
    new = [one for one in own if not any(_is_told(one, other.one) for other in told)]
    when = [
        one
        for one in _times_of(claim, claim.said)
        if all(one.moment != other.moment for other in times)
    ]
    if len(when) == 1 and not new:
        [end] = when
        ways = () if _is_dated(end, times) else _moments(end.moment, told, times)
    elif when and {one.moment.kind for one in when} & {one.moment.kind for one in times}:
        return
    else:
        ways = chain(
            _products(claim, own, new, told),
            *(_amounts(claim, said, told, times, lines) for said in new if len(new) == 1),
        )
    values = (*(one.numeral for one in new), *(one.span.cut(claim.said) for one in when))
    for way in ways:
        used = tuple(dict.fromkeys(way.lines))
        yield Derivation(way.inference, used, way.steps, refutes=False, is_open=True, values=values)


def _once(lines: Sequence[Line]) -> Sequence[Line]:
    """Return each sentence once, where it stands first: passages of a document overlap."""
    first: dict[str, Line] = {}
    for line in lines:
        first.setdefault(line.said, line)
    return tuple(first.values())


def _names_stand(claim: Line, lines: Sequence[Line]) -> bool:
    said = " ".join(line.statement.text for line in lines)
    names = {name.removesuffix("'s") for name in _NAME.findall(claim.said)}
    return all(name in said for name in names.difference(MONTHS, DAYS))


def _times_of(line: Line, text: str) -> list[_Time]:
    return [
        _Time(line, value.said, value.span)
        for value in read_values(text)
        if isinstance(value.said, Moment) and value.said.bound is Bound.EXACT
    ]


def _is_dated(said: _Time, times: Sequence[_Time]) -> bool:
    """Whether a line gives another time to all that the claim does: "it starts at"."""
    text = said.line.said
    words = set(key_words(f"{text[: said.span.start]} {text[said.span.end :]}"))
    before = (one.line.text[: one.span.start] for one in times)
    return bool(words) and any(words <= set(key_words(one)) for one in before)


def _is_told(one: Quantity, other: Quantity) -> bool:
    same = one.said.kind == other.said.kind and math.isclose(one.said.low, other.said.low)
    of_same = one.said.kind != "count" or not one.items or bool(one.items & other.items)
    return same and of_same and one.per_size == other.per_size


def _alike(said: Quantity, part: Quantity) -> bool:
    """Whether a part is of what is said: a measure of its kind, or a count of such items."""
    if said.said.kind != part.said.kind:
        return False
    return said.said.kind != "count" or bool(said.items & part.items) or _SMALL < said.number


def _lines(told: Sequence[_Told]) -> tuple[Line, ...]:
    return tuple(dict.fromkeys(one.line for one in told))


def _amounts(
    claim: Line,
    said: Quantity,
    told: Sequence[_Told],
    times: Sequence[_Time],
    lines: Sequence[Line],
) -> Iterator[_Way]:
    yield from _sums(said, told)
    yield from _differences(claim, said, told)
    yield from _shares(said, told, lines)
    yield from _between(claim, said, times)


def _sums(said: Quantity, told: Sequence[_Told]) -> Iterator[_Way]:
    """The sum of all of a line, of a statement, or of any two."""
    parts = [one for one in told if _alike(said, one.one)][:_MOST_PARTS]
    ids = dict.fromkeys(one.line.statement.id for one in parts)
    groups = [[one for one in parts if one.line is line] for line in _lines(parts)]
    groups += [[one for one in parts if one.line.statement.id == name] for name in ids]
    groups += [parts, *map(list, combinations(parts, 2))]
    of_kinds = [[one for one in told if one.line is line] for line in _lines(told)]
    groups += [group for group in of_kinds if _are_kinds_of(said, group)]
    for group in groups:
        sizes = [one.size for one in group]
        of_it = {bool(said.items & one.one.items) for one in group}
        mixed = said.said.kind == "count" and 1 < len(of_it)  # rooms are no sum of rooms and beds
        if 1 < len(group) and all(sizes) and not mixed and math.isclose(sum(sizes), said.said.low):
            steps = " + ".join(shown(one.one.number) for one in group)
            yield _Way(Inference.TOTAL, _lines(group), f"{steps} = {shown(said.number)}")


def _are_kinds_of(said: Quantity, parts: Sequence[_Told]) -> bool:
    """Whether the parts are of different items and none of them is said: children of sons."""
    items = [said.items, *(one.one.items for one in parts)]
    counts = all(one.one.said.kind == said.said.kind == "count" for one in parts)
    return counts and all(items) and not any(one & other for one, other in combinations(items, 2))


def _differences(claim: Line, said: Quantity, told: Sequence[_Told]) -> Iterator[_Way]:
    """What is left of a whole; not "more than", which says of which there is more."""
    parts = [one for one in told if one.one.said.kind == said.said.kind][:_MOST_PARTS]
    if re.search(r"\bthan\b", claim.text):
        return
    for whole, part in product(parts, parts):
        linked = _alike(said, whole.one) or _alike(said, part.one)
        gone = _REST.search(claim.text) or _REST.search(part.line.text)
        if (
            linked
            and gone
            and 0 < part.size
            and math.isclose(whole.size - part.size, said.said.low)
        ):
            steps = f"{shown(whole.one.number)} − {shown(part.one.number)} = {shown(said.number)}"
            yield _Way(Inference.DIFFERENCE, _lines([whole, part]), steps)


def _shares(said: Quantity, told: Sequence[_Told], lines: Sequence[Line]) -> Iterator[_Way]:
    """A part of an amount, what is left of it without the part, and what it is with it."""
    wholes = [one for one in told if _alike(said, one.one) and one.one.said.kind != "ratio"]
    parts = [
        (one.line, share)
        for one in told
        if one.one.said.kind in {"ratio", "times"}
        for share in _of_whole(one.size, is_part=one.one.said.kind == "ratio")
    ]
    parts += [
        (line, share)
        for line in lines
        for words, size in _PARTS
        if words.search(line.text)
        for share in _of_whole(size, is_part=size < 1)
    ]
    for whole, (line, share) in product(wholes[:_MOST_PARTS], parts):
        if math.isclose(share * whole.size, said.said.low):
            steps = f"{shown(100 * share)} % of {shown(whole.one.number)}"
            yield _Way(Inference.SHARE, (whole.line, line), f"{steps} = {shown(said.number)}")


def _of_whole(size: float, *, is_part: bool) -> tuple[float, ...]:
    """Return what comes of a whole: a part, what is left without it, and what it is with it."""
    return tuple(one for one in (size, 1 - size, 1 + size) if 0 < one) if is_part else (size,)


def _products(
    claim: Line, own: Sequence[Quantity], new: Sequence[Quantity], told: Sequence[_Told]
) -> Iterator[_Way]:
    """So many times so much for each; what a claim says it is counted by need not be told."""
    for said in new:
        rates = [one for one in told if _alike(said, one.one)]
        many = [_Told(claim, one) for one in own if one is not said]
        others = [one for one in new if one is not said]
        for rate, by in product(rates, [*many, *told]):
            times = None if by is rate else _times(rate.one, by.one, said)
            if times and all(one is by.one for one in others):
                yield from _product(said, rate, times, (rate.line, by.line))
        for rate in rates:
            times = _ratio(said.per_size, rate.one.per_size)
            if times and not others:
                yield from _product(said, rate, times, (rate.line,))
        if 1 < len(others):
            yield from _mixed(said, rates, others)


def _product(said: Quantity, rate: _Told, times: float, lines: tuple[Line, ...]) -> Iterator[_Way]:
    if math.isclose(times * rate.size, said.said.low):
        steps = f"{shown(times)} × {shown(rate.one.number)} = {shown(said.number)}"
        yield _Way(Inference.RATE, lines, steps)


def _mixed(said: Quantity, rates: Sequence[_Told], many: Sequence[Quantity]) -> Iterator[_Way]:
    """Two of one and three of another, each at its own price."""
    of_each = [[one for one in rates if _times(one.one, by, said)] for by in many]
    if any(len({one.size for one in found}) != 1 for found in of_each):
        return
    pairs = [(by, found[0]) for by, found in zip(many, of_each, strict=True)]
    if math.isclose(sum(by.number * one.size for by, one in pairs), said.said.low):
        steps = " + ".join(f"{shown(by.number)} × {shown(one.one.number)}" for by, one in pairs)
        lines = _lines([one for _, one in pairs])
        yield _Way(Inference.RATE, lines, f"{steps} = {shown(said.number)}")


def _times(rate: Quantity, by: Quantity, said: Quantity) -> float | None:
    """How many times ``rate`` comes, if ``by`` says so: in its measure, or in what it counts."""
    if said.per & rate.per:  # itself so much for each
        return None
    if by.said.kind == "times":
        return by.number * (_ratio(said.per_size, by.per_size) or 1.0)
    if rate.per_size and by.said.kind == rate.per_size.kind:
        return by.said.low / rate.per_size.low
    return by.number if (rate.per or rate.about) & by.items else None


def _ratio(one: Amount | None, other: Amount | None) -> float | None:
    if one is None or other is None or one.kind != other.kind:
        return None
    times = one.low / other.low
    whole = float(round(times))
    return whole if math.isclose(whole, times, rel_tol=_ROUGHLY) else times


def _between(claim: Line, said: Quantity, times: Sequence[_Time]) -> Iterator[_Way]:
    """The time from one moment to another, also as an age."""
    is_age = said.said.kind == "count" and bool(_AGE.search(claim.text))
    in_years = is_age or said.said.unit in {"year", "decade"}
    if said.said.kind != "time" and not is_age:
        return
    size = said.number if is_age else said.said.low / _YEAR
    for first, last in combinations(times, 2):
        begin, end = first.moment, last.moment
        if begin.minute is not None and end.minute is not None:
            passed = (end.minute - begin.minute) % (_DAY / 2)
            fits = not is_age and math.isclose(60 * passed, said.said.low)
        else:
            years = abs(end.years[0] - begin.years[0]) if begin.years and end.years else None
            fits = in_years and years is not None and (size in {years, years - is_age})
        if fits:
            way = f"{first.span.cut(first.line.text)} to {last.span.cut(last.line.text)}"
            yield _Way(Inference.DURATION, (first.line, last.line), way)


def _moments(said: Moment, told: Sequence[_Told], times: Sequence[_Time]) -> Iterator[_Way]:
    """A time of the day or a date that is another one and one or two times that passed."""
    passed = [one for one in told if one.one.said.kind == "time"][:_MOST_PARTS]
    groups = [[one] for one in passed] + [list(pair) for pair in combinations(passed, 2)]
    for begin, group, sign in product(times, groups, (1, -1)):
        if _is_after(begin.moment, sign * sum(one.size for one in group), said):
            way = f"{begin.span.cut(begin.line.text)} {'+' if sign == 1 else '−'} what passed"
            yield _Way(Inference.DURATION, (begin.line, *_lines(group)), way)


def _is_after(begin: Moment, seconds: float, said: Moment) -> bool:
    if begin.minute is not None and said.minute is not None:
        round_clock = _DAY / 2 if begin.half_day or said.half_day else _DAY
        return (begin.minute + seconds / 60 - said.minute) % round_clock < 1
    if not begin.years or not said.years:
        return False
    if begin.years[0] != begin.years[1] or said.years[0] != said.years[1]:
        return False
    months = 12 * seconds / _YEAR
    start = 12 * begin.years[0] + (begin.month or 0)
    end = 12 * said.years[0] + (said.month or 0)
    known = (begin.month is None) == (said.month is None) and begin.day == said.day
    return known and math.isclose(start + months, end, abs_tol=1e-3, rel_tol=0)
