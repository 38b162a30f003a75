"""An audit as JSON: one document, or a line for each turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.report.json import counts_by_name, dump, entries, opening

if TYPE_CHECKING:
    from belie.report.audit_summary import AuditSummary
    from belie.report.audited import Audited

__all__ = ["JsonDocument", "JsonLines", "summary_json"]


class JsonDocument:
    """The document of :mod:`belie.report.json`, and ``"audit"``: the summary of the audit."""

    def __init__(self) -> None:
        self._alerts = 0
        self._begun = False

    def body(self, audited: Audited) -> str:
        """Return the reports of a conversation, indented; alerts are numbered through."""
        found = entries(audited.reports, first=self._alerts + 1)
        self._alerts += len(audited.alerts)
        parts = [dump(entry, indent=2).replace("\n", "\n    ") for entry in found]
        text = "".join(
            f"{',' * (self._begun or 0 < at)}\n    {part}" for at, part in enumerate(parts)
        )
        self._begun = self._begun or bool(parts)
        return text

    def head(self, summary: AuditSummary) -> str:
        """Return all that stands before the first report."""
        members = {**opening(summary.totals), "audit": summary_json(summary)}
        return dump(members, indent=2).removesuffix("\n}") + ',\n  "reports": ['

    def tail(self, summary: AuditSummary) -> str:
        """Return all that stands after the last report."""
        del summary
        return "\n  ]\n}\n" if self._begun else "]\n}\n"


class JsonLines:
    """One line for each turn, with the members that a turn has in :mod:`belie.report.json`.

    Two members stand before them: ``"source"`` and ``"line"``, where its conversation was read.
    """

    def __init__(self) -> None:
        self._alerts = 0

    def body(self, audited: Audited) -> str:
        """Return the lines of a conversation; alerts are numbered through."""
        place = {"source": audited.source, "line": audited.line}
        found = entries(audited.reports, first=self._alerts + 1)
        self._alerts += len(audited.alerts)
        return "".join(f"{dump({**place, **entry})}\n" for entry in found)

    def head(self, summary: AuditSummary) -> str:
        """Return nothing."""
        del summary
        return ""

    def tail(self, summary: AuditSummary) -> str:
        """Return nothing."""
        del summary
        return ""


def summary_json(summary: AuditSummary) -> dict[str, object]:
    """Return the summary of an audit as JSON can hold it, in an order that does not vary."""
    return {
        "answers": summary.answers,
        "contradicting": summary.contradicting,
        "rate": summary.rate,
        "by_severity": counts_by_name(summary.by_severity),
        "findings": sorted(
            (
                {
                    "kind": finding.kind.value,
                    "relation": finding.relation.value,
                    "error_type": None if finding.error_type is None else finding.error_type.value,
                    "severity": finding.severity.value,
                    "state": finding.state.value,
                    "alerts": number,
                }
                for finding, number in summary.findings.items()
            ),
            key=str,
        ),
        "worst": [
            {
                "session": worst.session,
                "source": worst.source,
                "line": worst.line,
                "alerts": worst.alerts,
                "turns": worst.turns,
            }
            for worst in summary.worst
        ],
        "days": [
            {"day": day.isoformat(), "turns": found.turns, "alerts": found.alerts}
            for day, found in sorted(summary.days.items())
        ],
        "undated": summary.undated,
        "models": dict(sorted(summary.models.items())),
        "thresholds": sorted(summary.thresholds),
        "warnings": dict(sorted(summary.warnings.items())),
        "problems": summary.problems,
    }
