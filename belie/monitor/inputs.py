"""What users hand in, made into nouns; the only door to the monitor."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, cast

from belie.datatypes import Document, Role, Turn
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["clean", "make_documents", "make_turn"]

# A lone surrogate cannot be encoded and NUL cannot be stored by PostgreSQL. Both are replaced one
# for one, so that offsets into the user's own text stay right.
_UNSTORABLE = re.compile(r"[\ud800-\udfff\x00]")
_MEANT = {
    **{str(role): role for role in Role},
    **dict.fromkeys(("ai", "bot", "chatbot", "model"), Role.ASSISTANT),
    **dict.fromkeys(("human", "customer"), Role.USER),
}
"""What other libraries call the roles; an error names the right one."""


def clean(text: object, *, name: str) -> str:
    """Return ``text`` with what cannot be stored replaced by U+FFFD, one for one.

    Raises
    ------
    InputError
        If ``text`` is no ``str``.
    """
    if not isinstance(text, str):
        raise InputError(f"expected {name} to be str, got {type(text).__name__}")
    return _UNSTORABLE.sub("\ufffd", text)


def make_turn(
    text: object,
    *,
    session: str,
    index: int = 0,
    role: str = "assistant",
    documents: Iterable[object] = (),
    question: str | None = None,
    at: datetime | None = None,
) -> Turn:
    """Return a turn of checked and cleaned parts; a time without a zone is taken as UTC.

    Raises
    ------
    InputError
        If a part cannot be used; the message names it.
    """
    if at is not None and not isinstance(at, datetime):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InputError(f"expected at to be a datetime, got {type(at).__name__}")
    return Turn(
        session=_name(session),
        index=index,
        role=_role(role),
        text=clean(text, name="text"),
        documents=make_documents(documents),
        question=None if question is None else clean(question, name="question"),
        at=at.replace(tzinfo=UTC) if at is not None and at.tzinfo is None else at,
    )


def make_documents(documents: Iterable[object] | None) -> tuple[Document, ...]:
    """Return documents made of strings, belie's or LangChain's documents, or mappings.

    A document without an id is named by its place, ``"document-1"``; an id that occurs twice
    gets a number, so that ids are unique within a turn.

    Examples
    --------
    >>> [document.id for document in make_documents(["One.", "Two."])]
    ['document-1', 'document-2']
    """
    if documents is None:
        return ()
    if _is_one(documents) or not isinstance(documents, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
        got = type(cast("object", documents)).__name__
        advice = "; wrap it in a list: documents=[...]" if _is_one(documents) else ""
        raise InputError(f"expected a list of documents, got {got}{advice}")
    made = [_document(item, number) for number, item in enumerate(documents, start=1)]
    return tuple(_with_unique_ids(made))


def _name(session: object) -> str:
    name = clean(session, name="session")
    if not name.strip():
        raise InputError("expected session to be a non-empty name, got an empty one")
    return name


def _role(role: object) -> Role:
    known = {str(member): member for member in Role}
    if isinstance(role, str) and role in known:
        return known[role]
    meant = _MEANT.get(role.casefold()) if isinstance(role, str) else None
    advice = f"; write {str(meant)!r}" if meant else ""
    raise InputError(f"expected role to be one of {', '.join(known)}, got {role!r}{advice}")


def _is_one(documents: object) -> bool:
    """Whether something is one document where a list of them is expected."""
    if isinstance(documents, str | bytes | bytearray | Mapping):
        return True
    return isinstance(_parts(documents)[0], str)


def _document(item: object, number: int) -> Document:
    text, identity, metadata = _parts(item)
    if not isinstance(text, str):
        raise InputError(
            f"expected document {number} to be a str, or to have a str text or page_content, "
            f"got {type(item).__name__}"
        )
    kept = _metadata(metadata, number)
    names = identity, kept.get("id"), kept.get("source")
    name = next((name for name in names if name not in (None, "")), f"document-{number}")
    return Document(clean(str(name), name="id"), clean(text, name="a document"), kept)


def _parts(item: object) -> tuple[object, object, object]:
    """Return the text, the id and the metadata of whatever stands for a document."""
    if isinstance(item, str):
        return item, None, None
    fields = cast("Mapping[str, object]", item) if isinstance(item, Mapping) else _Attributes(item)
    text = fields.get("text")
    return (
        fields.get("page_content") if text is None else text,
        fields.get("id"),
        fields.get("metadata"),
    )


class _Attributes:
    """The attributes of an object, read as a mapping is."""

    def __init__(self, item: object) -> None:
        self._item = item

    def get(self, name: str) -> object:
        return getattr(self._item, name, None)


def _metadata(metadata: object, number: int) -> Mapping[str, object]:
    if metadata is None:
        return {}
    if not isinstance(metadata, Mapping):
        got = type(metadata).__name__
        raise InputError(f"expected the metadata of document {number} to be a mapping, got {got}")
    return {str(key): value for key, value in cast("Mapping[object, object]", metadata).items()}


def _with_unique_ids(documents: Sequence[Document]) -> list[Document]:
    seen: set[str] = set()
    numbers: defaultdict[str, Iterator[int]] = defaultdict(partial(count, 2))
    unique: list[Document] = []
    for document in documents:
        name = document.id
        while name in seen:
            name = f"{document.id} ({next(numbers[document.id])})"
        seen.add(name)
        unique.append(Document(name, document.text, document.metadata))
    return unique
