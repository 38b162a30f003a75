"""Asks a sink how it is doing, which must not be what breaks the answer."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belie.protocols import Sink

__all__ = ["health_of"]


def health_of(sink: Sink) -> object:
    """Return what a sink says of how it is doing; ``None`` of one that says nothing.

    Nothing is raised: of a ``health`` that fails, or that would have to be awaited, the returned
    text says so, by the name of the error's type, for its message may quote the conversation.

    Examples
    --------
    >>> health_of(print) is None
    True
    >>> class Pager:
    ...     def __call__(self, alert): ...
    ...     def health(self, since): ...
    >>> health_of(Pager())
    'health() failed: TypeError'
    """
    try:
        ask = getattr(sink, "health", None)
        health = ask() if callable(ask) else None
    except Exception as error:  # noqa: BLE001 - a sink is foreign, and others are asked as well
        return f"health() failed: {type(error).__name__}"
    if inspect.iscoroutine(health):
        health.close()
        return "health() failed: it is a coroutine function"
    return health
