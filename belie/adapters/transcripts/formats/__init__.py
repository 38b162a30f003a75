"""The formats of transcripts, one a module, and which of them a record is in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.adapters.transcripts.fields import Record, quote
from belie.adapters.transcripts.formats import (
    answers,
    anthropic,
    langchain,
    langfuse,
    langsmith,
    openai,
    sharegpt,
    turns,
)
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from belie.adapters.transcripts.parts import Part

__all__ = ["CSV", "FORMATS", "TEXT", "TRACERS", "Format", "format_of"]


@dataclass(frozen=True, slots=True)
class Format:
    """One way of writing conversations down.

    Parameters
    ----------
    name
        How it is called.
    fits
        Whether a record looks like it.
    read
        Returns what a record holds, or raises `InputError`.
    """

    name: str
    fits: Callable[[Record], bool]
    read: Callable[[Record], Part]


_RECORDS = (
    Format("langsmith", langsmith.fits, langsmith.read),
    Format("langfuse", langfuse.fits, langfuse.read),
    Format("langchain", langchain.fits, langchain.read),
    Format("sharegpt", sharegpt.fits, sharegpt.read),
    Format("anthropic", anthropic.fits, anthropic.read),
    Format("openai", openai.fits, openai.read),
    Format("answers", answers.fits, answers.read),
    Format("turns", turns.fits, turns.read),
)
TRACERS = ("langfuse", "langsmith")
"""Formats whose records are pieces of exchanges."""
CSV = "csv"
TEXT = "text"
FORMATS = (*sorted(form.name for form in _RECORDS), CSV, TEXT)
"""The names of all formats."""


def format_of(fields: Record, name: str | None = None) -> Format:
    """Return the format that a record is in, or the one that is called ``name``.

    Rows of tables and lines of text are records like any others: ``csv`` and ``text`` say how a
    file is cut into them.

    Raises
    ------
    InputError
        If it is in none.
    """
    for form in _RECORDS:
        if form.name == name or (name in (None, CSV, TEXT) and form.fits(fields)):
            return form
    raise InputError(
        "expected an object with 'role' and 'content', or 'messages', 'turns' or 'response';"
        f" got the keys {quote(sorted(fields))}"
    )
