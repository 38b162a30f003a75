"""Cuts the text of a transcript into records: JSON documents, JSON lines, ``role: text`` lines.

A record that cannot be parsed is an `Item` that holds its `TranscriptError`, so that one broken
line costs no other.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from belie.adapters.transcripts.messages import role_of
from belie.errors import InputError, TranscriptError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Item", "read_items"]

_LABEL = re.compile(r"\s*\W{0,3}(\w[\w .-]{0,30}?)\W{0,2}:\W{0,2}(?:\s+|$)")
_UNSTORABLE = re.compile("[\ud800-\udfff\0]")
_FOREIGN_BYTES = re.compile("[\udc80-\udcff]")


@dataclass(frozen=True, slots=True)
class Item:
    """A parsed record, or what is wrong with it, and where it stands.

    ``suffix`` tells records of one file apart; it is empty where the file is the record.
    """

    line: int
    value: object
    suffix: str = ""


def read_items(name: str, text: str) -> Iterator[Item]:
    """Yield the records of a text; one that cannot be parsed holds its `TranscriptError`."""
    is_json = text.lstrip()[0] in "[{" or Path(name.removesuffix(".gz")).suffix.startswith(".json")
    if not is_json and not any(_looks_like_record(line) for line in text.split("\n")):
        return _labelled_lines(name, text)
    try:
        value = _parse(text)
    except (ValueError, RecursionError) as error:
        if any(_looks_like_record(line) for line in text.split("\n")):
            return _json_lines(name, text)
        return iter([_broken(name, getattr(error, "lineno", 1), error)])
    return _members(text, value)


def _looks_like_record(line: str) -> bool:
    try:
        return isinstance(_parse(line), dict)
    except (ValueError, RecursionError):
        return False


def _members(text: str, value: object) -> Iterator[Item]:
    start = 1 + text[: len(text) - len(text.lstrip())].count("\n")
    if not isinstance(value, list):
        yield Item(start, value)
        return
    for number, member in enumerate(cast("list[object]", value), start=1):
        yield Item(start, member, f":{number}")


def _json_lines(name: str, text: str) -> Iterator[Item]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            value = _parse(line)
        except (ValueError, RecursionError) as error:
            yield _broken(name, number, error)
        else:
            yield Item(number, value, f":{number}")


def _parse(text: str) -> object:
    if _FOREIGN_BYTES.search(text):
        raise ValueError("bytes that are no UTF-8")
    return _mend(json.loads(text))


def _mend(value: object) -> object:
    """Return the value with NUL and half surrogate pairs replaced, which no store can take."""
    if isinstance(value, str):
        return _UNSTORABLE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_mend(item) for item in cast("list[object]", value)]
    if isinstance(value, dict):
        fields = cast("dict[str, object]", value)
        return {str(_mend(key)): _mend(item) for key, item in fields.items()}
    return value


def _broken(name: str, line: int, error: Exception) -> Item:
    reason = str(error)
    if isinstance(error, RecursionError):
        reason = "something nested too deeply"
    elif isinstance(error, json.JSONDecodeError):
        reason = f"{error.msg[0].lower()}{error.msg[1:]} at column {error.colno}"
    return Item(line, TranscriptError(f"expected JSON: {reason}", source=name, line=line))


def _labelled_lines(name: str, text: str) -> Iterator[Item]:
    """Yield a message per ``role: text`` line, with the lines that follow it."""
    role, start, lines = "", 1, list[str]()
    for number, line in enumerate(text.split("\n"), start=1):
        label = _label(line)
        if _FOREIGN_BYTES.search(line):
            problem = "expected text in UTF-8, got other bytes"
            yield Item(number, TranscriptError(problem, source=name, line=number))
        elif label is None:
            lines.append(line)
        else:
            yield from _labelled(name, role, start, lines)
            role, start, lines = label.group(1), number, [line[label.end() :]]
    yield from _labelled(name, role, start, lines)


def _label(line: str) -> re.Match[str] | None:
    match = _LABEL.match(line)
    try:
        role_of(match.group(1) if match else None)
    except InputError:
        return None
    return match


def _labelled(name: str, role: str, start: int, lines: Sequence[str]) -> Iterator[Item]:
    content = "\n".join(lines).strip()
    if role:
        yield Item(start, {"role": role, "content": content})
    elif content:
        problem = "expected lines such as 'user: …' and 'assistant: …', got text without a role"
        yield Item(start, TranscriptError(problem, source=name, line=start))
