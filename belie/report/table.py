"""Alerts as the rows of a table: for spreadsheets, pandas, Parquet."""

from __future__ import annotations

import csv
import io
from dataclasses import astuple, dataclass, fields, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from belie.errors import MissingExtraError
from belie.report.placing import converse

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from belie.datatypes import TurnReport
    from belie.report.audit_summary import AuditSummary
    from belie.report.audited import Audited
    from belie.report.placing import PlacedAlert

__all__ = ["Csv", "Row", "to_pandas", "to_rows"]

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One alert.

    Parameters
    ----------
    source, line
        The file and the line where its conversation was read; empty and 0 where not known.
    session, turn, at
        The turn that raised it, and when that was said (ISO 8601).
    id
        Of the alert.
    kind, relation, error_type, severity, state
        What it is, by the names of :mod:`belie.datatypes`.
    score
        Probability in [0, 1] that the two cannot both hold.
    implied
        Whether it follows from other statements.
    model
        Name and version of the classifier.
    claim, claim_words
        What was claimed, and the clashing words in the turn.
    claim_start, claim_end
        Where those words lie in the turn's text, half-open, in code points.
    premise, premise_words, premise_start, premise_end
        The same of the other side, in the text of its turn or document.
    premise_source
        The id of that turn or document.
    premise_turn
        The index of the turn that said it or brought the document.
    explanation, suggestion
        For people; the suggestion is empty where there is none.
    """

    source: str = ""
    line: int = 0
    session: str
    turn: int
    at: str
    id: str
    kind: str
    relation: str
    error_type: str
    severity: str
    state: str
    score: float
    implied: bool
    model: str
    claim: str
    claim_words: str
    claim_start: int
    claim_end: int
    premise: str
    premise_words: str
    premise_start: int
    premise_end: int
    premise_source: str
    premise_turn: int
    explanation: str
    suggestion: str


class Csv:
    """Comma-separated values (RFC 4180) of all alerts, a row each, with a head.

    A cell that a spreadsheet would take for a formula has an apostrophe before it.
    """

    def body(self, audited: Audited) -> str:
        """Return the rows of a conversation."""
        found = to_rows(audited.reports)
        placed = (replace(row, source=audited.source, line=audited.line) for row in found)
        return "".join(_line(map(_cell, astuple(row))) for row in placed)

    def head(self, summary: AuditSummary) -> str:
        """Return the names of the columns."""
        del summary
        return _line(field.name for field in fields(Row))

    def tail(self, summary: AuditSummary) -> str:
        """Return nothing."""
        del summary
        return ""


def to_rows(reports: Sequence[TurnReport]) -> tuple[Row, ...]:
    """Return a row for each alert; turns without an alert have none.

    Parameters
    ----------
    reports
        Turn reports of any sessions in any order.

    Examples
    --------
    >>> from belie.datatypes import Role, Turn, TurnReport
    >>> to_rows([TurnReport(Turn("s1", 0, Role.USER, "Hello."))])
    ()
    """
    return tuple(
        _row(report, placed)
        for conversation in converse(reports)
        for report, alerts in conversation.by_report
        for placed in alerts
    )


def to_pandas(reports: Sequence[TurnReport]) -> Any:  # noqa: ANN401 - pandas is an extra
    """Return the rows of `to_rows` as a ``pandas.DataFrame``, with all columns if there are none.

    Raises
    ------
    MissingExtraError
        If pandas is not installed.
    """
    try:
        pandas: Any = import_module("pandas")
    except ImportError as error:
        raise MissingExtraError("pandas", extra="pandas") from error
    names = [field.name for field in fields(Row)]
    return pandas.DataFrame([astuple(row) for row in to_rows(reports)], columns=names)


def _row(report: TurnReport, placed: PlacedAlert) -> Row:
    alert, turn = placed.alert, report.turn
    conflict = alert.conflict
    verdict = conflict.verdict
    return Row(
        session=turn.session,
        turn=turn.index,
        at="" if turn.at is None else turn.at.isoformat(),
        id=alert.id,
        kind=conflict.kind.value,
        relation=verdict.relation.value,
        error_type="" if verdict.error_type is None else verdict.error_type.value,
        severity=alert.severity.value,
        state=alert.state.value,
        score=conflict.score,
        implied=conflict.implied,
        model=verdict.model,
        claim=conflict.claim.text,
        claim_words=placed.claim.span.cut(placed.claim.text),
        claim_start=alert.claim_span.start,
        claim_end=alert.claim_span.end,
        premise=conflict.premise.text,
        premise_words=placed.premise.span.cut(placed.premise.text),
        premise_start=alert.premise_span.start,
        premise_end=alert.premise_span.end,
        premise_source=conflict.premise.source,
        premise_turn=conflict.premise.turn,
        explanation=alert.explanation,
        suggestion=alert.suggestion or "",
    )


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def _line(cells: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue()
