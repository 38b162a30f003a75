"""Words as a reader sees them: no token splits a grapheme cluster."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from enum import StrEnum
from unicodedata import normalize

import regex

from belie.datatypes import Span
from belie.graph.word_sets import word_set
from belie.monitor.logic.reading import NEGATIONS, stem
from belie.monitor.text import GROUPED

__all__ = ["Token", "TokenKind", "tokens", "whole_clusters", "whole_words"]

# Scripts without blanks between words: each sign is a token.
_UNSPACED = (
    r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}\p{Javanese}"
)
_LETTER = rf"(?:(?![{_UNSPACED}])[\p{{L}}\p{{M}}\p{{Nd}}\u200c\u200d])"
_TOKEN = regex.compile(
    rf"(?<![\p{{L}}\p{{Nd}}])[+\-−]?\p{{Nd}}++(?:[.,:/\-–]\p{{Nd}}++|{GROUPED})*+"
    rf"{_LETTER}*+"  # -3.5, 5th
    rf"|{_LETTER}++(?:[.'’\-‑]{_LETTER}++)*+"  # don't, well-known, U.S
    rf"|[{_UNSPACED}]"
    r"|\p{S}"
)
_CLUSTER = regex.compile(r"\X")
_SIGN = regex.compile(r"[\p{Sc}\p{Sk}\p{Sm}]+")
_DIGIT = regex.compile(r"\p{Nd}")
_NUMBERS = word_set(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety "
    "hundred thousand million billion trillion dozen half twice double triple third quarter "
    "first second fourth fifth sixth seventh eighth ninth tenth once"
)
_SMALL = word_set(
    "a an the this that these those of to in on at by for from with as into about than and or but "
    "is are was were be been being am has have had do does did will would shall should it its he "
    "she they his her their him them we us our i me my you your who which what there here so also "
    "'s 't if then while when where"
)


class TokenKind(StrEnum):
    """What sort of word a token is."""

    NUMBER = "number"
    NAME = "name"
    NEGATION = "negation"
    PLAIN = "plain"
    SMALL = "small"
    """Articles, auxiliaries, pronouns, the commonest prepositions, signs."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text: where it stands, its form without inflection, its sort."""

    span: Span
    form: str
    kind: TokenKind


def tokens(text: str, within: Span | None = None, *, most: int | None = None) -> list[Token]:
    """Return the words of ``text``, or of a part of it, in order; at most ``most``.

    A number is a token with its separators and letters, an apostrophe or hyphen joins, scripts
    without blanks give a token for each sign, punctuation gives none.

    Examples
    --------
    >>> [(token.form, token.kind.value) for token in tokens("Anna isn't 1,149 days old.")][:3]
    [('anna', 'plain'), ("isn't", 'negation'), ('1149', 'number')]
    """
    within = within or Span(0, len(text))
    borders = _borders(text, within)
    found: list[Token] = []
    for match in _TOKEN.finditer(text, within.start, within.end):
        span = _widened(Span(*match.span()), borders)
        if found and span.start < found[-1].span.end:
            span = Span(found.pop().span.start, span.end)
        found.append(_token(span, text, first=not found))
        if len(found) == most:
            break
    return found


def whole_clusters(span: Span, text: str) -> Span:
    r"""Return ``span`` widened so that it splits no grapheme cluster (Unicode annex 29).

    Examples
    --------
    >>> whole_clusters(Span(0, 1), "e\u0301te\u0301").cut("e\u0301te\u0301") == "e\u0301"
    True
    """
    return _widened(span, _borders(text, span))


def whole_words(span: Span, text: str) -> Span:
    """Return ``span`` widened so that it splits neither a word nor a grapheme cluster.

    Examples
    --------
    >>> text = "It grew by 3.5 per cent."
    >>> whole_words(Span(13, 14), text).cut(text)
    '3.5'
    """
    widened = whole_clusters(span, text)
    start = max(text.rfind(blank, 0, widened.start) for blank in " \n") + 1
    ends = (text.find(blank, widened.end) for blank in " \n")
    near = Span(start, min((end for end in ends if 0 <= end), default=len(text)))
    touched = [token.span for token in tokens(text, near) if token.span.overlaps(widened)]
    if not touched:
        return widened
    return Span(min(widened.start, touched[0].start), max(widened.end, touched[-1].end))


def _token(span: Span, text: str, *, first: bool) -> Token:
    cut = span.cut(text)
    lower = normalize("NFKC", cut).casefold().replace("’", "'")
    if _DIGIT.search(lower):
        return Token(span, lower.replace(",", ""), TokenKind.NUMBER)
    if lower in _NUMBERS:
        return Token(span, lower, TokenKind.NUMBER)
    if lower in NEGATIONS or lower.endswith("n't"):
        return Token(span, lower, TokenKind.NEGATION)
    base = lower.removesuffix("'s")
    if base in _SMALL or _SIGN.fullmatch(base):
        return Token(span, base, TokenKind.SMALL)
    name = any(char.isupper() for char in (cut[1:] if first else cut))
    return Token(span, stem(base), TokenKind.NAME if name else TokenKind.PLAIN)


def _borders(text: str, near: Span) -> list[int] | None:
    """Return where the grapheme clusters of the lines around ``near`` begin and end.

    ``None`` where each character is one. A cluster never goes on after a line feed.
    """
    start = text.rfind("\n", 0, near.start) + 1
    end = text.find("\n", near.end) + 1 or len(text)
    lines = text[start:end]
    if lines.isascii() and "\r" not in lines:
        return None
    return [start, *(match.end() for match in _CLUSTER.finditer(text, start, end))]


def _widened(span: Span, borders: list[int] | None) -> Span:
    if borders is None:
        return span
    start = borders[bisect_right(borders, span.start) - 1]
    return Span(start, borders[bisect_left(borders, span.end)])
