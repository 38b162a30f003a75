"""Sets and lists of words, written as text."""

from __future__ import annotations

__all__ = ["word_list", "word_set"]


def word_set(text: str) -> frozenset[str]:
    """Return the words of ``text``, which are separated by blanks.

    Examples
    --------
    >>> sorted(word_set("is are"))
    ['are', 'is']
    """
    return frozenset(text.split())


def word_list(text: str) -> list[str]:
    """Return the words of ``text``, which are separated by blanks, in order.

    Examples
    --------
    >>> word_list("one two")
    ['one', 'two']
    """
    return text.split()
