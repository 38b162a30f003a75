"""LangGraph agents: retrieval tools, checkpoints, interrupts and agents inside tools."""

from __future__ import annotations

import asyncio
from typing import TypedDict

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import SummarizationMiddleware
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableLambda
from langchain_core.tools import create_retriever_tool, tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import Command, interrupt

from belie import ConflictKind
from belie.langchain import CallbackHandler, ContradictionMiddleware

pytestmark = pytest.mark.extras

QUESTION = "How tall is the tower?"
FACT = "The tower is 330 m tall."
WRONG = "The tower is 300 m tall."
PAIR = [("user", QUESTION), ("assistant", WRONG)]
WAYS = ["invoke", "stream", "ainvoke", "astream", "astream_events"]


def asking(text=QUESTION):
    return {"messages": [{"role": "user", "content": text}]}


def thread(handler, name="t1"):
    return {"callbacks": [handler], "configurable": {"thread_id": name}}


def turns(monitor, handler, session="t1"):
    assert handler.flush(10)
    return [(str(r.turn.role), r.turn.text) for r in monitor.session(session).reports]


def documents(monitor, handler, session="t1"):
    assert handler.flush(10)
    return list(monitor.session(session).reports[-1].turn.documents)


def retrieving(scripted, *replies, form="content", **options):
    """An agent that looks into the guide once for each reply."""
    shelf = scripted.Shelf(texts=[FACT])
    guide = create_retriever_tool(shelf, "guide", "Looks it up.", response_format=form)
    said = [
        message
        for number, reply in enumerate(replies)
        for message in (scripted.call("guide", call_id=f"call-{number}"), reply)
    ]
    return create_agent(scripted.ScriptedChat(replies=said), [guide], **options)


def test_an_agent_that_contradicts_itself_across_turns_is_told(scripted, monitor):
    heard = []
    with CallbackHandler(monitor=monitor, on_alert=heard.append) as handler:
        model = scripted.ScriptedChat(replies=[FACT, WRONG])
        agent = create_agent(model, checkpointer=InMemorySaver())
        agent.invoke(asking(), thread(handler))
        agent.invoke(asking("And today?"), thread(handler))
        agent.invoke(asking(), thread(handler, "t2"))
        assert [text for _, text in turns(monitor, handler)] == [
            QUESTION,
            FACT,
            "And today?",
            WRONG,
        ]
    assert [alert.conflict.kind for alert in heard] == [ConflictKind.CROSS_TURN]


def test_a_client_that_sends_its_whole_history_gives_the_last_turn_only(scripted, monitor, handler):
    agent = create_agent(scripted.ScriptedChat(replies=[WRONG]))
    history = [("user", "Hi."), ("assistant", "Hello."), ("user", QUESTION)]
    agent.invoke({"messages": history}, thread(handler))
    assert turns(monitor, handler) == PAIR


def test_documents_in_the_artifact_of_a_tool_stand_for_its_text(scripted, monitor, handler):
    @tool(response_format="content_and_artifact")
    def height(query: str) -> tuple[str, list[Document]]:
        """Look it up."""
        del query
        return "one hit", [Document(FACT, id="a1")]

    replies = [scripted.call("height"), WRONG]
    create_agent(scripted.ScriptedChat(replies=replies), [height]).invoke(asking(), thread(handler))
    assert [(each.id, each.text) for each in documents(monitor, handler)] == [("a1", FACT)]


def test_what_a_failed_tool_says_is_no_document(scripted, monitor, handler):
    @tool
    def height(number: int) -> str:
        """Look it up."""
        return str(number)

    replies = [scripted.call("height"), WRONG]
    create_agent(scripted.ScriptedChat(replies=replies), [height]).invoke(asking(), thread(handler))
    assert turns(monitor, handler) == PAIR
    assert documents(monitor, handler) == []


def test_the_words_of_a_model_inside_a_tool_are_no_document(scripted, monitor, handler):
    @tool
    def helper(query: str) -> str:
        """Ask another model."""
        return scripted.ScriptedChat(replies=["It is 300 m, I think."]).invoke(query).text

    replies = [scripted.call("helper"), WRONG]
    create_agent(scripted.ScriptedChat(replies=replies), [helper]).invoke(asking(), thread(handler))
    assert documents(monitor, handler) == []


def test_what_a_tagged_tool_finds_is_no_document(scripted, monitor, handler):
    guide = create_retriever_tool(scripted.Shelf(texts=[FACT]), "guide", "Looks it up.")
    guide.tags = ["belie:ignore"]
    replies = [scripted.call("guide"), WRONG]
    create_agent(scripted.ScriptedChat(replies=replies), [guide]).invoke(asking(), thread(handler))
    assert turns(monitor, handler) == PAIR
    assert documents(monitor, handler) == []


@pytest.fixture
def asking_back(scripted):
    """An agent whose tool asks a person before it answers."""

    @tool
    def height(query: str) -> str:
        """Ask a person."""
        return interrupt(query)

    replies = [scripted.call("height"), WRONG]
    return create_agent(
        scripted.ScriptedChat(replies=replies), [height], checkpointer=InMemorySaver()
    )


@pytest.mark.parametrize("how", WAYS)
async def test_an_interrupt_is_no_turn_until_it_is_resumed(
    how, asking_back, scripted, monitor, handler
):
    await scripted.run(asking_back, asking(), how, thread(handler))
    assert turns(monitor, handler) == []
    assert handler.health().unfinished == 0
    await scripted.run(asking_back, Command(resume=FACT), how, thread(handler))
    assert turns(monitor, handler) == PAIR
    assert [each.text for each in documents(monitor, handler)] == [FACT]


def test_a_finished_turn_that_is_returned_again_is_not_observed_again(
    asking_back, monitor, handler
):
    asking_back.invoke(asking(), thread(handler))
    asking_back.invoke(Command(resume=FACT), thread(handler))
    asking_back.invoke(None, thread(handler))
    assert turns(monitor, handler) == PAIR


@pytest.mark.parametrize("how", WAYS)
async def test_what_a_tool_gave_before_a_pause_is_evidence_after_it(
    how, scripted, monitor, handler
):
    agent = retrieving(scripted, WRONG, checkpointer=InMemorySaver(), interrupt_after=["tools"])
    await scripted.run(agent, asking(), how, thread(handler))
    assert turns(monitor, handler) == []
    await scripted.run(agent, None, how, thread(handler))
    assert turns(monitor, handler) == PAIR
    assert [each.text for each in documents(monitor, handler)] == [FACT]


def test_documents_found_before_a_pause_stand_for_their_tools_text(scripted, monitor, handler):
    @tool(response_format="content_and_artifact")
    def height(query: str) -> tuple[str, list[Document]]:
        """Look it up."""
        del query
        return "one hit", [Document(FACT, id="a1")]

    model = scripted.ScriptedChat(replies=[scripted.call("height"), WRONG])
    agent = create_agent(model, [height], checkpointer=InMemorySaver(), interrupt_after=["tools"])
    agent.invoke(asking(), thread(handler))
    agent.invoke(None, thread(handler))
    assert [(each.id, each.text) for each in documents(monitor, handler)] == [("a1", FACT)]


class State(TypedDict, total=False):
    question: str
    context: list[Document]
    answer: str


def graph(answer):
    def retrieve(state: State) -> State:
        del state
        return {"context": [Document(FACT)]}

    steps = StateGraph(State)
    steps.add_sequence([retrieve, answer])
    steps.add_edge(START, "retrieve")
    return steps.compile(checkpointer=InMemorySaver())


def test_the_old_answer_in_the_state_of_an_interrupted_graph_is_no_turn(monitor, handler):
    def answer(state: State) -> State:
        if state["question"] != QUESTION:
            interrupt("Sure?")
        return {"answer": WRONG}

    steps = graph(answer)
    steps.invoke({"question": QUESTION}, thread(handler))
    steps.invoke({"question": "And now?"}, thread(handler))
    assert turns(monitor, handler) == PAIR


def test_a_summary_that_an_agent_has_written_is_neither_answer_nor_question(scripted, monitor):
    told = []
    writer = scripted.ScriptedChat(replies=[f"{WRONG} They spoke of it. It was long."])
    summary = SummarizationMiddleware(writer, trigger=("messages", 3), keep=("messages", 1))
    guard = ContradictionMiddleware(monitor=monitor, strategy="block")
    with CallbackHandler(monitor=monitor, on_alert=told.append, check_stream=True) as handler:
        agent = retrieving(scripted, FACT, middleware=[summary])
        assert list(agent.stream(asking(), thread(handler), stream_mode="messages"))
        assert turns(monitor, handler) == [("user", QUESTION), ("assistant", FACT)]
    retrieving(scripted, FACT, middleware=[guard, summary]).invoke(
        asking(), {"configurable": {"thread_id": "t2"}}
    )
    assert len(writer.asked) == 2
    assert (told, handler.health().withdrawn) == ([], 0)
    assert monitor.session("t2").reports[-1].turn.question is None


LONG = "The tower is 300 m tall. " + "It is grey. " * 40


async def test_tokens_and_updates_streamed_together_are_one_turn(scripted, monitor, handler):
    agent = retrieving(scripted, WRONG)
    modes = ["messages", "updates", "custom"]
    assert list(agent.stream(asking(), thread(handler), stream_mode=modes))
    assert turns(monitor, handler) == PAIR


def test_an_agents_stream_closed_behind_its_model_counts_whole(scripted, monitor, handler):
    agent = retrieving(scripted, WRONG)
    stream = agent.stream(asking(), thread(handler), stream_mode="messages")
    for message, _ in stream:
        if message.type == "AIMessageChunk" and message.text:
            break
    stream.close()
    assert turns(monitor, handler) == PAIR


async def _read_some(stream):
    shown = ""
    async for message, _ in stream:
        if message.type == "AIMessageChunk":
            shown += message.text
        if "300" in shown:
            return


async def test_an_agents_closed_stream_counts_as_far_as_it_was_shown(scripted, monitor, handler):
    agent = retrieving(scripted, LONG)
    stream = agent.astream(asking(), thread(handler), stream_mode="messages")
    await _read_some(stream)
    await stream.aclose()
    assert turns(monitor, handler)[0] == ("user", QUESTION)
    assert turns(monitor, handler)[1][1].startswith("The tower is 300")


@pytest.mark.parametrize("agent", [True, False])
async def test_a_cancelled_request_counts_as_far_as_it_was_shown(agent, scripted, monitor, handler):
    text = "The tower is 300 m WAIT tall."
    model = scripted.ScriptedChat(replies=[text])
    chain = create_agent(model) if agent else model
    given = {**thread(handler), "metadata": {"thread_id": "t1"}}
    inputs, options = (asking(), {"stream_mode": "messages"}) if agent else (QUESTION, {})

    shown = asyncio.Event()

    async def serve():
        text = ""
        async for chunk in chain.astream(inputs, given, **options):
            text += (chunk[0] if agent else chunk).text
            if text.endswith("300 m"):
                shown.set()

    task = asyncio.create_task(serve())
    await asyncio.wait_for(shown.wait(), 30)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert turns(monitor, handler) == [("user", QUESTION), ("assistant", "The tower is 300 m")]
    model.go.set()


def test_a_handler_in_the_models_constructor_alone_sees_the_turn_and_its_tools(scripted, monitor):
    with CallbackHandler(monitor=monitor, session="t1") as handler:
        replies = [scripted.call("guide"), WRONG]
        model = scripted.ScriptedChat(replies=replies, callbacks=[handler])
        guide = create_retriever_tool(scripted.Shelf(texts=[FACT]), "guide", "Looks it up.")
        create_agent(model, [guide]).invoke(asking())
        assert turns(monitor, handler) == PAIR
        assert [each.text for each in documents(monitor, handler)] == [FACT]


def test_one_question_answered_anew_is_asked_once(monitor, handler):
    question = HumanMessage(QUESTION, id="q1")
    for number, inputs in enumerate([asking(), None]):
        said = {"messages": [question, AIMessage(f"{number}.", id=f"a{number}")]}
        RunnableLambda(lambda _, said=said: said).invoke(
            inputs, {"callbacks": [handler], "metadata": {"thread_id": "t1"}}
        )
    assert [text for _, text in turns(monitor, handler)] == [QUESTION, "0.", "1."]


class Answering(MessagesState):
    """A conversation, and the answer beside it."""

    generation: str


def answering(generate, **options):
    """A graph of one step that writes its answer beside the conversation."""
    graph = StateGraph(Answering)
    graph.add_node("generate", generate)
    graph.add_edge(START, "generate")
    return graph.compile(**options)


@pytest.mark.parametrize("how", WAYS)
async def test_an_answer_beside_the_conversation_is_a_turn(how, scripted, monitor, handler):
    model = scripted.ScriptedChat(replies=[f"{WRONG}\n"])

    def generate(state):
        return {"generation": model.invoke(state["messages"]).text.strip()}

    await scripted.run(answering(generate), asking(), how, thread(handler))
    assert turns(monitor, handler) == [("user", QUESTION), ("assistant", f"{WRONG}\n")]


def test_an_answer_that_a_checkpoint_kept_beside_the_conversation_is_no_second_turn(
    scripted, monitor, handler
):
    model = scripted.ScriptedChat(replies=[WRONG, "No new answer is called for."])

    def generate(state):
        said = model.invoke(state["messages"]).text
        return {"generation": said} if said == WRONG else {}

    graph = answering(generate, checkpointer=InMemorySaver())
    graph.invoke(asking(), thread(handler))
    graph.invoke(asking("And now?"), thread(handler))
    assert turns(monitor, handler) == PAIR


def test_a_thought_beside_a_conversation_that_calls_a_tool_is_no_answer(scripted, monitor, handler):
    model = scripted.ScriptedChat(replies=["I should look it up.", scripted.call("guide")])

    def generate(state):
        thought = model.invoke(state["messages"]).text
        return {"generation": thought, "messages": [model.invoke(state["messages"])]}

    answering(generate).invoke(asking(), thread(handler))
    assert turns(monitor, handler) == []
