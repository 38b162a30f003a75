"""Messages of LangChain, and states of LangGraph that hold them.

Written by ``messages_to_dict``, ``dumpd`` or ``model_dump``; a record is one message, a list, a
state ``{"messages": […]}``, a snapshot with it under ``values``, or a checkpoint with it under
``channel_values``.
"""

from __future__ import annotations

from typing import cast

from belie.adapters.transcripts.chats import list_of, members, read_chat, read_messages
from belie.adapters.transcripts.envelopes import is_message, unwrap
from belie.adapters.transcripts.fields import (
    SESSION_KEYS,
    Record,
    first_of,
    read_object,
    read_session,
)
from belie.adapters.transcripts.messages import DOCUMENT_KEYS, place_documents
from belie.adapters.transcripts.parts import Part, Whole

__all__ = ["fits", "read"]

_STATES = (("values",), ("channel_values",), ("checkpoint", "channel_values"))
_CONFIGS = (("config", "configurable"), ("configurable",), ("checkpoint",), ("metadata",))


def fits(fields: Record) -> bool:
    """Whether a message is written as LangChain writes it."""
    return any(map(is_message, members(_state(fields), ("messages",))))


def read(fields: Record) -> Part:
    """Return the message or the conversation, named after its thread.

    Documents of a state (``documents``, ``context``) belong to its last answer.
    """
    state = _state(fields)
    listed = list_of(state, ("messages",))
    if listed is None:
        return read_chat(state, ("messages",), unwrap=unwrap)
    messages, problems = read_messages(listed, {}, unwrap=unwrap)
    return Whole(place_documents(messages, _documents(state)), _thread(fields), problems)


def _state(fields: Record) -> Record:
    """Return the state that a snapshot or a checkpoint holds, or the record itself."""
    states = (_inner(fields, path) for path in _STATES)
    return next((state for state in states if "messages" in state), fields)


def _documents(state: Record) -> Record:
    """Return the documents of a state; a ``context`` may as well be anything else."""
    value = first_of(state, DOCUMENT_KEYS)
    return {"documents": cast("object", value)} if isinstance(value, str | list) else {}


def _thread(fields: Record) -> str | None:
    configs = (_inner(fields, path) for path in _CONFIGS)
    named = (read_session(config, keys=("thread_id",)) for config in configs)
    own = read_session(fields, keys=("id", *SESSION_KEYS))
    return next((name for name in named if name), own)


def _inner(fields: Record, path: tuple[str, ...]) -> Record:
    for key in path:
        fields = read_object(fields.get(key))
    return fields
