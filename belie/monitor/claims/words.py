"""Tokens as the parser knows them, with exact offsets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

from belie.datatypes import Span
from belie.monitor.claims.html import tags
from belie.monitor.claims.spelling import CLIPPED
from belie.monitor.text import GROUPED, LIMIT

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["tokens"]

# A letter keeps its combining marks and the joiners between letters.
_LETTER = r"(?:[^\W_]\p{M}*+[\u200c\u200d]?+)"
_PREFIX = (
    "e|anti|bi|co|counter|cyber|de|eco|ex|extra|inter|intra|mid|mini|multi|neo|non|over|post|pre|"
    "pro|re|semi|sub|super|tri|ultra|un|vice"
)
_RELATIVE = "mother|father|parent|sister|brother|son|daughter"
_TOKEN = regex.compile(
    rf"""
      (?:https?://|www\.)(?:[.,;:!?)\]'"”’]*+[^\s.,;:!?)\]'"”’]++)++  # a link, not what follows it
    | [\w.+-]{{1,64}}+@[\w-]{{1,64}}+(?:\.[\w-]{{1,64}}+)++            # a mail address
    | (?:[A-Za-z]\.){{2,}}+                                           # U.S., e.g.
    | \b(?:Mr|Mrs|Ms|Dr|St|Prof|Inc|Ltd|Co|Corp|Jr|Sr|vs|etc)\.
    | \b(?:Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec)\.
    | \bNo\.(?=\s?\d)
    | {LIMIT}
    | \b[A-Z]\.(?=\s+[A-Z])                                          # an initial
    | \d['’]\d{{1,2}}(?!\w)                                            # 6'4: feet and inches
    | (?<!\d)\d{{1,3}}(?:{GROUPED})++(?:[.,]\d++)?+                    # 12\u202f345
    | (?<!\w)\.\d++ | \d++(?:[.,:/]\d++)*+(?:(?:st|nd|rd|th|s)\b)?+  # .22, 1,149.5, 10:30, 1990s
    | {CLIPPED}                                                       # do|nt, i|m
    | [^\W\d_]+?(?=[nN]['’][tT]\b)                                    # do|n't
    | [nN]['’][tT]\b
    | ['’](?i:s|m|re|ve|ll|d)\b
    | \b(?i:{_RELATIVE})s?-in-law\b
    | (?<![\w-])(?i:{_PREFIX})-(?=[^\W\d_]){_LETTER}++              # e-mail, co-worker
    | {_LETTER}++(?:[._](?=[^\W\d]){_LETTER}++)*+                      # word, node.js, snake_case
    | \.{{2,}}+ | -{{2,}}+ | &(?:[a-z]{{2,8}}|\#\d{{2,5}});          # ..., --, &amp;
    | (?=\S)\X                                                       # one sign, as it is seen
    """,
    regex.VERBOSE,
)
_NOISE = regex.compile(
    r"\[\^?\d{1,3}\]|[*`]++|(?<!\w)_++|_++(?!\w)"
    r"|[\x1c-\x1f\x85\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff]"
)


def tokens(text: str, within: Span) -> list[Span]:
    """Return the tokens of a sentence as spans of ``text``.

    Words are cut as in the English Web Treebank: punctuation, currency and percent signs, hyphens,
    "n't" and "'s" stand alone, and prefixes stay: "e-mail", "co-founder". A "mother-in-law", which
    the parser takes apart, is one word. Digits that a no-break or thin space groups are one
    number. Marks of Markdown, tags of HTML, citation numbers and invisible characters are left out.

    Examples
    --------
    >>> text = "It isn't **$1,200** [1]."
    >>> [span.cut(text) for span in tokens(text, Span(0, len(text)))]
    ['It', 'is', "n't", '$', '1,200', '.']
    """
    return list(_tokens(text, within))


def _tokens(text: str, within: Span) -> Iterator[Span]:
    position = within.start
    behind = {tag.span.start: tag.span.end for tag in tags(within, text)}
    while position < within.end:
        if position in behind:
            position = behind[position]
            continue
        noise = _NOISE.match(text, position, within.end)
        if noise:
            position = noise.end()
            continue
        found = _TOKEN.match(text, position, within.end)
        if found:
            yield Span(*found.span())
        position = found.end() if found else position + 1
