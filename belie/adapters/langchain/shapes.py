"""Reads what LangChain hands to callbacks: questions, answers and documents in their many shapes.

The annotations of LangChain's events say ``dict``; strings, messages, prompt values, commands and
lists come as well. Everything here is pure, and what is not understood is ``None`` or empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from langchain_core.documents import Document as Retrieved
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage, convert_to_messages
from langchain_core.outputs import ChatGeneration
from langchain_core.prompt_values import PromptValue
from pydantic import BaseModel

from belie.datatypes import Document

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from langchain_core.outputs import LLMResult

__all__ = [
    "ANSWER_KEYS",
    "FORM_KEY",
    "SOURCE_KEY",
    "Said",
    "answered",
    "asked",
    "beside_question",
    "calls_tool",
    "conclusive",
    "documents_in",
    "evidence",
    "kept",
    "named_texts",
    "spoken",
    "token_text",
    "tool_messages",
    "tool_text",
]

SOURCE_KEY = "lc_source"
"""How LangChain marks what its own middleware says, in messages and in the metadata of models."""
QUESTION_KEYS = ("question", "input", "query", "messages")
ANSWER_KEYS = ("answer", "output", "result", "text", "response", "generation")
FORM_KEY = "parsed"
"""Where ``with_structured_output(include_raw=True)`` puts the form that a model filled in."""
_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Said:
    """Words that someone said, with the id of their message where they had one."""

    text: str
    id: str | None = None


def asked(inputs: object, *, key: str | None = None) -> Said | None:
    """Return what the user said in the inputs of a run; of several messages, the last.

    Parameters
    ----------
    inputs
        A string, a message, messages in any form LangChain takes, or a mapping that holds one.
    key
        Where in a mapping the question lies; ``None`` looks at the usual names.

    Examples
    --------
    >>> asked({"messages": [("user", "How tall?"), ("assistant", "Very.")]})
    Said(text='How tall?', id=None)
    """
    names = (key,) if key else QUESTION_KEYS
    values = (inputs, *(_field(inputs, name) for name in names))
    return next(filter(None, map(_asked, values)), None)


def answered(outputs: object, *, given: Mapping[str, str] = _NOTHING) -> Said | None:
    """Return the answer in the outputs of a run, or ``None`` where there is none.

    A message that calls tools is no answer, nor is a conversation that ends with someone else.

    Parameters
    ----------
    outputs
        A string, a message, or a mapping or form that holds one under a usual name.
    given
        What the inputs held, as `named_texts` reads it: where it still stands, it is no answer.

    Examples
    --------
    >>> answered({"question": "How tall?", "answer": "330 m."})
    Said(text='330 m.', id=None)
    >>> answered({"response": "A draft.", "text": "330 m."}, given={"response": "A draft."})
    Said(text='330 m.', id=None)
    """
    if isinstance(outputs, str):
        return _said(outputs)
    if isinstance(outputs, BaseMessage):
        return _final(outputs)
    if (messages := _messages(outputs)) is not None:
        return _final(messages[-1])
    named = (said for name, said in _named(outputs) if given.get(name) != said.text)
    form = (said for _, said in _named(_field(outputs, FORM_KEY)))
    return next(chain(named, form), None)


def named_texts(value: object) -> dict[str, str]:
    """Return what stands under the usual names of an answer.

    Examples
    --------
    >>> named_texts({"question": "How tall?", "response": "A draft."})
    {'response': 'A draft.'}
    """
    return {name: said.text for name, said in _named(value)}


def conclusive(outputs: object) -> bool:
    """Return whether the shape of ``outputs`` is plain: without an answer in it, there is none."""
    return isinstance(outputs, str | BaseMessage) or _messages(outputs) is not None


def beside_question(outputs: object) -> dict[str, object]:
    """Return what stands under the usual names of an answer beside a conversation without one.

    There is nothing where a call of a tool or an answer ends the conversation.

    Examples
    --------
    >>> from langchain_core.messages import HumanMessage
    >>> beside_question({"messages": [HumanMessage("How tall?")], "generation": "330 m."})
    {'generation': '330 m.'}
    """
    messages = _messages(outputs)
    if messages is None or isinstance(messages[-1], AIMessage | ToolMessage):
        return {}
    return {name: _field(outputs, name) for name, _ in _named(outputs)}


def spoken(response: LLMResult | None) -> Said | None:
    """Return what a model said, or ``None`` where it called tools or said nothing."""
    if response is None or not response.generations or not response.generations[0]:
        return None
    generation = response.generations[0][0]
    if isinstance(generation, ChatGeneration):
        return _final(generation.message)
    return _said(generation.text)


def token_text(token: str | Sequence[str | Mapping[str, object]]) -> str:
    """Return the text of a streamed token, which may be a list of content blocks."""
    if isinstance(token, str):
        return token
    texts = (block if isinstance(block, str) else block.get("text") for block in token)
    return "".join(text for text in texts if isinstance(text, str))


def calls_tool(chunk: object) -> bool:
    """Return whether a chunk of a streamed message is part of a call of a tool."""
    message = getattr(chunk, "message", None)
    return bool(getattr(message, "tool_call_chunks", None) or getattr(message, "tool_calls", None))


def documents_in(value: object) -> Iterator[Retrieved]:
    """Yield the documents of ``value``: itself, its items, or the items of a mapping's values."""
    if isinstance(value, Retrieved):
        yield value
    elif isinstance(value, Mapping):
        for item in cast("Mapping[object, object]", value).values():
            yield from _listed(item)
    else:
        yield from _listed(value)


def tool_text(output: object) -> str:
    """Return the text that a tool gave; empty where it failed or gave something else."""
    if isinstance(output, ToolMessage):
        return "" if output.status == "error" else str(output.text)
    return output if isinstance(output, str) else ""


def tool_messages(value: object) -> list[ToolMessage]:
    """Return what tools gave since the user last spoke, from a conversation in ``value``."""
    latest: list[ToolMessage] = []
    for message in reversed(_messages(value) or ()):
        if (
            isinstance(message, BaseMessage)
            and message.type == "human"
            and not _is_automatic(message)
        ):
            break
        if isinstance(message, ToolMessage):
            latest.append(message)
    return latest[::-1]


def evidence(messages: object) -> tuple[Document, ...]:
    """Return what tools gave since the user last spoke: their documents, else their text.

    Examples
    --------
    >>> found = ToolMessage("330 m.", tool_call_id="1", name="almanac")
    >>> [(document.id, document.text) for document in evidence([found])]
    [('almanac', '330 m.')]
    """
    found: dict[str, Document] = {}
    for message in tool_messages(messages):
        documents = [kept(one) for one in documents_in(message.artifact)]
        for document in documents:
            found.setdefault(document.text, document)
        text = "" if documents else tool_text(message)
        if text.strip():
            found.setdefault(text, Document(message.name or "tool", text))
    return tuple(found.values())


def kept(document: Document | Retrieved | str) -> Document:
    """Return a document of belie's own."""
    if isinstance(document, str):
        return Document("", document)
    if isinstance(document, Retrieved):
        return Document(document.id or "", document.page_content, dict(document.metadata))
    return document


def _named(value: object) -> Iterator[tuple[str, Said]]:
    for name in ANSWER_KEYS:
        held = _field(value, name)
        said = answered(held) if isinstance(held, str | BaseMessage) else None
        if said is not None:
            yield name, said


def _said(text: str, message: str | None = None) -> Said | None:
    return Said(text, message) if text.strip() else None


def _asked(value: object) -> Said | None:
    if isinstance(value, str):
        return _said(value)
    if isinstance(value, PromptValue):
        return _asked(value.to_messages())
    if isinstance(value, list | tuple):
        humans = (_human(item) for item in reversed(cast("Sequence[object]", value)))
        return next(filter(None, humans), None)
    return _human(value) if isinstance(value, BaseMessage) else None


def _human(item: object) -> Said | None:
    message = _coerced(item)
    if message is None or message.type != "human" or _is_automatic(message):
        return None
    return _said(str(message.text), message.id)


def _is_automatic(message: BaseMessage) -> bool:
    """Whether LangChain added it where nobody typed it, such as a summary of older messages."""
    return isinstance(message.additional_kwargs.get(SOURCE_KEY), str)


def _coerced(item: object) -> BaseMessage | None:
    if isinstance(item, BaseMessage):
        return item
    if not isinstance(item, str | tuple | list | Mapping):
        return None
    try:
        return convert_to_messages([item])[0]  # pyright: ignore[reportArgumentType]
    except (ValueError, TypeError, KeyError, NotImplementedError):
        return None  # no form of message that LangChain knows


def _final(message: object) -> Said | None:
    if not isinstance(message, AIMessage) or message.tool_calls:
        return None
    return _said(str(message.text), message.id)


def _messages(value: object) -> Sequence[object] | None:
    return _ending_in_message(value) or _ending_in_message(_field(value, "messages"))


def _ending_in_message(value: object) -> Sequence[object] | None:
    if not isinstance(value, list | tuple) or not value:
        return None
    items = cast("Sequence[object]", value)
    return items if isinstance(items[-1], BaseMessage) else None


def _field(value: object, name: str) -> object:
    if isinstance(value, Mapping):
        return cast("Mapping[str, object]", value).get(name)
    return getattr(value, name, None) if isinstance(value, BaseModel) else None


def _listed(value: object) -> Iterator[Retrieved]:
    if isinstance(value, list | tuple):
        found = (_document(item) for item in cast("Sequence[object]", value))
        yield from (document for document in found if document is not None)


def _document(item: object) -> Retrieved | None:
    """Return a document, also one that a checkpoint of LangGraph gave back as a mapping."""
    if isinstance(item, Retrieved):
        return item
    text = _field(item, "page_content") if _field(item, "type") == "Document" else None
    if not isinstance(text, str):
        return None
    name, metadata = _field(item, "id"), _field(item, "metadata")
    kept = cast("dict[str, object]", metadata) if isinstance(metadata, dict) else {}
    return Retrieved(text, id=name if isinstance(name, str) else None, metadata=kept)
