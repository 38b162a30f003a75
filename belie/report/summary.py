"""Counting what a list of turn reports holds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from belie.datatypes import AlertState, ConflictKind, ErrorType, Relation, Role
from belie.report.words import count, spell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belie.datatypes import SkipReason, TurnReport

__all__ = ["Summary", "summarise"]

_NOUNS = {
    ConflictKind.CROSS_TURN: ("cross-turn contradiction", None),
    ConflictKind.REFERENCE: ("document contradiction", None),
    ConflictKind.USER_FACT: ("contradiction of the user", "contradictions of the user"),
    ConflictKind.SAME_TURN: ("same-turn contradiction", None),
    ConflictKind.DOCUMENT: ("document disagreement", None),
}

_STATES = {
    AlertState.ACKNOWLEDGED: "acknowledged",
    AlertState.FALSE_ALARM: "marked false",
    AlertState.RESOLVED: "resolved",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What was checked and what was found, in numbers.

    Parameters
    ----------
    sessions, turns, claims
        How many there are.
    whole, partial
        How many conflicts of each kind whose relation is a contradiction, or a partial one; kinds
        that did not occur are left out. Those are counted that are shown to someone: an alert each.
    by_error_type
        How many of these conflicts are of each error type.
    unverifiable
        How many of the assistant's claims no document supports or contradicts.
    warnings
        How often something was left unchecked.
    skipped
        How many stretches of the assistant's turns make no claim, by reason.
    by_state
        How many alerts are acknowledged, false alarms or resolved; open ones are left out.
    changes
        How many earlier claims their speakers changed.
    """

    sessions: int
    turns: int
    claims: int
    whole: Mapping[ConflictKind, int] = field(hash=False)
    partial: Mapping[ConflictKind, int] = field(hash=False)
    by_error_type: Mapping[ErrorType, int] = field(hash=False)
    unverifiable: int
    warnings: int
    skipped: Mapping[SkipReason, int] = field(hash=False)
    by_state: Mapping[AlertState, int] = field(hash=False)
    changes: int

    def __add__(self, other: Summary) -> Summary:
        """Return the counts of both together; no session may be in both."""
        return Summary(
            sessions=self.sessions + other.sessions,
            turns=self.turns + other.turns,
            claims=self.claims + other.claims,
            whole=dict(Counter(self.whole) + Counter(other.whole)),
            partial=dict(Counter(self.partial) + Counter(other.partial)),
            by_error_type=dict(Counter(self.by_error_type) + Counter(other.by_error_type)),
            unverifiable=self.unverifiable + other.unverifiable,
            warnings=self.warnings + other.warnings,
            skipped=_most_frequent(Counter(self.skipped) + Counter(other.skipped)),
            by_state=_in_order(Counter(self.by_state) + Counter(other.by_state)),
            changes=self.changes + other.changes,
        )

    @property
    def by_kind(self) -> Mapping[ConflictKind, int]:
        """How many conflicts of each kind, whole and partial together."""
        return dict(Counter(self.whole) + Counter(self.partial))

    @property
    def by_relation(self) -> Mapping[Relation, int]:
        """How many conflicts of each relation."""
        found = {
            Relation.CONTRADICTION: sum(self.whole.values()),
            Relation.PARTIAL_CONTRADICTION: sum(self.partial.values()),
        }
        return {relation: number for relation, number in found.items() if number}

    @property
    def conflicts(self) -> int:
        """How many conflicts there are."""
        return sum(self.by_relation.values())

    def __str__(self) -> str:
        """One line: whole contradictions by kind, then the partial ones, none counted twice."""
        parts = [
            *([count(self.sessions, "session")] if 1 < self.sessions else []),
            count(self.turns, "turn"),
            count(self.claims, "claim"),
            *self._found(),
            *(f"{number} {_STATES[state]}" for state, number in self.by_state.items()),
            *([count(self.changes, "change")] if self.changes else []),
            *([f"{self.unverifiable} unverifiable"] if self.unverifiable else []),
            *([count(self.warnings, "warning")] if self.warnings else []),
            *([self._unchecked()] if self.skipped else []),
        ]
        return ", ".join(parts)

    def _unchecked(self) -> str:
        """Return what makes no claim, last in the line since it lists reasons of its own."""
        reasons = [f"{number} {spell(reason)}" for reason, number in self.skipped.items()]
        stretches = count(sum(self.skipped.values()), "stretch", "stretches")
        return f"{stretches} not checked: {', '.join(reasons)}"

    def _found(self) -> list[str]:
        if not self.claims and not self.conflicts:
            return ["nothing checked" if self.warnings else "nothing to check"]
        whole = [
            count(self.whole[kind], *nouns) for kind, nouns in _NOUNS.items() if kind in self.whole
        ]
        partial = sum(self.partial.values())
        if not partial:
            return whole or ["no contradictions"]
        return [*whole, f"{partial} partial" if whole else count(partial, "partial contradiction")]


def summarise(reports: Sequence[TurnReport]) -> Summary:
    """Count what ``reports`` hold.

    Parameters
    ----------
    reports
        Turn reports of any sessions in any order.

    Examples
    --------
    >>> from belie.datatypes import Turn, TurnReport
    >>> str(summarise([TurnReport(Turn("s1", 0, Role.USER, "Hello."))]))
    '1 turn, 0 claims, nothing to check'
    """
    return Summary(
        sessions=len({report.turn.session for report in reports}),
        turns=len(reports),
        claims=sum(len(report.claims) for report in reports),
        whole=_kinds(reports, Relation.CONTRADICTION),
        partial=_kinds(reports, Relation.PARTIAL_CONTRADICTION),
        by_error_type=_error_types(reports),
        unverifiable=sum(
            len(report.unverifiable) for report in reports if report.turn.role is Role.ASSISTANT
        ),
        warnings=sum(len(report.warnings) for report in reports),
        skipped=_skipped(reports),
        by_state=_states(reports),
        changes=sum(len(report.changes) for report in reports),
    )


def _states(reports: Sequence[TurnReport]) -> Mapping[AlertState, int]:
    return _in_order(Counter(alert.state for report in reports for alert in report.alerts))


def _in_order(found: Counter[AlertState]) -> Mapping[AlertState, int]:
    return {state: found[state] for state in _STATES if found[state]}


def _skipped(reports: Sequence[TurnReport]) -> Mapping[SkipReason, int]:
    """Count the reasons; only the assistant's turns are checked."""
    return _most_frequent(
        Counter(
            skipped.reason
            for report in reports
            if report.turn.role is Role.ASSISTANT
            for skipped in report.skipped
        )
    )


def _most_frequent(reasons: Counter[SkipReason]) -> Mapping[SkipReason, int]:
    """Return the counts, the most frequent first, by name where there are as many."""
    return dict(sorted(reasons.items(), key=lambda found: (-found[1], found[0].value)))


def _kinds(reports: Sequence[TurnReport], relation: Relation) -> Mapping[ConflictKind, int]:
    return dict(
        Counter(
            alert.conflict.kind
            for report in reports
            for alert in report.alerts
            if alert.conflict.verdict.relation is relation
        )
    )


def _error_types(reports: Sequence[TurnReport]) -> Mapping[ErrorType, int]:
    return dict(
        Counter(
            alert.conflict.verdict.error_type
            for report in reports
            for alert in report.alerts
            if alert.conflict.verdict.error_type is not None
        )
    )
