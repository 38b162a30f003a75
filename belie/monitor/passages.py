"""Documents as overlapping windows, so that nothing is cut off.

Windows of several sentences, not single sentences, are premises: long premises decide better
(Lattimer et al. 2023, SCALE).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.datatypes import Passage, Span
from belie.monitor.text import sentences, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belie.datatypes import Document

__all__ = ["passage_of", "passages", "units"]

_TOKEN = re.compile(r"\w{1,12}|[^\w\s]")


def passages(document: Document, *, turn_id: str, turn: int, size: int) -> list[Passage]:
    """Return windows of ``document`` of at most ``size``, each overlapping the last by half.

    Lengths count words and punctuation marks, and a word of more than 12 letters once per 12, for
    that is what fills a model's input: tables and JSON are made of marks. Every sentence lies
    whole in at least one window, unless it is longer than ``size`` itself and cut into pieces.

    Examples
    --------
    >>> from belie.datatypes import Document
    >>> document = Document("d1", "One is odd. Two is even. Three is odd. Four is even.")
    >>> [p.text for p in passages(document, turn_id="s1/0", turn=0, size=8)]
    ['One is odd. Two is even.', 'Two is even. Three is odd.', 'Three is odd. Four is even.']
    """
    return [
        passage_of(document, span, turn_id=turn_id, turn=turn)
        for span in _windows(units(document.text, size=size), size)
    ]


def passage_of(document: Document, span: Span, *, turn_id: str, turn: int) -> Passage:
    """Return the words of ``document`` that ``span`` cuts out, as a premise of a turn."""
    return Passage(
        id=f"{turn_id}/{document.id}@{span.start}-{span.end}",
        text=span.cut(document.text),
        source=document.id,
        span=span,
        turn=turn,
    )


def units(text: str, *, size: int) -> list[tuple[Span, int]]:
    """Return the sentences of ``text`` in order, each with its length.

    A sentence of more than ``size`` is cut into pieces of at most that; see `passages`.
    """
    return [unit for span in sentences(text) for unit in _units(span, text, size)]


def _units(sentence: Span, text: str, size: int) -> Iterator[tuple[Span, int]]:
    """Yield the sentence, or pieces of at most ``size``, each with its length."""
    pieces = [piece for word in words(text, sentence) for piece in _pieces(word, text, size)]
    first, total = 0, 0
    for number, (_, length) in enumerate(pieces):
        if size < total + length:
            yield Span(pieces[first][0].start, pieces[number - 1][0].end), total
            first, total = number, 0
        total += length
    yield Span(pieces[first][0].start, sentence.end), total


def _pieces(word: Span, text: str, size: int) -> Iterator[tuple[Span, int]]:
    """Yield the word with its length, cut where it alone is longer than a window."""
    tokens = [match.span() for match in _TOKEN.finditer(text, word.start, word.end)]
    for first in range(0, len(tokens), size):
        held = tokens[first : first + size]
        yield Span(held[0][0], held[-1][1]), len(held)


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
