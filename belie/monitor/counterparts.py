"""Statements alike but for a value and for what it belongs to: "Plan A costs $20.", "Plan B …"."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from belie.graph.word_sets import word_list
from belie.monitor.text import sentences
from belie.monitor.values.numerals import NUMERAL, numeral_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belie.datatypes import Span

    _Change = tuple[Sequence[str], Sequence[str]]

__all__ = ["are_of_counterparts"]

_OPPOSED = (
    "red blue green yellow black white brown grey orange purple pink colour color;"
    "north south east west;northern southern eastern western;left right;front rear back;"
    "upper lower;inner outer;top bottom;old new;indoor outdoor;"
    "first second third fourth fifth sixth seventh eighth ninth tenth last;"
    "spring summer autumn winter;morning afternoon evening night;breakfast lunch dinner;"
    "weekdays weekends mondays tuesdays wednesdays thursdays fridays saturdays sundays;"
    "adults children seniors students members guests pensioners residents visitors;"
    "adult child senior student member guest;men women boys girls;man woman boy girl;"
    "brother sister mother father son daughter wife husband uncle aunt grandmother grandfather;"
    "hour day week month year minute;minimum maximum;scored conceded;single double twin triple;"
    "small medium large;basic standard pro premium free plus business enterprise economy;"
    "cats dogs horses;bus train plane ferry tram taxi;android ios windows linux macos;"
    "arrival departure;import export;imports exports;income expenses;assets liabilities;gross net"
)
"""Words of which no two name the same thing, between semicolons."""
_KINDS: Mapping[str, int] = {
    word: kind for kind, words in enumerate(_OPPOSED.split(";")) for word in word_list(words)
}
_NUMERAL = re.compile(NUMERAL)
_WORD = re.compile(r"\w+(?:[.,:'’-]\w+)*|[$€£%]")
_LETTER = re.compile(r"[A-Z]")
_CODE = re.compile(r"([A-Z]+)-?(\d+)")
_GENERAL = re.compile(r"\b(?:no|not|never|only|all|every|same)\b|n['’]t\b", re.IGNORECASE)


def are_of_counterparts(premise: str, premise_span: Span, claim: str, claim_span: Span) -> bool:
    """Whether two sentences differ in a value and in a word for what they are about, no more.

    The words are such as exclude each other, and neither text has that of the other, which may
    be what it clashes with. Sentences that deny or speak of all are left.

    Parameters
    ----------
    premise, claim
        The two statements.
    premise_span, claim_span
        The words of each that clash.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> one, other = "Plan A costs $20.", "Plan B costs $30."
    >>> are_of_counterparts(one, Span(14, 16), other, Span(14, 16))
    True
    >>> are_of_counterparts(one, Span(14, 16), "Plan A costs $30.", Span(14, 16))
    False
    """
    one, other = _sentence(premise, premise_span), _sentence(claim, claim_span)
    if _GENERAL.search(one) or _GENERAL.search(other):
        return False
    first, second = (_WORD.findall(text) for text in (one, other))
    changes = _changes(first, second)
    words = [(a[0], b[0]) for a, b in changes if _are_opposed(a, b)]
    values = [1 for a, b in changes if _are_other_values(a, b)]
    if not len(changes) - 1 == len(words) == len(values) == 1:
        return False
    [(own, others)] = words
    return own not in _WORD.findall(claim) and others not in _WORD.findall(premise)


def _sentence(text: str, span: Span) -> str:
    return next((one.cut(text) for one in sentences(text) if one.overlaps(span)), "")


def _changes(first: Sequence[str], second: Sequence[str]) -> list[_Change]:
    """Return the stretches of words in which two sentences differ, more than in case or number."""
    stems = [[word.casefold().removesuffix("s") for word in words] for words in (first, second)]
    found = SequenceMatcher(None, *stems, autojunk=False).get_opcodes()
    changes = ((first[a:b], second[c:d]) for tag, a, b, c, d in found if tag != "equal")
    return [part for change in changes for part in _parts(*change)]


def _parts(one: Sequence[str], other: Sequence[str]) -> list[_Change]:
    """Return a change without an opposed word at its start, and that: "scored 3", "conceded 1"."""
    if _are_opposed(one[:1], other[:1]) and len(one) > 1 and len(other) > 1:
        return [(one[:1], other[:1]), (one[1:], other[1:])]
    return [(one, other)]


def _are_opposed(one: Sequence[str], other: Sequence[str]) -> bool:
    if len(one) != 1 or len(other) != 1:
        return False
    [first], [second] = one, other
    if _LETTER.fullmatch(first) and _LETTER.fullmatch(second):
        return True
    codes = _CODE.fullmatch(first), _CODE.fullmatch(second)
    if codes[0] and codes[1]:
        return codes[0][1] == codes[1][1]
    kinds = _KINDS.get(first.casefold()), _KINDS.get(second.casefold())
    return kinds[0] is not None and kinds[0] == kinds[1]


def _are_other_values(one: Sequence[str], other: Sequence[str]) -> bool:
    if _are_opposed(one, other):
        return False
    first, second = (_numbers(words) for words in (one, other))
    return bool(first and second) and first != second


def _numbers(words: Sequence[str]) -> list[float]:
    return [numeral_of(match[0]).number for match in _NUMERAL.finditer(" ".join(words))]
