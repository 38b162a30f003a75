"""From drafts to claims: scope, links, exact places in the turn, numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from belie.datatypes import Anchor, Claim, Role, Scope, Span
from belie.monitor.claims.links import links
from belie.monitor.claims.scope import meaning

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from belie.datatypes import Turn
    from belie.monitor.claims.drafts import Draft
    from belie.monitor.claims.stating import Sentence

__all__ = ["finished"]

_STOPS = frozenset(".!?…。！？｡")


def finished(turn: Turn, drafts: Iterable[tuple[Draft, Sentence]]) -> tuple[Claim, ...]:
    """Return drafts, each with its sentence, as the claims of ``turn``, numbered in order."""
    return tuple(
        _claim(turn, f"{turn.id}#{number}", draft, sentence)
        for number, (draft, sentence) in enumerate(drafts)
    )


def _claim(turn: Turn, name: str, draft: Draft, sentence: Sentence) -> Claim:
    draft = _stopped(draft, turn.text)
    sources = sorted(anchor.source for anchor in draft.anchors) or [sentence.span]
    span = Span(sources[0].start, max(source.end for source in sources))
    pieces = _united(sources)
    read = meaning(draft.text)
    verbatim = draft.text == span.cut(turn.text)
    surroundings = {
        Scope.CORRECTION: sentence.correcting,
        Scope.QUOTED: sentence.block.quoted,
        Scope.QUESTION: sentence.asking or (sentence.checking and turn.role is Role.USER),
    }
    return Claim(
        id=name,
        text=draft.text,
        source=turn.id,
        span=span,
        turn=turn.index,
        role=turn.role,
        pieces=() if len(pieces) == 1 else tuple(pieces),
        scope=draft.scope | read.scope | {mark for mark, holds in surroundings.items() if holds},
        anchors=() if verbatim else draft.anchors,
        links=links(draft.text),
        reported_by=draft.reported_by or read.reported_by,
        as_of=read.as_of,
        subject=draft.subject,
        context=draft.context,
        at=turn.at,
    )


def _stopped(draft: Draft, text: str) -> Draft:
    """Return a draft with a full stop, the sentence's own where its last word stands before one.

    The classifier learnt from sentences: without a stop it is less sure of both sides.
    """
    if draft.text[-1:] in _STOPS:
        return draft
    last = draft.anchors[-1] if draft.anchors else None
    if last is None or last.span.end < len(draft.text) or text[last.source.end :][:1] not in _STOPS:
        return replace(draft, text=f"{draft.text}.")
    stop = text[last.source.end]
    if last.span.cut(draft.text) != last.source.cut(text):
        return replace(draft, text=f"{draft.text}{stop}")
    longer = Anchor(
        Span(last.span.start, last.span.end + 1), Span(last.source.start, last.source.end + 1)
    )
    return replace(draft, text=f"{draft.text}{stop}", anchors=(*draft.anchors[:-1], longer))


def _united(sources: Sequence[Span]) -> list[Span]:
    """Return spans in order, those that touch or overlap as one."""
    united: list[Span] = []
    for source in sources:
        if united and source.start <= united[-1].end:
            united[-1] = Span(united[-1].start, max(united[-1].end, source.end))
        else:
            united.append(source)
    return united
