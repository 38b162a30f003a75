"""What two whole utterances say of a pair of their claims.

Small talk says little in each clause ("I never did."), and what it means stands in the clauses
beside it. So where two claims of one speaker may clash, both whole utterances are judged too.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from belie.datatypes import Claim, Pair, Relation, Role
from belie.monitor.text import sentences

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belie.datatypes import Statement
    from belie.monitor.candidates import Candidate

    Probabilities = Mapping[Relation, float]

__all__ = ["doubtful", "pooled", "so_far", "whole_utterances"]

_WORDS = 32
"""The longest utterance that is judged whole: what is longer speaks of many things. With 60 the
dialogues of training/development come out the same, and long answers cost a third more."""
_DOUBT = 0.1
"""The probability of a contradiction from which the utterances are asked. On the dialogues of
training/development less finds nothing more at 5 % false alarms, and asks for twice as much."""


def so_far(claims: Sequence[Claim], text: str) -> dict[str, str]:
    """Return by claim what ``text``, their turn's, says up to the end of the claim's sentence.

    So an answer that is watched while it is being said is judged as it is when all of it is there.
    """
    ends = [sentence.end for sentence in sentences(text)]
    return {
        claim.id: text[: next((end for end in ends if claim.span.end <= end), len(text))]
        for claim in claims
    }


def whole_utterances(premise: Statement, earlier: str, claim: Claim, now: str) -> Pair | None:
    """Return the texts that two claims were taken from, if they tell more than the claims.

    Parameters
    ----------
    premise
        A claim of the assistant in another turn; for anything else there is no such pair.
    earlier
        The text of that turn.
    claim
        A claim of the assistant.
    now
        What its turn says `so_far`.
    """
    if not isinstance(premise, Claim) or premise.turn == claim.turn:
        return None
    if not premise.role is claim.role is Role.ASSISTANT:
        return None
    pair = Pair(earlier, now)
    longest = max(len(text.split()) for text in (pair.premise, pair.claim))
    return None if longest > _WORDS or pair == Pair(premise.text, claim.text) else pair


def doubtful(candidates: Sequence[Candidate], told: Sequence[Probabilities]) -> dict[int, Pair]:
    """Return the utterances to ask, by the number of the candidate that they speak of.

    Of the candidates of the same two texts it is the one whose claims clash most.

    Parameters
    ----------
    candidates
        Pairs of statements.
    told
        What was said of each of them alone.
    """
    clashing: dict[Pair, int] = {}
    for number, (candidate, odds) in enumerate(zip(candidates, told, strict=True)):
        said = candidate.said
        if said is None or _contradiction(odds) < _DOUBT:
            continue
        if said not in clashing or _contradiction(told[clashing[said]]) < _contradiction(odds):
            clashing[said] = number
    return {number: said for said, number in clashing.items()}


def pooled(claims: Probabilities, utterances: Probabilities) -> Probabilities:
    """Return what both say together: the logarithmic opinion pool (Genest and Zidek 1986).

    Examples
    --------
    >>> odds = [0.0, 0.9, 0.0, 0.1], [0.0, 0.5, 0.0, 0.5]
    >>> claims, utterances = (dict(zip(Relation, each, strict=True)) for each in odds)
    >>> round(pooled(claims, utterances)[Relation.CONTRADICTION], 3)
    0.75
    """
    product = {
        relation: math.sqrt(claims[relation] * utterances[relation]) for relation in Relation
    }
    total = sum(product.values())
    return {relation: mass / total for relation, mass in product.items()} if total else claims


def _contradiction(odds: Probabilities) -> float:
    return odds[Relation.CONTRADICTION] + odds[Relation.PARTIAL_CONTRADICTION]
