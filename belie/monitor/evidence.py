"""What rules find out about a pair of statements, beside what the classifier says of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from belie.datatypes import Claim, ErrorType, Relation
from belie.monitor.logic import compare
from belie.monitor.values import (
    Outcome,
    compare_claimed_hours,
    compare_claims,
    compare_hours,
    compare_values,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from belie.datatypes import Verdict
    from belie.monitor.logic import LogicFlag
    from belie.monitor.questions import Question
    from belie.monitor.values import Comparison

__all__ = ["Evidence", "gather", "moved", "without_clash"]

_OPEN = (Relation.ENTAILMENT, Relation.NEUTRAL)
_TURNED_ROUND = 0.88
"""The share of contradictions among the 34 of 116,638 labelled training pairs in which the claim
turns a relation of the premise round; of the 201 of 717,253 in which two parts have changed places
0.91 (docs/decisions/0019)."""
_NOT_FOLLOWING = 0.95
"""Of 97 labelled training pairs, of 202,008, in which the claim says of all what the premise says
of some, or turns round what may hold both ways, 5 are entailments. A condition taken for its
converse is left alone: 5 of 11 such pairs are."""
_OTHER_VALUE = 0.97
"""Of 208,993 labelled training pairs 1,789 differ in a value alone, and 1,751 of them are
contradictions. On 428 of them, of four sets, the first classifier was right 287 times, the rule
417 times. Of 8,169 sentences held against the rest of their own passages the rule rejects 8."""
_SAME_VALUES = 0.97
"""Of the same pairs 345 have values that agree, and 7 of them are contradictions; taken as
two claims 330 are compatible, and 10 of them are contradictions."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What rules found out about a pair.

    Parameters
    ----------
    flag
        How the claim changes the logic of the premise: a relation turned round, so that both
        cannot hold, or "all" for "some", which does not follow.
    values
        How the values of both compare, where the two are alike in all else.
    """

    flag: LogicFlag | None = None
    values: Comparison | None = None

    @property
    def clash(self) -> Comparison | None:
        """Values that cannot both hold."""
        return self.values if self.values and self.values.outcome is Outcome.DIFFERENT else None

    @property
    def place(self) -> Comparison | LogicFlag | None:
        """What tells the clashing words of both sides: values, or a relation turned round."""
        turned_round = self.flag if self.flag and self.flag.contradicts else None
        return self.clash or turned_round

    def weigh(self, probabilities: Mapping[Relation, float]) -> Mapping[Relation, float]:
        """Return the classifier's probabilities given this evidence.

        It is taken as evidence of its own: what the classifier leaves to other relations is
        multiplied by how rarely the rule was wrong on training data. Two statements that differ
        in a value only contradict each other in part.

        Examples
        --------
        >>> from belie.monitor.values import compare_values
        >>> found = compare_values("It is 330 m long.", "It is 1,083 feet long.")
        >>> said = {Relation.ENTAILMENT: 0.1, Relation.CONTRADICTION: 0.2,
        ...         Relation.PARTIAL_CONTRADICTION: 0.7, Relation.NEUTRAL: 0.0}
        >>> round(Evidence(values=found).weigh(said)[Relation.ENTAILMENT], 3)
        0.973
        """
        against, partly = Relation.CONTRADICTION, Relation.PARTIAL_CONTRADICTION
        if self.flag and self.flag.contradicts:
            return moved(probabilities, _OPEN, against, _TURNED_ROUND)
        if self.flag:
            entailed, neutral = Relation.ENTAILMENT, Relation.NEUTRAL
            return moved(probabilities, [entailed], neutral, _NOT_FOLLOWING)
        match self.values.outcome if self.values else None:
            case Outcome.DIFFERENT:
                doubted = moved(probabilities, self._ruled_out, partly, _OTHER_VALUE)
                return moved(doubted, [against], partly, 1.0)
            case Outcome.EQUAL:
                return moved(probabilities, (against, partly), Relation.ENTAILMENT, _SAME_VALUES)
            case Outcome.COMPATIBLE:
                return moved(probabilities, (against, partly), Relation.NEUTRAL, _SAME_VALUES)
            case _:
                return probabilities

    @property
    def _ruled_out(self) -> tuple[Relation, ...]:
        """What values that differ leave no room for.

        The price of the *Pro* plan may be another than that of the plan: where the premise says
        more of what its value belongs to, both may hold.
        """
        narrowed = self.values is not None and self.values.narrowed
        return (Relation.ENTAILMENT,) if narrowed else _OPEN


def gather(question: Question) -> Evidence:
    """Return what rules find out about the two statements of ``question``."""
    premise, claim = question.premise, question.candidate.claim.text
    flag = compare(premise, claim)
    if isinstance(question.candidate.premise, Claim):
        values = compare_claims(premise, claim) or compare_claimed_hours(premise, claim)
    else:
        values = compare_values(premise, claim) or compare_hours(premise, claim)
    return Evidence(flag if flag and _tells(flag) else None, values)


def _tells(flag: LogicFlag) -> bool:
    return flag.contradicts or flag.error_type is not ErrorType.CONDITION_CONFUSION


def moved(
    probabilities: Mapping[Relation, float],
    sources: Iterable[Relation],
    target: Relation,
    share: float,
) -> Mapping[Relation, float]:
    """Return ``probabilities`` with a share of those of ``sources`` given to ``target``.

    Examples
    --------
    >>> said = dict(zip(Relation, (0.2, 0.6, 0.0, 0.2), strict=True))
    >>> found = moved(said, [Relation.CONTRADICTION], Relation.NEUTRAL, 0.5)
    >>> [round(mass, 2) for mass in found.values()]
    [0.2, 0.3, 0.0, 0.5]
    """
    moved = {relation: probabilities[relation] * share for relation in sources}
    left = {relation: probabilities[relation] - mass for relation, mass in moved.items()}
    return {**probabilities, **left, target: probabilities[target] + sum(moved.values())}


def without_clash(
    verdict: Verdict, probabilities: Mapping[Relation, float], relation: Relation
) -> Verdict:
    """Return ``verdict`` with others of these, and no clash: no kind of error, no clashing words.

    Examples
    --------
    >>> from belie.datatypes import Claim, Span, Verdict
    >>> one, other = (Claim(name, "It is so.", name, Span(0, 9)) for name in "ab")
    >>> likely = dict(zip(Relation, (0.1, 0.7, 0.0, 0.2), strict=True))
    >>> said = Verdict(one, other, likely, Relation.CONTRADICTION, premise_span=Span(0, 2))
    >>> found = without_clash(said, likely, Relation.NEUTRAL)
    >>> found.relation.value, found.premise_span
    ('neutral', None)
    """
    return replace(
        verdict,
        probabilities=probabilities,
        relation=relation,
        error_type=None,
        premise_span=None,
        claim_span=None,
    )
