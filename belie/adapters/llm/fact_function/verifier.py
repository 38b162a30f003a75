"""Verdicts by a chat model that fills in one function for all claims of a turn.

The method is FaaF, facts as a function (Katranidis and Barany 2024), with its optional citation
before each response. New here: a citation must stand in the document, a false fact is told whole or
partial with the words that clash, and what could not be used is asked again, then judged locally.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.adapters.llm.asking import name_of
from belie.adapters.llm.fact_function.budget import Budget, counter_of
from belie.adapters.llm.fact_function.calling import FactCaller
from belie.adapters.llm.fact_function.replies import Answers
from belie.adapters.llm.fact_function.schema import Fact
from belie.adapters.llm.fact_function.sources import is_own, whole
from belie.adapters.llm.fact_function.usage import UsageCounter
from belie.adapters.llm.fact_function.verdicts import VerdictMaker
from belie.adapters.llm.outcomes import TOO_LONG, in_order, left_over, why
from belie.datatypes import Relation, Verification
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from langchain_core.language_models import BaseChatModel

    from belie.adapters.llm.fact_function.replies import Answer
    from belie.adapters.llm.fact_function.sources import Source
    from belie.adapters.llm.fact_function.usage import Usage
    from belie.datatypes import Candidate, Claim, Span, Statement, Turn, Verdict
    from belie.protocols import Verifier

__all__ = ["FunctionCallVerifier"]

_LOCALLY_SURE = 0.9
_MOST_NAMED = 10
_LEAST_TOKENS = 2_000


class FunctionCallVerifier:
    """Judges the claims of a turn against its documents by one call of any LangChain chat model.

    The model sees the documents whole and fills in a function with a field for each claim: true,
    false, or not clear. `Verdict.model` says who answered each claim. Not trusted, it must cite
    words that stand in a document; where its answer to a claim cannot be used, it is asked once
    more for that claim alone, and then ``fallback`` judges it, as it judges all claims if the model
    raises anything at all. `Verification.warnings` says how many and why: of an error its class,
    never its message. Earlier claims and documents of earlier turns are left to ``fallback``
    as well. Documents and claims are sent to the model; nothing is logged.

    The model gives no probabilities: the relation that it names has ``sure``, and the others share
    the rest. These numbers are not calibrated.

    Parameters
    ----------
    chat_model
        The model; timeouts and retries of its calls are its own.
    fallback
        Judges what the model could not or does not judge, such as belie's own verifier.
    citations
        Whether a claim that is called true or false must cite the document. Without, its premise is
        the whole document that has most of its words.
    extended
        Whether a false claim is told whole or partial, with the words that clash.
    method
        How the model is held to the function, as its ``with_structured_output`` names it:
        ``"function_calling"``, ``"json_schema"``; ``None`` leaves it to the model.
    max_tokens
        Of prompt and function in one call, at least 2,000. Claims beyond go into another call, and
        documents that take more than half of it are shown by the windows that search found.
    count_tokens
        Counts the tokens of a text. By default the model's own ``custom_get_token_ids`` does, if it
        has one, else a third of the bytes is counted, which downloads nothing.
    sure
        The probability in (0.5, 1) of the relation that the model names.
    cross_check
        Whether ``fallback`` judges all claims, and `Verification.warnings` names those where it is
        sure (0.9) of the contrary. The model's verdict stands.
    difference
        Finds the clashing words of its first text against its second, where those that the model
        gives do not stand there; such as ``belie.monitor.difference.unshared``.

    Raises
    ------
    InputError
        If the model has no structured output, or a number is out of its range.
    MissingExtraError
        On import, if a package of the extra ``belie[llm]`` is not installed.

    Examples
    --------
    >>> from langchain_core.language_models import FakeMessagesListChatModel
    >>> from langchain_core.messages import AIMessage
    >>> from belie.datatypes import Claim, Document, Role, Span, Turn
    >>> class Chat(FakeMessagesListChatModel):
    ...     def bind_tools(self, tools, **options):
    ...         return self
    >>> class Local:
    ...     name = "local"
    ...     def verify(self, turn, claims, candidates):
    ...         return Verification(())
    >>> filled = {"fact_1_citation": "It opened in 1932.", "fact_1": "False",
    ...           "fact_1_degree": "partial", "fact_1_passage_words": "1932",
    ...           "fact_1_fact_words": "1940"}
    >>> call = {"name": "verify_facts", "args": filled, "id": "1"}
    >>> chat = Chat(responses=[AIMessage("", tool_calls=[call])])
    >>> verifier = FunctionCallVerifier(chat, fallback=Local())
    >>> claim = Claim("s1/1#0", "It opened in 1940.", "s1/1", Span(0, 18), turn=1)
    >>> document = Document("d", "The bridge is long. It opened in 1932.")
    >>> turn = Turn("s1", 1, Role.ASSISTANT, claim.text, (document,))
    >>> [verdict] = verifier.verify(turn, [claim], []).verdicts
    >>> verdict.relation.value, verdict.premise.id, verdict.premise_span.cut(verdict.premise.text)
    ('partial_contradiction', 's1/1/d@20-38', '1932')
    >>> verifier.usage.calls
    1
    """

    def __init__(
        self,
        chat_model: BaseChatModel,
        *,
        fallback: Verifier,
        citations: bool = True,
        extended: bool = True,
        method: str | None = "function_calling",
        max_tokens: int = 32_000,
        count_tokens: Callable[[str], int] | None = None,
        sure: float = 0.97,
        cross_check: bool = True,
        difference: Callable[[str, str], Span] | None = None,
    ) -> None:
        _check(max_tokens=max_tokens, sure=sure)
        self._counter = UsageCounter()
        self._caller = FactCaller(
            chat_model,
            citations=citations,
            extended=extended,
            method=method,
            counter=self._counter,
        )
        self._budget = Budget(max_tokens, count_tokens or counter_of(chat_model))
        self._fallback = fallback
        self._sure = sure
        self._cross_check = cross_check
        self._difference = difference
        self._name = f"faaf-1 {name_of(chat_model)}"

    @property
    def name(self) -> str:
        """The method, its version, and the model; kept with every verdict of the model."""
        return self._name

    @property
    def usage(self) -> Usage:
        """What all calls so far cost."""
        return self._counter.total

    def verify(
        self, turn: Turn, claims: Sequence[Claim], candidates: Sequence[Candidate]
    ) -> Verification:
        """Return verdicts of the model against the turn's documents, and of ``fallback`` else."""
        sources = self._budget.sources(turn, candidates)
        answers, failed = self._ask(claims, sources) if whole(turn) else ({}, {})

        def is_answered(claim: Statement, premise: Statement) -> bool:
            return claim.id in answers and is_own(premise, turn)

        left = [one for one in candidates if not is_answered(one.claim, one.premise)]
        local = self._fallback.verify(turn, claims, candidates if self._cross_check else left)
        make = VerdictMaker(
            turn=turn,
            sources=sources,
            candidates=candidates,
            model=self.name,
            sure=self._sure,
            difference=self._difference,
        )
        told = [
            verdict
            for claim in claims
            if claim.id in answers
            for verdict in make.verdicts(claim, answers[claim.id])
        ]
        kept = [one for one in local.verdicts if not is_answered(one.claim, one.premise)]
        warnings = [*left_over(failed, len(claims)), *_disagreements(told, local.verdicts, turn)]
        return Verification(in_order([*told, *kept], claims), (*warnings, *local.warnings))

    def _ask(
        self, claims: Sequence[Claim], sources: Sequence[Source]
    ) -> tuple[dict[str, Answer], dict[str, str]]:
        """Return the answers by the ids of claims, and why other claims have none."""
        facts = [Fact(number, claim) for number, claim in enumerate(claims, 1)]
        failed = {claim.id: TOO_LONG for claim in claims}
        answers: dict[str, Answer] = {}
        error = ""
        for batch in self._budget.batches(facts, sources) if sources else ():
            # A model that has raised is left alone for the rest of the turn.
            said = Answers({}, error=error) if error else self._caller.ask(batch, sources)
            error = said.error
            for fact in batch:
                if fact.number in said.found:
                    answers[fact.claim.id] = said.found[fact.number]
                    del failed[fact.claim.id]
                else:
                    failed[fact.claim.id] = why(error)
        return answers, failed


def _check(*, max_tokens: int, sure: float) -> None:
    if max_tokens < _LEAST_TOKENS:
        raise InputError(f"expected max_tokens >= {_LEAST_TOKENS}, got {max_tokens}")
    if not 1 / 2 < sure < 1:
        raise InputError(f"expected 0.5 < sure < 1, got {sure}")


def _disagreements(told: Sequence[Verdict], local: Sequence[Verdict], turn: Turn) -> list[str]:
    """Return a warning that names the claims where the local verifier is sure of the contrary."""
    against: list[str] = []
    for verdict in told:
        others = [
            one for one in local if one.claim.id == verdict.claim.id and is_own(one.premise, turn)
        ]
        if _is_contrary(verdict, others):
            against.append(verdict.claim.id)
    if not against:
        return []
    named = ", ".join(against[:_MOST_NAMED])
    return [f"The local verifier is sure of the contrary of what the model says of: {named}."]


def _is_contrary(verdict: Verdict, others: Sequence[Verdict]) -> bool:
    if verdict.contradicts:
        return any(_LOCALLY_SURE <= one.entailment for one in others)
    if verdict.relation is Relation.NEUTRAL:
        return False
    return any(_LOCALLY_SURE <= one.contradiction for one in others)
