"""From the names of files to conversations, one after the other, each with a name of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from belie.adapters.transcripts import read_transcripts
from belie.adapters.transcripts.fields import Names
from belie.datatypes import Role
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path
    from typing import TextIO

    from belie.adapters.transcripts import Conversation
    from belie.datatypes import Document, Turn

__all__ = ["read_conversations"]


def read_conversations(
    sources: Iterable[str | Path | TextIO],
    *,
    documents: Sequence[Document] = (),
    format: str | None = None,  # noqa: A002 - as `read_transcripts` calls it
) -> Iterator[Conversation | InputError]:
    """Yield the conversations of all files, and an error for what cannot be read.

    No more is read than is asked for. A session's name that an earlier file has taken gets the
    name of its file before it and, where that is taken too, a number after it.

    Parameters
    ----------
    sources
        Paths of files or folders, ``"-"`` for standard input, or open text files; one named twice
        is read once.
    documents
        What every conversation is held against, beside its own documents: they come with the
        first turn of the assistant.
    format
        The name of the transcripts' format; ``None`` detects it.

    Raises
    ------
    InputError
        If ``sources`` is one name instead of a list.
    """
    if isinstance(sources, str):
        raise InputError("expected a list of files or folders, got a string")
    return _conversations(sources, documents, format)


def _conversations(
    sources: Iterable[str | Path | TextIO], documents: Sequence[Document], name: str | None
) -> Iterator[Conversation | InputError]:
    taken = Names()
    for source in dict.fromkeys(sources):
        for record in _records(source, name):
            if isinstance(record, InputError):
                yield record
            else:
                yield _with_documents(_named(record, taken), documents)


def _records(source: str | Path | TextIO, name: str | None) -> Iterator[Conversation | InputError]:
    try:
        yield from read_transcripts(source, format=name)
    except InputError as error:
        yield error


def _named(conversation: Conversation, taken: Names) -> Conversation:
    """Return the conversation under a name that no other has, and take it."""
    name = conversation.session
    if name in taken:
        name = f"{conversation.source}:{name}"
    return replace(conversation, session=taken.take(name))


def _with_documents(conversation: Conversation, documents: Sequence[Document]) -> Conversation:
    turns = list(conversation.turns)
    first = next((at for at, turn in enumerate(turns) if turn.role is Role.ASSISTANT), None)
    if first is None or not documents:
        return conversation
    turns[first] = _joined(turns[first], documents)
    return replace(conversation, turns=tuple(turns))


def _joined(turn: Turn, documents: Sequence[Document]) -> Turn:
    """Return the turn with the documents after its own, whose ids stay theirs."""
    own = {document.id for document in turn.documents}
    added = (
        replace(document, id=f"docs/{document.id}") if document.id in own else document
        for document in documents
    )
    return replace(turn, documents=(*turn.documents, *added))
