"""What the content of a message holds: its text, and what tools and documents bring beside it.

A content is a text or a list of parts, in the forms of OpenAI, Anthropic and LangChain. Images,
audio and thoughts have no text of the conversation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from belie.adapters.transcripts.fields import (
    Record,
    first_of,
    kind_of,
    read_fields,
    read_list,
    read_object,
    retrieved,
    type_of,
)
from belie.datatypes import Document
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Call", "Content", "read_calls", "read_content", "read_text", "read_tool"]

_CALLS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use", "tool_call", "function_call"})
_TOOL_RESULTS = frozenset({"tool_result", "mcp_tool_result"})


@dataclass(frozen=True, slots=True)
class Call:
    """A tool that was called: the id that its result is known by, and the tool's name."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Content:
    """What a message holds.

    Parameters
    ----------
    text
        What it says.
    documents
        What it hands to the next answer: attached documents, results of tools.
    cited
        The passages that its text cites.
    calls
        The tools that it calls.
    """

    text: str = ""
    documents: tuple[Document, ...] = ()
    cited: tuple[Document, ...] = ()
    calls: tuple[Call, ...] = ()


def read_text(content: object) -> str:
    """Return the text of a content; see `read_content`."""
    return read_content(content).text


def read_content(content: object) -> Content:
    r"""Return what the content of a message holds.

    Texts are joined by line ends; where one of them has citations, they are pieces of one text.

    Raises
    ------
    InputError
        If it is neither text nor a list of parts.

    Examples
    --------
    >>> read_content([{"type": "text", "text": "It is "}, {"type": "text", "text": "tall."}]).text
    'It is \ntall.'
    """
    if isinstance(content, str):
        return Content(content)
    if (parts := read_list(content)) is None:
        raise InputError(f"expected 'content' as text or a list of parts, got {kind_of(content)}")
    read = [_read_part(part) for part in parts]
    pieces = any(map(_is_citing, parts))
    return Content(
        ("" if pieces else "\n").join(part.text for part in read if part.text),
        tuple(document for part in read for document in part.documents),
        tuple(document for part in read for document in part.cited),
        tuple(call for part in read for call in part.calls),
    )


def read_calls(value: object) -> tuple[Call, ...]:
    """Return the calls of OpenAI's or LangChain's ``tool_calls``."""
    calls: list[Call] = []
    for item in read_list(value) or ():
        fields = read_object(item)
        name = first_of({**fields, **read_object(fields.get("function"))}, ("name",))
        calls.extend(_named_call(first_of(fields, ("call_id", "id")), name))
    return tuple(calls)


def read_tool(fields: Record) -> tuple[Document, ...]:
    """Return what a tool gave, as documents: each that it retrieved, otherwise its text as one.

    A failed call gives nothing.
    """
    if fields.get("status") == "error" or fields.get("is_error") is True:
        return ()
    content = first_of(fields, ("content", "output", "text", "value"))
    written = content if isinstance(content, str) else None
    for value in (fields.get("artifact"), fields.get("results"), written):
        if found := retrieved(value):
            return found
    if content is None:
        return ()
    read = read_content(content)
    name = first_of(fields, ("name", "tool_call_id", "tool_use_id", "call_id", "id"))
    known_as = "tool" if name in (None, "") else str(name)
    told = (Document(known_as, read.text),) if read.text.strip() else ()
    return (*read.documents, *told)


def _read_part(part: object) -> Content:
    if isinstance(part, str):
        return Content(part)
    fields = read_fields(part)
    kind = type_of(fields)
    if kind in _CALLS:
        name = first_of(fields, ("call_id", "id"))
        return Content(calls=tuple(_named_call(name, fields.get("name"))))
    if kind in _TOOL_RESULTS:
        return Content(documents=read_tool(fields))
    if kind in ("document", "search_result"):
        return Content(documents=tuple(_attached(fields)))
    text = first_of(fields, ("text", "content", "refusal"))
    return Content(text if isinstance(text, str) else "", cited=tuple(_cited(fields)))


def _named_call(name: object, tool: object) -> Iterator[Call]:
    if isinstance(name, str) and isinstance(tool, str):
        yield Call(name, tool)


def _attached(fields: Record) -> Iterator[Document]:
    """Yield the document of a part that holds its text; files and links have none."""
    source = fields.get("source")
    inner = read_object(cast("object", source)) or fields
    value = first_of(inner, ("content", "data"))
    if inner.get("type") == "base64" or not isinstance(value, str | list):
        return
    name = first_of(fields, ("title", "id")) or (source if isinstance(source, str) else "document")
    yield Document(str(name), read_text(cast("object", value)))


def _is_citing(part: object) -> bool:
    return isinstance(part, dict) and bool(_citations(cast("Record", part)))


def _citations(fields: Record) -> list[object]:
    return read_list(first_of(fields, ("citations", "annotations"))) or []


def _cited(fields: Record) -> Iterator[Document]:
    """Yield the passages that a text cites, as far as their words stand beside it."""
    for citation in _objects(_citations(fields)):
        text = citation.get("cited_text")
        if isinstance(text, str) and text.strip():
            names = ("document_title", "title", "source", "url")
            yield Document(str(first_of(citation, names) or "citation"), text)


def _objects(items: Iterable[object]) -> Iterator[Record]:
    return (cast("Record", item) for item in items if isinstance(item, dict))
