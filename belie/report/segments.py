"""Cutting a text at the borders of spans that may overlap, and the sentence around a span."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.report.words import squeeze

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Excerpt", "Segment", "excerpt", "segment"]

_REACH = 240
"""How many characters an excerpt shows on either side of the words it is about."""
_MARKED = 400
"""How many characters of the words themselves it shows."""
_BORDER = re.compile(r"[.!?][\"'”’)\]]*\s+(?=[^a-z\s]|$)|[。！？]|\n")
_ENDED = re.compile(r"[.!?。！？][\"'”’)\]]*$")


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a text that no border crosses.

    Parameters
    ----------
    span
        Where in the text it lies.
    text
        Its words.
    covers
        Which of the spans cover it, as indices into the given spans, ascending.
    """

    span: Span
    text: str
    covers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Words in their sentence, on one line and safe to show; an ellipsis stands for what is cut."""

    before: str
    words: str
    after: str


def segment(text: str, spans: Sequence[Span]) -> tuple[Segment, ...]:
    """Cut ``text`` at every border of ``spans``; the segments joined give ``text`` again.

    Parameters
    ----------
    text
        Any text.
    spans
        Any spans within it, in any order. They may overlap, nest, repeat or be empty; an empty
        one gets an empty segment of its own.

    Raises
    ------
    InputError
        If a span does not lie within the text.

    Examples
    --------
    >>> [(part.text, part.covers) for part in segment("abcdef", [Span(1, 4), Span(3, 5)])]
    [('a', ()), ('bc', (0,)), ('d', (0, 1)), ('e', (1,)), ('f', ())]
    """
    for span in spans:
        span.cut(text)
    borders = sorted({0, len(text), *(edge for span in spans for edge in (span.start, span.end))})
    points = {span.start for span in spans if not len(span)}
    ranges = [Span(start, end) for start, end in pairwise(borders)]
    pieces = sorted([*ranges, *(Span(point, point) for point in points)])
    return tuple(Segment(piece, piece.cut(text), _covering(piece, spans)) for piece in pieces)


def _covering(piece: Span, spans: Sequence[Span]) -> tuple[int, ...]:
    if not len(piece):
        return tuple(number for number, span in enumerate(spans) if span == piece)
    return tuple(
        number
        for number, span in enumerate(spans)
        if span.start <= piece.start and piece.end <= span.end
    )


def excerpt(text: str, span: Span) -> Excerpt:
    """Return the words of ``span`` in their sentence, for display.

    Parameters
    ----------
    text
        Any text.
    span
        The words, within ``text``. Where they, or the sentence around them, are very long, the
        middle or the far end is replaced by an ellipsis.

    Raises
    ------
    InputError
        If ``span`` does not lie within ``text``.

    Examples
    --------
    >>> excerpt("It is old. It cost $599 then. Ask me.", Span(19, 23))
    Excerpt(before='It cost ', words='$599', after=' then.')
    """
    words = span.cut(text)
    return Excerpt(
        squeeze(_before(text[: span.start][-_REACH - 1 :])).lstrip(),
        squeeze(words if len(words) <= _MARKED else _middle_cut(words)),
        squeeze(_after(text[span.end : span.end + _REACH + 1], words)).rstrip(),
    )


def _before(text: str) -> str:
    borders = list(_BORDER.finditer(text))
    if borders:
        return text[borders[-1].end() :]
    return f"…{text[-_REACH:]}" if len(text) > _REACH else text


def _after(text: str, words: str) -> str:
    if _ENDED.search(words) and not text[:1].strip():
        return ""
    border = _BORDER.search(text)
    if border:
        return text[: border.end()]
    return f"{text[:_REACH]}…" if len(text) > _REACH else text


def _middle_cut(words: str) -> str:
    half = _MARKED // 2
    return f"{words[:half]} … {words[-half:]}"
