"""A guarded chain that streams: each sentence is checked before its chunks are let go."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from langchain_core.runnables.config import patch_config

from belie.adapters.langchain.events import ExchangeEvents
from belie.adapters.langchain.held_chunks import HeldChunks
from belie.adapters.langchain.policy import Action
from belie.adapters.langchain.runs import Exchange
from belie.adapters.langchain.sessions import running_session
from belie.adapters.langchain.shapes import Said, asked, documents_in, kept, named_texts
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping, Sequence

    from langchain_core.callbacks import AsyncCallbackManagerForChainRun, CallbackManagerForChainRun
    from langchain_core.runnables import Runnable, RunnableConfig

    from belie.adapters.langchain.guarding import Guardian, Settled
    from belie.adapters.langchain.holding import Watch
    from belie.adapters.langchain.policy import Policy
    from belie.adapters.langchain.rewriting import Rewriter
    from belie.datatypes import Alert, Document

__all__ = ["GuardedStream"]


class GuardedStream:
    """Streams a chain and lets go what was checked.

    Parameters
    ----------
    chain
        What is guarded.
    guardian, policy
        Check the answer, and say what is done with it.
    rewriter
        Writes the rest of an answer again; only ``"revise"`` asks it.
    session, input_key
        As for `ContradictionGuard`.
    """

    def __init__(
        self,
        chain: Runnable[Any, Any],
        *,
        guardian: Guardian,
        policy: Policy,
        rewriter: Rewriter,
        session: str | None,
        input_key: str | None,
    ) -> None:
        self._chain = chain
        self._guardian = guardian
        self._policy = policy
        self._rewriter = rewriter
        self._session = session
        self._input_key = input_key

    def run(
        self,
        inputs: Iterator[object],
        run_manager: CallbackManagerForChainRun,
        config: RunnableConfig,
        **kwargs: object,
    ) -> Iterator[object]:
        """Yield the chunks of one run; what is left of them when the answer was ruled on."""
        given = next(inputs)
        answer = self._answer(given, root=str(run_manager.run_id))
        below = run_manager.get_child()
        below.add_handler(answer.events)
        below = patch_config(config, callbacks=below)
        try:
            for chunk in self._chain.stream(given, below, **kwargs):
                answer.hear_documents(chunk)
                yield from answer.chunks.take(chunk)
        except GeneratorExit:
            answer.record_shown()
            raise

        def ask(draft: Exchange, alerts: Sequence[Alert]) -> Exchange:
            again = patch_config(config, callbacks=run_manager.get_child())
            return self._rewriter.rewrite(draft, alerts, again, shown=answer.chunks.cleared)

        draft = answer.draft()
        settled = self._guardian.settle(draft, ask) if draft else None
        yield from answer.finish(settled)

    async def arun(
        self,
        inputs: AsyncIterator[object],
        run_manager: AsyncCallbackManagerForChainRun,
        config: RunnableConfig,
        **kwargs: object,
    ) -> AsyncIterator[object]:
        """Do as `run` does, the checks in a thread."""
        given = await anext(inputs)
        answer = self._answer(given, root=str(run_manager.run_id))
        below = run_manager.get_child()
        below.add_handler(answer.events)
        below = patch_config(config, callbacks=below)
        chunks = cast("AsyncGenerator[object]", self._chain.astream(given, below, **kwargs))
        try:
            async with aclosing(chunks):
                async for chunk in chunks:
                    answer.hear_documents(chunk)
                    for one in await answer.chunks.atake(chunk):
                        yield one
        except GeneratorExit:
            await asyncio.to_thread(answer.record_shown)
            raise

        async def ask(draft: Exchange, alerts: Sequence[Alert]) -> Exchange:
            again = patch_config(config, callbacks=run_manager.get_child())
            return await self._rewriter.arewrite(draft, alerts, again, shown=answer.chunks.cleared)

        draft = await asyncio.to_thread(answer.draft)
        settled = await self._guardian.asettle(draft, ask) if draft else None
        for one in await asyncio.to_thread(answer.finish, settled):
            yield one

    def _answer(self, given: object, *, root: str) -> _Answer:
        opening = Exchange(
            root=root,
            session=self._session or running_session(),
            question=asked(given, key=self._input_key),
            answer=Said(""),
            documents=(),
        )
        return _Answer(
            opening,
            guardian=self._guardian,
            policy=self._policy,
            input_key=self._input_key,
            given=named_texts(given),
        )


class _Answer:
    """The answer of one run."""

    def __init__(
        self,
        opening: Exchange,
        *,
        guardian: Guardian,
        policy: Policy,
        input_key: str | None,
        given: Mapping[str, str],
    ) -> None:
        self._opening = opening
        self._guardian = guardian
        self._heard: list[Exchange] = []
        self._documents: dict[str, Document] = {}
        self._asked = False
        self.events = ExchangeEvents(
            session=opening.session, input_key=input_key, hand_over=self._heard.append
        )
        self.chunks = HeldChunks(self._watch, policy=policy, given=given)

    def hear_documents(self, chunk: object) -> None:
        """Keep the documents that a chain gives beside its answer, which came to no retriever."""
        for document in map(kept, documents_in(chunk)):
            self._documents.setdefault(document.text, document)

    def draft(self) -> Exchange | None:
        """Return the whole exchange, now that the chain has ended; ``None`` without an answer."""
        if not self._heard:
            return None
        self._hear_question()
        return self._own(self._heard[-1])

    def finish(self, settled: Settled | None) -> Sequence[object]:
        """Record the answer as its reader will have seen it; return what is left to be shown."""
        if settled is None:
            return self.chunks.finish(None)
        try:
            chunks = self.chunks.finish(settled)
        except InputError as error:
            settled = self._guardian.unchanged(self.draft(), settled, error)
            chunks = self.chunks.finish(settled)
        self._guardian.conclude(settled)
        if settled.ruling.action is Action.BLOCK:
            self._record(self.chunks.cleared)
        elif settled.exchange is not None:
            self._guardian.record(settled.exchange)
        return chunks

    def record_shown(self) -> None:
        """Record what a reader saw who left."""
        self._record(self.chunks.shown)

    def _record(self, words: str) -> None:
        if words.strip():
            self._hear_question()
            known = self._heard[-1] if self._heard else self._so_far()
            self._guardian.record(replace(self._own(known), answer=Said(words)))

    def _watch(self) -> Watch:
        self._hear_question()
        return self._guardian.watch(self._so_far())

    def _hear_question(self) -> None:
        if not self._asked:
            self._asked = True
            self._guardian.hear(self._opening)

    def _so_far(self) -> Exchange:
        documents = {document.text: document for document in self.events.documents()}
        found = tuple((documents | self._documents).values())
        return replace(self._opening, documents=found)

    def _own(self, exchange: Exchange) -> Exchange:
        """Return an exchange of the chain as one of this run, which the chain is a part of."""
        opening = self._opening
        return replace(
            exchange, root=opening.root, session=opening.session, question=opening.question
        )
