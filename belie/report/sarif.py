"""An audit as SARIF 2.1.0 (OASIS, 2020), which code hosts show beside the audited file."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from belie.datatypes import AlertState, ConflictKind, Severity
from belie.report.json import dump
from belie.report.placing import converse
from belie.report.plain import plain
from belie.report.words import clip, kind_words, squeeze

if TYPE_CHECKING:
    from belie.datatypes import Alert
    from belie.report.audit_summary import AuditSummary
    from belie.report.audited import Audited
    from belie.report.placing import PlacedAlert, Side

__all__ = ["Sarif"]

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_LEVELS = {Severity.HIGH: "error", Severity.MEDIUM: "warning", Severity.LOW: "note"}
_KINDS = tuple(ConflictKind)
_PROBLEMS = 100
"""How many records that could not be audited are named; the summary counts them all."""
_QUOTE = 300

_Json = dict[str, object]


class Sarif:
    """A result for each alert: the transcript's file and line, and both sides as it quotes them.

    What a person acknowledged or marked false is a suppressed result. What could not be audited
    is a notification.

    Parameters
    ----------
    version
        Of belie.
    """

    def __init__(self, *, version: str) -> None:
        self._version = version
        self._begun = False
        self._problems: list[str] = []

    def body(self, audited: Audited) -> str:
        """Return the results of a conversation."""
        if audited.problem is not None and len(self._problems) < _PROBLEMS:
            self._problems.append(audited.problem)
        text = ""
        for conversation in converse(audited.reports):
            for placed in conversation.alerts:
                text += f"{',' * self._begun}\n{dump(_result(placed, audited))}"
                self._begun = True
        return text

    def head(self, summary: AuditSummary) -> str:
        """Return the log up to its results."""
        run: _Json = {
            "tool": {"driver": _driver(self._version)},
            "columnKind": "unicodeCodePoints",
            "invocations": [self._invocation()],
            "properties": {"summary": str(summary.totals)},
        }
        opened = dump(run).removesuffix("}")
        return f'{{"$schema": "{_SCHEMA}", "version": "2.1.0", "runs": [{opened}, "results": ['

    def tail(self, summary: AuditSummary) -> str:
        """Return what closes the log."""
        del summary
        return "]}]}\n"

    def _invocation(self) -> _Json:
        texts = map(_message, self._problems)
        notes = [{"level": "error", "message": {"text": text}} for text in texts]
        return {"executionSuccessful": True, "toolExecutionNotifications": notes}


def _driver(version: str) -> _Json:
    rules = [
        {"id": kind.value, "shortDescription": {"text": f"A contradiction: {kind_words(kind)}."}}
        for kind in _KINDS
    ]
    return {"name": "belie", "version": version, "rules": rules}


def _result(placed: PlacedAlert, audited: Audited) -> _Json:
    alert, conflict = placed.alert, placed.alert.conflict
    related = {"claim": placed.claim, "premise": placed.premise, "support": placed.support}
    return {
        "ruleId": conflict.kind.value,
        "ruleIndex": _KINDS.index(conflict.kind),
        "level": _LEVELS[alert.severity],
        "message": {"text": _message(alert.explanation or kind_words(conflict.kind))},
        "locations": [
            {
                **_physical(audited),
                "logicalLocations": [{"fullyQualifiedName": conflict.claim.source}],
            }
        ],
        "relatedLocations": [
            {"id": number, "message": {"text": _message(_quoted(side))}, **_physical(audited)}
            for number, side in enumerate(filter(None, related.values()))
        ],
        "partialFingerprints": {"belieAlert/v1": _fingerprint(alert)},
        "suppressions": _suppressions(alert),
        "properties": {
            "relation": conflict.verdict.relation.value,
            "errorType": plain(conflict.verdict.error_type),
            "score": plain(conflict.score),
            "model": conflict.verdict.model,
            "suggestion": alert.suggestion,
        },
    }


def _physical(audited: Audited) -> _Json:
    place: _Json = {"artifactLocation": {"uri": _uri(audited.source)}}
    return {"physicalLocation": {**place, "region": {"startLine": max(1, audited.line)}}}


def _uri(source: str) -> str:
    path = Path(source.encode("utf-8", "replace").decode())
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())


def _quoted(side: Side) -> str:
    return f"{side.label}: “{clip(side.span.cut(side.text), limit=_QUOTE)}”"


def _message(text: str) -> str:
    """Return words as a message of SARIF, in which square brackets would make a link."""
    return squeeze(text).replace("[", "\\[").replace("]", "\\]")


def _fingerprint(alert: Alert) -> str:
    conflict = alert.conflict
    said = f"{alert.id}\0{conflict.claim.text}\0{conflict.premise.text}"
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()


def _suppressions(alert: Alert) -> list[_Json]:
    if alert.state not in (AlertState.ACKNOWLEDGED, AlertState.FALSE_ALARM):
        return []
    review = alert.reviews[-1]
    return [{"kind": "external", "status": "accepted", "justification": squeeze(review.note)}]
