"""How near each sentence of long documents is to each claim."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

import numpy as np

from belie.monitor.candidates import ranked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from belie.monitor.vectors import CachedEncoder

    Floats = NDArray[np.float64]

__all__ = ["relevances", "shared_words"]

_WORD = re.compile(r"\w+")
_WEIGHT_OF_WORDS = 0.2
"""As for earlier claims (docs/decisions/0011)."""
_LEAST_PER_CLAIM = 16
"""Sentences compared with each claim of a long turn, even where that exceeds ``searched``."""


def relevances(
    claims: Sequence[str], sentences: Sequence[str], encoder: CachedEncoder, *, searched: int
) -> Floats:
    """Return an array of shape (claims, sentences), values in [0, 1.2]: cosine and shared words.

    Beyond ``searched`` sentences, those are compared that share the rarest words with the claims;
    the others get 0.

    Parameters
    ----------
    claims, sentences
        Texts, at least one of each.
    encoder
        Makes the vectors.
    searched
        How many sentences the encoder reads, for all claims together.
    """
    shared = shared_words(claims, sentences)
    numbers = _shortlist(shared, searched)
    vectors = encoder.encode([sentences[number] for number in numbers])
    cosines = encoder.encode(claims) @ vectors.T
    found = np.zeros(shared.shape)
    found[:, numbers] = np.maximum(cosines + _WEIGHT_OF_WORDS * shared[:, numbers], 0.0)
    return found


def shared_words(claims: Sequence[str], sentences: Sequence[str]) -> Floats:
    """Return an array of shape (claims, sentences): the share in [0, 1] of a claim's words.

    Rare words count more (inverse document frequency, Spärck Jones 1972).

    Examples
    --------
    >>> shared_words(["Rome is old."], ["Rome is big.", "It is big."]).round(2).tolist()
    [[0.52, 0.22]]
    """
    postings: dict[str, list[int]] = {}
    for number, sentence in enumerate(sentences):
        for word in _words(sentence):
            postings.setdefault(word, []).append(number)
    rows = np.zeros((len(claims), len(sentences)))
    for row, claim in zip(rows, claims, strict=True):
        words = {word: postings.get(word, []) for word in _words(claim)}
        rarities = {
            word: math.log(1 + len(sentences) / (1 + len(found))) for word, found in words.items()
        }
        for word, found in words.items():
            row[found] += rarities[word] / sum(rarities.values())
    return rows


def _shortlist(shared: Floats, searched: int) -> list[int]:
    """Return the numbers of the sentences to compare, in order."""
    claims, sentences = shared.shape
    if sentences <= searched:
        return list(range(sentences))
    share = max(_LEAST_PER_CLAIM, searched // claims)
    return sorted({number for row in shared for number in ranked(row)[:share]})


def _words(text: str) -> list[str]:
    """Return the words of a text once each, in its order: a set would make sums fall by chance."""
    return list(dict.fromkeys(_WORD.findall(text.lower())))
