"""What an inference concludes about a claim, with the steps that show it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from belie.datatypes import ErrorType

if TYPE_CHECKING:
    from belie.monitor.reasoning.lines import Line

__all__ = ["ALL_INFERENCES", "ERROR_TYPES", "Derivation", "Inference"]


class Inference(StrEnum):
    """A way from what several statements say to what none of them says."""

    TOTAL = "total"
    """So many of so many each, or several parts together: products and sums."""
    DIFFERENCE = "difference"
    """What is left of a number when some of it has gone."""
    RATE = "rate"
    """A price, pay, length or speed by the piece, and how many pieces; twice as much as."""
    SHARE = "share"
    """Percentages and fractions of a number."""
    DURATION = "duration"
    """A date and a time that passed: ends, ages, arrivals."""
    ORDER = "order"
    """What comes before what, also within a life: nobody graduates before being born."""
    COMPARISON = "comparison"
    """More and less over several steps, by measures, and against a superlative."""
    MEMBERSHIP = "membership"
    """What holds for all, none or only some, and one of them; lists that are complete."""
    HOURS = "hours"
    """Weekdays, times of the day and months within and outside opening hours."""
    BELONGING = "belonging"
    """What somebody has none of, and "my" before it."""


ALL_INFERENCES = frozenset(Inference)

ERROR_TYPES = {
    Inference.TOTAL: ErrorType.NUMERIC,
    Inference.DIFFERENCE: ErrorType.NUMERIC,
    Inference.RATE: ErrorType.NUMERIC,
    Inference.SHARE: ErrorType.NUMERIC,
    Inference.DURATION: ErrorType.TEMPORAL,
    Inference.ORDER: ErrorType.TEMPORAL,
    Inference.COMPARISON: ErrorType.ENTITY_INVERSION,
    Inference.MEMBERSHIP: ErrorType.INCLUSION_RELATION,
    Inference.HOURS: ErrorType.TEMPORAL,
    Inference.BELONGING: ErrorType.NEGATION,
}


@dataclass(frozen=True, slots=True)
class Derivation:
    """Why a claim cannot hold, or why it can.

    Parameters
    ----------
    inference
        The way it was found.
    premises
        The lines it follows from, in the order of the steps; at least one.
    conclusion
        What follows from them, for people: "6 × 2 = 12 beds".
    refutes
        Whether the claim cannot hold; otherwise it follows, unless ``is_open``.
    is_open
        Whether the claim does not follow either: it goes with the premises, however much they look
        like a clash.
    values
        The numbers and times of the claim that follow, in its words; a clash that is marked in
        other words of the claim stays. Empty where all of the claim follows.
    """

    inference: Inference
    premises: tuple[Line, ...]
    conclusion: str
    refutes: bool
    is_open: bool = False
    values: tuple[str, ...] = ()
