"""Turns LangChain's callback events into finished exchanges; knows their signatures, no more."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from belie.errors import MissingExtraError

try:
    from langchain_core.callbacks import BaseCallbackHandler
    from typing_extensions import override
except ImportError as error:
    raise MissingExtraError("langchain_core", extra="langchain") from error

from belie.adapters.langchain.custom_events import handed_over
from belie.adapters.langchain.roots import RootRuns
from belie.adapters.langchain.shapes import token_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any
    from uuid import UUID

    from langchain_core.documents import Document as Retrieved
    from langchain_core.messages import BaseMessage
    from langchain_core.outputs import LLMResult

    from belie.adapters.langchain.runs import Exchange
    from belie.datatypes import Document

__all__ = ["ExchangeEvents"]


class ExchangeEvents(BaseCallbackHandler):
    """Collects the events of root runs and hands over what each of them said to its reader.

    Parameters
    ----------
    session, input_key
        As in `RootRuns`.
    hand_over
        Takes each exchange as its root run ends, in the thread of that run; must be quick.
    """

    # The events are short, and on the loop's own thread they keep their order and cost less.
    run_inline = True

    def __init__(
        self,
        *,
        session: str | None,
        input_key: str | None,
        hand_over: Callable[[Exchange], object],
    ) -> None:
        self._roots = RootRuns(session=session, input_key=input_key)
        self._take = hand_over

    @property
    def unfinished(self) -> int:
        """How many root runs have begun and not ended."""
        return len(self._roots)

    def documents(self) -> tuple[Document, ...]:
        """Return the documents that came so far to the root runs that have not ended."""
        return self._roots.documents()

    @override
    def on_chain_start(
        self,
        serialized: dict[str, Any],
        inputs: object,
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        **details: object,
    ) -> None:
        """Place the chain below its root, or take it for one."""
        self._roots.start(
            run_id,
            kind="part" if details.get("run_type") in ("prompt", "parser") else "chain",
            parent=parent_run_id,
            inputs=inputs,
            tags=tags,
            metadata=metadata,
        )

    @override
    def on_chain_end(
        self,
        outputs: object,
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        **details: object,
    ) -> None:
        """Hand over the exchange if the chain was a root."""
        self._end(run_id, self._roots.end(run_id, outputs, inputs=details.get("inputs")))

    @override
    def on_chat_model_start(
        self,
        serialized: dict[str, Any],
        messages: list[list[BaseMessage]],
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        **details: object,
    ) -> None:
        """Place the model below its root, or take it for one."""
        self._roots.start(
            run_id,
            kind="model",
            parent=parent_run_id,
            inputs=messages[0] if messages else None,
            tags=tags,
            metadata=metadata,
        )

    @override
    def on_llm_start(
        self,
        serialized: dict[str, Any],
        prompts: list[str],
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        **details: object,
    ) -> None:
        """Place the completion model below its root, or take it for one."""
        self._roots.start(
            run_id,
            kind="model",
            parent=parent_run_id,
            inputs=prompts[0] if prompts else None,
            tags=tags,
            metadata=metadata,
        )

    @override
    def on_llm_new_token(
        self, token: str | list[str | dict[str, Any]], *, run_id: UUID, **details: object
    ) -> None:
        """Keep the token in case the reader leaves early."""
        text = token_text(token)
        if self._roots.hear_token(run_id, text):
            self._hear_live(run_id, text, details.get("chunk"))

    @override
    def on_llm_end(self, response: LLMResult, *, run_id: UUID, **details: object) -> None:
        """Hand over the exchange if the model was a root."""
        self._end(run_id, self._roots.end_model(run_id, response))

    @override
    def on_tool_start(
        self,
        serialized: dict[str, Any],
        input_str: str,
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        **details: object,
    ) -> None:
        """Place the tool below its root."""
        self._roots.start(run_id, kind="tool", parent=parent_run_id, tags=tags, metadata=metadata)

    @override
    def on_tool_end(self, output: object, *, run_id: UUID, **details: object) -> None:
        """Keep what the tool gave."""
        self._roots.hear_tool(run_id, output)

    @override
    def on_retriever_start(
        self,
        serialized: dict[str, Any],
        query: str,
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        **details: object,
    ) -> None:
        """Place the retriever below its root."""
        self._roots.start(
            run_id, kind="retriever", parent=parent_run_id, tags=tags, metadata=metadata
        )

    @override
    def on_retriever_end(
        self, documents: Sequence[Retrieved], *, run_id: UUID, **details: object
    ) -> None:
        """Keep the documents."""
        self._roots.hear_documents(run_id, documents)

    @override
    def on_chain_error(self, error: BaseException, *, run_id: UUID, **details: object) -> None:
        """Hand over what the reader of a root saw before leaving; else nothing."""
        self._end(run_id, self._roots.fail(run_id, error, inputs=details.get("inputs")))

    @override
    def on_llm_error(self, error: BaseException, *, run_id: UUID, **details: object) -> None:
        """Hand over what the reader of a bare model saw before leaving; else nothing."""
        response = cast("LLMResult | None", details.get("response"))
        self._end(run_id, self._roots.fail(run_id, error, response=response))

    @override
    def on_tool_error(self, error: BaseException, *, run_id: UUID, **details: object) -> None:
        """Take note of an interrupt."""
        self._roots.fail(run_id, error)

    @override
    def on_retriever_error(self, error: BaseException, *, run_id: UUID, **details: object) -> None:
        """Forget a bare retriever that failed."""
        self._roots.fail(run_id, error)

    @override
    def on_custom_event(
        self,
        name: str,
        data: object,
        *,
        run_id: UUID,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        **details: object,
    ) -> None:
        """Keep the documents that an application hands over by an event."""
        self._roots.hear_documents(run_id, handed_over(name, data))

    def _hear_live(self, run_id: UUID, token: str, chunk: object, /) -> None:
        """Do something with a token while its answer is being said; here nothing."""

    def _end(self, _: UUID, exchange: Exchange | None, /) -> None:
        """Do something where a run has ended; here, hand over the exchange of a root."""
        if exchange is not None:
            self._take(exchange)
