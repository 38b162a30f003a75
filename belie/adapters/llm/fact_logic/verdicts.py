"""From the steps of both stages to verdicts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from belie.adapters.llm.fact_logic.steps import Check
from belie.adapters.llm.outcomes import masses
from belie.datatypes import ErrorType, Passage, Relation, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.adapters.llm.fact_logic.cases import Case
    from belie.adapters.llm.fact_logic.steps import FactStep, LogicStep, Steps
    from belie.datatypes import Candidate, Statement

__all__ = ["verdicts_of"]

_SURE = 0.97
"""What a relation has that a model names: it gives no probabilities. The others share the rest."""


def verdicts_of(
    case: Case, candidates: Sequence[Candidate], steps: Steps, *, model: str
) -> list[Verdict]:
    """Return a verdict on each candidate of a claim, and on the other premises that decided it.

    Parameters
    ----------
    case
        The claim.
    candidates
        Those of this claim.
    steps
        What both stages said of it.
    model
        Name and version, for the verdicts.
    """
    premises = {candidate.premise.id: candidate.premise for candidate in candidates}
    told = [*steps.facts, *([steps.logic] if steps.logic else [])]
    premises.update({step.premise.id: step.premise for step in told if step.premise})
    return [_verdict(case, premise, steps, model) for premise in premises.values()]


def _verdict(case: Case, premise: Statement, steps: Steps, model: str) -> Verdict:
    own = [step for step in steps.facts if step.premise == premise]
    wrong = next((step for step in own if step.check is Check.CONTRADICTED), None)
    logic = steps.logic if steps.logic and steps.logic.premise == premise else None
    verdict = _named(case, premise, Relation.NEUTRAL, model)
    if wrong:
        return _clash(verdict, _degree(steps.facts), wrong)
    if logic and logic.check is Check.CONTRADICTED:
        return _clash(verdict, Relation.CONTRADICTION, logic)
    if logic and logic.check is Check.NOT_STATED:
        return replace(verdict, error_type=logic.error_type)
    if steps.logic_fails:
        return verdict
    supported = sum(step.check is Check.SUPPORTED for step in own)
    if supported == len(steps.facts):
        return _named(case, premise, Relation.ENTAILMENT, model)
    return _unsettled(verdict, steps, supported / len(steps.facts))


def _degree(facts: Sequence[FactStep]) -> Relation:
    """Return how a claim is contradicted: in part, where another of its points is not."""
    wholly = all(step.check is Check.CONTRADICTED for step in facts)
    return Relation.CONTRADICTION if wholly else Relation.PARTIAL_CONTRADICTION


def _clash(verdict: Verdict, relation: Relation, step: FactStep | LogicStep) -> Verdict:
    return replace(
        verdict,
        probabilities=masses(relation, _SURE),
        relation=relation,
        error_type=step.error_type,
        premise_span=step.premise_span,
        claim_span=step.claim_span,
    )


def _unsettled(verdict: Verdict, steps: Steps, share: float) -> Verdict:
    """Return the verdict of a premise that supports a share of the points, and so not the claim.

    It has half of that share as its entailment, so that neutral stays the likeliest. What no
    passage states is a hallucination.
    """
    masses = dict(verdict.probabilities)
    moved = masses[Relation.NEUTRAL] * share / 2
    masses[Relation.NEUTRAL] -= moved
    masses[Relation.ENTAILMENT] += moved
    missing = any(step.check is Check.NOT_STATED for step in steps.facts)
    invented = missing and isinstance(verdict.premise, Passage)
    error_type = ErrorType.UNVERIFIABLE if invented else None
    return replace(verdict, probabilities=masses, error_type=error_type)


def _named(case: Case, premise: Statement, relation: Relation, model: str) -> Verdict:
    return Verdict(premise, case.claim, masses(relation, _SURE), relation, model=model)
