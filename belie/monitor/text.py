"""Sentences with exact offsets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from syntok import segmenter  # pyright: ignore[reportMissingTypeStubs]

from belie.datatypes import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["sentences", "strip", "words"]

_FENCE = re.compile(r"^[ \t]*(```|~~~).*?(^[ \t]*\1[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_LINE = re.compile(r"[^\r\n]+")
_MARKER = re.compile(r"\s*(?:(?:[-*+•–]|\d{1,3}[.)]|#{1,6}|>)\s+)*")
_WORD = re.compile(r"\S+")
# What syntok leaves whole, for it waits for a capital: "it is red . it is big ." and plain chat.
_TOKENISED_END = re.compile(r"(?<=\s[.!?])\s+(?=\S)")
_ABBREVIATIONS = ("approx", "etc", "gen", "gov", "inc", "ltd", "mrs", "prof", "rev", "sen")
_LOWER_CASE_END = re.compile(
    r"(?<=\s[.!?])\s+(?=\S)|(?<=\w\w\w[.!?])"
    + "".join(rf"(?<!\b{word}\.)" for word in _ABBREVIATIONS)
    + r"\s+(?=\S)"
)
_LONGEST_SEGMENTED = 20_000


def sentences(text: str) -> list[Span]:
    r"""Return the sentences of ``text`` as spans without surrounding blanks, in order.

    Lines and list items are cut first, then sentences within a line (syntok, which knows
    abbreviations); fenced code blocks are left out. A line of over 20,000 characters is cut
    into pieces at blanks beforehand, so that hostile input costs linear time.

    Examples
    --------
    >>> text = "# Tower\n- It is 330 m tall. Dr. Eiffel built it."
    >>> [span.cut(text) for span in sentences(text)]
    ['Tower', 'It is 330 m tall.', 'Dr. Eiffel built it.']
    """
    return [span for line in _lines(text) for span in _segment(line, text)]


def words(text: str, within: Span | None = None) -> list[Span]:
    """Return the blank-separated words of ``text``, or of a part of it, as spans of ``text``."""
    start, end = (within.start, within.end) if within else (0, len(text))
    return [Span(*match.span()) for match in _WORD.finditer(text, start, end)]


def strip(span: Span, text: str) -> Span:
    """Return ``span`` without blanks at its ends."""
    cut = span.cut(text)
    start = span.start + len(cut) - len(cut.lstrip())
    return Span(start, max(start, span.start + len(cut.rstrip())))


def _lines(text: str) -> Iterator[Span]:
    fences = [match.span() for match in _FENCE.finditer(text)]
    for match in _LINE.finditer(text):
        if any(start <= match.start() < end for start, end in fences):
            continue
        marker = _MARKER.match(text, match.start(), match.end())
        start = marker.end() if marker else match.start()
        yield from _pieces(Span(start, match.end()), text)


def _pieces(line: Span, text: str) -> Iterator[Span]:
    start = line.start
    while _LONGEST_SEGMENTED < line.end - start:
        blank = text.rfind(" ", start + 1, start + _LONGEST_SEGMENTED)
        end = blank if 0 < blank else start + _LONGEST_SEGMENTED
        yield Span(start, end)
        start = end
    yield Span(start, line.end)


def _segment(line: Span, text: str) -> Iterator[Span]:
    cut = line.cut(text)
    end = _TOKENISED_END if any(char.isupper() for char in cut) else _LOWER_CASE_END
    for paragraph in segmenter.analyze(cut):  # pyright: ignore[reportUnknownMemberType]
        for sentence in paragraph:
            tokens = list(sentence)
            last = tokens[-1].offset + len(tokens[-1].value)
            yield from _split(Span(tokens[0].offset, last).shift(line.start), text, end)


def _split(sentence: Span, text: str, end: re.Pattern[str]) -> Iterator[Span]:
    """Cut a sentence further where ``end`` matches."""
    start = sentence.start
    for border in end.finditer(text, sentence.start, sentence.end):
        yield from _kept(Span(start, border.start()), text)
        start = border.end()
    yield from _kept(Span(start, sentence.end), text)


def _kept(span: Span, text: str) -> Iterator[Span]:
    stripped = strip(span, text)
    if len(stripped):
        yield stripped
