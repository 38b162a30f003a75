"""The rules in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.datatypes import ErrorType, Role
from belie.graph.rules import EdgeKind
from belie.graph.semantics.kinds import ALL_RULES, Rule, Ruling
from belie.graph.semantics.reading import Reading
from belie.graph.semantics.speech import (
    corrects,
    not_asserted,
    one_is_imagined,
    one_is_reported,
    other_condition,
    takes_back,
)
from belie.graph.semantics.subjects import different_subjects
from belie.graph.semantics.tenses import Change, change_over_time
from belie.graph.semantics.times import different_times
from belie.graph.semantics.values import can_be_both, changes_mind, different_attributes, updates

if TYPE_CHECKING:
    from collections.abc import Callable

    from belie.datatypes import Claim, Verdict

__all__ = ["ruling", "would_change"]

_OF_ONE_VALUE = frozenset({ErrorType.NUMERIC, ErrorType.NEGATION})
"""Clashes that are never two values side by side."""


def ruling(
    earlier: Claim, later: Claim, verdict: Verdict, rules: frozenset[Rule] = ALL_RULES
) -> Ruling | None:
    """Return why two clashing claims of a conversation are no contradiction.

    Parameters
    ----------
    earlier, later
        The two claims in the order in which they were said.
    verdict
        What a classifier said of them.
    rules
        Those that may speak; the first that applies does, in the order of `Rule`.

    Returns
    -------
    Ruling or None
        ``None`` where the clash stands.

    Examples
    --------
    >>> from belie.datatypes import Claim, Relation, Role, Span, Verdict
    >>> then = Claim("s/0#0", "I live in Rome.", "s/0", Span(0, 15), role=Role.USER)
    >>> now = Claim("s/2#0", "I live in Oslo.", "s/2", Span(0, 15), turn=2, role=Role.USER)
    >>> odds = {relation: 0.0 for relation in Relation} | {Relation.CONTRADICTION: 1.0}
    >>> said = ruling(then, now, Verdict(then, now, odds, Relation.CONTRADICTION))
    >>> said.rule.value, said.edge.value
    ('user_update', 'supersedes')
    """
    silent = {Rule.MANY_VALUES} if verdict.error_type in _OF_ONE_VALUE else frozenset[Rule]()
    return _first(earlier, later, rules - silent)


def would_change(earlier: Claim, later: Claim, rules: frozenset[Rule] = ALL_RULES) -> bool:
    """Return whether the later claim would supersede or retract the earlier one, if they clash.

    Examples
    --------
    >>> from belie.datatypes import Claim, Role, Span
    >>> one = Claim("s/0#0", "I live in Rome.", "s/0", Span(0, 15), role=Role.USER)
    >>> other = Claim("s/2#0", "I live in Oslo.", "s/2", Span(0, 15), turn=2, role=Role.USER)
    >>> would_change(one, other), would_change(one, other, rules=frozenset())
    (True, False)
    """
    found = _first(earlier, later, rules)
    return found is not None and found.edge is not None


def _first(earlier: Claim, later: Claim, rules: frozenset[Rule]) -> Ruling | None:
    one, other = Reading(earlier), Reading(later)
    for rule in Rule:
        if rule in rules and (found := _RULES[rule](one, other)) is not None:
            return found
    return None


def _plainly(
    rule: Rule,
    holds: Callable[[Reading, Reading], bool],
    reason: str,
    edge: EdgeKind | None = None,
) -> Callable[[Reading, Reading], Ruling | None]:
    """Return the rule that says one thing wherever ``holds`` does."""
    said = Ruling(rule, edge, reason)
    return lambda earlier, later: said if holds(earlier, later) else None


def _state_over_time(earlier: Reading, later: Reading) -> Ruling | None:
    change = change_over_time(earlier, later)
    if change is None:
        return None
    if change is Change.REPLACES:
        reason = "The later one tells of a newer state."
        return Ruling(Rule.STATE_OVER_TIME, EdgeKind.SUPERSEDES, reason)
    reason = "One tells of how it was, the other of how it is."
    return Ruling(Rule.STATE_OVER_TIME, None, reason)


def _hold_at_different_times(earlier: Reading, later: Reading) -> bool:
    """Who flies "on Wednesday instead" does not fly on Monday."""
    moved = _is_said_anew(earlier, later) and changes_mind(later)
    return not moved and different_times(earlier, later)


def _user_updates(earlier: Reading, later: Reading) -> bool:
    return _is_said_anew(earlier, later) and updates(earlier, later)


def _is_said_anew(earlier: Reading, later: Reading) -> bool:
    """Return whether both are the user's, of two turns."""
    of_user = earlier.claim.role is later.claim.role is Role.USER
    return of_user and earlier.claim.turn < later.claim.turn


_RULES = {
    Rule.DIFFERENT_SUBJECTS: _plainly(
        Rule.DIFFERENT_SUBJECTS,
        different_subjects,
        "They are about different people or things.",
    ),
    Rule.DIFFERENT_ATTRIBUTES: _plainly(
        Rule.DIFFERENT_ATTRIBUTES, different_attributes, "They say different things of it."
    ),
    Rule.EXPLICIT_RETRACTION: _plainly(
        Rule.EXPLICIT_RETRACTION,
        takes_back,
        "The speaker takes back what was said before.",
        EdgeKind.RETRACTS,
    ),
    Rule.EXPLICIT_CORRECTION: _plainly(
        Rule.EXPLICIT_CORRECTION,
        corrects,
        "The speaker corrects what was said before.",
        EdgeKind.SUPERSEDES,
    ),
    Rule.REPORTED_SPEECH: _plainly(
        Rule.REPORTED_SPEECH, one_is_reported, "One of the two is somebody else's word."
    ),
    Rule.NOT_ASSERTED: _plainly(
        Rule.NOT_ASSERTED, not_asserted, "One of the two is asked, quoted or said with doubt."
    ),
    Rule.CONDITION: _plainly(
        Rule.CONDITION, other_condition, "One of the two holds under a condition only."
    ),
    Rule.HYPOTHETICAL: _plainly(
        Rule.HYPOTHETICAL, one_is_imagined, "One of the two is a plan, a wish or imagined."
    ),
    Rule.MANY_VALUES: _plainly(Rule.MANY_VALUES, can_be_both, "Both can be so at once."),
    Rule.DIFFERENT_TIMES: _plainly(
        Rule.DIFFERENT_TIMES, _hold_at_different_times, "They hold for different times."
    ),
    Rule.STATE_OVER_TIME: _state_over_time,
    Rule.USER_UPDATE: _plainly(
        Rule.USER_UPDATE,
        _user_updates,
        "The user says anew what can change.",
        EdgeKind.SUPERSEDES,
    ),
}
