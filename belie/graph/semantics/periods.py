"""Stretches of time, and whether they meet."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Period", "Times", "apart"]


@dataclass(frozen=True, slots=True)
class Period:
    """Days of the calendar, numbered as `datetime.date.toordinal` does: from first to last."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Times:
    """When a text says that something is so; what is empty was not said.

    Parameters
    ----------
    periods
        Stretches of the calendar.
    weekdays
        0 is Monday; what happens every week.
    parts
        Of the day or the year, which come again, each with its sort: ("day", "morning"),
        ("season", "winter"), ("month", "3"), ("date", "3-5").
    """

    periods: frozenset[Period] = frozenset()
    weekdays: frozenset[int] = frozenset()
    parts: frozenset[tuple[str, str]] = frozenset()


def apart(one: Times, other: Times) -> bool:
    """Return whether both name a time of one sort, and never the same.

    Examples
    --------
    >>> apart(Times(weekdays=frozenset({0})), Times(weekdays=frozenset({5, 6})))
    True
    """
    if one.weekdays and other.weekdays and not one.weekdays & other.weekdays:
        return True
    for sort in {mine for mine, _ in one.parts} & {its for its, _ in other.parts}:
        if not {part for part in one.parts & other.parts if part[0] == sort}:
            return True
    meet = (mine.first <= its.last and its.first <= mine.last
            for mine in one.periods for its in other.periods)  # fmt: skip
    return bool(one.periods and other.periods) and not any(meet)
