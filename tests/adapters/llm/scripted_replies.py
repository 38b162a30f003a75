"""A chat model that calls its tool as it was told to, and a local extractor that says it was asked.

Loaded by the fixture in ``conftest.py``, for the tests are no package.
"""

from __future__ import annotations

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult

from belie.adapters.llm import LLMClaimExtractor
from belie.datatypes import Claim, Extraction, Role, Span, Turn

__all__ = ["LocalExtractor", "ScriptedChat", "cut_off", "extract", "garbled", "reply", "turn"]


def reply(*claims, skipped=(), **more):
    """A message that calls the tool; a claim is a (text, quote), or the item as it is."""
    items = [{"text": one[0], "quote": one[1]} if isinstance(one, tuple) else one for one in claims]
    stretches = [{"quote": quote, "reason": reason} for quote, reason in skipped]
    arguments = {"claims": items, "skipped": stretches, **more}
    return AIMessage("", tool_calls=[{"name": "Reply", "args": arguments, "id": "call-1"}])


def garbled(arguments='{"claims": [{"text": "The tow'):
    """A message whose call has arguments that are no JSON."""
    call = {"name": "Reply", "args": arguments, "id": "call-1", "error": "no JSON"}
    return AIMessage("", invalid_tool_calls=[call])


def cut_off(message, **metadata):
    """The same message, of a model that ran out of tokens."""
    return message.model_copy(update={"response_metadata": metadata})


class ScriptedChat(BaseChatModel):
    """Gives its replies in turn and keeps what it was asked; an exception is raised."""

    replies: list
    asked: list = []  # noqa: RUF012 - pydantic copies it

    @property
    def _llm_type(self):
        return "scripted"

    def bind_tools(self, tools, **options):
        del tools
        return self.bind(**options)

    def _generate(self, messages, stop=None, run_manager=None, **options):
        del stop, run_manager, options
        self.asked.append(messages)
        message = self.replies[len(self.asked) - 1]
        if isinstance(message, Exception):
            raise message
        return ChatResult(generations=[ChatGeneration(message=message)])


class LocalExtractor:
    """Takes the whole turn for one claim."""

    def extract(self, turn, earlier=()):
        del earlier
        claim = Claim(f"{turn.id}#0", turn.text, turn.id, Span(0, len(turn.text)), turn.index)
        return Extraction((claim,), warnings=("This is the local extractor.",))


def turn(text, *, index=3, role=Role.ASSISTANT, question=None):
    return Turn("s1", index, role, text, question=question)


def extract(said, *replies, earlier=()):
    """What a scripted model makes of a turn, which must need all of the replies."""
    model = ScriptedChat(replies=[*replies])
    said = turn(said) if isinstance(said, str) else said
    extraction = LLMClaimExtractor(model, LocalExtractor()).extract(said, earlier)
    assert len(model.asked) == len(replies)
    return extraction
