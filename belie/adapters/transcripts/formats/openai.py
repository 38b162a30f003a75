"""Messages of OpenAI's chat API, and belie's own: ``{"role", "content"}`` with more fields.

A record is one message, or ``{"messages": […]}``. A message may bring ``documents``, ``question``,
``at`` and ``session``. Items of the Responses API (``function_call_output``) are understood too,
and the lines of ``belie export``: ``{"turn": {…}}`` with what was found beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from belie.adapters.transcripts.chats import read_chat

if TYPE_CHECKING:
    from belie.adapters.transcripts.fields import Record
    from belie.adapters.transcripts.parts import Part

__all__ = ["fits", "read"]


def fits(fields: Record) -> bool:
    """Whether a record is a message with a role, or has a list of messages."""
    return "messages" in fields or "role" in fields or isinstance(fields.get("turn"), dict)


def read(fields: Record) -> Part:
    """Return the message or the conversation; see `belie.adapters.transcripts.chats.read_chat`."""
    turn = fields.get("turn")
    return read_chat(cast("Record", turn) if isinstance(turn, dict) else fields, ("messages",))
