"""Which number belongs to which thing: "17 died in nets and 9 of pneumonia"."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from belie.datatypes import Span
from belie.graph.word_sets import word_list, word_set
from belie.monitor.keeping import kept
from belie.monitor.logic.exchanges import Exchange
from belie.monitor.logic.reading import is_denied, stem, stems_of
from belie.monitor.values.units import UNITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from belie.monitor.logic.reading import Sentence, Word

__all__ = ["rebound"]

_BORDERS = word_set(", ; : ( ) – — and while whereas but or if unless though although . ? !")
"""What ends a part of a sentence; a number belongs to the things of its part."""
_IN_TURN = "respectively"
_SPELLED = {"once": "1", "twice": "2"} | {
    word: str(number)
    for number, word in enumerate(
        word_list("two three four five six seven eight nine ten eleven twelve"), 2
    )
}
_DAYS = stems_of("monday tuesday wednesday thursday friday saturday sunday")
_MONTHS = stems_of(
    "january february march april june july august september october november december"
)
_UNITS = frozenset(stem(name.lower()) for name in UNITS if name.isalpha())
"""What a number is of, which tells no two things apart."""
_MOST_WORDS = 60


class _Part(NamedTuple):
    """The numbers and the things of a part of a sentence, and where they stand in the text."""

    numbers: Mapping[str, Span]
    things: Mapping[str, Span]


def rebound(premises: Sequence[Sentence], claim: Sentence) -> Exchange | None:
    """Return the stretches in which two things have each other's number.

    What ``claim`` has beside one number alone the premise has beside the other alone, both ways.
    ``None`` where parts deny, and where things and numbers are listed apart ("in 5 and 7 days
    respectively"). Claims of more than 60 words are not read.

    Parameters
    ----------
    premises
        Sentences of one text; the first stretch lies in that text.
    claim
        A sentence; the second stretch lies in it.

    Examples
    --------
    >>> from belie.monitor.logic.reading import sentences
    >>> told = sentences("Tents cost 9 a night. Caravans cost 12 a night, dogs included.")
    >>> (claim,) = sentences("Tents are 12 a night and caravans 9.")
    >>> rebound(told, claim).claim_span.cut(claim.text)
    'Tents are 12 a night and caravans 9'
    """
    said = _parts(claim)
    bound = [(number, part) for part in said for number in part.numbers]
    if len(bound) < 2 or _MOST_WORDS < len(claim.words):
        return None
    told = [_moved(part, near.start) for near in premises for part in _parts(near)]
    beside = _beside(told)
    for (first, here), (second, there) in combinations(bound, 2):
        if here is there or _kind(first) != _kind(second):
            continue
        of_second = _alone(first, here, there) & (beside[second] - beside[first])
        of_first = _alone(second, there, here) & (beside[first] - beside[second])
        if of_first and of_second:
            return Exchange(
                _cover(told, {first: of_first, second: of_second}),
                _cover([here, there], {first: of_second, second: of_first}),
            )
    return None


def _beside(parts: Iterable[_Part]) -> defaultdict[str, set[str]]:
    """Return the things that stand in a part with each number."""
    beside: defaultdict[str, set[str]] = defaultdict(set)
    for part in parts:
        for number in part.numbers:
            beside[number] |= part.things.keys()
    return beside


def _alone(number: str, here: _Part, there: _Part) -> set[str]:
    """Return the things of the part of a number that the other part has not; of a day no days."""
    things = here.things.keys() - there.things.keys()
    return things - _DAYS - _MONTHS if number[0].isalpha() else things


def _cover(parts: Iterable[_Part], bound: Mapping[str, set[str]]) -> Span:
    """Return the stretch from the first to the last of the words that belong to each other."""
    found: list[Span] = []
    for part in parts:
        for number in bound.keys() & part.numbers.keys():
            if things := bound[number] & part.things.keys():
                found += [part.numbers[number], *(part.things[thing] for thing in things)]
    return Span(min(span.start for span in found), max(span.end for span in found))


@kept(1024)  # a sentence is compared with many claims
def _parts(sentence: Sentence) -> tuple[_Part, ...]:
    """Return the parts of a sentence that deny nothing; none where it lists numbers apart."""
    runs: list[list[Word]] = [[]]
    for word in sentence.words:
        if word.lower == _IN_TURN:
            return ()
        if word.lower in _BORDERS:
            runs.append([])
        else:
            runs[-1].append(word)
    return tuple(_part(run) for run in runs if not is_denied(run))


def _part(words: Sequence[Word]) -> _Part:
    numbers: dict[str, Span] = {}
    things: dict[str, Span] = {}
    for place, word in enumerate(words):
        span = Span(word.start, word.end)
        number = word.stem if word.stem[:1].isdigit() else _SPELLED.get(word.lower)
        if any(beside.lower == "-" for beside in words[max(0, place - 1) : place + 2]):
            continue  # "lead-209" and "two-stroke" are names
        if number:
            numbers[number] = span
        elif word.stem and word.stem not in _UNITS:
            things[word.stem] = span
            if word.stem in _DAYS or word.stem in _MONTHS:
                numbers[word.stem] = span
    return _Part(numbers, things)


def _moved(part: _Part, by: int) -> _Part:
    numbers = {number: span.shift(by) for number, span in part.numbers.items()}
    return _Part(numbers, {thing: span.shift(by) for thing, span in part.things.items()})


def _kind(number: str) -> str:
    """Return what a number can change places with."""
    if number[0].isalpha():
        return "day" if number in _DAYS else "month"
    return "year" if len(number) == 4 and "1100" <= number <= "2100" else "count"
