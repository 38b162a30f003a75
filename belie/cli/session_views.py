"""How ``belie sessions …`` shows what it found; no word of a conversation acts on the terminal."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from belie.report.words import clip, spell, squeeze

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from belie.datatypes import SessionSummary, TurnReport

__all__ = ["alert_table", "overview_json", "overview_table"]

_NUMBERS = "turns", "alerts", "to review"


def overview_table(summaries: Sequence[SessionSummary]) -> Table:
    """Return a row for each session."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("session", overflow="fold")
    for name in _NUMBERS:
        table.add_column(name, justify="right")
    table.add_column("first turn")
    table.add_column("last turn")
    for summary in summaries:
        numbers = summary.turns, summary.alerts, summary.to_review
        table.add_row(
            Text(squeeze(clip(summary.session))),
            *map(str, numbers),
            _minute(summary.first_at),
            _minute(summary.last_at),
        )
    return table


def _minute(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M}"


def overview_json(summaries: Sequence[SessionSummary]) -> str:
    """Return the sessions as a JSON array, with the names of `SessionSummary`."""
    rows = [
        {
            "session": summary.session,
            "turns": summary.turns,
            "alerts": summary.alerts,
            "to_review": summary.to_review,
            "first_at": summary.first_at.isoformat(),
            "last_at": summary.last_at.isoformat(),
        }
        for summary in summaries
    ]
    return dumps(rows, indent=2)


def alert_table(reports: Sequence[TurnReport]) -> Table:
    """Return the state and the id of each alert."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("state")
    table.add_column("alert", overflow="fold")
    for report in reports:
        for alert in report.alerts:
            table.add_row(spell(alert.state), Text(squeeze(alert.id)))
    return table
