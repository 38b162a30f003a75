"""What an audit says of one conversation of a file, and what every format makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from belie.datatypes import AlertState

if TYPE_CHECKING:
    from collections.abc import Iterable

    from belie.datatypes import Alert, TurnReport
    from belie.report.audit_summary import AuditSummary

__all__ = ["Audited", "Form", "counts", "render"]

_COUNTED = (AlertState.OPEN, AlertState.RESOLVED)


@dataclass(frozen=True, slots=True)
class Audited:
    """One conversation of a file after its audit, or a record that could not be read as one.

    Parameters
    ----------
    source
        The file's name, or ``"<stdin>"``.
    line
        The line it starts at, counted from 1; 0 where a file as a whole could not be read.
    session
        Its name in the store; empty where no conversation could be read.
    reports
        Of its turns, in order, each alert in its present state.
    problem
        Why it was not audited to its end, with file and line; ``None`` where it was.
    threshold
        The probability from which a contradiction was a conflict; ``None`` where nothing was
        audited.
    """

    source: str
    line: int
    session: str = ""
    reports: tuple[TurnReport, ...] = ()
    problem: str | None = None
    threshold: float | None = None

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """The alerts of all its turns."""
        return tuple(alert for report in self.reports for alert in report.alerts)


class Form(Protocol):
    """Protocol: a text of all audited conversations, made piece by piece.

    A form is used for one text: it may remember what it has written.
    """

    def body(self, audited: Audited) -> str:
        """Return what the text says of the next conversation."""
        ...

    def head(self, summary: AuditSummary) -> str:
        """Return what stands before all conversations; asked for when the last one is known."""
        ...

    def tail(self, summary: AuditSummary) -> str:
        """Return what stands after all conversations."""
        ...


def counts(alert: Alert) -> bool:
    """Whether an alert counts where something is to fail by it.

    What a person acknowledged or marked false in the store does not count again; what a later
    turn mended was still said.
    """
    return alert.state in _COUNTED


def render(form: Form, audits: Iterable[Audited], summary: AuditSummary) -> str:
    """Return the whole text of few conversations; an audit of many writes it piece by piece."""
    body = "".join(map(form.body, audits))
    return f"{form.head(summary)}{body}{form.tail(summary)}"
