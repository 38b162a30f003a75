"""A value of the evidence, written as the claim writes its own."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from belie.monitor.values import Amount, Bound, Moment, Outcome, agree, read_values
from belie.monitor.values.calendar import DAYS, MONTHS

if TYPE_CHECKING:
    from belie.monitor.values import Value

__all__ = ["written_like"]

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_YEAR = re.compile(r"\b\d{4}\b")
_DAY = re.compile(r"\b\d{1,2}(?=\b|st|nd|rd|th)")
_MOST_DECIMALS = 6
_SHORT_MONTH = re.compile(r"\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b")
_LONG_MONTH = re.compile(rf"\b(?:{'|'.join(MONTHS)})\b")


def written_like(value: Value, model: Value, words: str, *, commas: bool = False) -> str | None:
    """Return ``value`` in the manner of ``words``, which are those of ``model``.

    Parameters
    ----------
    value
        What is to be written.
    model, words
        The value it takes the place of, and how that is written.
    commas
        Whether ``value`` is written with commas between thousands where it comes from.

    Returns
    -------
    str or None
        ``None`` where it cannot be written so without saying something else.

    Examples
    --------
    >>> [said, model] = read_values("They made 2 million dollars, not $1.5m.")
    >>> written_like(said, model, "$1.5m")
    '$2m'
    >>> [said, model] = read_values("It was on 3 June 1991, not in May 1990.")
    >>> written_like(said, model, "May 1990")
    'June 1991'
    """
    if isinstance(value.said, Amount) and isinstance(model.said, Amount):
        written = _amount(value.said, model.said, words, commas=commas or "," in words)
    elif isinstance(value.said, Moment) and isinstance(model.said, Moment):
        written = _moment(value.said, model.said, words)
    else:
        return None
    return written if written and _says(written, value) else None


def _says(written: str, value: Value) -> bool:
    """Whether the words follow from the value when they are read again; "in" makes a year one."""
    found = read_values(f"in {written}")
    plain = replace(value, said=replace(value.said, bound=Bound.EXACT))
    return len(found) == 1 and agree(plain, found[0]) is Outcome.EQUAL


def _amount(said: Amount, model: Amount, words: str, *, commas: bool) -> str | None:
    """Return the model's words with another number in their one number."""
    numbers = list(_NUMBER.finditer(words))
    if len(numbers) != 1 or said.low != said.high or model.low != model.high:
        return None
    match = numbers[0]
    shown = float(match[0].replace(",", ""))
    if said.kind != model.kind or not shown or not model.low:
        return None
    number = said.low * shown / model.low
    decimals = _decimals(number)
    if decimals is None:
        return None
    written = f"{number:{',' if commas else ''}.{decimals}f}"
    return f"{words[: match.start()]}{written}{words[match.end() :]}"


def _decimals(number: float) -> int | None:
    """Return how many decimals tell the number whole; ``None`` if that takes too many."""
    near = 1e-9 * max(1.0, abs(number))
    return next(
        (some for some in range(_MOST_DECIMALS) if abs(round(number, some) - number) <= near), None
    )


def _moment(said: Moment, model: Moment, words: str) -> str | None:
    """Return the model's words with the parts of another moment in their places."""
    if model.weekday is not None:
        bare = words.lower() in map(str.lower, DAYS)
        return DAYS[said.weekday] if bare and said.weekday is not None else None
    if model.minute is not None:
        return None
    written: str | None = words
    if model.day is not None:
        written = _put(_DAY, said.day, written)
    if model.month is not None:
        written = _month(said.month, written)
    if model.years is not None:
        written = _put(_YEAR, _year(said), written) if _year(model) else None
    return written


def _year(moment: Moment) -> int | None:
    """Return the one year of a moment; ``None`` for a decade, and for years before Christ."""
    first, last = moment.years or (0, 0)
    return first if first == last and 0 < first else None


def _put(part: re.Pattern[str], number: int | None, text: str | None) -> str | None:
    """Return ``text`` with a number in the place of its one part of a kind."""
    if number is None or text is None or len(part.findall(text)) != 1:
        return None
    return part.sub(str(number), text)


def _month(month: int | None, text: str | None) -> str | None:
    """Return ``text`` with the name of a month in the place of one, short where that is short."""
    if month is None or text is None:
        return None
    name = MONTHS[month - 1]
    for known, put in ((_LONG_MONTH, name), (_SHORT_MONTH, name[:3])):
        if known.search(text):
            return known.sub(put, text, count=1)
    return None
