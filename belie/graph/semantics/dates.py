"""The times a text names, resolved against the moment it was said."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from belie.graph.letters import plain_letters
from belie.graph.semantics.date_grammar import GRAMMAR
from belie.graph.semantics.periods import Times

if TYPE_CHECKING:
    from datetime import datetime

    from belie.graph.semantics.date_grammar import Read

__all__ = ["times", "without_times"]

_MAY_NAME_A_TIME = re.compile(
    r"\d|day|week|month|year|night|morning|evening|afternoon|tomorrow|winter|spring|summer|autumn|"
    r"fall|uary|march|april|\bmay\b|june|july|august|ember|october",
    re.IGNORECASE,
)
"""What every expression of the grammar needs: a text without it is not read through."""


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    times: Times


def times(text: str, at: datetime | None) -> Times:
    """Return the times that ``text`` names.

    Parameters
    ----------
    text
        What was said.
    at
        When it was said; ``None`` leaves words such as "yesterday" unread.

    Examples
    --------
    >>> from datetime import datetime
    >>> said = times("It rained yesterday.", datetime(2024, 3, 1))
    >>> [date.fromordinal(period.first).isoformat() for period in said.periods]
    ['2024-02-29']
    """
    found = [one.times for one in _find(text, at.date() if at else None)]
    return Times(
        periods=frozenset(period for one in found for period in one.periods),
        weekdays=frozenset(day for one in found for day in one.weekdays),
        parts=frozenset(part for one in found for part in one.parts),
    )


def without_times(text: str) -> str:
    """Return ``text`` without the words that name a time.

    Examples
    --------
    >>> without_times("In 2019 it had 40 lifts.").split()
    ['it', 'had', '40', 'lifts.']
    """
    kept: list[str] = []
    end = 0
    for one in _find(text, date(2000, 1, 1)):
        kept.append(text[end : one.start])
        end = one.end
    return "".join([*kept, text[end:]])


def _find(text: str, today: date | None) -> list[_Found]:
    """Return what is found, in order of the text; the longest reading of a stretch counts."""
    if not _MAY_NAME_A_TIME.search(text):
        return []
    plain = plain_letters(text)
    everything = [
        _Found(match.start(), match.end(), said)
        for expression, read in GRAMMAR
        for match in expression.finditer(plain)
        if (said := _said(read, match, today)) is not None
    ]
    everything.sort(key=lambda one: (one.start, -one.end))
    found: list[_Found] = []
    for one in everything:
        if not found or found[-1].end <= one.start:
            found.append(one)
    return found


def _said(read: Read, match: re.Match[str], today: date | None) -> Times | None:
    """Return what a match says; ``None`` where there is no such day, as on 31 June."""
    try:
        return read(match, today)
    except (ValueError, OverflowError):
        return None
