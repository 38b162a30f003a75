"""How likely contradictions are before anything is read: rarer of what was said or shown before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.datatypes import CONTRADICTIONS, Relation

if TYPE_CHECKING:
    from collections.abc import Mapping

    Probabilities = Mapping[Relation, float]

__all__ = ["with_prior"]


def with_prior(told: Probabilities, odds: float) -> Probabilities:
    """Return ``told`` where contradictions are less, or more, to be expected (Saerens et al. 2002).

    Parameters
    ----------
    told
        Probabilities.
    odds
        What the odds of a contradiction, whole or partial, are multiplied by, > 0.

    Examples
    --------
    >>> said = dict(zip(Relation, (0.1, 0.5, 0.3, 0.1), strict=True))
    >>> [round(mass, 2) for mass in with_prior(said, 0.5).values()]
    [0.17, 0.42, 0.25, 0.17]
    """
    weights = {one: told[one] * (odds if one in CONTRADICTIONS else 1.0) for one in Relation}
    total = sum(weights.values())
    return {relation: weight / total for relation, weight in weights.items()}
