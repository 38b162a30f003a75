"""The parts that judge the claims of a turn: belie's own, and one that remembers a dear one."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from cachetools import LRUCache

from belie.datatypes import Verification
from belie.monitor.keeping import clear
from belie.monitor.languages import readable

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from belie.datatypes import Candidate, Claim, Turn
    from belie.monitor.judging import Judge
    from belie.protocols import Verifier

__all__ = ["LocalVerifier", "Remembered"]


class LocalVerifier:
    """Judges each candidate with the classifier: what a monitor does by itself.

    Parameters
    ----------
    judge
        The classifier with what stands around it.
    english_only
        Whether what is not English is left out, with a warning, since the classifier could only
        guess. `belie.monitor.languages` says what is recognised.
    """

    def __init__(self, judge: Judge, *, english_only: bool = False) -> None:
        self._judge = judge
        self._english_only = english_only

    @property
    def name(self) -> str:
        """Name and version of the classifier."""
        return self._judge.name

    def verify(
        self, turn: Turn, claims: Sequence[Claim], candidates: Sequence[Candidate]
    ) -> Verification:
        """Return one verdict per candidate that can be read, in order."""
        if not self._english_only:
            return Verification(tuple(self._judge.judge(candidates)))
        read = readable(turn, claims, candidates)
        return Verification(tuple(self._judge.judge(read.candidates)), read.warnings)

    def clear(self) -> None:
        """Forget all pairs that were judged."""
        self._judge.clear()


class Remembered:
    """Keeps what a verifier said lately, so that a turn that was previewed is not paid for twice.

    Parameters
    ----------
    verifier
        Is asked what is not remembered; threads may ask it at the same time.
    size
        How many turns are kept.
    """

    def __init__(self, verifier: Verifier, *, size: int = 256) -> None:
        self._verifier = verifier
        self._kept: LRUCache[Hashable, Verification] = LRUCache(size)
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """Name and version of the verifier."""
        return self._verifier.name

    def verify(
        self, turn: Turn, claims: Sequence[Claim], candidates: Sequence[Candidate]
    ) -> Verification:
        """Return what the verifier says, or said of the same words and candidates."""
        key = _key(turn, claims, candidates)
        with self._lock:
            known = self._kept.get(key)
        if known is not None:
            return known
        said = self._verifier.verify(turn, claims, candidates)
        with self._lock:
            self._kept[key] = said
        return said

    def clear(self) -> None:
        """Forget all turns, and have the verifier forget what it can."""
        with self._lock:
            self._kept.clear()
        clear(self._verifier)


def _key(turn: Turn, claims: Sequence[Claim], candidates: Sequence[Candidate]) -> Hashable:
    documents = tuple((document.id, document.text) for document in turn.documents)
    return turn.session, turn.text, turn.question, documents, tuple(claims), tuple(candidates)
