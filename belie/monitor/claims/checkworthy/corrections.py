"""Sentences that take back something said before."""

from __future__ import annotations

import re

from belie.monitor.claims.checkworthy.admissions import SLIPS
from belie.monitor.claims.checkworthy.marks import end_of_lead, opens_with_quotation, straighten
from belie.monitor.claims.checkworthy.openings import openings
from belie.monitor.claims.checkworthy.patterns import pattern

__all__ = ["is_correction"]

_AFTERTHOUGHT = (
    r"(?=\s*(?:[,.;:!–—-]|\Z)| (?:and|but|about|above|earlier|before|first|there|when|i|it|the|"
    r"of me|on my|"
    r"in (?:my|that|the))\b)"
)
_ERROR = (
    r"(?:error|mistake|confusion|mix-?up|misinformation|inaccuracy|oversight|misunderstanding|typo)"
)
_MARK = r"\s*(?:[:,.!–—]|-(?!\w))"
_RENEWED = r"(?:updated|revised|adjusted|amended|corrected|reworked)"
_WHOLE = (
    r"(?:plan|list|table|totals?|split|budget|version|schedule|numbers|itinerary|menu|order|draft)"
)
_CORRECTION = pattern(
    r"(?:(?:a|an|one|just|small|slight|minor|quick|brief|important) )*+correction"
    rf"(?:(?: (?:here|first))?{_MARK}|(?: (?:to|of|on)(?: \w++){{1,4}})?\s*:|"
    rf" to (?:my|what|the (?:last|above|previous))(?: \w++){{1,4}}{_MARK})",
    rf"on second thoughts?\b|(?:on reflection|change of plans?)(?:{_MARK}|\Z)|"
    r"i(?:'ve| have)? changed my mind\b",
    *(rf"(?:{slip}){_AFTERTHOUGHT}" for slip in SLIPS),
    r"(?:i(?: \w++ly)? apologi[sz]e|(?:i'm |i am )?(?:so |very |really )?sorry|(?:my )?apologies)"
    rf" (?:for|about) (?:the|my|that|any|this)(?: \w++)? {_ERROR}",
    r"(?:what )?i (?:actually )?meant"
    r"(?! (?:a lot|to (?!say|write)|no\b|everything|nothing|well\b|what i (?:said|wrote)\b|"
    r"every word|it(?: when\b|\W*\Z)))",
    r"i should have (?:said|written)\b|i gave (?:you )?the wrong\b|make that (?:an? |\$)?\d",
    r"(?:sorry|oops|my apologies)\s*[,.!:–—-]+\s*(?:it|that)(?:'s| is| was)(?: (?:in|at|on))?"
    r" [$€£]?\d",
    r"contrary to what i said\b|thanks? (?:you )?for (?:the correction|correcting|catching|"
    r"pointing (?:that|this|it) out)\b",
    r"(?:no\s*,? )?wait\s*,? no\b|no\s*,? wait\b",
    rf"here(?:'s| is| are) (?:the|your|our|my|an?) (?:\w++ )??(?:{_RENEWED}\b|new {_WHOLE}\b)",
    rf"(?:{_RENEWED}|new) {_WHOLE}\s*:",
)
_RETRACTION = pattern(
    r"(?:(?:oh|ah|um|uh|hm+|well|ok|okay|yes|yeah|no|nope|wait|sorry|oops|but)\b[\s,.!–—-]*+)*+"
    r"actually\b"
)
_CLAUSE_BORDER = re.compile(r"[,.;:!?–—-]\s+(?:(?:and|but)\s+)?")


def is_correction(sentence: str) -> bool:
    """Whether a sentence says that it, or what follows it, corrects something said before.

    Examples
    --------
    >>> is_correction("My mistake, it is 5."), is_correction("It is actually red.")
    (True, False)
    """
    words = straighten(sentence)
    if opens_with_quotation(words):
        return False
    start = end_of_lead(words)
    starts = [start, *(opening.end for opening in openings(words, start))]
    starts += [border.end() for border in _CLAUSE_BORDER.finditer(words, start)]
    retracted = _RETRACTION.match(words, start)
    return bool(retracted) or any(_CORRECTION.match(words, clause) for clause in starts)
