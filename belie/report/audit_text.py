"""The summary of an audit in words, for those who read no single alert."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from belie.report.words import clip, count, kind_words, spell, squeeze

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from belie.report.audit_summary import AuditSummary, Day, WorstSession

__all__ = ["describe"]

_DAYS = 14
_BAR = 20
_NAME = 60


def describe(summary: AuditSummary) -> str:
    """Return the summary as lines of text; no word of a conversation in it can act.

    Examples
    --------
    >>> from belie.report.audit_summary import AuditSummary
    >>> print(describe(AuditSummary()))
    0 turns, 0 claims, nothing to check
    """
    lines = [
        str(summary.totals),
        *_rate(summary),
        *_table("by kind", Counter(_kinds(summary))),
        *_table("by relation", Counter(_named(summary, "relation"))),
        *_table("by error type", Counter(_named(summary, "error_type"))),
        *_table("by severity", Counter(_named(summary, "severity"))),
        *_worst(summary.worst),
        *_days(summary),
        *_unchecked(summary),
        *_basis(summary),
    ]
    return "\n".join(lines)


def _rate(summary: AuditSummary) -> Iterator[str]:
    if summary.answers:
        yield (
            f"{summary.contradicting} of {count(summary.answers, 'answer')} with a contradiction "
            f"({summary.rate:.2%})"
        )


def _kinds(summary: AuditSummary) -> dict[str, int]:
    found: Counter[str] = Counter()
    for finding, number in summary.findings.items():
        found[kind_words(finding.kind)] += number
    return dict(found)


def _named(summary: AuditSummary, name: str) -> dict[str, int]:
    found: Counter[str] = Counter()
    for finding, number in summary.findings.items():
        value = getattr(finding, name)
        if value is not None:
            found[spell(value)] += number
    return dict(found)


def _table(title: str, found: Counter[str]) -> Iterator[str]:
    """Yield a line for each name, the most frequent first."""
    if found:
        yield f"\n{title}"
    for name, number in sorted(found.items(), key=lambda row: (-row[1], row[0])):
        yield f"  {number:>6}  {name}"


def _worst(sessions: tuple[WorstSession, ...]) -> Iterator[str]:
    if sessions:
        yield "\nworst sessions"
    for worst in sessions:
        name = squeeze(clip(worst.session, limit=_NAME))
        where = squeeze(f"{worst.source}:{worst.line}")
        yield f"  {worst.alerts:>6}  {name} ({count(worst.turns, 'turn')}, {where})"


def _days(summary: AuditSummary) -> Iterator[str]:
    """Yield the last days, with a bar for the alerts per turn."""
    days = sorted(summary.days.items())
    if not days:
        return
    undated = f"; {count(summary.undated, 'turn')} without a time" if summary.undated else ""
    earlier = f"the last {_DAYS} of {len(days)} days" if _DAYS < len(days) else "by day"
    yield f"\n{earlier} (UTC){undated}"
    most = max(day.alerts / day.turns for _, day in days[-_DAYS:]) or 1.0
    yield from (_day(when, day, most) for when, day in days[-_DAYS:])


def _day(when: date, day: Day, most: float) -> str:
    bar = "█" * round(day.alerts / day.turns / most * _BAR)
    words = f"{count(day.turns, 'turn')}, {count(day.alerts, 'alert')}"
    return f"  {when.isoformat()}  {words}  {bar}".rstrip()


def _unchecked(summary: AuditSummary) -> Iterator[str]:
    totals = summary.totals
    found = Counter({f"{spell(reason)}: no claim": n for reason, n in totals.skipped.items()})
    found += Counter({squeeze(warning): n for warning, n in summary.warnings.items()})
    found["claim that no document supports or contradicts"] += totals.unverifiable
    found["record or conversation that could not be audited"] += summary.problems
    yield from _table("not checked", +found)


def _basis(summary: AuditSummary) -> Iterator[str]:
    models = [
        f"{squeeze(name)} ({count(n, 'verdict')})" for name, n in sorted(summary.models.items())
    ]
    thresholds = [f"{threshold:g}" for threshold in sorted(summary.thresholds)]
    if models:
        yield f"\njudged by {', '.join(models)}; a contradiction from {' or '.join(thresholds)}"
