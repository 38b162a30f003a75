"""Plain text: ``role: text`` lines; lines without a role belong to the turn before."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.adapters.transcripts.items import Item
from belie.adapters.transcripts.json_text import is_foreign, mend
from belie.adapters.transcripts.roles import role_of
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["is_labelled", "read_labelled"]

_LABEL = re.compile(r"\s*\W{0,3}(\w[\w .-]{0,30}?)\W{0,2}:\W{0,2}(?:\s+|$)")


def is_labelled(line: str) -> bool:
    """Whether a line begins with a role."""
    return _label(line) is not None


def read_labelled(source: Iterable[str]) -> Iterator[Item]:
    """Yield a message per ``role: text`` line, with the lines that follow it."""
    role, start, lines = "", 1, list[str]()
    for number, line in enumerate(source, start=1):
        label = _label(line)
        if is_foreign(line):
            yield Item(number, problem="expected text in UTF-8, got other bytes")
        elif label is None:
            lines.append(line)
        else:
            yield from _labelled(role, start, lines)
            role, start, lines = label.group(1), number, [line[label.end() :]]
    yield from _labelled(role, start, lines)


def _label(line: str) -> re.Match[str] | None:
    match = _LABEL.match(line)
    try:
        role_of(match.group(1) if match else None)
    except InputError:
        return None
    return match


def _labelled(role: str, start: int, lines: Sequence[str]) -> Iterator[Item]:
    content = mend("\n".join(lines).strip())
    if role:
        yield Item(start, {"role": role, "content": content})
    elif content:
        problem = "expected lines such as 'user: …' and 'assistant: …', got text without a role"
        yield Item(start, problem=problem)
