"""Which premises a claim is worth comparing with: a few, found at a bounded cost."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from cachetools import LRUCache

from belie.datatypes import Candidate, Claim
from belie.graph.semantics import topics
from belie.monitor.vectors import VectorTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from belie.datatypes import Statement
    from belie.monitor.vectors import CachedEncoder

    Numbers = NDArray[np.intp]

__all__ = ["Candidate", "StatementIndex", "keys", "ranked"]

_WORD = re.compile(r"\w+")
_LEAST_PER_QUERY = 4
"""Statements compared with each query of a long turn, even where that exceeds ``searched``."""
_POSTINGS_READ = 1_024
"""Entries of the inverted index that one query reads, those of rare keys first."""


@dataclass(frozen=True, slots=True)
class _Shared:
    """The statements that share keys with a query, by number, and how much, in [0, 1]."""

    numbers: Numbers
    shares: NDArray[np.float64]

    def best(self, count: int) -> Numbers:
        """Return those that share most, of equals the last."""
        return self.numbers[np.lexsort((self.numbers, self.shares))[-count:]]

    def of(self, wanted: Numbers) -> NDArray[np.float64]:
        """Return how much each of the ``wanted`` shares, 0 for those not found."""
        if not len(self.numbers):
            return np.zeros(len(wanted))
        places = np.searchsorted(self.numbers, wanted).clip(max=len(self.numbers) - 1)
        return np.where(self.numbers[places] == wanted, self.shares[places], 0.0)


class StatementIndex:
    """The statements of one session, searchable by meaning.

    Vectors are made when a search first needs them, so that filling the index, as a replay does,
    runs no model. Beyond ``searched`` statements a search first narrows: to the ``recent`` last
    ones and to those that share keys with the query, rare keys counting more (inverse document
    frequency, Spärck Jones 1972). So its cost depends on ``searched``, not on the session.

    Parameters
    ----------
    encoder
        Makes the vectors.
    searched
        How many statements are compared by their vectors, for all queries of a search together.
    recent
        How many of them are the last ones, whatever their words.
    weight_of_keys
        What is added to the cosine of a statement that shares all keys with the query; of one
        that shares some of them, in proportion to their rarity.
    """

    def __init__(
        self,
        encoder: CachedEncoder,
        *,
        searched: int,
        recent: int = 0,
        weight_of_keys: float = 0.0,
    ) -> None:
        self._encoder = encoder
        self._searched = searched
        self._recent = recent
        self._weight_of_keys = weight_of_keys
        self._statements: list[Statement] = []
        self._vectors = VectorTable(encoder)
        self._postings: dict[str, list[int]] = {}
        self._keys: LRUCache[Statement, list[str]] = LRUCache(searched)

    def __len__(self) -> int:
        return len(self._statements)

    def add(self, statements: Iterable[Statement]) -> None:
        """Add statements; nothing is encoded yet."""
        for statement in statements:
            number = len(self._statements)
            self._statements.append(statement)
            self._vectors.add(statement.text)
            for key in self._keys_of(statement):
                self._postings.setdefault(key, []).append(number)

    def truncate(self, count: int) -> None:
        """Keep the first ``count`` statements only, as if the others had never been added."""
        while count < len(self._statements):
            for key in self._keys_of(self._statements.pop()):
                self._postings[key].pop()
                if not self._postings[key]:
                    del self._postings[key]
        self._vectors.truncate(count)

    def search(
        self,
        queries: Sequence[Claim],
        *,
        k: int,
        min_similarity: float = -1.0,
        accept: Callable[[Candidate], bool] | None = None,
        without: Sequence[int] = (),
    ) -> list[list[Statement]]:
        """Return for each claim the at most ``k`` most similar statements, best first.

        Of claims with the same words only the last is returned.

        Parameters
        ----------
        queries
            Claims, in the index or not.
        k
            The most statements for each of them.
        min_similarity
            The least cosine, in [-1, 1].
        accept
            Whether a pair may be returned at all; the next best takes the place of one that may
            not.
        without
            The numbers of statements that are not looked at; the first that was added has 0.
        """
        left = np.delete(np.arange(len(self._statements)), np.asarray(without, dtype=np.intp))
        if not len(left) or not queries:
            return [[] for _ in queries]
        narrow = self._searched < len(left)
        shared = (
            [self._shared(query, without) for query in queries]
            if narrow or self._weight_of_keys
            else []
        )
        numbers = self._shortlist(left, shared) if narrow else left[::-1]
        cosines = self._encoder.encode([query.text for query in queries])
        cosines = cosines @ self._vectors.rows(numbers).T
        scores = cosines
        if self._weight_of_keys:
            scores = cosines + self._weight_of_keys * np.stack([one.of(numbers) for one in shared])
        found: list[list[Statement]] = []
        for query, row, score in zip(queries, cosines, scores, strict=True):
            near = [column for column in ranked(score) if min_similarity <= row[column]]
            ordered: list[int] = numbers[near].tolist()
            found.append(_first(k, self._acceptable(query, ordered, accept)))
        return found

    def _acceptable(
        self, query: Claim, numbers: Sequence[int], accept: Callable[[Candidate], bool] | None
    ) -> Iterator[Statement]:
        said: set[tuple[str, str]] = set()
        for number in numbers:
            statement = self._statements[number]
            words = _same(statement)
            if words not in said and (accept is None or accept(Candidate(statement, query))):
                said.add(words)
                yield statement

    def _shortlist(self, left: Numbers, shared: Sequence[_Shared]) -> Numbers:
        """Return which of the numbers ``left`` to compare, the last first."""
        share = max(_LEAST_PER_QUERY, (self._searched - self._recent) // len(shared))
        recent = left[len(left) - self._recent :]
        best = [one.best(share) for one in shared]
        chosen = np.unique(np.concatenate([recent, *best]))
        return (chosen if len(chosen) else left[: self._searched])[::-1]

    def _shared(self, query: Claim, without: Sequence[int]) -> _Shared:
        """Return which statements share keys with a query, reading those of rare keys first."""
        found = [postings for key in self._keys_of(query) if (postings := self._postings.get(key))]
        read: list[int] = []
        weights: list[float] = []
        rarities = 0.0
        for postings in sorted(found, key=len):
            newest = postings[len(read) - _POSTINGS_READ :]
            rarity = math.log(1 + len(self._statements) / (1 + len(postings)))
            rarities += rarity
            read += newest
            weights += [rarity] * len(newest)
            if len(read) == _POSTINGS_READ:
                break
        numbers, places = np.unique(np.array(read, dtype=np.intp), return_inverse=True)
        sums = np.bincount(places, weights=weights, minlength=len(numbers))
        kept = np.isin(numbers, without, invert=True)
        return _Shared(numbers[kept], sums[kept] / (rarities or 1.0))

    def _keys_of(self, statement: Statement) -> list[str]:
        """Return a statement's keys, read once for a claim that is searched with and then added."""
        known = self._keys.get(statement)
        if known is None:
            known = self._keys[statement] = keys(statement)
        return known


def keys(statement: Statement) -> list[str]:
    """Return what a statement is found by: its words and, for a claim, its topics.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> keys(Claim("s/0#0", "Rome is old.", "s/0", Span(0, 12)))
    ['rome', 'is', 'old', '#rom']
    """
    # In the order of the text: a set would make ties fall by chance.
    found = list(dict.fromkeys(_WORD.findall(statement.text.lower())))
    if isinstance(statement, Claim):
        found += (f"#{topic}" for topic in topics(statement))
    return found


def ranked(scores: NDArray[np.floating]) -> list[int]:
    """Return the positions of the values, greatest first.

    Ties keep their order, so that a search is the same on every machine.

    Examples
    --------
    >>> ranked(np.array([0.1, 0.9, 0.5, 0.9]))
    [1, 3, 2, 0]
    """
    return np.argsort(-scores, kind="stable").tolist()


def _first(k: int, statements: Iterator[Statement]) -> list[Statement]:
    return [statement for _, statement in zip(range(k), statements, strict=False)]


def _same(statement: Statement) -> tuple[str, str]:
    """Return what makes a second statement no other premise: a speaker's same words."""
    if isinstance(statement, Claim):
        return statement.role, statement.text.casefold()
    return "", statement.id
