"""What kind of contradiction it is, read off the clashing words."""

from __future__ import annotations

import re

from belie.datatypes import ErrorType, Span
from belie.monitor.values import Amount, Moment, read_values

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
_OF_VALUES = ((ErrorType.TEMPORAL, Moment, _TEMPORAL), (ErrorType.NUMERIC, Amount, _NUMERIC))
"""A kind of error, the sort of value that tells it, and words that tell it where none is read."""
_NEGATION = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|\w+n['’]t)\b", re.IGNORECASE
)
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z]\w+")


def error_type(*, premise: str, claim: str, premise_span: Span, claim_span: Span) -> ErrorType:
    """Return the kind of a contradiction between ``premise`` and ``claim``.

    Parameters
    ----------
    premise, claim
        The two statements.
    premise_span, claim_span
        The clashing words of each.

    Examples
    --------
    >>> error_type(premise="It cost $499.", claim="It cost $599.",
    ...            premise_span=Span(8, 12), claim_span=Span(8, 12))
    <ErrorType.NUMERIC: 'numeric'>
    """
    sides = ((premise, premise_span), (claim, claim_span))
    said = [_values(text, span) for text, span in sides]
    clashing = [span.cut(text) for text, span in sides]
    for kind, sort, _ in _OF_VALUES:
        if all(sort in sorts for sorts in said):
            return kind
    for kind, _, words_of_it in _OF_VALUES:
        if all(words_of_it.search(words) for words in clashing):
            return kind
    if bool(_NEGATION.search(clashing[0])) != bool(_NEGATION.search(clashing[1])):
        return ErrorType.NEGATION
    if all(_has_name(words, text) for words, (text, _) in zip(clashing, sides, strict=True)):
        return ErrorType.ENTITY
    return ErrorType.OTHER


def _values(text: str, span: Span) -> set[type[Amount | Moment]]:
    """Which sorts of values have words in ``span``."""
    return {type(value.said) for value in read_values(text) if value.whole.overlaps(span)}


def _has_name(clashing: str, statement: str) -> bool:
    """Whether a clashing word is capitalised elsewhere than at the head of the statement."""
    names = set(_NAME.findall(statement)) | set(re.findall(r"\b[A-Z]\w+ [A-Z]\w+", statement))
    return any(name in clashing for name in names)
