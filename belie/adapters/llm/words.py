"""Words as they are compared between a turn and what a chat model says of it."""

from __future__ import annotations

import re
import unicodedata

from belie.datatypes import Span

__all__ = ["key", "letters", "printable", "vocabulary", "words"]

# Scripts without blanks between words: there each character counts as a word.
_UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
    r"\U00020000-\U0003ffff"
)
_MARKS = r"[\u0300-\u036f]*"
_WORD = re.compile(rf"[{_UNSPACED}]|\d+|(?:[^\W\d_{_UNSPACED}]{_MARKS})+")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def words(text: str, within: Span | None = None) -> list[Span]:
    """Return runs of letters and of digits as spans, in order; marks and blanks are left out.

    Examples
    --------
    >>> text = "It's 330m tall: 高い"
    >>> [span.cut(text) for span in words(text)]
    ['It', 's', '330', 'm', 'tall', '高', 'い']
    """
    start, end = (within.start, within.end) if within else (0, len(text))
    return [Span(*match.span()) for match in _WORD.finditer(text, start, end)]


def key(word: str) -> str:
    """Return a word as it is compared: without case, and composed."""
    return unicodedata.normalize("NFKC", word).casefold()


def vocabulary(*texts: str) -> frozenset[str]:
    """Return the words of some texts, each as its key.

    Examples
    --------
    >>> sorted(vocabulary("The tower", "the 2 towers"))
    ['2', 'the', 'tower', 'towers']
    """
    return frozenset(key(match[0]) for text in texts for match in _WORD.finditer(text))


def letters(keys: frozenset[str]) -> int:
    """Return how many characters some words have: long words say more than short ones."""
    return sum(map(len, keys))


def printable(text: str) -> str:
    r"""Return a text that can be sent: lone surrogates replaced, each by one character.

    Examples
    --------
    >>> printable("ab\ud83dcd")
    'ab�cd'
    """
    return _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)
