"""The LangChain handler and guards under a name easy to find; see `belie.adapters.langchain`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.adapters.langchain import CallbackHandler, ContradictionGuard, GuardHealth, Health
from belie.lazy import lazy_names

if TYPE_CHECKING:
    from belie.adapters.langchain import ContradictionMiddleware

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
