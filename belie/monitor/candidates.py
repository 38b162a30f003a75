"""Which premises a claim is worth comparing with: top-k by the bi-encoder, at a bounded cost."""

from __future__ import annotations

import heapq
import math
import re
import threading
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from cachetools import LRUCache

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from belie.datatypes import Claim, Statement
    from belie.protocols import Encoder, Vectors

__all__ = ["CachedEncoder", "Candidate", "StatementIndex"]

_WORD = re.compile(r"\w+")
_LEAST_PER_QUERY = 4
"""Statements encoded for each query of a long turn, even where that exceeds ``searched``."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pair of statements worth judging."""

    premise: Statement
    claim: Claim


class CachedEncoder:
    """An encoder that reads each text once, as long as it is among the last ``size`` texts."""

    def __init__(self, encoder: Encoder, *, size: int = 20_000) -> None:
        self._encoder = encoder
        self._cache: LRUCache[str, Vectors] = LRUCache(size)
        self._lock = threading.Lock()

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return an array of shape (len(texts), dim), each row of length 1; texts not empty."""
        with self._lock:
            known = {text: self._cache[text] for text in texts if text in self._cache}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        if new:
            known.update(zip(new, self._encoder.encode(new), strict=True))
            with self._lock:
                self._cache.update({text: known[text] for text in new})
        return np.stack([known[text] for text in texts])


class StatementIndex:
    """The statements of one session, searchable by meaning.

    Vectors are made when a search first needs them, so that filling the index, as a replay does,
    runs no model. Beyond ``searched`` statements a search first narrows by shared words, rare
    words counting more (inverse document frequency, Spärck Jones 1972).
    """

    def __init__(self, encoder: CachedEncoder, *, searched: int) -> None:
        self._encoder = encoder
        self._searched = searched
        self._statements: list[Statement] = []
        self._postings: dict[str, list[int]] = {}

    def add(self, statements: Iterable[Statement]) -> None:
        """Add statements; nothing is encoded yet."""
        for statement in statements:
            number = len(self._statements)
            self._statements.append(statement)
            for word in _words(statement.text):
                self._postings.setdefault(word, []).append(number)

    def search(
        self, queries: Sequence[str], *, k: int, min_similarity: float = -1.0
    ) -> list[list[Statement]]:
        """Return for each query the at most ``k`` most similar statements, best first.

        ``min_similarity`` is the least cosine, in [-1, 1].
        """
        if not self._statements or not queries:
            return [[] for _ in queries]
        numbers = self._shortlist(queries)
        vectors = self._encoder.encode([self._statements[number].text for number in numbers])
        cosines = self._encoder.encode(queries) @ vectors.T
        return [
            [self._statements[numbers[column]] for column in top(row, k, min_similarity)]
            for row in cosines
        ]

    def _shortlist(self, queries: Sequence[str]) -> list[int]:
        """Return the numbers of the statements to encode: all, or those that share rare words."""
        total = len(self._statements)
        if total <= self._searched:
            return list(range(total))
        share = max(_LEAST_PER_QUERY, self._searched // len(queries))
        chosen: dict[int, None] = {}
        for query in queries:
            chosen.update(dict.fromkeys(self._sharing_words(query, share)))
        return list(chosen) or list(range(self._searched))

    def _sharing_words(self, query: str, limit: int) -> list[int]:
        scores: defaultdict[int, float] = defaultdict(float)
        for word in _words(query):
            postings = self._postings.get(word, [])
            weight = math.log(1 + len(self._statements) / (1 + len(postings)))
            for number in postings:
                scores[number] += weight
        return heapq.nlargest(limit, scores, key=lambda number: (scores[number], -number))


def top(cosines: Vectors, k: int, least: float) -> list[int]:
    """Return the positions of the ``k`` greatest values that reach ``least``, greatest first.

    Ties keep their order, so that a search is the same on every machine.

    Examples
    --------
    >>> top(np.array([0.1, 0.9, 0.5, 0.9], dtype=np.float32), 3, 0.4)
    [1, 3, 2]
    """
    order = np.argsort(-cosines, kind="stable")[:k]
    return [int(position) for position in order if least <= cosines[position]]


def _words(text: str) -> list[str]:
    """Return the different words of ``text`` in order: a set would make ties fall by chance."""
    return list(dict.fromkeys(_WORD.findall(text.lower())))
