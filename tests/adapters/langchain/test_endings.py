"""Runs that do not end as they should: left by their reader, outlived by what they began, failed.

What ends well, and a list of all that is known to go wrong, is in ``test_matrix.py``.
"""

from __future__ import annotations

import asyncio
import gc
from dataclasses import dataclass
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.chat_history import InMemoryChatMessageHistory
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnableLambda, RunnablePassthrough
from langchain_core.runnables.history import RunnableWithMessageHistory
from langchain_core.tools import tool

pytestmark = [
    pytest.mark.extras,
    pytest.mark.filterwarnings("ignore:.*deprecated"),
]

QUESTION = "How tall is the tower?"
FACT = "The tower is 330 m tall."
WRONG = "The tower is 300 m tall."
ONE_TURN = [("s1", "user", QUESTION), ("s1", "assistant", WRONG)]
ASKING = {"messages": [{"role": "user", "content": QUESTION}]}
EVERY = ("invoke", "stream", "ainvoke", "astream", "batch", "abatch", "astream_events")


@dataclass(frozen=True)
class Case:
    """A chain, its inputs, the documents it finds; ``named`` says what tells its session."""

    chain: Any
    inputs: Any = QUESTION
    documents: tuple[tuple[str, str], ...] = (("doc-1", FACT),)
    named: str = "configurable"


def chat(scripted, *replies):
    return scripted.ScriptedChat(replies=list(replies or [WRONG]))


def shelf(scripted):
    return scripted.Shelf(texts=[FACT])


def given(handler, named="configurable"):
    return {"callbacks": [handler], named: {"session_id": "s1", "thread_id": "s1"}}


def told(monitor, handler):
    """What the monitor was told: who said what, for all sessions in the order they began."""
    assert handler.flush(30)
    return [
        (name, str(report.turn.role), report.turn.text)
        for name in monitor.sessions()
        for report in monitor.session(name).reports
    ]


def state(handler):
    health = handler.health()
    return health.observed, health.dropped, health.errors, health.queued, health.unfinished


LONG = "The tower is 300 m tall. It is grey. " + "It has stairs. " * 20


def left_chain(scripted):
    return Case(scripted.rag(chat(scripted, LONG), shelf(scripted)))


def left_rewriting(scripted):
    rewriter = chat(scripted, "height tower") | StrOutputParser()
    return Case(rewriter | scripted.rag(chat(scripted, LONG), shelf(scripted)))


def left_gathering(scripted):
    find = RunnableLambda(lambda known: shelf(scripted).invoke(known["question"]))
    answer = ChatPromptTemplate.from_template("{context}") | chat(scripted, LONG)
    chain = RunnablePassthrough.assign(context=find) | answer
    return Case(chain, {"question": QUESTION})


def left_fallback(scripted):
    chain = scripted.rag(chat(scripted, LONG), shelf(scripted))
    return Case(chain.with_fallbacks([chat(scripted, "I do not know.")]))


def left_history(scripted):
    prompt = ChatPromptTemplate.from_messages([("placeholder", "{past}"), ("user", "{question}")])
    chain = RunnableWithMessageHistory(
        prompt | chat(scripted, LONG),
        lambda session_id: InMemoryChatMessageHistory() if session_id else None,
        input_messages_key="question",
        history_messages_key="past",
    )
    return Case(chain, {"question": QUESTION}, documents=())


def left_model(scripted):
    return Case(chat(scripted, LONG), documents=(), named="metadata")


LEFT = [left_chain, left_rewriting, left_gathering, left_fallback, left_history, left_model]


async def finished(handler):
    """Wait until the loop has closed what a left stream held open."""
    async with asyncio.timeout(30):
        while handler.health().unfinished:
            gc.collect()
            for _ in range(100):
                await asyncio.sleep(0)


@pytest.mark.parametrize("how", ["stream", "astream"])
@pytest.mark.parametrize("shape", LEFT, ids=lambda shape: shape.__name__)
async def test_a_stream_that_is_left_counts_as_far_as_it_was_shown(
    shape, how, scripted, monitor, handler
):
    case = shape(scripted)
    async with scripted.awaited():
        stream = getattr(case.chain, how)(case.inputs, given(handler, case.named))
        for _ in range(4):
            _ = next(stream) if how == "stream" else await anext(stream)
        await stream.aclose() if how == "astream" else stream.close()
        del stream
        await finished(handler)
    (_, role, asked), (session, _, shown) = told(monitor, handler)
    assert (session, role, asked) == ("s1", "user", QUESTION)
    assert shown.startswith("The tower is 300")
    assert "grey" not in shown
    documents = monitor.session("s1").reports[-1].turn.documents
    assert [(each.id, each.text) for each in documents] == list(case.documents)
    assert state(handler) == (1, 0, 0, 0, 0)


async def test_a_stream_that_is_left_before_its_answer_began_is_no_turn(scripted, monitor, handler):
    find = RunnableLambda(lambda known: shelf(scripted).invoke(known["question"]))
    answer = ChatPromptTemplate.from_template("{context}") | chat(scripted) | StrOutputParser()
    chain = RunnablePassthrough.assign(context=find).assign(answer=answer)
    async with scripted.awaited():
        stream = chain.astream({"question": QUESTION}, given(handler))
        assert await anext(stream) == {"question": QUESTION}
        await stream.aclose()
        del stream
        await finished(handler)
    assert told(monitor, handler) == []
    assert state(handler) == (0, 0, 0, 0, 0)


async def test_what_outlives_its_root_is_no_turn(scripted, monitor, handler):
    gate, tasks = asyncio.Event(), []

    async def remember(question):
        await gate.wait()
        chain = chat(scripted, f"Someone asked: {question}") | StrOutputParser()
        return await chain.ainvoke("Sum up.")

    async def answer(question):
        tasks.append(asyncio.ensure_future(remember(question)))
        return WRONG

    await RunnableLambda(answer).ainvoke(QUESTION, given(handler, "metadata"))
    gate.set()
    assert await asyncio.gather(*tasks) == [f"Someone asked: {QUESTION}"]
    assert told(monitor, handler) == ONE_TURN
    assert state(handler) == (1, 0, 0, 0, 0)


def broken(_):
    raise RuntimeError("down")


def failing_model(scripted):
    return Case(scripted.rag(chat(scripted, RuntimeError("down")), shelf(scripted)))


def failing_bare_model(scripted):
    return Case(chat(scripted, RuntimeError("down")))


def failing_retriever(scripted):
    return Case(scripted.rag(chat(scripted), RunnableLambda(broken)))


def failing_after_its_model(scripted):
    return Case(chat(scripted) | RunnableLambda(broken))


def failing_tool(scripted):
    @tool
    def lookup(query: str) -> str:
        """Fail."""
        return broken(query)

    return Case(create_agent(chat(scripted, scripted.call("lookup"), WRONG), [lookup]), ASKING)


def failing_agent(scripted):
    @tool
    def lookup(query: str) -> str:
        """Look it up."""
        return FACT if query else ""

    said = [scripted.call("lookup"), RuntimeError("down")]
    return Case(create_agent(chat(scripted, *said), [lookup]), ASKING)


FAILING = [
    failing_model,
    failing_bare_model,
    failing_retriever,
    failing_after_its_model,
    failing_tool,
    failing_agent,
]


@pytest.mark.parametrize("how", EVERY)
@pytest.mark.parametrize("shape", FAILING, ids=lambda shape: shape.__name__)
async def test_a_chain_that_fails_gives_no_turn(shape, how, scripted, monitor, handler):
    case = shape(scripted)
    with pytest.raises(RuntimeError, match="down"):
        await scripted.run(case.chain, case.inputs, how, given(handler))
    assert told(monitor, handler) == []
    assert state(handler) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize("how", ["stream", "astream", "astream_events"])
async def test_an_answer_that_breaks_off_is_no_turn(how, scripted, monitor, handler):
    chain = scripted.rag(chat(scripted, "The tower BOOM is tall."), shelf(scripted))
    with pytest.raises(RuntimeError, match="the model broke"):
        await scripted.run(chain, QUESTION, how, given(handler))
    assert told(monitor, handler) == []
    assert state(handler) == (0, 0, 0, 0, 0)
