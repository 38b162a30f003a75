"""Alerts without the words that must not leave."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from belie.adapters.sinks.containment import checked_sink
from belie.datatypes import Claim
from belie.health import health_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from belie.datatypes import Alert, Conflict, Span, Statement, Verdict
    from belie.protocols import Sink

    Redact = Callable[[str], str]

__all__ = ["Redacted"]


class Redacted:
    """Tells a sink of alerts whose words went through a function first.

    All that was said or written goes through it: claims, passages, explanation, suggestion,
    reviews. Where a side was changed, the explanation quotes nothing, and the clashing words are
    marked only where they stand before or behind the change. What is left as it is: names of
    sessions and documents, which ids are made of, and positions. The report and the store keep
    the words.

    Parameters
    ----------
    sink
        Is told.
    redact
        Returns a text without the words that must not leave; ``lambda _: ""`` leaves none. What it
        raises reaches the caller of ``Monitor.observe``, and the sink is not told. It must not
        depend on what it was called with before.

    Raises
    ------
    InputError
        If the sink is no plain function.
    """

    def __init__(self, sink: Sink, redact: Redact) -> None:
        self._sink = checked_sink(sink)
        self._redact = redact

    def health(self) -> object:
        """Return how the sink behind it is doing; ``None`` where that has no ``health()``."""
        return health_of(self._sink)

    def __call__(self, alert: Alert, /) -> None:
        """Tell of the alert without these words."""
        self._sink(_alert(alert, self._redact))


def _alert(alert: Alert, redact: Redact) -> Alert:
    conflict = _conflict(alert.conflict, redact)
    before = alert.conflict, alert.explanation
    untouched = (conflict, redact(alert.explanation)) == before
    return replace(
        alert,
        conflict=conflict,
        explanation=alert.explanation if untouched else _quiet(conflict),
        suggestion=None if alert.suggestion is None else redact(alert.suggestion),
        reviews=tuple(replace(review, note=redact(review.note)) for review in alert.reviews),
    )


def _quiet(conflict: Conflict) -> str:
    """Return what clashes, without any words of it."""
    claim, premise = conflict.claim, conflict.premise
    where = "turn" if isinstance(premise, Claim) else "a document of turn"
    return f"Turn {claim.turn} clashes with {where} {premise.turn} ({conflict.score:.0%} sure)."


def _conflict(conflict: Conflict, redact: Redact) -> Conflict:
    return replace(
        conflict,
        premise=_statement(conflict.premise, redact),
        claim=_claim(conflict.claim, redact),
        verdict=_verdict(conflict.verdict, redact),
    )


def _verdict(verdict: Verdict, redact: Redact) -> Verdict:
    premise, claim = (_statement(side, redact) for side in (verdict.premise, verdict.claim))
    return replace(
        verdict,
        premise=premise,
        claim=claim,
        premise_span=_moved(verdict.premise_span, verdict.premise.text, premise.text),
        claim_span=_moved(verdict.claim_span, verdict.claim.text, claim.text),
    )


def _statement(statement: Statement, redact: Redact) -> Statement:
    if isinstance(statement, Claim):
        return _claim(statement, redact)
    return replace(statement, text=redact(statement.text))


def _claim(claim: Claim, redact: Redact) -> Claim:
    """Return the claim redacted; what was read from a changed text is left out."""
    words = (claim.text, claim.context, claim.subject, claim.reported_by, claim.as_of)
    if all(redact(each) == each for each in words if each):
        return claim
    plain = Claim(claim.id, redact(claim.text), claim.source, claim.span, claim.turn, claim.role)
    return replace(plain, scope=claim.scope, context=redact(claim.context), at=claim.at)


def _moved(span: Span | None, old: str, new: str) -> Span | None:
    """Return where the words of ``span`` stand in ``new``, if they are before or behind the change.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> _moved(Span(12, 15), "Call Ann at 330.", "Call [name] at 330.")
    Span(start=15, end=18)
    >>> _moved(Span(5, 8), "Call Ann at 330.", "Call [name] at 330.") is None
    True
    """
    if span is None or span.end <= _shared(old, new):
        return span
    behind = _shared(old[::-1], new[::-1])
    return span.shift(len(new) - len(old)) if len(old) - span.start <= behind else None


def _shared(old: str, new: str) -> int:
    """Return how many characters the two have in common at the beginning."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((place for place, (one, other) in pairs if one != other), min(len(old), len(new)))
