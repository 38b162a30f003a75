"""Two parts of a sentence in each other's place: "Ann sued Bob", "Bob sued Ann"."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from belie.datatypes import Span
from belie.graph.word_sets import word_set
from belie.monitor.keeping import kept
from belie.monitor.logic.reading import NEGATIONS, stems_of
from belie.monitor.logic.verbs import EITHER_WAY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.monitor.logic.reading import Sentence, Word

__all__ = ["Exchange", "exchange"]

_LONGEST_PART = 4
_FEWEST_WORDS = 5
_WORDS_PER_NEW_ONE = 10
"""How many words a claim must have for each word that the premise's sentence has not."""
_MOST_WORDS = 40
_MOST_NEW_STEMS = 4
_PASSED_OVER = word_set("a an the almost")
_JOINS = word_set("while whereas than before after over under")
"""Words that keep two parts apart though no word with content stands between them."""
_MUTUAL = EITHER_WAY | stems_of(
    "with between both each together mutual mutually well met played fought known alias aka either "
    "or same similar different near close next adjacent opposite versus vs against sister brother "
    "sibling twin cousin friend colleague partner rival ally neighbour neighbor spouse teammate "
    "classmate distance say told writes"
)
"""Words that say the same, or may, whichever part comes first."""


class Exchange(NamedTuple):
    """A stretch of a premise's sentence, and that of a claim's with its two ends exchanged."""

    premise_span: Span
    claim_span: Span


class _Ends(NamedTuple):
    """Two parts of a claim, and where in the premise the second begins, before the first."""

    first: range
    second: range
    start: int

    @property
    def between(self) -> range:
        """What stands between them in the claim."""
        return range(self.first.stop, self.second.start)


class _Said(NamedTuple):
    """The words of a sentence that count, and their keys."""

    words: tuple[Word, ...]
    keys: tuple[str, ...]


def exchange(premises: Sequence[Sentence], claim: Sentence) -> tuple[Sentence, Exchange] | None:
    """Return the stretch of ``claim`` whose two ends stand in each other's place in a premise.

    With it comes the sentence of the premise. ``None`` where the claim has other words than each
    sentence, where one has them in the claim's order, where either denies, and where order tells
    nothing: in a list, and of what is so for both ("Ann met Bob"). Claims of more than 40 words
    are not read.

    Examples
    --------
    >>> from belie.monitor.logic.reading import sentences
    >>> told = sentences("In May Ann Lee praised Bob for the plan.")
    >>> (claim,) = sentences("Bob praised Ann Lee for the plan.")
    >>> near, found = exchange(told, claim)
    >>> found.premise_span.cut(near.text), found.claim_span.cut(claim.text)
    ('Ann Lee praised Bob', 'Bob praised Ann Lee')
    """
    alike = [near for near in premises if len(claim.stems - near.stems) <= _MOST_NEW_STEMS]
    said = _said(claim) if alike else None
    if said is None or not _FEWEST_WORDS <= len(said.keys) <= _MOST_WORDS:
        return None
    told = [(near, _said(near)) for near in alike]
    if any(_in_order(said.keys, one.keys) for _, one in told):
        return None
    found = ((near, _exchange(one, said)) for near, one in told)
    return next(((near, one) for near, one in found if one), None)


def _exchange(told: _Said, said: _Said) -> Exchange | None:
    new = Counter(said.keys) - Counter(told.keys)
    denied = any(word.lower in NEGATIONS for word in (*told.words, *said.words))
    if denied or new.total() * _WORDS_PER_NEW_ONE > len(said.keys):
        return None
    found = [_place(told, said, ends, new) for ends in _ends(told, said)]
    return max((one for one in found if one), key=lambda one: len(one.claim_span), default=None)


@kept(1024)  # a sentence is compared with many claims
def _said(sentence: Sentence) -> _Said:
    words = tuple(word for word in sentence.words if _counts(word))
    return _Said(words, tuple(word.stem or word.lower for word in words))


def _counts(word: Word) -> bool:
    """Whether a word tells who does what: no mark, article or adverb."""
    adverb = word.lower.endswith("ly") and not word.capital
    return word.lower[0].isalnum() and not adverb and word.lower not in _PASSED_OVER


def _ends(told: _Said, said: _Said) -> Iterator[_Ends]:
    """Yield two names, or two other parts, that as many words set apart the other way round."""
    places = {run: found for run in _runs(said.words) if (found := _places(told, said, run))}
    named = {run: said.words[run.start].capital for run in places}
    for first, second in permutations(places, 2):
        between = range(first.stop, second.start)
        if between and named[first] is named[second]:
            for start in places[second]:
                if start + len(second) + len(between) in places[first]:
                    yield _Ends(first, second, start)


def _runs(words: Sequence[Word]) -> Iterator[range]:
    """Yield names whole, and other words that may name something."""
    for start in range(len(words)):
        for end in range(start + 1, min(start + _LONGEST_PART, len(words)) + 1):
            if not words[end - 1].stem:
                break
            capitals = [word.capital for word in words[start:end]]
            before = start > 1 and words[start - 1].capital  # any sentence begins with one
            after = end < len(words) and words[end].capital
            if not any(capitals) or (all(capitals) and not before and not after):
                yield range(start, end)


def _keys(said: _Said, part: range) -> tuple[str, ...]:
    return said.keys[part.start : part.stop]


def _places(told: _Said, said: _Said, run: range) -> frozenset[int]:
    """Where the premise has a run of the claim."""
    wanted, size = _keys(said, run), len(run)
    starts = (at for at, key in enumerate(told.keys) if key == wanted[0])
    return frozenset(at for at in starts if told.keys[at : at + size] == wanted)


def _place(told: _Said, said: _Said, ends: _Ends, new: Counter[str]) -> Exchange | None:
    """Return the stretches if all around the two parts is the same and sets them apart."""
    first, second, between = ends.first, ends.second, ends.between
    middle = ends.start + len(second)
    end = middle + len(between) + len(first)
    alike = (
        {*_keys(said, first)}.isdisjoint(_keys(said, second))
        and told.keys[middle : middle + len(between)] == _keys(said, between)
        and _relates(said, between)
        and _in_order(said.keys[: first.start], told.keys[: ends.start], new)
        and _in_order(said.keys[second.stop :], told.keys[end:], new)
    )
    if not alike:
        return None
    return Exchange(
        Span(told.words[ends.start].start, told.words[end - 1].end),
        Span(said.words[first.start].start, said.words[second.stop - 1].end),
    )


def _relates(said: _Said, between: range) -> bool:
    words = said.words[between.start : between.stop]
    return _MUTUAL.isdisjoint(_keys(said, between)) and any(
        word.stem or word.lower in _JOINS for word in words
    )


def _in_order(keys: Sequence[str], others: Sequence[str], new: Counter[str] | None = None) -> bool:
    """Whether all ``keys`` but ``new`` ones are among ``others``, in that order."""
    places = iter(others)
    return all(any(key == other for other in places) for key in keys if not new or key not in new)
