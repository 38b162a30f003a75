"""Verdicts by a chat model in two stages: first the facts of a claim, then its logic.

The method is L-Face4RAG (Xu et al. 2024): what is factually right may still commit a fallacy, so
logic is checked by itself, on claims whose facts hold. Its nine types of error are those of
`ErrorType`; contradicted knowledge is told finer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.adapters.llm.asking import name_of
from belie.adapters.llm.fact_logic.cases import fitting, make_cases
from belie.adapters.llm.fact_logic.facts import Facts
from belie.adapters.llm.fact_logic.logic import Logic
from belie.adapters.llm.fact_logic.stage import Stage
from belie.adapters.llm.fact_logic.steps import Steps, StepsKept
from belie.adapters.llm.fact_logic.verdicts import verdicts_of
from belie.adapters.llm.outcomes import TOO_LONG, in_order, left_over, why
from belie.datatypes import Verification
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.language_models import BaseChatModel

    from belie.adapters.llm.fact_logic.cases import Case
    from belie.datatypes import Candidate, Claim, Turn
    from belie.protocols import Verifier

__all__ = ["FactLogicVerifier"]


class FactLogicVerifier:
    """Judges the claims of a turn with any LangChain chat model that can call tools.

    Two calls for all claims: one takes each claim apart into points and holds them against the
    premises; one compares the logic of those claims whose points all hold, or that carry a
    logical link. Each is repeated once, for the claims whose answers could not be used. What is
    left over ``fallback`` judges, and `Verification.warnings` says how much and why: of an error
    its class, never its message.

    With `LLMClaimExtractor` a turn so costs three calls. The model is not trusted: what it says
    supports or contradicts a claim must be quoted, and stand in a premise of that claim. It gives
    no probabilities: the relation it names has 0.97.

    Parameters
    ----------
    chat_model
        The model; timeouts and retries of its calls are its own.
    fallback
        Judges the claims that the model could not judge.
    method
        How the model is held to the schema, as its ``with_structured_output`` names it; ``None``
        leaves it to the model.
    most_characters
        Of claims and premises in one call, at least 1; claims beyond are left to ``fallback``.
    kept
        Of how many claims `steps` remembers the steps, at least 1.

    Raises
    ------
    InputError
        If the model has no structured output, or a number is below 1.
    MissingExtraError
        On import, if a package of the extra ``belie[llm]`` is not installed.

    Examples
    --------
    >>> from langchain_core.language_models import FakeMessagesListChatModel
    >>> from langchain_core.messages import AIMessage
    >>> from belie.datatypes import Candidate, Claim, Passage, Role, Span, Turn
    >>> class Chat(FakeMessagesListChatModel):
    ...     def bind_tools(self, tools, **options):
    ...         return self
    >>> class Local:
    ...     name = "local"
    ...     def verify(self, turn, claims, candidates):
    ...         return Verification(())
    >>> claim = Claim("s1/1#0", "It opened in 1940.", "s1/1", Span(0, 18), turn=1)
    >>> passage = Passage("s1/1/d@0-18", "It opened in 1932.", "d", Span(0, 18), turn=1)
    >>> point = {"point": "the year", "words": "1940", "premise": 1, "context": "1932",
    ...          "check": "contradicted", "error": "temporal"}
    >>> checks = {"checks": [{"claim": 1, "points": [point]}]}
    >>> call = {"name": "FactsReply", "args": checks, "id": "1"}
    >>> chat = Chat(responses=[AIMessage("", tool_calls=[call])])
    >>> verifier = FactLogicVerifier(chat, fallback=Local())
    >>> turn = Turn("s1", 1, Role.ASSISTANT, claim.text)
    >>> [verdict] = verifier.verify(turn, [claim], [Candidate(passage, claim)]).verdicts
    >>> verdict.relation.value, verdict.error_type.value, verdict.claim_span.cut(claim.text)
    ('contradiction', 'temporal', '1940')
    >>> [step.point for step in verifier.steps(claim.id).facts]
    ['the year']
    """

    def __init__(
        self,
        chat_model: BaseChatModel,
        *,
        fallback: Verifier,
        method: str | None = "function_calling",
        most_characters: int = 100_000,
        kept: int = 1_000,
    ) -> None:
        for name, number in (("most_characters", most_characters), ("kept", kept)):
            if number < 1:
                raise InputError(f"expected {name} >= 1, got {number}")
        self._facts = Stage(chat_model, Facts(), method=method)
        self._logic = Stage(chat_model, Logic(), method=method)
        self._fallback = fallback
        self._most_characters = most_characters
        self._kept = StepsKept(kept)
        self._name = f"fact-logic-1 {name_of(chat_model)}"

    @property
    def name(self) -> str:
        """The method, its version, and the model; kept with every verdict."""
        return self._name

    def verify(
        self, turn: Turn, claims: Sequence[Claim], candidates: Sequence[Candidate]
    ) -> Verification:
        """Return a verdict on each candidate, and on other passages that decided a claim."""
        count = fitting(claims, candidates, most=self._most_characters)
        cases = make_cases(claims[:count], candidates)
        steps, failed = self._ask(cases)
        failed.update((case.claim.id, TOO_LONG) for case in make_cases(claims[count:], candidates))
        self._kept.add(steps.values())
        told = [
            verdict
            for case in cases
            if case.claim.id in steps
            for verdict in verdicts_of(
                case, _of(case.claim, candidates), steps[case.claim.id], model=self.name
            )
        ]
        if not failed:
            return Verification(tuple(told))
        left = [claim for claim in claims if claim.id in failed]
        local = self._fallback.verify(
            turn, left, [candidate for claim in left for candidate in _of(claim, candidates)]
        )
        warnings = (*left_over(failed, len(steps) + len(failed)), *local.warnings)
        return Verification(in_order([*told, *local.verdicts], claims), warnings)

    def steps(self, claim_id: str) -> Steps | None:
        """Return how the verdicts on a claim came about; ``None`` if that is not remembered.

        Parameters
        ----------
        claim_id
            The `Claim.id` of a claim that the model judged lately.
        """
        return self._kept.of(claim_id)

    def clear(self) -> None:
        """Forget the steps of all claims."""
        self._kept.clear()

    def _ask(self, cases: Sequence[Case]) -> tuple[dict[str, Steps], dict[str, str]]:
        """Return the steps of claims that both stages could judge, and why others have none."""
        facts = self._facts.ask(cases)
        read = {
            case.claim.id: Steps(case.claim.id, facts.steps[case.number])
            for case in cases
            if case.number in facts.steps
        }
        failed = {case.claim.id: why(facts.error) for case in cases if case.claim.id not in read}
        logical = [
            case
            for case in cases
            if case.claim.id in read and (read[case.claim.id].facts_hold or case.claim.links)
        ]
        logic = self._logic.ask(logical)
        for case in logical:
            steps = read.pop(case.claim.id)
            if case.number in logic.steps:
                read[case.claim.id] = Steps(steps.claim, steps.facts, logic.steps[case.number])
            else:
                failed[case.claim.id] = why(logic.error)
        return read, failed


def _of(claim: Claim, candidates: Sequence[Candidate]) -> list[Candidate]:
    return [candidate for candidate in candidates if candidate.claim.id == claim.id]
