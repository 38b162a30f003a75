"""Vectors, each made once."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from cachetools import LRUCache

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from belie.protocols import Encoder, Vectors

__all__ = ["CachedEncoder", "VectorTable"]

_FIRST_ROWS = 64
_Number = TypeVar("_Number", np.float32, np.bool_)


class CachedEncoder:
    """An encoder that reads each text once, as long as it is among the last ``size`` texts."""

    def __init__(self, encoder: Encoder, *, size: int = 2_000) -> None:
        self._encoder = encoder
        self._cache: LRUCache[str, Vectors] = LRUCache(size)
        self._lock = threading.Lock()

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return an array of shape (len(texts), dim), each row of length 1; texts not empty."""
        with self._lock:
            known = {text: self._cache[text] for text in texts if text in self._cache}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        if new:
            rows = self._encoder.encode(new)
            # A row alone: as a part of its array it would keep all of that in memory.
            known.update((text, row.copy()) for text, row in zip(new, rows, strict=True))
            with self._lock:
                self._cache.update({text: known[text] for text in new})
        return np.stack([known[text] for text in texts])

    def clear(self) -> None:
        """Forget all texts."""
        with self._lock:
            self._cache.clear()


class VectorTable:
    """The vectors of numbered texts, made when they are first asked for and then kept.

    What the encoder's cache has forgotten is not read again for as long as the table lives.
    """

    def __init__(self, encoder: CachedEncoder) -> None:
        self._encoder = encoder
        self._texts: list[str] = []
        self._made = np.zeros(0, dtype=bool)
        self._rows: Vectors = np.zeros((0, 0), dtype=np.float32)

    def add(self, text: str) -> None:
        """Number one more text; nothing is encoded yet."""
        self._texts.append(text)

    def truncate(self, count: int) -> None:
        """Keep the first ``count`` texts only."""
        del self._texts[count:]
        self._made[count:] = False

    def rows(self, numbers: Sequence[int] | NDArray[np.intp]) -> Vectors:
        """Return the vectors of some texts, an array of shape (len(numbers), dim)."""
        wanted = np.asarray(numbers, dtype=np.intp)
        self._grow()
        new: list[int] = wanted[~self._made[wanted]].tolist()
        if new:
            self._keep(new, self._encoder.encode([self._texts[number] for number in new]))
        return self._rows[wanted]

    def _grow(self) -> None:
        """Make room for all texts; doubling makes growing cheap on average."""
        size = len(self._made)
        if size < len(self._texts):
            room = max(len(self._texts), 2 * size, _FIRST_ROWS)
            self._made = _longer(self._made, room)
            self._rows = _longer(self._rows, room)

    def _keep(self, numbers: list[int], vectors: Vectors) -> None:
        if not self._rows.shape[1]:
            self._rows = np.zeros((len(self._made), vectors.shape[1]), dtype=np.float32)
        self._rows[numbers] = vectors
        self._made[numbers] = True


def _longer(array: NDArray[_Number], length: int) -> NDArray[_Number]:
    """Return ``array`` followed by zeros."""
    longer = np.zeros((length, *array.shape[1:]), dtype=array.dtype)
    longer[: len(array)] = array
    return longer
