"""Ctrl-C that is not lost."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from types import FrameType

__all__ = ["kept_interrupts"]


@contextmanager
def kept_interrupts() -> Generator[Callable[[], None]]:
    """Keep Ctrl-C in mind; what it gives, called in a loop, raises `KeyboardInterrupt` for it.

    Python drops what is raised in a finalizer or in a weak reference's callback, and so a Ctrl-C
    that comes there. For the main thread only.

    Raises
    ------
    KeyboardInterrupt
        As without it, and from what it gives, where it came before and was dropped.
    """
    asked = False

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        nonlocal asked
        asked = True
        raise KeyboardInterrupt

    def check() -> None:
        if asked:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, before)
