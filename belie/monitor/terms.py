"""What a line of a table or a list is found by: its words, its values, and what these measure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.monitor.keeping import kept
from belie.monitor.stems import stems
from belie.monitor.values import Amount, Moment, read_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belie.monitor.record import Record
    from belie.monitor.values import Value

__all__ = ["is_word", "terms", "terms_of_line"]

_DENIALS = frozenset({"no", "not"})
"""What no line is found by."""


def is_word(term: str) -> bool:
    """Whether a term is a word, and no value."""
    return " " not in term


def terms_of_line(line: Record) -> frozenset[str]:
    """Return the terms of a line, with those of what its list is headed with."""
    told = (line.lead, *line.pieces) if line.lead else line.pieces
    return frozenset[str]().union(*(terms(piece.said) for piece in told))


@kept(8192)
def terms(text: str) -> frozenset[str]:
    """Return the stems of a text's words, its values, and what these are values of."""
    found: list[str] = []
    start = 0
    for value in read_values(text):
        found += [*stems(text[start : value.span.start]), *_of_value(value)]
        if isinstance(value.said, Moment) and value.said.weekday is not None:
            found += stems(value.span.cut(text))  # "on Tuesdays" is no value
        start = value.span.end
    return frozenset([*found, *stems(text[start:])]) - _DENIALS


def _of_value(value: Value) -> Iterator[str]:
    """Yield what a line may be found by that has the same value or another of its kind."""
    said = value.said
    if isinstance(said, Amount):
        yield f"{said.kind} {said.low:g}"
        if said.kind not in {"count", "ordinal"}:
            yield said.kind.split()[0]
    elif said.years and said == Moment((said.years[0], said.years[0])):
        yield from (f"count {said.years[0]:g}", said.kind)  # as in a column of years
    else:
        yield f"{said.years} {said.month} {said.day} {said.weekday} {said.minute}"
        if said.weekday is None:
            yield said.kind
