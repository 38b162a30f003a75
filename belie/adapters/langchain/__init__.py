"""Watches LangChain through one callback handler: ``handler`` for users, the rest for it.

An event goes ``events → roots → runs``; a root that ends becomes an exchange, which goes
``worker → observer`` and so to the monitor. ``shapes`` reads LangChain's values.
"""

from __future__ import annotations

from belie.adapters.langchain.handler import CallbackHandler, Health

__all__ = ["CallbackHandler", "Health"]
