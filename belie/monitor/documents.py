"""The documents of one session, and what of them a claim is read beside."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, cast

from cachetools import LRUCache

from belie.graph.rules import document_key
from belie.monitor.candidates import StatementIndex
from belie.monitor.comparable import comparable
from belie.monitor.excerpts import stretch
from belie.monitor.passages import passage_of, passages
from belie.monitor.records import lacks_header

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence

    from belie.datatypes import Claim, Document, Passage, Turn
    from belie.graph.rules import DocumentKey
    from belie.monitor.settings import Settings
    from belie.monitor.vectors import CachedEncoder

__all__ = ["DocumentIndex"]

_WINDOWS_KEPT = 32
"""Documents whose passages are kept, for the next look at a turn that is still being said."""
_WINDOWS_READ = 40
"""The most windows of a document that is looked through for each claim: about 2,000 words."""


@dataclass(frozen=True, slots=True)
class _Known:
    """The document and the turn that first brought a text, and the numbers of its passages."""

    document: Document
    turn: Turn
    passages: range


class DocumentIndex:
    """The documents of a session, each text once, searchable by meaning.

    Not thread-safe: the monitor holds one lock per session.
    """

    def __init__(self, *, encoder: CachedEncoder, settings: Settings) -> None:
        self._encoder = encoder
        self._settings = settings
        self._passages = StatementIndex(encoder, searched=settings.passages_searched)
        self._by_text: dict[str, _Known] = {}
        self._by_source: dict[DocumentKey, _Known] = {}
        self._cut: LRUCache[tuple[str, str, str], list[Passage]] = LRUCache(_WINDOWS_KEPT)

    def __len__(self) -> int:
        return len(self._passages)

    def add(self, turn: Turn) -> None:
        """Make the turn's documents searchable; a text seen before is not added again."""
        for document in turn.documents:
            if document.text not in self._by_text:
                first = len(self._passages)
                self._passages.add(self._windows(document, turn))
                known = _Known(document, turn, range(first, len(self._passages)))
                self._by_text[document.text] = self._by_source[turn.index, document.id] = known

    def prepare(self, turn: Turn) -> None:
        """Read the documents of a turn that is still being said; nothing is made searchable.

        Their vectors stay in the encoder's cache, so that a check of the turn finds them there.
        """
        new = [document for document in turn.documents if document.text not in self._by_text]
        windows = chain.from_iterable(self._windows(document, turn) for document in new)
        texts = [passage.text for passage in windows][: self._settings.passages_searched]
        if texts:
            self._encoder.encode(texts)

    @contextmanager
    def including(self, turn: Turn) -> Generator[None]:
        """Make the documents of a turn that may never be searchable for as long as this lasts."""
        new = {document.text for document in turn.documents} - self._by_text.keys()
        count = len(self._passages)
        try:
            self.add(turn)
            yield
        finally:
            for text in new & self._by_text.keys():
                known = self._by_text.pop(text)
                del self._by_source[turn.index, known.document.id]
            self._passages.truncate(count)

    def search(
        self, claims: Sequence[Claim], sentences: Mapping[str, str], *, without: Sequence[Document]
    ) -> list[list[Passage]]:
        """Return for each claim what it is read beside, of the documents most similar to it.

        Parameters
        ----------
        claims
            Those of a turn.
        sentences
            By the id of a claim the sentence that it was taken from.
        without
            Documents that are not looked at.
        """
        found = self._passages.search(
            claims,
            k=self._settings.passages_per_claim,
            accept=comparable,
            without=[number for one in without for number in self._by_text[one.text].passages],
        )
        return [
            list(self._read(claim, cast("list[Passage]", windows), sentences.get(claim.id, "")))
            for claim, windows in zip(claims, found, strict=True)
        ]

    def shown(self, turn: Turn) -> set[DocumentKey]:
        """Return the keys of a turn's documents, as the turns that first brought their texts."""
        known = [self._by_text[document.text] for document in turn.documents]
        return {(one.turn.index, one.document.id) for one in known}

    def at_first(self, passage: Passage, now: Turn) -> Passage:
        """Return a passage of a turn's document as one of the turn that first brought its text.

        So what a document says is one premise, however often it is retrieved.

        Parameters
        ----------
        passage
            A part of one of the documents of ``now``, or one of an earlier turn, which is
            returned as it is.
        now
            The turn that is being checked.
        """
        if passage.turn != now.index:
            return passage
        text = next(one.text for one in now.documents if one.id == passage.source)
        known = self._by_text.get(text)
        if known is None or known.turn.index == now.index:
            return passage
        first = known.turn
        return passage_of(known.document, passage.span, turn_id=first.id, turn=first.index)

    def _windows(self, document: Document, turn: Turn) -> list[Passage]:
        windows = self._cut.get((turn.id, document.text, document.id))
        if windows is None:
            windows = passages(
                document, turn_id=turn.id, turn=turn.index, size=self._settings.passage_words
            )
            self._cut[turn.id, document.text, document.id] = windows
        return windows

    def _read(self, claim: Claim, windows: Sequence[Passage], sentence: str) -> Iterator[Passage]:
        """Yield what is read of documents whose ``windows`` are most similar to a claim.

        Of each document it is the stretch with the sentences that together have most of the
        claim's words, and of the most similar one its best window too, for it may say the same in
        other words, but not if it is the middle of a table. Where no sentences have the claim's
        words, it is the windows.
        """
        by_source: dict[DocumentKey, list[Passage]] = {}
        for window in windows:
            by_source.setdefault(document_key(window), []).append(window)
        for place, found in enumerate(by_source.values()):
            whole = self._stretch(found[0], claim, sentence)
            if whole is None:
                yield from found
                continue
            best = found[: place == 0 and not lacks_header(found[0].text)]
            yield from best
            if not any(window.span.contains(whole.span) for window in best):
                yield whole

    def _stretch(self, window: Passage, claim: Claim, sentence: str) -> Passage | None:
        """What is read of the whole document of a window; ``None`` of one that has no other."""
        known = self._by_source[document_key(window)]
        if not 1 < len(known.passages) <= _WINDOWS_READ:
            return None
        span = stretch(known.document.text, claim.text, sentence)
        if span is None:
            return None
        return passage_of(known.document, span, turn_id=known.turn.id, turn=known.turn.index)
