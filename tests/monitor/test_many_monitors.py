"""Monitors of several processes that serve one conversation in turns; here they share a store."""

from __future__ import annotations

import pytest

from belie import Relation, Settings, StoreError
from belie.monitor.checker import Checker
from belie.monitor.monitor import Monitor
from belie.storage.memory import MemoryStore
from belie.testing import ScriptedClassifier, WordEncoder

TALL, SMALL = "The tower is 330 m tall.", "The tower is 300 m tall."


@pytest.fixture
def make_monitor(sentence_extractor):
    def make(store, **options):
        checker = Checker(
            extractor=sentence_extractor,
            encoder=WordEncoder(),
            classifier=ScriptedClassifier({(TALL, SMALL): Relation.CONTRADICTION}),
            settings=Settings(),
            threshold=0.9,
        )
        return Monitor(checker=checker, store=store, **options)

    return make


def test_a_turn_that_follows_one_of_another_process_is_held_against_it(make_monitor):
    store, told = MemoryStore(), []
    first, second = make_monitor(store), make_monitor(store, sinks=[told.append])
    second.observe("How tall is it?", session="s", role="user")
    first.observe(TALL, session="s")
    report = second.observe(SMALL, session="s")
    assert report.turn.index == 2
    assert [alert.conflict.premise.text for alert in report.alerts] == [TALL]
    assert told == list(report.alerts)
    assert [each.turn.index for each in store.load("s")] == [0, 1, 2]


def test_processes_that_take_turns_lose_none(make_monitor):
    store = MemoryStore()
    monitors = [make_monitor(store) for _ in range(3)]
    for number in range(9):
        monitors[number % 3].observe(f"Turn {number}.", session="s")
    assert [report.turn.text for report in store.load("s")] == [f"Turn {n}." for n in range(9)]


class Full(MemoryStore):
    tried = 0

    def append(self, report):
        self.tried += 1
        raise StoreError(f"the disk is full: {report.turn.index}")


def test_a_store_that_fails_by_itself_is_not_asked_again(make_monitor):
    store = Full()
    with pytest.raises(StoreError, match="the disk is full"):
        make_monitor(store).observe(TALL, session="s")
    assert store.tried == 1


def test_a_turn_that_must_have_its_place_is_refused_where_another_process_took_it(make_monitor):
    store = MemoryStore()
    first, second = make_monitor(store), make_monitor(store)
    assert second.session("s").reports == ()
    first.observe(TALL, session="s", index=0)
    with pytest.raises(StoreError):
        second.observe(TALL, session="s", index=0)
    with pytest.raises(StoreError, match="compare them"):
        second.observe(TALL, session="s", index=0)
    assert [report.turn.index for report in store.load("s")] == [0]
