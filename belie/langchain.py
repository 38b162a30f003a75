"""The LangChain handler under a name that is easy to find; see `belie.adapters.langchain`."""

from __future__ import annotations

from belie.adapters.langchain import CallbackHandler, Health

__all__ = ["CallbackHandler", "Health"]
