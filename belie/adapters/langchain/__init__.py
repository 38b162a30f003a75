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
from belie.lazy import lazy_names

if TYPE_CHECKING:
    from belie.adapters.langchain.middleware import ContradictionMiddleware

__all__ = [
    "CallbackHandler",
    "ContradictionGuard",
    "ContradictionMiddleware",
    "GuardHealth",
    "Health",
]

_NEEDING_AN_EXTRA = {"ContradictionMiddleware": "belie.adapters.langchain.middleware"}

__getattr__ = lazy_names(__name__, _NEEDING_AN_EXTRA)


def __dir__() -> list[str]:
    return __all__
