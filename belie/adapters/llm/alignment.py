"""Finds the words that a chat model quotes in the text that it quotes them from.

First exactly, then nearly (rapidfuzz), then word by word, for quotes that leave words out. The
first is linear in the text. The other two see a bounded quote and a bounded window of the text.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import pairwise
from typing import TYPE_CHECKING

from belie.adapters.llm.words import key, vocabulary, words
from belie.datatypes import Anchor, Span
from belie.errors import MissingExtraError

try:
    from rapidfuzz import fuzz
    from rapidfuzz.distance import LCSseq
except ImportError as error:
    raise MissingExtraError("rapidfuzz", extra="llm") from error

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["align", "anchored"]

_NEAR = 90  # from this score on, of 100, a quote stands in the text
_FAR = 50  # below this score, it is not looked for word by word
_MATCHED = 0.8  # of the letters of a quote, in words that stand in the text
_LONGEST_QUOTE = 400
_BEFORE, _AFTER = 2_000, 20_000
_MOST_TRIES = 20
_PRONOUNS = vocabulary(
    "he she it they him her them his hers its their theirs this that these those"
)


def align(quotes: Sequence[str], text: str) -> list[tuple[Span, ...]]:
    """Return for each quote where its words stand in ``text``; empty if it does not quote.

    A quote that comes again gets the next place where it stands, or the last one if there is no
    other. Any other quote is looked for from the one before it on, for quotes come in reading
    order. More than one span means that the quote left out what is between them.

    Examples
    --------
    >>> text = "It opened in 1889. **It** is 330 m tall. It opened in 1889."
    >>> [[span.cut(text) for span in spans] for spans in align(["It is 330 m tall"], text)]
    [['It** is 330 m tall']]
    >>> align(["It opened in 1889.", "It opened in 1889.", "It is 300 m tall."], text)
    [(Span(start=0, end=18),), (Span(start=41, end=59),), ()]
    """
    used: dict[str, Span] = {}
    found: list[tuple[Span, ...]] = []
    cursor = 0
    for quote in (quote.strip() for quote in quotes):
        place = _exact(quote, text, cursor=cursor, last=used.get(quote))
        if place:
            used[quote] = place
        spans = (place,) if place else _nearly(quote, text, cursor=cursor)
        cursor = spans[0].start if spans else cursor
        found.append(spans)
    return found


def anchored(text: str, sources: Sequence[Span], source: str) -> tuple[Anchor, ...]:
    """Return which words of a claim come from which words of ``sources``.

    Empty where the claim is the slice itself, and where they have no word in common.

    Parameters
    ----------
    text
        The claim.
    sources
        Spans of ``source``.
    source
        The text of the turn.

    Examples
    --------
    >>> claim, turn = "The first iPhone was priced at $499.", "It was priced at $499."
    >>> for anchor in anchored(claim, [Span(0, 22)], turn):
    ...     anchor.span.cut(claim), anchor.source.cut(turn)
    ('The first iPhone', 'It')
    ('was priced at $499', 'was priced at $499')
    """
    if len(sources) == 1 and sources[0].cut(source) == text:
        return ()
    stated = words(text)
    given = [word for span in sources for word in words(source, span)]
    same = LCSseq.editops(
        [word.cut(text) for word in stated], [word.cut(source) for word in given]
    ).as_matching_blocks()
    anchors: list[Anchor] = []
    left, right = 0, 0
    for block in same:  # the last is empty: it stands for the end of both
        anchors += _pronoun(stated[left : block.a], given[right : block.b], source)
        left, right = block.a + block.size, block.b + block.size
        anchors += _stretches(stated[block.a : left], given[block.b : right], text, source)
    return tuple(anchors)


def _pronoun(stated: Sequence[Span], given: Sequence[Span], source: str) -> list[Anchor]:
    """Return the anchor of words that stand where the source has nothing but a pronoun."""
    if not stated or len(given) != 1 or key(given[0].cut(source)) not in _PRONOUNS:
        return []
    return [Anchor(Span(stated[0].start, stated[-1].end), given[0])]


def _stretches(
    stated: Sequence[Span], given: Sequence[Span], text: str, source: str
) -> list[Anchor]:
    """Return the anchors of words that are the same; one where what is between them is, too."""
    stretches: list[Anchor] = []
    for word, origin in zip(stated, given, strict=True):
        last = stretches[-1] if stretches else None
        if last and text[last.span.end : word.start] == source[last.source.end : origin.start]:
            stretches[-1] = Anchor(
                Span(last.span.start, word.end), Span(last.source.start, origin.end)
            )
        else:
            stretches.append(Anchor(word, origin))
    return stretches


def _exact(quote: str, text: str, *, cursor: int, last: Span | None) -> Span | None:
    if not quote:
        return None
    if last:
        start = _find(quote, text, last.end)
        return last if start < 0 else Span(start, start + len(quote))
    start = _find(quote, text, cursor)
    start = _find(quote, text, 0) if start < 0 else start
    return None if start < 0 else Span(start, start + len(quote))


def _find(quote: str, text: str, start: int) -> int:
    """Return where the quote stands, if possible not within a word; -1 if nowhere."""
    first = place = text.find(quote, start)
    for _ in range(_MOST_TRIES):
        if place < 0:
            break
        if not (_within_word(text, place) or _within_word(text, place + len(quote))):
            return place
        place = text.find(quote, place + 1)
    return first


def _within_word(text: str, border: int) -> bool:
    return 0 < border < len(text) and text[border - 1].isalnum() and text[border].isalnum()


def _nearly(quote: str, text: str, *, cursor: int) -> tuple[Span, ...]:
    if not quote or _LONGEST_QUOTE < len(quote):
        return ()
    start = max(0, cursor - _BEFORE)
    window = text[start : cursor + _AFTER]
    found = fuzz.partial_ratio_alignment(_lower(quote), _lower(window), score_cutoff=_FAR)
    if found is None:
        return ()
    near = Span(found.dest_start, found.dest_end).shift(start)
    spans = _by_words(quote, text, near)
    # Of a quote longer than the text, the score only says that the text stands in the quote.
    if not spans and _NEAR <= found.score and len(quote) <= len(window):
        spans = (_whole_words(near, text),)
    return spans if _same_numbers(quote, spans, text) else ()


def _lower(text: str) -> str:
    lower = text.lower()
    return lower if len(lower) == len(text) else text  # "İ" gets longer


def _by_words(quote: str, text: str, near: Span) -> tuple[Span, ...]:
    """Return the stretches of text around ``near`` that have the words of the quote."""
    around = Span(max(0, near.start - len(quote)), min(len(text), near.end + len(quote)))
    quoted = [key(word.cut(quote)) for word in words(quote)]
    there = words(text, _whole_words(around, text))
    keys = [key(word.cut(text)) for word in there]
    blocks = SequenceMatcher(None, quoted, keys, autojunk=False).get_matching_blocks()[:-1]
    matched = sum(len(word) for a, _, size in blocks for word in quoted[a : a + size])
    if not blocks or matched < _MATCHED * sum(map(len, quoted)):
        return ()
    spans = [Span(there[b].start, there[b + size - 1].end) for _, b, size in blocks]
    joined = spans[:1]
    for (left, right), span in zip(pairwise(blocks), spans[1:], strict=True):
        left_out = right.b - left.b - left.size
        if left_out <= right.a - left.a - left.size:  # at most as many as the quote has there
            joined[-1] = Span(joined[-1].start, span.end)
        else:
            joined.append(span)
    return tuple(joined)


def _whole_words(span: Span, text: str) -> Span:
    start, end = span.start, span.end
    for _ in range(_MOST_TRIES):
        start -= _within_word(text, start)
        end += _within_word(text, end)
    return Span(start, end)


def _same_numbers(quote: str, spans: Sequence[Span], text: str) -> bool:
    there = vocabulary(*(span.cut(text) for span in spans))
    return all(word in there for word in vocabulary(quote) if word.isdecimal())
