"""The work of ``belie watch``: looks at a store, and shows what is there."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from itertools import islice
from time import sleep
from typing import TYPE_CHECKING

import typer
from rich.console import Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from belie.adapters.sinks.record import to_json
from belie.cli.interrupts import kept_interrupts
from belie.cli.output import make_console
from belie.cli.session_views import overview_table
from belie.datatypes import Severity
from belie.errors import InputError, StoreError
from belie.report.words import clip, spell, squeeze

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from belie.datatypes import ConflictKind, SessionSummary, StoredAlert
    from belie.protocols import Archive

__all__ = ["Seen", "Watched", "look", "print_alerts", "show", "watch"]

_PAGE = 1000
_STYLES = {Severity.LOW: "blue", Severity.MEDIUM: "yellow", Severity.HIGH: "bold red"}
_OTHER_LINES = 8
"""Headings, gaps and the last line, beside the rows of the two tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """What is watched.

    Parameters
    ----------
    session
        Only this one; ``None`` for all.
    kinds
        Only alerts of these kinds; empty for all.
    severity
        Only alerts of this severity and above.
    since
        Only sessions with a turn since then, and only alerts of turns since then; an alert of a
        turn without a time counts as its session does.
    """

    session: str | None = None
    kinds: frozenset[ConflictKind] = frozenset()
    severity: Severity = Severity.LOW
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """What one look at a store found: the latest sessions and, oldest first, the last alerts."""

    sessions: Sequence[SessionSummary]
    alerts: Sequence[StoredAlert]


def look(store: Archive, watched: Watched, *, rows: int) -> Seen:
    """Return the latest sessions and the last alerts, ``rows`` of each at most."""
    return Seen(_sessions(store, watched, rows), _last_alerts(store, watched, rows))


def _sessions(store: Archive, watched: Watched, rows: int) -> list[SessionSummary]:
    if watched.session is None:
        return store.overview(limit=rows, since=watched.since)
    found = (each for each in _all_sessions(store, watched) if each.session == watched.session)
    return list(islice(found, 1))


def _all_sessions(store: Archive, watched: Watched) -> Iterator[SessionSummary]:
    offset = 0
    while page := store.overview(limit=_PAGE, offset=offset, since=watched.since):
        yield from page
        offset += len(page)


def _last_alerts(store: Archive, watched: Watched, rows: int) -> Sequence[StoredAlert]:
    """Return the last alerts, looking further and further back for as many as are shown."""
    newest, reach = store.alert_cursor(), _PAGE
    while True:
        start = max(0, newest - reach)
        found = deque(_alerts(store, watched, start), maxlen=rows)
        if start == 0 or len(found) == rows:
            return tuple(found)
        reach *= 10


def _alerts(store: Archive, watched: Watched, cursor: int) -> Iterator[StoredAlert]:
    """Yield what is watched of the alerts after a cursor, oldest first."""
    since, found = watched.since, _stored(store, watched, cursor)
    if since is None:
        yield from found
        return

    @cache
    def names() -> set[str]:
        return {summary.session for summary in _all_sessions(store, watched)}

    for stored in found:
        at = stored.alert.conflict.claim.at
        if stored.alert.session in names() if at is None else since <= at:
            yield stored


def _stored(store: Archive, watched: Watched, cursor: int) -> Iterator[StoredAlert]:
    while page := store.alerts_since(
        cursor, limit=_PAGE, session=watched.session, kinds=watched.kinds, severity=watched.severity
    ):
        yield from page
        cursor = page[-1].cursor


def show(seen: Seen) -> RenderableType:
    """Return what was seen as two tables; none of its words act on the terminal."""
    return Group(
        Text("sessions", "bold"),
        overview_table(seen.sessions),
        Text(),
        Text("alerts", "bold"),
        _alert_table(seen.alerts),
    )


def _alert_table(alerts: Sequence[StoredAlert]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("severity")
    table.add_column("session", overflow="fold", max_width=40)
    table.add_column("turn", justify="right")
    table.add_column("kind", no_wrap=True)
    table.add_column("state", no_wrap=True)
    table.add_column("what clashes", overflow="fold")
    for stored in alerts:
        alert = stored.alert
        table.add_row(
            Text(alert.severity.value, _STYLES[alert.severity]),
            Text(squeeze(clip(alert.session))),
            str(alert.conflict.claim.turn),
            spell(alert.conflict.kind),
            spell(alert.state),
            Text(squeeze(clip(alert.explanation, limit=300))),
        )
    return table


def print_alerts(store: Archive, watched: Watched, cursor: int) -> int:
    """Print each alert that is watched after a cursor as a line of JSON; return the new cursor."""
    newest = store.alert_cursor()  # asked before the reading, which then misses none up to it
    for stored in _alerts(store, watched, cursor):
        typer.echo(to_json(stored.alert))
        cursor = stored.cursor
    return max(cursor, newest)


def watch(store: Archive, watched: Watched, *, interval: float, rows: int) -> None:
    """Show sessions and alerts until Ctrl-C.

    Where the store cannot be read for a while, that is said and tried again.

    Raises
    ------
    InputError
        If there is no terminal.
    """
    console = make_console()
    if not console.is_terminal:
        raise InputError("expected a terminal, got a file or a pipe; give --once or --json")
    live = Live(console=console, auto_refresh=False, vertical_overflow="ellipsis")
    with kept_interrupts() as check, live:
        while True:
            live.update(_look_again(store, watched, _fitting(rows, console.height)), refresh=True)
            check()
            sleep(interval)


def _look_again(store: Archive, watched: Watched, rows: int) -> RenderableType:
    try:
        tables = show(look(store, watched, rows=rows))
    except StoreError as error:
        return Text(f"{squeeze(str(error))}; trying again", "red")
    return Group(tables, Text(f"\n{datetime.now(UTC):%H:%M:%S} UTC · Ctrl-C ends", "dim"))


def _fitting(rows: int, height: int) -> int:
    """Return how many rows each of the two tables may have."""
    return max(1, min(rows, (height - _OTHER_LINES) // 2))
