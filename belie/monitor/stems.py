"""The words of a text by which it is told whether two texts speak of one thing."""

from __future__ import annotations

import re

from belie.graph.semantics.words import STOP_WORDS
from belie.monitor.keeping import kept

__all__ = ["stems"]

_WORD = re.compile(r"\w+")
_STEM = 5
"""Letters by which words are compared: "nation" and "national" speak of one thing."""


@kept(8192)
def stems(text: str) -> frozenset[str]:
    """Return the first letters of the words of ``text`` that tell something.

    Examples
    --------
    >>> sorted(stems("It is a national loss."))
    ['loss', 'natio']
    """
    words = (word for word in _WORD.findall(text.casefold()) if word not in STOP_WORDS)
    return frozenset(word[:_STEM] for word in words)
