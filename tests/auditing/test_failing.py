from __future__ import annotations

import pytest

from belie.auditing import FailRule, failed, read_rules
from belie.datatypes import AlertState, ConflictKind, ErrorType, Relation, Severity
from belie.errors import InputError
from belie.report.audit_summary import AuditSummary, Finding


def finding(
    kind=ConflictKind.REFERENCE,
    relation=Relation.CONTRADICTION,
    error_type=ErrorType.NUMERIC,
    severity=Severity.HIGH,
    state=AlertState.OPEN,
):
    counted = state in (AlertState.OPEN, AlertState.RESOLVED)
    return Finding(kind, relation, error_type, severity, state, counted)


FOUND = AuditSummary(
    answers=100,
    contradicting=2,
    findings={
        finding(): 2,
        finding(ConflictKind.CROSS_TURN, Relation.PARTIAL_CONTRADICTION, None, Severity.MEDIUM): 1,
        finding(ConflictKind.USER_FACT, state=AlertState.FALSE_ALARM): 4,
    },
)


@pytest.mark.parametrize(
    ("rule", "fails"),
    [
        ("any", True),
        ("any>2", True),
        ("any>3", False),
        ("any>=3", True),
        ("reference", True),
        ("reference>1", True),
        ("reference>2", False),
        ("Reference : Contradiction >= 2", True),
        ("reference:partial-contradiction", False),
        ("cross-turn:partial_contradiction>0", True),
        ("contradiction:reference:numeric:high", True),
        ("numeric>2", False),
        ("medium", True),
        ("low", False),
        ("user_fact", False),
        ("severity>=high", True),
        ("severity>high", False),
        ("severity>low", True),
        ("rate>0.01", True),
        ("rate>0.02", False),
        ("rate>=0.02", True),
        ("rate>=0", True),
    ],
)
def test_a_rule_counts_the_alerts_that_have_all_its_names(rule, fails):
    assert FailRule.read(rule).matches(FOUND) is fails


@pytest.mark.parametrize("rule", ["any", "severity>=low", "rate>0", "reference:contradiction>0"])
def test_nothing_fails_where_nothing_is_found(rule):
    assert not FailRule.read(rule).matches(AuditSummary())


def test_the_rules_that_fail_are_named():
    rules = read_rules(["document", "reference>1", "rate>0.5"])
    assert [rule.text for rule in failed(rules, FOUND)] == ["reference>1"]


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("typo", "expected --fail-on any, reference, .*|as in 'cross_turn:contradiction>0'"),
        ("reference:typo>1", "got reference:typo>1"),
        ("reference<1", "got reference<1"),
        ("", "expected --fail-on"),
        ("reference>many", "expected a number after the sign, .*; got reference>many"),
        ("any>nan", "expected a number after the sign, .*; got any>nan"),
        ("any>=inf", "expected a number after the sign, .*; got any>=inf"),
        ("rate>nan", "expected a number after the sign, .*; got rate>nan"),
        ("severity", "expected --fail-on severity>= and one of low, medium, high; got severity"),
        ("severity>=grave", "got severity>=grave"),
        ("severity>=2", "one of low, medium, high"),
        ("rate", r"expected a share of the assistant's turns in \[0, 1\]"),
        ("rate>5", "'rate>0.01'; got rate>5"),
    ],
)
def test_a_rule_that_says_nothing_is_refused_with_what_it_could_say(rule, message):
    with pytest.raises(InputError, match=message):
        FailRule.read(rule)
