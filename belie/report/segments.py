"""Cutting a text at the borders of spans that may overlap, and the sentence around a span."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.report.words import squeeze

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
    return tuple(_segments(text, spans))


def _segments(text: str, spans: Sequence[Span]) -> Iterator[Segment]:
    """Walk from border to border; only the spans that are open there are looked at."""
    borders = sorted({0, len(text), *(edge for span in spans for edge in (span.start, span.end))})
    begun: defaultdict[int, list[int]] = defaultdict(list)
    for number, span in enumerate(spans):
        begun[span.start].append(number)
    covers: list[int] = []
    for start, end in pairwise([*borders, len(text)]):
        empty = [number for number in begun[start] if not len(spans[number])]
        if empty:
            yield Segment(Span(start, start), "", tuple(empty))
        covers = sorted(n for n in (*covers, *begun[start]) if start < spans[n].end)
        if start < end:
            yield Segment(Span(start, end), text[start:end], tuple(covers))


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
