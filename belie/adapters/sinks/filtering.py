"""Only the alerts that matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.adapters.sinks.containment import checked_sink
from belie.datatypes import ConflictKind, Severity
from belie.errors import InputError
from belie.health import health_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from belie.datatypes import Alert
    from belie.protocols import Sink

__all__ = ["Filtered", "rank"]


class Filtered:
    """Tells a sink of alerts of some severity and of some kinds only.

    Parameters
    ----------
    sink
        Is told of these.
    severity
        The lowest that is told: ``"low"``, ``"medium"`` or ``"high"``.
    kinds
        Such as ``{"reference", "cross_turn"}``; all if not given.

    Raises
    ------
    InputError
        If a severity or a kind is unknown, or the sink no plain function.

    Examples
    --------
    >>> Filtered(print, severity="urgent")
    Traceback (most recent call last):
        ...
    belie.errors.InputError: expected low, medium or high, got 'urgent'
    """

    def __init__(
        self,
        sink: Sink,
        *,
        severity: Severity | str = Severity.LOW,
        kinds: Collection[ConflictKind | str] = tuple(ConflictKind),
    ) -> None:
        self._sink = checked_sink(sink)
        self._lowest = rank(_severity(severity))
        self._kinds = _kinds(kinds)

    def health(self) -> object:
        """Return how the sink behind it is doing; ``None`` where that has no ``health()``."""
        return health_of(self._sink)

    def __call__(self, alert: Alert, /) -> None:
        """Tell of the alert, if it is one of these."""
        if self._lowest <= rank(alert.severity) and alert.conflict.kind in self._kinds:
            self._sink(alert)


def rank(severity: Severity) -> int:
    """Return how severe that is, counted from 0.

    Examples
    --------
    >>> rank(Severity.LOW) < rank(Severity.HIGH)
    True
    """
    return tuple(Severity).index(severity)


def _severity(severity: Severity | str) -> Severity:
    try:
        return Severity(severity)
    except ValueError as error:
        raise InputError(f"expected low, medium or high, got {severity!r}") from error


def _kinds(kinds: Collection[ConflictKind | str]) -> frozenset[ConflictKind]:
    if isinstance(kinds, str):
        raise InputError(f"expected several kinds, such as {{{kinds!r}}}, got a string")
    try:
        return frozenset(ConflictKind(kind) for kind in kinds)
    except ValueError as error:
        expected = ", ".join(ConflictKind)
        raise InputError(f"expected kinds to be of {expected}, got {list(kinds)}") from error
