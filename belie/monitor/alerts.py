"""From a conflict to words a person can act on."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from belie.datatypes import Alert, Claim, ConflictKind, Passage, Relation, Severity, Span
from belie.graph.identity import claim_key, same_words
from belie.monitor.spans import in_source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from belie.datatypes import Change, Conflict, Statement, TurnReport
    from belie.graph.identity import ClaimKey
    from belie.monitor.reasoning.derivation import Derivation

    SourceText = Callable[[Statement], str]

__all__ = ["make_alert", "resolved", "sessions_of", "without_doubles"]

_LONGEST_QUOTE = 200
_AFTER_SESSION = re.compile(rf"/\d+#\d+ (?:{'|'.join(ConflictKind)}) ", re.ASCII)
"""What follows the name of the session in the id of an alert; a name may hold such words itself."""


def make_alert(
    conflict: Conflict,
    *,
    source_text: SourceText,
    between: Sequence[Statement] = (),
    derivation: Derivation | None = None,
) -> Alert:
    """Return ``conflict`` as an alert.

    Parameters
    ----------
    conflict
        What clashes.
    source_text
        Gives the whole text of the turn or document that a statement comes from.
    between
        For an implied conflict: the statements of its path between its two sides.
    derivation
        For a conflict that was inferred from several statements: these, and what follows.
    """
    claim_span, premise_span = (
        in_source(side, conflict.words(side) or Span(0, len(side.text)), source_text(side))
        for side in (conflict.claim, conflict.premise)
    )
    return Alert(
        conflict=conflict,
        claim_span=claim_span,
        premise_span=premise_span,
        severity=_severity(conflict),
        explanation=_steps(conflict, derivation) if derivation else _explanation(conflict, between),
    )


def without_doubles(alerts: Sequence[Alert]) -> tuple[Alert, ...]:
    """Return the alerts of a turn, of those on a claim and on a part of it only that on the part.

    "It is known that it opened in 1937." claims that it is known, and that it opened in 1937. Where
    the same words of both clash with the same words of one source, one thing is wrong.
    """
    places = [_place(alert) for alert in alerts]
    return tuple(
        alert
        for alert, place in zip(alerts, places, strict=True)
        if not any(
            place == where and _says(alert.conflict.claim, other.conflict.claim)
            for other, where in zip(alerts, places, strict=True)
        )
    )


def _place(alert: Alert) -> tuple[ConflictKind, int, str, Span, Span]:
    """Return which words of the turn clash, and with which of what other turn or document."""
    premise = alert.conflict.premise
    return alert.conflict.kind, premise.turn, premise.source, alert.premise_span, alert.claim_span


def _says(whole: Claim, part: Claim) -> bool:
    """Whether a claim says what another one does, and more."""
    more = whole.span.contains(part.span) and len(part.text) < len(whole.text)
    return more and same_words(part.text) in whole.text


def resolved(reports: Sequence[TurnReport]) -> tuple[TurnReport, ...]:
    """Return the reports of a session, each alert told which later claim resolved it.

    An alert is resolved where a speaker changed their own side of it, or the same said elsewhere,
    in a turn after it was raised; of several changes the first counts.

    Parameters
    ----------
    reports
        Of all turns of one session, in order.
    """
    changes: dict[ClaimKey, list[Change]] = {}
    for report in reports:
        for change in report.changes:
            changes.setdefault(claim_key(change.premise), []).append(change)
    return tuple(_told(report, changes) if report.alerts else report for report in reports)


def sessions_of(alert_id: str) -> Iterator[str]:
    """Yield the names that the session of the alert with this id may have.

    Examples
    --------
    >>> list(sessions_of("s1/3#0 cross_turn s1/1#0"))
    ['s1']
    """
    for match in _AFTER_SESSION.finditer(alert_id):
        yield alert_id[: match.start()]


def _told(report: TurnReport, changes: Mapping[ClaimKey, Sequence[Change]]) -> TurnReport:
    raised = report.turn.index
    alerts = tuple(
        replace(alert, resolved_by=_changed_by(alert, changes, since=raised))
        for alert in report.alerts
    )
    return replace(report, alerts=alerts)


def _changed_by(
    alert: Alert, changes: Mapping[ClaimKey, Sequence[Change]], *, since: int
) -> str | None:
    later = [
        change.claim
        for side in (alert.conflict.premise, alert.conflict.claim)
        if isinstance(side, Claim)
        for change in changes.get(claim_key(side), ())
        if since < change.claim.turn
    ]
    return min(later, key=lambda claim: claim.turn).id if later else None


def _severity(conflict: Conflict) -> Severity:
    if conflict.kind is ConflictKind.DOCUMENT:
        return Severity.LOW
    if conflict.verdict.relation is Relation.PARTIAL_CONTRADICTION:
        return Severity.MEDIUM
    return Severity.HIGH


def _explanation(conflict: Conflict, between: Sequence[Statement]) -> str:
    claim_words, premise_words = (
        _quote(words.cut(side.text) if (words := conflict.words(side)) else side.text)
        for side in (conflict.claim, conflict.premise)
    )
    where = _where(conflict)
    if conflict.kind is ConflictKind.DOCUMENT:
        return (
            f"The documents disagree: {where} says {premise_words}, another document supports "
            f"{claim_words}."
        )
    clash = f"Turn {conflict.claim.turn} says {claim_words}, but {where} says {premise_words}"
    if conflict.implied:
        steps = ", ".join(_quote(statement.text) for statement in between)
        way = f" by way of {steps}" if steps else ""
        return f"{clash}: together they cannot hold{way} ({conflict.score:.0%} sure)."
    partial = conflict.verdict.relation is Relation.PARTIAL_CONTRADICTION
    degree = "in a detail" if partial else "plainly"
    return f"{clash}: it contradicts it {degree} ({conflict.score:.0%} sure)."


def _steps(conflict: Conflict, derivation: Derivation) -> str:
    """The premises of an inference with where they stand, and what follows from them."""
    claim = conflict.claim
    told = ", ".join(
        f"{_where(replace(conflict, premise=line.statement))} says {_quote(line.said)}"
        for line in dict.fromkeys(derivation.premises)
    )
    clash = f"Turn {claim.turn} says {_quote(claim.text)}, but {told}"
    return f"{clash}: {derivation.conclusion} ({conflict.score:.0%} sure)."


def _where(conflict: Conflict) -> str:
    premise = conflict.premise
    if isinstance(premise, Passage):
        when = f" of turn {premise.turn}" if conflict.earlier_document else ""
        return f"document {_quote(premise.source)}{when}"
    if conflict.kind is ConflictKind.SAME_TURN:
        return "the same turn"
    if conflict.kind is ConflictKind.USER_FACT:
        return f"the user in turn {premise.turn}"
    return f"turn {premise.turn}"


def _quote(words: str) -> str:
    cut = words if len(words) <= _LONGEST_QUOTE else words[: _LONGEST_QUOTE - 1] + "…"
    return f"“{cut}”"
