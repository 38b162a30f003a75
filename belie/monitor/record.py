"""A line, a row or an object of a text in pieces that can be told without the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belie.datatypes import Span

__all__ = ["NOT", "Piece", "Record", "value_of"]

_AS_EMOJI = "\ufe0f"
"""What makes an emoji of a sign before it."""
NOT = frozenset({"no", "none", "false"})
"""What a line or a cell says of what is not there."""
_YES_NO = {
    **dict.fromkeys("✓✔✅☑", "yes"),
    **dict.fromkeys("✗✘❌✕✖", "no"),
    **dict.fromkeys(("-", "–", "—", "n/a"), "none"),
}


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words of a line, as they are told.

    Parameters
    ----------
    said
        The words: those of the text, or "yes" for a tick.
    source
        Where they stand in the text.
    header
        Whether they name the piece after them.
    joint
        What is told between a header and what it names.
    """

    said: str
    source: Span
    header: bool = False
    joint: str = ": "


@dataclass(frozen=True, slots=True)
class Record:
    """A line, a row or an object of a text.

    Parameters
    ----------
    pieces
        What it says; of a row the first value is its name.
    level
        Of a heading, which names what stands below it: 1 is the highest, 8 that of a line above a
        list; 0 of all other lines.
    lead
        What the list that it stands in is headed with, if that denies its items: "Not included".
    """

    pieces: tuple[Piece, ...]
    level: int = 0
    lead: Piece | None = None

    @property
    def heading(self) -> bool:
        """Whether it names what stands below it."""
        return self.level > 0

    @property
    def cells(self) -> tuple[tuple[Piece, ...], ...]:
        """The values, each after its header if it has one."""
        found: list[tuple[Piece, ...]] = []
        for number, piece in enumerate(self.pieces):
            if not piece.header:
                above = self.pieces[number - 1 : number] if number else ()
                found.append((*(one for one in above if one.header), piece))
        return tuple(found)

    @property
    def column(self) -> Span | None:
        """Where the header of a row's first column stands: the same for all rows of a table."""
        first = self.pieces[0]
        return first.source if first.header and 1 < len(self.cells) else None

    @property
    def name(self) -> str:
        """What it is about: the first value of a row, or the first half of "Pool: no"; or ""."""
        first, *others = self.pieces
        if not others:
            return ""
        if len(self.cells) == 1:
            return first.said if first.header and first.joint == ": " else others[0].said
        return next(piece.said for piece in self.pieces if not piece.header)


def value_of(span: Span, text: str) -> Piece:
    """Return the words of a span as a value: a tick, a cross and a dash in words.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> value_of(Span(0, 1), "✗").said
    'no'
    """
    said = span.cut(text)
    return Piece(_YES_NO.get(said.casefold().removesuffix(_AS_EMOJI), said), span)
