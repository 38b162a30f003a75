"""One call of an agent's model: what it was asked, what came back, what its reader has seen."""

from __future__ import annotations

from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, cast

from langchain.agents.middleware import ExtendedModelResponse, ModelResponse
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.types import Command

from belie.adapters.langchain.changing import changed
from belie.adapters.langchain.holding import continued
from belie.adapters.langchain.model_callbacks import held_back, unread
from belie.adapters.langchain.policy import Action
from belie.adapters.langchain.wording import revision_request

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping, Sequence

    from langchain.agents.middleware import ModelRequest

    from belie.adapters.langchain.guarding import Settled
    from belie.adapters.langchain.held_tokens import HeldTokens
    from belie.adapters.langchain.holding import Watch
    from belie.adapters.langchain.policy import Policy
    from belie.datatypes import Alert

__all__ = ["AgentCall"]


class AgentCall:
    """One step of an agent; its drafts, of which the last is its response.

    Parameters
    ----------
    request
        What the model is asked.
    policy
        What is put into an answer that is not given as it came, and whether tokens are held back.
    """

    def __init__(self, request: ModelRequest[Any], *, policy: Policy) -> None:
        self.request = request
        self._policy = policy
        self._tokens: HeldTokens | None = None
        self._response: ModelResponse[Any] | None = None

    @property
    def response(self) -> ModelResponse[Any]:
        """The last response of the model."""
        return cast("ModelResponse[Any]", self._response)

    @property
    def revisions(self) -> int:
        """How often the model was asked again before this call."""
        return cast("Mapping[str, int]", self.request.state).get("belie_revisions", 0)

    @contextmanager
    def asking(self, watch: Callable[[], Watch]) -> Generator[None]:
        """Hold the tokens back of the model that is asked meanwhile, if that is wanted."""
        if not self._policy.hold_stream:
            yield
            return
        with held_back(watch) as self._tokens:
            yield

    def asking_again(self) -> AbstractContextManager[None]:
        """Keep from the reader what the model writes meanwhile, if tokens are held back."""
        return unread() if self._policy.hold_stream else nullcontext()

    def take(self, response: ModelResponse[Any]) -> None:
        """Take what the model gave; where its reader saw the beginning of a draft, after that."""
        shown = self._shown
        if self._response is not None and self._tokens is not None:
            draft, last = self._response.result[-1], response.result[-1]
            if isinstance(last, AIMessage):
                text = continued(shown, str(draft.text), str(last.text))
                update = {"id": self._tokens.message or last.id}
                content = {"content": text} if shown else {}
                *others, _ = response.result
                last = last.model_copy(update=update | content)
                response = ModelResponse(
                    result=[*others, last], structured_response=response.structured_response
                )
        self._response = response

    def revising(self, alerts: Sequence[Alert]) -> ModelRequest[Any]:
        """Return the request with the draft and what is wrong with it at its end."""
        draft = cast("AIMessage", self.response.result[-1])
        note = HumanMessage(revision_request(alerts, shown=self._shown), name="belie")
        return self.request.override(messages=[*self.request.messages, draft, note])

    def given(self) -> ModelResponse[Any]:
        """Return the response of a model that did not answer in words, and show it as it came."""
        if self._tokens is not None:
            self._tokens.finish(None)
        return self.response

    def settled(self, settled: Settled) -> ModelResponse[Any] | ExtendedModelResponse[Any]:
        """Return the last response, changed as was ruled, and show the rest of it.

        It notes how often the answer was revised.
        """
        response, ruling = self.response, settled.ruling
        *others, last = response.result
        if ruling.action is not Action.PASS:
            last = cast("AIMessage", changed(last, ruling, self._policy, shown=self._shown))
            response = ModelResponse(result=[*others, last])
        if self._tokens is not None:
            self._tokens.finish(last)
        if settled.revisions == self.revisions:
            return response
        update: Command[Any] = Command(update={"belie_revisions": settled.revisions})
        return ExtendedModelResponse(model_response=response, command=update)

    @property
    def _shown(self) -> str:
        return self._tokens.cleared if self._tokens is not None else ""
