"""What the options of the handler do to real chains."""

from __future__ import annotations

import dataclasses
import threading

import pytest
from langchain.agents import create_agent
from langchain_core.runnables import RunnableLambda

from belie.adapters.langchain.sampling import is_sampled
from belie.langchain import CallbackHandler

pytestmark = pytest.mark.extras

QUESTION = "How tall is the tower?"
FACT = "The tower is 330 m tall."
WRONG = "The tower is 300 m tall."
S1 = {"session_id": "s1"}
HOWS = ["invoke", "stream", "ainvoke", "astream", "batch", "abatch"]


def given(handler, session="s1"):
    return {"callbacks": [handler], "metadata": {"session_id": session}}


def rag(scripted, *replies):
    return scripted.rag(
        scripted.ScriptedChat(replies=[*replies] or [WRONG]), scripted.Shelf(texts=[FACT])
    )


@pytest.mark.parametrize("how", HOWS)
async def test_an_inline_handler_has_checked_the_answer_when_the_chat_has_it(
    how, scripted, monitor
):
    heard = []
    handler = CallbackHandler(monitor=monitor, on_alert=heard.append, mode="inline")
    await scripted.run(rag(scripted), QUESTION, how, given(handler))
    assert tuple(heard) == handler.alerts("s1")
    assert len(heard) == handler.health().observed == 1


def test_an_inline_handler_calls_on_alert_in_the_threads_of_the_chat(scripted, monitor):
    threads = []
    handler = CallbackHandler(
        monitor=monitor,
        on_alert=lambda _: threads.append(threading.current_thread()),
        mode="inline",
    )
    rag(scripted).invoke(QUESTION, given(handler))
    assert threads == [threading.current_thread()]


async def test_an_inline_handler_of_an_event_loop_works_beside_it(scripted, monitor):
    threads = []
    handler = CallbackHandler(
        monitor=monitor,
        on_alert=lambda _: threads.append(threading.current_thread()),
        mode="inline",
    )
    await rag(scripted).ainvoke(QUESTION, given(handler))
    assert threads
    assert threading.current_thread() not in threads


async def test_an_inline_handler_of_an_event_loop_finds_the_session_all_the_same(scripted, monitor):
    handler = CallbackHandler(monitor=monitor, mode="inline")
    config = {"callbacks": [handler], "configurable": {"thread_id": "t1"}}
    await rag(scripted).ainvoke(QUESTION, config)
    assert monitor.sessions() == ("t1",)


def test_an_inline_handler_that_was_shut_down_drops_later_answers(scripted, monitor):
    handler = CallbackHandler(monitor=monitor, mode="inline")
    assert handler.shutdown()
    assert rag(scripted).invoke(QUESTION, given(handler)) == WRONG
    assert (handler.health().dropped, monitor.sessions()) == (1, ())


def test_a_conversation_is_sampled_whole_or_not_at_all(scripted, monitor):
    sessions = [f"s{number}" for number in range(8)]
    with CallbackHandler(monitor=monitor, sample_rate=0.5) as handler:
        chain = rag(scripted, "One.", "Two.")
        for _ in range(2):
            for session in sessions:
                chain.invoke(QUESTION, given(handler, session))
    watched = [session for session in sessions if is_sampled(session, 0.5)]
    assert sorted(monitor.sessions()) == watched
    assert {len(monitor.session(session).reports) for session in watched} == {4}
    assert handler.health().observed == 2 * len(watched)
    assert handler.health().skipped == 2 * (len(sessions) - len(watched))


@pytest.mark.parametrize("how", HOWS)
async def test_the_monitor_has_no_word_that_was_redacted(how, scripted, monitor):
    def redact(text):
        return text.replace("tower", "[thing]")

    with CallbackHandler(monitor=monitor, redact=redact) as handler:
        await scripted.run(rag(scripted), QUESTION, how, given(handler))
    session = monitor.session("s1")
    assert len(session.reports) == 2
    assert "tower" not in repr(session.reports)


def test_health_is_a_value(monitor):
    health = CallbackHandler(monitor=monitor).health()
    assert set(dataclasses.asdict(health).values()) == {0}
    with pytest.raises(dataclasses.FrozenInstanceError):
        health.observed = 1


class Asking:
    """A monitor that asks a chat model, which carries the chat's own handler."""

    def __init__(self, monitor):
        self.monitor, self.model = monitor, None

    def observe(self, text, **rest):
        self.model.invoke(text)
        "".join(chunk.text for chunk in self.model.stream(text))
        return self.monitor.observe(text, **rest)

    def session(self, name):
        return self.monitor.session(name)


@pytest.mark.parametrize("mode", ["background", "inline"])
@pytest.mark.parametrize("agent", [False, True])
def test_a_model_that_the_monitor_asks_is_not_observed_though_it_carries_the_handler(
    agent, mode, scripted, monitor
):
    asking = Asking(monitor)
    with CallbackHandler(monitor=asking, session="s1", mode=mode) as handler:
        asking.model = scripted.ScriptedChat(replies=[WRONG], callbacks=[handler])
        if agent:
            create_agent(asking.model).invoke({"messages": [("user", QUESTION)]})
        else:
            asking.model.invoke(QUESTION)
    assert (handler.health().observed, handler.health().unfinished) == (1, 0)
    assert len(asking.model.asked) == 5


def test_a_chain_that_on_alert_starts_is_observed_like_any_other(scripted, monitor):
    with CallbackHandler(monitor=monitor, on_alert=lambda _: later.invoke("Sure?")) as handler:
        later = RunnableLambda(lambda _: "It is old.").with_config(callbacks=[handler], metadata=S1)
        rag(scripted).invoke(QUESTION, given(handler))
        assert handler.flush(30)
    texts = [report.turn.text for report in monitor.session("s1").reports]
    assert texts == [QUESTION, WRONG, "Sure?", "It is old."]


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("mode", ["background", "inline"])
async def test_a_handler_listed_twice_observes_once(how, mode, scripted, monitor):
    with CallbackHandler(monitor=monitor, mode=mode) as handler:
        model = scripted.ScriptedChat(replies=[WRONG], callbacks=[handler])
        chain = scripted.rag(model, scripted.Shelf(texts=[FACT]))
        config = {"callbacks": [handler, handler], "metadata": S1}
        await scripted.run(chain.with_config(callbacks=[handler]), QUESTION, how, config)
    assert [report.turn.text for report in monitor.session("s1").reports] == [QUESTION, WRONG]
    assert handler.health().unfinished == 0


def test_a_handler_listed_twice_keeps_what_was_shown_of_a_stream_once(scripted, monitor):
    with CallbackHandler(monitor=monitor) as handler:
        stream = rag(scripted, f"{WRONG} It is old.").stream(
            QUESTION, {"callbacks": [handler, handler], "metadata": S1}
        )
        for _ in range(4):
            next(stream)
        stream.close()
    answer = monitor.session("s1").reports[-1].turn.text
    assert WRONG.startswith(answer)
    assert answer.startswith("The tower is")
