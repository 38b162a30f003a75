"""Refuses parts that cannot do their work when they are handed over, not when they are needed."""

from __future__ import annotations

import inspect
from functools import partial
from typing import TYPE_CHECKING

from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["expect_function", "expect_instance", "expect_methods"]


def expect_methods(name: str, part: object, *methods: str, advice: str) -> None:
    """Raise an error unless a part has the methods.

    Parameters
    ----------
    name
        Of the argument.
    part
        What was handed over.
    methods
        Their names.
    advice
        What to hand over instead.

    Examples
    --------
    >>> expect_methods("encoder", "MiniLM", "encode", advice="see Encoder")
    Traceback (most recent call last):
    belie.errors.InputError: expected encoder to have the method encode, got str; see Encoder
    """
    _expect_object(name, part)
    has = (callable(getattr(part, method, None)) for method in methods)
    if isinstance(part, str) or not all(has):  # a str has encode
        plural = "s" if 1 < len(methods) else ""
        wanted = " and ".join(methods)
        raise InputError(
            f"expected {name} to have the method{plural} {wanted}, got {_kind(part)}; {advice}"
        )


def expect_instance(name: str, value: object, *kinds: type, advice: str) -> None:
    """Raise an error unless a value is of one of the kinds; otherwise as `expect_methods`."""
    if not isinstance(value, kinds):
        wanted = " or ".join(kind.__name__ for kind in kinds)
        raise InputError(f"expected {name} to be {wanted}, got {_kind(value)}; {advice}")


def expect_function(name: str, value: object, *, advice: str) -> None:
    """Raise an error unless a value can be called, and works when it is.

    What a coroutine function returns, or an object whose ``__call__`` is one, nobody would await;
    and a class that is called does no more than make an object.

    Examples
    --------
    >>> expect_function("sink", list, advice="write sink=print")
    Traceback (most recent call last):
    belie.errors.InputError: expected sink to be an object, got the class list; write list(…)
    """
    _expect_object(name, value)
    if not callable(value) or _is_awaited(value):
        raise InputError(f"expected {name} to be a plain function, got {_kind(value)}; {advice}")


def _expect_object(name: str, value: object) -> None:
    if isinstance(value, type):
        made = value.__name__
        raise InputError(f"expected {name} to be an object, got the class {made}; write {made}(…)")


def _kind(value: object) -> str:
    if inspect.iscoroutinefunction(value):
        return "a coroutine function"
    kind = type(value).__name__
    return f"{kind} with a coroutine function" if callable(value) and _is_awaited(value) else kind


def _is_awaited(value: Callable[..., object]) -> bool:
    called = _called(value)
    return inspect.iscoroutinefunction(called) or inspect.iscoroutinefunction(type(called).__call__)


def _called(value: Callable[..., object]) -> Callable[..., object]:
    return _called(value.func) if isinstance(value, partial) else value
