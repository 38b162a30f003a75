"""The chunks of one streamed answer of a chain: they wait, and new ones take their shape."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage

from belie.adapters.langchain.changing import changed
from belie.adapters.langchain.holding import Held
from belie.adapters.langchain.policy import Action
from belie.adapters.langchain.shapes import ANSWER_KEYS, named_texts
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from belie.adapters.langchain.guarding import Settled
    from belie.adapters.langchain.holding import Watch
    from belie.adapters.langchain.policy import Policy

__all__ = ["HeldChunks"]


class HeldChunks:
    """The chunks of one answer, of which those are let go whose sentences were checked.

    Parameters
    ----------
    watch
        Begins to watch the answer; called when its first words come.
    policy
        What is put into an answer that is not given as it came.
    given
        What the inputs held under the usual names of an answer: a chunk that repeats it has none.
    """

    def __init__(
        self, watch: Callable[[], Watch], *, policy: Policy, given: Mapping[str, str]
    ) -> None:
        self._begin = watch
        self._policy = policy
        self._given = given
        self._watch: Watch | None = None
        self._held = Held[object]()
        self._last: object = None

    @property
    def shown(self) -> str:
        """The words that the reader has seen."""
        return self._held.shown

    @property
    def cleared(self) -> str:
        """The sentences that may be shown, whether they were or not."""
        return self._held.heard[: self._watch.cleared] if self._watch else ""

    def take(self, chunk: object) -> list[object]:
        """Take a chunk; return those that may be shown now."""
        words = self._keep(chunk)
        if words and self._watch is None:
            self._watch = self._begin()
        return self._held.release(self._watch.feed(words or "") if self._watch else 0)

    async def atake(self, chunk: object) -> list[object]:
        """Do as `take` does, the checks in a thread."""
        words = self._keep(chunk)
        if words and self._watch is None:
            self._watch = await asyncio.to_thread(self._begin)
        return self._held.release(await self._watch.afeed(words or "") if self._watch else 0)

    def finish(self, settled: Settled | None) -> list[object]:
        """Return the chunks that are left, with a new one for words that are not the chain's.

        Parameters
        ----------
        settled
            How the answer ended; ``None`` where there was none.

        Raises
        ------
        InputError
            If the answer is to be changed and lies where it cannot be; all chunks are still there.
        """
        if settled is None or settled.exchange is None or _is_as_it_came(settled):
            return list(self._held.finish(None).pieces)
        if self._last is None:
            raise InputError(
                "expected chunks that are strings or messages, or mappings with "
                f"{', '.join(ANSWER_KEYS)}, got others"
            )
        answer = AIMessage(settled.exchange.answer.text)
        if settled.ruling.action is not Action.PASS:
            given = changed(answer, settled.ruling, self._policy, shown=self.cleared)
            answer = cast("AIMessage", given)
        rest = self._held.finish(str(answer.text))
        new = [_like(self._last, rest.words, answer.response_metadata)] if rest.words else []
        return [*new, *rest.pieces]

    def _keep(self, chunk: object) -> str | None:
        words = None if self._is_given(chunk) else _words(chunk)
        self._held.take(chunk, words)
        self._last = chunk if words else self._last
        return words

    def _is_given(self, chunk: object) -> bool:
        name = _answer_key(chunk)
        return name is not None and named_texts(chunk).get(name) == self._given.get(name, "")


def _is_as_it_came(settled: Settled) -> bool:
    return settled.ruling.action is Action.PASS and not settled.revisions


def _words(chunk: object) -> str | None:
    """Return the words of the answer in a chunk; ``None`` where it may have some elsewhere."""
    if isinstance(chunk, str):
        return chunk
    if isinstance(chunk, BaseMessage):
        return str(chunk.text)
    name = _answer_key(chunk)
    return None if name is None else _words(cast("Mapping[str, object]", chunk)[name])


def _answer_key(chunk: object) -> str | None:
    if not isinstance(chunk, Mapping):
        return None
    fields = cast("Mapping[str, object]", chunk)
    names = (name for name in ANSWER_KEYS if isinstance(fields.get(name), str | BaseMessage))
    return next(names, None)


def _like(chunk: object, words: str, metadata: dict[str, Any]) -> object:
    """Return a chunk with other words, in the shape of one that came."""
    if isinstance(chunk, str):
        return words
    if isinstance(chunk, BaseMessage):
        return AIMessageChunk(content=words, id=chunk.id, response_metadata=metadata)
    fields = cast("dict[str, object]", chunk)
    name = cast("str", _answer_key(chunk))
    kind = cast("Callable[..., object]", type(fields))
    return kind({name: _like(fields[name], words, metadata)})
