"""Sentences with exact offsets."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from syntok import segmenter  # pyright: ignore[reportMissingTypeStubs]

from belie.datatypes import Span
from belie.graph.word_sets import word_list
from belie.monitor.claims.html import tags, without_tags
from belie.monitor.claims.lines import stretches, strip
from belie.monitor.keeping import kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = [
    "GROUPED",
    "LIMIT",
    "sentence_at",
    "sentences",
    "sentences_within",
    "strip",
    "unwrapped",
    "words",
]

_FENCE = re.compile(r"^[ \t]*(```|~~~).*?(^[ \t]*\1[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_LINE = re.compile(r"[^\r\n]+")
_MARKER = re.compile(r"\s*(?:(?:[-*+•–]|\d{1,3}[.)]|#{1,6}|>)\s+)*")
_NUMBER = re.compile(r"(?!1\D)\d{1,3}\.")
_OPENER = re.compile(r"[^>\s].*")
_ONE_LINE_END = re.compile(r"\r\n|\r|\n")
_WORD = re.compile(r"\S+")
# What syntok leaves whole, for it waits for a capital: "it is red . it is big ." and plain chat;
# and "So do I! Rome is old.", which it takes for an initial. "Thanks!! it came." needs none.
_TOKENISED_END = re.compile(r"(?<=\s[.!?])\s+(?=\S)|(?<=\sI[!?])\s+(?=\S)|(?<=[!?][!?])\s+(?=\w)")
# Not at the start of a line, where "4.3. Leave" has a number: "It costs €12.90. It is blue."
_DECIMAL_END = re.compile(r"(?<=\S\s)\S{0,8}\d[.,]\d{1,3}\.(?=\s+[A-Z])")
_ABBREVIATIONS = word_list(
    "approx aug capt corp dec dept etc feb gen gov inc jan ltd mrs nov oct prof rev sen sept"
)
_LOWER_CASE_END = re.compile(
    r"(?<=\s[.!?])\s+(?=\S)|(?<=[\w!?][!?])\s+(?=\S)|(?:(?<=\w\w\w[.])|(?<=n['’]t[.]))"
    + "".join(rf"(?<!\b(?i:{word})\.)" for word in _ABBREVIATIONS)
    + r"\s+(?=\S)"
)
# Whoever writes so writes no capital at the start of a sentence either.
_SMALL_I = re.compile(r"(?<![\w.'’-])(?:i(?=['’]\w|\s|$)|(?:im|ive)(?=\s))")
# Full-width marks, which syntok does not know and no blank follows: "它很高。它很旧。".
_FULL_WIDTH_END = re.compile(r"[。！？｡]+[」』”’）】]*")
# No mark in it that may end a sentence for syntok but at its end: syntok would find one sentence.
_ONE_SENTENCE = re.compile(r"[^.!?;‼‽⁇-⁉。﹒﹗！．？｡()\[\]{}]*\w[.!?]?\s*")
_LONGEST_SEGMENTED = 20_000
# Within these a full stop ends nothing.
_OPAQUE = re.compile(
    r"(?:https?://|www\.)[^\s<>|]+(?<![.,;:!?'\"”)*])"
    r"|(?<=\]\()[^\s()]{1,2000}(?:[ ][^\n()]{1,200})?(?=\))"
    r"|(?<!`)`[^`\n]{1,500}`(?!`)"
    r"|\b\w[\w-]{0,60}(?:\.\w[\w-]{0,60}){0,4}\.(?i:com|org|net|edu|gov|io|js)\b"
)
# Before what they limit, but not in "It takes 10 min. 5 people came."
LIMIT = r"(?<!\d\s)\b(?i:max|min|incl|excl)\.(?=\s+[a-z\d$€£])"
GROUPED = r"(?<=\d)(?<!\d{4})[\u00a0\u2009\u202f]\d{3}(?!\d)"
"""Digits behind a blank that joins them to those before: a no-break or a thin one, as in 12 345."""
_LIMIT = re.compile(LIMIT)
# What hangs on to the sentence before: "It is old.[1] It is tall.", "**It is old.** It is tall."
_TAIL = re.compile(r"(?:(?:\*{1,3}|_{1,3}|[¹²³⁴-⁹⁰]{1,3}| ?\[\^?\w{1,3}\])(?!\w)){1,9}")
_CLOSING = re.compile(rf"(?<=[.!?…\"”’)]){_TAIL.pattern}(?=\s|$)")
_EMPHASIS = re.compile(r"(?<!\S)(?:\*{1,3}|_{1,3})(?=\S)")
_ENDED = re.compile(rf"[.!?…:。！？：｡][\"'”’»)\]」』】）]*(?:{_TAIL.pattern})?$")
_LINE_BREAK = re.compile(r"[\r\n][\s>]*")


def sentences(text: str) -> list[Span]:
    r"""Return the sentences of ``text`` as spans without surrounding blanks, in order.

    Lines and list items are cut first, then sentences within a line (syntok, which knows
    abbreviations); fenced code blocks are left out. Lines of a paragraph or an item that look
    like prose that was wrapped are one line. A line of over 20,000 characters is cut into pieces
    at blanks beforehand, so that hostile input costs linear time.

    Examples
    --------
    >>> text = "# Tower\n- It is 330 m tall. Dr. Eiffel built it."
    >>> [span.cut(text) for span in sentences(text)]
    ['Tower', 'It is 330 m tall.', 'Dr. Eiffel built it.']
    """
    return list(_sentences(text))


@kept(256)
def _sentences(text: str) -> tuple[Span, ...]:
    return tuple(
        span
        for paragraph in _paragraphs(text)
        for stretch in _joined(paragraph, text)
        for span in sentences_within(stretch, text)
    )


def sentence_at(span: Span, text: str) -> str:
    """Return the first sentence of ``text`` that a span reaches into; empty where there is none.

    Examples
    --------
    >>> sentence_at(Span(11, 13), "It is old. It is red.")
    'It is red.'
    """
    return next((one.cut(text) for one in sentences(text) if one.overlaps(span)), "")


def sentences_within(stretch: Span, text: str) -> list[Span]:
    r"""Return the sentences of a stretch of ``text`` that may run over several lines.

    Unlike `sentences` it sees a line break, and the ``>`` of a quote after it, as a blank.

    Examples
    --------
    >>> text = "The tower is\n330 m tall. It leans."
    >>> [span.cut(text) for span in sentences_within(Span(0, len(text)), text)]
    ['The tower is\n330 m tall.', 'It leans.']
    """
    return [span for piece in _pieces(stretch, text) for span in _segment(piece, text)]


@kept(1024)
def unwrapped(text: str) -> str:
    r"""Return ``text``, equally long, with blanks in place of line breaks within prose.

    Examples
    --------
    >>> unwrapped("# Tower\nThe tower is\n330 m tall.")
    '# Tower\nThe tower is 330 m tall.'
    """
    end, parts = 0, list[str]()
    for paragraph in _paragraphs(text):
        for stretch in _joined(paragraph, text):
            parts += text[end : stretch.start], _LINE_BREAK.sub(_blanks, stretch.cut(text))
            end = stretch.end
    return "".join([*parts, text[end:]])


def words(text: str, within: Span | None = None) -> list[Span]:
    """Return the blank-separated words of ``text``, or of a part of it, as spans of ``text``."""
    start, end = (within.start, within.end) if within else (0, len(text))
    return [Span(*match.span()) for match in _WORD.finditer(text, start, end)]


def _joined(paragraph: Sequence[Span], text: str) -> Iterator[Span]:
    """Yield the lines of a paragraph, those that continue each other as one.

    What does not end as prose does, such as rows of data, is left in its lines.
    """
    is_prose = 1 < len(paragraph) and _ENDED.search(paragraph[-1].cut(text))
    if not is_prose:
        yield from paragraph
        return
    for group in stretches(paragraph, text):
        yield Span(paragraph[group.start].start, paragraph[group.stop - 1].end)


def _paragraphs(text: str) -> Iterator[list[Span]]:
    """Yield the lines, without markers, that no blank line or marker stands between."""
    paragraph: list[Span] = []
    end, opening = 0, ""
    for line, marker in _lines(text):
        follows = paragraph and _ONE_LINE_END.fullmatch(text, end, line.start)
        said, start = marker.cut(text).strip(), marker.end
        if follows and not opening and _ends_a_sentence(said, paragraph[-1].cut(text)):
            said, start = "", line.start
        if not (follows and said == _OPENER.sub("", opening).strip() and "#" not in opening):
            yield paragraph
            paragraph, opening = [], said
        content = strip(Span(start, line.end), text)
        if len(content):
            paragraph.append(content)
        end = line.end
    yield paragraph


def _ends_a_sentence(marker: str, above: str) -> bool:
    """Whether a marker is the end of what the line above says: "It opened on May" and "27."."""
    return bool(_NUMBER.fullmatch(marker)) and not _ENDED.search(above)


def _lines(text: str) -> Iterator[tuple[Span, Span]]:
    """Yield the lines outside fences, each with its marker."""
    fences = [match.span() for match in _FENCE.finditer(text)]
    starts = [start for start, _ in fences]
    for match in _LINE.finditer(text):
        begun = bisect_right(starts, match.start())  # fences are in order and never overlap
        if begun and match.start() < fences[begun - 1][1]:
            continue
        marker = _MARKER.match(text, match.start(), match.end())
        start = marker.end() if marker else match.start()
        yield Span(*match.span()), Span(match.start(), start)


def _pieces(line: Span, text: str) -> Iterator[Span]:
    start = line.start
    while _LONGEST_SEGMENTED < line.end - start:
        blank = text.rfind(" ", start + 1, start + _LONGEST_SEGMENTED)
        end = blank if 0 < blank else start + _LONGEST_SEGMENTED
        yield Span(start, end)
        start = end
    yield Span(start, line.end)


def _segment(stretch: Span, text: str) -> Iterator[Span]:
    cut = without_tags(stretch, text)
    borders = {tag.span.start - stretch.start for tag in tags(stretch, text) if tag.is_border}
    start = 0
    for border in sorted(borders.union(_borders(_mask(cut)))):
        tail = _TAIL.match(cut, border)
        end = tail.end() if tail else border
        kept = strip(Span(start, end), cut)
        if len(kept):
            yield kept.shift(stretch.start)
        start = end


def _mask(cut: str) -> str:
    """Return ``cut``, equally long, with nothing in it that misleads syntok."""
    visible = _LINE_BREAK.sub(_blanks, cut)
    visible = _OPAQUE.sub(lambda match: _opaque(match[0]), visible)
    visible = _LIMIT.sub(lambda match: "x" * len(match[0]), visible)
    return _EMPHASIS.sub(_blanks, _CLOSING.sub(_blanks, visible))


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _opaque(word: str) -> str:
    return word[0] + "x" * (len(word) - 2) + word[-1] if 2 < len(word) else word


def _borders(visible: str) -> list[int]:
    """Return where the sentences end; the last ends with the stretch."""
    has_capitals = any(char.isupper() for char in visible) and not _SMALL_I.search(visible)
    further = _TOKENISED_END if has_capitals else _LOWER_CASE_END
    ends = {match.start() for match in further.finditer(visible)}
    ends |= {match.end() for match in _FULL_WIDTH_END.finditer(visible)}
    ends |= {match.end() for match in _DECIMAL_END.finditer(visible)}
    ends |= {len(visible)} if _ONE_SENTENCE.fullmatch(visible) else _ends(visible)
    return [*sorted(ends)[:-1], len(visible)] if ends else []


@kept(1024)  # a paragraph is read as a turn, as what was said before, as a passage
def _ends(visible: str) -> frozenset[int]:
    """Return where syntok has sentences end."""
    ends: set[int] = set()
    for paragraph in segmenter.analyze(visible):  # pyright: ignore[reportUnknownMemberType]
        for sentence in paragraph:
            last = list(sentence)[-1]
            ends.add(last.offset + len(last.value))
    return frozenset(ends)
