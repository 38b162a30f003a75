"""What one record of a transcript says: roles, texts, documents, times.

The many names that exports use for the same thing are known here and nowhere else. What cannot be
read raises `InputError` without a place; the reader of the file adds the file and the line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from belie.adapters.transcripts.fields import (
    Record,
    distinct,
    first_of,
    kind_of,
    quote,
    read_documents,
    read_fields,
    read_text,
    read_time,
)
from belie.datatypes import Document, Role, Turn
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

__all__ = [
    "SESSION_KEYS",
    "Message",
    "is_answer",
    "is_message",
    "place_documents",
    "read_answer",
    "read_message",
    "read_roles",
    "read_session",
    "read_turns",
    "role_of",
]

_USERS = frozenset({
    "user", "human", "customer", "driver", "client", "caller", "patient", "visitor", "guest",
    "student", "person", "me", "seeker", "prompter", "buyer", "passenger", "traveller",
})  # fmt: skip
_ASSISTANTS = frozenset({
    "assistant", "ai", "bot", "model", "chatbot", "agent", "gpt", "chatgpt", "llm", "claude",
    "gemini", "copilot", "wizard", "ai assistant", "support agent", "aimessagechunk",
})  # fmt: skip
_TOOLS = frozenset({"tool", "function"})
_SKIPPED = frozenset({"system", "developer"})
_ALLOWED = (
    "user (human, customer, driver, …), assistant (ai, bot, model, chatbot, …), system or tool"
)

_ROLE_KEYS = ("role", "speaker", "from", "type")
_TEXT_KEYS = ("content", "text", "value", "message")
_DOCUMENT_KEYS = ("documents", "document", "contexts", "context", "retrieved_contexts")
_ANSWER_KEYS = ("response", "answer")
_QUESTION_KEYS = ("question", "history", "user_input", "query")
SESSION_KEYS = ("session", "session_id", "conversation_id", "thread_id")


@dataclass(frozen=True, slots=True)
class Message:
    """One message; without a ``role`` it only hands its documents to the next answer."""

    role: Role | None
    text: str = ""
    documents: tuple[Document, ...] = ()
    question: str | None = None
    at: datetime | None = None


def role_of(name: object) -> Role | None:
    """Return who speaks under ``name``; ``None`` for messages that are no turn.

    Case and trailing digits do not count.

    Raises
    ------
    InputError
        If the name is unknown; the message names the allowed ones.

    Examples
    --------
    >>> role_of("Human0"), role_of("BOT"), role_of("system")
    (<Role.USER: 'user'>, <Role.ASSISTANT: 'assistant'>, None)
    """
    stem = _stem(name)
    if stem in _USERS:
        return Role.USER
    if stem in _ASSISTANTS:
        return Role.ASSISTANT
    if stem in _TOOLS | _SKIPPED:
        return None
    raise InputError(f"expected a role such as {_ALLOWED}; got {quote(name)}")


def read_message(record: object, *, role: Role | None = None) -> Message:
    """Return what one message says; ``role`` overrules the name in the record.

    Raises
    ------
    InputError
        If there is no role, no text, or a field of the wrong kind.
    """
    fields = _unwrap(read_fields(record))
    name = first_of(fields, _ROLE_KEYS)
    role = role or role_of(name)
    if _stem(name) in _TOOLS:
        return Message(None, documents=(_tool_document(fields),))
    if role is None or (fields.get("tool_calls") and not first_of(fields, _TEXT_KEYS)):
        return Message(None)
    return Message(
        role,
        read_text(first_of(fields, _TEXT_KEYS)),
        read_documents(first_of(fields, _DOCUMENT_KEYS)),
        None if (question := fields.get("question")) is None else read_text(question),
        read_time(fields.get("at")),
    )


def read_answer(fields: Record) -> Message:
    """Return the one assistant's turn of a row with a response and its documents."""
    question = first_of(fields, _QUESTION_KEYS)
    if isinstance(question, list):
        question = cast("list[object]", question)[-1:] or None
    return Message(
        Role.ASSISTANT,
        read_text(first_of(fields, _ANSWER_KEYS)),
        read_documents(first_of(fields, _DOCUMENT_KEYS)),
        None if question is None else read_text(question),
        read_time(fields.get("at")),
    )


def read_roles(items: Sequence[object], fields: Record) -> list[Role | None]:
    """Return the roles that ``checked_turn`` gives to speakers of whom none is an assistant.

    The speaker of the checked turn counts as the assistant, all others as users. Without a
    ``checked_turn``, or where an assistant takes part, the names decide: all are ``None``.
    """
    names = [
        first_of(cast("Record", item), _ROLE_KEYS) if isinstance(item, Mapping) else None
        for item in items
    ]
    if fields.get("checked_turn") is None or any(_stem(name) in _ASSISTANTS for name in names):
        return [None] * len(items)
    checked = names[_checked(fields, len(items))]
    return [Role.ASSISTANT if name == checked else Role.USER for name in names]


def place_documents(messages: Sequence[Message], fields: Record) -> tuple[Message, ...]:
    """Return ``messages`` with the record's documents at the checked turn or the last answer."""
    documents = read_documents(first_of(fields, _DOCUMENT_KEYS))
    if not documents:
        return tuple(messages)
    answers = [n for n, message in enumerate(messages) if message.role is Role.ASSISTANT]
    if fields.get("checked_turn") is not None:
        answers = [_checked(fields, len(messages))]
    if not answers:
        raise InputError("expected an assistant's turn to give the documents to, got none")
    placed = list(messages)
    last = placed[answers[-1]]
    placed[answers[-1]] = replace(last, documents=(*last.documents, *documents))
    return tuple(placed)


def read_session(fields: Record, *, keys: Iterable[str] = SESSION_KEYS) -> str | None:
    """Return the session that a record names, if it names one."""
    value = first_of(fields, keys)
    if value is None:
        return None
    if isinstance(value, str | int) and str(value).strip():
        return str(value)
    raise InputError(f"expected the session as text or a number, got {kind_of(value)}")


def read_turns(session: str, messages: Iterable[Message]) -> tuple[Turn, ...]:
    """Return the turns of a session, in order.

    Results of tools become documents of the next answer; an answer's question defaults to what
    the user said last.
    """
    turns: list[Turn] = []
    pending: tuple[Document, ...] = ()
    asked: str | None = None
    for message in messages:
        if message.role is None:
            pending += message.documents
            continue
        documents, question = message.documents, message.question
        if message.role is Role.ASSISTANT:
            documents, pending, question = (*pending, *documents), (), question or asked
        else:
            asked = message.text
        turns.append(
            Turn(
                session,
                len(turns),
                message.role,
                message.text,
                distinct(documents),
                question,
                message.at,
            )
        )
    return tuple(turns)


def is_message(fields: Record) -> bool:
    """Whether a record is one message rather than a conversation."""
    return first_of(fields, _ROLE_KEYS) is not None or first_of(fields, _TEXT_KEYS) is not None


def is_answer(fields: Record) -> bool:
    """Whether a record is a response with its documents."""
    return first_of(fields, _ANSWER_KEYS) is not None


def _unwrap(fields: Record) -> Record:
    """Return the message inside LangChain's ``{"type": …, "data": {…}}``."""
    data = fields.get("data")
    return {**fields, **cast("Record", data)} if isinstance(data, Mapping) else fields


def _stem(name: object) -> str:
    return re.sub(r"[\W\d_]+$", "", name.strip().casefold()) if isinstance(name, str) else ""


def _tool_document(fields: Record) -> Document:
    name = first_of(fields, ("name", "tool_call_id", "id")) or "tool"
    return Document(str(name), read_text(first_of(fields, _TEXT_KEYS)))


def _checked(fields: Record, count: int) -> int:
    checked = fields["checked_turn"]
    if not isinstance(checked, int) or not 0 <= checked < count:
        raise InputError(
            f"expected 0 <= checked_turn < {count}, the number of turns; got {quote(checked)}"
        )
    return checked
