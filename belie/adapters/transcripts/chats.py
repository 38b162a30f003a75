"""Reads records that are messages, or lists of messages: what the chat formats have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from belie.adapters.transcripts.fields import (
    SESSION_KEYS,
    Record,
    first_of,
    kind_of,
    quote,
    read_list,
    read_session,
)
from belie.adapters.transcripts.messages import (
    TEXT_KEYS,
    Message,
    place_documents,
    read_message,
    read_roles,
)
from belie.adapters.transcripts.parts import Member, Whole
from belie.adapters.transcripts.roles import ROLE_KEYS
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["list_of", "members", "read_chat", "read_messages"]


def read_chat(
    fields: Record, lists: Sequence[str], *, unwrap: Callable[[object], object] | None = None
) -> Whole | Member:
    """Return the conversation or the message that a record holds.

    Parameters
    ----------
    fields
        The record.
    lists
        The keys that a list of messages may stand under.
    unwrap
        Takes a message out of its envelope.

    Raises
    ------
    InputError
        If it is neither; broken messages of a list are its problems.
    """
    listed = list_of(fields, lists)
    if listed is None:
        message = fields if unwrap is None else cast("Record", unwrap(fields))
        _require_message(message, lists)
        return Member(read_message(message), read_session(fields))
    messages, problems = read_messages(listed, fields, unwrap=unwrap)
    session = read_session(fields, keys=("id", *SESSION_KEYS))
    return Whole(place_documents(messages, fields), session, problems)


def read_messages(
    listed: Sequence[object],
    fields: Record,
    *,
    unwrap: Callable[[object], object] | None = None,
) -> tuple[tuple[Message, ...], tuple[str, ...]]:
    """Return the messages of a list, and what is wrong with those that cannot be read."""
    items = list(listed) if unwrap is None else [unwrap(item) for item in listed]
    messages: list[Message] = []
    problems: list[str] = []
    roles = read_roles(items, fields)
    for number, (item, role) in enumerate(zip(items, roles, strict=True), start=1):
        try:
            message = read_message(item, role=role)
        except InputError as error:
            message = Message(None)
            problems.append(f"message {number}: {error}")
        messages.append(message)
    return tuple(messages), tuple(problems)


def list_of(fields: Record, lists: Sequence[str]) -> list[object] | None:
    """Return the list of messages that a record holds; ``None`` without any."""
    value = first_of(fields, lists)
    if value is not None and read_list(value) is None:
        raise InputError(f"expected a list of messages, got {kind_of(value)}")
    return read_list(value)


def members(fields: Record, lists: Sequence[str]) -> list[Record]:
    """Return the messages of a record that are objects: of its list, or the record itself."""
    listed = read_list(first_of(fields, lists))
    items = [fields] if listed is None else listed
    return [cast("Record", item) for item in items if isinstance(item, dict)]


def _require_message(fields: Record, lists: Sequence[str]) -> None:
    if first_of(fields, ROLE_KEYS) is None and first_of(fields, TEXT_KEYS) is None:
        raise InputError(
            f"expected a message with a role and a text, or {' or '.join(map(repr, lists))} with"
            f" a list of them; got the keys {quote(sorted(fields))}"
        )
