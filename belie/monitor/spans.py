"""Where two statements clash: from scored words to one span a side, and back to the source."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.datatypes import Passage, Span
from belie.monitor.tokens import TokenKind, tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.datatypes import Anchor, ScoredSpan, Statement
    from belie.monitor.tokens import Token

__all__ = ["clash", "in_source", "numbers_if_number"]

_CLASHING = 0.5
_DIGIT = re.compile(r"\d")


def clash(scored: Sequence[ScoredSpan], text: str) -> Span | None:
    """Return the run of words that most likely clash, or ``None`` where nothing was scored.

    Runs are words of at least 0.5 with at most one weaker word between them; the run of the
    greatest sum wins. Where no word reaches 0.5, the best word alone is returned: one with content,
    if there is any, since "a" and "I" tell a reader nothing.

    Examples
    --------
    >>> from belie.datatypes import ScoredSpan
    >>> clash([ScoredSpan(Span(0, 2), 0.4), ScoredSpan(Span(3, 7), 0.3)], "It fell")
    Span(start=3, end=7)
    """
    if not scored:
        return None
    runs = _runs(scored)
    if not runs:
        return max(_telling(scored, text) or scored, key=lambda word: word.score).span
    best = max(runs, key=lambda run: sum(word.score for word in run))
    return Span(best[0].span.start, best[-1].span.end)


def _telling(scored: Sequence[ScoredSpan], text: str) -> list[ScoredSpan]:
    """Return the words that are more than articles, auxiliaries and the like."""
    small = [token.span for token in tokens(text) if _is_small(token)]
    return [word for word in scored if not any(word.span.overlaps(span) for span in small)]


def _is_small(token: Token) -> bool:
    return token.kind is TokenKind.SMALL and token.form.isalpha()


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


def in_source(statement: Statement, span: Span, source_text: str) -> Span:
    """Return where words of ``statement.text`` stand in the turn or document it comes from.

    Exact where the statement is a slice of its source, as passages are, and where a claim has
    anchors: of words that several anchors cover, the longest stretch is returned, and of a name in
    a pronoun's place the pronoun. Of a claim without anchors, in other words than its source's,
    the words are looked for within its source spans; where they do not stand there, the whole
    claim is returned.
    """
    whole = statement.span
    if whole.cut(source_text) == statement.text:
        return span.shift(whole.start)
    if isinstance(statement, Passage):
        return whole
    anchored = [place for anchor in statement.anchors for place in _anchored(span, anchor)]
    if anchored:
        return max(anchored, key=len)
    quoted = re.escape(span.cut(statement.text))
    for piece in statement.spans:
        found = re.search(quoted, piece.cut(source_text), re.IGNORECASE) if quoted else None
        if found:
            return Span(*found.span()).shift(piece.start)
    return whole


def _anchored(span: Span, anchor: Anchor) -> list[Span]:
    """Return where the part of ``span`` that ``anchor`` covers stands in the source."""
    start, end = max(span.start, anchor.span.start), min(span.end, anchor.span.end)
    if end <= start:
        return []
    if len(anchor.span) != len(anchor.source):
        return [anchor.source]
    by = anchor.source.start - anchor.span.start
    return [Span(start + by, end + by)]
