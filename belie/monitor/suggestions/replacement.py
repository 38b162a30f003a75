"""Other words in the place of some words of a text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from belie.datatypes import Span

__all__ = ["Replacement", "deletion", "insertion", "replacement_between"]

_WORD = re.compile(r"\s+|\w+(?:[.,'’-]\w+)*|.")


@dataclass(frozen=True, slots=True)
class Replacement:
    """Words for a span of a text; every other character stays.

    Examples
    --------
    >>> Replacement(Span(8, 12), "$499").applied("It cost $599.")
    'It cost $499.'
    """

    span: Span
    words: str

    def applied(self, text: str) -> str:
        """Return ``text`` with the words in their place."""
        return f"{text[: self.span.start]}{self.words}{text[self.span.end :]}"


def deletion(span: Span, text: str) -> Replacement:
    """Return what takes words away, with the blank before them or, at the start, behind them.

    Examples
    --------
    >>> deletion(Span(6, 9), "It is not old.").applied("It is not old.")
    'It is old.'
    """
    if 0 < span.start and text[span.start - 1] == " ":
        return Replacement(Span(span.start - 1, span.end), "")
    behind = text[span.end : span.end + 1] == " "
    return Replacement(Span(span.start, span.end + behind), "")


def insertion(words: str, text: str, *, behind: Span) -> Replacement:
    """Return what puts words behind others, after a blank.

    Examples
    --------
    >>> insertion("not", "It is old.", behind=Span(3, 5)).applied("It is old.")
    'It is not old.'
    """
    return Replacement(behind, f"{behind.cut(text)} {words}")


def replacement_between(old: str, new: str) -> Replacement | None:
    """Return the shortest replacement of whole words that makes ``new`` of ``old``, if they differ.

    Examples
    --------
    >>> replacement_between("It cost $599 then.", "It cost $499 then.")
    Replacement(span=Span(start=9, end=12), words='499')
    """
    if old == new:
        return None
    before, after = _WORD.findall(old), _WORD.findall(new)
    start = _shared(before, after)
    end = _shared(before[start:][::-1], after[start:][::-1])
    kept = sum(map(len, before[:start])), sum(map(len, before[len(before) - end :]))
    return Replacement(Span(kept[0], len(old) - kept[1]), new[kept[0] : len(new) - kept[1]])


def _shared(some: list[str], others: list[str]) -> int:
    """Return how many of the first parts of both are the same."""
    pairs = enumerate(zip(some, others, strict=False))
    most = min(len(some), len(others))
    return next((place for place, (one, other) in pairs if one != other), most)
