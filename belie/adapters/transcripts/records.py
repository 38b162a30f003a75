"""Cuts a transcript into records: JSON documents, JSON lines, rows of CSV, ``role: text`` lines.

A record that cannot be parsed is an `Item` with a problem in it, so that one broken line costs no
other. JSON lines and CSV are read as they come; one JSON document is read as a whole.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, cast

from belie.adapters.transcripts.fields import first_of, read_list
from belie.adapters.transcripts.formats import CSV, TEXT
from belie.adapters.transcripts.items import Item
from belie.adapters.transcripts.json_text import parse_json
from belie.adapters.transcripts.labels import is_labelled, read_labelled
from belie.adapters.transcripts.tables import is_table, read_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from belie.adapters.transcripts.sources import Source

__all__ = ["container_of", "read_items"]

_JSON = "json"
_CONTAINERS = {
    **dict.fromkeys((".json", ".jsonl", ".ndjson"), _JSON),
    **dict.fromkeys((".csv", ".tsv"), CSV),
}
_LISTINGS = ("data", "runs", "traces", "observations")


def container_of(source: Source, name: str | None = None) -> str:
    """Return how a source is cut into records: ``"json"``, ``"csv"`` or ``"text"``.

    Parameters
    ----------
    source
        An opened transcript; the ending of its name counts for more than its first lines.
    name
        The format that it was said to be in.
    """
    if name in (CSV, TEXT):
        return name
    suffix = Path(source.name.lower().removesuffix(".gz")).suffix
    first = next(line for line in source.head if line.strip())
    if suffix in _CONTAINERS:
        return _CONTAINERS[suffix]
    if first.lstrip()[0] in "[{":
        return _JSON
    if is_table(first):
        return CSV
    if not is_labelled(first) and any(map(_is_record, source.head)):
        return _JSON
    return TEXT


def read_items(source: Source, container: str) -> Iterator[Item]:
    """Return the records of a source, as they are read."""
    if container == CSV:
        return read_table(source.lines)
    return read_labelled(source.lines) if container == TEXT else _json_items(source)


def _json_items(source: Source) -> Iterator[Item]:
    if _is_json_lines(source):
        return _json_lines(source.lines)
    lines = list(source.lines)
    text = "\n".join(lines)
    try:
        value = parse_json(text)
    except (ValueError, RecursionError) as error:
        if any(map(_is_record, lines)):
            return _json_lines(lines)
        return iter([Item(getattr(error, "lineno", 1), problem=_problem(error))])
    return _members(text, value)


def _is_json_lines(source: Source) -> bool:
    """Whether there is a record a line: the first line is one and not the last, or two others are.

    Of a document that is laid out over many lines, no two lines are whole objects by themselves.
    """
    filled = [line for line in source.head if line.strip()]
    if source.complete and len(filled) == 1:
        return False
    several = (line for line in filled if _is_record(line))
    return _is_value(filled[0]) or (not source.complete and len(list(several)) >= 2)


def _is_value(line: str) -> bool:
    try:
        return isinstance(parse_json(line), dict | list)
    except (ValueError, RecursionError):
        return False


def _is_record(line: str) -> bool:
    return line.lstrip()[:1] == "{" and _is_value(line)


def _members(text: str, value: object) -> Iterator[Item]:
    start = 1 + text[: len(text) - len(text.lstrip())].count("\n")
    listed = _listing(value)
    if listed is None:
        yield Item(start, value)
        return
    for number, member in enumerate(listed, start=1):
        yield Item(start, member, suffix=f":{number}", place=f"record {number}: ")


def _listing(value: object) -> Sequence[object] | None:
    """Return the records of a document: a list, or the list in the answer of a tracer's server."""
    if not isinstance(value, dict):
        return read_list(value)
    fields = cast("Mapping[str, object]", value)
    known = {"messages", "turns", "conversations", "conversation", "trace", "input", "inputs"}
    return None if known & fields.keys() else read_list(first_of(fields, _LISTINGS))


def _json_lines(lines: Iterable[str]) -> Iterator[Item]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            value = parse_json(line)
        except (ValueError, RecursionError) as error:
            yield Item(number, problem=_problem(error))
        else:
            yield Item(number, value, suffix=f":{number}")


def _problem(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "expected JSON: something nested too deeply"
    if isinstance(error, json.JSONDecodeError):
        found = error.msg.removesuffix(" at")
        return f"expected JSON: {found[0].lower()}{found[1:]} at column {error.colno}"
    return f"expected JSON: {error}"
