"""What all verifiers by a chat model say alike: how sure they are, and what was left to others."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from belie.datatypes import Relation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belie.datatypes import Claim, Verdict

__all__ = ["TOO_LONG", "in_order", "left_over", "masses", "why"]

TOO_LONG = "they did not fit into one call"
"""Why a model was not asked of claims."""


def masses(relation: Relation, sure: float) -> Mapping[Relation, float]:
    """Return probabilities of which ``relation`` has ``sure`` and the others share the rest.

    A chat model gives none; these are set, not calibrated.

    Examples
    --------
    >>> masses(Relation.NEUTRAL, 0.97)[Relation.NEUTRAL]
    0.97
    """
    rest = (1 - sure) / (len(Relation) - 1)
    return {one: sure if one is relation else rest for one in Relation}


def why(error: str) -> str:
    """Return why an answer is missing: the class of what the model raised, if it raised."""
    return f"the model raised {error}" if error else "the model's reply could not be used"


def left_over(failed: Mapping[str, str], total: int) -> list[str]:
    """Return a warning for each reason why claims were left to the local verifier.

    Parameters
    ----------
    failed
        The reason, by the id of each claim.
    total
        Of how many claims.
    """
    return [
        f"The local verifier judged {count} of {total} claims, because {reason}."
        for reason, count in Counter(failed.values()).items()
    ]


def in_order(verdicts: Sequence[Verdict], claims: Sequence[Claim]) -> tuple[Verdict, ...]:
    """Return the verdicts in the order of the claims that they are on."""
    places = {claim.id: place for place, claim in enumerate(claims)}
    return tuple(sorted(verdicts, key=lambda verdict: places[verdict.claim.id]))
