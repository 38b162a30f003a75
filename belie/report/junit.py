"""An audit as JUnit XML, which every CI server shows: a test case for each conversation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markupsafe import escape

from belie.report.audited import counts
from belie.report.placing import converse
from belie.report.words import clip, conflict_words, spell, squeeze, visible

if TYPE_CHECKING:
    from belie.report.audit_summary import AuditSummary
    from belie.report.audited import Audited
    from belie.report.placing import PlacedAlert

__all__ = ["Junit"]

_UNWRITABLE = re.compile("[\ufffe\uffff]")
_NAME, _QUOTE = 200, 300


class Junit:
    """A test case for each conversation: it fails where an alert counts.

    One that could not be audited to its end, and a record that is none, is an error. What a
    person acknowledged or marked false does not fail.
    """

    def __init__(self) -> None:
        self._cases = self._failures = self._errors = 0

    def body(self, audited: Audited) -> str:
        """Return the test case of a conversation."""
        alerts = [
            placed
            for conversation in converse(audited.reports)
            for placed in conversation.alerts
            if counts(placed.alert)
        ]
        self._cases += 1
        name = audited.session or f"line {audited.line}"
        outcome = ""
        if audited.problem is not None:
            self._errors += 1
            outcome = f'<error type="unreadable" message="{_message(audited.problem)}"/>'
        elif alerts:
            self._failures += 1
            outcome = _failure(alerts)
        case = f'name="{_attribute(name)}" classname="{_attribute(audited.source)}" time="0"'
        return f"<testcase {case}>{outcome}</testcase>\n"

    def head(self, summary: AuditSummary) -> str:
        """Return what opens the suite, with how many cases failed."""
        del summary
        found = f'tests="{self._cases}" failures="{self._failures}" errors="{self._errors}"'
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<testsuites name="belie" {found}>\n'
            f'<testsuite name="belie audit" {found} skipped="0" time="0">\n'
        )

    def tail(self, summary: AuditSummary) -> str:
        """Return what closes the suite, with the summary as its output."""
        words = _text(str(summary.totals))
        return f"<system-out>{words}</system-out>\n</testsuite>\n</testsuites>\n"


def _failure(alerts: list[PlacedAlert]) -> str:
    kinds = ", ".join(dict.fromkeys(placed.alert.conflict.kind.value for placed in alerts))
    more = f" (and {len(alerts) - 1} more)" if 1 < len(alerts) else ""
    message = _message(alerts[0].alert.explanation) + more
    body = "\n\n".join(map(_described, alerts))
    return f'<failure type="{kinds}" message="{message}">{_text(body)}</failure>'


def _described(placed: PlacedAlert) -> str:
    conflict = placed.alert.conflict
    sides = (placed.claim, placed.premise)
    quotes = (
        f"  {squeeze(side.label)}: “{clip(squeeze(side.span.cut(side.text)), limit=_QUOTE)}”"
        for side in sides
    )
    heading = f"{spell(conflict.verdict.relation)}, {conflict_words(conflict)}"
    return "\n".join([f"{heading} ({placed.alert.severity.value})", *quotes])


def _attribute(text: str) -> str:
    return _text(clip(squeeze(text), limit=_NAME))


def _message(text: str) -> str:
    return _text(clip(squeeze(text), limit=_QUOTE))


def _text(text: str) -> str:
    return str(escape(_UNWRITABLE.sub("\ufffd", visible(text))))
