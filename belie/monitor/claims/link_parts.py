"""The parts that a cue joins: where they begin and end among the words around it."""

from __future__ import annotations

import re
from typing import NamedTuple

from belie.datatypes import Span
from belie.graph.word_sets import word_set

__all__ = [
    "LONGEST_PART",
    "Token",
    "find_divider",
    "opens_clause",
    "part_after",
    "part_before",
    "part_between",
    "tokens_within",
]

LONGEST_PART = 60
"""In words and marks: no real part is longer, and the work for one cue stays bounded."""
_BREAKS = word_set("( ) [ ] : – —")
_CLAUSE_OPENERS = word_set(
    "and but which who while whereas although though so because if unless when"
)
_ADJUNCT_OPENERS = word_set(
    "in on at during by for from with under within until according however moreover furthermore "
    "today finally eventually overall historically"
)
_HEAD = word_set(
    'and but so or however moreover also thus therefore that then , - * • . ; ! ? " “ ” ’'
)
_LEAD_INS = _HEAD | {"in", "fact"}
_TAIL = _HEAD | word_set(
    "is are was were be been being am has have had do does did will would can could may might "
    "should must to which who directly only just mainly largely partly mostly primarily simply "
    "probably possibly long shortly soon immediately even much far slightly significantly known "
    "considerably often usually always eventually later"
)
_NEGATIONS = word_set("not never cannot no nor hardly neither without")
_TOKEN = re.compile(r"\w+(?:[.,'’&/-]\w+)*|[^\w\s]")


class Token(NamedTuple):
    """A word in lower case or a mark, and where it stands."""

    start: int
    end: int
    word: str


def tokens_within(lowered: str, stretch: Span) -> list[Token]:
    """Return the tokens of a stretch of text in lower case."""
    matches = _TOKEN.finditer(lowered, stretch.start, stretch.end)
    return [Token(match.start(), match.end(), match.group()) for match in matches]


def opens_clause(tokens: list[Token], place: int) -> bool:
    """Whether a clause starts at ``place``, so that its end is what follows."""
    lead_in = tokens[max(0, place - 4) : place]
    joined = [token.word for token in lead_in[-2:]]
    return (
        (place <= 4 and all(token.word in _LEAD_INS for token in lead_in))
        or joined[-1:] == ["that"]
        or joined in ([",", "and"], [",", "but"])
    )


def find_divider(tokens: list[Token], start: int, dividers: str) -> int:
    """Where a clause ends, by the words in ``dividers``; the end of ``tokens`` if none does."""
    words = dividers.split()
    for place in range(start, min(len(tokens), start + LONGEST_PART)):
        in_date = place + 1 < len(tokens) and tokens[place + 1].word.isdecimal()
        if tokens[place].word in words and not in_date:
            return place
    return len(tokens)


def part_after(tokens: list[Token], start: int) -> Span | None:
    """The part that starts there: to the next clause or bracket."""
    end = min(len(tokens), start + LONGEST_PART)
    for place in range(start, end):
        if tokens[place].word in _BREAKS or (start < place and _new_clause(tokens, place)):
            return part_between(tokens, start, place)
    return part_between(tokens, start, end)


def part_before(tokens: list[Token], end: int) -> Span | None:
    """The part that ends there, without what is said ahead of it ("in 1990, …")."""
    lowest = max(0, end - LONGEST_PART)
    while lowest < end and tokens[end - 1].word in _TAIL | _NEGATIONS:
        end -= 1
        if tokens[end].word in _NEGATIONS:
            return None
    start = lowest
    for place in range(lowest, end):
        if tokens[place].word in _BREAKS or _new_clause(tokens, place):
            start = place + 1
    if start < end and tokens[start].word in _ADJUNCT_OPENERS:
        commas = (place for place in range(start, end) if tokens[place].word == ",")
        start = next(commas, start - 1) + 1
    return part_between(tokens, start, end)


def part_between(tokens: list[Token], start: int, end: int) -> Span | None:
    """The part between two places, without the marks and conjunctions at its ends."""
    while start < end and tokens[start].word in _HEAD:
        start += 1
    while start < end and tokens[end - 1].word in _HEAD:
        end -= 1
    return Span(tokens[start].start, tokens[end - 1].end) if start < end else None


def _new_clause(tokens: list[Token], place: int) -> bool:
    """Whether a comma there ends a clause."""
    following = tokens[place + 1].word if place + 1 < len(tokens) else ""
    return tokens[place].word == "," and following in _CLAUSE_OPENERS
