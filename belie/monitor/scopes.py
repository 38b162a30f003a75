"""Statements that begin with what they hold for: "For members the pool is free.", "For visitors …".

What holds of one scope does not clash with what holds of another. Whether two scopes are two, or
one in other words ("guests", "visitors"), no list tells; the classifier does, when it is asked
whether the one sentence still holds in the scope of the other.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from belie.datatypes import Pair
from belie.graph.word_sets import word_set
from belie.monitor.forms import Form
from belie.monitor.text import sentence_at

if TYPE_CHECKING:
    from belie.datatypes import Span

__all__ = ["InOneScope", "in_one_scope"]

_SUBJECT = (
    r"(?:the|an?|our|your|my|his|her|its|their|you|we|it|they|there|he|she|I|this|these|those)\b"
)
"""How a sentence goes on where no comma ends its scope."""
_INNER = r"(?:is|are|was|were|of|and|or|in|to|for|with|that|who|which)\b"
_PLACES = "for|with|without|under|on|in|at|through|outside"
_CONDITIONS = "if|when|unless"
_UP_TO_SUBJECT = Form(
    rf"((?:{_PLACES})\s+"
    rf"(?:(?:the|an?|our|your|my)\s+)?(?!{_SUBJECT})[\w'’-]+"
    rf"(?:\s+(?!{_SUBJECT}|{_INNER})[\w'’-]+){{0,2}})\s+{_SUBJECT}",
    needs=_PLACES.split("|"),
)
_UP_TO_COMMA = Form(
    rf"((?:{_PLACES}|{_CONDITIONS})\s"
    r"[^,.;:!?]{2,80}),\s",
    needs=f"{_PLACES}|{_CONDITIONS}".split("|"),
)
_OPPOSED = {"without": "with", "unless": "if"}
_DENIALS = word_set("not don't doesn't isn't aren't")
_CARRIERS = word_set("do does")
"""What a denial adds without meaning anything."""
_ALL = word_set("all any every each both no only everyone everybody anyone regardless whatever")
"""What speaks of other scopes too."""
_VAGUE = word_set(
    "one two three four five six seven eight nine ten most some several many few even "
    "day days week weeks month months year years hour hours "
    "this these that those such so then same other another earlier later sooner"
)
"""What tells how many or how long, not which, or what is meant by something said elsewhere."""
_ALIKE = 0.4
"""The share of the words that both sentences say of their scopes."""
_WORD = re.compile(r"[\w'’]+")
_DIGIT = re.compile(r"\d")


class InOneScope(NamedTuple):
    """What to ask of two sentences that each begin with a scope.

    Parameters
    ----------
    holds
        The premise's sentence beside itself in the scope of the claim: entailed where both scopes
        are one.
    clashes
        That sentence beside the claim's: contradicted where more than the scopes clash.
    """

    holds: Pair
    clashes: Pair


class _Scoped(NamedTuple):
    scope: str
    rest: str

    @property
    def opening(self) -> str:
        word = self.scope.split(maxsplit=1)[0].lower()
        return _OPPOSED.get(word, word)


def in_one_scope(
    premise: str, premise_span: Span, claim: str, claim_span: Span
) -> InOneScope | None:
    """Return what tells whether two statements that clash are of two scopes.

    ``None`` unless the clashing sentences begin with scopes of one kind, neither text has that of
    the other besides, and they say alike but not the same of them. Sentences that speak of all
    scopes are left, and scopes that count or measure, which are tiers or times, or refer.

    Parameters
    ----------
    premise, claim
        The two statements.
    premise_span, claim_span
        The words of each that clash.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> one, other = "For members the pool is free.", "For visitors the pool costs 6 euros."
    >>> asked = in_one_scope(one, Span(24, 28), other, Span(22, 35))
    >>> asked.holds.claim
    'For visitors the pool is free.'
    >>> in_one_scope(one, Span(24, 28), "The pool costs 6 euros.", Span(9, 22)) is None
    True
    """
    said, told = sentence_at(premise_span, premise), sentence_at(claim_span, claim)
    one, other = _scoped(said), _scoped(told)
    if one is None or other is None or one.opening != other.opening:
        return None
    besides = premise.replace(one.scope, " "), claim.replace(other.scope, " ")
    if not (_are_two(one.scope, other.scope, besides) and _are_alike(one.rest, other.rest)):
        return None
    moved = f"{other.scope}{one.rest}"
    return InOneScope(Pair(said, moved), Pair(moved, told))


def _scoped(sentence: str) -> _Scoped | None:
    """The scope that a sentence begins with, and how it goes on."""
    found = _UP_TO_SUBJECT.match(sentence) or _UP_TO_COMMA.match(sentence)
    if found is None or not _ALL.isdisjoint(_words(sentence)):
        return None
    scope, rest = found[1], sentence[found.end(1) :]
    if _DIGIT.search(scope) or not _VAGUE.isdisjoint(_words(scope)):
        return None
    return _Scoped(scope, rest)


def _are_two(one: str, other: str, besides: tuple[str, str]) -> bool:
    """Whether each scope has words that neither the other nor the other's text has."""
    own, others = _words(one) - _words(other), _words(other) - _words(one)
    denied = (own | others) - _CARRIERS
    if denied <= _DENIALS:
        return bool(denied)
    behind, beside = map(_words, besides)
    return not (others <= behind or own <= beside)


def _are_alike(one: str, other: str) -> bool:
    """Whether two sentences say of their scopes much that is the same, and each something else."""
    said, told = _words(one), _words(other)
    most = max(len(said), len(told))
    return bool(said - told and told - said) and len(said & told) >= _ALIKE * most


def _words(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _WORD.findall(text))
