"""One call for many facts, and one more for those whose answers could not be used."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from langchain_core.messages import HumanMessage, SystemMessage

from belie.adapters.llm.asking import UNSEEN, structured
from belie.adapters.llm.fact_function.replies import Answers, read
from belie.adapters.llm.fact_function.schema import make_function
from belie.adapters.llm.fact_function.sources import shown
from belie.adapters.llm.messages import instructions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage, BaseMessage
    from pydantic import BaseModel

    from belie.adapters.llm.fact_function.schema import Fact
    from belie.adapters.llm.fact_function.sources import Source
    from belie.adapters.llm.fact_function.usage import UsageCounter

__all__ = ["PROMPT", "FactCaller"]

PROMPT = "function-1.md"
"""The file of the prompt; a changed prompt is a new file with a new number."""

_MOST_PROBLEMS = 10


class FactCaller:
    """Asks a chat model to fill in a function.

    Parameters
    ----------
    chat_model, citations, extended, method
        As of `FunctionCallVerifier`.
    counter
        Counts the calls.
    """

    def __init__(
        self,
        chat_model: BaseChatModel,
        *,
        citations: bool,
        extended: bool,
        method: str | None,
        counter: UsageCounter,
    ) -> None:
        self._model = chat_model
        self._citations = citations
        self._extended = extended
        self._method = method
        self._counter = counter
        structured(chat_model, self._function(()), method=method)  # raises where it cannot

    def ask(self, facts: Sequence[Fact], sources: Sequence[Source]) -> Answers:
        """Return what the model says of the facts; of those it failed, when asked once more."""
        first = self._ask_once(facts, sources)
        left = [fact for fact in facts if fact.number not in first.found]
        if not left or first.error:
            return first
        second = self._ask_once(left, sources, complaint="\n".join(first.problems[:_MOST_PROBLEMS]))
        return Answers({**first.found, **second.found}, second.problems, second.error)

    def _ask_once(
        self, facts: Sequence[Fact], sources: Sequence[Source], *, complaint: str = ""
    ) -> Answers:
        try:
            model = structured(self._model, self._function(facts), method=self._method)
            output = cast(
                "Mapping[str, object]", model.invoke(_messages(sources, complaint), UNSEEN)
            )
        except Exception as error:  # noqa: BLE001 - each integration raises kinds of its own
            self._counter.add(None)
            return Answers({}, error=type(error).__name__)
        message = cast("AIMessage", output["raw"])
        self._counter.add(message)
        return read(message, facts, sources, citations=self._citations)

    def _function(self, facts: Sequence[Fact]) -> type[BaseModel]:
        return make_function(facts, citations=self._citations, extended=self._extended)


def _messages(sources: Sequence[Source], complaint: str) -> list[BaseMessage]:
    parts = shown(sources)
    if complaint:
        parts.append(
            f"Of your last reply this could not be used:\n{complaint}\n"
            "Call the function for the facts that it has now."
        )
    return [SystemMessage(instructions(PROMPT)), HumanMessage("\n\n".join(parts))]
