"""Lines of a turn: as Markdown can read them, and which of them continue the line before."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from belie.datatypes import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["lines", "readable", "stretches", "strip"]

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n|\Z)")
_BLANKS = (
    "\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
    "\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
_TO_BLANK = dict.fromkeys(map(ord, _BLANKS), " ")
_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff"
_NOT_INVISIBLE = dict.fromkeys(map(ord, _INVISIBLE))
_OPENING = re.compile(
    rf"(?P<lead>[ \t>{_INVISIBLE}]*)"
    r"(?:(?P<bullet>[•◦▪●‣∙][ \t]*(?=\S)|[·–][ \t]+(?=\S)|-(?=[A-Z]))"
    r"|(?P<letter>\(\d{1,2}\)|\(?(?:[A-Za-z]|[ivx]{1,4})\))(?=[ \t]+\S)"
    r"|(?P<number>[0-9]{1,9})[.)](?P<rest>[ \t]+\S|[ \t]*$))?"
)

_LONG, _NARROW = 40, 30
"""Letters of a line that may be wrapped prose by itself, and of the longest of several."""
_CLOSERS = "\"'”’»)]*_ "
_TERMINAL = tuple(".!?…:。！？：")
_ABBREVIATION = re.compile(
    r"\b(?:Dr|Mrs?|Ms|Prof|St|Nos?|Fig|vs|approx|ca|cf|al|e\.g|i\.e|[A-Z])\.$"
)
_HANGING = re.compile(
    r"(?:\b(?:the|an?|of|and|or|is|are|was|were|by|from|than)"
    r"|\b(?:Dr|Mrs?|Ms|Prof|approx|ca|cf|e\.g|i\.e)\.)$"
)
_ALONE = re.compile(
    r"(?:\*{2,3}[^*]+\*{2,3}|__[^_]+__):?"  # a heading in bold
    r"|<?https?://\S+"
)
_LABEL = re.compile(r"[^\W\d_][\w ()/&-]{0,40}:\s")
_START = re.compile(
    r"[-*+•–|]\s"  # an item, a row
    r"|[A-Z][\w ]{0,30}:\s"  # a speaker, a label
    r"|\[?\d{1,4}[:/-]\d\d"  # the time of a message
    r"|(?:The|An?|It|He|She|We|They|You|This|That|These|Those|There|But|And|So|My|Yes|No|What)\s"
)


def lines(text: str) -> list[Span]:
    r"""Return the lines of ``text`` without their ends and the blanks before them.

    Only ``\n``, ``\r\n`` and ``\r`` end a line.

    Examples
    --------
    >>> lines("One \r\n\nTwo")
    [Span(start=0, end=3), Span(start=6, end=6), Span(start=7, end=10)]
    """
    found = (match.span() for match in _LINE.finditer(text) if match[0])
    return [Span(start, start + len(text[start:end].rstrip())) for start, end in found]


def readable(text: str, within: Sequence[Span]) -> str:
    """Return the lines ``within`` of ``text``, written so that Markdown reads what is meant.

    The indentation of the first line is taken for a margin; ``•``, ``a)`` and ``(1)`` become
    Markdown's own markers; blanks of all sorts become plain ones; "1889." opens no list. A line
    may change its length before its content, never from there on.

    Examples
    --------
    >>> text = "  • It is tall."
    >>> readable(text, lines(text))
    '- It is tall.'
    """
    return "\n".join(_readable_lines(text, within))


def _readable_lines(text: str, within: Sequence[Span]) -> Iterator[str]:
    margin, number = -1, 0
    for line in within:
        cut = line.cut(text).translate(_TO_BLANK)
        indentation = len(cut) - len(cut.lstrip(" \t"))
        if margin < 0 and cut:
            margin = indentation
        cut = cut[min(margin, indentation) :] if cut else cut
        opening = _OPENING.match(cut)
        if opening and opening["number"]:
            counted = _counted(opening, number)
            number = int(opening["number"]) if counted else number
            cut = cut if counted else _without_marker(cut, opening.end("number"))
        yield _opened(cut, opening) if opening else cut


def _counted(opening: re.Match[str], previous: int) -> bool:
    """Whether a number numbers an item: "1889." alone does not, nor does "330. That is all"."""
    return bool(opening["rest"]) and (
        len(opening["number"]) < 3 or int(opening["number"]) == previous + 1
    )


def _without_marker(line: str, point: int) -> str:
    return f"{line[:point]},{line[point + 1 :]}"


def _opened(line: str, opening: re.Match[str]) -> str:
    lead = opening["lead"].translate(_NOT_INVISIBLE)
    if opening["bullet"]:
        return f"{lead}- {line[opening.end('bullet') :]}"
    if opening["letter"]:
        return f"{lead}1){line[opening.end('letter') :]}"
    return lead + line[opening.end("lead") :]


def stretches(paragraph: Sequence[Span], text: str) -> list[range]:
    r"""Group the lines of a paragraph, by number: those of a group are one running text.

    A line continues the line before if one of these holds:

    - that one ends in a word that cannot end a sentence ("the", "Dr.");
    - that one ends no sentence, and this one begins in lower case, and that one is long (40
      characters) or the paragraph ends as a sentence does;
    - that one is long and ends no sentence, and the first word of this one would not have fitted
      into the paragraph's longest line; it need not be long where that is so of all lines, at
      least three.

    So does prose look that was wrapped, and no list of messages. The last two do not count in a
    paragraph that itself begins in lower case. None counts after a line that ends in two blanks
    or a backslash, where a line opens as something new does ("Height: ", "The"), or among lines
    that have labels.

    Examples
    --------
    >>> text = "The tower, which everybody in Paris knows,\nis tall.\nI like it."
    >>> stretches(lines(text), text)
    [range(0, 2), range(2, 3)]
    """
    shape = _shape([line.cut(text) for line in paragraph])
    starts = [
        number
        for number, (before, line) in enumerate(pairwise(paragraph), start=1)
        if not _continues(before, line, text, shape)
    ]
    return [range(first, end) for first, end in pairwise([0, *starts, len(paragraph)])]


@dataclass(frozen=True, slots=True)
class _Shape:
    """The longest line of a paragraph, and whether it begins and ends as a sentence does.

    ``filled`` tells whether all its lines, at least three, are as full as that one lets them be,
    ``labelled`` whether several begin like "height: ".
    """

    width: int
    cased: bool
    closed: bool
    filled: bool
    labelled: bool


def _shape(paragraph: Sequence[str]) -> _Shape:
    width = max(map(len, paragraph))
    full = all(_is_full(first, second, width) for first, second in pairwise(paragraph))
    closed = _ends(paragraph[-1])
    return _Shape(
        width=width,
        cased=not paragraph[0].lstrip("\"'“‘(*_")[:1].islower(),
        closed=closed,
        filled=full and closed and 3 <= len(paragraph) and _NARROW <= width,
        labelled=2 <= sum(bool(_LABEL.match(line)) for line in paragraph),
    )


def _is_full(first: str, second: str, width: int) -> bool:
    """Whether the first word of a line had no room in the line before."""
    return width <= len(first) + len(second.split(maxsplit=1)[0])


def _continues(before: Span, line: Span, text: str, shape: _Shape) -> bool:
    first, second = before.cut(text), line.cut(text)
    if _broken(before, text) or _START.match(second):
        return False
    if shape.labelled and _LABEL.match(first) and (len(first) < _LONG or _LABEL.match(second)):
        return False
    if _ALONE.fullmatch(first) or _ALONE.fullmatch(second):
        return False
    return bool(_HANGING.search(first[-12:])) or (
        shape.cased and not _ends(first) and _is_wrapped(first, second, shape)
    )


def _is_wrapped(first: str, second: str, shape: _Shape) -> bool:
    long = _LONG <= len(first)
    full = (long or shape.filled) and _is_full(first, second, shape.width)
    return full or (second[:1].islower() and (shape.closed or long))


def _ends(line: str) -> bool:
    """Whether a line ends a sentence or leads in to what follows."""
    return line.rstrip(_CLOSERS).endswith(_TERMINAL) and not _ABBREVIATION.search(line[-12:])


def _broken(line: Span, text: str) -> bool:
    """Whether Markdown breaks the line here."""
    return text.startswith("  ", line.end) or text.startswith("\\", line.end - 1)


def strip(span: Span, text: str) -> Span:
    """Return ``span`` without blanks at its ends."""
    cut = span.cut(text)
    start = span.start + len(cut) - len(cut.lstrip())
    return Span(start, max(start, span.start + len(cut.rstrip())))
