"""From files to reports: reads conversations and lets a monitor see them, turn by turn."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from importlib.resources import files
from itertools import chain
from time import perf_counter
from typing import TYPE_CHECKING, cast

from rich import progress as bars

from belie.adapters.transcripts import read_transcripts
from belie.cli.output import make_console
from belie.errors import InputError, TranscriptError
from belie.wiring import Monitor

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from pathlib import Path
    from typing import TextIO

    from belie.adapters.transcripts import Conversation
    from belie.datatypes import Turn, TurnReport

__all__ = ["audit_files", "observe_demo"]


def audit_files(
    names: Sequence[str], *, store: str | None, calibration: Path | None = None, quiet: bool
) -> tuple[list[TurnReport], list[InputError]]:
    """Return the reports of all turns of all files, and all that could not be audited.

    Parameters
    ----------
    names
        Paths of transcripts; ``"-"`` is standard input.
    store
        The URL of a database that keeps the reports.
    calibration
        The file of a calibration to judge by.
    quiet
        Whether to leave out the progress bar.

    Raises
    ------
    StoreError
        If the store cannot be used.
    """
    conversations, problems = _read(list(dict.fromkeys(names)))
    reports: list[TurnReport] = []
    if not conversations:
        return reports, problems
    with (
        Monitor(store=store, calibration=calibration) as monitor,
        _progress(conversations, quiet=quiet) as advance,
    ):
        for conversation in conversations:
            seen = 0
            try:
                for _ in _observe(monitor, conversation):
                    seen += 1
                    advance()
            except InputError as error:
                source, line = conversation.source, conversation.line
                problems.append(TranscriptError(str(error), source=source, line=line))
            # Taken at the end: a later turn may have resolved an alert of an earlier one.
            reports.extend(monitor.session(conversation.session).reports[:seen])
    return reports, problems


def observe_demo() -> Iterator[TurnReport]:
    """Yield the reports of the conversation that ships with belie, as they come."""
    with (files("belie") / "conversations" / "demo.jsonl").open(encoding="utf-8") as stream:
        conversations, _ = _read([cast("TextIO", stream)])
    monitor = Monitor()
    for conversation in conversations:
        yield from _observe(monitor, conversation)


def _read(sources: Sequence[str | TextIO]) -> tuple[list[Conversation], list[InputError]]:
    """Return all conversations, each with a session of its own, and all that cannot be read."""
    conversations: dict[str, Conversation] = {}
    problems: list[InputError] = []
    for record in chain.from_iterable(map(_records, sources)):
        if isinstance(record, InputError):
            problems.append(record)
            continue
        taken = record.session in conversations
        session = f"{record.source}:{record.session}" if taken else record.session
        conversations[session] = replace(record, session=session)
    return list(conversations.values()), problems


def _records(source: str | TextIO) -> list[Conversation | TranscriptError] | list[InputError]:
    try:
        return list(read_transcripts(source))
    except InputError as error:
        return [error]


def _observe(monitor: Monitor, conversation: Conversation) -> Iterator[TurnReport]:
    """Yield the reports of a conversation; turns that the store knows are not checked again."""
    turns = conversation.turns
    stored = monitor.session(conversation.session).reports[: len(turns)]
    if any(_said(report.turn) != _said(turn) for report, turn in zip(stored, turns, strict=False)):
        raise InputError(
            f"expected the session {conversation.session!a} to go on as it is in the store,"
            " got other turns; give another --store, or rename it"
        )
    yield from stored
    for turn in turns[len(stored) :]:
        yield monitor.observe(
            turn.text,
            session=conversation.session,
            role=turn.role,
            documents=turn.documents,
            question=turn.question,
            at=turn.at,
        )


def _said(turn: Turn) -> tuple[object, ...]:
    return turn.role, turn.text, tuple(document.text for document in turn.documents)


@contextmanager
def _progress(
    conversations: Sequence[Conversation], *, quiet: bool
) -> Generator[Callable[[], object]]:
    """Show a bar with the rate on stderr; calling what it yields moves it by a turn."""
    columns = (
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TextColumn("turns"),
        bars.TextColumn("{task.fields[rate]}"),
        bars.TimeRemainingColumn(),
    )
    total = sum(len(conversation.turns) for conversation in conversations)
    console = make_console(stderr=True)
    with bars.Progress(*columns, console=console, transient=True, disable=quiet) as progress:
        task, started = progress.add_task("", total=total, rate=""), perf_counter()

        def advance() -> None:
            done = progress.tasks[0].completed + 1
            rate = f"{done / (perf_counter() - started):.1f}/s"
            progress.update(task, advance=1, rate=rate)

        yield advance
