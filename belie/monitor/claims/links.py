"""Logical relations inside a claim, found by cue words.

No parser is needed. A cue stands between its two parts ("the flood was caused by the storm") or
opens a clause whose end is a comma ("because it rained, we left"). What a cue governs is the part
that follows it. Where a cue can mean something else, it is left out: precision comes first.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import pairwise
from typing import TYPE_CHECKING

from belie.datatypes import Link, LinkKind, Span
from belie.graph.word_sets import word_set
from belie.monitor.claims.link_cues import Shape, find_cues, has_cue
from belie.monitor.claims.link_parts import (
    LONGEST_PART,
    Token,
    find_divider,
    opens_clause,
    part_after,
    part_before,
    part_between,
    tokens_within,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belie.monitor.claims.link_cues import Cue

__all__ = ["links", "stretches"]

# A full stop counts before a blank, and not after an initial or an abbreviation.
_END = re.compile(
    r"[.!?;\n](?:(?<=[;\n])|(?=[\"'”’)\]]{0,2}(?:\s|$))(?<!\b[A-Z]\.)(?<!\b[DMJS]r\.)(?<!\bMrs\.)"
    r"(?<!\bSt\.)(?<!\bvs\.)(?<!\bInc\.)(?<!\bLtd\.))"
)
_BE_FORMS = word_set("is are was were be been being")
_NOUN_MARKERS = word_set("the a an this its their his her of no any these those some")
_ASKING = word_set(
    "out ask asks asked asking wonder wondered wonders know knows knew see check tell sure doubt "
    "decide determine remember matter care test unclear say unsure unknown explain describe"
)
_PAST = word_set(
    "was were had did came went got made took saw knew began won lost met left ran sold bought "
    "built grew fell rose gave found said told thought felt kept held stood heard broke"
)
_PARTICIPLE_AFTER = word_set("is are be am being gets get when can not has have")


def links(text: str) -> tuple[Link, ...]:
    """Return the logical relations that ``text``, a claim or a sentence, states.

    The first part is the cause, the sufficient or necessary condition, the part of a whole, what
    is earlier, or what has more of the quality that is named or wins: of "tea is less popular
    than coffee", coffee. A condition with "unless" begins with that word and reads as its
    negation. "Provided that", "as long as" and "if and only if" make a condition sufficient and
    necessary at once. A relation that is denied, as by "not because", gives none.

    Examples
    --------
    >>> text = "Because the dam broke, the valley was flooded."
    >>> [(link.kind.value, link.first.cut(text), link.second.cut(text)) for link in links(text)]
    [('cause', 'the dam broke', 'the valley was flooded')]
    """
    lowered = _lower(text)
    if not has_cue(lowered):
        return ()
    found: list[Link] = []
    before: list[Token] = []
    for stretch in stretches(text):
        tokens = tokens_within(lowered, stretch)
        found += _links_in(lowered, stretch, before, tokens)
        before = tokens
    return tuple(found)


def stretches(text: str) -> list[Span]:
    """Return the stretches of ``text``, whole, cut where a sentence ends and at ";".

    Examples
    --------
    >>> text = "Dr. Lee paid $3.5; she left."
    >>> [span.cut(text) for span in stretches(text)]
    ['Dr. Lee paid $3.5;', ' she left.']
    """
    borders = [0, *(match.end() for match in _END.finditer(text)), len(text)]
    return [Span(start, end) for start, end in pairwise(borders) if start < end]


def _lower(text: str) -> str:
    """``text`` in lower case and of the same length; "İ" alone would grow."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text.replace("İ", "i").lower()


def _links_in(
    lowered: str, stretch: Span, before: list[Token], tokens: list[Token]
) -> Iterator[Link]:
    starts = [token.start for token in tokens]
    conditional = False
    for cue, span in find_cues(lowered, stretch):
        start, end = bisect_left(starts, span.start), bisect_left(starts, span.end)
        if end <= start or (tokens[start].start, tokens[end - 1].end) != (span.start, span.end):
            continue  # within a longer word, as in "so-called" or a link
        answers_if = conditional and cue.shape is Shape.JOINED
        conditional = conditional or LinkKind.CONDITION in cue.kinds
        parts = None if answers_if else _parts(cue, before, tokens, start, end)
        if parts:
            governed, other = parts
            first, second = (governed, other) if cue.first else (other, governed)
            yield from (Link(kind, first, second) for kind in cue.kinds)


def _parts(
    cue: Cue, before: list[Token], tokens: list[Token], start: int, end: int
) -> tuple[Span, Span] | None:
    """The part that the cue at ``tokens[start:end]`` governs, and the other one."""
    if not cue.kinds or _only_looks_like_one(cue, tokens, start, end):
        return None
    if cue.shape is Shape.INSIDE or (cue.shape is Shape.EITHER and opens_clause(tokens, start)):
        divider = find_divider(tokens, end, cue.dividers)
        governed, other = part_between(tokens, end, divider), part_after(tokens, divider + 1)
    elif cue.shape is Shape.JOINED and start == 0:
        governed, other = part_after(tokens, end), part_before(before, len(before))
    else:
        governed, other = part_after(tokens, end), part_before(tokens, start)
    if governed and other and tokens[start].word == "unless":
        governed = Span(tokens[start].start, governed.end)
    return (governed, other) if governed and other else None


def _only_looks_like_one(cue: Cue, tokens: list[Token], start: int, end: int) -> bool:
    word, previous = tokens[start].word, tokens[start - 1].word if start else ""
    if cue.shape is Shape.JOINED:
        return bool(start) and previous not in {",", "and", "but"}
    if cue.shape is Shape.BETWEEN:
        passive = end - start == 1 and word.endswith("d") and _be_before(tokens, start)
        return passive or previous in _NOUN_MARKERS
    if word in {"if", "when"} and end - start == 1:
        return previous in _ASKING or (word == "when" and _tells_of_the_past(tokens, start))
    return False


def _be_before(tokens: list[Token], place: int) -> bool:
    return any(token.word in _BE_FORMS for token in tokens[max(0, place - 2) : place])


def _tells_of_the_past(tokens: list[Token], place: int) -> bool:
    near = tokens[max(0, place - LONGEST_PART) : place + LONGEST_PART]
    return any(
        token.word in _PAST
        or (
            token.word.endswith("ed")
            and not token.word.endswith("eed")
            and 4 < len(token.word)
            and before.word not in _PARTICIPLE_AFTER
        )
        for before, token in pairwise([Token(0, 0, ""), *near])
    )
