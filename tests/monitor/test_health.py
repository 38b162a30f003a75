from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from belie.errors import StoreError
from belie.sinks import Filtered, JsonlSink, SinkHealth
from belie.storage.memory import MemoryStore
from belie.wiring import Monitor

EARLIER = "The bridge was opened to traffic in 1937."
LATER = "The bridge was opened to traffic in 1962."


class FullStore(MemoryStore):
    """A store without room for a turn."""

    def append(self, report):
        raise StoreError(f"no room for {report.turn.id}")


def test_a_monitor_says_what_it_took_in_and_how_its_sinks_are_doing(tmp_path):
    heard = []
    monitor = Monitor(sinks=[heard.append, JsonlSink(tmp_path / "alerts.jsonl")])
    for text in (EARLIER, LATER):
        monitor.observe(text, session="s")
    health = monitor.health()
    assert len(heard) == 1
    assert (health.observed, health.failed, health.contained) == (2, 0, 0)
    assert health.sinks == (None, SinkHealth(delivered=1, failed=0))


def test_a_sink_that_fails_is_seen(tmp_path):
    monitor = Monitor(sinks=[JsonlSink(tmp_path / "none" / "alerts.jsonl")])
    for text in (EARLIER, LATER):
        monitor.observe(text, session="s")
    assert monitor.health().sinks == (SinkHealth(delivered=0, failed=1),)


class Pager:
    """A sink of the application's own."""

    def __call__(self, alert):
        """Page nobody."""


class Broken(Pager):
    def health(self):
        raise OSError("the bridge was opened")


class Asking(Pager):
    def health(self, since):
        raise NotImplementedError(since)


class Later(Pager):
    async def health(self):
        raise NotImplementedError


class Unready(Pager):
    @property
    def health(self):
        raise RuntimeError("not yet")


class Named(Pager):
    health = "good"


@pytest.mark.parametrize(
    "wrap", [lambda sink: sink, Filtered, lambda sink: Filtered(Filtered(sink))]
)
@pytest.mark.parametrize(
    ("sink", "said"),
    [
        (Broken(), "health() failed: OSError"),
        (Asking(), "health() failed: TypeError"),
        (Later(), "health() failed: it is a coroutine function"),
        (Unready(), "health() failed: RuntimeError"),
        (Named(), None),
    ],
)
def test_a_sink_that_cannot_say_how_it_is_keeps_no_other_from_saying_it(sink, said, wrap, tmp_path):
    monitor = Monitor(sinks=[wrap(sink), JsonlSink(tmp_path / "alerts.jsonl")])
    assert monitor.health().sinks == (said, SinkHealth(delivered=0, failed=0))


def test_a_turn_that_cannot_be_stored_is_counted():
    monitor = Monitor(store=FullStore())
    with pytest.raises(StoreError):
        monitor.observe(EARLIER, session="s")
    assert (monitor.health().observed, monitor.health().failed) == (0, 1)


def test_a_health_does_not_change():
    health = Monitor().health()
    with pytest.raises(FrozenInstanceError):
        health.failed = 1
