"""Has a model write an answer again, outside of any agent."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from langchain_core.messages import AIMessage, HumanMessage

from belie.adapters.langchain.holding import continued
from belie.adapters.langchain.shapes import Said, answered
from belie.adapters.langchain.wording import revision_request
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.messages import BaseMessage
    from langchain_core.runnables import Runnable, RunnableConfig

    from belie.adapters.langchain.runs import Exchange
    from belie.datatypes import Alert

__all__ = ["Rewriter"]


@dataclass(frozen=True, slots=True)
class Rewriter:
    """Shows a model the question, a draft and what counts against it.

    Parameters
    ----------
    model
        Is asked.
    """

    model: Runnable[Any, Any]

    def rewrite(
        self, draft: Exchange, alerts: Sequence[Alert], config: RunnableConfig, *, shown: str = ""
    ) -> Exchange:
        """Return the exchange with what the model wrote in the answer's place.

        Parameters
        ----------
        draft
            With the answer that contradicts.
        alerts
            What counts against it.
        config
            Of the model's run.
        shown
            What the reader has seen of the answer, which stays.

        Raises
        ------
        InputError
            If the model writes nothing.
        """
        reply = self.model.invoke(_request(draft, alerts, shown), config)
        return _rewritten(draft, reply, shown)

    async def arewrite(
        self, draft: Exchange, alerts: Sequence[Alert], config: RunnableConfig, *, shown: str = ""
    ) -> Exchange:
        """Do as `rewrite` does."""
        reply = await self.model.ainvoke(_request(draft, alerts, shown), config)
        return _rewritten(draft, reply, shown)


def _request(draft: Exchange, alerts: Sequence[Alert], shown: str) -> list[BaseMessage]:
    asked = [HumanMessage(draft.question.text)] if draft.question else []
    note = HumanMessage(revision_request(alerts, shown=shown), name="belie")
    return [*asked, AIMessage(draft.answer.text), note]


def _rewritten(draft: Exchange, reply: object, shown: str) -> Exchange:
    answer = answered(reply)
    if answer is None:
        raise InputError("expected the model to write the answer again, got no words")
    return replace(draft, answer=Said(continued(shown, draft.answer.text, answer.text)))
