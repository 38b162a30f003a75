"""Watches and guards LangChain: ``handler``, ``middleware`` and ``guard`` for users.

An event goes ``events → roots → runs``; a root that ends becomes an exchange, which goes through
``intake`` and its queue to ``observer`` and so to the monitor; ``live_answers`` are looked at
before they end. A guard checks a draft first: ``policy`` and ``guarding`` decide, ``wording`` and
``changing`` say it. ``shapes`` reads LangChain's values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.adapters.langchain.guard import ContradictionGuard
from belie.adapters.langchain.guarding import GuardHealth
from belie.adapters.langchain.handler import CallbackHandler, Health

if TYPE_CHECKING:
    from belie.adapters.langchain.middleware import ContradictionMiddleware

__all__ = [
    "CallbackHandler",
    "ContradictionGuard",
    "ContradictionMiddleware",
    "GuardHealth",
    "Health",
]


def __getattr__(name: str) -> object:
    if name != "ContradictionMiddleware":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from belie.adapters.langchain import middleware  # noqa: PLC0415 - needs more than the handler

    return middleware.ContradictionMiddleware


def __dir__() -> list[str]:
    return __all__
