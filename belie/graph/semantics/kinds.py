"""The names of the rules, and what a rule says."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belie.graph.rules import EdgeKind

__all__ = ["ALL_RULES", "Rule", "Ruling"]


class Rule(StrEnum):
    """Why two clashing claims of a conversation are no contradiction; each can be left out."""

    EXPLICIT_RETRACTION = "explicit_retraction"
    """The speaker takes back what was said before."""
    DIFFERENT_SUBJECTS = "different_subjects"
    """They are plainly about different people or things."""
    DIFFERENT_ATTRIBUTES = "different_attributes"
    """They say different things of it: where it opens, what it weighs."""
    EXPLICIT_CORRECTION = "explicit_correction"
    """The speaker says that it corrects what was said before."""
    REPORTED_SPEECH = "reported_speech"
    """One is the word of somebody else."""
    NOT_ASSERTED = "not_asserted"
    """One is asked, quoted or said with doubt."""
    CONDITION = "condition"
    """One holds only under a condition."""
    HYPOTHETICAL = "hypothetical"
    """One is a plan, a wish or imagined, the other is how things are."""
    MANY_VALUES = "many_values"
    """Both can be: one speaks two languages, has a dog and a cat."""
    DIFFERENT_TIMES = "different_times"
    """They hold for different times."""
    STATE_OVER_TIME = "state_over_time"
    """It was so and is so no longer."""
    USER_UPDATE = "user_update"
    """The user says anew what can change, or has said since what the assistant says."""


ALL_RULES: frozenset[Rule] = frozenset(Rule)
"""Every rule; what a graph follows unless it is told otherwise."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a rule says of two clashing claims.

    Parameters
    ----------
    rule
        Which rule it is.
    edge
        How the later claim stands to the earlier one, `EdgeKind.SUPERSEDES` or
        `EdgeKind.RETRACTS`; ``None`` where both may hold.
    reason
        One short sentence for people.
    """

    rule: Rule
    edge: EdgeKind | None
    reason: str
