"""Statements alike but for a value and for what it belongs to: "Plan A costs $20.", "Plan B …"."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from belie.graph.word_sets import word_list, word_set
from belie.monitor.forms import Form
from belie.monitor.text import sentence_at
from belie.monitor.values.numerals import NUMBER_PARTS, NUMERAL, numeral_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belie.datatypes import Span

    _Change = tuple[Sequence[str], Sequence[str]]

__all__ = ["are_of_counterparts"]

_COMPASS = "north south east west"
_PLACES = "first second third fourth fifth sixth seventh eighth ninth tenth last"
_OPPOSED = (
    "red blue green yellow black white brown grey orange purple pink;black colour;black color;"
    f"{_COMPASS};northern southern eastern western;left right;front rear;front back;"
    f"upper lower;inner outer;top bottom;old new;indoor outdoor;{_PLACES};breakfast lunch dinner;"
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays;weekdays weekends;"
    "weekdays saturdays sundays;weekends mondays tuesdays wednesdays thursdays fridays;"
    "adults children seniors students members guests;"
    "adult child senior student member guest;men women boys girls;man woman boy girl;"
    "brother sister mother father son daughter wife husband uncle aunt grandmother grandfather;"
    "hour day week month year minute;minimum maximum;scored conceded;single double twin triple;"
    "small medium large;basic standard pro premium free plus business enterprise economy;"
    "cats dogs horses;bus train plane ferry tram taxi;android ios windows linux macos;"
    "arrival departure;import export;imports exports;income expenses;assets liabilities;gross net"
)
"""Words that tell two things apart, between semicolons: no two are one, or hold of one thing."""
_GROUPS = tuple(word_set(words) for words in _OPPOSED.split(";"))
_SINGULARS: Mapping[str, str] = {"children": "child", "men": "man", "women": "woman"}
_MOST_WORDS = 60
"""Comparing two sentences costs the cube of their length."""
_NUMERAL = Form(NUMERAL, needs=NUMBER_PARTS, flags=re.NOFLAG)
_WORD = re.compile(r"\w+(?:[.,:'’-]\w+)*|[$€£%]")
_LETTER = re.compile(r"[A-Z]")
_CODE = re.compile(r"([A-Z]+)-?(\d+)")
_ELSEWHERE = r"(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )\b{}\b"
_WHERE: Mapping[str, str] = {
    **dict.fromkeys(word_list(_PLACES), r"\b[Tt]he {}\b"),
    **dict.fromkeys(word_list(_COMPASS), r"\b{}\b(?! of\b)"),
}
"""Where a word says which thing is meant: not "is red", "finished third", "5 km north of Ulm"."""
_GENERAL = re.compile(r"\b(?:no|not|never|only|all|every|same)\b|n['’]t\b", re.IGNORECASE)


def are_of_counterparts(premise: str, premise_span: Span, claim: str, claim_span: Span) -> bool:
    """Whether two sentences differ in a value and in a word for what they are about, no more.

    The words are such as exclude each other, and neither text has that of the other, which may
    be what it clashes with. Sentences that deny or speak of all are left, and long ones.

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
    one, other = sentence_at(premise_span, premise), sentence_at(claim_span, claim)
    if _GENERAL.search(one) or _GENERAL.search(other):
        return False
    first, second = (_WORD.findall(text) for text in (one, other))
    if _MOST_WORDS < max(len(first), len(second)):
        return False
    changes = _changes(first, second)
    opposed = [change for change in changes if _are_opposed(*change)]
    rest = [change for change in changes if not _are_opposed(*change)]
    if not (len(opposed) == len(rest) == 1 and _are_other_values(*rest[0])):
        return False
    [([own], [others])] = opposed
    if not (_names_which(own, one) and _names_which(others, other)):
        return False
    return not (_has(claim, own) or _has(premise, others))


def _names_which(word: str, sentence: str) -> bool:
    """Whether a word says which thing is meant: "the third floor", no place or property of it."""
    return re.search(_WHERE.get(word.casefold(), _ELSEWHERE).format(word), sentence) is not None


def _has(text: str, word: str) -> bool:
    words = _WORD.findall(text)
    return word in words if _LETTER.fullmatch(word) else _stem(word) in map(_stem, words)


def _stem(word: str) -> str:
    """A word without its case and number."""
    plain = word.casefold()
    return _SINGULARS.get(plain) or plain.removesuffix("s")


def _changes(first: Sequence[str], second: Sequence[str]) -> list[_Change]:
    """Return the stretches of words in which two sentences differ, more than in case or number."""
    stems = [[_stem(word) for word in words] for words in (first, second)]
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
    words = {first.casefold(), second.casefold()}
    return len(words) == 2 and any(words <= group for group in _GROUPS)


def _are_other_values(one: Sequence[str], other: Sequence[str]) -> bool:
    first, second = (_numbers(words) for words in (one, other))
    return bool(first and second) and first != second


def _numbers(words: Sequence[str]) -> list[float]:
    return [numeral_of(match[0]).number for match in _NUMERAL.finditer(" ".join(words))]
