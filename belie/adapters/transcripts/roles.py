"""Who speaks, under the many names that exports have for it."""

from __future__ import annotations

import re

from belie.adapters.transcripts.fields import kind_of, quote
from belie.datatypes import Role
from belie.errors import InputError

__all__ = ["ROLE_KEYS", "is_assistant", "is_tool", "role_of"]

ROLE_KEYS = ("role", "speaker", "from", "type")

_USERS = frozenset({
    "user", "human", "customer", "driver", "client", "caller", "patient", "visitor", "guest",
    "student", "person", "me", "seeker", "prompter", "buyer", "passenger", "traveller",
    "humanmessagechunk",
})  # fmt: skip
_ASSISTANTS = frozenset({
    "assistant", "ai", "bot", "model", "chatbot", "agent", "gpt", "chatgpt", "llm", "claude",
    "gemini", "copilot", "bing", "bard", "wizard", "ai assistant", "support agent",
    "aimessagechunk",
})  # fmt: skip
_TOOLS = frozenset({
    "tool", "function", "observation", "function_response", "function_call_output",
    "file_search_call", "toolmessagechunk",
})  # fmt: skip
_SKIPPED = frozenset({
    "system", "developer", "function_call", "reasoning", "remove", "systemmessagechunk",
})  # fmt: skip
_LONGEST = 60
_ALLOWED = "user (human, customer, …), assistant (ai, bot, gpt, …), system or tool"


def role_of(name: object) -> Role | None:
    """Return who speaks under ``name``; ``None`` for messages that are no turn.

    Case and trailing digits do not count.

    Raises
    ------
    InputError
        If the name is unknown; the message names the allowed ones.

    Examples
    --------
    >>> role_of("Human0"), role_of("BOT"), role_of("system")
    (<Role.USER: 'user'>, <Role.ASSISTANT: 'assistant'>, None)
    """
    stem = _stem(name)
    if stem in _USERS:
        return Role.USER
    if stem in _ASSISTANTS:
        return Role.ASSISTANT
    if stem in _TOOLS | _SKIPPED:
        return None
    found = kind_of(name) if name is None else quote(name)
    raise InputError(f"expected a role such as {_ALLOWED}; got {found}")


def is_assistant(name: object) -> bool:
    """Whether ``name`` stands for the assistant."""
    return _stem(name) in _ASSISTANTS


def is_tool(name: object) -> bool:
    """Whether ``name`` stands for what a tool gave back."""
    return _stem(name) in _TOOLS


def _stem(name: object) -> str:
    if not isinstance(name, str) or _LONGEST < len(name):
        return ""
    return re.sub(r"[\W\d_]+$", "", name.strip().casefold())
