"""What the calls of a verifier cost, as far as the model tells."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage

__all__ = ["Usage", "UsageCounter"]


@dataclass(frozen=True, slots=True)
class Usage:
    """Calls and tokens.

    Parameters
    ----------
    calls
        How often the model was asked, those that failed among them.
    input_tokens, output_tokens
        As the model told with its replies; estimated nowhere.
    unmeasured
        How many calls told no tokens.

    Examples
    --------
    >>> Usage(2, 100, 10) + Usage(1, 50, 5, unmeasured=1)
    Usage(calls=3, input_tokens=150, output_tokens=15, unmeasured=1)
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    unmeasured: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.unmeasured + other.unmeasured,
        )


class UsageCounter:
    """Adds up what calls cost; threads may add at the same time."""

    def __init__(self) -> None:
        self._total = Usage()
        self._lock = threading.Lock()

    @property
    def total(self) -> Usage:
        """The sum of all calls so far."""
        return self._total

    def add(self, message: AIMessage | None) -> None:
        """Add one call; ``None`` stands for one without a reply."""
        used = message.usage_metadata if message is not None else None
        one = Usage(1, unmeasured=1)
        if used is not None:
            one = Usage(1, used["input_tokens"], used["output_tokens"])
        with self._lock:
            self._total += one
