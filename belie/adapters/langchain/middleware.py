"""Stands in the way of an agent's contradictions: middleware for LangChain's ``create_agent``.

A callback observes; this may change an answer. It needs LangChain itself, extra
``belie[agents]``::

    guard = ContradictionMiddleware(monitor=Monitor(), strategy="revise")
    agent = create_agent(model, tools, middleware=[guard])
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, cast

from belie.errors import MissingExtraError

try:
    from langchain.agents.middleware import (
        AgentMiddleware,
        AgentState,
        ExtendedModelResponse,
        ModelResponse,
    )
    from langchain.agents.middleware.types import PrivateStateAttr
    from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
    from langgraph.channels.untracked_value import (  # pyright: ignore[reportMissingTypeStubs]
        UntrackedValue,
    )
    from langgraph.types import Command
    from typing_extensions import override
except ImportError as error:
    raise MissingExtraError("langchain", extra="agents") from error

from belie.adapters.langchain.changing import changed, recorded_text
from belie.adapters.langchain.guarding import Guardian
from belie.adapters.langchain.policy import COUNTED_KINDS, Action, Policy
from belie.adapters.langchain.runs import Exchange
from belie.adapters.langchain.sessions import checked_session, running_session
from belie.adapters.langchain.shapes import Said, answered, asked, evidence, kept
from belie.adapters.langchain.wording import revision_request
from belie.datatypes import Severity

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence

    from langchain.agents.middleware import ModelRequest
    from langchain_core.documents import Document as Retrieved
    from langgraph.runtime import Runtime

    from belie.adapters.langchain.guarding import GuardHealth, Previewer, Settled
    from belie.adapters.langchain.policy import Strategy
    from belie.datatypes import Alert, ConflictKind, Document

    Documents = Iterable[Document | Retrieved | str]

__all__ = ["ContradictionMiddleware"]


class _State(AgentState[Any]):
    """The agent's state with the revisions of this run, which no checkpoint keeps."""

    belie_revisions: NotRequired[Annotated[int, UntrackedValue, PrivateStateAttr]]


class ContradictionMiddleware(AgentMiddleware[_State, Any, Any]):
    """Checks an agent's answer before it is given, and records question and answer as two turns.

    Evidence is what the agent's tools gave since the user last spoke, what was said in the session
    before, and the documents of its earlier turns. A call of a tool is no answer, nor is a
    structured response.

    Parameters
    ----------
    monitor
        Checks and remembers, such as a `belie.Monitor`. Attach no `CallbackHandler` with the same
        monitor to the same agent: it would observe the turns again.
    strategy
        What is done with an answer that contradicts. ``"observe"`` only records it.
        ``"annotate"`` puts a note below it. ``"revise"`` shows the model the clash with the quotes
        of both sides and asks again; neither draft nor request enters the agent's history.
        ``"block"`` puts a notice in its place.
    kinds
        The conflicts that count. Documents that only disagree with each other do not, unless
        ``"document"`` is among them.
    severity
        The lowest severity that counts: ``"low"``, ``"medium"`` or ``"high"``.
    max_revisions
        How often the model is asked again in one run, at least 1.
    otherwise
        What is done with an answer that still contradicts after that: ``"observe"``,
        ``"annotate"`` or ``"block"``.
    on_failure
        What is done with an answer that could not be checked or revised, for the monitor or the
        model failed: ``"open"`` gives it, ``"closed"`` withholds it.
    notice
        What stands in the place of a withheld answer.
    on_alert
        Is told of each alert of an answer, given or withheld; a plain function.
    session
        The conversation of every run; ``None`` takes it from each run, as `CallbackHandler` does.
    documents
        Gives more evidence, out of the agent's state: for agents whose documents come from no tool.

    Raises
    ------
    InputError
        If an option cannot be used.

    Notes
    -----
    A changed message keeps its id, in state and checkpoint, and its ``response_metadata["belie"]``
    say what was done. An annotated answer is recorded without its note, a withheld one not at all:
    its reader never saw it. Tokens that were streamed before the check cannot be called back: show
    the state's message, not the tokens, or accept that a draft is seen.
    """

    state_schema = _State

    def __init__(
        self,
        *,
        monitor: Previewer,
        strategy: Strategy = "observe",
        kinds: Collection[ConflictKind | str] = COUNTED_KINDS,
        severity: Severity | str = Severity.MEDIUM,
        max_revisions: int = 1,
        otherwise: Literal["observe", "annotate", "block"] = "annotate",
        on_failure: Literal["open", "closed"] = "open",
        notice: str | None = None,
        on_alert: Callable[[Alert], object] | None = None,
        session: str | None = None,
        documents: Callable[[Mapping[str, Any]], Documents] | None = None,
    ) -> None:
        super().__init__()
        self._policy = Policy(
            strategy=strategy,
            kinds=kinds,
            severity=severity,
            max_revisions=max_revisions,
            otherwise=otherwise,
            on_failure=on_failure,
            notice=notice,
        )
        self._guardian = Guardian(monitor=monitor, policy=self._policy, on_alert=on_alert)
        self._session = checked_session(session)
        self._documents = documents

    def health(self) -> GuardHealth:
        """Return how the guard is doing."""
        return self._guardian.health()

    @override
    def before_agent(self, state: _State, runtime: Runtime[Any]) -> None:
        """Record the question."""
        self._guardian.hear(self._exchange(state, Said("")))

    @override
    async def abefore_agent(self, state: _State, runtime: Runtime[Any]) -> None:
        """Record the question, in a thread."""
        await asyncio.to_thread(self._guardian.hear, self._exchange(state, Said("")))

    @override
    def after_agent(self, state: _State, runtime: Runtime[Any]) -> None:
        """Record the answer."""
        exchange = self._given(state)
        if exchange is not None:
            self._guardian.record(exchange)

    @override
    async def aafter_agent(self, state: _State, runtime: Runtime[Any]) -> None:
        """Record the answer, in a thread."""
        exchange = self._given(state)
        if exchange is not None:
            await asyncio.to_thread(self._guardian.record, exchange)

    @override
    def wrap_model_call(
        self,
        request: ModelRequest[Any],
        handler: Callable[[ModelRequest[Any]], ModelResponse[Any]],
    ) -> ModelResponse[Any] | ExtendedModelResponse[Any]:
        """Call the model, and again while its answer is to be revised."""
        call = _Call(request, handler(request))
        exchange = self._drafted(call)
        if exchange is None:
            return call.response

        def ask(_: Exchange, alerts: Sequence[Alert]) -> Exchange | None:
            call.response = handler(call.revising(alerts))
            return self._drafted(call)

        settled = self._guardian.settle(exchange, ask, revisions=_revisions(request))
        return self._settled(call, settled)

    @override
    async def awrap_model_call(
        self,
        request: ModelRequest[Any],
        handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]],
    ) -> ModelResponse[Any] | ExtendedModelResponse[Any]:
        """Do as `wrap_model_call` does, the checks in a thread."""
        call = _Call(request, await handler(request))
        exchange = self._drafted(call)
        if exchange is None:
            return call.response

        async def ask(_: Exchange, alerts: Sequence[Alert]) -> Exchange | None:
            call.response = await handler(call.revising(alerts))
            return self._drafted(call)

        settled = await self._guardian.asettle(exchange, ask, revisions=_revisions(request))
        return self._settled(call, settled)

    def _drafted(self, call: _Call) -> Exchange | None:
        """Return the exchange of a call; ``None`` where the model did not answer in words."""
        answer = answered(call.response.result)
        if answer is None or call.response.structured_response is not None:
            return None
        return self._exchange(call.request.state, answer)

    def _given(self, state: _State) -> Exchange | None:
        """Return the exchange that ends a run; ``None`` where nothing was said for good."""
        answer = answered(state)
        text = recorded_text(cast("BaseMessage", state["messages"][-1])) if answer else None
        if answer is None or text is None or state.get("structured_response") is not None:
            return None
        return self._exchange(state, Said(text, answer.id))

    def _exchange(self, state: Mapping[str, Any], answer: Said) -> Exchange:
        messages = cast("Sequence[BaseMessage]", state["messages"])
        given = self._documents(state) if self._documents else ()
        return Exchange(
            root=str(messages[0].id if messages else answer.id),
            session=self._session or running_session(),
            question=asked(messages),
            answer=answer,
            documents=(*map(kept, given), *evidence(messages)),
        )

    def _settled(
        self, call: _Call, settled: Settled
    ) -> ModelResponse[Any] | ExtendedModelResponse[Any]:
        """Return the last response, changed as was ruled, and note how often it was revised."""
        response, ruling = call.response, settled.ruling
        if ruling.action is not Action.PASS:
            *others, last = response.result
            final = cast("AIMessage", changed(last, ruling, self._policy))
            response = ModelResponse(result=[*others, final])
        if settled.revisions == _revisions(call.request):
            return response
        update: Command[Any] = Command(update={"belie_revisions": settled.revisions})
        return ExtendedModelResponse(model_response=response, command=update)


class _Call:
    """One step of the agent: what the model was asked, and its last response."""

    def __init__(self, request: ModelRequest[Any], response: ModelResponse[Any]) -> None:
        self.request = request
        self.response = response

    def revising(self, alerts: Sequence[Alert]) -> ModelRequest[Any]:
        """Return the request with the draft and what is wrong with it at its end."""
        draft = cast("AIMessage", self.response.result[-1])
        note = HumanMessage(revision_request(alerts), name="belie")
        return self.request.override(messages=[*self.request.messages, draft, note])


def _revisions(request: ModelRequest[Any]) -> int:
    return cast("Mapping[str, int]", request.state).get("belie_revisions", 0)
