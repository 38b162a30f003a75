"""The work of ``belie audit``: runs an audit, shows how far it is, prints what it came to."""

from __future__ import annotations

from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from importlib.resources import files
from time import perf_counter
from typing import TYPE_CHECKING, cast

import typer
from rich import progress as bars
from rich.text import Text

from belie.adapters.transcripts import read_documents
from belie.auditing import Recipe, audit_each, read_conversations
from belie.cli.audit_files import outputs_of
from belie.cli.interrupts import kept_interrupts
from belie.cli.output import complain, make_console
from belie.errors import InputError
from belie.report import text
from belie.report.audit_summary import AuditSummary
from belie.report.audit_text import describe
from belie.wiring import Monitor

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from pathlib import Path
    from typing import TextIO

    from belie.adapters.transcripts import Conversation
    from belie.cli.audit_files import Wanted
    from belie.datatypes import Document, TurnReport
    from belie.report.audited import Audited

__all__ = ["Found", "Job", "observe_demo", "print_found", "read_docs", "run_audit"]

_SHOWN = 50
"""How many conversations are printed: of more, only such with alerts. Files take all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What to audit, and how.

    Parameters
    ----------
    names
        Paths of transcripts; ``"-"`` is standard input.
    store
        The URL of a database that keeps the reports.
    workers
        How many processes check.
    engine
        What starts them: ``"local"`` or ``"ray"``.
    documents
        What every conversation is held against.
    format
        The name of the transcripts' format; ``None`` detects it.
    calibration
        The file of a calibration to judge by.
    """

    names: Sequence[str]
    store: str | None = None
    workers: int = 1
    engine: str = "local"
    documents: Sequence[Document] = ()
    format: str | None = None
    calibration: Path | None = None

    def conversations(self) -> Iterator[Conversation | InputError]:
        """Yield the conversations of the files."""
        return read_conversations(self.names, documents=self.documents, format=self.format)


@dataclass(frozen=True, slots=True)
class Found:
    """What an audit found.

    Parameters
    ----------
    summary
        All that was counted.
    shown
        The reports of all conversations, or, of many, of the first ones with alerts.
    more
        How many conversations with alerts are not among them.
    """

    summary: AuditSummary
    shown: tuple[TurnReport, ...]
    more: int


def run_audit(job: Job, wanted: Wanted, *, quiet: bool) -> Found:
    """Audit all conversations and write all files; what could not be audited goes to stderr.

    Raises
    ------
    StoreError, ModelError
        If the store or a model cannot be used.
    InputError
        If a file cannot be written.
    KeyboardInterrupt
        After a line on how to go on.
    """
    gathered = _Gathered()
    with ExitStack() as stack:
        outputs = [stack.enter_context(closing(output)) for output in outputs_of(wanted)]
        recipe = Recipe.shipped(job.store, calibration=job.calibration)
        try:
            with kept_interrupts() as check, _progress(job, quiet=quiet) as advance:
                found = audit_each(
                    job.conversations(),
                    recipe=recipe,
                    workers=job.workers,
                    engine=job.engine,
                    on_turn=advance,
                )
                for audited in stack.enter_context(closing(found)):
                    for output in (*outputs, gathered):
                        output.add(audited)
                    check()
        except KeyboardInterrupt:
            complain(_how_to_go_on(job, gathered.summary))
            raise
        if gathered.summary.totals.turns:
            for output in outputs:
                output.finish(gathered.summary)
    return gathered.found()


def print_found(found: Found, *, quiet: bool, stderr: bool) -> None:
    """Print alerts and summary, or one line alone: on stderr where standard output is taken."""
    if quiet or stderr:
        typer.echo(str(found.summary.totals), err=stderr)
        return
    console = make_console()
    console.print(text.render(found.shown, summary=found.summary.totals))
    if found.more:
        console.print(f"\nand {found.more} more conversations with alerts: --html shows them all")
    if 1 < found.summary.totals.sessions:
        console.print(Text(f"\nAll in all: {describe(found.summary)}"))


def read_docs(folder: Path | None) -> tuple[tuple[Document, ...], int]:
    """Return the documents of a folder, and how many could not be read: stderr says which.

    Raises
    ------
    InputError
        If it is no folder.
    MissingExtraError
        If there is a PDF and no package that reads it.
    """
    found = [] if folder is None else list(read_documents(folder))
    problems = [one for one in found if isinstance(one, InputError)]
    for problem in problems:
        complain(str(problem))
    return tuple(one for one in found if not isinstance(one, InputError)), len(problems)


def observe_demo() -> Iterator[TurnReport]:
    """Yield the reports of the conversation that ships with belie, as they come."""
    with (files("belie") / "conversations" / "demo.jsonl").open(encoding="utf-8") as stream:
        conversations = list(read_conversations([cast("TextIO", stream)]))
    monitor = Monitor()
    for conversation in conversations:
        if isinstance(conversation, InputError):
            raise conversation
        for turn in conversation.turns:
            yield monitor.observe(
                turn.text,
                session=conversation.session,
                role=turn.role,
                documents=turn.documents,
                question=turn.question,
                at=turn.at,
            )


class _Gathered:
    """What is printed: counts, and few conversations."""

    def __init__(self) -> None:
        self.summary = AuditSummary()
        self._first: list[Audited] = []
        self._alarming: list[Audited] = []
        self._more = 0

    def add(self, audited: Audited) -> None:
        self.summary = self.summary.add(audited)
        if audited.problem is not None:
            complain(audited.problem)
        if len(self._first) < _SHOWN:
            self._first.append(audited)
        if audited.alerts and len(self._alarming) < _SHOWN:
            self._alarming.append(audited)
        elif audited.alerts:
            self._more += 1

    def found(self) -> Found:
        are_few = self.summary.totals.sessions <= len(self._first)
        shown = self._first if are_few else self._alarming
        reports = tuple(report for audited in shown for report in audited.reports)
        return Found(self.summary, reports, self._more)


def _how_to_go_on(job: Job, summary: AuditSummary) -> str:
    done = f"belie: stopped after {summary.totals.sessions} conversations"
    if job.store is None:
        return f"{done}; nothing is kept: with --store a stopped audit can go on"
    return f"{done}; the store has what is done: the same command goes on from there"


@contextmanager
def _progress(job: Job, *, quiet: bool) -> Generator[Callable[[], object]]:
    """Show how far the audit is on stderr, where someone looks; what it gives counts a turn."""
    console = make_console(stderr=True)
    if quiet or not console.is_terminal:
        yield lambda: None
        return
    columns = (
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TextColumn("turns"),
        bars.TextColumn("{task.fields[rate]}"),
        bars.TimeRemainingColumn(),
    )
    with bars.Progress(
        *columns, console=console, transient=True, redirect_stdout=False
    ) as progress:
        task, started = progress.add_task("", total=_turns(job), rate=""), perf_counter()

        def advance() -> None:
            done = progress.tasks[0].completed + 1
            rate = f"{done / (perf_counter() - started):.1f}/s"
            progress.update(task, advance=1, rate=rate)

        yield advance


def _turns(job: Job) -> int | None:
    """Count the turns to audit, which takes a moment; ``None`` for what can be read only once."""
    if "-" in job.names:
        return None
    found = job.conversations()
    return sum(len(one.turns) for one in found if not isinstance(one, InputError))
