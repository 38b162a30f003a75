from __future__ import annotations

import logging
import threading

import pytest

from belie import InputError
from belie.sinks import Background, SinkHealth


class Gate:
    """A sink that stands still until its gate is opened."""

    def __init__(self):
        self.open, self.begun, self.ids = threading.Event(), threading.Event(), []

    def __call__(self, alert):
        self.begun.set()
        assert self.open.wait(30)
        self.ids.append(alert.id)


def test_the_conversation_does_not_wait_for_a_slow_sink(converse):
    gate = Gate()
    with Background(gate) as sink:
        conversation = converse(sink)
        conversation.say(1, 2, 3)
        assert gate.ids == []
        gate.open.set()
        assert sink.flush(30)
    assert gate.ids == [alert.id for alert in conversation.alerts]


def test_a_full_queue_drops_the_newest_and_says_so_once(make_alert, caplog):
    gate, alerts = Gate(), [make_alert(turn=turn) for turn in range(3, 9)]
    with Background(gate, max_queue=2) as sink:
        sink(alerts[0])
        assert gate.begun.wait(30)
        for alert in alerts[1:]:
            sink(alert)
        assert sink.health() == SinkHealth(delivered=0, failed=0, dropped=3, queued=2)
        gate.open.set()
        assert sink.flush(30)
    assert gate.ids == [alert.id for alert in alerts[:3]]
    assert sink.health() == SinkHealth(delivered=3, failed=0, dropped=3)
    (warning,) = [record for record in caplog.records if record.levelno == logging.WARNING]
    assert "Gate dropped an alert" in warning.getMessage()


def test_closing_in_time_delivers_what_waits(make_alert):
    ids = []
    sink = Background(lambda alert: ids.append(alert.id))
    alerts = [make_alert(turn=turn) for turn in range(3, 9)]
    for alert in alerts:
        sink(alert)
    assert sink.close(30)
    sink(make_alert(turn=11))
    assert ids == [alert.id for alert in alerts]
    assert sink.health().dropped == 1


def test_closing_out_of_time_drops_what_waits(make_alert):
    gate = Gate()
    sink = Background(gate)
    for turn in (3, 5, 7):
        sink(make_alert(turn=turn))
    assert gate.begun.wait(30)
    assert not sink.close(0)
    gate.open.set()
    assert sink.flush(30)
    assert gate.ids == [make_alert(turn=3).id]
    assert sink.health() == SinkHealth(delivered=1, failed=0, dropped=2)


async def page(alert):
    """A sink that nobody would await."""


def test_a_coroutine_function_is_refused():
    with pytest.raises(InputError, match="plain function, got a coroutine function"):
        Background(page)


def test_a_queue_without_room_is_refused():
    with pytest.raises(InputError, match="max_queue >= 1, got 0"):
        Background(print, max_queue=0)
