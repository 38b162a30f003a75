"""What a model wrote down on its way to a verdict."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from cachetools import LRUCache

if TYPE_CHECKING:
    from collections.abc import Iterable

    from belie.datatypes import ErrorType, Span, Statement

__all__ = ["Check", "FactStep", "LogicStep", "Steps", "StepsKept"]


class Check(StrEnum):
    """What the premises say of a point of a claim, or of its logic."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    NOT_STATED = "not_stated"


@dataclass(frozen=True, slots=True)
class FactStep:
    """One point of a claim: what it states, the context it was held against, the check.

    Parameters
    ----------
    point
        The fact, in the model's words.
    check
        Whether the context supports it.
    premise, premise_span
        What speaks of the point and the words that do; ``None`` where nothing does.
    claim_span
        The words of the claim that state it; ``None`` where the model did not copy them.
    error_type
        The kind of error, where it is contradicted.
    """

    point: str
    check: Check
    premise: Statement | None = None
    premise_span: Span | None = None
    claim_span: Span | None = None
    error_type: ErrorType | None = None


@dataclass(frozen=True, slots=True)
class LogicStep:
    """The logic of a claim: the context it was held against, both structures, the comparison.

    Parameters
    ----------
    premise_structure, claim_structure
        How the parts of each hang together, in the model's words.
    comparison
        How the two structures differ, in the model's words.
    check
        Whether the premise has the logic of the claim.
    premise, premise_span, claim_span
        Whose logic it was held against, and the words that state it on both sides.
    error_type
        The kind of fallacy, where the claim commits one.
    """

    premise_structure: str
    claim_structure: str
    comparison: str
    check: Check
    premise: Statement | None = None
    premise_span: Span | None = None
    claim_span: Span | None = None
    error_type: ErrorType | None = None


@dataclass(frozen=True, slots=True)
class Steps:
    """How the verdicts on one claim came about.

    Parameters
    ----------
    claim
        The id of the claim.
    facts
        The first stage, point by point; at least one.
    logic
        The second stage; ``None`` where it was not asked, or left to the local verifier.
    """

    claim: str
    facts: tuple[FactStep, ...]
    logic: LogicStep | None = None

    @property
    def facts_hold(self) -> bool:
        """Whether all points are supported."""
        return all(step.check is Check.SUPPORTED for step in self.facts)

    @property
    def logic_fails(self) -> bool:
        """Whether the second stage found a logic that the premises do not have."""
        return self.logic is not None and self.logic.check is not Check.SUPPORTED


class StepsKept:
    """The steps of the last ``size`` claims; threads may share it."""

    def __init__(self, size: int) -> None:
        self._kept: LRUCache[str, Steps] = LRUCache(size)
        self._lock = threading.Lock()

    def add(self, several: Iterable[Steps]) -> None:
        """Keep steps; of a claim that has some, in their place."""
        with self._lock:
            self._kept.update((steps.claim, steps) for steps in several)

    def of(self, claim: str) -> Steps | None:
        """Return the steps of the claim with this id, if they are still kept."""
        with self._lock:
            return self._kept.get(claim)

    def clear(self) -> None:
        """Forget all steps."""
        with self._lock:
            self._kept.clear()
