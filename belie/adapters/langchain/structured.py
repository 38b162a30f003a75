"""Reads the answer of an agent that must answer in a form of its own (``response_format``)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from langchain_core.messages import AIMessage

from belie.adapters.langchain.shapes import Said, answered

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["StructuredAnswer", "structured_answer"]


@dataclass(frozen=True, slots=True)
class StructuredAnswer:
    """What a form says under a usual name, and the ids of the calls that carried the form.

    The replies to these calls repeat the answer; they are no evidence for it.
    """

    said: Said
    calls: tuple[str, ...]


def structured_answer(outputs: object) -> StructuredAnswer | None:
    """Return the answer in the form that an agent returned, or ``None`` where there is none.

    The form counts only if the last message of the model carries it, as a call or as JSON: a
    checkpoint keeps the form of an earlier turn.

    Examples
    --------
    >>> message = AIMessage('{"answer": "330 m.", "sure": true}')
    >>> form = {"answer": "330 m.", "sure": True}
    >>> structured_answer({"messages": [message], "structured_response": form}).said.text
    '330 m.'
    """
    if not isinstance(outputs, Mapping):
        return None
    state = cast("Mapping[str, object]", outputs)
    said, carrier = answered(state.get("structured_response")), _last_of_model(state)
    if said is None or carrier is None or said.text not in _carried(carrier):
        return None
    calls = tuple(call["id"] or "" for call in carrier.tool_calls)
    return StructuredAnswer(Said(said.text, carrier.id), calls)


def _last_of_model(state: Mapping[str, object]) -> AIMessage | None:
    messages = state.get("messages")
    listed = cast("Sequence[object]", messages) if isinstance(messages, list | tuple) else ()
    return next((each for each in reversed(listed) if isinstance(each, AIMessage)), None)


def _carried(message: AIMessage) -> list[object]:
    return [value for form in _forms(message) for value in form.values()]


def _forms(message: AIMessage) -> Iterator[Mapping[str, object]]:
    yield from (call["args"] for call in message.tool_calls)
    try:
        read = cast("object", json.loads(str(message.text)))
    except ValueError:
        return
    if isinstance(read, Mapping):
        yield cast("Mapping[str, object]", read)
