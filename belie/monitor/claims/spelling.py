"""Words as chat has them, spelled as the parser knows them: "im" is "i'm", "u" is "you"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.graph.word_sets import word_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.datatypes import Span

__all__ = ["CLIPPED", "spelled"]

_DENIED = "do|does|did|is|are|was|were|has|have|had|ca|could|would|wo|should|ai"
_DETERMINER = r"(?:an?|the|my|your|our|not|just|so|really|too|been|in|on|at|for|from)"
_PLAIN_VERB = r"(?:be|have|do|go|get|take|try|see|let|never|just|also|love|like|rather|say)"
_BEFORE_I = word_list(
    "and but so that then because think guess hope yes well maybe anyway ok okay sure lol"
)
_OPENS = "|".join([r"(?<![\w'’-]\s)", *(rf"(?<=\b(?i:{word})\s)" for word in _BEFORE_I)])
"""Where "id" and "ill" may be "i'd" and "i'll", and not what somebody shows or is."""
CLIPPED = (
    rf"(?<![\w'’-])(?:(?i:{_DENIED})(?=(?i:nt)\b)|[iI](?=(?:m|ve)\b)|(?i:you|they)(?=(?:re|ve|ll)\b)|"
    r"(?i:we)(?=ve\b)|(?i:that|what|there|here|where|how|who|he|she)(?=s\b)|"
    rf"(?i:it)(?=s\s{_DETERMINER}(?![\w'’-]))|(?:{_OPENS})i(?=(?:d|ll)\s{_PLAIN_VERB}\b))"
)
"""What stands before a short form that lacks its apostrophe; "its", "id" and "ill" are more than
that, and "lets", "were", "well" and "shell" are left as they are."""
_CLIPPED = re.compile(CLIPPED)
_SHORT_FORMS = {
    "nt": "n't", "m": "'m", "re": "'re", "ve": "'ve", "s": "'s", "d": "'d", "ll": "'ll",
}  # fmt: skip
_LETTERS = {"u": "you", "ur": "your"}
_WHO_ARE = frozenset({"u", "you", "we", "they"})
_NO_WORD = frozenset("-./'’&")
"""Beside a lone letter these make it a name or a sign: "a u-turn", "r/pics", "R&B"."""


def spelled(text: str, tokens: Sequence[Span]) -> tuple[str, ...]:
    """Return the words of a sentence, those that chat cuts short in full.

    Parameters
    ----------
    text, tokens
        A text, and where the words of a sentence stand in it; what lacks its apostrophe is two.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> spelled("u dont", [Span(0, 1), Span(2, 4), Span(4, 6)])
    ('you', 'do', "n't")
    """
    return tuple(_spelled(text, tokens))


def _spelled(text: str, tokens: Sequence[Span]) -> Iterator[str]:
    words = [token.cut(text) for token in tokens]
    for number, (token, word) in enumerate(zip(tokens, words, strict=True)):
        if number and _is_short_form(text, tokens[number - 1], token):
            yield _SHORT_FORMS[word.lower()]
        elif word in _LETTERS and _stands_alone(text, token):
            yield _LETTERS[word]
        elif word == "r" and _WHO_ARE.intersection(words[max(number - 1, 0) : number + 2]):
            yield "are" if _stands_alone(text, token) else word
        else:
            yield word


def _is_short_form(text: str, before: Span, token: Span) -> bool:
    clipped = _CLIPPED.match(text, before.start)
    return clipped is not None and clipped.end() == token.start


def _stands_alone(text: str, token: Span) -> bool:
    """Whether no sign joins a word to another one, as in "u-turn"; a full stop may end on it."""
    before = text[max(token.start - 1, 0) : token.start]
    after = text[token.end : token.end + 2].rstrip(". ")
    return _NO_WORD.isdisjoint(before + after[:1])
