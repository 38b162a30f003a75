"""Questions, with their mark and without."""

from __future__ import annotations

import re

from belie.monitor.claims.checkworthy.marks import is_told
from belie.monitor.claims.checkworthy.patterns import GAP, any_of, pattern

__all__ = [
    "DIRECT",
    "PRONOUN",
    "QUESTION_WORD",
    "end_of_question",
    "is_asked",
    "is_question",
    "opens_question",
]

PRONOUN = any_of("i you he she it we they there this that u ya these those")
QUESTION_WORD = any_of("what who where when why how")
_AUXILIARY = any_of(
    "is are was were do does did can could will would should has have am shall may isn't aren't "
    "wasn't weren't don't doesn't didn't can't couldn't won't wouldn't hasn't haven't"
)
_MEASURE = any_of("many much long old far often big tall high large deep heavy about come else")
DIRECT = (
    rf"(?:{QUESTION_WORD}(?:'s|'re|'d)(?!\w)|(?:what|where|why|how|when) {_AUXILIARY}\b|"
    rf"(?:on|in|at|for|to|from|with|by|of) what\b|how {_MEASURE}\b|why not\b|"
    r"what (?:about|else|time|year|day|date|month|kind|type|sort|colou?r|city|country|language|"
    r"number|size|age|place|address)\b|"
    rf"(?:what|which|whose|how) (?:(?!{PRONOUN}\b)\w++ ){{1,3}}?(?:{_AUXILIARY} (?:i|you|he|she|"
    r"it|we|they|u)|(?:do|does|did|can|will|should) (?:the|your|my|this|that))\b|"
    rf"{_AUXILIARY} {PRONOUN}(?!')\b(?! (?:force|be)\b))"
)
"""The first words of most questions."""
_CLEFT = r"(?!what(?:'s| (?:is|was)) (?:\w++ ){1,3}?(?:is|was)\b)"
_INTERROGATIVE = pattern(
    rf"(?:and |but |so |also )?(?:{_CLEFT}{DIRECT}|who(?:se|m)? \w|"
    r"which (?:one|of \w++|\w++) (?:is|are|was|were|do|does|did|has|have|can|will|would)\b|"
    r"(?:i(?: was|'m| am)?|was|just) wonder(?:ing)?"
    r"(?: (?:if|whether|what|who|where|when|why|how))\b)"
)
_OPEN_INVERTED = pattern(
    r"(?:is|are|was|were|does|did|can|could|will|would|should) (?:the|your|my|his|her|our|their)\b"
)
_INVERTED_CONDITION = pattern(r"(?:should|had|were) \w++[^,]{0,200},")
_MARK = re.compile(rf"[^?]{{0,300}}\?{GAP}(?=\S)")
_OPENER = {")": "(", "]": "[", '"': '"'}


def opens_question(words: str, start: int) -> re.Match[str] | None:
    """Match the first words of a question that begins at ``start``."""
    return _INTERROGATIVE.match(words, start) or _OPEN_INVERTED.match(words, start)


def end_of_question(words: str, start: int) -> int | None:
    """Return where a question that begins at ``start`` ends, if more words follow it."""
    opened = opens_question(words, start)
    mark = _MARK.match(words, opened.end()) if opened else None
    return mark.end() if mark else None


def is_question(words: str, start: int, end: int) -> bool:
    """Whether a clause without a question mark is put as a question."""
    if _INVERTED_CONDITION.match(words, start, end):
        return False
    if _INTERROGATIVE.match(words, start, end):
        return True
    return not is_told(words[start:end]) and bool(_OPEN_INVERTED.match(words, start, end))


def is_asked(words: str) -> bool:
    """Whether the whole sentence ends in a question mark, and not just a bracket within it."""
    for char in reversed(words):
        if char == "?":
            return True
        opener = _OPENER.get(char)
        if char.isalnum() or (opener and not words.lstrip("*_ ").startswith(opener)):
            return False
    return False
