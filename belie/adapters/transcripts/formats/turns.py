"""Dialogues under any of the usual names: ``{"turns": [{"speaker": …, "text": …}]}``.

A record is one message, or a list of them, with ``documents`` and ``checked_turn`` beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.adapters.transcripts.chats import read_chat
from belie.adapters.transcripts.fields import first_of
from belie.adapters.transcripts.messages import TEXT_KEYS
from belie.adapters.transcripts.roles import ROLE_KEYS

if TYPE_CHECKING:
    from belie.adapters.transcripts.fields import Record
    from belie.adapters.transcripts.parts import Part

__all__ = ["fits", "read"]

_LISTS = "turns", "messages", "conversations", "conversation"


def fits(fields: Record) -> bool:
    """Whether a record has a list of messages, a speaker or a text."""
    return first_of(fields, (*_LISTS, *ROLE_KEYS, *TEXT_KEYS)) is not None


def read(fields: Record) -> Part:
    """Return the message or the conversation; see `belie.adapters.transcripts.chats.read_chat`."""
    return read_chat(fields, _LISTS)
