"""From a conflict to words a person can act on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.datatypes import Alert, ConflictKind, Passage, Relation, Severity, Span
from belie.monitor.spans import in_source

if TYPE_CHECKING:
    from collections.abc import Callable

    from belie.datatypes import Conflict, Statement

    SourceText = Callable[[Statement], str]

__all__ = ["make_alert"]

_LONGEST_QUOTE = 200


def make_alert(conflict: Conflict, *, source_text: SourceText) -> Alert:
    """Return ``conflict`` as an alert.

    Parameters
    ----------
    conflict
        What clashes.
    source_text
        Gives the whole text of the turn or document that a statement comes from.
    """
    verdict = conflict.verdict
    claim_span, premise_span = (
        in_source(statement, span or Span(0, len(statement.text)), source_text(statement))
        for statement, span in (
            (verdict.claim, verdict.claim_span),
            (verdict.premise, verdict.premise_span),
        )
    )
    return Alert(
        conflict=conflict,
        claim_span=claim_span,
        premise_span=premise_span,
        severity=_severity(conflict),
        explanation=_explanation(conflict),
    )


def _severity(conflict: Conflict) -> Severity:
    if conflict.kind is ConflictKind.DOCUMENT:
        return Severity.LOW
    if conflict.verdict.relation is Relation.PARTIAL_CONTRADICTION:
        return Severity.MEDIUM
    return Severity.HIGH


def _explanation(conflict: Conflict) -> str:
    verdict = conflict.verdict
    claim_words, premise_words = (
        _quote(span.cut(statement.text) if span else statement.text)
        for statement, span in (
            (verdict.claim, verdict.claim_span),
            (verdict.premise, verdict.premise_span),
        )
    )
    where = _where(conflict)
    if conflict.kind is ConflictKind.DOCUMENT:
        return (
            f"The documents disagree: {where} says {premise_words}, another document supports "
            f"{claim_words}."
        )
    degree = "in a detail" if verdict.relation is Relation.PARTIAL_CONTRADICTION else "plainly"
    return (
        f"Turn {conflict.claim.turn} says {claim_words}, but {where} says {premise_words}: "
        f"it contradicts it {degree} ({verdict.contradiction:.0%} sure)."
    )


def _where(conflict: Conflict) -> str:
    premise = conflict.premise
    if isinstance(premise, Passage):
        return f"document {_quote(premise.source)}"
    if conflict.kind is ConflictKind.SAME_TURN:
        return "the same turn"
    if conflict.kind is ConflictKind.USER_FACT:
        return f"the user in turn {premise.turn}"
    return f"turn {premise.turn}"


def _quote(words: str) -> str:
    cut = words if len(words) <= _LONGEST_QUOTE else words[: _LONGEST_QUOTE - 1] + "…"
    return f"“{cut}”"
