"""What is kept to save work, and how it is emptied when a session shall be forgotten."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, ParamSpec, Protocol, TypeVar, cast, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["clear", "clear_results", "kept"]

_P = ParamSpec("_P")
_T = TypeVar("_T")
_CLEARINGS: list[Callable[[], None]] = []
"""One for each function that `kept` was put before, when its module was loaded."""


@runtime_checkable
class _Forgetful(Protocol):
    def clear(self) -> None: ...


def kept(size: int) -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
    """Keep the last ``size`` results of a pure function, until `clear_results` is called.

    Examples
    --------
    >>> @kept(16)
    ... def shout(word: str) -> str:
    ...     print("working")
    ...     return word.upper()
    >>> shout("no"), shout("no")
    working
    ('NO', 'NO')
    """

    def decorate(function: Callable[_P, _T]) -> Callable[_P, _T]:
        cached = lru_cache(size)(function)
        _CLEARINGS.append(cached.cache_clear)
        return cast("Callable[_P, _T]", cached)

    return decorate


def clear_results() -> None:
    """Forget the results of all functions that keep theirs."""
    for clearing in _CLEARINGS:
        clearing()


def clear(part: object) -> None:
    """Have a part forget the texts that it keeps, if it can."""
    if isinstance(part, _Forgetful):
        part.clear()
