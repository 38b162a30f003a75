"""Which root and which conversation an event belongs to."""

from __future__ import annotations

import asyncio
import logging
from uuid import uuid4

import pytest
from langchain_core.chat_history import InMemoryChatMessageHistory
from langchain_core.messages import AIMessageChunk
from langchain_core.outputs import ChatGenerationChunk, LLMResult
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables.history import RunnableWithMessageHistory

from belie.adapters.langchain.roots import ENDED_RUNS, RootRuns
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


@pytest.mark.parametrize("how", ["invoke", "stream", "ainvoke", "astream"])
@pytest.mark.parametrize("key", ["session_id", "conversation_id", "thread_id"])
async def test_the_session_is_found_in_the_configurable(how, key, scripted, monitor, handler):
    chain = scripted.rag(scripted.ScriptedChat(replies=[WRONG]), scripted.Shelf(texts=[FACT]))
    await scripted.run(chain, QUESTION, how, {"callbacks": [handler], "configurable": {key: "c9"}})
    assert turns(monitor, handler, "c9") == PAIR


def test_metadata_names_the_session_before_the_configurable(scripted, monitor, handler):
    chain = scripted.rag(scripted.ScriptedChat(replies=[WRONG]), scripted.Shelf(texts=[FACT]))
    chain.invoke(QUESTION, config(handler, configurable={"session_id": "other"}))
    assert turns(monitor, handler) == PAIR


def test_a_session_of_blanks_is_no_name(scripted, monitor, handler):
    chain = scripted.rag(scripted.ScriptedChat(replies=[WRONG]), scripted.Shelf(texts=[FACT]))
    blank = {"session_id": "  "}
    chain.invoke(QUESTION, config(handler, metadata=blank, configurable={"thread_id": "t1"}))
    assert turns(monitor, handler, "t1") == PAIR
    chain.invoke(QUESTION, config(handler, metadata=blank))
    assert handler.flush(10)
    assert handler.health().observed == 2


def test_the_handlers_own_session_comes_first(scripted, monitor):
    with CallbackHandler(monitor=monitor, session="mine") as handler:
        scripted.ScriptedChat(replies=[WRONG]).invoke(QUESTION, config(handler))
        assert turns(monitor, handler, "mine") == PAIR


def test_runs_without_a_session_stand_alone_and_say_once_what_to_add(
    scripted, monitor, handler, caplog
):
    model = scripted.ScriptedChat(replies=[WRONG])
    for _ in range(2):
        model.invoke(QUESTION, {"callbacks": [handler]})
    assert handler.flush(10)
    assert [len(monitor.session(name).reports) for name in monitor.sessions()] == [2, 2]
    (record,) = [each for each in caplog.records if each.levelno >= logging.WARNING]
    assert '"metadata": {"session_id": "..."}' in record.getMessage()


@pytest.mark.filterwarnings("ignore:.*deprecated")
@pytest.mark.parametrize("how", ["invoke", "ainvoke", "stream"])
async def test_a_chain_with_message_history_keeps_its_session(how, scripted, monitor, handler):
    prompt = ChatPromptTemplate.from_messages([("placeholder", "{past}"), ("user", "{question}")])
    kept = InMemoryChatMessageHistory()
    chain = RunnableWithMessageHistory(
        prompt | scripted.ScriptedChat(replies=[FACT, WRONG]),
        lambda _: kept,
        input_messages_key="question",
        history_messages_key="past",
    )
    given = {"callbacks": [handler], "configurable": {"session_id": "h1"}}
    for question in ("First?", QUESTION):
        await scripted.run(chain, {"question": question}, how, given)
    assert turns(monitor, handler, "h1") == [("user", "First?"), ("assistant", FACT), *PAIR]


@pytest.mark.parametrize("in_constructor", [True, False])
def test_a_handler_registered_twice_observes_once(in_constructor, scripted, monitor, handler):
    given = {"callbacks": [handler]} if in_constructor else {}
    model = scripted.ScriptedChat(replies=[WRONG], **given)
    scripted.rag(model, scripted.Shelf(texts=[FACT])).invoke(
        QUESTION, config(handler, callbacks=[handler, handler])
    )
    assert turns(monitor, handler) == PAIR
    assert texts(monitor, handler) == [FACT]


def test_roots_that_never_end_are_forgotten_oldest_first():
    roots = RootRuns(session="s1", size=2)
    runs = [uuid4() for _ in range(3)]
    for run in runs:
        roots.start(run, kind="chain", parent=None, inputs=QUESTION)
        roots.start(uuid4(), kind="model", parent=run)
    assert len(roots) == 2
    assert len(roots._root_of) == 4
    assert roots.end(runs[0], WRONG) is None
    assert roots.end(runs[2], WRONG).answer.text == WRONG


def test_what_starts_below_a_root_that_has_ended_is_let_pass():
    roots, run, late, later = RootRuns(session="s1"), uuid4(), uuid4(), uuid4()
    roots.start(run, kind="chain", parent=None, inputs=QUESTION)
    assert roots.end(run, WRONG).answer.text == WRONG
    roots.start(late, kind="chain", parent=run, inputs="Sum up.")
    roots.start(later, kind="model", parent=late, inputs="Sum up.")
    assert len(roots) == 0
    assert roots.end(late, "They asked.") is None


def test_a_root_that_is_run_again_under_its_own_id_is_a_root_again():
    roots, run = RootRuns(session="s1"), uuid4()
    for _ in range(2):
        roots.start(run, kind="chain", parent=None, inputs=QUESTION)
        roots.start(uuid4(), kind="model", parent=run)
        assert roots.end(run, WRONG).answer.text == WRONG


def test_what_is_remembered_of_ended_runs_is_bounded():
    roots = RootRuns(session="s1")
    for _ in range(ENDED_RUNS + 5):
        run = uuid4()
        roots.start(run, kind="chain", parent=None, inputs=QUESTION)
        roots.end(run, WRONG)
    assert len(roots._ended) == ENDED_RUNS


@pytest.mark.parametrize("left", [GeneratorExit, asyncio.CancelledError])
def test_a_bare_model_that_reports_no_tokens_tells_what_it_showed_when_it_is_closed(left):
    roots, run = RootRuns(session="s1"), uuid4()
    roots.start(run, kind="model", parent=None, inputs=QUESTION)
    shown = LLMResult(generations=[[ChatGenerationChunk(message=AIMessageChunk("It is"))]])
    assert roots.fail(run, left(), response=shown).answer.text == "It is"


def test_events_of_runs_that_were_never_seen_are_let_pass():
    roots, run = RootRuns(), uuid4()
    roots.hear_token(run, "It")
    roots.hear_documents(run, [])
    roots.hear_tool(run, FACT)
    nothing = LLMResult(generations=[])
    assert roots.end(run, WRONG) is roots.end_model(run, nothing) is roots.fail(run, OSError())
    assert len(roots) == 0
