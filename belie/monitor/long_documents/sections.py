"""Documents cut into sentences, and runs of them that can be halved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from belie.datatypes import Document, Passage, Span
from belie.monitor.languages import of_premises, unsupported
from belie.monitor.passages import passage_of, units

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.datatypes import Turn

__all__ = ["CutDocument", "Section", "around", "cut_documents", "readable_parts", "windows"]


@dataclass(frozen=True, slots=True)
class CutDocument:
    """A document and its sentences.

    Parameters
    ----------
    document, turn_id, turn
        What was cut, and the turn that brought it.
    spans, lengths
        Where each sentence lies, and its length in words and punctuation marks.
    offset
        How many sentences the documents before it have.
    """

    document: Document
    turn_id: str
    turn: int
    spans: tuple[Span, ...]
    lengths: tuple[int, ...]
    offset: int = 0

    def texts(self) -> list[str]:
        """Return the words of each sentence."""
        return [span.cut(self.document.text) for span in self.spans]


@dataclass(frozen=True, slots=True)
class Section:
    """A run of sentences of one document, from ``first`` to before ``end``; never empty.

    Examples
    --------
    >>> cut = CutDocument(Document("d", "A is. B is. C is."), "s/0", 0,
    ...                   (Span(0, 5), Span(6, 11), Span(12, 17)), (3, 3, 3))
    >>> whole = Section(cut, 0, 3)
    >>> [half.passage.text for half in whole.halves()]
    ['A is.', 'B is. C is.']
    >>> whole.passage.id
    's/0/d@0-17'
    """

    cut: CutDocument
    first: int
    end: int

    def __len__(self) -> int:
        return self.end - self.first

    @property
    def length(self) -> int:
        """In words and punctuation marks."""
        return sum(self.cut.lengths[self.first : self.end])

    @property
    def numbers(self) -> slice:
        """Which sentences it has, counted over all documents."""
        return slice(self.cut.offset + self.first, self.cut.offset + self.end)

    @property
    def passage(self) -> Passage:
        """The words of it, as a premise."""
        span = Span(self.cut.spans[self.first].start, self.cut.spans[self.end - 1].end)
        cut = self.cut
        return passage_of(cut.document, span, turn_id=cut.turn_id, turn=cut.turn)

    def halves(self) -> tuple[Section, Section]:
        """Return its first and its second half; it needs two sentences at least."""
        middle = (self.first + self.end) // 2
        return Section(self.cut, self.first, middle), Section(self.cut, middle, self.end)


def cut_documents(turn: Turn, *, size: int) -> list[CutDocument]:
    """Return the documents of ``turn`` in order, no sentence longer than ``size``."""
    found: list[CutDocument] = []
    offset = 0
    for document in turn.documents:
        cut = units(document.text, size=size)
        spans, lengths = tuple(span for span, _ in cut), tuple(length for _, length in cut)
        found.append(CutDocument(document, turn.id, turn.index, spans, lengths, offset))
        offset += len(cut)
    return found


def readable_parts(
    cuts: Sequence[CutDocument], *, size: int
) -> tuple[list[CutDocument], tuple[str, ...]]:
    """Return the parts of documents that the shipped models can read, and what to say of others.

    Windows of ``size`` are looked at; neighbours that can be read make one part.
    """
    found = [
        (window, unsupported(window.passage.text))
        for cut in cuts
        for window in windows(cut, size=size)
    ]
    parts: list[CutDocument] = []
    offset = 0
    for (_, can_be_read), run in groupby(found, key=lambda one: (one[0].cut.offset, not one[1])):
        several = [window for window, _ in run]
        if can_be_read:
            cut, first, end = several[0].cut, several[0].first, several[-1].end
            spans, lengths = cut.spans[first:end], cut.lengths[first:end]
            parts.append(replace(cut, spans=spans, lengths=lengths, offset=offset))
            offset += len(spans)
    return parts, of_premises(language for _, language in found)


def windows(cut: CutDocument, *, size: int) -> Iterator[Section]:
    """Yield windows of at most ``size`` one after the other, which together are the document."""
    first, total = 0, 0
    for number, length in enumerate(cut.lengths):
        if first < number and size < total + length:
            yield Section(cut, first, number)
            first, total = number, 0
        total += length
    if cut.lengths:
        yield Section(cut, first, len(cut.lengths))


def around(cut: CutDocument, number: int, *, size: int) -> Section:
    """Return a sentence with its neighbours, one on each side by turns, of at most ``size``."""
    first, end, total = number, number + 1, cut.lengths[number]
    while True:
        before = _room(cut.lengths[:first][-1:], size - total)
        total += before
        after = _room(cut.lengths[end : end + 1], size - total)
        total += after
        if not before and not after:
            return Section(cut, first, end)
        first, end = first - (before > 0), end + (after > 0)


def _room(lengths: Sequence[int], left: int) -> int:
    """Return the length of a neighbour that there is and has room, or 0."""
    return lengths[0] if lengths and lengths[0] <= left else 0
