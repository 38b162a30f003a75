"""What one message of a transcript says, and how messages become turns.

What cannot be read raises `InputError` without a place; the reader of the file adds the file and
the line.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from belie.adapters.transcripts.contents import (
    Call,
    read_calls,
    read_content,
    read_text,
    read_tool,
)
from belie.adapters.transcripts.fields import (
    Record,
    distinct,
    first_of,
    quote,
    read_documents,
    read_fields,
    read_time,
)
from belie.adapters.transcripts.roles import ROLE_KEYS, is_assistant, is_tool, role_of
from belie.datatypes import Document, Role, Turn
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

__all__ = [
    "DOCUMENT_KEYS",
    "TEXT_KEYS",
    "Message",
    "place_documents",
    "read_message",
    "read_moment",
    "read_roles",
    "read_turns",
]

TEXT_KEYS = ("content", "text", "value", "message", "refusal")
DOCUMENT_KEYS = (
    *("documents", "document", "contexts", "context", "retrieved_contexts", "retrieval_context"),
)
_CALL_KEYS = ("tool_calls", "function_call")
_TIME_KEYS = ("timestamp", "created_at", "createdAt", "create_time", "startTime", "start_time")


@dataclass(frozen=True, slots=True)
class Message:
    """One message; without a ``role`` it is no turn and only hands on what it holds.

    Parameters
    ----------
    role, text, question, at
        As of a turn.
    documents
        What stands beside this message.
    handed
        What it hands to the next answer: results of tools, attached documents.
    cited
        The passages that its text cites.
    calls
        The tools that it calls.
    """

    role: Role | None
    text: str = ""
    documents: tuple[Document, ...] = ()
    question: str | None = None
    at: datetime | None = None
    handed: tuple[Document, ...] = ()
    cited: tuple[Document, ...] = ()
    calls: tuple[Call, ...] = ()


def read_message(record: object, *, role: Role | None = None) -> Message:
    """Return what one message says; ``role`` overrules the name in the record.

    Raises
    ------
    InputError
        If there is no role, no text, or a field of the wrong kind.
    """
    fields = read_fields(record)
    name = first_of(fields, ROLE_KEYS)
    role = role or role_of(name)
    if is_tool(name):
        return Message(None, handed=read_tool(fields))
    calls = read_calls([fields] if role is None else fields.get("tool_calls"))
    value = first_of(fields, TEXT_KEYS)
    if role is None or (not value and first_of(fields, _CALL_KEYS)):
        return Message(None, calls=calls)
    content = read_content(value)
    calls += content.calls
    spoken = content.text or isinstance(value, str)
    return Message(
        role if spoken else None,
        content.text,
        read_documents(first_of(fields, DOCUMENT_KEYS)),
        None if (question := fields.get("question")) is None else read_text(question),
        read_moment(fields),
        content.documents,
        content.cited,
        calls,
    )


def read_moment(fields: Record) -> datetime | None:
    """Return when something was said: ``at``, or the time in a field that exports have for it.

    Only ``at`` must be readable: what other programs write elsewhere may be anything.
    """
    if fields.get("at") is not None:
        return read_time(fields["at"])
    try:
        return read_time(first_of(fields, _TIME_KEYS))
    except InputError:
        return None


def read_roles(items: Sequence[object], fields: Record) -> list[Role | None]:
    """Return the roles that ``checked_turn`` gives to speakers of whom none is an assistant.

    The speaker of the checked turn counts as the assistant, all others as users. Without a
    ``checked_turn``, or where an assistant takes part, the names decide: all are ``None``.
    """
    names = [
        first_of(cast("Record", item), ROLE_KEYS) if isinstance(item, dict) else None
        for item in items
    ]
    if fields.get("checked_turn") is None or any(map(is_assistant, names)):
        return [None] * len(items)
    checked = names[_checked(fields, len(items))]
    return [Role.ASSISTANT if name == checked else Role.USER for name in names]


def place_documents(messages: Sequence[Message], fields: Record) -> tuple[Message, ...]:
    """Return ``messages`` with the record's documents at the checked turn or the last answer."""
    documents = read_documents(first_of(fields, DOCUMENT_KEYS))
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


def read_turns(session: str, messages: Iterable[Message]) -> tuple[Turn, ...]:
    """Return the turns of a session, in order.

    What messages hand on become documents of the next answer, under the name of the tool that was
    called. A cited passage becomes one where the document it stands in is not there. An answer's
    question defaults to what the user said last.
    """
    turns: list[Turn] = []
    pending: list[Document] = []
    tools: dict[str, str] = {}
    seen: list[str] = []
    asked: str | None = None
    for message in messages:
        tools.update((call.id, call.name) for call in message.calls)
        handed = [replace(one, id=tools.get(one.id, one.id)) for one in message.handed]
        pending.extend(handed)
        seen.extend(document.text for document in (*handed, *message.documents))
        if message.role is None:
            continue
        documents, question = message.documents, message.question
        if message.role is Role.ASSISTANT:
            cited = (one for one in message.cited if not any(one.text in text for text in seen))
            documents = (*pending, *documents, *cited)
            pending, question = [], question or asked
        else:
            asked = message.text
        place = session, len(turns), message.role, message.text
        turns.append(Turn(*place, distinct(documents), question, message.at))
    return tuple(turns)


def _checked(fields: Record, count: int) -> int:
    checked = fields["checked_turn"]
    if not isinstance(checked, int) or not 0 <= checked < count:
        raise InputError(
            f"expected 0 <= checked_turn < {count}, the number of turns; got {quote(checked)}"
        )
    return checked
