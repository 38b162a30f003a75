"""Texts cut at the borders of the words that the page marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import Passage, SkipReason, Span
from belie.report.segments import segment

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belie.datatypes import Skipped
    from belie.report.placing import Place, PlacedAlert
    from belie.report.segments import Segment

__all__ = ["Mark", "Piece", "Text", "cut", "marks"]


@dataclass(frozen=True, slots=True)
class Mark:
    """Words of one side of an alert.

    Parameters
    ----------
    number
        The alert's number in its conversation.
    side
        ``claim``, ``premise`` or ``support``; ``window`` for the passage that was read as evidence.
    span
        Where in its text the words stand.
    """

    number: int
    side: str
    span: Span


@dataclass(frozen=True, slots=True)
class Piece:
    """Words under the same marks.

    Parameters
    ----------
    text
        The words.
    marks
        ``"<number>-<side>"`` of each mark that covers them.
    starts, ends
        Those of ``marks`` that begin and end with them.
    windows
        The numbers of the alerts whose evidence they are part of.
    skipped
        Why they make no claim; ``None`` under a mark, which nothing may hide.
    ungrounded
        Whether no document backs them; ``False`` under a mark, and where they make no claim.
    """

    text: str
    marks: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    windows: tuple[int, ...] = ()
    skipped: SkipReason | None = None
    ungrounded: bool = False


Text = str | tuple[str | Piece, ...]
"""A text, or its parts where some of its words are marked."""


def marks(alerts: Sequence[PlacedAlert]) -> Mapping[Place, list[Mark]]:
    """Return what is marked in each text of a conversation."""
    found: dict[Place, list[Mark]] = {}
    for placed in alerts:
        sides = {"claim": placed.claim, "premise": placed.premise, "support": placed.support}
        for name, side in sides.items():
            if side is not None and side.place is not None:
                found.setdefault(side.place, []).append(Mark(placed.number, name, side.span))
        window = _window(placed)
        if window is not None and placed.premise.place is not None:
            found[placed.premise.place].append(Mark(placed.number, "window", window))
    return found


def _window(placed: PlacedAlert) -> Span | None:
    """Return where the passage stands that was read, if it is the text at hand."""
    premise = placed.alert.conflict.premise
    if not isinstance(premise, Passage):
        return None
    text = placed.premise.text[premise.span.start : premise.span.end]
    return premise.span if text == premise.text else None


def cut(
    text: str,
    found: Sequence[Mark],
    skipped: Sequence[Skipped] = (),
    ungrounded: Sequence[Span] = (),
) -> Text:
    """Return ``text`` in pieces; it stays a plain string where nothing in it is marked.

    Parameters
    ----------
    text
        Any text.
    found
        What is marked in it; marks may overlap.
    skipped
        Its stretches that make no claim, within it.
    ungrounded
        Its words that no document backs, within it.
    """
    if not found and not skipped and not ungrounded:
        return text
    parts = segment(text, [*(each.span for each in (*found, *skipped)), *ungrounded])
    return tuple(_piece(part, found, skipped) for part in parts)


def _piece(part: Segment, found: Sequence[Mark], skipped: Sequence[Skipped]) -> str | Piece:
    if not part.covers:
        return part.text
    marked, told = len(found), len(found) + len(skipped)
    here = [found[at] for at in part.covers if at < marked]
    words = [mark for mark in here if mark.side != "window"]
    reasons = [skipped[at - marked].reason for at in part.covers if marked <= at < told]
    return Piece(
        part.text,
        tuple(map(_name, words)),
        tuple(_name(mark) for mark in words if mark.span.start == part.span.start),
        tuple(_name(mark) for mark in words if mark.span.end == part.span.end),
        tuple(mark.number for mark in here if mark.side == "window"),
        reasons[0] if reasons and not words else None,
        ungrounded=not words and not reasons and any(told <= at for at in part.covers),
    )


def _name(mark: Mark) -> str:
    return f"{mark.number}-{mark.side}"
