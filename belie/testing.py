"""Small public fakes, so that programs built on belie can be tested without its models.

Examples
--------
>>> from belie.datatypes import Pair, Relation
>>> classifier = ScriptedClassifier({("It is red.", "It is blue."): Relation.CONTRADICTION})
>>> classifier.classify([Pair("It is red.", "It is blue.")])[0].probabilities["contradiction"]
0.97
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

import numpy as np

from belie.datatypes import Judgement, Pair, Relation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belie.protocols import Vectors

__all__ = ["ScriptedClassifier", "WordEncoder"]


class ScriptedClassifier:
    """A classifier that says what it was told to say.

    Parameters
    ----------
    script
        The relation of each (premise, claim); all other pairs are ``default``.
    default
        The relation of a pair that the script does not name.

    ``calls`` keeps the pairs of each call, so that a test can see what was asked.
    """

    name = "scripted"

    def __init__(
        self,
        script: Mapping[tuple[str, str], Relation] | None = None,
        *,
        default: Relation = Relation.NEUTRAL,
    ) -> None:
        self._script = dict(script or {})
        self._default = default
        self.calls: list[list[Pair]] = []

    def classify(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Return 0.97 for the scripted relation of each pair and 0.01 for the others."""
        self.calls.append(list(pairs))
        return [self._judge(pair) for pair in pairs]

    def _judge(self, pair: Pair) -> Judgement:
        told = self._script.get((pair.premise, pair.claim), self._default)
        return Judgement({relation: 0.97 if relation is told else 0.01 for relation in Relation})


class WordEncoder:
    """An encoder whose cosine is the overlap of words: no model, the same on every machine."""

    def __init__(self, *, dim: int = 512) -> None:
        self._dim = dim

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return an array of shape (len(texts), dim), each row of length 1."""
        rows = np.zeros((len(texts), self._dim), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in re.findall(r"\w+", text.lower()) or [""]:
                digest = hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=4).digest()
                row[int.from_bytes(digest, "big") % self._dim] += 1.0
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)
