"""What states nothing at the end of a sentence: a question, or one hung on, or laughter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import SkipReason
from belie.monitor.claims.checkworthy.marks import is_told, straighten
from belie.monitor.claims.checkworthy.patterns import END, pattern
from belie.monitor.claims.checkworthy.questions import (
    DIRECT,
    PRONOUN,
    QUESTION_WORD,
    is_asked,
    opens_question,
)

if TYPE_CHECKING:
    import re

__all__ = ["Tail", "asks_whether", "find_question_mark", "find_tail"]

_NEAR = 80
"""In characters: a tail is not longer, which bounds the search for it."""
_NEGATED_TAG = (
    r"(?:isn't|aren't|wasn't|weren't|don't|doesn't|didn't|won't|wouldn't|can't|couldn't|shouldn't|"
    rf"hasn't|haven't|ain't) {PRONOUN}"
)
_PLAIN_TAG = (
    rf"(?:(?:is|are|was|were|do|does|did|will|would|can|could|has|have) {PRONOUN}(?: not)?|"
    r"right|correct|yes|no|eh|huh|true)"
)
_TAG = pattern(
    rf"(?:\s*,)? {_NEGATED_TAG}\s*\??{END}",
    rf"\s*, (?:{_PLAIN_TAG}|ok|okay|yeah|don't you think|you know|and you)\s*\?{END}",
)
_WHETHER = pattern(rf"(?:,\s*+)?(?:{_NEGATED_TAG}\s*+\??|{_PLAIN_TAG}\s*+\?){END}")
_ABOUT_YOU = r"(?:(?:what|how) about (?:you|yourself|yours)|wbu|hbu)"
_LAST_WORDS = pattern(
    rf"(?:\s*,)? (?:and |so )?{_ABOUT_YOU}{END}|\s*, (?:and |but )?(?:you|yourself)\s*\?{END}"
)
_LAUGH = pattern(rf"(?:\s*,)? (?:lol|lmao|(?:ha){{2,9}})(?: (?:lol|lmao))?{END}|\s*, thanks?{END}")
# A question that follows without a comma: "i am a nurse do you work". Not "so do you".
_RUN_ON = (
    r"(?<=[^\s,])(?<!\b(?:so|as))(?<!\b(?:nor|how|who|why))(?<!\b(?:what|when|than|that|only))"
    rf"(?<!\b(?:which|where)) (?:and |but )?(?=(?:{_ABOUT_YOU}|(?:is there )?anything else|"
    r"(?:do|are|did|can|could|would|will) you|(?:can|could|should|shall) i|which one (?:do|would)|"
    rf"{QUESTION_WORD} (?:do|are|did|is|would|can|should) (?:you|your|i|we)|what kind)\b)"
)
_RUN_ON_QUESTION = pattern(_RUN_ON)
_QUESTION_BORDER = pattern(
    rf"(?<=[^\s,;:.!…–—-])\s?[,;:.!…–—-]++ (?:and |but |so )?(?={DIRECT})", _RUN_ON
)
_DEPENDENT = pattern(
    r"(?:if|when|since|because|although|though|while|after|before|as|given|considering|once|unless|"
    r"for|in|on|at|with|to|by|from|out|about|regarding|speaking|or)\b"
)
_CLAUSE = pattern(
    r"(?:(?:i|it|he|she|we|they|you|this|that|there)(?:'\w++)? \S|\S++ \S++ \S|\S++ \w++s\b)"
)


@dataclass(frozen=True, slots=True)
class Tail:
    """Words that state nothing, from ``start`` on."""

    start: int
    reason: SkipReason


def find_tail(words: str, start: int) -> Tail | None:
    """Return what of a sentence, read from ``start``, states nothing at its end."""
    if is_asked(words):
        return Tail(_start_of_question(words, start), SkipReason.QUESTION)
    near = max(start, len(words) - _NEAR)
    if laugh := _LAUGH.search(words, near):
        return Tail(laugh.start(), SkipReason.GREETING)
    hung = _LAST_WORDS.search(words, near)
    if not hung and not is_told(words):
        hung = _TAG.search(words, near) or _border(_RUN_ON_QUESTION, words, start)
    return Tail(hung.start(), SkipReason.QUESTION) if hung else None


def find_question_mark(words: str) -> Tail | None:
    """Return the question mark of "Did you know that it opened in 1889?"."""
    end = len(words.rstrip("?! \"'*_)"))
    return Tail(end, SkipReason.QUESTION) if end < len(words) else None


def asks_whether(tail: str) -> bool:
    """Whether words hung on a sentence ask if it is so: "right?", not "ok?" or "and you?".

    Examples
    --------
    >>> asks_whether(", isn't it?"), asks_whether(", right?"), asks_whether(", ok?")
    (True, True, False)
    """
    return bool(_WHETHER.match(straighten(tail).strip()))


def _start_of_question(words: str, start: int) -> int:
    """Return where the question begins in a sentence that ends in a question mark."""
    if opens_question(words, start):
        return start
    near = max(start, len(words) - _NEAR)
    hung = _TAG.search(words, near) or _LAST_WORDS.search(words, near)
    border = hung or _border(_QUESTION_BORDER, words, start)
    return border.start() if border else start


def _border(question: re.Pattern[str], words: str, start: int) -> re.Match[str] | None:
    """Find the border before a ``question``, if words that state something stand before it.

    That is not so of "In 1889," and "If it rains,".
    """
    border = question.search(words, start)
    if not border or _DEPENDENT.match(words, start, border.start()):
        return None
    return border if _CLAUSE.match(words, start, border.start()) else None
