"""ShareGPT: ``{"conversations": [{"from": "human", "value": …}, {"from": "gpt", …}]}``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.adapters.transcripts.chats import members, read_chat

if TYPE_CHECKING:
    from belie.adapters.transcripts.fields import Record
    from belie.adapters.transcripts.parts import Part

__all__ = ["fits", "read"]

_LISTS = "conversations", "conversation"


def fits(fields: Record) -> bool:
    """Whether a message has ``from`` and ``value``."""
    return any("from" in message and "value" in message for message in members(fields, _LISTS))


def read(fields: Record) -> Part:
    """Return the message or the conversation; see `belie.adapters.transcripts.chats.read_chat`."""
    return read_chat(fields, _LISTS)
