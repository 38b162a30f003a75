"""Words of a text as they are told to a classifier, and where they stand in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["NOWHERE", "Excerpt", "told"]

NOWHERE = Span(0, 0)
"""The place of what is told and stands nowhere: a blank, a comma, a colon."""


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
            for place, source in self.stretches()
            if (found := _shared(span, place, source)) is not None
        ]
        return max(stretches, key=len, default=self.spans[0])

    def stretches(self) -> Iterator[tuple[Span, Span]]:
        """Yield where each sentence or word stands in ``text``, and where in the whole text."""
        return zip(self.places or self._joined(), self.spans, strict=True)

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


def told(words: Iterable[tuple[str, Span]]) -> Excerpt:
    """Return words, each with its place in a text, as they are told one after the other.

    Examples
    --------
    >>> found = told([("Plan", Span(2, 6)), (": ", NOWHERE), ("Pro", Span(9, 12))])
    >>> found.text, found.in_whole(Span(6, 9))
    ('Plan: Pro', Span(start=9, end=12))
    """
    text, spans, places = "", list[Span](), list[Span]()
    for said, source in words:
        if len(source):
            spans.append(source)
            places.append(Span(len(text), len(text) + len(said)))
        text += said
    return Excerpt(text, tuple(spans), tuple(places))
