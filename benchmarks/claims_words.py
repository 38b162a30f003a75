"""The words of a claim: tokens, content words, and words that point out of it."""

from __future__ import annotations

import re
from collections import Counter

__all__ = ["content_words", "stands_alone", "tokens"]

_TOKEN = re.compile(r"\w+")
_CLOSED_CLASSES = """
    a an the this that these those and or but nor so yet if then than as at by for from in into
    of off on onto out over to up with within without about above across after against along among
    around before behind below beneath beside between beyond down during except inside near
    outside past since through throughout toward towards under until upon via while because
    although though unless whether i me my mine we us our ours you your yours he him his she her
    hers it its they them their theirs himself herself itself themselves myself yourself ourselves
    who whom whose which what where when why how am is are was were be been being do does did has
    have had having will would shall should can could may might must not no s t d ll re ve m also
    there here both either neither each other such some any all too very just only
"""
_FUNCTION_WORDS = frozenset(_CLOSED_CLASSES.split())
_OPENING = re.compile(
    r"\W*(?:(?:and|but|so|or|also|however|therefore|thus|then|moreover|additionally)\b\W*)?",
    re.IGNORECASE,
)
_DEMONSTRATIVE = re.compile(r"(?:this|that|these|those|such)\b", re.IGNORECASE)
_PRONOUN = re.compile(
    r"\b(?:he|him|his|she|hers?|it|its|they|them|theirs?|(?:him|her|it)self|themselves)\b",
    re.IGNORECASE,
)
_EMPTY_IT = re.compile(
    r"\bit\s+(?:is|was|has been|may be|can be|should be)\s+(?:not\s+)?\w+\s+(?:that|to|whether)\b"
    r"|\bit\s+(?:takes|took)\b",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\b(?:an?|the)\s+\w", re.IGNORECASE)
_NAME = re.compile(r"\b[A-Z]\w*")


def tokens(text: str) -> Counter[str]:
    """Return the words of ``text`` in lower case with their numbers.

    Examples
    --------
    >>> sorted(tokens("The tower, the old one.").items())
    [('old', 1), ('one', 1), ('the', 2), ('tower', 1)]
    """
    return Counter(_TOKEN.findall(text.lower()))


def content_words(text: str) -> frozenset[str]:
    """Return the words of ``text`` that are no function words, in lower case.

    Examples
    --------
    >>> sorted(content_words("It was built in 1889 by the firm."))
    ['1889', 'built', 'firm']
    """
    return frozenset(tokens(text)) - _FUNCTION_WORDS


def stands_alone(claim: str) -> bool:
    """Whether nothing in ``claim`` points out of it, as far as a rule over words can tell.

    Examples
    --------
    >>> [stands_alone(text) for text in ("It leans.", "This leans.", "The tower has its lift.")]
    [False, False, True]
    """
    words = _EMPTY_IT.sub("", _OPENING.sub("", claim, count=1))
    pronoun = _PRONOUN.search(words)
    if _DEMONSTRATIVE.match(words):
        return False
    return pronoun is None or _names_something(words[: pronoun.start()])


def _names_something(words: str) -> bool:
    """Whether a name or a noun with an article stands in ``words``."""
    names = (name.lower() for name in _NAME.findall(words))
    return bool(_ARTICLE.search(words)) or any(name not in _FUNCTION_WORDS for name in names)
