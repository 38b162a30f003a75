"""The names of the months, of the days of the week and of the parts of a day, as written."""

from __future__ import annotations

from belie.graph.word_sets import word_list

__all__ = ["DAYS", "MONTHS", "PART_OF_DAY", "weekday"]

MONTHS = word_list(
    "January February March April May June July August September October November December"
)
DAYS = word_list("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
PART_OF_DAY = r"in the (?:early |late )?(?:morning|afternoon|evening)|at night|tonight"
"""What stands behind an hour, as an expression."""
_NUMBERS = {name[:3].lower(): number for number, name in enumerate(DAYS)}


def weekday(name: str) -> int:
    """Return the number of a day of the week by its first three letters; 0 is Monday.

    Examples
    --------
    >>> weekday("Tues"), weekday("sundays")
    (1, 6)
    """
    return _NUMBERS[name[:3].lower()]
