"""A sentence read from both ends: what it states stands between what states nothing."""

from __future__ import annotations

from dataclasses import dataclass

from belie.datatypes import Skipped, SkipReason, Span
from belie.monitor.claims.checkworthy.abstentions import ABSTENTION
from belie.monitor.claims.checkworthy.evaluations import SUBJECTIVE
from belie.monitor.claims.checkworthy.instructions import is_order
from belie.monitor.claims.checkworthy.marks import end_of_lead, opens_with_quotation, straighten
from belie.monitor.claims.checkworthy.notation import is_code
from belie.monitor.claims.checkworthy.openings import closed_openings
from belie.monitor.claims.checkworthy.questions import is_asked, is_question
from belie.monitor.claims.checkworthy.remarks import REMARK
from belie.monitor.claims.checkworthy.tails import find_question_mark, find_tail
from belie.monitor.text import strip

__all__ = ["stated"]

_WHOLE = (
    (SkipReason.ABSTENTION, ABSTENTION),
    (SkipReason.META, REMARK),
    (SkipReason.SUBJECTIVE, SUBJECTIVE),
)


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Words that state nothing, up to ``end``; ``None`` as reason for words that may."""

    end: int
    reason: SkipReason | None


def stated(text: str, sentence: Span) -> tuple[Span | None, tuple[Skipped, ...]]:
    """Return what a sentence states that can be checked, and the stretches that state nothing.

    Parameters
    ----------
    text
        A turn.
    sentence
        One sentence of prose in it.

    Returns
    -------
    tuple
        The part that states something, or ``None``, and the rest with its reasons in reading
        order. The spans slice ``text``, do not overlap and leave out nothing but blanks.

    Examples
    --------
    >>> text = "Sure, the tower is tall, isn't it?"
    >>> part, skipped = stated(text, Span(0, len(text)))
    >>> part.cut(text)
    'the tower is tall'
    >>> [(stretch.span.cut(text), str(stretch.reason)) for stretch in skipped]
    [('Sure,', 'greeting'), (", isn't it?", 'question')]
    """
    kept: Span | None = None
    skipped: list[Skipped] = []
    start = 0
    for stretch in _joined(_stretches(straighten(sentence.cut(text)))):
        span = strip(Span(start, stretch.end).shift(sentence.start), text)
        start = stretch.end
        if stretch.reason is None:
            kept = span
        elif len(span):
            skipped.append(Skipped(span, stretch.reason))
    return kept, tuple(skipped)


def _stretches(words: str) -> list[_Stretch]:
    """Cut a sentence into stretches, in reading order; at most one may state something."""
    start = end_of_lead(words)
    if is_code(words, start):
        return [_Stretch(len(words), SkipReason.CODE)]
    if opens_with_quotation(words):
        return [_Stretch(len(words), None)]
    front = [_Stretch(opening.end, opening.reason) for opening in closed_openings(words, start)]
    start = front[-1].end if front else start
    asking = bool(front) and front[-1].reason is SkipReason.QUESTION
    embedded = asking and not is_asked(words[:start])  # "Did you know that it is red?"
    tail = find_question_mark(words) if embedded else find_tail(words, start)
    end = tail.start if tail else len(words)
    middle = [_Stretch(end, _whole(words, start, end))] if start < end else []
    return [*front, *middle, *([_Stretch(len(words), tail.reason)] if tail else [])]


def _joined(stretches: list[_Stretch]) -> list[_Stretch]:
    """Join neighbours of one reason."""
    followers: list[_Stretch | None] = [*stretches[1:], None]
    return [
        stretch
        for stretch, follower in zip(stretches, followers, strict=True)
        if follower is None or follower.reason is not stretch.reason
    ]


def _whole(words: str, start: int, end: int) -> SkipReason | None:
    """Return why a clause without its openings and tails states nothing, or ``None``."""
    for reason, pattern in _WHOLE:
        if pattern.match(words, start, end):
            return reason
    if is_order(words, start, end):
        return SkipReason.INSTRUCTION
    if is_question(words, start, end):
        return SkipReason.QUESTION
    return None if any(char.isalnum() for char in words[start:end]) else SkipReason.CODE
