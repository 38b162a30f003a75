"""The kinds of field that records of a transcript are made of: texts, times, documents.

What cannot be read raises `InputError` without a place; the reader of the file adds the file and
the line. Messages quote no text of a conversation, only names and numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, cast

from belie.datatypes import Document
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "Record",
    "distinct",
    "first_of",
    "kind_of",
    "quote",
    "read_documents",
    "read_fields",
    "read_text",
    "read_time",
]

Record = Mapping[str, object]


def first_of(fields: Record, keys: Iterable[str]) -> object:
    """Return the value of the first key that is there and not null; ``None`` without any."""
    return next((fields[key] for key in keys if fields.get(key) is not None), None)


def read_fields(record: object) -> Record:
    """Return a message's fields; a message is an object."""
    if not isinstance(record, Mapping):
        raise InputError(f"expected a message with 'role' and 'content', got {kind_of(record)}")
    return cast("Record", record)


def read_text(content: object) -> str:
    """Return the text of a message: a string, or the text parts of a list."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(filter(None, map(_part, cast("list[object]", content))))
    raise InputError(f"expected 'content' as text or a list of parts, got {kind_of(content)}")


def _part(part: object) -> str:
    """Return the text of one part; images, audio and tool calls have none."""
    if isinstance(part, str):
        return part
    text = first_of(read_fields(part), ("text", "content", "refusal"))
    return text if isinstance(text, str) else ""


def read_time(value: object) -> datetime | None:
    """Return a time given as ISO 8601 or as seconds since 1970."""
    if value is None:
        return None
    try:
        if isinstance(value, int | float):
            return datetime.fromtimestamp(value, UTC)
        return datetime.fromisoformat(str(value))
    except (ValueError, OverflowError, OSError) as error:
        raise InputError(
            f"expected 'at' in ISO 8601 or as seconds since 1970, got {quote(value)}"
        ) from error


def read_documents(value: object) -> tuple[Document, ...]:
    """Return documents given as a text, an object, or a list of these.

    An object has ``text``, or ``page_content`` as in LangChain, and may have ``id`` and
    ``metadata``; ids default to ``document-1``, ….
    """
    if value is None:
        return ()
    items = cast("list[object]", value) if isinstance(value, list) else [value]
    return tuple(_document(item, number) for number, item in enumerate(items, start=1))


def _document(item: object, number: int) -> Document:
    if isinstance(item, str):
        return Document(f"document-{number}", item)
    if not isinstance(item, Mapping):
        raise InputError(f"expected a document as text or an object, got {kind_of(item)}")
    fields = cast("Record", item)
    text = first_of(fields, ("text", "page_content", "content"))
    if not isinstance(text, str):
        raise InputError(f"expected 'text' of document {number} as text, got {kind_of(text)}")
    metadata = _metadata(fields.get("metadata"))
    name = fields.get("id") or first_of(metadata, ("id", "source")) or f"document-{number}"
    return Document(str(name), text, metadata)


def _metadata(value: object) -> Record:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise InputError(f"expected 'metadata' as an object, got {kind_of(value)}")
    return cast("Record", value)


def distinct(documents: Iterable[Document]) -> tuple[Document, ...]:
    """Return the documents without repetitions; chunks that share an id get ``(2)``, ``(3)``, …."""
    kept: dict[str, Document] = {}
    for document in documents:
        base, name, number = document.id, document.id, 1
        while name in kept and kept[name].text != document.text:
            number += 1
            name = f"{base} ({number})"
        kept.setdefault(name, replace(document, id=name))
    return tuple(kept.values())


def quote(value: object) -> str:
    """Return a short, harmless form of ``value`` for a message."""
    text = ascii(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def kind_of(value: object) -> str:
    """Return in words what kind of JSON value was found."""
    names = {"NoneType": "nothing", "str": "text", "dict": "an object", "list": "a list"}
    return names.get(type(value).__name__, quote(value))
