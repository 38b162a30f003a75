"""Values of a claim in the words that a premise has for them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from belie.monitor.values.comparing import are_same
from belie.monitor.values.reading import read_values
from belie.monitor.values.value import Amount, Bound, Moment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.datatypes import Span
    from belie.monitor.values.value import Value

__all__ = ["in_words_of"]

_COUNTED = 12
"""Counts up to this are known to a classifier in letters and in figures."""


def in_words_of(premise: str, claim: str) -> str | None:
    """Return ``claim`` with each value that ``premise`` writes otherwise in the words of that.

    ``None`` where there is no such value. Only values that are the same count, whichever of the two
    is the premise: of "about 60" and "58" neither is.

    Examples
    --------
    >>> in_words_of("It sold for 1.5 million dollars in May 1990.", "It cost $1,500,000.")
    'It cost 1.5 million dollars.'
    >>> in_words_of("It begins at 14:00.", "The talk is at 2 pm and takes two hours.")
    'The talk is at 14:00 and takes two hours.'
    >>> in_words_of("Stones smaller than 5 mm pass.", "Stones under 5 mm pass by themselves.")
    'Stones smaller than 5 mm pass by themselves.'
    """
    own = [mine for mine in read_values(claim) if _is_limit(mine) or not _is_small_count(mine)]
    values = read_values(premise) if own else ()
    written = claim
    for mine in reversed(own):
        place, same = _same(mine, values, premise)
        if same and place.cut(claim).casefold() not in map(str.casefold, same):
            written = f"{written[: place.start]}{same[0]}{written[place.end :]}"
    return written if written != claim else None


def _same(mine: Value, values: Sequence[Value], premise: str) -> tuple[Span, list[str]]:
    """Return what of a value of the claim is told anew, and the words of the same values for it.

    A limit is, with the words that make it one; of a limit and no limit the number is.
    """
    alike = [one for one in values if one.said.bound is mine.said.bound]
    same = [_place(one).cut(premise) for one in alike if are_same(one, mine)]
    same = same or _in_digits(mine, alike, premise)
    if same:
        return _place(mine), same
    numbers = [one for one in values if _is_limit(one) and are_same(_number(one), _number(mine))]
    return mine.span, [one.span.cut(premise) for one in numbers]


def _number(value: Value) -> Value:
    return replace(value, said=replace(value.said, bound=Bound.EXACT))


def _place(value: Value) -> Span:
    """Return where a value is told, a limit with the words that make it one."""
    return value.whole if _is_limit(value) else value.span


def _is_limit(value: Value) -> bool:
    return value.said.bound not in (Bound.EXACT, Bound.ABOUT) and not value.denied


def _in_digits(mine: Value, values: Sequence[Value], premise: str) -> list[str]:
    """Return "2024-11-03", which tells the year too, for "3 November"; not if of several years."""
    own = mine.said
    if not isinstance(own, Moment) or own.day is None or own.years is not None:
        return []
    days = [
        one
        for one in values
        if isinstance(one.said, Moment) and (one.said.month, one.said.day) == (own.month, own.day)
    ]
    words = [one.span.cut(premise) for one in days]
    several = 1 < len({one.said for one in days})
    return [] if several or any(map(str.isalpha, "".join(words))) else words


def _is_small_count(value: Value) -> bool:
    said = value.said
    return isinstance(said, Amount) and said.kind in {"count", "ordinal"} and said.high <= _COUNTED
