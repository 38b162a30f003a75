"""What kind of contradiction it is, read off the clashing words (first version, no model)."""

from __future__ import annotations

import re

from belie.datatypes import ErrorType

__all__ = ["error_type"]

_MONTHS = (
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_TEMPORAL = re.compile(
    rf"\b(?:1[0-9]{{3}}|20[0-9]{{2}}|{_MONTHS}|(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"yesterday|today|tomorrow|morning|noon|evening|midnight|\d{1,2}(?::\d{2})?\s?[ap]\.?m|"
    r"\d{1,2}:\d{2}|century|\d{2,4}s)\b",
    re.IGNORECASE,
)
_NUMERIC = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|"
    r"thousand|million|billion|half|twice|double|third|quarter)\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|\w+n['’]t)\b", re.IGNORECASE
)
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z]\w+")


def error_type(*, premise: str, claim: str, premise_words: str, claim_words: str) -> ErrorType:
    """Return the kind of a contradiction between ``premise`` and ``claim``.

    Parameters
    ----------
    premise, claim
        The two statements.
    premise_words, claim_words
        The clashing words of each.

    Examples
    --------
    >>> error_type(premise="It cost $499.", claim="It cost $599.",
    ...            premise_words="$499", claim_words="$599")
    <ErrorType.NUMERIC: 'numeric'>
    """
    clashing = (premise_words, claim_words)
    if all(_TEMPORAL.search(words) for words in clashing):
        return ErrorType.TEMPORAL
    if all(_NUMERIC.search(words) for words in clashing):
        return ErrorType.NUMERIC
    if bool(_NEGATION.search(premise_words)) != bool(_NEGATION.search(claim_words)):
        return ErrorType.NEGATION
    if _has_name(premise_words, premise) and _has_name(claim_words, claim):
        return ErrorType.ENTITY
    return ErrorType.OTHER


def _has_name(clashing: str, statement: str) -> bool:
    """Whether a clashing word is capitalised elsewhere than at the head of the statement."""
    names = set(_NAME.findall(statement)) | set(re.findall(r"\b[A-Z]\w+ [A-Z]\w+", statement))
    return any(name in clashing for name in names)
