"""Turn reports as JSON, to be read by other programs."""

from __future__ import annotations

import json
import re
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from belie.datatypes import Claim, Passage
from belie.report.placing import converse
from belie.report.plain import plain
from belie.report.summary import summarise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belie.datatypes import (
        Alert,
        Anchor,
        Change,
        Conflict,
        Document,
        Link,
        Review,
        ScoredSpan,
        Skipped,
        Span,
        Statement,
        Turn,
        TurnReport,
        Verdict,
    )
    from belie.report.placing import PlacedAlert
    from belie.report.summary import Summary

__all__ = ["counts_by_name", "dump", "entries", "opening", "render"]

_FORMAT = 1
_SURROGATE = re.compile("[\ud800-\udfff]")

_Json = dict[str, object]
_Named = TypeVar("_Named", bound=StrEnum)


def render(reports: Sequence[TurnReport]) -> str:
    """Return ``reports`` as one JSON object, indented, UTF-8 text kept as it is.

    ``{"format": 1, "summary": {…}, "reports": [{"turn", "claims", "verdicts", "conflicts",
    "alerts", "changes", "consistency", "unverifiable", "ungrounded", "warnings", "skipped",
    "timings"}, …]}``. Values nest as in :mod:`belie.datatypes` under the same names, sessions
    together, in order of their turns. Enums are their string values, times are ISO 8601, timings
    are seconds. A statement has a ``"type"``, claim or passage. A span is ``{"start", "end",
    "text"}`` in code points, half-open; its text is ``null`` where the text it slices is not among
    the reports. Metadata that JSON cannot hold is written as a string. ``"format"`` grows when a
    key changes its meaning or goes.

    Parameters
    ----------
    reports
        Turn reports of any sessions in any order.

    Examples
    --------
    >>> from belie.datatypes import Role, Turn, TurnReport
    >>> found = json.loads(render([TurnReport(Turn("s1", 0, Role.USER, "Hello."))]))
    >>> found["format"], found["summary"]["turns"], found["reports"][0]["turn"]["role"]
    (1, 1, 'user')
    """
    return dump({**opening(summarise(reports)), "reports": entries(reports)}, indent=2)


def opening(summary: Summary) -> dict[str, object]:
    """Return the members that stand before ``"reports"``."""
    return {"format": _FORMAT, "summary": _summary(summary)}


def entries(reports: Sequence[TurnReport], *, first: int = 1) -> list[dict[str, object]]:
    """Return the members of ``"reports"``; ``first`` is the number of their first alert."""
    return [
        _Writer(conversation.reports).report(report, alerts)
        for conversation in converse(reports, first=first)
        for report, alerts in conversation.by_report
    ]


def dump(value: object, *, indent: int | None = None) -> str:
    """Return a value as JSON that can always be encoded: half a surrogate pair is escaped."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)
    return _SURROGATE.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def _summary(summary: Summary) -> _Json:
    return {
        "text": str(summary),
        "sessions": summary.sessions,
        "turns": summary.turns,
        "claims": summary.claims,
        "conflicts": summary.conflicts,
        "by_kind": counts_by_name(summary.by_kind),
        "by_relation": counts_by_name(summary.by_relation),
        "by_error_type": counts_by_name(summary.by_error_type),
        "unverifiable": summary.unverifiable,
        "warnings": summary.warnings,
        "skipped": counts_by_name(summary.skipped),
        "by_state": counts_by_name(summary.by_state),
        "changes": summary.changes,
    }


def counts_by_name(counts: Mapping[_Named, int]) -> dict[str, int]:
    """Return counts with the values of an enum as names, in order."""
    return {key.value: number for key, number in sorted(counts.items())}


class _Writer:
    """Turns the values of one conversation into what :func:`json.dumps` takes."""

    def __init__(self, reports: Sequence[TurnReport]) -> None:
        self._turns = {report.turn.id: report.turn for report in reports}

    def report(self, report: TurnReport, alerts: Sequence[PlacedAlert]) -> _Json:
        return {
            "turn": _turn(report.turn),
            "claims": [self._claim(claim) for claim in report.claims],
            "verdicts": [self._verdict(verdict) for verdict in report.verdicts],
            "conflicts": [self._conflict(conflict) for conflict in report.conflicts],
            "alerts": [self._alert(placed) for placed in alerts],
            "changes": [self._change(change) for change in report.changes],
            "consistency": plain(report.consistency),
            "unverifiable": [claim.id for claim in report.unverifiable],
            "ungrounded": [_span(span, report.turn.text) for span in report.ungrounded],
            "warnings": list(report.warnings),
            "skipped": [_skipped(skipped, report.turn.text) for skipped in report.skipped],
            "timings": plain(report.timings),
        }

    def _statement(self, statement: Statement) -> _Json:
        if isinstance(statement, Passage):
            return self._passage(statement)
        return self._claim(statement)

    def _claim(self, claim: Claim) -> _Json:
        turn = self._turns.get(claim.source)
        text = None if turn is None else turn.text
        return {
            "type": "claim",
            "id": claim.id,
            "text": claim.text,
            "source": claim.source,
            "span": _span(claim.span, text),
            "turn": claim.turn,
            "role": claim.role.value,
            "pieces": [_span(piece, text) for piece in claim.pieces],
            "scope": sorted(scope.value for scope in claim.scope),
            "anchors": [_anchor(anchor, claim.text, text) for anchor in claim.anchors],
            "links": [_link(link, claim.text) for link in claim.links],
            "reported_by": claim.reported_by,
            "as_of": claim.as_of,
            "subject": claim.subject,
            "context": claim.context,
            "at": None if claim.at is None else claim.at.isoformat(),
        }

    def _passage(self, passage: Passage) -> _Json:
        return {
            "type": "passage",
            "id": passage.id,
            "text": passage.text,
            "source": passage.source,
            "span": {
                "start": passage.span.start,
                "end": passage.span.end,
                "text": passage.text,
            },
            "turn": passage.turn,
        }

    def _verdict(self, verdict: Verdict) -> _Json:
        return {
            "premise": self._statement(verdict.premise),
            "claim": self._statement(verdict.claim),
            "probabilities": plain(verdict.probabilities),
            "relation": verdict.relation.value,
            "error_type": None if verdict.error_type is None else verdict.error_type.value,
            "premise_span": _optional_span(verdict.premise_span, verdict.premise.text),
            "claim_span": _optional_span(verdict.claim_span, verdict.claim.text),
            "model": verdict.model,
            "truncated": verdict.truncated,
            "ungrounded": _optional_words(verdict.ungrounded, verdict.claim.text),
        }

    def _conflict(self, conflict: Conflict) -> _Json:
        return {
            "kind": conflict.kind.value,
            "premise": self._statement(conflict.premise),
            "claim": self._claim(conflict.claim),
            "verdict": self._verdict(conflict.verdict),
            "path": list(conflict.path),
            "score": plain(conflict.score),
            "implied": conflict.implied,
            "earlier_document": conflict.earlier_document,
        }

    def _change(self, change: Change) -> _Json:
        return {
            "kind": change.kind.value,
            "premise": self._claim(change.premise),
            "claim": self._claim(change.claim),
            "rule": change.rule,
            "reason": change.reason,
        }

    def _alert(self, placed: PlacedAlert) -> _Json:
        alert: Alert = placed.alert
        claim, premise = placed.claim, placed.premise
        return {
            "number": placed.number,
            "id": alert.id,
            "conflict": self._conflict(alert.conflict),
            "claim_span": _span(alert.claim_span, claim.text if claim.place else None),
            "premise_span": _span(alert.premise_span, premise.text if premise.place else None),
            "severity": alert.severity.value,
            "explanation": alert.explanation,
            "suggestion": alert.suggestion,
            "state": alert.state.value,
            "reviews": [_review(review) for review in alert.reviews],
            "resolved_by": alert.resolved_by,
        }


def _turn(turn: Turn) -> _Json:
    return {
        "id": turn.id,
        "session": turn.session,
        "index": turn.index,
        "role": turn.role.value,
        "text": turn.text,
        "documents": [_document(document) for document in turn.documents],
        "question": turn.question,
        "at": None if turn.at is None else turn.at.isoformat(),
    }


def _review(review: Review) -> _Json:
    return {
        "state": review.state.value,
        "by": review.by,
        "note": review.note,
        "at": None if review.at is None else review.at.isoformat(),
    }


def _document(document: Document) -> _Json:
    return {"id": document.id, "text": document.text, "metadata": plain(document.metadata)}


def _skipped(skipped: Skipped, text: str) -> _Json:
    return {"span": _span(skipped.span, text), "reason": skipped.reason.value}


def _anchor(anchor: Anchor, text: str, source: str | None) -> _Json:
    return {"span": _span(anchor.span, text), "source": _span(anchor.source, source)}


def _link(link: Link, text: str) -> _Json:
    return {
        "kind": link.kind.value,
        "first": _span(link.first, text),
        "second": _span(link.second, text),
    }


def _optional_span(span: Span | None, text: str) -> _Json | None:
    return None if span is None else _span(span, text)


def _optional_words(scored: Sequence[ScoredSpan] | None, text: str) -> list[_Json] | None:
    if scored is None:
        return None
    return [{"span": _span(word.span, text), "score": plain(word.score)} for word in scored]


def _span(span: Span, text: str | None) -> _Json:
    inside = text is not None and span.end <= len(text)
    return {
        "start": span.start,
        "end": span.end,
        "text": span.cut(text) if text is not None and inside else None,
    }
