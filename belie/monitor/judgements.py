"""Judgements that are remembered: many pairs in little memory."""

from __future__ import annotations

import threading
from array import array
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cachetools import LRUCache

from belie.datatypes import ScoredSpan, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from belie.datatypes import Judgement, Pair

__all__ = ["JudgementCache"]

_FIXED = 1_420
"""Bytes that a pair takes beside its texts and words, about: objects, dicts, probabilities."""


class JudgementCache:
    """Remembers the last pairs and their judgements; threads may share it.

    The scored words make up most of a judgement and are rarely asked for, so they are kept as bare
    numbers, in a sixth of the memory.

    Parameters
    ----------
    size
        How many bytes it may take, about. A pair that takes more is not remembered.
    """

    def __init__(self, size: int) -> None:
        self._kept: LRUCache[Pair, _Kept] = LRUCache(size, getsizeof=_size)
        self._lock = threading.Lock()

    def find(self, pairs: Iterable[Pair]) -> dict[Pair, Judgement]:
        """Return the judgements of those pairs that are remembered."""
        with self._lock:
            found = {pair: self._kept[pair] for pair in pairs if pair in self._kept}
        return {pair: kept.judgement() for pair, kept in found.items()}

    def add(self, judged: Mapping[Pair, Judgement]) -> None:
        """Remember judgements, and forget those that were not asked for the longest."""
        kept = {pair: _Kept.of(pair, answer) for pair, answer in judged.items()}
        with self._lock:
            for pair, one in kept.items():
                if one.size <= self._kept.maxsize:
                    self._kept[pair] = one

    def clear(self) -> None:
        """Forget all pairs."""
        with self._lock:
            self._kept.clear()


@dataclass(frozen=True, slots=True)
class _Kept:
    """A judgement without its words, these as numbers, and the bytes that all of it takes."""

    answer: Judgement
    words: tuple[array[float], ...]
    size: int

    @classmethod
    def of(cls, pair: Pair, answer: Judgement) -> _Kept:
        words = tuple(
            map(_numbers, (answer.premise_words, answer.claim_words, answer.ungrounded_words))
        )
        taken = sum(len(one) * one.itemsize for one in words)
        size = _FIXED + len(pair.premise) + len(pair.claim) + taken
        bare = replace(answer, premise_words=(), claim_words=(), ungrounded_words=())
        return cls(bare, words, size)

    def judgement(self) -> Judgement:
        """Return the judgement as it was."""
        premise_words, claim_words, ungrounded_words = map(_words, self.words)
        return replace(
            self.answer,
            premise_words=premise_words,
            claim_words=claim_words,
            ungrounded_words=ungrounded_words,
        )


def _size(kept: _Kept) -> int:
    return kept.size


def _numbers(words: Iterable[ScoredSpan]) -> array[float]:
    """Return start, end and score of each word, one after the other; all are exact as floats."""
    flat = ((word.span.start, word.span.end, word.score) for word in words)
    return array("d", [number for three in flat for number in three])  # a list: no room to grow


def _words(numbers: array[float]) -> tuple[ScoredSpan, ...]:
    places = zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)
    return tuple(ScoredSpan(Span(int(start), int(end)), score) for start, end, score in places)
