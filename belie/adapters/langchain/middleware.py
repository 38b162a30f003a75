"""Stands in the way of an agent's contradictions: middleware for LangChain's ``create_agent``.

A callback observes; this may change an answer. It needs LangChain itself, extra
``belie[agents]``::

    guard = ContradictionMiddleware(monitor=Monitor(), strategy="revise")
    agent = create_agent(model, tools, middleware=[guard])
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, cast

from belie.errors import MissingExtraError

try:
    from langchain.agents.middleware import AgentMiddleware, AgentState
    from langchain.agents.middleware.types import PrivateStateAttr
    from langgraph.channels.untracked_value import (  # pyright: ignore[reportMissingTypeStubs]
        UntrackedValue,
    )
    from typing_extensions import Unpack, override
except ImportError as error:
    raise MissingExtraError("langchain", extra="agents") from error

from belie.adapters.langchain.agent_call import AgentCall
from belie.adapters.langchain.changing import recorded_text
from belie.adapters.langchain.guarding import Guardian
from belie.adapters.langchain.policy import Policy, PolicyOptions
from belie.adapters.langchain.runs import Exchange
from belie.adapters.langchain.sessions import checked_session, running_session
from belie.adapters.langchain.shapes import Said, answered, asked, evidence, kept

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

    from langchain.agents.middleware import ExtendedModelResponse, ModelRequest, ModelResponse
    from langchain_core.documents import Document as Retrieved
    from langchain_core.messages import BaseMessage
    from langgraph.runtime import Runtime

    from belie.adapters.langchain.guarding import GuardHealth, Previewer
    from belie.adapters.langchain.holding import Watch
    from belie.datatypes import Alert, Document

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
    hold_stream
        Whether ``stream_mode="messages"`` shows a sentence only after it was checked; see the
        notes. Without it a draft's tokens are seen as the model writes them.
    on_alert
        Is told of each alert of an answer, and with ``refused=True`` of those of drafts that were
        withheld or revised; a plain function. The monitor's sinks are told of the same.
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
    the state's message, not the tokens, accept that a draft is seen, or use ``hold_stream=True``.

    With that a chunk of ``stream_mode="messages"`` is let go when all sentences in it were checked
    and nothing counts against them. From the first that does not pass all waits until the answer
    is ruled on as a whole; what was shown by then stays. So ``"revise"`` has only the rest written
    again, ``"block"`` puts the notice after what was shown, which is then what is recorded, and
    ``"annotate"`` gives the rest with the note below it. The chunks together are the message of
    the state, under its id. Sentences that only the whole answer puts into question were shown.
    Text beside a call of a tool, and a model's reasoning, are no answer and not checked. Other
    streams of the model's words, those of ``astream_events`` and ``stream_events``, are told of
    the message when the agent goes on with it. Handlers that are no stream, such as tracers and
    an ``on_llm_new_token`` of your own, are told of every token: they cannot be held back.
    """

    state_schema = _State

    def __init__(
        self,
        *,
        monitor: Previewer,
        on_alert: Callable[[Alert], object] | None = None,
        session: str | None = None,
        documents: Callable[[Mapping[str, Any]], Documents] | None = None,
        **options: Unpack[PolicyOptions],
    ) -> None:
        super().__init__()
        self._policy = Policy(**options)
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
        call = AgentCall(request, policy=self._policy)
        with call.asking(lambda: self._watch(request)):
            call.take(handler(request))
        exchange = self._drafted(call)
        if exchange is None:
            return call.given()

        def ask(_: Exchange, alerts: Sequence[Alert]) -> Exchange | None:
            with call.asking_again():
                call.take(handler(call.revising(alerts)))
            return self._drafted(call)

        settled = self._guardian.settle(exchange, ask, revisions=call.revisions)
        return call.settled(self._guardian.conclude(settled))

    @override
    async def awrap_model_call(
        self,
        request: ModelRequest[Any],
        handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]],
    ) -> ModelResponse[Any] | ExtendedModelResponse[Any]:
        """Do as `wrap_model_call` does, the checks in a thread."""
        call = AgentCall(request, policy=self._policy)
        with call.asking(lambda: self._watch(request)):
            call.take(await handler(request))
        exchange = self._drafted(call)
        if exchange is None:
            return call.given()

        async def ask(_: Exchange, alerts: Sequence[Alert]) -> Exchange | None:
            with call.asking_again():
                call.take(await handler(call.revising(alerts)))
            return self._drafted(call)

        settled = await self._guardian.asettle(exchange, ask, revisions=call.revisions)
        return call.settled(await asyncio.to_thread(self._guardian.conclude, settled))

    def _watch(self, request: ModelRequest[Any]) -> Watch:
        return self._guardian.watch(self._exchange(request.state, Said("")))

    def _drafted(self, call: AgentCall) -> Exchange | None:
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
