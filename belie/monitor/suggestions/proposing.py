"""Edits of a claim that may make it agree with the evidence, likeliest first; none is judged."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.graph.word_sets import word_set
from belie.monitor.difference import unshared
from belie.monitor.suggestions.alignment import fits, gaps, name_around, nearest, read_sentences
from belie.monitor.suggestions.formats import written_like
from belie.monitor.suggestions.negation import affirmed, denied, denies
from belie.monitor.suggestions.replacement import Replacement
from belie.monitor.text import words
from belie.monitor.tokens import TokenKind, tokens
from belie.monitor.values import Moment, Outcome, agree, read_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from belie.monitor.suggestions.alignment import Gap, Sentence
    from belie.monitor.values import Value

    Read = Callable[[str], Sequence[Sentence]]

__all__ = ["clashing_sentence", "proposals"]

_MOST_PROPOSALS = 3
"""Each is a pair to judge; on 200 made contradictions six brought no suggestion more than two."""
_LONGEST_READ = 4000
_MOST_TOKENS = 200
_MOST_SWAPPED = 12
"""Words of one side beyond which a clash is no detail that could be swapped."""
_MARKS = " ,;:"
_LINE_BREAK = re.compile(r"\s*[\r\n][\s>]*")
_BEFORE_TIMES = word_set("in on at by since until before after from during")
_PREPOSITIONS = word_set("of in on at by from to with for")


@dataclass(frozen=True, slots=True)
class _Sides:
    """A claim and the sentence it clashes with: clashing words and values of both, their gaps.

    Of the claim's values only those that clash are kept.
    """

    claim: str
    evidence: str
    claim_span: Span
    evidence_span: Span
    gaps: tuple[Gap, ...]
    claim_values: tuple[Value, ...]
    evidence_values: tuple[Value, ...]

    @property
    def clashing(self) -> list[Gap]:
        """The gaps that touch the clashing words."""
        return [gap for gap in self.gaps if gap.place and gap.place.overlaps(self.claim_span)]


def proposals(
    claim: str,
    premise: str,
    *,
    claim_span: Span,
    premise_span: Span,
    read: Read = read_sentences,
) -> Iterator[Replacement]:
    """Yield edits of ``claim`` that may make it agree with ``premise``, at most three.

    Each is looked for when it is asked for, since mostly the first is the one that holds.

    First the clashing words in the premise's order, where both sides have the same ones; then the
    value of the premise that stands in the place of the clashing one, written as the claim writes
    its own; then the words that stand there, or where else a number or a name differs; then the
    clashing words themselves; then a denial less or more; then other values.

    Parameters
    ----------
    claim, premise
        The two statements; of a longer one the first 4,000 characters are read.
    claim_span, premise_span
        The clashing words of each.
    read
        Gives the sentences of a text.

    Examples
    --------
    >>> claim, premise = "It sold for $1.5m.", "It was sold for 2 million dollars."
    >>> found = proposals(claim, premise, claim_span=Span(12, 17), premise_span=Span(16, 33))
    >>> next(found).applied(claim)
    'It sold for $2m.'
    """
    claim, premise = claim[:_LONGEST_READ], premise[:_LONGEST_READ]
    if len(claim) < claim_span.end or len(premise) < premise_span.end:
        return
    found: set[Replacement] = set()
    edits = _edits(_sides(claim, premise, claim_span, premise_span, read))
    for replacement in map(_on_one_line, edits):
        if replacement not in found and _says_something_new(replacement, claim):
            yield replacement
            found.add(replacement)
        if len(found) == _MOST_PROPOSALS:
            return


def _edits(sides: _Sides) -> Iterator[Replacement]:
    ways = (_reordered, _values_there, _closed, _closed_elsewhere, _swapped, _turned, _other_values)
    for way in ways:
        yield from way(sides)


def _on_one_line(replacement: Replacement) -> Replacement:
    """Return an edit whose words were taken from wrapped text as they would stand in a line."""
    return Replacement(replacement.span, _LINE_BREAK.sub(" ", replacement.words))


def clashing_sentence(
    claim: str, premise: str, clash: Span, *, read: Read = read_sentences
) -> Span:
    """Return the sentence of ``premise`` that is nearest to the claim; of equals that of the clash.

    Examples
    --------
    >>> premise = "It is old. It cost $499."
    >>> clashing_sentence("The phone cost $599.", premise, Span(0, 2)).cut(premise)
    'It cost $499.'
    """
    found = read(premise)
    with_clash = [one for one in found if one.span.start <= clash.start < one.span.end]
    best = nearest([*with_clash, *found], claim)
    return best.span if best else Span(0, len(premise))


def _says_something_new(replacement: Replacement, claim: str) -> bool:
    """Whether a claim is left, another one, that does not say the new words twice in a row."""
    mended, new = replacement.applied(claim), replacement.words.strip().casefold()
    before = claim[: replacement.span.start].rstrip(_MARKS).casefold()
    behind = claim[replacement.span.end :].lstrip(_MARKS).casefold()
    doubled = bool(new) and (before.endswith(new) or behind.startswith(new))
    return mended != claim and bool(mended.strip()) and not doubled


def _sides(claim: str, premise: str, claim_span: Span, premise_span: Span, read: Read) -> _Sides:
    sentence = clashing_sentence(claim, premise, premise_span, read=read)
    evidence = sentence.cut(premise)
    if sentence.overlaps(premise_span):
        start, end = (
            min(max(place, sentence.start), sentence.end) - sentence.start
            for place in (premise_span.start, premise_span.end)
        )
        clash = Span(start, end)
    else:
        clash = unshared(evidence, claim)
    clashing = (one for one in read_values(claim) if one.whole.overlaps(claim_span))
    return _Sides(
        claim,
        evidence,
        claim_span,
        clash,
        gaps=tuple(gaps(claim, evidence)),
        claim_values=tuple(clashing),
        evidence_values=read_values(evidence),
    )


def _reordered(sides: _Sides) -> Iterator[Replacement]:
    """The clashing words as the premise has them, if they are the same in another order."""
    mine, its = (
        sorted(word.cut(text).casefold() for word in words(text, span))
        for text, span in (
            (sides.claim, sides.claim_span),
            (sides.evidence, sides.evidence_span),
        )
    )
    if mine == its:
        yield Replacement(sides.claim_span, sides.evidence_span.cut(sides.evidence))


def _values_there(sides: _Sides) -> Iterator[Replacement]:
    """The values of the premise in the place of the clashing ones, or among its clashing words."""
    there = [gap.there for gap in sides.clashing if gap.there]
    for place in (*there, sides.evidence_span):
        yield from _values(
            sides, [one for one in sides.evidence_values if one.whole.overlaps(place)]
        )


def _other_values(sides: _Sides) -> Iterator[Replacement]:
    return _values(sides, sides.evidence_values)


def _values(sides: _Sides, theirs: Sequence[Value]) -> Iterator[Replacement]:
    """Each of some values of the premise for each clashing one of the claim."""
    for mine in sides.claim_values:
        for other in theirs:
            if type(other.said) is type(mine.said) and _differ(other, mine):
                yield from _written(mine, sides.claim, other, sides.evidence)


def _differ(premise: Value, claim: Value) -> bool:
    same_kind = premise.said.kind == claim.said.kind
    return same_kind and agree(premise, claim) is not Outcome.EQUAL


def _written(mine: Value, claim: str, other: Value, premise: str) -> Iterator[Replacement]:
    """One value in the place of another: in the claim's manner, and in the premise's own words."""
    as_here = mine.span.cut(claim)
    its_words = other.whole.cut(premise)
    if mine.said.bound is other.said.bound:
        like = written_like(other, mine, as_here, commas="," in its_words)
        if like:
            yield Replacement(mine.span, like)
    here, there = mine.whole, other.whole
    if isinstance(mine.said, Moment):
        before, its = (_word_before(here, claim), _word_before(there, premise))
        if before and its and before.cut(claim).lower() != its.cut(premise).lower():
            here, there = Span(before.start, here.end), Span(its.start, there.end)
    yield Replacement(here, there.cut(premise))


def _word_before(span: Span, text: str) -> Span | None:
    """The preposition before a time, if it has one."""
    before = words(text, Span(0, span.start))
    known = bool(before) and before[-1].cut(text).lower() in _BEFORE_TIMES
    return before[-1] if known else None


def _closed(sides: _Sides) -> Iterator[Replacement]:
    """The premise's words in the place of the clashing ones."""
    for gap in sides.clashing:
        yield from gap.closed(sides.claim, sides.evidence)


def _closed_elsewhere(sides: _Sides) -> Iterator[Replacement]:
    """Numbers and names that differ although the clashing words are others."""
    for gap in sides.gaps:
        telling = {token.kind for token in gap.mine} & {TokenKind.NUMBER, TokenKind.NAME}
        if telling:
            yield from gap.closed(sides.claim, sides.evidence)


def _swapped(sides: _Sides) -> Iterator[Replacement]:
    """The clashing words of the premise for those of the claim; first whole names for names."""
    claim, evidence = sides.claim, sides.evidence
    mine, its = (
        [token for token in tokens(text, most=_MOST_TOKENS) if token.span.overlaps(span)]
        for text, span in ((claim, sides.claim_span), (evidence, sides.evidence_span))
    )
    if not mine or not its or _MOST_SWAPPED < max(len(mine), len(its)) or not fits(mine, its):
        return
    clash = _behind_preposition(sides)
    yield Replacement(
        name_around(clash, claim), name_around(sides.evidence_span, evidence).cut(evidence)
    )
    yield Replacement(clash, sides.evidence_span.cut(evidence))


def _behind_preposition(sides: _Sides) -> Span:
    """The clashing words of the claim without a preposition that those of the premise lack."""
    mine = words(sides.claim, sides.claim_span)
    its = words(sides.evidence, sides.evidence_span)
    begins = mine[0].cut(sides.claim).lower() in _PREPOSITIONS
    if 1 < len(mine) and begins and its[0].cut(sides.evidence).lower() not in _PREPOSITIONS:
        return Span(mine[1].start, sides.claim_span.end)
    return sides.claim_span


def _turned(sides: _Sides) -> Iterator[Replacement]:
    """A denial less where only the claim denies, one more where only the premise does."""
    if denies(sides.claim) and not denies(sides.evidence):
        yield from affirmed(sides.claim)
    elif denies(sides.evidence) and not denies(sides.claim):
        found = denied(sides.claim, sides.claim_span)
        if found:
            yield found
