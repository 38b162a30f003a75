"""The sentences of a passage that a claim, or the sentence it was taken from, is read beside.

A small classifier finds what decides in a few sentences more surely than in ten, and in half of
the time. The passage is still what rules read and what alerts show.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.monitor.answers import answered, denied
from belie.monitor.claims.html import tags
from belie.monitor.keeping import kept
from belie.monitor.lookup import COVERED, look_up
from belie.monitor.stems import stems
from belie.monitor.text import sentences
from belie.monitor.told import NOWHERE, Excerpt, told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["OF_CLAIM", "OF_SENTENCE", "Excerpt", "excerpt", "stretch"]

OF_CLAIM, OF_SENTENCE = 20, 40
"""The least words that are read beside a claim, and beside the sentence that it was taken from."""
_LEAST = 2
"""Sentences that are read in any case: one alone may begin with a pronoun."""
_MARK = re.compile(r"[.!?…。！？｡]")
_END = re.compile(rf"{_MARK.pattern}[\"'”’)\]*_]*$")


@kept(4096)
def excerpt(text: str, said: str, *, least: int, beside: str = "") -> Excerpt:
    """Return the sentences of ``text`` that together have most of the words of ``said``.

    They are chosen one by one, each for what it adds (Nemhauser, Wolsey and Fisher 1978), until
    there are two of them and ``least`` words. Of what is no prose it is the lines, rows and
    cells with those words, below their headings. A text whose sentences or lines have less than
    half of the words is returned whole: what was said is put differently then, and what decides
    may be anywhere.

    Parameters
    ----------
    text
        A passage.
    said
        A claim or a sentence.
    least
        How many words are read at least, if there are so many.
    beside
        Words that tell what pronouns stand for: a row whose name is among them was spoken of.

    Examples
    --------
    >>> text = "The bridge is old. Boats pass it. It has six lanes. It opened in 1932."
    >>> excerpt(text, "The bridge opened in 1937.", least=8).text
    'The bridge is old. It opened in 1932.'
    """
    spans = _prose(text)
    found = None if spans else look_up(text, said, beside)
    if found is not None:
        return found
    groups = answered(spans, text)
    if len(groups) <= _LEAST:
        return _whole(groups, text)
    words = [frozenset[str]().union(*(stems(one.cut(text)) for one in each)) for each in groups]
    asked = wanted = stems(said)
    shares = [len(asked & held) for held in words]
    chosen: list[int] = []
    length = 0
    while len(chosen) < len(groups) and (len(chosen) < _LEAST or length < least):
        others = [number for number in range(len(groups)) if number not in chosen]
        best = max(others, key=lambda number: (len(wanted & words[number]), shares[number]))
        chosen.append(best)
        wanted -= words[best]
        length += sum(len(span.cut(text).split()) for span in groups[best])
    if len(asked - wanted) < COVERED * len(asked):
        return _whole(groups, text)
    return _read([groups[number] for number in sorted(chosen)], text)


def _whole(groups: Sequence[Sequence[Span]], text: str) -> Excerpt:
    """Return a text as it is read; as it stands, unless there are answers to be put otherwise."""
    if any(denied(group, text) for group in groups):
        return _read(groups, text)
    return _read([(Span(0, len(text)),)], text)


def _read(groups: Sequence[Sequence[Span]], text: str) -> Excerpt:
    """Return sentences as they are read: what is denied after the "no", and without tags."""
    read = told(_words(groups, text))
    if not read.spans:
        return Excerpt(text, (Span(0, len(text)),))
    as_they_stand = tuple(span for group in groups for span in group)
    return Excerpt(read.text, read.spans) if read.spans == as_they_stand else read


def _words(groups: Iterable[Sequence[Span]], text: str) -> Iterator[tuple[str, Span]]:
    begun = False
    for group in groups:
        for number, word in enumerate(_told(group, text)):
            if begun and number == 0:
                yield " ", NOWHERE
            yield word
            begun = True


def _told(group: Sequence[Span], text: str) -> Iterator[tuple[str, Span]]:
    """Yield words of sentences as they are told, with where they stand."""
    put_otherwise = denied(group, text)
    if put_otherwise is not None:
        yield from put_otherwise
        return
    for number, span in enumerate(group):
        if number:
            yield " ", NOWHERE
        for place, (piece, blank) in enumerate(_untagged(span, text)):
            if blank and place:
                yield " ", NOWHERE
            yield piece.cut(text), piece


def _untagged(span: Span, text: str) -> Iterator[tuple[Span, bool]]:
    """Yield what stands between the tags of a stretch, and whether a blank belongs before it."""
    start, blank = span.start, True
    for tag in tags(span, text):
        if start < tag.span.start:
            yield Span(start, tag.span.start), blank
            blank = False
        start, blank = tag.span.end, blank or tag.is_border
    if start < span.end:
        yield Span(start, span.end), blank


def stretch(text: str, claim: str, sentence: str) -> Span | None:
    """Return the part of a document from the first to the last sentence worth reading.

    Parameters
    ----------
    text
        A whole document.
    claim, sentence
        What is read beside it: a claim, and the sentence that it was taken from, or "".

    Returns
    -------
    Span or None
        It holds all of both excerpts; ``None`` where the claim's is the whole text, so that no
        sentences are a sign of what decides.

    Examples
    --------
    >>> text = (
    ...     "It is old. The bridge links the two towns on the banks of the slow river. "
    ...     "Boats pass it. In 1932 the mayor opened it to horses, carts and cars. Geese nest."
    ... )
    >>> found = stretch(text, "The mayor opened the bridge in 1937.", "").cut(text)
    >>> found[:27], found[-20:]
    ('The bridge links the two to', 'ses, carts and cars.')
    """
    spans = excerpt(text, claim, least=OF_CLAIM).spans
    if len(spans) < _LEAST:
        return None
    beside = excerpt(text, sentence, least=OF_SENTENCE).spans if sentence else ()
    read = (*spans, *beside) if _LEAST <= len(beside) else spans
    return Span(min(span.start for span in read), max(span.end for span in read))


@kept(1024)
def _prose(text: str) -> tuple[Span, ...]:
    """Return the sentences of a text that consists of such; else nothing."""
    if len(_MARK.findall(text)) < _LEAST:
        return ()  # at most two sentences, which need not be told apart
    spans = sentences(text)
    ended = sum(_END.search(span.cut(text)) is not None for span in spans)
    letters = len(text) - sum(len(tag.span) for tag in tags(Span(0, len(text)), text))
    is_prose = len(spans) <= 2 * ended and 0.9 * letters <= sum(map(len, spans))
    return tuple(spans) if is_prose else ()
