"""Where two statements clash: from scored words to one span a side, and back to the source."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.datatypes import Passage, Span
from belie.monitor.text import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.datatypes import ScoredSpan, Statement

__all__ = ["clash", "in_source", "numbers_if_number", "unshared"]

_CLASHING = 0.5
_DIGIT = re.compile(r"\d")
_EDGES = ".,;:!?\"'“”‘’()[]"


def clash(scored: Sequence[ScoredSpan]) -> Span | None:
    """Return the run of words that most likely clash, or ``None`` where nothing was scored.

    Runs are words of at least 0.5 with at most one weaker word between them; the run of the
    greatest sum wins. Where no word reaches 0.5, the best word alone is returned.

    Examples
    --------
    >>> from belie.datatypes import ScoredSpan
    >>> clash([ScoredSpan(Span(0, 2), 0.1), ScoredSpan(Span(3, 7), 0.8)])
    Span(start=3, end=7)
    """
    if not scored:
        return None
    runs = _runs(scored)
    if not runs:
        return max(scored, key=lambda word: word.score).span
    best = max(runs, key=lambda run: sum(word.score for word in run))
    return Span(best[0].span.start, best[-1].span.end)


def _runs(scored: Sequence[ScoredSpan]) -> list[list[ScoredSpan]]:
    runs: list[list[ScoredSpan]] = []
    last = -3
    for number, word in enumerate(scored):
        if _CLASHING <= word.score:
            if number - last <= 2:
                runs[-1].append(word)
            else:
                runs.append([word])
            last = number
    return runs


def numbers_if_number(
    scored: Sequence[ScoredSpan], text: str, other_words: str
) -> Sequence[ScoredSpan]:
    """Return the words of ``text`` that can clash with ``other_words``: numbers with a number.

    Words with a digit, where ``other_words`` has one and ``text`` has any; otherwise all words.

    Examples
    --------
    >>> from belie.datatypes import ScoredSpan
    >>> text = "sold for $499"
    >>> scored = [ScoredSpan(Span(0, 4), 0.4), ScoredSpan(Span(10, 13), 0.3)]
    >>> [word.span.cut(text) for word in numbers_if_number(scored, text, "599")]
    ['499']
    """
    if not _DIGIT.search(other_words):
        return scored
    numbers = [word for word in scored if _DIGIT.search(word.span.cut(text))]
    return numbers or scored


def unshared(text: str, other: str) -> Span:
    """Return the span of ``text`` from the first to the last word that ``other`` does not have.

    The fallback for classifiers that score no words. Where all words are shared, or none, it is
    the whole of ``text``.

    Examples
    --------
    >>> unshared("It cost $599.", "It cost $499.").cut("It cost $599.")
    '$599'
    """
    theirs = {_bare(word.cut(other), word).cut(other).lower() for word in _bare_words(other)}
    mine = [word for word in _bare_words(text) if word.cut(text).lower() not in theirs]
    return Span(mine[0].start, mine[-1].end) if mine else Span(0, len(text))


def _bare_words(text: str) -> list[Span]:
    bare = [_bare(word.cut(text), word) for word in words(text)]
    return [word for word in bare if len(word)]


def _bare(cut: str, word: Span) -> Span:
    """Return ``word`` without the punctuation at its edges."""
    start = word.start + len(cut) - len(cut.lstrip(_EDGES))
    return Span(start, max(start, word.start + len(cut.rstrip(_EDGES))))


def in_source(statement: Statement, span: Span, source_text: str) -> Span:
    """Return where words of ``statement.text`` stand in the turn or document it comes from.

    Exact where the statement is a slice of its source, as passages and belie's own claims are.
    A claim in other words than its source's: its words are looked for within the claim's source
    spans; where they do not stand there, the whole claim is returned.
    """
    whole = statement.span
    if whole.cut(source_text) == statement.text:
        return span.shift(whole.start)
    if isinstance(statement, Passage):
        return whole
    quoted = re.escape(span.cut(statement.text))
    for piece in statement.spans:
        found = re.search(quoted, piece.cut(source_text), re.IGNORECASE) if quoted else None
        if found:
            return Span(*found.span()).shift(piece.start)
    return whole
