"""The kinds of field that records of a transcript are made of: texts, times, documents, sessions.

What cannot be read raises `InputError` without a place; the reader of the file adds the file and
the line. Messages quote no text of a conversation, only names and numbers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, cast

from belie.adapters.transcripts.json_text import parse_json
from belie.datatypes import Document
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "SESSION_KEYS",
    "Names",
    "Record",
    "constructed",
    "distinct",
    "first_of",
    "kind_of",
    "parsed_text",
    "quote",
    "read_documents",
    "read_fields",
    "read_list",
    "read_object",
    "read_session",
    "read_time",
    "retrieved",
    "type_of",
]

Record = Mapping[str, object]

SESSION_KEYS = ("session", "session_id", "conversation_id", "thread_id")
_SECONDS = re.compile(r"1?\d{9}(?:\.\d+)?", re.ASCII)  # until 2033; 2025112907 is a compact date
_DIGITS = re.compile(r"\d{9,}", re.ASCII)  # eight of them are a day of ISO 8601
_NAME_KEYS = ("id", "title", "source", "filename", "url")
_RESULT_KEYS = ("documents", "results", "matches", "context", "contexts")


def first_of(fields: Record, keys: Iterable[str]) -> object:
    """Return the value of the first key that is there and not null; ``None`` without any."""
    return next((fields[key] for key in keys if fields.get(key) is not None), None)


def type_of(fields: Record) -> str:
    """Return the ``type`` that an object names; empty without one."""
    value = fields.get("type")
    return value if isinstance(value, str) else ""


def read_fields(record: object) -> Record:
    """Return a message's fields; a message is an object."""
    if not isinstance(record, Mapping):
        raise InputError(f"expected a message with 'role' and 'content', got {kind_of(record)}")
    return cast("Record", record)


def read_object(value: object) -> Record:
    """Return the object that ``value`` is or, as in tables, is written down in; else nothing."""
    parsed = parsed_text(value)
    return cast("Record", parsed) if isinstance(parsed, Mapping) else {}


def read_list(value: object) -> list[object] | None:
    """Return ``value`` where it is a list; ``None`` where it is anything else."""
    return cast("list[object]", value) if isinstance(value, list) else None


def parsed_text(value: object) -> object:
    """Return what a text holds as JSON, as cells of tables do; anything else as it is."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("[", "{"):
        return value
    try:
        return parse_json(value)
    except (ValueError, RecursionError):
        return value


def read_time(value: object) -> datetime | None:
    """Return a time given as ISO 8601 or as seconds since 1970; without a zone it is UTC.

    Seconds may be written as text, as in the cells of a table: nine digits, or ten from 1. Other
    texts of so many digits may be compact dates or milliseconds, and are refused.
    """
    if value is None:
        return None
    try:
        return _time(value)
    except (ValueError, OverflowError, OSError) as error:
        raise InputError(
            f"expected 'at' in ISO 8601 or as seconds since 1970, got {quote(value)}"
        ) from error


def _time(value: object) -> datetime:
    text = str(value)
    if isinstance(value, int | float) or _SECONDS.fullmatch(text):
        return datetime.fromtimestamp(float(text), UTC)
    if _DIGITS.match(text):
        raise ValueError(text)  # Python may take a digit for the letter between day and time
    time = datetime.fromisoformat(text)
    time = time if time.tzinfo else time.replace(tzinfo=UTC)
    time.astimezone(UTC)  # raises where that is beyond the years 1 to 9999
    return time


def read_session(fields: Record, *, keys: Iterable[str] = SESSION_KEYS) -> str | None:
    """Return the session that a record names, if it names one."""
    value = first_of(fields, keys)
    if value is None:
        return None
    if isinstance(value, str | int) and str(value).strip():
        return str(value)
    raise InputError(f"expected the session as text or a number, got {kind_of(value)}")


def read_documents(value: object) -> tuple[Document, ...]:
    """Return documents given as a text, an object, or a list of these.

    An object has ``text``, or ``page_content`` as in LangChain, and may have ``id`` and
    ``metadata``; ids default to ``document-1``, ….
    """
    if value is None:
        return ()
    items = cast("list[object]", value) if isinstance(value, list) else [value]
    return tuple(_document(item, number) for number, item in enumerate(items, start=1))


def retrieved(value: object) -> tuple[Document, ...]:
    """Return the documents that a retriever or a tool gave; nothing where it gave anything else.

    Examples
    --------
    >>> found = retrieved({"documents": [{"page_content": "330 m.", "id": "a"}]})
    >>> [(document.id, document.text) for document in found], retrieved({"sent": True})
    ([('a', '330 m.')], ())
    """
    value = parsed_text(value)
    if isinstance(value, Mapping):
        value = first_of(cast("Record", value), _RESULT_KEYS)
    listed = read_list(value)
    if not listed or not all(isinstance(item, Mapping) for item in listed):
        return ()
    try:
        return read_documents(listed)
    except InputError:
        return ()  # a list of other things


def _document(item: object, number: int) -> Document:
    if isinstance(item, str):
        return Document(f"document-{number}", item)
    if not isinstance(item, Mapping):
        raise InputError(f"expected a document as text or an object, got {kind_of(item)}")
    fields = constructed(cast("Record", item))
    text = first_of(fields, ("text", "page_content", "content"))
    if not isinstance(text, str):
        raise InputError(f"expected 'text' of document {number} as text, got {kind_of(text)}")
    metadata = _metadata(fields.get("metadata"))
    names = *map(fields.get, _NAME_KEYS), metadata.get("id"), metadata.get("source")
    name = next((name for name in names if name not in (None, "")), f"document-{number}")
    return Document(str(name), text, metadata)


def constructed(fields: Record) -> Record:
    """Return the fields of what LangChain's ``dumpd`` wrote; anything else as it is."""
    kwargs = fields.get("kwargs")
    if fields.get("type") == "constructor" and "lc" in fields and isinstance(kwargs, Mapping):
        return cast("Record", kwargs)
    return fields


def _metadata(value: object) -> Record:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise InputError(f"expected 'metadata' as an object, got {kind_of(value)}")
    return cast("Record", value)


def distinct(documents: Iterable[Document]) -> tuple[Document, ...]:
    """Return the documents without repetitions; chunks that share an id get ``(2)``, ``(3)``, …."""
    kept: dict[tuple[str, str], Document] = {}
    names = Names()
    for document in documents:
        key = document.id, document.text
        if key not in kept:
            kept[key] = replace(document, id=names.take(document.id))
    return tuple(kept.values())


class Names:
    """Gives each name once: a name that is taken gets ``(2)``, ``(3)``, ….

    Examples
    --------
    >>> names = Names()
    >>> names.take("a"), names.take("b"), names.take("a")
    ('a', 'b', 'a (2)')
    """

    def __init__(self) -> None:
        self._taken: dict[str, int] = {}

    def __contains__(self, name: object) -> bool:
        return name in self._taken

    def take(self, wanted: str) -> str:
        """Return ``wanted``, or with a number where that is taken, and take it."""
        name = wanted
        while name in self._taken:
            self._taken[wanted] += 1
            name = f"{wanted} ({self._taken[wanted]})"
        self._taken[name] = 1
        return name


def quote(value: object) -> str:
    """Return a short, harmless form of ``value`` for a message."""
    text = ascii(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def kind_of(value: object) -> str:
    """Return in words what kind of JSON value was found."""
    names = {"NoneType": "nothing", "str": "text", "dict": "an object", "list": "a list"}
    return names.get(type(value).__name__, quote(value))
