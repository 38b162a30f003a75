"""Names of a module that are loaded when they are first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["lazy_names"]


def lazy_names(module: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """Return the ``__getattr__`` of a module whose names live elsewhere (PEP 562).

    Parameters
    ----------
    module
        The name of the module.
    homes
        For each of its lazy names the module that has it.

    Examples
    --------
    >>> lazy_names("belie", {"sqrt": "math"})("sqrt")(9.0)
    3.0
    """

    def __getattr__(name: str) -> object:  # noqa: N807 - it becomes the module's
        if name not in homes:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        return getattr(import_module(homes[name]), name)

    return __getattr__
