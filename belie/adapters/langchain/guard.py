"""Stands in the way of a chain's contradictions: a Runnable around any chain of LCEL."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, cast

from belie.errors import InputError, MissingExtraError

try:
    from langchain_core.runnables import Runnable
    from langchain_core.runnables.config import merge_configs, patch_config
    from typing_extensions import Unpack, override
except ImportError as error:
    raise MissingExtraError("langchain_core", extra="langchain") from error

from belie.adapters.langchain.changing import changed
from belie.adapters.langchain.events import ExchangeEvents
from belie.adapters.langchain.guard_stream import GuardedStream
from belie.adapters.langchain.guarding import Guardian
from belie.adapters.langchain.places import with_answer
from belie.adapters.langchain.policy import Action, Policy, PolicyOptions
from belie.adapters.langchain.rewriting import Rewriter
from belie.adapters.langchain.sessions import checked_session

if TYPE_CHECKING:
    from collections.abc import (
        AsyncGenerator,
        AsyncIterator,
        Callable,
        Iterator,
        Sequence,
    )

    from langchain_core.callbacks import AsyncCallbackManagerForChainRun, CallbackManagerForChainRun
    from langchain_core.messages import BaseMessage
    from langchain_core.runnables import RunnableConfig

    from belie.adapters.langchain.guarding import GuardHealth, Previewer, Settled
    from belie.adapters.langchain.runs import Exchange
    from belie.datatypes import Alert

__all__ = ["ContradictionGuard"]


class ContradictionGuard(Runnable[Any, Any]):
    """Runs a chain and checks its answer before it is given; records question and answer.

    Question, documents, answer and session are found as `CallbackHandler` finds them: retrievers
    and tools anywhere in the chain, the answer in what the chain returns. What the chain returns
    keeps its shape: a string, a message, or a mapping, list or form that holds the answer as the
    model said it.

    Parameters
    ----------
    chain
        What is guarded: the whole chain, retrievers and all.
    monitor, on_alert
        As for `ContradictionMiddleware`.
    strategy, kinds, severity, max_revisions, otherwise, on_failure, notice
        The ``options``, as for `ContradictionMiddleware`.
    hold_stream
        One more option: whether a stream goes on while it is checked, each sentence held back
        until it was; if not, it comes in one piece. See the notes.
    model
        Is asked to write a contradicted answer again; ``"revise"`` needs it. It is shown the
        question, the answer and the clash with the quotes of both sides.
    session
        The conversation of every run; ``None`` takes it from each run, as `CallbackHandler` does.
    input_key
        Where in the inputs of a run the question lies, if not under a usual name.

    Raises
    ------
    InputError
        If an option cannot be used; and, of a run with ``on_failure="closed"``, if an answer is to
        be changed that lies where it cannot be.

    Notes
    -----
    A stream waits for the check and then comes in one piece, but for ``"observe"``, which lets
    tokens pass and records at the end. With ``hold_stream=True`` it comes in the chain's chunks:
    one is let go when all sentences in it were checked, against the documents that came by then,
    and nothing counts against them. From the first that does not pass all waits until the answer
    is ruled on as a whole; what was shown by then stays. So ``"revise"`` has only the rest
    written again, ``"block"`` puts the notice after what was shown, which is then what is
    recorded, and ``"annotate"`` gives the rest with the note below it. Sentences that only the
    whole answer puts into question were shown. Chunks must be strings or messages, or mappings
    that hold such an answer under a usual name; others wait for the end. Only the guard's own
    stream is held back: callbacks are told of the model's tokens as they come, and so are
    ``astream_events`` and the ``"messages"`` of a graph that runs the guard.

    Attach no `CallbackHandler` with the same monitor: it would observe the turns again.

    Examples
    --------
    >>> from langchain_core.language_models import FakeListChatModel
    >>> from belie import Monitor
    >>> said = ["The tower is 330 m tall.", "The tower is 300 m tall."]
    >>> model = FakeListChatModel(responses=said)
    >>> guard = ContradictionGuard(model, monitor=Monitor(), strategy="block", session="s1")
    >>> for _ in range(2):
    ...     print(guard.invoke("How tall is the tower?").text)
    The tower is 330 m tall.
    I withheld my answer: it contradicts its sources or what was said before.
    """

    def __init__(
        self,
        chain: Runnable[Any, Any],
        *,
        monitor: Previewer,
        model: Runnable[Any, Any] | None = None,
        on_alert: Callable[[Alert], object] | None = None,
        session: str | None = None,
        input_key: str | None = None,
        **options: Unpack[PolicyOptions],
    ) -> None:
        self._policy = Policy(**options)
        if self._policy.strategy == "revise" and model is None:
            raise InputError('expected model=… to write answers again with strategy="revise"')
        self._chain = chain
        # Where there is no model, the strategy is one that never asks it.
        self._rewriter = Rewriter(model or chain)
        self._guardian = Guardian(monitor=monitor, policy=self._policy, on_alert=on_alert)
        self._session = checked_session(session)
        self._input_key = input_key
        self._streamed = GuardedStream(
            chain,
            guardian=self._guardian,
            policy=self._policy,
            rewriter=self._rewriter,
            session=self._session,
            input_key=input_key,
        )

    def health(self) -> GuardHealth:
        """Return how the guard is doing."""
        return self._guardian.health()

    @override
    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """Run the chain and return its output, with the answer changed as was ruled."""
        return self._call_with_config(self._guarded, input, config, **kwargs)

    @override
    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """Do as `invoke` does, the checks in a thread."""
        return await self._acall_with_config(self._aguarded, input, config, **kwargs)

    @override
    def stream(
        self, input: Any, config: RunnableConfig | None = None, **kwargs: Any
    ) -> Iterator[Any]:
        """Yield the checked output: in one piece, or as it is checked; see the notes."""
        if self._policy.hold_stream:
            yield from self._transform_stream_with_config(
                iter([input]), self._streamed.run, config, **kwargs
            )
            return
        if self._policy.strategy != "observe":
            yield self.invoke(input, config, **kwargs)
            return
        given = merge_configs(config, {"callbacks": [self._events(self._observe)]})
        yield from self._chain.stream(input, given, **kwargs)

    @override
    async def astream(
        self, input: Any, config: RunnableConfig | None = None, **kwargs: Any
    ) -> AsyncIterator[Any]:
        """Do as `stream` does."""
        if self._policy.hold_stream:
            held = self._atransform_stream_with_config(
                _only(input), self._streamed.arun, config, **kwargs
            )
            async with aclosing(cast("AsyncGenerator[Any]", held)):
                async for chunk in held:
                    yield chunk
            return
        if self._policy.strategy != "observe":
            yield await self.ainvoke(input, config, **kwargs)
            return
        loop, observed = asyncio.get_running_loop(), list[asyncio.Future[None]]()

        def observe(exchange: Exchange) -> None:
            observed.append(loop.run_in_executor(None, self._observe, exchange))

        given = merge_configs(config, {"callbacks": [self._events(observe)]})
        chunks = cast("AsyncGenerator[Any]", self._chain.astream(input, given, **kwargs))
        async with aclosing(chunks):
            async for chunk in chunks:
                yield chunk
        await asyncio.gather(*observed)

    def _guarded(
        self,
        inputs: object,
        run_manager: CallbackManagerForChainRun,
        config: RunnableConfig,
        **kwargs: object,
    ) -> object:
        heard: list[Exchange] = []
        below = run_manager.get_child()
        below.add_handler(self._events(heard.append))
        output = self._chain.invoke(inputs, patch_config(config, callbacks=below), **kwargs)
        if not heard:
            return output
        self._guardian.hear(heard[-1])

        def ask(draft: Exchange, alerts: Sequence[Alert]) -> Exchange:
            again = patch_config(config, callbacks=run_manager.get_child())
            return self._rewriter.rewrite(draft, alerts, again)

        settled = self._guardian.settle(heard[-1], ask)
        return self._given(output, heard[-1], settled)

    async def _aguarded(
        self,
        inputs: object,
        run_manager: AsyncCallbackManagerForChainRun,
        config: RunnableConfig,
        **kwargs: object,
    ) -> object:
        heard: list[Exchange] = []
        below = run_manager.get_child()
        below.add_handler(self._events(heard.append))
        output = await self._chain.ainvoke(inputs, patch_config(config, callbacks=below), **kwargs)
        if not heard:
            return output
        await asyncio.to_thread(self._guardian.hear, heard[-1])

        async def ask(draft: Exchange, alerts: Sequence[Alert]) -> Exchange:
            again = patch_config(config, callbacks=run_manager.get_child())
            return await self._rewriter.arewrite(draft, alerts, again)

        settled = await self._guardian.asettle(heard[-1], ask)
        return await asyncio.to_thread(self._given, output, heard[-1], settled)

    def _events(self, take: Callable[[Exchange], object]) -> ExchangeEvents:
        return ExchangeEvents(session=self._session, input_key=self._input_key, hand_over=take)

    def _record(self, settled: Settled) -> None:
        if settled.exchange is not None and settled.ruling.action is not Action.BLOCK:
            self._guardian.record(settled.exchange)

    def _observe(self, exchange: Exchange) -> None:
        self._guardian.hear(exchange)
        self._guardian.record(exchange)

    def _given(self, output: object, first: Exchange, settled: Settled) -> object:
        """Return the output with the answer that was settled on, once it is recorded."""
        try:
            output = self._changed(output, first, settled)
        except InputError as error:
            settled = self._guardian.unchanged(first, settled, error)
        self._record(self._guardian.conclude(settled))
        return output

    def _changed(self, output: object, first: Exchange, settled: Settled) -> object:
        last, ruling = settled.exchange or first, settled.ruling
        if last is first and ruling.action is Action.PASS:
            return output

        def change(answer: BaseMessage | str) -> BaseMessage | str:
            answer = answer if last is first else _replaced(answer, last.answer.text)
            passes = ruling.action is Action.PASS
            return answer if passes else changed(answer, ruling, self._policy)

        return with_answer(output, first.answer.text, change)


async def _only(value: object) -> AsyncIterator[object]:
    yield value


def _replaced(answer: BaseMessage | str, text: str) -> BaseMessage | str:
    return text if isinstance(answer, str) else answer.model_copy(update={"content": text})
