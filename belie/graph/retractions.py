"""What is taken back without being contradicted: "Scratch that."."""

from __future__ import annotations

from collections import deque

from belie.datatypes import Claim, Role
from belie.graph.rules import EdgeKind
from belie.graph.semantics import Rule, Ruling, retracted, retraction

__all__ = ["TAKEN_BACK", "Retractions"]

TAKEN_BACK = Ruling(
    Rule.EXPLICIT_RETRACTION, EdgeKind.RETRACTS, "The speaker takes it back in plain words."
)
_TAKEN_BACK_WITHIN = 64
"""The last claims of a speaker among which a retraction looks for what it takes back."""


class Retractions:
    """Finds what a claim takes back of the last ones of its speaker.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> retractions = Retractions()
    >>> retractions.hear(Claim("s/1#0", "The tower is red.", "s/1", Span(0, 17), turn=1))
    >>> scratch = Claim("s/3#0", "Scratch that.", "s/3", Span(0, 13), turn=3)
    >>> [claim.text for claim in retractions.hear(scratch)]
    ['The tower is red.']
    """

    def __init__(self) -> None:
        self._recent = {role: deque[Claim](maxlen=_TAKEN_BACK_WITHIN) for role in Role}

    def hear(self, claim: Claim) -> tuple[Claim, ...] | None:
        """Return what ``claim`` takes back of the last claims of its speaker, newest first.

        ``None`` where it says something instead; that is then remembered.
        """
        recent = self._recent[claim.role]
        if retraction(claim) is None:
            recent.append(claim)
            return None
        return retracted(claim, reversed(recent))
