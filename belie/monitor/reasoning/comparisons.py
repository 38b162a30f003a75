"""More and less: over several steps, by measures, against a superlative, so many times as much."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import permutations, product
from typing import TYPE_CHECKING

from belie.monitor.forms import Form
from belie.monitor.reasoning.chains import chain
from belie.monitor.reasoning.derivation import Derivation, Inference
from belie.monitor.reasoning.events import BEGINNINGS, happened_of
from belie.monitor.reasoning.measures import (
    ADJECTIVE,
    NAME,
    UNSURE,
    Compared,
    Measured,
    Most,
    compared_of,
    measured_of,
    most_of,
)
from belie.monitor.reasoning.numbers import number_of, shown
from belie.monitor.reasoning.things import Thing, same, thing
from belie.monitor.values.numerals import NUMERAL

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.monitor.reasoning.lines import Line, Premises

__all__ = ["comparisons", "multiples"]

_TIMES = Form(
    rf"(?P<one>{NAME}) (?:is|are|was) (?:exactly )?(?P<times>twice|half|{NUMERAL} times) as "
    rf"(?P<adjective>{ADJECTIVE}) as (?P<other>{NAME})",
    needs=[" as "],
)
_BELONGS = re.compile(
    rf"(?P<one>{NAME})(?: is| are|,) (?:also )?(?:(?:an?|another|one of the) (?P<kind>[a-z]+) )?"
    rf"(?P<where>(?:in|of|on) [^,;:]{{1,80}})(?=,|$)",
    re.IGNORECASE,
)


def comparisons(claim: Line, premises: Premises) -> Iterator[Derivation]:
    """Yield why ``claim`` has the less for the more, or more than the most."""
    said = compared_of(claim.text)
    if said and not said.equal:
        yield from _turned_round(said, premises.lines)
        yield from _by_how_much(said, premises.lines)
        yield from _beyond_most(claim, said, premises.lines)
    measured = measured_of(claim.text)
    if measured:
        yield from _beyond(claim, measured, premises.lines)
        yield from _not_compared(measured, premises.lines)


def _turned_round(said: Compared, lines: Sequence[Line]) -> Iterator[Derivation]:
    steps = _steps(said.dimensions, lines)
    plain = [(one, other, told) for one, other, told, _ in steps]
    strict = {told[0] for _, _, told, is_strict in steps if is_strict}
    for first, last, refutes in ((said.less, said.more, True), (said.more, said.less, False)):
        path = chain(first, last, plain)
        if strict.intersection(path) and (refutes or said.by is None):
            way = "so it is the other way round" if refutes else "so it is more"
            yield Derivation(Inference.COMPARISON, tuple(dict.fromkeys(path)), way, refutes)


def _by_how_much(said: Compared, lines: Sequence[Line]) -> Iterator[Derivation]:
    """Of a case of 3 kg and one of 5 kg this one is 2 kg heavier."""
    measures = _measures(said.dimensions, lines) if said.by else []
    for (first, one), (second, other) in product(measures, measures):
        of_both = same(one.one, said.more) and same(other.one, said.less)
        if said.by is None or not of_both or one.amount.kind != other.amount.kind:
            continue
        if said.by.kind != one.amount.kind.split(" a ")[0]:
            continue
        difference = one.amount.low - other.amount.low
        slack = one.amount.half + other.amount.half + said.by.half
        rounded = 0.0 if said.by.kind.startswith("money") else slack
        against = max(rounded, 1e-9) < abs(difference - said.by.low)
        way = f"so it is {'not ' if against else ''}by that much"
        yield Derivation(Inference.COMPARISON, (first, second), way, against)


def _steps(
    dimensions: frozenset[str], lines: Sequence[Line]
) -> list[tuple[Thing, Thing, tuple[Line, ...], bool]]:
    """What is known to have more than, or as much as, what; with whether it is more."""
    steps: list[tuple[Thing, Thing, tuple[Line, ...], bool]] = []
    for line in lines:
        one = compared_of(line.text)
        if one and one.dimensions & dimensions:
            steps.append((one.more, one.less, (line,), not one.equal))
            if one.equal:
                steps.append((one.less, one.more, (line,), False))
    if "age" in dimensions:
        steps += _by_date(lines)
    measures = _measures(dimensions, lines)
    for first, one in measures:
        for second, other in measures:
            if one.amount.kind == other.amount.kind and other.amount.high < one.amount.low:
                steps.append((one.one, other.one, (first, second), True))
    return steps


def _by_date(lines: Sequence[Line]) -> list[tuple[Thing, Thing, tuple[Line, ...], bool]]:
    """What was born or built first is older; not what was built at one time and opened later."""
    beginnings = [
        (line, one.event, one.era)
        for line in lines
        for one in happened_of(line.text)
        if one.era and not one.event.object and one.event.verb in BEGINNINGS
    ]
    verbs: defaultdict[Thing, set[str]] = defaultdict(set)
    for _, event, _ in beginnings:
        verbs[event.subject].add(event.verb)
    dated = [one for one in beginnings if len(verbs[one[1].subject]) == 1]
    return [
        (event.subject, other.subject, (first, second), True)
        for (first, event, era), (second, other, later) in permutations(dated, 2)
        if event.verb == other.verb and era.high <= later.low
    ]


def _measures(dimensions: frozenset[str], lines: Sequence[Line]) -> list[tuple[Line, Measured]]:
    found = [(line, one) for line in lines if (one := measured_of(line.text))]
    return [(line, one) for line, one in found if one.dimensions & dimensions]


def _not_compared(said: Measured, lines: Sequence[Line]) -> Iterator[Derivation]:
    """Lesk has more inhabitants than Varno, Varno 80,000: Lesk cannot have 60,000."""
    for first, one in ((line, one) for line in lines if (one := compared_of(line.text))):
        if one.equal or not one.dimensions & said.dimensions:
            continue
        for second, other in _measures(said.dimensions, lines):
            if other.amount.kind != said.amount.kind or first is second:
                continue
            above = same(said.one, one.more) and same(other.one, one.less)
            below = same(said.one, one.less) and same(other.one, one.more)
            if above or below:
                way = f"so it is {'more' if above else 'less'} than {other.words}"
                fits = (above and other.amount.high < said.amount.low) or (
                    below and said.amount.high < other.amount.low
                )
                yield Derivation(Inference.COMPARISON, (first, second), way, not fits, is_open=fits)


def _is_of(name: Thing, most: Most, claim: Line, lines: Sequence[Line]) -> Line | None:
    """The line that says ``name`` is of the kind, and where, of which ``most`` is the most."""
    for line in (*lines, claim):
        match = _BELONGS.match(line.text)
        if match is None or not same(thing(match["one"]), name):
            continue
        kind = thing(match["kind"]).head if match["kind"] else most.kind
        where = thing(match["where"].split(",")[0]).keys
        known = bool(most.where) and (
            most.where <= where or (line is claim and where <= most.where)
        )
        if kind == most.kind and known:
            return line
    return None


def _beyond(claim: Line, said: Measured, lines: Sequence[Line]) -> Iterator[Derivation]:
    for first, most in ((line, most) for line in lines if (most := most_of(line.text))):
        if not most.dimensions & said.dimensions or same(most.one, said.one):
            continue
        of_it = _is_of(said.one, most, claim, lines)
        for second, top in _measures(said.dimensions, lines):
            comparable = same(top.one, most.one) and top.amount.kind == said.amount.kind
            above = most.sign * (said.amount.low - top.amount.low)
            if of_it and comparable:
                used = (first, second) if of_it is claim else (first, second, of_it)
                way = f"nothing else there can be beyond {top.words}"
                known = tuple(dict.fromkeys(used))
                yield Derivation(Inference.COMPARISON, known, way, 0 < above, is_open=above <= 0)


def _beyond_most(claim: Line, said: Compared, lines: Sequence[Line]) -> Iterator[Derivation]:
    for first, most in ((line, most) for line in lines if (most := most_of(line.text))):
        top, other = (said.less, said.more) if most.sign == 1 else (said.more, said.less)
        if not most.dimensions & said.dimensions or not same(most.one, top):
            continue
        of_it = _is_of(other, most, claim, lines)
        if of_it:
            used = (first,) if of_it is claim else (first, of_it)
            way = "so nothing else there can be beyond it"
            yield Derivation(Inference.COMPARISON, used, way, refutes=True)


def multiples(claim: Line, premises: Premises) -> Iterator[Derivation]:
    """Yield why a measure in ``claim`` is not so many times another."""
    said = measured_of(claim.text)
    if said is None:
        return
    lines = premises.lines
    for first in lines:
        match = None if UNSURE.search(first.text) else _TIMES.fullmatch(first.text)
        if match is None or not same(thing(match["one"]), said.one):
            continue
        times = 0.5 if match["times"].lower() == "half" else _times(match["times"])
        for second, base in _measures(said.dimensions, lines):
            fits = base.amount.kind == said.amount.kind and same(base.one, thing(match["other"]))
            slack = times * base.amount.half + said.amount.half
            if fits:
                against = max(slack, 1e-9) < abs(times * base.amount.low - said.amount.low)
                way = f"{shown(times)} × {base.words} is {'not ' if against else ''}{said.words}"
                yield Derivation(Inference.RATE, (first, second), way, against)


def _times(words: str) -> float:
    return number_of(words.lower().removesuffix(" times"))
