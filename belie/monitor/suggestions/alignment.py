"""The words of the evidence that stand where words of the claim stand."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.graph.word_sets import word_set
from belie.monitor.suggestions.replacement import Replacement, deletion, insertion
from belie.monitor.text import sentences
from belie.monitor.tokens import TokenKind, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.monitor.tokens import Token

__all__ = ["Gap", "Sentence", "fits", "gaps", "name_around", "nearest", "read_sentences"]

_MOST_TOKENS = 200
_MOST_REPLACED = 8
"""Words of one side beyond which a gap is another way of saying it, not a detail."""
_MOST_DELETED = 2
"""Words that may be left out: with more of them, or the first one, the rest is no sentence."""
_DO_NOT = word_set("don't doesn't didn't")
_DO_NOT_APART = frozenset((form, "not") for form in ("do", "does", "did"))


@dataclass(frozen=True, slots=True)
class Gap:
    """Words of a claim and, in their place between words that both have, those of its evidence.

    Parameters
    ----------
    mine, theirs
        The words of the claim and of the evidence; one of them may have none.
    before
        The word of the claim before them; ``None`` at its start.
    """

    mine: tuple[Token, ...]
    theirs: tuple[Token, ...]
    before: Token | None

    @property
    def place(self) -> Span | None:
        """Where it is in the claim; of no words, the word before it."""
        return _stretch(self.mine or ((self.before,) if self.before else ()))

    @property
    def there(self) -> Span | None:
        """Where it is in the evidence, if that has words there."""
        return _stretch(self.theirs)

    def closed(self, claim: str, evidence: str) -> Iterator[Replacement]:
        """Yield what puts words of ``evidence`` there that fit.

        All of them, or of more than the claim has as many from either end: the rest may be what
        the claim does not speak of.
        """
        if self.place is None or _MOST_REPLACED < len(self.mine):
            return
        many = len(self.mine)
        if self.there is None:
            if self.before and many <= _MOST_DELETED:
                yield deletion(self.place, claim)
        elif not many and len(self.theirs) <= _MOST_REPLACED:
            yield insertion(self.there.cut(evidence), claim, behind=self.place)
        for some in (self.theirs, self.theirs[:many], self.theirs[-many:]):
            words = _stretch(some)
            if words and many and len(some) <= _MOST_REPLACED and fits(self.mine, some):
                yield Replacement(self.place, words.cut(evidence))


def gaps(claim: str, evidence: str) -> Iterator[Gap]:
    """Yield where two sentences differ, their words aligned by longest common runs (`difflib`).

    "Does not help" stands in the place of "helps", although the verb is the same. Only the first
    200 words of each are read.

    Examples
    --------
    >>> claim, evidence = "It was not open on Sundays.", "The shop, it was open on Sundays."
    >>> found = [edit for gap in gaps(claim, evidence) for edit in gap.closed(claim, evidence)]
    >>> [edit.applied(claim) for edit in found]
    ['It was open on Sundays.']
    """
    mine, theirs = tokens(claim, most=_MOST_TOKENS), tokens(evidence, most=_MOST_TOKENS)
    forms = [token.form for token in mine], [token.form for token in theirs]
    matcher: SequenceMatcher[str] = SequenceMatcher(None, *forms, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            continue
        supported = _is_do_support(forms[0][a:b]) or _is_do_support(forms[1][c:d])
        verb = supported and b < len(mine) and d < len(theirs)
        before = mine[a - 1] if a else None
        yield Gap(tuple(mine[a : b + verb]), tuple(theirs[c : d + verb]), before)


def fits(some: Sequence[Token], others: Sequence[Token]) -> bool:
    """Whether words can stand in the place of others: numbers for numbers, names for names.

    Examples
    --------
    >>> [fits(tokens("in Rome"), tokens(other)) for other in ("to Lyons", "1953", "days")]
    [True, False, False]
    """
    return _sorts(some) == _sorts(others)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a text, and the forms of its words."""

    span: Span
    forms: frozenset[str]


def read_sentences(text: str) -> tuple[Sentence, ...]:
    """Return the sentences of ``text``, the first 200 words of each read.

    Examples
    --------
    >>> [sorted(sentence.forms) for sentence in read_sentences("It is old. It leans.")]
    [['is', 'it', 'old'], ['it', 'lean']]
    """
    return tuple(Sentence(span, _forms(text, span)) for span in sentences(text))


def nearest(several: Sequence[Sentence], claim: str) -> Sentence | None:
    """Return the sentence that has most words of the claim, the first of equals, if there is one.

    Examples
    --------
    >>> text = "It is old. The entry costs $5."
    >>> nearest(read_sentences(text), "The entry costs $6.").span.cut(text)
    'The entry costs $5.'
    """
    said = _forms(claim)
    return max(several, key=lambda sentence: len(said & sentence.forms), default=None)


def _forms(text: str, within: Span | None = None) -> frozenset[str]:
    return frozenset(token.form for token in tokens(text, within, most=_MOST_TOKENS))


def name_around(span: Span, text: str) -> Span:
    """Return ``span`` widened to the whole of the name that it is a part of.

    Examples
    --------
    >>> text = "It was found by Anna Lee Smith in Rome."
    >>> name_around(Span(21, 24), text).cut(text)
    'Anna Lee Smith'
    """
    found = tokens(text, most=_MOST_TOKENS)
    touched = [place for place, token in enumerate(found) if token.span.overlaps(span)]
    if not touched or any(found[place].kind is not TokenKind.NAME for place in touched):
        return span
    first, last = touched[0], touched[-1]
    while 0 < first and _goes_on(found[first - 1], found[first], text):
        first -= 1
    while last + 1 < len(found) and _goes_on(found[last], found[last + 1], text):
        last += 1
    return Span(found[first].span.start, found[last].span.end)


def _goes_on(one: Token, other: Token, text: str) -> bool:
    """Whether two tokens are words of one name: both capitals, only a blank between them."""
    capitals = all(token.span.cut(text)[0].isupper() for token in (one, other))
    return capitals and text[one.span.end : other.span.start] in (" ", ". ", "\n", ".\n")


def _sorts(some: Sequence[Token]) -> set[TokenKind]:
    return {token.kind for token in some} - {TokenKind.SMALL, TokenKind.NEGATION}


def _is_do_support(forms: Sequence[str]) -> bool:
    return bool(forms) and (forms[-1] in _DO_NOT or tuple(forms[-2:]) in _DO_NOT_APART)


def _stretch(some: Sequence[Token]) -> Span | None:
    return Span(some[0].span.start, some[-1].span.end) if some else None
