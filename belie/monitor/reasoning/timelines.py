"""Durations and order: dates that follow from others, and what must come before what."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, NamedTuple

from belie.graph.word_sets import word_list
from belie.monitor.reasoning.chains import chain
from belie.monitor.reasoning.derivation import Derivation, Inference
from belie.monitor.reasoning.events import (
    UNSURE,
    Era,
    Event,
    Happened,
    State,
    happened_of,
    state_of,
)
from belie.monitor.reasoning.precedence import Before, before_of
from belie.monitor.reasoning.quantities import quantities_of
from belie.monitor.reasoning.things import key_words, same
from belie.monitor.reasoning.verbs import verb_of
from belie.monitor.values import Moment, read_values

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.monitor.reasoning.lines import Line, Premises
    from belie.monitor.reasoning.things import Thing

__all__ = ["durations", "orders", "stretches"]

_SLACK = 1e-6


def _verbs(words: str) -> frozenset[str]:
    return frozenset(map(verb_of, word_list(words)))


_STARTS = _verbs("born founded opened built started launched")
_ENDS = _verbs("died closed demolished dissolved disbanded decommissioned")
_ACTS = _verbs(
    "graduated married retired joined painted wrote composed won directed designed invented "
    "discovered patented signed elected emigrated moved enrolled recorded founded opened "
    "climbed bought sold hired appointed"
)
_EVEN_AFTER = _verbs("bought sold moved elected opened")
"""What still happens to a mill that closed, or to the dead: it is sold, she is elected."""
_BEGUN_BY = {"open": ("open",), "alive": ("born",), "standing": ("built", "open")}
_ENDED_BY = {
    "open": ("clos", "demolish"), "alive": ("died",), "standing": ("demolish",),
    "in business": ("clos", "dissolv"), "in operation": ("clos", "decommission"),
    "in use": ("clos", "demolish", "decommission"), "operating": ("clos", "dissolv"),
    "valid": ("end",), "running": ("end", "clos"), "in force": ("end", "abolish"),
}  # fmt: skip


_BEGAN = "began|started|founded|opened|established|launched|joined|arrived|introduced"
_ENDED = "ended|ending|closed|left|finished|retired|dissolved|resigned|stepped down"
_DAY = r"(?: (?:[A-Z][a-z]+|\d\d?)){0,2}"
_FROM_TO = re.compile(
    rf"\b(?:from|(?:{_BEGAN})\b[^,;.]{{0,40}} in|in){_DAY} (?P<first>[12]\d{{3}})"
    rf"(?: to| until| till| through| and(?: was| were)? (?:[a-z]+ )?(?:{_ENDED})[^,;.]{{0,20}} in)"
    rf"{_DAY} (?P<last>[12]\d{{3}})\b"
)
_DOUBT = re.compile(
    r"\b(?:again|break|interrupt\w+|except|twice|not|never|paus\w+)\b|n't\b", re.IGNORECASE
)
_JOINED = re.compile(r"[,;:()]|\b(?:and|but|while|who|which|then)\b")
_LASTED = re.compile(r"\b(?:for|lasted|spent|ran)(?: (?:a total of|all of))? \Z")
"""Before how long something was; "lasts" also tells how long each of a kind does."""
_LASTING = frozenset(
    key_words(
        "lasted last took spent worked served held ran was were been stayed lived studied led for "
        "in all total there he she it they position full whole post role altogether job"
    )
)
"""What tells of time spent, and little else."""


class _Known(NamedTuple):
    """When an event was, the lines that tell, and how it follows from them."""

    event: Event
    era: Era
    lines: tuple[Line, ...]
    way: str


def durations(claim: Line, premises: Premises) -> Iterator[Derivation]:
    """Yield why a date, an age or a state of ``claim`` does not fit the times other lines tell."""
    said = happened_of(claim.text)
    state = state_of(claim.text)
    if not said and state is None:
        return
    lines = premises.lines
    known = _known(lines)
    for one in said:
        for other in known:
            if not _one_event(one.event, other.event, known):
                continue
            if one.era and 1 < len(other.lines):
                against = _apart(one.era, other.era)
                yield Derivation(Inference.DURATION, other.lines, other.way, against)
            if one.is_age:
                yield from _ages(one, other, known)
    if state:
        yield from _states(state, known)


def stretches(claim: Line, premises: Premises) -> Iterator[Derivation]:
    """Yield why something did not last as many years as ``claim`` says.

    A line tells from which year to which, and in the same clause all that the claim is about;
    "from 2001 to 2005" are four or five years.
    """
    said = quantities_of(claim.text)
    if len(said) != 1 or said[0].said.unit != "year" or UNSURE.search(claim.text):
        return
    [years] = said
    if not _LASTED.search(claim.text.partition(years.numeral)[0]):
        return
    about = frozenset(key_words(claim.text)) - years.items - _LASTING
    about -= frozenset(key_words(years.numeral))
    told = [
        (line, match)
        for line in premises.lines
        if (match := _FROM_TO.search(line.text))
        and about <= frozenset(key_words(line.text[: match.end()]))
        and not _JOINED.search(line.text, 0, match.start())
        and _tells_moments_only(line.text)
    ]
    passed = {int(match["last"]) - int(match["first"]) for _, match in told}
    if not about or len(passed) != 1:
        return
    (line, match), [whole] = told[0], passed
    if 0 < whole and not _DOUBT.search(line.text):
        way = f"{match[0]} is {whole} or {whole + 1} years"
        against = not whole - 1 < years.number < whole + 2
        yield Derivation(Inference.DURATION, (line,), way, against)


def _states(state: State, known: Sequence[_Known]) -> Iterator[Derivation]:
    """Nothing is open before it opens or after it closes; it is, if told, between the two."""
    of_it = [one for one in known if same(one.event.subject, state.subject, _subjects(known))]
    begun = [one for one in of_it if one.event.verb in _BEGUN_BY.get(state.state, ())]
    ended = [one for one in of_it if one.event.verb in _ENDED_BY.get(state.state, ())]
    against = [one for one in ended if one.era.high <= state.era.low + _SLACK]
    against += [one for one in begun if state.era.high <= one.era.low + _SLACK]
    for one in against:
        yield Derivation(Inference.DURATION, one.lines, one.way, refutes=True)
    for first, last in zip(begun[:1], ended[:1], strict=False):
        if first.era.high <= state.era.low and state.era.high <= last.era.low:
            lines = tuple(dict.fromkeys((*first.lines, *last.lines)))
            yield Derivation(Inference.DURATION, lines, last.way, refutes=False)


def _ages(one: Happened, event: _Known, known: Sequence[_Known]) -> Iterator[Derivation]:
    for birth in known:
        if birth.event.verb != "born" or not same(birth.event.subject, one.event.subject):
            continue
        least = math.floor(event.era.low - birth.era.high + _SLACK)
        most = math.floor(event.era.high - birth.era.low - _SLACK)
        if one.years is not None:
            ages = f"{least}" if least == most else f"{least} to {most}"
            lines = tuple(dict.fromkeys((*birth.lines, *event.lines)))
            way = f"{_year(event.era)} − {_year(birth.era)} = {ages} years old"
            yield Derivation(Inference.DURATION, lines, way, not least <= one.years <= most)


def _known(lines: Sequence[Line]) -> list[_Known]:
    """All events whose time is told, or follows from a time that is told."""
    told = [(line, one) for line in lines for one in happened_of(line.text)]
    known = [
        _Known(one.event, one.era, (line,), f"{one.event.verb} {one.words}")
        for line, one in told
        if one.era
    ]
    for number, (line, one) in enumerate(told):
        anchor = _anchor(one, line, told[:number], known)
        if one.years is None or anchor is None:
            continue
        high = one.years + 1 if one.is_age else one.years + one.half
        low = one.years if one.is_age else one.years - one.half
        era = anchor.era.later(low, high)
        passed = one.words.removesuffix(" later")
        way = f"{_year(anchor.era)} + {passed} = {_year(era, is_age=one.is_age)}"
        sources = tuple(dict.fromkeys((*anchor.lines, line)))
        # one line that tells both still counts as two steps
        known.append(_Known(one.event, era, sources if 1 < len(sources) else (*sources, line), way))
    return known


def _anchor(
    one: Happened, line: Line, before: Sequence[tuple[Line, Happened]], known: Sequence[_Known]
) -> _Known | None:
    """What a time is counted from; ``None`` where that is not sure."""
    if one.years is None:
        return None
    subjects = _subjects(known)
    of_it = [other for other in known if same(other.event.subject, one.event.subject, subjects)]
    if one.anchor:
        found = [other for other in of_it if other.event.verb == one.anchor]
        return found[0] if len({other.era for other in found}) == 1 else None
    just_before = [other for _, other in before if other.era and _ == line][-1:]
    if just_before:
        return next(other for other in known if other.event == just_before[0].event)
    return of_it[0] if len({other.era for other in of_it}) == 1 else None


def _subjects(known: Sequence[_Known]) -> list[Thing]:
    return [one.event.subject for one in known]


def _one_event(one: Event, other: Event, known: Sequence[_Known]) -> bool:
    alike = one.verb == other.verb and one.object == other.object
    return alike and same(one.subject, other.subject, _subjects(known))


def _apart(one: Era, other: Era) -> bool:
    return one.high <= other.low + _SLACK or other.high <= one.low + _SLACK


def _year(era: Era, *, is_age: bool = False) -> str:
    low, high = math.floor(era.low + _SLACK), math.ceil(era.high - _SLACK) - 1
    if is_age:
        return f"{low} or {high}" if low < high else f"{low}"
    return f"{math.floor((era.low + era.high) / 2)}"


def orders(claim: Line, premises: Premises) -> Iterator[Derivation]:
    """Yield why what ``claim`` says came first did not, and what cannot lie outside a life."""
    said = before_of(claim.text)
    if said is not None:
        found = _turned_round(said, premises.lines)
        # that one came first does not tell by how much
        yield from (one for one in found if one.refutes or not said.sized)
    for one in happened_of(claim.text):
        if one.era:
            yield from _outside(one, premises.lines)


def _turned_round(said: Before, lines: Sequence[Line]) -> Iterator[Derivation]:
    known = _known(lines)
    if said.first.verb != said.second.verb:
        yield from _dates_turned_round(said, known)
        return
    steps = [(one.first, one.second, (line,)) for line in lines if (one := before_of(line.text))]
    steps = [step for step in steps if step[0].verb == step[1].verb]
    dated = [one for one in known if one.event.verb == said.first.verb]
    steps += [
        (one.event, other.event, (*one.lines, *other.lines))
        for one in dated
        for other in dated
        if one.era.high <= other.era.low + _SLACK
    ]
    of_one_sort = [step for step in steps if step[0].verb == said.first.verb]
    for first, last, refutes in ((said.second, said.first, True), (said.first, said.second, False)):
        path = chain(first, last, of_one_sort)
        if path:
            way = f"{first.name} came before {last.name}"
            yield Derivation(Inference.ORDER, tuple(dict.fromkeys(path)), way, refutes)


def _dates_turned_round(said: Before, known: Sequence[_Known]) -> Iterator[Derivation]:
    """A tour that began in 1996 did not begin before an album of 1998 came out, or did it."""
    firsts = [one for one in known if _one_event(one.event, said.first, known)]
    seconds = [one for one in known if _one_event(one.event, said.second, known)]
    for one in firsts:
        for other in seconds:
            if not _apart(one.era, other.era):
                continue
            lines = tuple(dict.fromkeys((*one.lines, *other.lines)))
            refutes = other.era.low < one.era.low
            way = f"{_year(one.era)} is {'after' if refutes else 'before'} {_year(other.era)}"
            yield Derivation(Inference.ORDER, lines, way, refutes)


def _outside(one: Happened, lines: Sequence[Line]) -> Iterator[Derivation]:
    """Nothing is done before being born or founded, nor after death or the end.

    What is done in between goes with these dates, for all that the years differ.
    """
    known, era, verb = _known(lines), one.era, one.event.verb
    for other in known:
        if era is None or not same(one.event.subject, other.event.subject, _subjects(known)):
            continue
        if other.event.object:  # "she founded a firm", "it closed a plant": that one's, not its own
            continue
        first = other.event.verb
        starts = first in _STARTS and first != verb and _comes_after(first, verb)
        ends = first in _ENDS and first != verb and verb in (_ACTS | _STARTS) - _EVEN_AFTER
        early = starts and era.high <= other.era.low + _SLACK
        late = ends and other.era.high <= era.low + _SLACK
        may_be_another = not (starts and verb in _STARTS) or bool(one.event.object)
        lines = tuple(dict.fromkeys(other.lines))
        if early or late:
            when = "before" if early else "after"
            way = f"{_year(era)} is {when} {_year(other.era)} ({other.way})"
            yield Derivation(Inference.ORDER, lines, way, refutes=True)
        elif (starts or ends) and may_be_another and all(map(_has_one_date, lines)):
            way = f"{_year(era)} goes with {_year(other.era)} ({other.way})"
            yield Derivation(Inference.ORDER, lines, way, refutes=False, is_open=True)


def _has_one_date(line: Line) -> bool:
    """Whether the date of one event is all that is told of dates, so that no other one clashes."""
    return sum(isinstance(one.said, Moment) for one in read_values(line.statement.text)) == 1


def _tells_moments_only(text: str) -> bool:
    return all(isinstance(one.said, Moment) for one in read_values(text))


def _comes_after(start: str, verb: str) -> bool:
    """Whether ``verb`` cannot come before ``start`` has: a house is built before it opens."""
    if start in {"born", "found"}:
        return verb in _ACTS or verb in _ENDS or verb in {"launch", "releas"}
    return verb in _ENDS
