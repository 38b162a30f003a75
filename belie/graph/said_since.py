"""What speakers said besides: who says "8 pm" after "6 pm" is not held against "6 pm"."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from belie.datatypes import Claim, Relation, Role, Scope
from belie.graph.rules import plain, position, share_words
from belie.graph.semantics import Rule, Ruling, topics
from belie.graph.semantics.reading import READ, USER
from belie.graph.semantics.words import NEGATIONS, content, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable

    from belie.datatypes import Verdict

__all__ = ["agreed", "said_since", "said_together"]

_OF_USER = Ruling(Rule.USER_UPDATE, None, "The user has said since what the later one says.")
_OF_ASSISTANT = Ruling(
    Rule.EXPLICIT_CORRECTION, None, "The speaker has corrected it since to what the later one says."
)
_OF_A_LIST = Ruling(
    Rule.MANY_VALUES, None, "The later one says another thing of a list that the earlier one is of."
)
_LEAST_SHARED = 3
"""The fewest words before two things of one list, where it is not known what it is a list of."""


def agreed(verdicts: Iterable[Verdict]) -> tuple[Claim, ...]:
    """Return the claims from which a later one follows, by the verdicts on that one.

    Examples
    --------
    >>> from belie.datatypes import Span, Verdict
    >>> now = Claim("s/1#0", "It closes at 8.", "s/1", Span(0, 15), turn=1, role=Role.USER)
    >>> claim = Claim("s/2#0", "It is open until 8.", "s/2", Span(0, 19), turn=2)
    >>> odds = {relation: 0.0 for relation in Relation} | {Relation.ENTAILMENT: 1.0}
    >>> [one.text for one in agreed([Verdict(now, claim, odds, Relation.ENTAILMENT)])]
    ['It closes at 8.']
    """
    return tuple(
        verdict.premise
        for verdict in verdicts
        if verdict.relation is Relation.ENTAILMENT and isinstance(verdict.premise, Claim)
    )


def said_since(
    earlier: Claim, later: Claim, agreeing: Iterable[Claim], rules: frozenset[Rule]
) -> Ruling | None:
    """Return why ``later`` is not held against ``earlier``, whose speaker has said it since.

    A user may say something else of the same at any time: in words that the two share or of the
    same attribute, as "I work in London." says nothing of where the user lives. Other words of a
    user, and all of the assistant, have to be marked as a correction.

    Parameters
    ----------
    earlier, later
        Two claims that clash.
    agreeing
        Claims that ``later`` follows from and that still hold.
    rules
        Those that may speak.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> from belie.graph.semantics import ALL_RULES
    >>> then = Claim("s/0#0", "It closes at 6.", "s/0", Span(0, 15), role=Role.USER)
    >>> now = Claim("s/1#0", "It closes at 8.", "s/1", Span(0, 15), turn=1, role=Role.USER)
    >>> claim = Claim("s/2#0", "It is open until 8.", "s/2", Span(0, 19), turn=2)
    >>> said_since(then, claim, [now], ALL_RULES).rule.value
    'user_update'
    >>> said_since(now, claim, [then], ALL_RULES)
    """
    why = _OF_USER if earlier.role is Role.USER else _OF_ASSISTANT
    between = (
        one
        for one in agreeing
        if one.role is earlier.role and position(earlier) < position(one) < position(later)
    )
    said = any(plain(one) and _takes_the_place(one, earlier) for one in between)
    return why if said and why.rule in rules else None


def said_together(
    earlier: Claim, later: Claim, agreeing: Iterable[Claim], rules: frozenset[Rule]
) -> Ruling | None:
    """Return why ``later`` is not held against a part of the list that has what ``later`` says.

    Not where it denies or says that there is nothing else.

    Parameters
    ----------
    earlier, later
        Two claims that clash.
    agreeing
        Claims that ``later`` follows from.
    rules
        Those that may speak.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> from belie.graph.semantics import ALL_RULES
    >>> blue, grey = (
    ...     Claim(f"s/0#{number}", f"It comes in {colour}.", "s/0", Span(0, 25), subject="It")
    ...     for number, colour in enumerate(("blue", "grey"))
    ... )
    >>> claim = Claim("s/2#0", "I'd take the blue one.", "s/2", Span(0, 22), turn=2)
    >>> said_together(grey, claim, [blue], ALL_RULES).rule.value
    'many_values'
    """
    said = {word.lower() for word in tokens(later.text[:READ])}
    if Rule.MANY_VALUES not in rules or "only" in said or not NEGATIONS.isdisjoint(said):
        return None
    parts = (one for one in agreeing if share_words(one, earlier))
    return _OF_A_LIST if any(_are_of_one_list(one, earlier) for one in parts) else None


def _are_of_one_list(one: Claim, other: Claim) -> bool:
    """Whether two claims say the same of the same but for their ends."""
    words, others = ([word.lower() for word in tokens(each.text[:READ])] for each in (one, other))
    pairs = zip(words, others, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    least = len(tokens(one.subject)) + 1 if one.subject else _LEAST_SHARED
    ends = {*words[shared:], *others[shared:]}
    return least <= shared < min(len(words), len(others)) and NEGATIONS.isdisjoint(ends)


def _takes_the_place(one: Claim, earlier: Claim) -> bool:
    if Scope.CORRECTION in one.scope:
        return True
    return one.role is Role.USER and not _topics(one).isdisjoint(_topics(earlier))


def _topics(claim: Claim) -> frozenset[str]:
    """Return what a claim is about, but for who says it."""
    said = content(tokens(claim.text[:READ]))
    return said.union(topics(claim)) - {USER}
