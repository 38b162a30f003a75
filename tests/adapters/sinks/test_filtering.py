from __future__ import annotations

import pytest

from belie import InputError
from belie.datatypes import ConflictKind, Severity
from belie.sinks import Filtered


def told(make_alert, **options):
    heard = []
    sink = Filtered(heard.append, **options)
    for kind in ConflictKind:
        for severity in Severity:
            sink(make_alert(kind=kind, severity=severity))
    return {(alert.conflict.kind.value, alert.severity.value) for alert in heard}


def test_without_a_choice_all_are_told(make_alert):
    assert len(told(make_alert)) == len(ConflictKind) * len(Severity)


@pytest.mark.parametrize(
    ("lowest", "expected"),
    [
        ("low", {"low", "medium", "high"}),
        (Severity.MEDIUM, {"medium", "high"}),
        ("high", {"high"}),
    ],
)
def test_the_less_severe_are_left_out(lowest, expected, make_alert):
    assert {severity for _, severity in told(make_alert, severity=lowest)} == expected


def test_other_kinds_are_left_out(make_alert):
    kinds = {"reference", ConflictKind.CROSS_TURN}
    found = told(make_alert, kinds=kinds, severity="high")
    assert found == {("reference", "high"), ("cross_turn", "high")}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"severity": "urgent"}, "low, medium or high, got 'urgent'"),
        ({"kinds": {"document", "rumour"}}, "expected kinds to be of reference, cross_turn"),
        ({"kinds": "reference"}, "expected several kinds"),
    ],
)
def test_an_unknown_choice_is_refused(options, expected):
    with pytest.raises(InputError, match=expected):
        Filtered(print, **options)
