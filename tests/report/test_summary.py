from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

from belie.datatypes import (
    AlertState,
    ConflictKind,
    ErrorType,
    Relation,
    Role,
    SkipReason,
    Turn,
    TurnReport,
)
from belie.report.summary import summarise


def test_everything_is_counted(chat):
    summary = summarise(chat)
    assert (summary.sessions, summary.turns, summary.claims, summary.warnings) == (1, 3, 6, 1)
    assert summary.conflicts == 4
    assert summary.by_kind == {
        ConflictKind.REFERENCE: 1,
        ConflictKind.DOCUMENT: 1,
        ConflictKind.USER_FACT: 1,
        ConflictKind.CROSS_TURN: 1,
    }
    assert summary.by_relation == {Relation.CONTRADICTION: 2, Relation.PARTIAL_CONTRADICTION: 2}
    assert summary.by_error_type == {ErrorType.NUMERIC: 2, ErrorType.TEMPORAL: 1}


def test_only_claims_of_the_assistant_can_be_unverifiable(chat):
    assert summarise(chat[:1]).unverifiable == 0
    assert summarise(chat).unverifiable == 3


def test_one_line_says_it_all_and_counts_no_conflict_twice(chat):
    assert str(summarise(chat)) == (
        "3 turns, 6 claims, 1 cross-turn contradiction, 1 contradiction of the user, 2 partial, "
        "3 unverifiable, 1 warning"
    )


def test_several_are_plural(chat):
    doubled = replace(chat[2], alerts=chat[2].alerts * 2, warnings=("a", "b"))
    assert str(summarise([doubled])) == (
        "1 turn, 2 claims, 2 cross-turn contradictions, 2 unverifiable, 2 warnings"
    )


def test_partial_contradictions_alone_are_called_by_their_full_name(chat):
    partial = replace(chat[1], alerts=chat[1].alerts[:1])
    assert ", 1 partial contradiction, " in str(summarise([partial]))
    both = replace(chat[1], alerts=chat[1].alerts[:2])
    assert ", 2 partial contradictions, " in str(summarise([both]))


def test_a_clean_conversation_says_so(chat):
    assert str(summarise([replace(chat[2], alerts=(), conflicts=(), warnings=())])) == (
        "1 turn, 2 claims, no contradictions, 2 unverifiable"
    )


def test_what_has_no_claim_does_not_look_like_a_pass():
    hello = TurnReport(Turn("s1", 0, Role.ASSISTANT, "Hello."))
    assert str(summarise([hello])) == "1 turn, 0 claims, nothing to check"
    assert str(summarise([])) == "0 turns, 0 claims, nothing to check"


def test_what_could_not_be_read_is_not_called_nothing_to_check():
    failed = TurnReport(Turn("s1", 0, Role.ASSISTANT, "Hello."), warnings=("It was not read.",))
    assert str(summarise([failed])) == "1 turn, 0 claims, nothing checked, 1 warning"


def test_stretches_of_the_assistant_without_a_claim_are_counted_by_reason(reworded):
    assert summarise(reworded).skipped == {
        SkipReason.GREETING: 2,
        SkipReason.QUESTION: 2,
        SkipReason.INSTRUCTION: 1,
    }
    assert str(summarise(reworded)).endswith(
        ", 5 stretches not checked: 2 greeting, 2 question, 1 instruction"
    )
    assert str(summarise(reworded[3:])).endswith(", 1 stretch not checked: 1 greeting")
    assert summarise(reworded[:1]).skipped == {}


def test_several_sessions_are_named():
    reports = [TurnReport(Turn(name, 0, Role.USER, "Hello.")) for name in "abb"]
    assert str(summarise(reports)) == "2 sessions, 3 turns, 0 claims, nothing to check"


def test_every_kind_of_conflict_has_a_name(chat):
    alert = chat[2].alerts[0]
    alerts = tuple(
        replace(alert, conflict=replace(alert.conflict, kind=kind)) for kind in ConflictKind
    )
    parts = str(summarise([replace(chat[2], alerts=alerts)])).split(", ")
    assert sum(part.startswith("1 ") for part in parts) == len(ConflictKind) + 2  # turn, warning


def test_a_conflict_that_is_shown_by_the_alert_on_a_part_of_its_claim_counts_once(chat):
    doubled = replace(chat[2], conflicts=chat[2].conflicts * 2)
    assert summarise([doubled]).conflicts == len(doubled.alerts) == 1


def test_a_summary_cannot_be_changed(chat):
    with pytest.raises(FrozenInstanceError):
        summarise(chat).turns = 5


def test_states_and_changes_are_counted_beside_the_conflicts(mended):
    summary = summarise(mended)
    assert summary.by_state == {AlertState.FALSE_ALARM: 1, AlertState.RESOLVED: 1}
    assert (summary.conflicts, summary.changes) == (2, 1)
    assert str(summary).endswith(", 1 marked false, 1 resolved, 1 change, 3 unverifiable")
