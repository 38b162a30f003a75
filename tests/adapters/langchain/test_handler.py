"""The handler itself: alerts, queue, failures, options; runs and agents have their own files."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading

import pytest
from langchain_core.documents import Document
from langchain_core.runnables import RunnableLambda

from belie import ConflictKind, InputError
from belie.langchain import CallbackHandler

pytestmark = pytest.mark.extras

QUESTION = "How tall is the tower?"
FACT = "The tower is 330 m tall."
WRONG = "The tower is 300 m tall."
PAIR = [("user", QUESTION), ("assistant", WRONG)]
S1 = {"session_id": "s1"}


def config(handler, **rest):
    return {"callbacks": [handler], "metadata": S1, **rest}


def turns(monitor, handler, session="s1"):
    assert handler.flush(10)
    return [(str(r.turn.role), r.turn.text) for r in monitor.session(session).reports]


def texts(monitor, handler, session="s1"):
    assert handler.flush(10)
    return [document.text for document in monitor.session(session).reports[-1].turn.documents]


def test_an_answer_against_its_document_is_told_at_once(scripted, monitor):
    heard = []
    with CallbackHandler(monitor=monitor, on_alert=heard.append) as handler:
        chain = scripted.rag(scripted.ScriptedChat(replies=[WRONG]), scripted.Shelf(texts=[FACT]))
        chain.invoke(QUESTION, config(handler))
        assert handler.flush(10)
        assert [alert.conflict.kind for alert in heard] == [ConflictKind.REFERENCE]
        assert tuple(handler.alerts("s1")) == tuple(heard)
        assert handler.health().observed == 1


def test_an_answer_against_an_earlier_answer_is_told(scripted, monitor):
    heard = []
    with CallbackHandler(monitor=monitor, on_alert=heard.append) as handler:
        chain = scripted.rag(scripted.ScriptedChat(replies=[FACT, WRONG]), scripted.Shelf(texts=[]))
        chain.invoke(QUESTION, config(handler))
        chain.invoke("And how tall is it today?", config(handler))
    assert [alert.conflict.kind for alert in heard] == [ConflictKind.CROSS_TURN]


def test_a_document_that_changes_afterwards_is_kept_as_it_was(monitor):
    document = Document(FACT, metadata={"source": "a"})
    gate = threading.Event()
    with CallbackHandler(monitor=Gated(monitor, gate)) as handler:
        (RunnableLambda(lambda _: [document]) | (lambda _: WRONG)).invoke(QUESTION, config(handler))
        document.metadata["source"] = "b"
        gate.set()
        assert handler.flush(10)
    kept = monitor.session("s1").reports[-1].turn.documents
    assert [each.metadata for each in kept] == [{"source": "a"}]


class Gated:
    """A monitor that waits for a gate before it observes."""

    def __init__(self, monitor, gate):
        self.monitor, self.gate = monitor, gate

    def observe(self, text, **rest):
        assert self.gate.wait(10)
        return self.monitor.observe(text, **rest)

    def session(self, name):
        return self.monitor.session(name)


def test_a_slow_monitor_does_not_hold_the_chat_and_a_full_queue_drops_the_newest(
    scripted, monitor, caplog
):
    gate = threading.Event()
    handler = CallbackHandler(monitor=Gated(monitor, gate), session="s1", max_queue=1)
    model = scripted.ScriptedChat(replies=["One.", "Two.", "Three.", "Four."])
    model.invoke("1?", {"callbacks": [handler]})
    while handler.health().queued:
        threading.Event().wait(0.01)
    for number in (2, 3, 4):
        model.invoke(f"{number}?", {"callbacks": [handler]})
    assert (handler.health().dropped, handler.health().queued) == (2, 1)
    assert not handler.flush(0.01)
    assert len([r for r in caplog.records if r.levelno >= logging.WARNING]) == 1
    gate.set()
    assert [text for _, text in turns(monitor, handler)] == ["1?", "One.", "2?", "Two."]
    assert handler.health().observed == 2


def test_a_handler_that_was_shut_down_drops_later_answers(scripted, monitor):
    handler = CallbackHandler(monitor=monitor, session="s1")
    model = scripted.ScriptedChat(replies=[WRONG])
    model.invoke(QUESTION, {"callbacks": [handler]})
    assert handler.shutdown(10)
    model.invoke(QUESTION, {"callbacks": [handler]})
    assert turns(monitor, handler) == PAIR
    assert handler.health().dropped == 1


class Broken:
    """A monitor that fails, quoting the chat."""

    def observe(self, text, **_):
        raise RuntimeError(text)


def test_a_failing_monitor_is_counted_and_logged_once_without_the_chats_words(scripted, caplog):
    caplog.set_level(logging.INFO)
    with CallbackHandler(monitor=Broken(), session="s1") as handler:
        for _ in range(2):
            scripted.ScriptedChat(replies=[WRONG]).invoke(QUESTION, {"callbacks": [handler]})
    assert handler.health().errors == 4
    assert handler.health().observed == 0
    (record,) = [each for each in caplog.records if each.levelno >= logging.WARNING]
    assert "RuntimeError" in record.getMessage()
    assert "tower" not in caplog.text


def test_a_failing_on_alert_is_contained(scripted, monitor):
    def fail(alert):
        raise RuntimeError(alert.explanation)

    with CallbackHandler(monitor=monitor, on_alert=fail) as handler:
        chain = scripted.rag(scripted.ScriptedChat(replies=[WRONG]), scripted.Shelf(texts=[FACT]))
        assert chain.invoke(QUESTION, config(handler)) == WRONG
    assert (handler.health().errors, handler.health().observed) == (1, 1)


def test_a_model_the_monitor_calls_itself_is_not_observed(scripted, monitor):
    class Asking(Gated):
        def observe(self, text, **rest):
            scripted.ScriptedChat(replies=["A judgement."]).invoke(text)
            return super().observe(text, **rest)

    gate = threading.Event()
    gate.set()
    with CallbackHandler(monitor=Asking(monitor, gate)) as handler:
        chain = RunnableLambda(lambda _: WRONG)
        chain.invoke(QUESTION, config(handler))
    assert handler.health().observed == 1
    assert len(monitor.session("s1").reports) == 2


async def _on_alert(alert):
    raise NotImplementedError(alert)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"max_queue": 0}, "max_queue >= 1, got 0"),
        ({"session": " "}, "session to be a non-empty name"),
        ({"session": 5}, "session to be str, got int; write session="),
        ({"on_alert": _on_alert}, "on_alert to be a plain function, got a coroutine function"),
        ({"on_alert": 5}, "on_alert to be a plain function, got int; write on_alert=print"),
        ({"monitor": None}, "monitor to have the method observe, got NoneType; write monitor="),
        ({"monitor": 5}, "monitor to have the method observe, got int"),
        ({"monitor": "sqlite:///x.db"}, "monitor to have the method observe, got str"),
    ],
)
def test_an_option_that_cannot_be_used_is_refused(options, expected, monitor):
    with pytest.raises(InputError, match=expected):
        CallbackHandler(**{"monitor": monitor, **options})


def test_without_langchain_the_error_names_the_extra():
    code = (
        "import sys; sys.modules['langchain_core'] = None\n"
        "from belie import MissingExtraError\n"
        "try:\n    import belie.langchain\n"
        "except MissingExtraError as error:\n    raise SystemExit(str(error)) from None\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'belie[langchain]'" in done.stderr
