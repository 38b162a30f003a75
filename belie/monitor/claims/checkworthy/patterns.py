"""The language that the patterns of this package are written in.

They are regular expressions for straightened text in any case, in which a blank stands for any run
of blanks. A repetition is possessive (``++``) or bounded, so that the time which a sentence costs
is linear in its length.
"""

from __future__ import annotations

import re

from belie.monitor.claims.checkworthy.marks import EMOJI

__all__ = ["END", "GAP", "REST", "any_of", "pattern", "phrases"]

GAP = rf"(?:[\s,;:.!?…~){EMOJI}]|[\"'`*_–—-]++(?![\w$£€(\[]))*+"
"""Blanks and punctuation after a word, but not the sign of a number."""
END = rf"{GAP}\Z"
REST = r"(?: (?!(?:but|however)\b)[^\s,.;:!?]++)"
"""One more word of the same clause."""


def pattern(*alternatives: str) -> re.Pattern[str]:
    """Compile alternatives in which a blank stands for any run of blanks."""
    joined = "|".join(alternatives)
    return re.compile(rf"(?:{joined})".replace(" ", r"(?:\s++)"), re.IGNORECASE)


def phrases(*alternatives: str, then: str = "") -> re.Pattern[str]:
    """Compile whole words with the ``gap`` after them, to which ``then`` may belong."""
    return pattern(rf"(?:{'|'.join(alternatives)})(?!'?\w)(?P<gap>{GAP}{then})")


def any_of(words: str) -> str:
    """Return the expression for any of ``words``, which are separated by blanks.

    Examples
    --------
    >>> any_of("is are")
    '(?:is|are)'
    """
    return f"(?:{'|'.join(words.split())})"
