from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from datetime import UTC, date, datetime, timedelta
from functools import reduce
from operator import add

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Role, Severity, Turn, TurnReport
from belie.report.audit_summary import AuditSummary, Day, WorstSession
from belie.report.audited import Audited

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)


def audited(reports, name="phones", line=1, problem=None, threshold=0.8):
    return Audited("chats.jsonl", line, name, tuple(reports), problem, threshold)


@pytest.fixture(scope="session")
def made(phone_alert):
    """Make a conversation of turns that each raise some alerts."""

    def made(name, alerts, days):
        reports = [
            TurnReport(
                Turn(
                    name,
                    at,
                    Role.ASSISTANT,
                    "It is.",
                    at=None if day is None else MONDAY + timedelta(days=day),
                ),
                alerts=(phone_alert,) * number,
                warnings=(f"{number} of 9 claims were not checked",) * bool(number),
            )
            for at, (number, day) in enumerate(zip(alerts, days, strict=False))
        ]
        return audited(reports, name, problem="broken" if not reports else None)

    return made


def test_everything_that_an_audit_found_is_counted(chat, mended):
    summary = AuditSummary.of(audited(chat)).add(audited(mended, "trains"))
    assert (summary.totals.sessions, summary.totals.turns) == (2, 7)
    assert (summary.answers, summary.contradicting) == (5, 3)
    assert summary.rate == 3 / 5
    assert summary.by_severity == {Severity.HIGH: 4, Severity.MEDIUM: 1, Severity.LOW: 1}
    assert sum(summary.findings.values()) == 6
    assert sum(number for one, number in summary.findings.items() if one.counted) == 5
    assert summary.days == {date(2026, 3, 1): Day(1, 3)}
    assert summary.undated == 6
    assert summary.models == {"scripted": 6}
    assert summary.thresholds == {0.8: 2}
    assert summary.warnings == {"One sentence is in a language the model does not know.": 1}
    assert summary.worst == (
        WorstSession("phones", "chats.jsonl", 1, 4, 3),
        WorstSession("trains", "chats.jsonl", 1, 1, 4),
    )


def test_nothing_audited_is_no_division_by_nothing():
    assert AuditSummary().rate == 0.0


def test_what_could_not_be_audited_is_a_problem_and_no_session():
    summary = AuditSummary.of(Audited("chats.jsonl", 3, problem="chats.jsonl:3: oops"))
    assert (summary.problems, summary.totals.sessions, summary.worst) == (1, 0, ())


def test_only_the_ten_worst_sessions_are_named(made):
    summary = AuditSummary()
    for number in range(20):
        summary = summary.add(made(f"s{number:02}", [number], [None]))
    assert [worst.alerts for worst in summary.worst] == list(range(19, 9, -1))


def test_warnings_that_differ_in_their_numbers_are_one(made):
    summary = AuditSummary.of(made("s", [3, 2, 0], [None] * 3))
    assert summary.warnings == {"# of # claims were not checked": 2}


def test_a_summary_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        AuditSummary().problems = 3


def test_an_empty_summary_changes_nothing(chat):
    summary = AuditSummary.of(audited(chat))
    assert summary + AuditSummary() == AuditSummary() + summary == summary


@given(
    found=st.lists(
        st.tuples(
            st.sampled_from("abcdef"),
            st.lists(st.integers(0, 2), max_size=3),
            st.lists(st.one_of(st.none(), st.integers(0, 3)), min_size=3, max_size=3),
        ),
        max_size=14,
    ),
    cuts=st.tuples(st.integers(0, 14), st.integers(0, 14)),
)
def test_summaries_can_be_brought_together_in_any_order(made, found, cuts):
    summaries = [AuditSummary.of(made(*one)) for one in found]
    first, second = sorted(cuts)
    parts = [
        reduce(add, part, AuditSummary())
        for part in (summaries[:first], summaries[first:second], summaries[second:])
    ]
    whole = reduce(add, summaries, AuditSummary())
    assert (parts[0] + parts[1]) + parts[2] == parts[0] + (parts[1] + parts[2]) == whole
    assert parts[1] + parts[0] + parts[2] == whole
    assert str(parts[1].totals + parts[0].totals) == str(parts[0].totals + parts[1].totals)


def test_a_reviewed_alert_does_not_make_a_session_worse(mended):
    only_false = [replace(mended[2])]
    assert AuditSummary.of(audited(only_false)).worst == ()
