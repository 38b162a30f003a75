"""Whatever breaks or hangs behind the handler, the chat is what it is without it."""

from __future__ import annotations

import asyncio
import sqlite3
import threading

import pytest

from belie import ModelError, StoreError
from belie.langchain import CallbackHandler
from belie.monitor.checker import Checker
from belie.monitor.monitor import Monitor
from belie.monitor.settings import Settings
from belie.storage.memory import MemoryStore
from belie.storage.sql import SqlStore
from belie.testing import ScriptedClassifier, WordEncoder

pytestmark = pytest.mark.extras

QUESTION = "How tall is the tower?"
FACT = "The tower is 330 m tall."
WRONG = "The tower is 300 m tall."
LONG = f"{WRONG} It is old. It is grey."
S1 = {"session_id": "s1"}


class FailingStore(MemoryStore):
    def append(self, report):
        raise StoreError(report.turn.text)


class FailingModel(ScriptedClassifier):
    def classify(self, pairs):
        raise ModelError(pairs[0].claim)


def fail(words):
    raise RuntimeError(words)


@pytest.fixture
def watch(monitor, sentence_extractor):
    """Makes a monitor of given parts."""

    def made(*, classifier=None, store=None, sinks=()):
        checker = monitor._checker
        if classifier is not None:
            checker = Checker(
                extractor=sentence_extractor,
                encoder=WordEncoder(),
                classifier=classifier,
                settings=Settings(),
                threshold=0.5,
            )
        return Monitor(checker=checker, store=store or MemoryStore(), sinks=sinks)

    return made


BROKEN = {
    "store": lambda watch: {"monitor": watch(store=FailingStore())},
    "model": lambda watch: {"monitor": watch(classifier=FailingModel())},
    "sink": lambda watch: {"monitor": watch(sinks=[fail])},
    "on_alert": lambda watch: {"monitor": watch(), "on_alert": fail},
    "redact": lambda watch: {"monitor": watch(), "redact": fail},
}


async def answer_of(chain, how, config):
    match how:
        case "invoke":
            return chain.invoke(QUESTION, config)
        case "ainvoke":
            return await chain.ainvoke(QUESTION, config)
        case "stream":
            return "".join(chain.stream(QUESTION, config))
        case "astream":
            return "".join([chunk async for chunk in chain.astream(QUESTION, config)])


@pytest.mark.parametrize("how", ["invoke", "ainvoke", "stream", "astream"])
@pytest.mark.parametrize("mode", ["background", "inline"])
@pytest.mark.parametrize("broken", BROKEN)
async def test_what_breaks_is_counted_and_kept_from_the_chat(  # noqa: PLR0917 - fixtures
    broken, mode, how, scripted, watch, caplog
):
    options = {**BROKEN[broken](watch), "mode": mode, "check_stream": True}
    with CallbackHandler(**options) as handler:
        chain = scripted.rag(scripted.ScriptedChat(replies=[LONG]), scripted.Shelf(texts=[FACT]))
        assert await answer_of(chain, how, {"callbacks": [handler], "metadata": S1}) == LONG
        assert handler.flush(30)
        health = handler.health()
    assert health.errors > 0
    assert options["monitor"].health().contained == health.errors
    assert health.observed == (broken in {"on_alert", "sink"})
    assert (health.queued, health.unfinished, health.dropped) == (0, 0, 0)
    assert "300 m" not in caplog.text


@pytest.mark.parametrize("check_stream", [False, True])
def test_where_a_sink_fails_on_alert_is_told_all_the_same(check_stream, scripted, watch, caplog):
    told, monitor = [], watch(sinks=[fail])
    chain = scripted.rag(scripted.ScriptedChat(replies=[WRONG]), scripted.Shelf(texts=[FACT]))
    with CallbackHandler(
        monitor=monitor, on_alert=told.append, check_stream=check_stream
    ) as handler:
        assert "".join(chain.stream(QUESTION, {"callbacks": [handler], "metadata": S1})) == WRONG
    assert told == [*monitor.session("s1").alerts]
    assert len(told) == 1
    assert (handler.health().observed, handler.health().errors) == (1, 1)
    assert "a sink failed (RuntimeError)" in caplog.text


class Gate:
    """Hangs, whatever it is told, until it is opened."""

    def __init__(self):
        self.begun, self._open = threading.Event(), threading.Event()

    def __call__(self, told):
        del told
        self.begun.set()
        assert self._open.wait(30)

    def open(self):
        self._open.set()


class HangingModel(ScriptedClassifier):
    def __init__(self, gate):
        super().__init__()
        self._gate = gate

    def classify(self, pairs):
        self._gate(pairs)
        return super().classify(pairs)


HANGING = {
    "sink": lambda watch, gate: {"monitor": watch(sinks=[gate])},
    "model": lambda watch, gate: {"monitor": watch(classifier=HangingModel(gate))},
    "on_alert": lambda watch, gate: {"monitor": watch(), "on_alert": gate},
}


@pytest.mark.parametrize("hanging", HANGING)
def test_what_hangs_holds_up_neither_the_chat_nor_the_end(hanging, scripted, watch):
    gate = Gate()
    handler = CallbackHandler(**HANGING[hanging](watch, gate), max_queue=2)
    chain = scripted.rag(scripted.ScriptedChat(replies=[WRONG]), scripted.Shelf(texts=[FACT]))
    config = {"callbacks": [handler], "metadata": S1}
    assert chain.invoke(QUESTION, config) == WRONG
    assert gate.begun.wait(30)
    assert [chain.invoke(QUESTION, config) for _ in range(4)] == [WRONG] * 4
    assert (handler.health().queued, handler.health().dropped) == (2, 2)
    assert not handler.flush(0)
    assert not handler.shutdown(0)
    gate.open()
    assert handler.flush(30)
    health = handler.health()
    assert (health.observed, health.queued, health.errors) == (3, 0, 0)


def test_a_locked_store_holds_up_the_monitor_alone(scripted, watch, tmp_path):
    path = tmp_path / "belie.db"
    store = SqlStore(f"sqlite:///{path}", timeout=600)
    monitor = watch(store=store)
    handler = CallbackHandler(monitor=monitor)
    chain = scripted.rag(scripted.ScriptedChat(replies=[WRONG]), scripted.Shelf(texts=[FACT]))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    config = {"callbacks": [handler], "metadata": S1}
    assert [chain.invoke(QUESTION, config) for _ in range(2)] == [WRONG, WRONG]
    assert not handler.flush(0)
    other.execute("ROLLBACK")
    other.close()
    assert handler.shutdown(60)
    assert (handler.health().observed, handler.health().errors) == (2, 0)
    assert len(monitor.session("s1").alerts) == 2
    monitor.close()


async def test_an_inline_handler_that_hangs_leaves_the_loop_to_others(scripted, watch):
    gate = Gate()
    handler = CallbackHandler(monitor=watch(), on_alert=gate, mode="inline")
    chain = scripted.rag(scripted.ScriptedChat(replies=[WRONG]), scripted.Shelf(texts=[FACT]))
    chat = asyncio.create_task(chain.ainvoke(QUESTION, {"callbacks": [handler], "metadata": S1}))
    assert await asyncio.to_thread(gate.begun.wait, 30)
    assert not chat.done()
    assert not handler.flush(0)
    gate.open()
    assert await chat == WRONG
    assert handler.health().observed == 1


def test_a_queue_that_drops_the_oldest_keeps_the_newest_answers(scripted, watch):
    gate = Gate()
    monitor = watch(sinks=[gate])
    handler = CallbackHandler(monitor=monitor, max_queue=1, drop="oldest")
    replies = [WRONG, "Two.", "Three.", "Four."]
    chain = scripted.rag(scripted.ScriptedChat(replies=replies), scripted.Shelf(texts=[FACT]))
    config = {"callbacks": [handler], "metadata": S1}
    chain.invoke(QUESTION, config)
    assert gate.begun.wait(30)
    for _ in replies[1:]:
        chain.invoke(QUESTION, config)
    gate.open()
    assert handler.shutdown(30)
    turns = [report.turn for report in monitor.session("s1").reports]
    assert [turn.text for turn in turns if turn.role == "assistant"] == [WRONG, "Four."]
    assert handler.health().dropped == 2


def test_an_answer_that_waited_too_long_is_counted_and_not_checked(scripted, watch):
    monitor = watch()
    with CallbackHandler(monitor=monitor, deadline_ms=1e-6) as handler:
        chain = scripted.rag(scripted.ScriptedChat(replies=[WRONG]), scripted.Shelf(texts=[FACT]))
        assert chain.invoke(QUESTION, {"callbacks": [handler], "metadata": S1}) == WRONG
    assert (handler.health().late, handler.health().observed) == (1, 0)
    assert monitor.sessions() == ()
