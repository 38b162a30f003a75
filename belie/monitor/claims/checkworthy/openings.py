"""What states nothing at the front of a sentence: "Oh, sure, here's the answer:"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import SkipReason
from belie.monitor.claims.checkworthy.abstentions import ABSTENTION, UNSURE
from belie.monitor.claims.checkworthy.admissions import ADMISSIONS
from belie.monitor.claims.checkworthy.evaluations import SUBJECTIVE
from belie.monitor.claims.checkworthy.greetings import INTERJECTIONS, REACTIONS
from belie.monitor.claims.checkworthy.instructions import INSTRUCTION, is_order
from belie.monitor.claims.checkworthy.patterns import pattern, phrases
from belie.monitor.claims.checkworthy.questions import end_of_question
from belie.monitor.claims.checkworthy.remarks import LEAD_INS
from belie.monitor.claims.checkworthy.vocabulary import STATED

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Opening", "closed_openings", "openings"]

# A new subject is a border where there is no comma: "hi i am tom", "well it is red".
_SUBJECT = pattern(
    r"(?:i|i'm|i've|i'd|i'll|im|ive|we|he|she|they|my|it|it's|its|he's|she's|we're|they're|"
    r"please|tell|give|let|what|how|where|(?:can|could|do|would) you)(?!'?\w)"
)
_SPEAKER = pattern(r"(?:i|i'm|i've|i'd|i'll|im|ive|my|we)(?!'?\w)")
_NOTHING = re.compile(r"(?!)")
_BUT = r"(?:but )?"
_AND_ANOTHER = rf"(?:and (?=(?:{'|'.join(INTERJECTIONS)})(?!'?\w)))?"
_INTERJECTIONS = (
    (SkipReason.GREETING, phrases(*INTERJECTIONS, then=_AND_ANOTHER), _SUBJECT),
    (SkipReason.GREETING, phrases(*REACTIONS), _SPEAKER),
    (SkipReason.META, phrases(*ADMISSIONS, then=_BUT), _SUBJECT),
    (SkipReason.ABSTENTION, phrases(UNSURE, then=_BUT), _NOTHING),
)
_CLAUSES = (
    (SkipReason.ABSTENTION, ABSTENTION),
    (SkipReason.SUBJECTIVE, SUBJECTIVE),
    (SkipReason.INSTRUCTION, INSTRUCTION),
)
_HOWEVER = pattern(
    r"[^;.:!?]{0,200}?(?<!\s)(?:\s*+;|\s*+, (?:but|however|though|although)\b| (?:but|however)\b)"
    r"\s*,? "
)
_SPLICE = pattern(
    r"[^;.:!?]{0,200}?(?<!\s)\s*+, (?=(?:i|i'm|i've|i'd|i'll|im|ive|we|we've)(?!'?\w) \w)"
)
"""A comma between two sentences, as people type them."""
_REASON = pattern(
    r"[^;.:!?]{0,200}?(?<!\s)(?:(?:\s*+,)? (?:because|since)|\s*+, (?:as|for)) "
    rf"(?={STATED})",
    r"[^;.:!?]{0,200}?(?<!\s)\s*+, "
    rf"(?={STATED}\w*+(?: \w++)? (?:is|are|was|were|has|have|will)\b)",
)
"""What follows an order and states why: "Bring cash, because they take no cards."."""
_RESULT = pattern(
    r"(?:(?!\b(?:that|if|whether|sure|what|how|where|when|why|you|they|is|are)\b)[^;.:!?]){0,200}?"
    r"(?:\s*+,)? and (?:then )?"
    r"(?=(?:we|you|they|he|she|it)(?:'\w++)? \w|"
    r"(?:your|our|the|his|her|its|their) (?:(?!(?:that|which|who|we|you)\b)\w++ ){1,3}?"
    r"(?:will|can|is|are|has|have|(?:end|start|begin|open|close|turn|stay|become|appear|renew|"
    r"expire|arrive|remain|go|come|show|stop)s?)\b)"
)
"""What follows an order and states what comes of it: "Call us and we'll refund you."."""
_COMFORT = pattern(rf"(?:do not|don't) \w++\s*+[:–—] (?={STATED})")
"""An order not to do something that is done with one word: "Don't worry: it is safe."."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Words that state nothing, up to ``end``; not ``closed`` if no border follows them."""

    end: int
    reason: SkipReason
    closed: bool = True


def openings(words: str, start: int) -> Iterator[Opening]:
    """Find one opening after the other, closed by a border or not."""
    while opening := _opening(words, start):
        yield opening
        start = opening.end


def closed_openings(words: str, start: int) -> list[Opening]:
    """Return the openings up to the last border."""
    found = list(openings(words, start))
    while found and not found[-1].closed:
        found.pop()
    return found


def _opening(words: str, start: int) -> Opening | None:
    return (
        _lead_in(words, start)
        or _clause(words, start)
        or _interjection(words, start)
        or _question(words, start)
    )


def _lead_in(words: str, start: int) -> Opening | None:
    for reason, lead_in in LEAD_INS:
        if found := lead_in.match(words, start):
            return Opening(found.end(), reason)
    return None


def _interjection(words: str, start: int) -> Opening | None:
    for reason, phrase, subject in _INTERJECTIONS:
        if found := phrase.match(words, start):
            end = found.end()
            at_border = end == len(words) or bool(found["gap"].strip())
            return Opening(end, reason, closed=at_border or bool(subject.match(words, end)))
    return None


def _clause(words: str, start: int) -> Opening | None:
    """Find "The context does not mention the price, but" and "Bring cash, because"."""
    for reason, wording in _CLAUSES:
        if clause := wording.match(words, start):
            orders = wording is INSTRUCTION
            turn = (
                _HOWEVER.match(words, clause.end())
                or _SPLICE.match(words, clause.end())
                or (orders and _after_order(words, start, clause.end()))
            )
            if turn and (not orders or is_order(words, start, turn.end())):
                return Opening(turn.end(), reason)
    return None


def _after_order(words: str, start: int, end: int) -> re.Match[str] | None:
    """Find the border between an order, whose wording ends at ``end``, and what is stated."""
    return _COMFORT.match(words, start) or _REASON.match(words, end) or _RESULT.match(words, end)


def _question(words: str, start: int) -> Opening | None:
    """Find a question with more words after it, in text that is not cut at question marks."""
    end = end_of_question(words, start)
    return Opening(end, SkipReason.QUESTION) if end is not None else None
