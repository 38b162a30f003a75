"""Finds what was said and retrieved in the inputs and outputs of traced programs.

What a tracer records is whatever a function was given and returned: a text, a message, messages,
or an object with these under some name, which may be written down as JSON.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from belie.adapters.transcripts.contents import read_tool
from belie.adapters.transcripts.envelopes import is_message, unwrap
from belie.adapters.transcripts.fields import (
    Record,
    first_of,
    kind_of,
    parsed_text,
    read_documents,
    read_list,
    read_object,
    retrieved,
)
from belie.adapters.transcripts.messages import DOCUMENT_KEYS, Message, read_message
from belie.datatypes import Document, Role
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["read_exchange", "read_found"]

_HISTORY = ("chat_history", "history")
_ASKED = (
    *("question", "input", "query", "user_input", "prompt", "text", "content", "kwargs", "args"),
)
_ANSWERED = ("answer", "output", "response", "result", "text", "content", "completion", "outputs")
_KEYS = {Role.USER: _ASKED, Role.ASSISTANT: _ANSWERED}


def read_exchange(inputs: object, outputs: object) -> tuple[Message, ...]:
    """Return the messages of an exchange: what is in its inputs, then its answer.

    Outputs that hold a user's message, such as the state of an agent, hold the whole conversation.

    Raises
    ------
    InputError
        If nothing that someone said is found.

    Examples
    --------
    >>> asked, answer = read_exchange({"question": "How tall?"}, {"answer": "330 m."})
    >>> asked.text, answer.text
    ('How tall?', '330 m.')
    """
    asked, answered = _payload(inputs, Role.USER), _payload(outputs, Role.ASSISTANT)
    if any(message.role is Role.USER for message in answered):
        return answered
    if not (asked or answered):
        raise InputError(
            "expected texts or messages in the inputs or the outputs,"
            f" got {kind_of(inputs)} and {kind_of(outputs)}"
        )
    return (*asked, *answered)


def read_found(kind: str, name: object, output: object) -> tuple[Document, ...]:
    """Return what a step of an exchange retrieved.

    Parameters
    ----------
    kind
        What sort of step it was: ``"retriever"``, ``"tool"`` or any other, of which only documents
        of LangChain are taken.
    name
        The step's name, by which the text of a tool is known.
    output
        What it gave.

    Examples
    --------
    >>> [document.text for document in read_found("tool", "almanac", {"output": "330 m."})]
    ['330 m.']
    """
    output = parsed_text(output)
    if kind == "retriever" or _holds_documents(output):
        return retrieved(output)
    if kind != "tool":
        return ()
    value = unwrap(read_object(output).get("output", output))
    told = cast("Record", value) if isinstance(value, dict) else {"content": value}
    if not isinstance(told.get("content"), str | list):
        return retrieved(output)
    return read_tool({**told, "name": first_of(told, ("name",)) or name})


def _holds_documents(output: object) -> bool:
    items = read_list(read_object(output).get("documents", output)) or ()
    return bool(items) and all("page_content" in read_object(item) for item in items)


def _payload(value: object, role: Role) -> tuple[Message, ...]:
    """Return what was said in a payload; a text may hold JSON, or be what was said itself."""
    return _said(parsed_text(value), role) or _said(value, role)


def _said(value: object, role: Role) -> tuple[Message, ...]:
    if isinstance(value, str):
        return (Message(role, value),) if value.strip() else ()
    if (items := read_list(value)) is not None:
        return _listed(items, role)
    return _told(cast("Record", value), role) if isinstance(value, dict) else ()


def _listed(items: Sequence[object], role: Role) -> tuple[Message, ...]:
    """Return the messages of a list; a streamed answer is a list of texts."""
    messages = [_as_message(item) for item in items]
    if any(messages):
        return tuple(read_message(one or item) for one, item in zip(messages, items, strict=True))
    texts = [item for item in items if isinstance(item, str)]
    if role is Role.ASSISTANT and len(texts) == len(items):
        return _said("".join(texts), role)
    return _first(_said(item, role) for item in items if not isinstance(item, dict))


def _as_message(item: object) -> Record | None:
    """Return a message without its envelope; LangChain's short form is a pair of role and text."""
    if isinstance(item, list):
        pair = cast("list[object]", item)
        if len(pair) == 2 and all(isinstance(part, str) for part in pair):
            return {"role": pair[0], "content": pair[1]}
    if isinstance(item, dict):
        fields = cast("Record", item)
        if "role" in fields or is_message(fields):
            return cast("Record", unwrap(fields))
    return None


def _told(fields: Record, role: Role) -> tuple[Message, ...]:
    if (message := _as_message(fields)) is not None:
        return (read_message(message),)
    messages = _said(fields.get("messages"), role) or (
        *_said(first_of(fields, _HISTORY), role),
        *(_said(_generated(fields), role) or _named(fields, role)),
    )
    documents = _documents(fields)
    if not (messages and documents):
        return messages
    return (*messages[:-1], Message(None, handed=documents), messages[-1])


def _generated(fields: Record) -> object:
    """Return what a model gave, in LangChain's or OpenAI's form."""
    value = fields.get("generations") or fields.get("choices")
    while items := read_list(value):
        value = items[0]
    return first_of(read_object(value), ("message", "text"))


def _named(fields: Record, role: Role) -> tuple[Message, ...]:
    """Return what stands under a usual name, or is the only text."""
    told = _first(_said(fields.get(key), role) for key in _KEYS[role])
    texts = [value for value in fields.values() if isinstance(value, str)]
    return told or (_said(texts[0], role) if len(texts) == 1 else ())


def _documents(fields: Record) -> tuple[Document, ...]:
    value = parsed_text(first_of(fields, DOCUMENT_KEYS))
    try:
        return () if isinstance(value, dict) else read_documents(value)
    except InputError:
        return ()  # something else under that name


def _first(found: Iterable[tuple[Message, ...]]) -> tuple[Message, ...]:
    return next(filter(None, found), ())
