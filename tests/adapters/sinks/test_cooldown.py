from __future__ import annotations

import pytest

from belie import InputError
from belie.datatypes import Severity
from belie.sinks import Cooldown


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def heard():
    return []


@pytest.fixture
def sink(heard, clock):
    return Cooldown(heard.append, seconds=60, clock=clock)


def test_after_an_alert_its_session_rests(make_alert, sink, heard, clock):
    for now, turn in ((0, 1), (30, 3), (59, 5), (60, 7), (119, 9), (121, 11)):
        clock.now = now
        sink(make_alert(turn=turn))
    assert [alert.conflict.claim.turn for alert in heard] == [1, 7, 11]
    assert sink.held == 3


def test_sessions_rest_apart(make_alert, sink, heard):
    for session in ("s", "t", "s"):
        sink(make_alert(session=session))
    assert [alert.session for alert in heard] == ["s", "t"]


def test_an_answer_does_not_wait_for_the_rest_after_a_refused_draft(make_alert, sink, heard):
    for refused in (True, True, False):
        sink(make_alert(refused=refused))
    assert [alert.refused for alert in heard] == [True, False]


def test_a_more_severe_alert_is_told_at_once(make_alert, sink, heard):
    for severity in (Severity.LOW, Severity.HIGH, Severity.MEDIUM, Severity.HIGH):
        sink(make_alert(severity=severity))
    assert [alert.severity for alert in heard] == [Severity.LOW, Severity.HIGH]


def test_after_a_failure_the_session_does_not_rest(make_alert, clock):
    tried = []

    def send(alert):
        tried.append(alert.conflict.claim.turn)
        raise OSError("no pager")

    sink = Cooldown(send, seconds=60, clock=clock)
    for turn in (1, 3):
        with pytest.raises(OSError, match="no pager"):
            sink(make_alert(turn=turn))
    assert tried == [1, 3]


def test_a_rest_of_no_time_is_refused():
    with pytest.raises(InputError, match="seconds > 0, got 0"):
        Cooldown(print, seconds=0)
