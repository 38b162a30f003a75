"""Takes the place of whoever reads a model's tokens, for the time of one call in an agent.

LangGraph's ``stream_mode="messages"`` is a callback handler that every run of a model is given. It
is replaced by one of ours, which passes on what was checked. All other handlers that LangChain
takes for a stream, as those of ``astream_events``, are left out: they are told of the message when
the agent goes on with it. Handlers that are no stream, such as tracers, are told of everything.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from langchain_core.callbacks import (
    AsyncCallbackHandler,
    AsyncCallbackManager,
    BaseCallbackHandler,
    BaseCallbackManager,
)
from langchain_core.outputs import ChatGenerationChunk
from langchain_core.runnables.config import var_child_runnable_config

# Private modules: there is no public name for what makes a model stream, nor for its reader.
from langchain_core.tracers._streaming import (
    _StreamingCallbackHandler,  # pyright: ignore[reportPrivateUsage]
    _V2StreamingCallbackHandler,  # pyright: ignore[reportPrivateUsage]
)
from langgraph.pregel._messages import (  # pyright: ignore[reportMissingTypeStubs]
    StreamMessagesHandler,
)
from typing_extensions import override

from belie.adapters.langchain.held_tokens import HeldTokens

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Generator, Iterator
    from uuid import UUID

    from langchain_core.messages import BaseMessage
    from langchain_core.outputs import GenerationChunk, LLMResult

    from belie.adapters.langchain.holding import Watch

__all__ = ["held_back", "unread"]

T = TypeVar("T")


@contextmanager
def held_back(watch: Callable[[], Watch]) -> Generator[HeldTokens | None]:
    """Hold the tokens back of the models that are called in this context meanwhile.

    Parameters
    ----------
    watch
        Begins to watch an answer.

    Yields
    ------
    HeldTokens
        What was held back; ``None`` where nobody reads a stream.
    """
    manager, readers = _manager(), _readers(_manager())
    if manager is None or not readers:
        with unread():
            yield None
        return
    tokens = HeldTokens(readers, watch=watch)
    kind = _AsyncHandler if isinstance(manager, AsyncCallbackManager) else _Handler
    with _replaced(manager, kind(tokens, readers)):
        yield tokens


@contextmanager
def unread() -> Generator[None]:
    """Show nobody the tokens of the models that are called in this context meanwhile."""
    manager = _manager()
    if manager is None:
        yield
        return
    with _replaced(manager):
        yield


def _manager() -> BaseCallbackManager | None:
    """Return the callbacks of the running node."""
    callbacks = (var_child_runnable_config.get() or {}).get("callbacks")
    return callbacks if isinstance(callbacks, BaseCallbackManager) else None


def _readers(manager: BaseCallbackManager | None) -> list[StreamMessagesHandler]:
    """Return the handlers that stream chunks of messages, each once."""
    if manager is None:
        return []
    found = [one for one in _all(manager) if isinstance(one, StreamMessagesHandler)]
    return [one for one in found if not isinstance(one, _V2StreamingCallbackHandler)]


def _all(manager: BaseCallbackManager) -> list[BaseCallbackHandler]:
    handlers = (*manager.handlers, *manager.inheritable_handlers)
    return list({id(handler): handler for handler in handlers}.values())


@contextmanager
def _replaced(manager: BaseCallbackManager, *handlers: BaseCallbackHandler) -> Generator[None]:
    """Put handlers in the place of all that stream, in this context."""
    quiet = manager.copy()
    quiet.handlers = [one for one in manager.handlers if not _streams(one)]
    quiet.inheritable_handlers = [one for one in manager.inheritable_handlers if not _streams(one)]
    for handler in handlers:
        quiet.add_handler(handler, inherit=True)
    config = var_child_runnable_config.get() or {}
    token = var_child_runnable_config.set({**config, "callbacks": quiet})
    try:
        yield
    finally:
        var_child_runnable_config.reset(token)


def _streams(handler: BaseCallbackHandler) -> bool:
    return isinstance(handler, _StreamingCallbackHandler)


class _Handler(BaseCallbackHandler, _StreamingCallbackHandler[Any]):
    """Makes a model stream, and hands its chunks over."""

    def __init__(self, tokens: HeldTokens, readers: list[StreamMessagesHandler]) -> None:
        self._tokens = tokens
        self._readers = readers

    @override
    def tap_output_aiter(self, run_id: UUID, output: AsyncIterator[T]) -> AsyncIterator[T]:
        return output

    @override
    def tap_output_iter(self, run_id: UUID, output: Iterator[T]) -> Iterator[T]:
        return output

    @override
    def on_chat_model_start(
        self,
        serialized: dict[str, Any],
        messages: list[list[BaseMessage]],
        *,
        run_id: UUID,
        **details: Any,
    ) -> None:
        """Pass on that a model begins; a reader may choose not to show it."""
        self._tokens.start(run_id)
        for reader in self._readers:
            reader.on_chat_model_start(serialized, messages, run_id=run_id, **details)

    @override
    def on_llm_new_token(
        self,
        token: str | list[str | dict[str, Any]],
        *,
        chunk: GenerationChunk | ChatGenerationChunk | None = None,
        run_id: UUID,
        **details: Any,
    ) -> None:
        """Hold a chunk back."""
        if isinstance(chunk, ChatGenerationChunk):
            self._tokens.hear(run_id, chunk)

    @override
    def on_llm_end(self, response: LLMResult, *, run_id: UUID, **details: Any) -> None:
        """Hold the end back."""
        self._tokens.end(run_id)

    @override
    def on_llm_error(self, error: BaseException, *, run_id: UUID, **details: Any) -> None:
        """Pass on that a model failed."""
        self._tokens.fail(run_id)
        for reader in self._readers:
            reader.on_llm_error(error, run_id=run_id)


class _AsyncHandler(AsyncCallbackHandler, _StreamingCallbackHandler[Any]):
    """Does as `_Handler` does on an event loop, which the checks do not block."""

    def __init__(self, tokens: HeldTokens, readers: list[StreamMessagesHandler]) -> None:
        self._tokens = tokens
        self._handler = _Handler(tokens, readers)

    @override
    def tap_output_aiter(self, run_id: UUID, output: AsyncIterator[T]) -> AsyncIterator[T]:
        return output

    @override
    def tap_output_iter(self, run_id: UUID, output: Iterator[T]) -> Iterator[T]:
        return output

    @override
    async def on_chat_model_start(
        self,
        serialized: dict[str, Any],
        messages: list[list[BaseMessage]],
        *,
        run_id: UUID,
        **details: Any,
    ) -> None:
        self._handler.on_chat_model_start(serialized, messages, run_id=run_id, **details)

    @override
    async def on_llm_new_token(
        self,
        token: str | list[str | dict[str, Any]],
        *,
        chunk: GenerationChunk | ChatGenerationChunk | None = None,
        run_id: UUID,
        **details: Any,
    ) -> None:
        if isinstance(chunk, ChatGenerationChunk):
            await self._tokens.ahear(run_id, chunk)

    @override
    async def on_llm_end(self, response: LLMResult, *, run_id: UUID, **details: Any) -> None:
        self._handler.on_llm_end(response, run_id=run_id)

    @override
    async def on_llm_error(self, error: BaseException, *, run_id: UUID, **details: Any) -> None:
        self._handler.on_llm_error(error, run_id=run_id)
