"""From a reply to claims with spans and anchors; what does not stand in the turn is dropped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.adapters.llm.alignment import align, anchored
from belie.adapters.llm.grounding import is_grounded
from belie.adapters.llm.words import printable, vocabulary, words
from belie.datatypes import Claim, Scope, Skipped, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.adapters.llm.reply import Reply, StatedClaim
    from belie.datatypes import Turn

__all__ = ["Reading", "reading_of"]

_LONGEST_CLAIM = 1_000
_NO_QUOTE = "its quote does not stand in the turn"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reply is good for.

    Parameters
    ----------
    claims, skipped
        What stands in the turn, in reading order.
    problems
        What is wrong with the reply, for the model to mend; empty if nothing is.
    dropped, unread
        How many claims did not stand in the turn, and how many of the turn's words are in no
        claim and no skipped stretch.
    error
        The class of what the model raised instead of a reply; empty if it replied.
    """

    claims: tuple[Claim, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    problems: tuple[str, ...] = ()
    dropped: int = 0
    unread: int = 0
    error: str = ""

    @property
    def is_usable(self) -> bool:
        """Whether there is a claim, or the turn is said to make none and none was dropped."""
        return bool(self.claims) or (bool(self.skipped) and not self.dropped)


@dataclass(frozen=True, slots=True)
class _Placed:
    """A claim of a reply, and where the words that it quotes stand."""

    stated: StatedClaim
    spans: tuple[Span, ...]


def reading_of(reply: Reply, turn: Turn, earlier: Sequence[Turn]) -> Reading:
    """Return what of a reply stands in the turn, and what is wrong with the rest."""
    text = printable(turn.text)
    known = vocabulary(text, turn.question or "", *(one.text for one in earlier))
    quotes = align([stated.quote for stated in reply.claims], text)
    placed = [_Placed(*pair) for pair in zip(reply.claims, quotes, strict=True)]
    problems = [_problem(one, turn.text, known) for one in placed]
    good = [one for one, problem in zip(placed, problems, strict=True) if problem is None]
    good.sort(key=lambda one: one.spans)
    claims = tuple(_claim(one, turn, number, known) for number, one in enumerate(good))
    stretches = align([stretch.quote for stretch in reply.skipped], text)
    skipped = _skipped(reply, stretches, claimed=_marked(text, claims))
    unaligned = [None if spans else _NO_QUOTE for spans in stretches]
    return Reading(
        claims,
        skipped,
        problems=(*_named("claims", problems), *_named("skipped", unaligned), *_empty(reply)),
        dropped=len(placed) - len(good),
        unread=_unread(text, _marked(text, [*claims, *skipped])),
    )


def _problem(placed: _Placed, text: str, known: frozenset[str]) -> str | None:
    """Return why a claim cannot be kept, or ``None``."""
    stated = placed.stated.text.strip()
    quoted = " ".join(span.cut(text) for span in placed.spans)
    if not words(stated):
        return "its text is empty"
    if _LONGEST_CLAIM < len(stated):
        return f"its text is longer than {_LONGEST_CLAIM} characters"
    if not placed.spans:
        return _NO_QUOTE
    # A reworded claim without an anchor would read as the slice that it is not.
    is_anchored = stated == quoted or anchored(stated, placed.spans, text)
    if not is_anchored or not is_grounded(stated, quoted, known):
        return "its text is not made of the words of its quote and of the conversation"
    return None


def _claim(placed: _Placed, turn: Turn, number: int, known: frozenset[str]) -> Claim:
    stated, spans = placed.stated, placed.spans
    text = stated.text.strip()
    as_of, reported_by = _named_in(stated.as_of, known), _named_in(stated.reported_by, known)
    scope = {*stated.scope} - {Scope.AS_OF}
    scope |= {Scope.AS_OF} if as_of else set()
    scope |= {Scope.REPORTED} if reported_by else set()
    return Claim(
        id=f"{turn.id}#{number}",
        text=text,
        source=turn.id,
        span=Span(spans[0].start, spans[-1].end),
        turn=turn.index,
        role=turn.role,
        pieces=spans if 1 < len(spans) else (),
        scope=frozenset(scope),
        anchors=anchored(text, spans, turn.text),
        reported_by=reported_by,
        as_of=as_of,
        at=turn.at,
    )


def _named_in(name: str | None, known: frozenset[str]) -> str | None:
    """Return a name without blanks around it, if the conversation has all of its words."""
    named = vocabulary(name or "")
    return name.strip() if name and named and named <= known else None


def _skipped(
    reply: Reply, stretches: Sequence[tuple[Span, ...]], *, claimed: bytearray
) -> tuple[Skipped, ...]:
    """Return the stretches without a claim, in order; what a claim quotes is none."""
    skipped = [
        Skipped(span, stretch.reason)
        for stretch, spans in zip(reply.skipped, stretches, strict=True)
        for span in spans
        if claimed.find(1, span.start, span.end) < 0
    ]
    return tuple(sorted(skipped, key=lambda one: one.span))


def _marked(text: str, read: Sequence[Claim | Skipped]) -> bytearray:
    """Return a 1 for each character of the turn that was read."""
    marked = bytearray(len(text))
    for one in read:
        for span in one.spans if isinstance(one, Claim) else (one.span,):
            marked[span.start : span.end] = b"\x01" * len(span)
    return marked


def _unread(text: str, marked: bytearray) -> int:
    return sum(marked.find(1, word.start, word.end) < 0 for word in words(text))


def _named(where: str, problems: Sequence[str | None]) -> list[str]:
    return [f"{where}.{number}: {problem}" for number, problem in enumerate(problems) if problem]


def _empty(reply: Reply) -> list[str]:
    """Return what is wrong with a reply that says nothing of a turn that has words."""
    if reply.claims or reply.skipped:
        return []
    return ["The reply has neither a claim nor a skipped stretch."]
