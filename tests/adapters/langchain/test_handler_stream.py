"""Alerts that are told while the answer is still being said."""

from __future__ import annotations

import threading

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, AIMessageChunk
from langchain_core.output_parsers import StrOutputParser
from langchain_core.outputs import ChatGenerationChunk
from langchain_core.runnables import RunnableLambda
from langchain_core.tools import create_retriever_tool, tool

from belie import ConflictKind, InputError
from belie.langchain import CallbackHandler
from belie.sinks import Background

pytestmark = pytest.mark.extras

QUESTION = "How tall is the tower?"
FACT = "The tower is 330 m tall."
WRONG = "The tower is 300 m tall."
ANSWER = ["The", " tower", " is", " 300", " m", " tall.", " It", " is", " old", " and", " grey."]
BEGUN = ANSWER.index(" It")
"""The token with which the second sentence begins: it tells that the first is complete."""
CONFIG = {"session_id": "s1"}


class Listener:
    """Hears alerts, and lets the model go on when it has."""

    def __init__(self):
        self.alerts, self.heard = [], threading.Event()

    def __call__(self, alert):
        self.alerts.append(alert)
        self.heard.set()

    @property
    def told(self):
        return [(alert.conflict.kind, alert.conflict.claim.text) for alert in self.alerts]


@pytest.fixture
def listener():
    return Listener()


@pytest.fixture(params=["background", "inline"])
def watching(request, monitor, listener):
    """A handler that looks at answers while they are being said; inline, before each token goes on.

    What is not told inline is not told at all; in the background it might only have been late.
    """
    options = {"on_alert": listener, "check_stream": True, "mode": request.param}
    with CallbackHandler(monitor=monitor, **options) as made:
        yield made
        assert made.flush(30)
        assert len(made._live) == len(made._roots) == 0


@pytest.fixture
def speaker(scripted, listener):
    """Makes models that stop within their second sentence until an alert was heard."""

    class Speaker(scripted.ScriptedChat):
        def _stream(self, messages, stop=None, run_manager=None, **kwargs):
            del stop, run_manager, kwargs
            message = self._next(messages)
            if message.tool_calls:
                yield ChatGenerationChunk(
                    message=AIMessageChunk(message.text, tool_calls=message.tool_calls)
                )
                return
            for place, token in enumerate(ANSWER):
                if place == BEGUN + 1:
                    assert listener.heard.wait(30)
                yield ChatGenerationChunk(message=AIMessageChunk(token))

    return lambda *replies, **options: Speaker(replies=[*replies] or ["".join(ANSWER)], **options)


def given(handler):
    return {"callbacks": [handler], "metadata": CONFIG}


def settled(monitor, handler):
    """The answers that were stored and the alerts raised on them."""
    assert handler.flush(30)
    session = monitor.session("s1")
    answers = [report.turn.text for report in session.reports if report.turn.role == "assistant"]
    return answers, [(alert.conflict.kind, alert.conflict.claim.text) for alert in session.alerts]


@pytest.mark.parametrize("how", ["stream", "astream", "astream_events"])
async def test_a_false_sentence_is_told_before_the_next_one_is_said(  # noqa: PLR0917 - fixtures
    how, scripted, monitor, watching, listener, speaker
):
    chain = scripted.rag(speaker(), scripted.Shelf(texts=[FACT]))
    await scripted.run(chain, QUESTION, how, given(watching))
    alerts = [(ConflictKind.REFERENCE, WRONG)]
    assert settled(monitor, watching) == (["".join(ANSWER)], alerts)
    assert listener.told == alerts
    assert (watching.health().withdrawn, watching.health().errors) == (0, 0)


def test_it_is_told_before_the_reader_sees_the_next_sentence(scripted, watching, listener):
    model = scripted.ScriptedChat(replies=["".join(ANSWER)])
    shown = []
    for token in scripted.rag(model, scripted.Shelf(texts=[FACT])).stream(
        QUESTION, given(watching)
    ):
        assert token != ANSWER[BEGUN] or listener.heard.wait(30)
        shown.append(token)
    assert [token for token in shown if token] == ANSWER


def test_the_report_is_the_one_of_an_answer_that_was_not_streamed(
    scripted, monitor, watching, speaker
):
    list(scripted.rag(speaker(), scripted.Shelf(texts=[FACT])).stream(QUESTION, given(watching)))
    assert watching.flush(30)
    streamed = monitor.session("s1").reports
    monitor.forget("s1")
    with CallbackHandler(monitor=monitor) as handler:
        chain = scripted.rag(speaker(), scripted.Shelf(texts=[FACT]))
        chain.invoke(QUESTION, given(handler))
    assert monitor.session("s1").reports == streamed


def test_the_monitors_sinks_hear_it_once_when_it_is_stored(scripted, monitor, listener, speaker):
    stored = []
    with Background(stored.append) as sink:
        told = type(monitor)(checker=monitor._checker, store=monitor._store, sinks=[sink])
        with CallbackHandler(monitor=told, on_alert=listener, check_stream=True) as handler:
            chain = scripted.rag(speaker(), scripted.Shelf(texts=[FACT]))
            list(chain.stream(QUESTION, given(handler)))
    assert tuple(stored) == told.session("s1").alerts
    assert len(stored) == len(listener.alerts) == 1


def test_a_model_without_a_chain_is_held_against_earlier_answers_while_it_speaks(
    monitor, watching, listener, speaker
):
    monitor.observe(FACT, session="s1")
    list(speaker().stream(QUESTION, given(watching)))
    alerts = [(ConflictKind.CROSS_TURN, WRONG)]
    assert settled(monitor, watching) == ([FACT, "".join(ANSWER)], alerts)
    assert listener.told == alerts


def test_in_a_chain_without_documents_a_tag_says_which_model_speaks_to_the_reader(
    monitor, watching, listener, speaker
):
    monitor.observe(FACT, session="s1")
    chain = speaker(tags=["belie:answer"]) | StrOutputParser()
    list(chain.stream(QUESTION, given(watching)))
    assert settled(monitor, watching)[1] == listener.told == [(ConflictKind.CROSS_TURN, WRONG)]


def test_an_agent_is_watched_while_it_answers_from_what_its_tool_found(
    scripted, monitor, watching, listener, speaker
):
    guide = create_retriever_tool(scripted.Shelf(texts=[FACT]), "guide", "Looks it up.")
    agent = create_agent(speaker(scripted.call("guide"), "".join(ANSWER)), [guide])
    asking = {"messages": [("user", QUESTION)]}
    list(agent.stream(asking, given(watching), stream_mode="messages"))
    assert settled(monitor, watching)[1] == listener.told == [(ConflictKind.REFERENCE, WRONG)]


def talking(scripted, *replies, **options):
    return scripted.ScriptedChat(replies=list(replies), **options)


LONG = f"{WRONG} It is old. It is grey."


def test_a_query_that_is_written_before_documents_come_is_not_told(
    scripted, monitor, watching, listener
):
    monitor.observe(FACT, session="s1")
    shelf = scripted.Shelf(texts=[FACT])
    chain = (
        talking(scripted, LONG)
        | StrOutputParser()
        | {"context": shelf}
        | RunnableLambda(str)
        | talking(scripted, FACT)
    )
    list(chain.stream(QUESTION, given(watching)))
    assert settled(monitor, watching) == ([FACT, FACT], [])
    assert listener.told == []
    assert watching.health().withdrawn == 0


def test_an_ignored_model_and_an_agent_in_a_tool_are_not_told(
    scripted, monitor, watching, listener
):
    monitor.observe(FACT, session="s1")
    inner = talking(scripted, LONG)

    @tool
    def ask(query: str) -> str:
        """Ask another model."""
        return "".join(chunk.text for chunk in inner.stream(query))

    grader = talking(scripted, LONG, tags=["belie:ignore"])
    shelf = scripted.Shelf(texts=["It is old."])

    def answer(question):
        shelf.invoke(question)
        "".join(chunk.text for chunk in grader.stream(question))
        ask.invoke(question)
        return FACT

    RunnableLambda(answer).invoke(QUESTION, given(watching))
    assert settled(monitor, watching) == ([FACT, FACT], [])
    assert listener.told == []


def test_what_is_said_before_a_call_of_a_tool_is_looked_at_no_more(
    scripted, monitor, watching, listener
):
    class Calling(scripted.ScriptedChat):
        def _stream(self, messages, stop=None, run_manager=None, **kwargs):
            del messages, stop, run_manager, kwargs
            call = [{"name": "guide", "args": "{}", "id": "1", "index": 0}]
            chunks = [AIMessageChunk("Let me see.", tool_call_chunks=call), AIMessageChunk(LONG)]
            for message in chunks:
                yield ChatGenerationChunk(message=message)

    monitor.observe(FACT, session="s1")
    list(Calling(replies=[]).stream(QUESTION, given(watching)))
    assert settled(monitor, watching) == ([FACT], [])
    assert listener.told == []


def test_an_alert_on_a_draft_that_was_written_again_is_counted_as_withdrawn(
    scripted, monitor, watching, listener, speaker
):
    shelf = scripted.Shelf(texts=[FACT])
    draft, final = speaker(), talking(scripted, FACT)

    def answer(question):
        shelf.invoke(question)
        list(draft.stream(question))
        return final.invoke(question)

    RunnableLambda(answer).invoke(QUESTION, given(watching))
    assert settled(monitor, watching) == ([FACT], [])
    assert listener.told == [(ConflictKind.REFERENCE, WRONG)]
    assert watching.health().withdrawn == 1


def test_a_reader_who_leaves_has_heard_what_was_wrong_with_what_was_shown(
    scripted, monitor, watching, listener, speaker
):
    chain = scripted.rag(speaker(), scripted.Shelf(texts=[FACT]))
    stream = chain.stream(QUESTION, given(watching))
    for _ in range(BEGUN + 2):
        next(stream)
    stream.close()
    (answer,), alerts = settled(monitor, watching)
    assert answer.startswith(WRONG)
    assert listener.told == alerts == [(ConflictKind.REFERENCE, WRONG)]


def test_a_model_that_breaks_leaves_no_trace_but_what_was_told(
    scripted, monitor, watching, listener
):
    chain = scripted.rag(talking(scripted, f"{LONG} BOOM"), scripted.Shelf(texts=[FACT]))
    with pytest.raises(RuntimeError, match="the model broke"):
        list(chain.stream(QUESTION, given(watching)))
    assert settled(monitor, watching) == ([], [])
    assert listener.told in ([], [(ConflictKind.REFERENCE, WRONG)])


def test_a_handler_listed_twice_hears_each_token_once(
    scripted, monitor, watching, listener, speaker
):
    chain = scripted.rag(speaker(), scripted.Shelf(texts=[FACT]))
    config = {"callbacks": [watching, watching], "metadata": CONFIG}
    assert "".join(chain.stream(QUESTION, config)) == "".join(ANSWER)
    assert settled(monitor, watching)[0] == ["".join(ANSWER)]
    assert listener.told == [(ConflictKind.REFERENCE, WRONG)]


def test_a_conversation_that_is_not_sampled_is_not_looked_at(scripted, monitor, listener):
    options = {"on_alert": listener, "check_stream": True, "sample_rate": 0.0}
    with CallbackHandler(monitor=monitor, **options) as handler:
        chain = scripted.rag(talking(scripted, LONG), scripted.Shelf(texts=[FACT]))
        list(chain.stream(QUESTION, given(handler)))
    assert (listener.told, handler.health().skipped) == ([], 1)
    assert monitor.sessions() == ()


class Blind:
    """A monitor that cannot look at an answer while it is being said."""

    def __init__(self, monitor):
        self.monitor = monitor

    def observe(self, text, **rest):
        return self.monitor.observe(text, **rest)

    def session(self, name):
        return self.monitor.session(name)

    def stream(self, **_):
        raise RuntimeError(WRONG)


@pytest.mark.parametrize("mode", ["background", "inline"])
def test_where_looking_fails_the_answer_is_checked_at_its_end(
    mode, scripted, monitor, listener, caplog
):
    options = {"on_alert": listener, "check_stream": True, "mode": mode}
    with CallbackHandler(monitor=Blind(monitor), **options) as handler:
        chain = scripted.rag(talking(scripted, LONG), scripted.Shelf(texts=[FACT]))
        assert "".join(chain.stream(QUESTION, given(handler))) == LONG
        assert settled(monitor, handler) == ([LONG], listener.told)
    assert listener.told == [(ConflictKind.REFERENCE, WRONG)]
    assert handler.health().errors in ((1,) if mode == "inline" else (0, 1))
    assert "tower" not in caplog.text


def test_a_monitor_that_cannot_stream_is_refused():
    class Deaf:
        def observe(self, text, **_):
            raise NotImplementedError(text)

    with pytest.raises(InputError, match="with a method stream for check_stream=True, got Deaf"):
        CallbackHandler(monitor=Deaf(), check_stream=True)


def test_an_answer_of_one_message_is_checked_as_ever(scripted, monitor, watching, listener):
    chain = scripted.rag(talking(scripted, AIMessage(LONG)), scripted.Shelf(texts=[FACT]))
    chain.invoke(QUESTION, given(watching))
    assert settled(monitor, watching)[1] == listener.told == [(ConflictKind.REFERENCE, WRONG)]
