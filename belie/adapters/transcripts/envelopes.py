"""Takes LangChain's messages out of the envelopes that its ways of writing put around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from belie.adapters.transcripts.fields import constructed, read_list, type_of

if TYPE_CHECKING:
    from belie.adapters.transcripts.fields import Record

__all__ = ["is_message", "unwrap"]

_TYPES = frozenset({
    "AIMessageChunk", "HumanMessageChunk", "ai", "chat", "function", "human", "remove", "system",
    "tool",
})  # fmt: skip


def unwrap(message: object) -> object:
    """Return the fields of a message without the envelope that LangChain puts around them.

    Examples
    --------
    >>> unwrap({"type": "human", "data": {"content": "Hi."}})
    {'type': 'human', 'content': 'Hi.'}
    """
    if not isinstance(message, dict):
        return message
    outer = cast("Record", message)
    fields = {**_of_class(outer), **constructed(outer)}
    data = fields.get("data")
    if isinstance(data, dict):
        return {"type": fields.get("type"), **cast("Record", data)}
    return fields


def _of_class(fields: Record) -> Record:
    """Return the type that the class of a message stands for: JavaScript dumps name no other."""
    path = read_list(fields.get("id")) or ()
    name = path[-1] if path else None
    if not isinstance(name, str) or "Message" not in name:
        return {}
    return {"type": name.partition("Message")[0].lower()}


def is_message(fields: Record) -> bool:
    """Whether an object is a message as LangChain writes it."""
    if fields.get("type") == "constructor" and "kwargs" in fields:
        return True
    return "role" not in fields and type_of(fields) in _TYPES
