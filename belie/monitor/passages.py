"""Documents as overlapping windows, so that nothing is cut off.

Windows of several sentences, not single sentences, are premises: long premises decide better
(Lattimer et al. 2023, SCALE).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.datatypes import Passage, Span
from belie.monitor.text import sentences, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belie.datatypes import Document

__all__ = ["passages"]


def passages(document: Document, *, turn_id: str, turn: int, size: int) -> list[Passage]:
    """Return windows of ``document`` of at most ``size`` words, each overlapping the last by half.

    Every sentence lies whole in at least one window, unless it is longer than ``size`` words
    itself; such a sentence is cut into pieces of ``size`` words.

    Examples
    --------
    >>> from belie.datatypes import Document
    >>> document = Document("d1", "One is odd. Two is even. Three is odd. Four is even.")
    >>> [p.text for p in passages(document, turn_id="s1/0", turn=0, size=6)]
    ['One is odd. Two is even.', 'Two is even. Three is odd.', 'Three is odd. Four is even.']
    """
    units = [unit for span in sentences(document.text) for unit in _units(span, document, size)]
    return [
        Passage(
            id=f"{turn_id}/{document.id}@{span.start}-{span.end}",
            text=span.cut(document.text),
            source=document.id,
            span=span,
            turn=turn,
        )
        for span in _windows(units, size)
    ]


def _units(sentence: Span, document: Document, size: int) -> Iterator[tuple[Span, int]]:
    """Yield the sentence, or its pieces of ``size`` words, each with its number of words."""
    spans = words(sentence.cut(document.text))
    for first in range(0, len(spans), size):
        piece = spans[first : first + size]
        span = Span(piece[0].start, piece[-1].end).shift(sentence.start)
        yield span, len(piece)


def _windows(units: list[tuple[Span, int]], size: int) -> Iterator[Span]:
    first = 0
    while first < len(units):
        last, total = first, units[first][1]
        while last + 1 < len(units) and total + units[last + 1][1] <= size:
            last += 1
            total += units[last][1]
        yield Span(units[first][0].start, units[last][0].end)
        if last + 1 == len(units):
            return
        first = _next_first(units, first=first, last=last, half=total / 2)


def _next_first(units: list[tuple[Span, int]], *, first: int, last: int, half: float) -> int:
    """Return the unit at which the next window starts: past half of this one's words."""
    passed, index = 0, first
    while index <= last and passed < half:
        passed += units[index][1]
        index += 1
    return min(index, last + 1)
