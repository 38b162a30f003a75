"""Tells belie's own work from the chat's, so that no handler watches what it set off itself."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator

__all__ = ["at_work", "is_own_call"]

# Module state by nature: a context variable is how Python tells whose work a thread or task does.
_AT_WORK: ContextVar[bool] = ContextVar("belie_at_work", default=False)


@contextmanager
def at_work() -> Generator[None]:
    """Mark what is called meanwhile, in this context, as belie's own.

    Examples
    --------
    >>> with at_work():
    ...     is_own_call()
    True
    >>> is_own_call()
    False
    """
    token = _AT_WORK.set(True)
    try:
        yield
    finally:
        _AT_WORK.reset(token)


def is_own_call() -> bool:
    """Return whether belie itself is at work here: a model it asks may carry the chat's handler."""
    return _AT_WORK.get()
