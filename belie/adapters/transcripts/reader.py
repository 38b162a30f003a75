r"""Reads conversations from files: one reader for all the ways in which chats are written down.

Recognised by content, not by name:

- a JSON object per line, each one message: ``{"role": "user", "content": "Hi"}``, optionally with
  ``documents`` (texts or ``{"id", "text", "metadata"}``), ``question``, ``at`` (ISO 8601) and
  ``session``; lines are grouped by session, without one the file is the session;
- a JSON object per line, each one conversation: ``{"messages": […]}`` or
  ``{"turns": [{"speaker": …, "text": …}]}``, optionally with ``id``, ``documents`` and
  ``checked_turn`` (the index of the turn they belong to; otherwise the last answer);
- a JSON object per line, each one answer: ``{"documents": […], "response": …, "question": …}``;
- one JSON document: a list of such objects (OpenAI chat messages, tool results become documents of
  the next answer), or one of them alone;
- plain text: ``role: text`` lines; lines without a role belong to the turn before.

All may be gzipped. NUL and half a surrogate pair (``"\ud800"``) are read as U+FFFD.
"""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from belie.adapters.transcripts.fields import Record, first_of, kind_of, quote
from belie.adapters.transcripts.messages import (
    SESSION_KEYS,
    Message,
    is_answer,
    is_message,
    place_documents,
    read_answer,
    read_message,
    read_roles,
    read_session,
    read_turns,
)
from belie.adapters.transcripts.records import Item, read_items
from belie.errors import InputError, TranscriptError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TextIO

    from belie.datatypes import Turn

__all__ = ["Conversation", "read_transcripts"]

_LISTS = ("messages", "turns", "conversations", "conversation")


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation as it was read.

    Parameters
    ----------
    session
        Its name, unique within its file.
    turns
        At least one turn, in order.
    source
        The file's name, or ``"<stdin>"``.
    line
        The line it starts at, counted from 1.
    """

    session: str
    turns: tuple[Turn, ...]
    source: str
    line: int


def read_transcripts(source: str | Path | TextIO) -> Iterator[Conversation | TranscriptError]:
    r"""Read the conversations of one file, broken records beside them.

    Parameters
    ----------
    source
        The path of a file, ``"-"`` for standard input, or an open text file.

    Yields
    ------
    Conversation or TranscriptError
        A broken record is yielded, not raised: all others are read.

    Raises
    ------
    InputError
        If the file as a whole cannot be read: missing, a folder, empty, or not text.

    Examples
    --------
    >>> from io import StringIO
    >>> [chat] = read_transcripts(StringIO("user: How tall is it?\nassistant: 330 m."))
    >>> chat.turns[1].text, chat.turns[1].question
    ('330 m.', 'How tall is it?')
    """
    name, data = _load(source)
    text = _decode(name, data)
    return _conversations(name, read_items(name, text))


def _load(source: str | Path | TextIO) -> tuple[str, bytes]:
    if source == "-":
        return "<stdin>", _unpack("<stdin>", sys.stdin.buffer.read())
    if not isinstance(source, str | Path):
        name = getattr(source, "name", "<text>")
        return str(name), source.read().encode("utf-8", "surrogatepass")
    try:
        data = Path(source).read_bytes()
    except IsADirectoryError as error:
        raise InputError(f"{source}: expected a file, got a folder; name its files") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{source}: expected a readable file, got: {reason}") from error
    return str(source), _unpack(str(source), data)


def _unpack(name: str, data: bytes) -> bytes:
    if not data.startswith(b"\x1f\x8b"):
        return data
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{name}: expected a whole gzip file, got: {error}") from error


def _decode(name: str, data: bytes) -> str:
    """Return the text with plain line ends; bytes that are no UTF-8 become surrogates."""
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    text = data.decode("utf-16", "replace") if wide else data.decode("utf-8-sig", "surrogateescape")
    if not text.strip():
        raise InputError(f"{name}: expected a transcript, got an empty file")
    if _is_binary(text[:4096]):
        raise InputError(f"{name}: expected a text file in UTF-8, got binary data")
    return text.replace("\r\n", "\n")


def _is_binary(sample: str) -> bool:
    strange = sum(char == "\0" or "\udc80" <= char <= "\udcff" for char in sample)
    return "\0" in sample or strange > len(sample) / 4


def _conversations(name: str, items: Iterable[Item]) -> Iterator[Conversation | TranscriptError]:
    """Yield conversations as they come; single messages are grouped and follow at the end."""
    stem = "stdin" if name == "<stdin>" else Path(name).name.split(".")[0] or name
    groups: dict[str, list[tuple[int, Message]]] = {}
    taken: set[str] = set()
    for item in items:
        try:
            session, messages = _single(item)
            conversations = [] if messages else _record(name, item, stem, taken)
        except TranscriptError as error:
            yield error
            continue
        except InputError as error:
            yield TranscriptError(str(error), source=name, line=item.line)
            continue
        groups.setdefault(session or stem, []).extend((item.line, one) for one in messages)
        yield from conversations
    for session, members in groups.items():
        if members:
            line, messages = members[0][0], [message for _, message in members]
            yield _conversation(name, line, _free(session, taken), messages)


def _single(item: Item) -> tuple[str | None, list[Message]]:
    """Return the message that an item is, with its session; no message if it is anything else."""
    fields = _fields(item)
    if _list_of(fields) is not None or is_answer(fields):
        return None, []
    if not is_message(fields):
        raise InputError(
            "expected an object with 'role' and 'content', or 'messages', 'turns' or 'response';"
            f" got the keys {quote(sorted(fields))}"
        )
    return read_session(fields), [read_message(fields)]


def _record(
    name: str, item: Item, stem: str, taken: set[str]
) -> list[Conversation | TranscriptError]:
    """Return the conversation that a record holds, and what is wrong with some of its messages."""
    fields = _fields(item)
    listed = _list_of(fields)
    problems: list[TranscriptError] = []
    if listed is None:
        messages = (read_answer(fields),)
    else:
        read, problems = _messages(name, item.line, listed, fields)
        messages = place_documents(read, fields)
    session = read_session(fields, keys=("id", *SESSION_KEYS)) or f"{stem}{item.suffix}"
    return [*problems, _conversation(name, item.line, _free(session, taken), messages)]


def _messages(
    name: str, line: int, listed: Sequence[object], fields: Record
) -> tuple[list[Message], list[TranscriptError]]:
    messages: list[Message] = []
    problems: list[TranscriptError] = []
    roles = read_roles(listed, fields)
    for number, (one, role) in enumerate(zip(listed, roles, strict=True), start=1):
        try:
            message = read_message(one, role=role)
        except InputError as error:
            message = Message(None)
            problems.append(TranscriptError(f"message {number}: {error}", source=name, line=line))
        messages.append(message)
    return messages, problems


def _conversation(
    name: str, line: int, session: str, messages: Sequence[Message]
) -> Conversation | TranscriptError:
    turns = read_turns(session, messages)
    if not turns:
        problem = "expected at least one message of a user or an assistant, got none"
        return TranscriptError(problem, source=name, line=line)
    return Conversation(session, turns, name, line)


def _fields(item: Item) -> Record:
    value = item.value
    if isinstance(value, TranscriptError):
        raise value
    if isinstance(value, list):
        return {"messages": cast("list[object]", value)}
    if isinstance(value, Mapping):
        return cast("Record", value)
    raise InputError(f"expected an object, got {kind_of(value)}")


def _list_of(fields: Record) -> list[object] | None:
    listed = first_of(fields, _LISTS)
    if listed is not None and not isinstance(listed, list):
        raise InputError(f"expected a list of messages, got {kind_of(listed)}")
    return cast("list[object] | None", listed)


def _free(session: str, taken: set[str]) -> str:
    """Return the session's name, with ``(2)``, ``(3)``, … where it is taken, and take it."""
    name, number = session, 1
    while name in taken:
        number += 1
        name = f"{session} ({number})"
    taken.add(name)
    return name
