"""Where two texts differ, told by their words alone: for classifiers that score no words.

The words of the two most similar sentences are aligned by their longest common subsequence
(Needleman and Wunsch 1970), content words counting more than small ones. Each run of words between
two aligned ones, with what the other text has in its place, is a gap; the gap that is likeliest to
be the clash is returned: a number against a number, a name against a name, a denial.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.monitor.logic.reading import AUXILIARIES
from belie.monitor.text import sentences
from belie.monitor.tokens import TokenKind, tokens, whole_clusters

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from belie.monitor.tokens import Token

__all__ = ["unshared"]

_LONGEST_READ = 20_000
_MOST_TOKENS = 200
_ALIGNED = {TokenKind.SMALL: 0.2, TokenKind.NAME: 0.9}
_SENTENCE_END = re.compile(r"(?<=[。！？｡])")
_CLASHING = (TokenKind.NUMBER, TokenKind.NAME)
_WEIGHT = {
    TokenKind.NUMBER: 1.5,
    TokenKind.NAME: 1.2,
    TokenKind.NEGATION: 4.0,
    TokenKind.PLAIN: 1.0,
    TokenKind.SMALL: 0.1,
}
_BOTH = {TokenKind.NUMBER: 3.0, TokenKind.NAME: 2.0, TokenKind.PLAIN: 1.5}
_NOT = frozenset(("not", "never"))
_DO = frozenset(("do", "does", "did"))
_ELSEWHERE = 0.2
"""What is left of a word's weight where the other text has it elsewhere."""


@dataclass(frozen=True, slots=True)
class _Gap:
    """Words of one text, ``start`` to ``end``, and those that the other has in their place."""

    start: int
    end: int
    theirs: tuple[Token, ...]


def unshared(text: str, other: str) -> Span:
    """Return the words of ``text`` that most likely clash with ``other``.

    They begin and end with a word and split no grapheme cluster. Only the first 20,000 characters
    are read, and the first 200 words of a sentence. Where the texts say the same words in the same
    order, or ``text`` has no words, it is the whole of ``text``.

    Examples
    --------
    >>> unshared("It cost $599.", "It cost $499.").cut("It cost $599.")
    '$599'
    >>> text = "The shop is old. It opened in May 1990, near the station."
    >>> unshared(text, "The shop opened in May 1991.").cut(text)
    '1990'
    """
    theirs_all = tokens(other[:_LONGEST_READ])
    mine = _nearest(text[:_LONGEST_READ], theirs_all)
    theirs = _nearest(other[:_LONGEST_READ], mine)
    gaps = _gaps(mine, theirs)
    if not mine or not gaps:
        return Span(0, len(text))
    elsewhere = {token.form for token in theirs_all}
    best = max(gaps, key=lambda gap: _worth(gap, mine, elsewhere))
    found = _marked(best, mine, elsewhere)
    span = Span(found[0].span.start, found[-1].span.end)
    return whole_clusters(_with_signs(span, text), text)


def _nearest(text: str, others: Sequence[Token]) -> list[Token]:
    """Return the words of the sentence of ``text`` that shares most with the other words."""
    spans = [piece for sentence in sentences(text) for piece in _pieces(sentence, text)] or [
        Span(0, len(text))
    ]
    read = [tokens(text, span, most=_MOST_TOKENS) for span in spans]
    if len(read) == 1:
        return read[0]
    forms = {token.form for token in others}
    known = {token.form for sentence in read for token in sentence}
    lacking = {token.kind for token in others if token.form not in known}
    return max(read, key=lambda sentence: _likeness(sentence, forms, lacking))


def _pieces(sentence: Span, text: str) -> Iterable[Span]:
    ends = [match.end() for match in _SENTENCE_END.finditer(text, sentence.start, sentence.end)]
    starts = [sentence.start, *ends]
    return [
        Span(start, end)
        for start, end in zip(starts, [*ends, sentence.end], strict=True)
        if start < end
    ]


def _likeness(sentence: Sequence[Token], forms: set[str], lacking: set[TokenKind]) -> float:
    """Return how much a sentence shares, and whether it has something to clash with."""
    shared = {token.form: _aligned(token) for token in sentence if token.form in forms}
    own = {token.kind for token in sentence if token.form not in forms}
    return sum(shared.values()) + len(own & lacking & set(_CLASHING))


def _aligned(token: Token) -> float:
    return _ALIGNED.get(token.kind, 1.0)


def _gaps(mine: Sequence[Token], theirs: Sequence[Token]) -> list[_Gap]:
    """Return the runs of words that are not aligned, in order; either side may be empty."""
    anchors = [(-1, -1), *_alignment(mine, theirs), (len(mine), len(theirs))]
    return [
        _Gap(before + 1, after, tuple(theirs[their_before + 1 : their_after]))
        for (before, their_before), (after, their_after) in pairwise(anchors)
        if before + 1 < after or their_before + 1 < their_after
    ]


def _alignment(mine: Sequence[Token], theirs: Sequence[Token]) -> list[tuple[int, int]]:
    """Return the pairs of equal words of the heaviest common subsequence."""
    best = [[0.0] * (len(theirs) + 1) for _ in range(len(mine) + 1)]
    for i in range(len(mine) - 1, -1, -1):
        row, below, form, weight = best[i], best[i + 1], mine[i].form, _aligned(mine[i])
        for j in range(len(theirs) - 1, -1, -1):
            longest = max(below[j], row[j + 1])
            if theirs[j].form == form:
                longest = max(longest, below[j + 1] + weight)
            row[j] = longest
    return _walk(best, mine, theirs)


def _walk(
    best: Sequence[Sequence[float]], mine: Sequence[Token], theirs: Sequence[Token]
) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < len(mine) and j < len(theirs):
        equal = mine[i].form == theirs[j].form
        if equal and best[i][j] == best[i + 1][j + 1] + _aligned(mine[i]):
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def _worth(gap: _Gap, mine: Sequence[Token], elsewhere: set[str]) -> float:
    """Return how likely a gap is the clash: its weightiest words, more where both are of a kind."""
    ours = mine[gap.start : gap.end]
    known = elsewhere & {token.form for token in mine}
    weight = _heaviest(ours, elsewhere) + _heaviest(gap.theirs, known)
    kind = _shared_kind(ours, gap.theirs)
    return weight * _BOTH[kind] if kind else weight


def _heaviest(words: Iterable[Token], elsewhere: set[str]) -> float:
    return max(
        (_WEIGHT[word.kind] * (_ELSEWHERE if word.form in elsewhere else 1.0) for word in words),
        default=0.0,
    )


def _shared_kind(ours: Iterable[Token], theirs: Iterable[Token]) -> TokenKind | None:
    """Return the most telling kind of word that both sides of a gap have."""
    both = {word.kind for word in ours} & {word.kind for word in theirs}
    return next((kind for kind in _BOTH if kind in both), None)


def _marked(gap: _Gap, mine: Sequence[Token], elsewhere: set[str]) -> Sequence[Token]:
    """Return the words that a gap marks; never none."""
    ours = mine[gap.start : gap.end]
    if not ours:
        return [mine[_beside(gap, mine)]]
    if _denies(ours) and not _denies(gap.theirs):
        return _denial(gap, mine)
    kind = _shared_kind(ours, gap.theirs)
    if kind in (None, TokenKind.PLAIN):
        return _trimmed(_without_edges(ours, elsewhere), gap.theirs)
    return _run(ours, kind)


def _denies(words: Iterable[Token]) -> bool:
    return any(word.kind is TokenKind.NEGATION for word in words)


def _denial(gap: _Gap, mine: Sequence[Token]) -> Sequence[Token]:
    """Return the denying words with their auxiliary, and with the verb after "did not"."""
    places = [
        place for place in range(gap.start, gap.end) if mine[place].kind is TokenKind.NEGATION
    ]
    first, last = places[0], places[-1]
    if 0 < first and mine[first].form in _NOT and mine[first - 1].form in AUXILIARIES:
        first -= 1
    supported = mine[first].form in _DO or mine[first].form.removesuffix("n't") in _DO
    return mine[first : last + 1 + supported]


def _run(words: Sequence[Token], kind: TokenKind) -> Sequence[Token]:
    """Return the first run of words of a kind; a name, such as a month, may join two numbers."""
    first = next(place for place, word in enumerate(words) if word.kind is kind)
    last = first
    for place in range(first + 1, len(words)):
        if words[place].kind is kind:
            last = place
        elif words[place].kind is not TokenKind.NAME:
            break
    return words[first : last + 1]


def _without_edges(words: Sequence[Token], elsewhere: set[str]) -> Sequence[Token]:
    """Return words without those at the ends that the other text has elsewhere, if any is left."""
    news = [place for place, word in enumerate(words) if word.form not in elsewhere]
    return words[news[0] : news[-1] + 1] if news else words


def _trimmed(ours: Sequence[Token], theirs: Sequence[Token]) -> Sequence[Token]:
    """Return words without small ones at the ends; of many against few, as many at the end."""
    content = [place for place, word in enumerate(ours) if word.kind is not TokenKind.SMALL]
    if not content:
        return ours
    room = sum(word.kind is not TokenKind.SMALL for word in theirs)
    if 2 * room + 1 < len(content) and room:
        content = content[-room:]
    return ours[content[0] : content[-1] + 1]


def _beside(gap: _Gap, mine: Sequence[Token]) -> int:
    """Return the word that the other text's added words belong to."""
    before, after = gap.start - 1, gap.start
    if after == len(mine) or (0 <= before and mine[before].form in AUXILIARIES):
        return before
    return after


def _with_signs(span: Span, text: str) -> Span:
    """Return ``span`` with a currency sign before and a percent sign behind."""
    before, behind = text[max(0, span.start - 1) : span.start], text[span.end : span.end + 1]
    is_currency = bool(before) and unicodedata.category(before) == "Sc"
    return Span(span.start - is_currency, span.end + (behind == "%"))
