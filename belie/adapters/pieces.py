"""The word pieces of a text, taken from the tokenizer once for all pairs that have it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from belie.datatypes import ScoredSpan, Span

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from tokenizers import Encoding

__all__ = ["Pieces"]


@dataclass(frozen=True, slots=True)
class Pieces:
    """A text as the tokenizer cuts it.

    Parameters
    ----------
    ids
        Of its pieces, with [CLS] first and [SEP] last.
    words
        Where its words stand, in order.
    firsts
        The place of the first piece of each word; 0 is the piece behind [CLS].
    """

    ids: list[int]
    words: tuple[Span, ...]
    firsts: NDArray[np.intp]

    @classmethod
    def of(cls, encoding: Encoding) -> Pieces:
        """Return what the tokenizer says of a text."""
        starts: dict[int, tuple[int, int]] = {}
        ends: dict[int, int] = {}
        pieces = zip(encoding.word_ids[1:-1], encoding.offsets[1:-1], strict=True)
        for place, (word, (start, end)) in enumerate(pieces):
            if word is not None:
                starts.setdefault(word, (place, start))
                ends[word] = end
        return cls(
            encoding.ids,
            tuple(Span(start, ends[word]) for word, (_, start) in starts.items()),
            np.array([place for place, _ in starts.values()], dtype=np.intp),
        )

    def __len__(self) -> int:
        """Return how many pieces there are beside [CLS] and [SEP]."""
        return len(self.ids) - 2

    def scored(self, scores: NDArray[np.float64]) -> tuple[ScoredSpan, ...]:
        """Return the words, each with the highest score of its pieces.

        ``scores`` has one number a piece, from the first one on; words without any are left out.
        """
        firsts = self.firsts[: np.searchsorted(self.firsts, len(scores))]
        if not len(firsts):
            return ()
        highest = np.maximum.reduceat(scores, firsts)
        return tuple(map(ScoredSpan, self.words, highest.tolist()))
