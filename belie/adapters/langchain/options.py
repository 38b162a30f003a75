"""How a handler works: where, on which conversations, under which limits."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from belie.adapters.worker import Drop
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Mode", "Options", "check_choice"]

Mode = Literal["background", "inline"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `CallbackHandler` that say how it works; explained there.

    Raises
    ------
    InputError
        If one cannot be used.

    Examples
    --------
    >>> Options(sample_rate=2)
    Traceback (most recent call last):
    belie.errors.InputError: expected 0 <= sample_rate <= 1, got 2
    """

    mode: Mode = "background"
    sample_rate: float = 1.0
    redact: Callable[[str], str] | None = None
    deadline_ms: float | None = None
    max_queue: int = 256
    drop: Drop = "newest"

    def __post_init__(self) -> None:
        check_choice("mode", self.mode, get_args(Mode))
        check_choice("drop", self.drop, get_args(Drop))
        if not 0 <= self.sample_rate <= 1:
            raise InputError(f"expected 0 <= sample_rate <= 1, got {self.sample_rate}")
        if self.deadline_ms is not None and not 0 < self.deadline_ms:
            raise InputError(f"expected deadline_ms > 0 or None, got {self.deadline_ms}")
        if self.max_queue < 1:
            raise InputError(f"expected max_queue >= 1, got {self.max_queue}")
        if self.redact is not None and not _is_plain_function(self.redact):
            raise InputError(
                "expected redact to be a plain function from text to text, got "
                f"{type(self.redact).__name__}"
            )


def check_choice(name: str, choice: str, choices: Sequence[str]) -> None:
    """Raise an error that names the choices, unless ``choice`` is one of them."""
    if choice not in choices:
        raise InputError(f"expected {name} to be one of {', '.join(choices)}, got {choice!r}")


def _is_plain_function(value: object) -> bool:
    return callable(value) and not inspect.iscoroutinefunction(value)
