"""An alert as one line of JSON: what a file or a foreign server is given."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from uuid import NAMESPACE_OID, UUID, uuid5

from belie.datatypes import Claim

if TYPE_CHECKING:
    from belie.datatypes import Alert, Conflict, Span, Statement

__all__ = ["details", "stable_id", "to_json"]

_FORMAT = 1

_Json = dict[str, object]


def to_json(alert: Alert) -> str:
    r"""Return an alert as one JSON object on one line.

    ``{"format": 1, "id", "session", "kind", "severity", "relation", "error_type", "score",
    "explanation", "suggestion", "refused", "claim", "claim_span", "premise", "premise_span",
    "path", "model"}``, with the names and values of :mod:`belie.datatypes`. A side has a
    ``"type"``, claim or passage, and the ``"words"`` of its text that clash, ``null`` where they
    are not known; ``claim_span`` and ``premise_span`` say where these stand in its source,
    ``"span"`` where the whole side does, which a suggestion would stand in the place of.
    ``"refused"`` says that no reader saw the claim. Whatever is not ASCII is
    escaped, so that no sign of a conversation ends the line. ``"format"`` grows when a key changes
    its meaning or goes.

    Examples
    --------
    >>> from belie.datatypes import Alert, Conflict, ConflictKind, Passage, Relation, Severity
    >>> from belie.datatypes import Claim, Span, Verdict
    >>> passage = Passage("s/1/d@0-9", "It is red", "d", Span(0, 9), turn=1)
    >>> claim = Claim("s/1#0", "It is\u2028blue", "s/1", Span(0, 10), turn=1)
    >>> odds = {relation: 0.25 for relation in Relation}
    >>> verdict = Verdict(passage, claim, odds, Relation.CONTRADICTION, None, Span(6, 9))
    >>> conflict = Conflict(ConflictKind.REFERENCE, passage, claim, verdict)
    >>> line = to_json(Alert(conflict, Span(6, 10), Span(6, 9), Severity.HIGH, "They clash."))
    >>> found = json.loads(line)
    >>> found["id"], found["score"], found["premise"]["words"]
    ('s/1#0 reference s/1/d@0-9', 0.5, 'red')
    >>> len(line.splitlines())
    1
    """
    conflict, verdict = alert.conflict, alert.conflict.verdict
    whole: _Json = {
        "format": _FORMAT,
        "id": alert.id,
        "session": alert.session,
        "kind": conflict.kind.value,
        "severity": alert.severity.value,
        "relation": verdict.relation.value,
        "error_type": None if verdict.error_type is None else verdict.error_type.value,
        "score": float(conflict.score),
        "explanation": alert.explanation,
        "suggestion": alert.suggestion,
        "refused": alert.refused,
        "claim": _side(conflict.claim, conflict),
        "claim_span": _span(alert.claim_span),
        "premise": _side(conflict.premise, conflict),
        "premise_span": _span(alert.premise_span),
        "path": list(conflict.path),
        "model": verdict.model,
    }
    return json.dumps(whole, allow_nan=False)


def details(alert: Alert) -> _Json:
    """Return what tells alerts apart, without a word of the conversation."""
    conflict = alert.conflict
    return {
        "kind": conflict.kind.value,
        "severity": alert.severity.value,
        "claim": conflict.claim.id,
        "premise": conflict.premise.id,
        "refused": alert.refused,
        "model": conflict.verdict.model,
    }


def stable_id(alert: Alert) -> UUID:
    """Return an id by which a server tells what it has already.

    Unlike `Alert.id` it tells a refused draft from another, and from the answer in its place.
    """
    named = (alert.id, alert.refused, alert.conflict.claim.text)
    return uuid5(NAMESPACE_OID, repr(named).encode("utf-8", "backslashreplace").decode())


def _side(statement: Statement, conflict: Conflict) -> _Json:
    words = conflict.words(statement)
    side: _Json = {
        "type": "claim" if isinstance(statement, Claim) else "passage",
        "id": statement.id,
        "text": statement.text,
        "words": None if words is None else words.cut(statement.text),
        "source": statement.source,
        "span": _span(statement.span),
        "turn": statement.turn,
    }
    if isinstance(statement, Claim):
        side["role"] = statement.role.value
        side["at"] = None if statement.at is None else statement.at.isoformat()
    return side


def _span(span: Span) -> _Json:
    return {"start": span.start, "end": span.end}
