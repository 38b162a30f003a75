"""What a text says in numbers: amounts and moments, with the words they stand in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belie.datatypes import Span

__all__ = ["LOOSE", "Amount", "Bound", "Moment", "Value"]


class Bound(StrEnum):
    """How a number is meant."""

    EXACT = "exact"
    ABOUT = "about"
    OVER = "over"
    AT_LEAST = "at_least"
    UNDER = "under"
    AT_MOST = "at_most"


LOOSE = frozenset({Bound.AT_LEAST, Bound.AT_MOST})
"""Limits that may be reached."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of something.

    Parameters
    ----------
    kind
        What it measures; amounts of one kind can be compared: ``"count"``, ``"ordinal"``,
        ``"ratio"`` (percentages and fractions), ``"money EUR"``, ``"length"``, ``"time"``,
        ``"period"`` (how often: the time from one time to the next).
    low, high
        In the kind's base unit; equal but for a range.
    half
        Half a unit of the last digit told, in the base unit: how far rounding may have moved it.
        0 for whole counts.
    bound
        Whether the number is meant as it stands or as a limit.
    unit
        The unit as it was named, in its shortest form; two of a sum ("ft inch"); empty for a bare
        number.
    """

    kind: str
    low: float
    high: float
    half: float = 0.0
    bound: Bound = Bound.EXACT
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """A time of the calendar or the clock; what is ``None`` was not told.

    Parameters
    ----------
    years
        First and last; a decade or a century has several, years before Christ are negative.
    month, day
        From 1.
    weekday
        0 is Monday.
    minute
        Of the day, in [0, 1440).
    half_day
        Whether ``minute`` leaves open if it is before or after noon.
    zone
        Minutes by which its clock is ahead of UTC.
    bound
        Whether it is the moment, or what is before or after it.
    """

    years: tuple[int, int] | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    minute: float | None = None
    half_day: bool = False
    zone: int | None = None
    bound: Bound = Bound.EXACT

    @property
    def kind(self) -> str:
        """``"clock"``, ``"weekday"`` or ``"date"``: what it can be compared with."""
        if self.minute is not None:
            return "clock"
        return "date" if self.weekday is None else "weekday"


@dataclass(frozen=True, slots=True)
class Value:
    """An amount or a moment, and its words.

    Parameters
    ----------
    span
        Its words, with the unit, without the words that make it a limit.
    whole
        Its words with those: "more than 200".
    said
        What they say.
    denied
        Whether a word before it makes its limit the opposite one: "must not exceed 30 kg".
    """

    span: Span
    whole: Span
    said: Amount | Moment
    denied: bool = False
