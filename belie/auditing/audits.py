"""The audit of many conversations: reads, hands them to one or several processes, counts."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.auditing.cluster import audit_on_ray
from belie.auditing.conversations import Auditor, Recipe, unread
from belie.auditing.reading import read_conversations
from belie.auditing.workers import Crew
from belie.errors import InputError
from belie.monitor.alerts import resolved
from belie.report.audit_summary import AuditSummary
from belie.report.audited import Audited
from belie.wiring import open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from pathlib import Path
    from typing import TextIO

    from belie.adapters.transcripts import Conversation
    from belie.datatypes import Document

__all__ = ["ENGINES", "AuditResult", "audit", "audit_each"]

LOCAL, RAY = ENGINES = ("local", "ray")
"""What starts the processes of an audit."""


@dataclass(frozen=True, slots=True)
class AuditResult:
    """What an audit came to.

    Parameters
    ----------
    store
        The URL of the database that has the reports.
    summary
        All that was counted.
    problems
        What could not be audited, or not to its end: a sentence each, with file and line.
    audited
        The conversations in the order of the files, without their reports.
    """

    store: str
    summary: AuditSummary
    problems: tuple[str, ...]
    audited: tuple[_Kept, ...]

    def conversations(self) -> Iterator[Audited]:
        """Yield all conversations with their reports, read from the store one by one.

        Raises
        ------
        StoreError
            If the store cannot be read.
        """
        store = open_store(self.store)
        with closing(store):
            for kept in self.audited:
                reports = resolved(store.load(kept.session))[: kept.turns]
                yield Audited(kept.source, kept.line, kept.session, reports)


@dataclass(frozen=True, slots=True)
class _Kept:
    """A conversation of the store, and how many of its turns were audited."""

    source: str
    line: int
    session: str
    turns: int


def audit(
    sources: Iterable[str | Path | TextIO],
    *,
    store: str,
    workers: int = 1,
    engine: str = LOCAL,
    documents: Sequence[Document] = (),
    format: str | None = None,  # noqa: A002 - as `read_transcripts` calls it
    calibration: str | Path | None = None,
) -> AuditResult:
    r"""Audit saved conversations and keep the reports in a database.

    Killed at any point and called again with the same ``store``, it goes on where it was: what
    the store has is not checked again.

    Parameters
    ----------
    sources
        Paths of transcripts or folders of them, ``"-"`` for standard input, or open text files.
    store
        The URL of a database: ``"sqlite:///belie.db"``, ``"postgresql+psycopg://user@host/name"``.
    workers
        How many processes check, at least 1. A program that asks for several is started by them
        again, and so begins with ``if __name__ == "__main__":``.
    engine
        ``"local"`` starts processes on this machine, ``"ray"`` has actors of Ray Data check.
    documents
        What every conversation is held against, beside its own.
    format
        The name of the transcripts' format; ``None`` detects it.
    calibration
        The file of a calibration to judge by.

    Raises
    ------
    InputError
        If an argument cannot be used.
    StoreError, ModelError
        If the store or a model cannot be used.

    Examples
    --------
    >>> from io import StringIO
    >>> chat = StringIO("user: When did it open?\nassistant: The bridge opened in 1932.")
    >>> result = audit([chat], store="sqlite://")
    >>> str(result.summary.totals), result.problems
    ('2 turns, 1 claim, no contradictions, 1 unverifiable', ())
    """
    recipe = Recipe.shipped(store, calibration=calibration)
    found = read_conversations(sources, documents=documents, format=format)
    summary = AuditSummary()
    problems: list[str] = []
    kept: list[_Kept] = []
    with closing(audit_each(found, recipe=recipe, workers=workers, engine=engine)) as audits:
        for audited in audits:
            summary = summary.add(audited)
            if audited.problem is not None:
                problems.append(audited.problem)
            if audited.reports:
                place = audited.source, audited.line, audited.session
                kept.append(_Kept(*place, len(audited.reports)))
    return AuditResult(store, summary, tuple(problems), tuple(kept))


def audit_each(
    conversations: Iterable[Conversation | InputError],
    *,
    recipe: Recipe,
    workers: int = 1,
    engine: str = LOCAL,
    on_turn: Callable[[], object] = lambda: None,
) -> Generator[Audited]:
    """Yield what is found in each conversation, in their order, as soon as it is known.

    Nothing is collected: conversations are read when they are needed, at most eight a process
    ahead (on Ray 400, into its storage). Close the generator to end an audit early.

    Parameters
    ----------
    conversations
        As `read_conversations` gives them.
    recipe
        The store and the monitor.
    workers
        How many processes check, at least 1; 1 is this one, or an actor of Ray.
    engine
        ``"local"``, or ``"ray"`` for Ray Data, on this machine or a cluster.
    on_turn
        Is called after each turn.

    Raises
    ------
    InputError
        If ``workers`` is below 1, or there is no such engine.
    MissingExtraError
        If ray is needed and not installed.
    StoreError, ModelError
        If the store or a model cannot be used.
    """
    if workers < 1:
        raise InputError(f"expected workers >= 1, got {workers}")
    if engine not in ENGINES:
        raise InputError(f"expected an engine of {', '.join(ENGINES)}, got {engine!r}")
    if workers == 1 and engine == LOCAL:
        return _audit_here(conversations, recipe, on_turn)
    if recipe.store is not None:
        open_store(recipe.store).close()  # makes the tables, before many want to
    if engine == RAY:
        return audit_on_ray(conversations, recipe=recipe, workers=workers, on_turn=on_turn)
    return Crew(workers, recipe).audit(conversations, on_turn=on_turn)


def _audit_here(
    conversations: Iterable[Conversation | InputError],
    recipe: Recipe,
    on_turn: Callable[[], object],
) -> Generator[Audited]:
    with closing(Auditor(recipe)) as auditor:
        for found in conversations:
            if isinstance(found, InputError):
                yield unread(found)
            else:
                yield auditor.audit(found, on_turn=on_turn)
