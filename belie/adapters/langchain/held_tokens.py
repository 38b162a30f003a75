"""The tokens of an agent's model: they wait until the sentences in them were checked."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, cast

from langchain_core.messages import AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGenerationChunk, LLMResult

from belie.adapters.langchain.holding import Held

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from uuid import UUID

    from belie.adapters.langchain.holding import Watch

__all__ = ["HeldTokens", "Reader"]


class Reader(Protocol):
    """Protocol: what LangGraph's stream of messages is told by a model's run."""

    def on_llm_new_token(
        self, token: str, *, chunk: ChatGenerationChunk | None = ..., run_id: UUID
    ) -> object:
        """Show a chunk."""
        ...

    def on_llm_end(self, response: LLMResult, *, run_id: UUID) -> object:
        """Forget a run, having shown the message in ``response`` unless chunks of it were shown."""
        ...


@dataclass(slots=True)
class _Run:
    """One run of a model.

    Parameters
    ----------
    message
        The id of its message; ``None`` before the first chunk.
    """

    id: UUID
    message: str | None = None
    watch: Watch | None = None
    held: Held[ChatGenerationChunk] = field(default_factory=Held[ChatGenerationChunk])

    def take(self, chunk: ChatGenerationChunk) -> str:
        """Keep a chunk; return its words."""
        words = str(chunk.message.text)
        self.message = self.message or chunk.message.id
        # A chunk without words is metadata or a part of a call of a tool: it waits for nothing but
        # its turn.
        self.held.take(chunk, words)
        return words


class HeldTokens:
    """The tokens of one call of a model, of which those are shown whose sentences were checked.

    A call may be several runs, where another middleware asks again; the last one that ended is
    the answer, and what was held back of the others is dropped.

    Parameters
    ----------
    readers
        Show what they are told.
    watch
        Begins to watch an answer.
    """

    def __init__(self, readers: Sequence[Reader], *, watch: Callable[[], Watch]) -> None:
        self._readers = readers
        self._begin = watch
        self._runs: dict[UUID, _Run] = {}
        self._last: _Run | None = None

    @property
    def message(self) -> str | None:
        """The id of the message of which chunks came; ``None`` if the model does not stream."""
        return self._last.message if self._last else None

    @property
    def cleared(self) -> str:
        """The sentences of the answer that may be shown, whether they were or not."""
        run = self._last
        return run.held.heard[: run.watch.cleared] if run and run.watch else ""

    def start(self, run_id: UUID) -> None:
        """Take note that a model begins to speak."""
        self._runs[run_id] = _Run(run_id)

    def hear(self, run_id: UUID, chunk: ChatGenerationChunk) -> None:
        """Take a chunk, and show what may be shown now."""
        run = self._runs[run_id]
        words = run.take(chunk)
        if words and run.watch is None:
            run.watch = self._begin()
        self._show(run, run.held.release(run.watch.feed(words) if run.watch else 0))

    async def ahear(self, run_id: UUID, chunk: ChatGenerationChunk) -> None:
        """Do as `hear` does, the checks in a thread."""
        run = self._runs[run_id]
        words = run.take(chunk)
        if words and run.watch is None:
            run.watch = await asyncio.to_thread(self._begin)
        self._show(run, run.held.release(await run.watch.afeed(words) if run.watch else 0))

    def end(self, run_id: UUID) -> None:
        """Take note that a model has spoken; the rest of it waits for `finish`."""
        self._last = self._runs[run_id]

    def fail(self, run_id: UUID) -> None:
        """Drop what a model that failed had said beyond what was shown."""
        del self._runs[run_id]

    def finish(self, answer: BaseMessage | None) -> None:
        """Show what is left of the message that the agent goes on with.

        Parameters
        ----------
        answer
            That message; ``None`` where what came is no answer and is shown as it came.
        """
        run = self._last
        if run is not None and run.message is not None:
            rest = run.held.finish(None if answer is None else str(answer.text))
            if rest.words and answer is not None:
                self._show(run, [_chunk(rest.words, answer)])
            self._show(run, rest.pieces)
        for run_id in self._runs:
            for reader in self._readers:
                reader.on_llm_end(LLMResult(generations=[]), run_id=run_id)
        self._runs.clear()

    def _show(self, run: _Run, chunks: Iterable[ChatGenerationChunk]) -> None:
        for chunk in chunks:
            for reader in self._readers:
                reader.on_llm_new_token(chunk.text, chunk=chunk, run_id=run.id)


def _chunk(words: str, answer: BaseMessage) -> ChatGenerationChunk:
    metadata = cast("dict[str, object]", answer.response_metadata)
    message = AIMessageChunk(content=words, id=answer.id, response_metadata=metadata)
    return ChatGenerationChunk(message=message)
