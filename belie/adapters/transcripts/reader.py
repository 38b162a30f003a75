"""Reads conversations: one reader for all the ways in which chats are written down.

A text goes ``sources → records → formats``: lines, then parsed records, then what they hold. Here
the records of a file become its conversations. ``docs/guides/transcripts.md`` shows each format.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from belie.adapters.transcripts.fields import Names, Record, kind_of
from belie.adapters.transcripts.folders import list_files
from belie.adapters.transcripts.formats import CSV, FORMATS, TEXT, TRACERS, format_of
from belie.adapters.transcripts.gathering import Gathered, Gathering
from belie.adapters.transcripts.items import Item
from belie.adapters.transcripts.messages import read_turns
from belie.adapters.transcripts.parquet import PARQUET, is_parquet, open_parquet
from belie.adapters.transcripts.parts import Whole
from belie.adapters.transcripts.records import container_of, read_items
from belie.adapters.transcripts.sources import open_source
from belie.errors import InputError, MissingExtraError, TranscriptError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belie.adapters.transcripts.parts import Part
    from belie.datatypes import Turn

__all__ = ["TRANSCRIPT_ENDINGS", "Conversation", "read_transcripts"]

TRANSCRIPT_ENDINGS = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", PARQUET, ".txt", ".md", ".log")
"""How the names of the files end that are read of a folder."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation as it was read.

    Parameters
    ----------
    session
        Its name, unique within its file.
    turns
        At least one turn, in order.
    source
        The file's name, or ``"<stdin>"``.
    line
        The line it starts at, counted from 1.
    format
        The name of the format that it was read as; empty where it comes from no transcript.
    """

    session: str
    turns: tuple[Turn, ...]
    source: str
    line: int
    format: str = ""


def read_transcripts(
    source: str | Path | IO[str],
    *,
    format: str | None = None,  # noqa: A002 (what else should it be called)
) -> Iterator[Conversation | TranscriptError]:
    r"""Read the conversations of a file or a folder, broken records beside them.

    Parameters
    ----------
    source
        The path of a file, ``"-"`` for standard input, an open text file, or the path of a folder,
        whose files are read one after the other, by name, with those of the folders within it.
    format
        The name of the format, one of `FORMATS`; ``None`` detects it, record by record.

    Yields
    ------
    Conversation or TranscriptError
        A broken record is yielded, not raised: all others are read. So is a broken file of a
        folder, and, once, how many of its files are no transcripts. Conversations come as they are
        read; what is grouped by session (single messages, answers with a session, exchanges of a
        tracer) is held, without what belie does not use of it, and comes when the file has ended.

    Raises
    ------
    InputError
        If the format is unknown. While it is read, if a file as a whole cannot be: missing, empty,
        or not text.
    MissingExtraError
        If a file of Parquet is read and pyarrow is not installed.

    Examples
    --------
    >>> from io import StringIO
    >>> [chat] = read_transcripts(StringIO("user: How tall is it?\nassistant: 330 m."))
    >>> chat.turns[1].text, chat.turns[1].question, chat.format
    ('330 m.', 'How tall is it?', 'text')
    """
    if format not in (None, *FORMATS):
        raise InputError(f"expected one of the formats {', '.join(FORMATS)}; got {format!a}")
    if isinstance(source, str | Path) and source != "-" and _is_folder(source):
        return _read_folder(Path(source), format)
    return _read_file(source, format, _stem(source))


def _is_folder(path: str | Path) -> bool:
    try:
        return Path(path).is_dir()
    except (OSError, ValueError):
        return False  # a path with a NUL or of too many letters is none; opening it says so


def _stem(source: str | Path | IO[str]) -> str:
    """Return what conversations without a name are called after."""
    if source == "-":
        return "stdin"
    name = str(source) if isinstance(source, str | Path) else str(getattr(source, "name", "<text>"))
    return Path(name).name.split(".")[0] or name


def _read_folder(folder: Path, name: str | None) -> Iterator[Conversation | TranscriptError]:
    files, problem = list_files(folder, TRANSCRIPT_ENDINGS)
    for file in files:
        stem = (file.relative_to(folder).parent / _stem(file)).as_posix()
        try:
            yield from _read_file(file, name, stem)
        except (InputError, MissingExtraError) as error:
            reason = str(error).removeprefix(f"{file}: ")
            yield TranscriptError(reason, source=str(file), line=1)
    if problem:
        yield TranscriptError(problem, source=str(folder), line=1)


def _read_file(
    source: str | Path | IO[str], name: str | None, stem: str
) -> Iterator[Conversation | TranscriptError]:
    if is_parquet(source):
        with open_parquet(source) as items:
            yield from _read_items(_Records(str(source), PARQUET, items), name, stem)
        return
    with open_source(source) as opened:
        container = container_of(opened, name)
        records = _Records(opened.name, container, read_items(opened, container))
        yield from _read_items(records, name, stem)


@dataclass(frozen=True, slots=True)
class _Records:
    """The records of a source: its name, how it is cut into them, and they."""

    name: str
    container: str
    items: Iterator[Item]


def _read_items(
    source: _Records, name: str | None, stem: str
) -> Iterator[Conversation | TranscriptError]:
    """Yield conversations as they come; what is grouped follows at the end."""
    gathering = Gathering(stem)
    names = Names()
    for item in _unbroken(source.items):
        try:
            part, read_as = _part(item, name, source.container)
        except (InputError, RecursionError) as error:
            reason = "something nested too deeply" if isinstance(error, RecursionError) else error
            yield TranscriptError(f"{item.place}{reason}", source=source.name, line=item.line)
            continue
        if not isinstance(part, Whole):
            gathering.add(part, line=item.line, read_as=read_as)
            continue
        for problem in part.problems:
            yield TranscriptError(f"{item.place}{problem}", source=source.name, line=item.line)
        session = part.session or f"{stem}{item.suffix}"
        gathered = Gathered(item.line, session, part.messages, read_as)
        found = _conversation(source.name, names, gathered, item.place)
        # Where its problems are why nothing is left, they have said so.
        if isinstance(found, Conversation) or not part.problems:
            yield found
    for gathered in gathering.conversations():
        yield _conversation(source.name, names, gathered)


def _unbroken(items: Iterator[Item]) -> Iterator[Item]:
    """Yield records; where their source breaks off, that is the last of them."""
    line = 1
    try:
        for item in items:
            line = item.line
            yield item
    except InputError as error:
        yield Item(line, problem=str(error))


def _part(item: Item, name: str | None, container: str) -> tuple[Part, str]:
    """Return what a record holds, and the name of the format it was read as."""
    if item.problem:
        raise InputError(item.problem)
    form = format_of(fields := _fields(item.value), name)
    plain = container in (CSV, TEXT) and form.name not in TRACERS
    return form.read(fields), container if plain else form.name


def _fields(value: object) -> Record:
    if isinstance(value, list):
        return {"messages": cast("list[object]", value)}
    if isinstance(value, Mapping):
        return cast("Record", value)
    raise InputError(f"expected an object, got {kind_of(value)}")


def _conversation(
    source: str, names: Names, gathered: Gathered, place: str = ""
) -> Conversation | TranscriptError:
    session = names.take(gathered.session)
    turns = read_turns(session, gathered.messages)
    if not turns:
        problem = "expected at least one message of a user or an assistant, got none"
        return TranscriptError(f"{place}{problem}", source=source, line=gathered.line)
    return Conversation(session, turns, source, gathered.line, gathered.read_as)
