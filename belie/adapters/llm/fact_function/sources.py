"""The passages that a call shows: the documents of a turn, whole, or what search found of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.adapters.llm.messages import fenced
from belie.adapters.llm.words import printable, words
from belie.datatypes import Document, Passage, Span

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeGuard

    from belie.datatypes import Candidate, Statement, Turn

__all__ = ["Source", "found", "is_own", "shown", "whole", "window"]


@dataclass(frozen=True, slots=True)
class Source:
    """A stretch of a document, shown as one passage; ``span`` slices the document's text."""

    document: Document
    span: Span

    @property
    def text(self) -> str:
        """The stretch, as it can be sent: its offsets are those of the document's words."""
        return printable(self.span.cut(self.document.text))


def whole(turn: Turn) -> list[Source]:
    """Return the documents of a turn that have any words, whole."""
    return [
        Source(document, Span(0, len(document.text)))
        for document in turn.documents
        if words(document.text)
    ]


def found(turn: Turn, candidates: Sequence[Candidate]) -> list[Source]:
    """Return the windows of the turn's documents among the candidates, overlapping ones joined."""
    spans: dict[str, list[Span]] = {}
    for candidate in candidates:
        if is_own(candidate.premise, turn):
            spans.setdefault(candidate.premise.source, []).append(candidate.premise.span)
    return [
        Source(document, span)
        for document in turn.documents
        for span in _joined(spans.get(document.id, ()))
    ]


def is_own(premise: Statement, turn: Turn) -> TypeGuard[Passage]:
    """Whether a premise is a window of one of the turn's own documents."""
    return isinstance(premise, Passage) and premise.id.startswith(f"{turn.id}/{premise.source}@")


def window(turn: Turn, document: Document, span: Span) -> Passage:
    """Return a stretch of one of the turn's documents as a premise."""
    return Passage(
        id=f"{turn.id}/{document.id}@{span.start}-{span.end}",
        text=span.cut(document.text),
        source=document.id,
        span=span,
        turn=turn.index,
    )


def shown(sources: Sequence[Source]) -> list[str]:
    """Return the passages of a prompt, each fenced off as data."""
    # Never the document's id: whoever wrote the document may have chosen it.
    return fenced([(f"Passage {n}:", source.text) for n, source in enumerate(sources, 1)])


def _joined(spans: Sequence[Span]) -> list[Span]:
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.start <= joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return joined
