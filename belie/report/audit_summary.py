"""What a whole audit found, in numbers that can be added up conversation by conversation."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from heapq import nsmallest
from typing import TYPE_CHECKING

from belie.datatypes import Role
from belie.report.audited import counts
from belie.report.summary import Summary, summarise

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date
    from typing import Self

    from belie.datatypes import (
        AlertState,
        ConflictKind,
        ErrorType,
        Relation,
        Severity,
        TurnReport,
    )
    from belie.report.audited import Audited

__all__ = ["AuditSummary", "Day", "Finding", "WorstSession"]

_WORST = 10
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Finding:
    """What alerts are counted by."""

    kind: ConflictKind
    relation: Relation
    error_type: ErrorType | None
    severity: Severity
    state: AlertState
    counted: bool


@dataclass(frozen=True, slots=True)
class Day:
    """The turns of one day (UTC), and the alerts that they raised."""

    turns: int
    alerts: int


@dataclass(frozen=True, slots=True)
class WorstSession:
    """A session with alerts that count, and where it was read."""

    session: str
    source: str
    line: int
    alerts: int
    turns: int


def _no_totals() -> Summary:
    return summarise(())


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditSummary:
    """What an audit checked, what it found, by what, and what it left unchecked.

    Two summaries of different conversations are added with ``+``; in which order several are
    brought together does not matter.

    Parameters
    ----------
    totals
        The counts of all turns together.
    answers
        How many turns of the assistant there are.
    contradicting
        How many of them raised an alert that counts: one that no person acknowledged or marked
        false.
    findings
        How many alerts there are of each sort.
    worst
        The ten sessions with the most alerts that count, the worst first.
    days
        Turns and alerts by the day on which the turn was said, in UTC.
    undated
        How many turns have no time.
    models
        How many verdicts each classifier gave, by its name and version.
    thresholds
        The probabilities from which a contradiction was a conflict, and how many conversations
        were audited with each.
    warnings
        How often something was left unchecked, by the warning's words with a # for each number.
    problems
        How many records or conversations could not be audited, or not to their end.

    Examples
    --------
    >>> from belie.datatypes import Role, Turn, TurnReport
    >>> from belie.report.audited import Audited
    >>> hello = TurnReport(Turn("s1", 0, Role.USER, "Hello."))
    >>> summary = AuditSummary.of(Audited("chat.jsonl", 1, "s1", (hello,)))
    >>> (summary + AuditSummary()).totals.turns
    1
    """

    totals: Summary = field(default_factory=_no_totals)
    answers: int = 0
    contradicting: int = 0
    findings: Mapping[Finding, int] = field(default_factory=dict[Finding, int], hash=False)
    worst: tuple[WorstSession, ...] = ()
    days: Mapping[date, Day] = field(default_factory=dict["date", Day], hash=False)
    undated: int = 0
    models: Mapping[str, int] = field(default_factory=dict[str, int], hash=False)
    thresholds: Mapping[float, int] = field(default_factory=dict[float, int], hash=False)
    warnings: Mapping[str, int] = field(default_factory=dict[str, int], hash=False)
    problems: int = 0

    @classmethod
    def of(cls, audited: Audited) -> Self:
        """Return the summary of one conversation, whole."""
        reports = audited.reports
        answers = [report for report in reports if report.turn.role is Role.ASSISTANT]
        return cls(
            totals=summarise(reports),
            answers=len(answers),
            contradicting=sum(any(map(counts, report.alerts)) for report in answers),
            findings=_findings(audited),
            worst=_worst(audited),
            days=_days(reports),
            undated=sum(report.turn.at is None for report in reports),
            models=Counter(verdict.model for report in reports for verdict in report.verdicts),
            thresholds={} if audited.threshold is None else {audited.threshold: 1},
            warnings=_warnings(reports),
            problems=int(audited.problem is not None),
        )

    def __add__(self, other: AuditSummary) -> AuditSummary:
        return AuditSummary(
            totals=self.totals + other.totals,
            answers=self.answers + other.answers,
            contradicting=self.contradicting + other.contradicting,
            findings=Counter(self.findings) + Counter(other.findings),
            worst=tuple(nsmallest(_WORST, (*self.worst, *other.worst), key=_by_badness)),
            days=_joined_days(self.days, other.days),
            undated=self.undated + other.undated,
            models=Counter(self.models) + Counter(other.models),
            thresholds=Counter(self.thresholds) + Counter(other.thresholds),
            warnings=Counter(self.warnings) + Counter(other.warnings),
            problems=self.problems + other.problems,
        )

    def add(self, audited: Audited) -> AuditSummary:
        """Return this summary with one more conversation."""
        return self + AuditSummary.of(audited)

    @property
    def rate(self) -> float:
        """The share in [0, 1] of the assistant's turns with an alert that counts; 0 of none."""
        return self.contradicting / self.answers if self.answers else 0.0

    @property
    def by_severity(self) -> Mapping[Severity, int]:
        """How many alerts of each severity there are."""
        found: Counter[Severity] = Counter()
        for finding, number in self.findings.items():
            found[finding.severity] += number
        return dict(found)


def _by_badness(worst: WorstSession) -> tuple[int, str, str, int, int]:
    return -worst.alerts, worst.session, worst.source, worst.line, worst.turns


def _findings(audited: Audited) -> Mapping[Finding, int]:
    return Counter(
        Finding(
            alert.conflict.kind,
            alert.conflict.verdict.relation,
            alert.conflict.verdict.error_type,
            alert.severity,
            alert.state,
            counts(alert),
        )
        for alert in audited.alerts
    )


def _worst(audited: Audited) -> tuple[WorstSession, ...]:
    counted = sum(map(counts, audited.alerts))
    if not counted:
        return ()
    place = audited.session, audited.source, audited.line
    return (WorstSession(*place, counted, len(audited.reports)),)


def _days(reports: Sequence[TurnReport]) -> Mapping[date, Day]:
    days: dict[date, Day] = {}
    for report in reports:
        if report.turn.at is not None:
            day = {report.turn.at.date(): Day(1, len(report.alerts))}
            days = _joined_days(days, day)
    return days


def _joined_days(first: Mapping[date, Day], second: Mapping[date, Day]) -> dict[date, Day]:
    days = dict(first)
    for day, found in second.items():
        known = days.get(day, Day(0, 0))
        days[day] = Day(known.turns + found.turns, known.alerts + found.alerts)
    return days


def _warnings(reports: Iterable[TurnReport]) -> Mapping[str, int]:
    return Counter(_NUMBER.sub("#", warning) for report in reports for warning in report.warnings)
