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
_BELONGS = 0.4
"""Of the words of 101 wrong responses that were marked by hand 38 % are found, for 32 without it,
and 64 % of what is marked is right, for 69 (training/RESULTS.md, version 0.11.0)."""
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[^\W_]+(?:['’.,-][^\W_]+)*")


def clash(scored: Sequence[ScoredSpan], text: str) -> Span | None:
    """Return the run of words that most likely clash, or ``None`` where nothing was scored.

    Runs are words of at least 0.5 with at most one weaker word between them; the run of the
    greatest sum wins. Where no word reaches 0.5, it is the best word: one with content, if there
    is any, since "a" and "I" tell a reader nothing. The words before and after belong to it as
    long as they have 0.4 of the score of its best word.

    Examples
    --------
    >>> from belie.datatypes import ScoredSpan
    >>> clash([ScoredSpan(Span(0, 2), 0.1), ScoredSpan(Span(3, 7), 0.4)], "It fell")
    Span(start=3, end=7)
    """
    if not scored:
        return None
    scores = [word.score for word in scored]
    small = _small(scored, text)
    runs = _runs(scored, text) or [_best_word(scores, small)]
    best = max(runs, key=lambda run: sum(scores[place] for place in run))
    run = _grown(best, scored, small)
    return Span(scored[run.start].span.start, scored[run.stop - 1].span.end)


def _small(scored: Sequence[ScoredSpan], text: str) -> list[bool]:
    """Whether each word is no more than an article, an auxiliary or the like."""
    spans = [token.span for token in tokens(text) if _is_small(token)]
    return [any(word.span.overlaps(span) for span in spans) for word in scored]


def _is_small(token: Token) -> bool:
    return token.kind is TokenKind.SMALL and token.form.isalpha()


def _runs(scored: Sequence[ScoredSpan], text: str) -> list[range]:
    """Runs of words of at least 0.5, with at most one other word of the text between them."""
    runs: list[range] = []
    for place, word in enumerate(scored):
        if _CLASHING <= word.score:
            if runs and _near(scored[runs[-1].stop - 1].span, word.span, text):
                runs[-1] = range(runs[-1].start, place + 1)
            else:
                runs.append(range(place, place + 1))
    return runs


def _near(one: Span, other: Span, text: str) -> bool:
    return len(_WORD.findall(text, one.end, other.start)) <= 1


def _best_word(scores: Sequence[float], small: Sequence[bool]) -> range:
    telling = [place for place in range(len(scores)) if not small[place]]
    best = max(telling or range(len(scores)), key=lambda place: scores[place])
    return range(best, best + 1)


def _grown(run: range, scored: Sequence[ScoredSpan], small: Sequence[bool]) -> range:
    """Return a run with the words beside it that are not much weaker; small ones end nothing."""
    start, stop = run.start, run.stop
    least = _BELONGS * max(word.score for word in scored[start:stop])
    while start and least <= scored[start - 1].score and _beside(*scored[start - 1 : start + 1]):
        start -= 1
    while (
        stop < len(scored) and least <= scored[stop].score and _beside(*scored[stop - 1 : stop + 1])
    ):
        stop += 1
    while start < run.start and small[start]:
        start += 1
    while run.stop < stop and small[stop - 1]:
        stop -= 1
    return range(start, stop)


def _beside(one: ScoredSpan, other: ScoredSpan) -> bool:
    """Whether hardly more than a blank stands between two words, of which some are left out."""
    return other.span.start - one.span.end <= 2


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
        return max(_united(anchored), key=len)
    quoted = re.escape(span.cut(statement.text))
    for piece in statement.spans:
        found = re.search(quoted, piece.cut(source_text), re.IGNORECASE) if quoted else None
        if found:
            return Span(*found.span()).shift(piece.start)
    return whole


def _united(places: Sequence[Span]) -> list[Span]:
    """Return places in order, those that touch as one: "do" and "nt" are one word."""
    united: list[Span] = []
    for place in places:
        if united and united[-1].end == place.start:
            united[-1] = Span(united[-1].start, place.end)
        else:
            united.append(place)
    return united


def _anchored(span: Span, anchor: Anchor) -> list[Span]:
    """Return where the part of ``span`` that ``anchor`` covers stands in the source."""
    start, end = max(span.start, anchor.span.start), min(span.end, anchor.span.end)
    if end <= start:
        return []
    if len(anchor.span) != len(anchor.source):
        return [anchor.source]
    by = anchor.source.start - anchor.span.start
    return [Span(start + by, end + by)]
