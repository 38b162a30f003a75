"""Messages of Anthropic's API: contents of blocks, where results of tools stand in user messages.

Plain messages look like OpenAI's, and are read the same; so only those with blocks of Anthropic's
own, or a request with its ``system`` beside the messages, are recognised.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from belie.adapters.transcripts.chats import members, read_chat
from belie.adapters.transcripts.fields import read_list, type_of

if TYPE_CHECKING:
    from belie.adapters.transcripts.fields import Record
    from belie.adapters.transcripts.parts import Part

__all__ = ["fits", "read"]

_BLOCKS = frozenset({
    "document", "redacted_thinking", "search_result", "server_tool_use", "thinking",
    "tool_result", "tool_use", "web_search_tool_result",
})  # fmt: skip


def fits(fields: Record) -> bool:
    """Whether a message has a block that only Anthropic's have, or a request its ``system``."""
    if "system" in fields and "messages" in fields:
        return True
    messages = members(fields, ("messages",))
    return any("role" in message and _has_block(message) for message in messages)


def read(fields: Record) -> Part:
    """Return the message or the conversation; see `belie.adapters.transcripts.chats.read_chat`."""
    return read_chat(fields, ("messages",))


def _has_block(message: Record) -> bool:
    parts = read_list(message.get("content")) or ()
    blocks = (cast("Record", part) for part in parts if isinstance(part, dict))
    return any(type_of(block) in _BLOCKS or block.get("citations") for block in blocks)
