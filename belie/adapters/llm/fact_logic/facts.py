"""The first stage: the points of a claim, the context of each, and whether it supports them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field

from belie.adapters.llm.fact_logic.locating import context_of, quoted
from belie.adapters.llm.fact_logic.stage import Problem
from belie.adapters.llm.fact_logic.steps import Check, FactStep
from belie.datatypes import ErrorType

if TYPE_CHECKING:
    from belie.adapters.llm.fact_logic.cases import Case

__all__ = ["FactCheck", "Facts", "FactsReply", "Point"]

KnowledgeError = Literal[
    ErrorType.NUMERIC,
    ErrorType.TEMPORAL,
    ErrorType.ENTITY,
    ErrorType.NEGATION,
    ErrorType.ENTITY_INVERSION,
    ErrorType.CONFLATION,
    ErrorType.CONCEPTUAL_SUBSTITUTION,
    ErrorType.OTHER,
]


class Point(BaseModel):
    """One fact that the claim states."""

    point: str = Field(description="The fact, in a few words.")
    words: str = Field(description="The words of the claim that state it, copied exactly.")
    premise: int | None = Field(
        default=None, description="The number of the premise that decides it; null if none does."
    )
    context: str | None = Field(
        default=None,
        description="The words of that premise that decide it, copied exactly; null if none.",
    )
    check: Check = Field(description="What the premises say of the fact.")
    error: KnowledgeError | None = Field(
        default=None, description="The kind of error, if the fact is contradicted."
    )


class FactCheck(BaseModel):
    """The facts of one claim."""

    claim: int = Field(description="The number of the claim.")
    points: list[Point] = Field(min_length=1, description="Each fact that the claim states.")


class FactsReply(BaseModel):
    """One item for each claim."""

    # The errors of pydantic are logged by LangChain: they must not repeat the conversation.
    model_config = ConfigDict(hide_input_in_errors=True)

    checks: list[FactCheck]


class Facts:
    """What the first stage wants to know."""

    prompt = "facts-1.md"
    reply: type[BaseModel] = FactsReply

    def read(self, item: object, case: Case) -> tuple[FactStep, ...] | Problem:
        """Return the points of a claim; what decides each must stand in a premise.

        Raises
        ------
        ValidationError
            If the item is no `FactCheck`.
        """
        points = FactCheck.model_validate(item).points
        steps: list[FactStep] = []
        for number, point in enumerate(points):
            step = _step(point, case)
            if isinstance(step, Problem):
                return Problem(f"points.{number}: {step.reason}")
            steps.append(step)
        return tuple(steps)


def _step(point: Point, case: Case) -> FactStep | Problem:
    words = quoted(point.words, case.claim.text)
    if point.check is Check.NOT_STATED:
        return FactStep(point.point, point.check, claim_span=words)
    context = context_of(case, point.premise, point.context)
    if isinstance(context, Problem):
        return context
    if point.check is Check.SUPPORTED:
        return FactStep(point.point, point.check, context.premise, context.span, words)
    if words is None:
        return Problem("its words do not stand in the claim")
    error = point.error or ErrorType.OTHER
    return FactStep(point.point, point.check, context.premise, context.span, words, error)
