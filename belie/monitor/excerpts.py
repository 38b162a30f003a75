"""The sentences of a passage that a claim, or the sentence it was taken from, is read beside.

A small classifier finds what decides in a few sentences more surely than in ten, and in half of
the time. The passage is still what rules read and what alerts show.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.monitor.answers import answered, denied
from belie.monitor.claims.html import tags
from belie.monitor.keeping import kept
from belie.monitor.lookup import COVERED, look_up
from belie.monitor.stems import stems
from belie.monitor.text import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["OF_CLAIM", "OF_SENTENCE", "Excerpt", "excerpt", "stretch"]

OF_CLAIM, OF_SENTENCE = 20, 40
"""The least words that are read beside a claim, and beside the sentence that it was taken from."""
_LEAST = 2
"""Sentences that are read in any case: one alone may begin with a pronoun."""
_MARK = re.compile(r"[.!?…。！？｡]")
_END = re.compile(rf"{_MARK.pattern}[\"'”’)\]*_]*$")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Some sentences of a text, in their order, with a blank between them; or some of its lines.

    Parameters
    ----------
    text
        The sentences.
    spans
        Where they lie in the whole text.
    places
        Where they stand in ``text``; empty where there is only a blank between them.

    Examples
    --------
    >>> whole = "It is old. It is tall. It is red."
    >>> read = Excerpt("It is old. It is red.", (Span(0, 10), Span(23, 33)))
    >>> read.in_whole(Span(17, 20)).cut(whole)
    'red'
    """

    text: str
    spans: tuple[Span, ...]
    places: tuple[Span, ...] = ()

    def in_whole(self, span: Span) -> Span:
        """Return where words of the excerpt stand in the whole text.

        Of words of several sentences it is the longest stretch that lies in one; of none between
        two cells it is the first words.
        """
        stretches = [
            found
            for place, source in zip(self.places or self._joined(), self.spans, strict=True)
            if (found := _shared(span, place, source)) is not None
        ]
        return max(stretches, key=len, default=self.spans[0])

    def _joined(self) -> Iterator[Span]:
        start = 0
        for span in self.spans:
            yield Span(start, start + len(span))
            start += len(span) + 1


def _shared(span: Span, place: Span, source: Span) -> Span | None:
    """Return where the part of ``span`` at ``place`` stands; a tick stands for a whole word."""
    first, last = max(span.start, place.start), min(span.end, place.end)
    if last < first:
        return None
    by = source.start - place.start
    return Span(first + by, last + by) if len(place) == len(source) else source


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
        return Excerpt(found.text, found.spans, found.places)
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
    read, spans, places = "", list[Span](), list[Span]()
    for group in groups:
        for number, (said, source) in enumerate(_told(group, text)):
            read += " " if read and number == 0 else ""
            if len(source):
                spans.append(source)
                places.append(Span(len(read), len(read) + len(said)))
            read += said
    if not spans:
        return Excerpt(text, (Span(0, len(text)),))
    as_it_stands = spans == [span for group in groups for span in group]
    return Excerpt(read, tuple(spans), () if as_it_stands else tuple(places))


def _told(group: Sequence[Span], text: str) -> Iterator[tuple[str, Span]]:
    """Yield words of sentences as they are told, with where they stand; blanks stand nowhere."""
    told = denied(group, text)
    if told is not None:
        yield from told
        return
    for number, span in enumerate(group):
        if number:
            yield " ", Span(span.start, span.start)
        for place, (piece, blank) in enumerate(_untagged(span, text)):
            if blank and place:
                yield " ", Span(piece.start, piece.start)
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
    told = len(text) - sum(len(tag.span) for tag in tags(Span(0, len(text)), text))
    is_prose = len(spans) <= 2 * ended and 0.9 * told <= sum(map(len, spans))
    return tuple(spans) if is_prose else ()
