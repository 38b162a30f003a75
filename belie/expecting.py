"""Refuses parts that cannot do their work when they are handed over, not when they are needed."""

from __future__ import annotations

import inspect

from belie.errors import InputError

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
    if isinstance(part, type):
        made = part.__name__
        raise InputError(f"expected {name} to be an object, got the class {made}; write {made}(…)")
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
    """Raise an error unless a value can be called, and works when it is: no coroutine function."""
    if not callable(value) or inspect.iscoroutinefunction(value):
        raise InputError(f"expected {name} to be a plain function, got {_kind(value)}; {advice}")


def _kind(value: object) -> str:
    return "a coroutine function" if inspect.iscoroutinefunction(value) else type(value).__name__
