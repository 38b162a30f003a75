"""The second stage: the context of a claim's logic, both structures, and how they compare."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field

from belie.adapters.llm.fact_logic.locating import context_of, quoted
from belie.adapters.llm.fact_logic.stage import Problem
from belie.adapters.llm.fact_logic.steps import Check, LogicStep
from belie.datatypes import ErrorType

if TYPE_CHECKING:
    from belie.adapters.llm.fact_logic.cases import Case

__all__ = ["Logic", "LogicCheck", "LogicReply"]

Fallacy = Literal[
    ErrorType.OVERGENERALIZATION,
    ErrorType.CAUSAL_CONFUSION,
    ErrorType.CONDITION_CONFUSION,
    ErrorType.INCLUSION_RELATION,
    ErrorType.OTHER,
]


class LogicCheck(BaseModel):
    """The logic of one claim."""

    claim: int = Field(description="The number of the claim.")
    premise: int | None = Field(
        default=None, description="The number of the premise with that logic; null if none has any."
    )
    context: str | None = Field(
        default=None,
        description="The words of that premise that state it, copied exactly; null if none.",
    )
    premise_structure: str = Field(description="How the parts of the premise hang together.")
    words: str | None = Field(
        default=None,
        description="The words of the claim that state its logic, copied exactly; null if none.",
    )
    claim_structure: str = Field(description="How the parts of the claim hang together.")
    comparison: str = Field(description="How the two structures differ, in one sentence.")
    check: Check = Field(description="What the premise says of the claim's logic.")
    error: Fallacy | None = Field(
        default=None, description="The kind of fallacy, unless the logic is supported."
    )


class LogicReply(BaseModel):
    """One item for each claim."""

    # The errors of pydantic are logged by LangChain: they must not repeat the conversation.
    model_config = ConfigDict(hide_input_in_errors=True)

    checks: list[LogicCheck]


class Logic:
    """What the second stage wants to know."""

    prompt = "logic-1.md"
    reply: type[BaseModel] = LogicReply

    def read(self, item: object, case: Case) -> LogicStep | Problem:
        """Return the logic of a claim; a fallacy needs words on both sides.

        Raises
        ------
        ValidationError
            If the item is no `LogicCheck`.
        """
        check = LogicCheck.model_validate(item)
        step = LogicStep(
            check.premise_structure, check.claim_structure, check.comparison, check.check
        )
        if check.premise is None and check.check is not Check.CONTRADICTED:
            return step
        context = context_of(case, check.premise, check.context)
        if isinstance(context, Problem):
            return context
        words = quoted(check.words, case.claim.text)
        step = replace(step, premise=context.premise, premise_span=context.span, claim_span=words)
        if check.check is Check.SUPPORTED:
            return step
        if words is None:
            return Problem("its words do not stand in the claim")
        return replace(step, error_type=check.error or ErrorType.OTHER)
