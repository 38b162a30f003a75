"""The LangChain handler and guards under a name easy to find; see `belie.adapters.langchain`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.adapters.langchain import CallbackHandler, ContradictionGuard, GuardHealth, Health

if TYPE_CHECKING:
    from belie.adapters.langchain import ContradictionMiddleware

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
    from belie.adapters import langchain  # noqa: PLC0415 - needs more than the handler

    return langchain.ContradictionMiddleware


def __dir__() -> list[str]:
    return __all__
