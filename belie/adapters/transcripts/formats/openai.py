"""Messages of OpenAI's chat API, and belie's own: ``{"role", "content"}`` with more fields.

A record is one message, or ``{"messages": […]}``. A message may bring ``documents``, ``question``,
``at`` and ``session``. Items of the Responses API (``function_call_output``) are understood too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.adapters.transcripts.chats import read_chat

if TYPE_CHECKING:
    from belie.adapters.transcripts.fields import Record
    from belie.adapters.transcripts.parts import Part

__all__ = ["fits", "read"]


def fits(fields: Record) -> bool:
    """Whether a record is a message with a role, or has a list of messages."""
    return "messages" in fields or "role" in fields


def read(fields: Record) -> Part:
    """Return the message or the conversation; see `belie.adapters.transcripts.chats.read_chat`."""
    return read_chat(fields, ("messages",))
