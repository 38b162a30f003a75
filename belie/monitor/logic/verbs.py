"""Relations between the two sides of a verb: who does what to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.datatypes import ErrorType, Span
from belie.graph.word_sets import word_set
from belie.monitor.logic.reading import (
    AUXILIARIES,
    BE,
    IRREGULAR,
    NEGATIONS,
    RUN_ENDS,
    stems,
    stems_of,
)
from belie.monitor.logic.relations import StatedRelation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.monitor.logic.reading import Sentence, Word

__all__ = ["EITHER_WAY", "relations_by_verb"]

_LONGEST_RUN = 8
"""Words that name a subject or an object."""
_SCORE_MARKS = frozenset("-–:")
_OBJECT_PREPOSITIONS = word_set("by to for from into over under after")
_PRESENT = word_set(
    "owns leads teaches loves hates employs rules controls manages supports supplies sponsors "
    "hires sells buys eats kills chases influences funds likes admires attacks beats defeats "
    "protects orbits hunts advises trains"
)


EITHER_WAY = stems_of(
    "marry meet join play face fight resemble equal match cross border use connect divorce date "
    "merge touch call name rename compare said tell think"
)
"""Verbs whose sides may be swapped, that name, or that a clause follows."""
_MUTUAL = EITHER_WAY | stems_of(
    "kiss hug accompany link tie intersect title become remain seem base relate associate locate "
    "situate include contain cause lead result believe ask add claim report publish find exchange "
    "interact involve pair combine collaborate used"
)
"""More of them, of which two sides alone tell nothing."""
_ONE_WAY = stems_of(
    "acquire buy sell defeat beat conquer invade kill murder assassinate own hire employ teach "
    "direct create invent succeed overthrow outsell sponsor adopt inherit eat rule annex arrest "
    "elect appoint orbit"
)
"""Verbs that, said of two, rule out the same the other way round."""


def relations_by_verb(sentence: Sentence) -> Iterator[StatedRelation]:
    """Yield the relation that each verb of a sentence states, in reading order."""
    words = sentence.words
    for place, word in enumerate(words):
        relation = _of_verb(place, words) if _is_verb(word) else None
        if relation:
            yield relation


def _is_verb(word: Word) -> bool:
    if word.capital or not word.stem or word.stem in _MUTUAL:
        return False
    regular = word.lower.endswith("ed") and not word.lower.endswith("eed")
    return regular or word.lower in IRREGULAR or word.lower in _PRESENT


def _of_verb(place: int, words: Sequence[Word]) -> StatedRelation | None:
    """Who does what to whom, by the verb at ``place``."""
    subject, lead = _subject(words, place)
    preposition, target = _object(words, place)
    auxiliaries = {word.lower for word in lead}
    passive = preposition == "by"  # "by" with no auxiliary: "Troy, sacked by the Greeks"
    if not subject or not target or auxiliaries & NEGATIONS:
        return None
    if passive != bool(auxiliaries & BE) and not (passive and not lead):
        return None
    agent, patient = (target, subject) if passive else (subject, target)
    verb = words[place].stem
    return StatedRelation(
        label=("verb", verb, "" if passive else preposition),
        first=stems(agent),
        second=stems(patient),
        error_type=ErrorType.ENTITY_INVERSION,
        contradicts=verb in _ONE_WAY and preposition in {"", "by"},
        span=Span(subject[0].start, target[-1].end),
    )


def _subject(words: Sequence[Word], place: int) -> tuple[Sequence[Word], Sequence[Word]]:
    """The words before a verb that name its subject, and the auxiliaries between."""
    end = place
    while end and (words[end - 1].lower in AUXILIARIES or words[end - 1].lower.endswith("ly")):
        end -= 1
    lead = words[end:place]
    if end and words[end - 1].lower in {"who", "which", "that"}:
        end -= 1
    if end and words[end - 1].lower == "," and (end < place or _is_by(words, place + 1)):
        end -= 1
    start = end
    while start and end - start < _LONGEST_RUN and _is_inside(words[start - 1]):
        start -= 1
    return words[start:end], lead


def _is_by(words: Sequence[Word], place: int) -> bool:
    return place < len(words) and words[place].lower == "by"


def _object(words: Sequence[Word], place: int) -> tuple[str, Sequence[Word]]:
    """The preposition after a verb, if any, and the words that name its object."""
    start = place + 1
    preposition = ""
    if start < len(words) and words[start].lower in _OBJECT_PREPOSITIONS:
        preposition = words[start].lower
        start += 1
    end = start
    while end < len(words) and end - start < _LONGEST_RUN and _is_inside(words[end]):
        end += 1
    if end - start > 1 and _is_score(words, end - 1):
        end -= 1
    return preposition, words[start:end]


def _is_score(words: Sequence[Word], place: int) -> bool:
    """Whether a number goes on behind a mark: "beat Lazio 2-1"."""
    mark = words[place + 1 : place + 2]
    return words[place].lower.isdigit() and bool(mark) and mark[0].lower in _SCORE_MARKS


def _is_inside(word: Word) -> bool:
    """Whether a word belongs to the run that names a subject or object."""
    return word.lower not in RUN_ENDS and word.lower[0].isalnum()
