"""Every shape a chain can take, called in every way LangChain has: one turn each, and right.

A shape is a function that gives a chain, its inputs and what belie must make of them. What a
collector of turns has to get right, and what is known to go wrong, with the test that holds it
(``[...]`` is a shape below; a test without a file is one below):

Shapes
- invoke, stream, ainvoke, astream, batch, abatch, astream_events: each shape, in ``SHAPES``
- plain chains: [retrieval], [gathered], [by_hand], [routed]
- several retrievers, nested and in parallel: [several_retrievers], [fanned_out]
- rewrite, then answer: [rewritten]
- bare model: [bare_model], [bare_messages], [completion_model]
- stream closed early: test_endings: test_a_stream_that_is_left_...; test_agents:
  ..._closed_stream_..., ..._closed_behind_its_model_..., test_a_cancelled_request_...
- history: [history]; test_roots: test_a_chain_with_message_history_keeps_its_session
- session from ``configurable``: each shape that is not ``named`` otherwise; test_roots:
  test_the_session_is_found_in_the_configurable, test_metadata_names_..., test_the_handlers_own_...
- agent with a retriever tool: [agent], [agent_with_artifacts], [agent_in_a_chain]
- agent with a plain tool: [agent_with_a_plain_tool], [two_tools]
- agent that answers in a form: [agent_with_a_response_format], [agent_that_answers_in_json]
- graphs: [graph], [fanned_out], [subgraph], [supervised], [functional]
- handler in the constructor: test_a_handler_in_a_models_constructor_...; test_agents: likewise
- model error: test_endings: test_a_chain_that_fails_..., test_an_answer_that_breaks_off_...
- interrupt and resume: test_agents: test_an_interrupt_is_no_turn_until_it_is_resumed and below
- unusual inputs: test_runs: test_an_unusual_input_key_can_be_named
- beside the chat, in it, or while the answer is said: ..._the_same_turn_whenever_it_is_checked
- no answer: test_runs: test_a_model_that_calls_a_tool_..., test_a_conversation_that_ends_...

Pitfalls
 1. models that the monitor calls: test_handler: test_a_model_the_monitor_calls_itself_...
 2. query rewriting: [rewritten]; test_runs: test_tagged_runs_are_left_out
 3. retries, fallbacks: [retried], [retried_chain], [fallback], [fallback_chain]
 4. batches: test_a_batch_keeps_its_inputs_apart; test_runs: test_each_of_a_batch_of_messages_...
 5. a stream that is left or breaks: as above; test_endings: ..._left_before_its_answer_...
 6. agent inside a tool: [agent_in_a_tool], [agent_in_an_async_tool]
 7. documents told twice, plain tools: [agent], [agent_with_artifacts], [agent_with_a_plain_tool]
 8. registered twice, cache: test_roots: test_a_handler_registered_twice_observes_once;
    test_a_handler_handed_on_inside_a_chain_observes_once; [cached]
 9. threads of one's own: [threads_of_its_own]
10. interrupts: as above
11. roots that never end: test_roots: test_roots_that_never_end_are_forgotten_...; runs that
    outlive their root: test_endings: test_what_outlives_its_root_is_no_turn
12. evidence by hand: [documents_by_hand], [texts_by_hand]
"""

from __future__ import annotations

import operator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

import pytest
from langchain.agents import create_agent
from langchain.agents.structured_output import ProviderStrategy, ToolStrategy
from langchain_core.caches import InMemoryCache
from langchain_core.callbacks import adispatch_custom_event, dispatch_custom_event
from langchain_core.chat_history import InMemoryChatMessageHistory
from langchain_core.documents import Document
from langchain_core.language_models import FakeListLLM
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnableBranch, RunnableLambda, RunnablePassthrough
from langchain_core.runnables.history import RunnableWithMessageHistory
from langchain_core.tools import create_retriever_tool, tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.func import entrypoint, task
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import Send
from pydantic import BaseModel

from belie import ConflictKind

pytestmark = [
    pytest.mark.extras,
    pytest.mark.filterwarnings("ignore:.*deprecated"),
]

QUESTION = "How tall is the tower?"
FACT = "The tower is 330 m tall."
WRONG = "The tower is 300 m tall."
GREY = "It is grey."
FOUND = (("doc-1", FACT),)

EVERY = ("invoke", "stream", "ainvoke", "astream", "batch", "abatch", "astream_events")
WHOLE = ("invoke", "ainvoke", "batch", "abatch")
ASYNC = ("ainvoke", "astream", "abatch", "astream_events")


@dataclass(frozen=True)
class Case:
    """A chain, its inputs, and what belie must make of them; ``named`` says who it is told by."""

    chain: Any
    inputs: Any = QUESTION
    documents: tuple[tuple[str, str], ...] = FOUND
    named: str = "configurable"


def chat(scripted, *replies, **options):
    return scripted.ScriptedChat(replies=list(replies or [WRONG]), **options)


def shelf(scripted, *more):
    return scripted.Shelf(texts=[FACT, *more])


def answering(scripted, **options):
    return scripted.rag(chat(scripted, **options), shelf(scripted))


def retrieval(scripted):
    return Case(answering(scripted))


def gathered(scripted):
    find = RunnableLambda(lambda known: shelf(scripted).invoke(known["question"]))
    prompt = ChatPromptTemplate.from_template("Use {context} to answer {question}")
    answer = prompt | chat(scripted) | StrOutputParser()
    chain = RunnablePassthrough.assign(context=find).assign(answer=answer)
    return Case(chain, {"question": QUESTION})


def rewritten(scripted):
    return Case(chat(scripted, "height tower") | StrOutputParser() | answering(scripted))


def by_hand(scripted):
    def answer(question):
        shelf(scripted).invoke(question)
        return chat(scripted).invoke(question)

    async def answer_async(question):
        await shelf(scripted).ainvoke(question)
        return await chat(scripted).ainvoke(question)

    return Case(RunnableLambda(answer, afunc=answer_async))


def routed(scripted):
    other = chat(scripted, "I do not know.")
    return Case(RunnableBranch((lambda asked: "tower" in asked, answering(scripted)), other))


def several_retrievers(scripted):
    parts = {"a": shelf(scripted), "b": {"c": shelf(scripted, GREY), "d": shelf(scripted)}}
    prompt = ChatPromptTemplate.from_template("{a} {b}")
    return Case(parts | prompt | chat(scripted), documents=(*FOUND, ("doc-2", GREY)))


def handing_over(found):
    def answer(question):
        dispatch_custom_event("retrieved_documents", found)
        return WRONG if question else ""

    async def answer_async(question):
        await adispatch_custom_event("retrieved_documents", found)
        return WRONG if question else ""

    return RunnableLambda(answer, afunc=answer_async)


def documents_by_hand(scripted):
    del scripted
    return Case(handing_over({"documents": [Document(FACT, id="doc-1")]}))


def texts_by_hand(scripted):
    del scripted
    return Case(handing_over([FACT]), documents=(("document-1", FACT),))


def threads_of_its_own(scripted):
    def answer(question):
        with ThreadPoolExecutor(1) as pool:
            pool.submit(shelf(scripted).invoke, question).result()
            return pool.submit(chat(scripted).invoke, question).result()

    return Case(RunnableLambda(answer), documents=(), named="metadata")


def bare_model(scripted):
    return Case(chat(scripted), documents=(), named="metadata")


def bare_messages(scripted):
    asked = [HumanMessage("Hi."), AIMessage("Hello."), HumanMessage(QUESTION)]
    return Case(chat(scripted), asked, documents=(), named="metadata")


def completion_model(scripted):
    del scripted
    return Case(FakeListLLM(responses=[WRONG]), documents=(), named="metadata")


def cached(scripted):
    chain = answering(scripted, cache=InMemoryCache())
    chain.invoke(QUESTION)
    return Case(chain)


def retried(scripted):
    model = chat(scripted, RuntimeError("down"), WRONG)
    patient = model.with_retry(wait_exponential_jitter=False, stop_after_attempt=2)
    return Case(scripted.rag(patient, shelf(scripted)))


def retried_chain(scripted):
    chain = scripted.rag(chat(scripted, RuntimeError("down"), WRONG), shelf(scripted))
    return Case(chain.with_retry(wait_exponential_jitter=False, stop_after_attempt=2))


def fallback(scripted):
    model = chat(scripted, RuntimeError("down")).with_fallbacks([chat(scripted)])
    return Case(scripted.rag(model, shelf(scripted)))


def fallback_chain(scripted):
    broken = scripted.rag(chat(scripted, RuntimeError("down")), shelf(scripted))
    return Case(broken.with_fallbacks([answering(scripted)]))


def history(scripted):
    past = InMemoryChatMessageHistory()
    past.add_messages([HumanMessage("Hi."), AIMessage("Hello.")])
    prompt = ChatPromptTemplate.from_messages([("placeholder", "{past}"), ("user", "{question}")])
    chain = RunnableWithMessageHistory(
        prompt | chat(scripted),
        lambda session_id: past if session_id else None,
        input_messages_key="question",
        history_messages_key="past",
    )
    return Case(chain, {"question": QUESTION}, documents=())


ASKING = {"messages": [{"role": "user", "content": QUESTION}]}


@tool
def height(query: str) -> str:
    """Look the height up."""
    return FACT if query else ""


@tool
def colour(query: str) -> str:
    """Look the colour up."""
    return GREY if query else ""


def retrieving(scripted, *replies, form="content", **options):
    guide = create_retriever_tool(shelf(scripted), "guide", "Looks up.", response_format=form)
    said = [scripted.call("guide"), *(replies or [WRONG])]
    return create_agent(chat(scripted, *said), [guide], **options)


def agent(scripted):
    return Case(retrieving(scripted), ASKING)


def agent_with_artifacts(scripted):
    remembering = retrieving(scripted, form="content_and_artifact", checkpointer=InMemorySaver())
    return Case(remembering, ASKING)


def agent_with_a_plain_tool(scripted):
    made = create_agent(chat(scripted, scripted.call("height"), WRONG), [height])
    return Case(made, ASKING, documents=(("height", FACT),))


def two_tools(scripted):
    both = [scripted.call("colour", call_id="call-0"), scripted.call("height")]
    asked = AIMessage("", tool_calls=[each.tool_calls[0] for each in both])
    made = create_agent(chat(scripted, asked, both[1], WRONG), [height, colour])
    return Case(made, ASKING, documents=(("colour", GREY), ("height", FACT)))


class Reply(BaseModel):
    answer: str
    sure: bool = True


def agent_with_a_response_format(scripted):
    reply = {"name": "Reply", "args": {"answer": WRONG}, "id": "call-2"}
    said = [scripted.call("height"), AIMessage("", tool_calls=[reply])]
    made = create_agent(chat(scripted, *said), [height], response_format=ToolStrategy(Reply))
    return Case(made, ASKING, documents=(("height", FACT),))


def agent_that_answers_in_json(scripted):
    said = [scripted.call("height"), Reply(answer=WRONG).model_dump_json()]
    made = create_agent(chat(scripted, *said), [height], response_format=ProviderStrategy(Reply))
    return Case(made, ASKING, documents=(("height", FACT),))


def agent_in_a_tool(scripted):
    inner = retrieving(scripted, "The helper's own words.")

    @tool
    def helper(query: str) -> str:
        """Ask the helper."""
        return inner.invoke({"messages": [("user", query)]})["messages"][-1].text

    outer = create_agent(chat(scripted, scripted.call("helper"), WRONG), [helper])
    return Case(outer, ASKING)


def agent_in_an_async_tool(scripted):
    inner = retrieving(scripted, "The helper's own words.")

    @tool
    async def helper(query: str) -> str:
        """Ask the helper."""
        return (await inner.ainvoke({"messages": [("user", query)]}))["messages"][-1].text

    outer = create_agent(chat(scripted, scripted.call("helper"), WRONG), [helper])
    return Case(outer, ASKING)


def agent_in_a_chain(scripted):
    ask = RunnableLambda(lambda question: {"messages": [("user", question)]})
    return Case(ask | retrieving(scripted) | (lambda state: state["messages"][-1].text))


class State(TypedDict, total=False):
    question: str
    more: list[str]
    context: Annotated[list[Document], operator.add]
    answer: str


def graph(scripted):
    def retrieve(state: State) -> State:
        return {"context": shelf(scripted).invoke(state["question"])}

    def answer(state: State) -> State:
        return {"answer": chat(scripted).invoke(state["question"]).text}

    steps = StateGraph(State).add_sequence([retrieve, answer]).add_edge(START, "retrieve")
    return Case(steps.compile(), {"question": QUESTION})


def fanned_out(scripted):
    def look(state: State) -> State:
        return {"context": shelf(scripted, *state["more"]).invoke("?")}

    def answer(state: State) -> State:
        return {"answer": WRONG if state["context"] else ""}

    steps = StateGraph(State).add_sequence([look, answer])
    both = [Send("look", {"more": more}) for more in ([], [GREY])]
    steps.add_conditional_edges(START, lambda _: both, ["look"])
    found = (*FOUND, ("doc-2", GREY))
    return Case(steps.compile(), {"question": QUESTION}, documents=found)


def subgraph(scripted):
    steps = StateGraph(MessagesState).add_node("expert", retrieving(scripted))
    return Case(steps.add_edge(START, "expert").compile(), ASKING)


def supervised(scripted):
    def supervise(state: MessagesState) -> MessagesState:
        return {"messages": [chat(scripted).invoke(state["messages"])]}

    expert = retrieving(scripted, "A draft of the expert.")
    steps = StateGraph(MessagesState).add_sequence([("expert", expert), supervise])
    return Case(steps.add_edge(START, "expert").compile(), ASKING)


def functional(scripted):
    @task
    def look(question):
        return shelf(scripted).invoke(question)

    @entrypoint()
    def flow(question):
        return chat(scripted).invoke(question) if look(question).result() else ""

    return Case(flow)


SHAPES = {
    **dict.fromkeys([retrieval, gathered, rewritten, by_hand, routed, several_retrievers], EVERY),
    **dict.fromkeys([documents_by_hand, texts_by_hand, threads_of_its_own], EVERY),
    **dict.fromkeys([bare_model, bare_messages, completion_model, history], EVERY),
    **dict.fromkeys([fallback, fallback_chain], EVERY),
    **dict.fromkeys([retried, retried_chain, cached], WHOLE),  # LangChain streams without
    **dict.fromkeys([agent, agent_with_artifacts, agent_with_a_plain_tool, two_tools], EVERY),
    **dict.fromkeys([agent_with_a_response_format, agent_that_answers_in_json], EVERY),
    **dict.fromkeys([agent_in_a_tool], EVERY),
    **dict.fromkeys([agent_in_an_async_tool], ASYNC),
    **dict.fromkeys([agent_in_a_chain], WHOLE),  # a graph streams updates, not its state
    **dict.fromkeys([graph, fanned_out, subgraph, supervised, functional], EVERY),
}


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


ONE_TURN = [("s1", "user", QUESTION), ("s1", "assistant", WRONG)]


async def check_one_turn(case, how, scripted, monitor, handler):
    await scripted.run(case.chain, case.inputs, how, given(handler, case.named))
    assert told(monitor, handler) == ONE_TURN
    turn = monitor.session("s1").reports[-1].turn
    assert turn.question == QUESTION
    documents = [(each.id, each.text) for each in turn.documents]
    assert sorted(documents) == sorted(case.documents)
    clashes = [ConflictKind.REFERENCE] if FACT in dict(documents).values() else []
    assert [alert.conflict.kind for alert in handler.alerts("s1")] == clashes
    assert state(handler) == (1, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("shape", "how"),
    [
        pytest.param(shape, how, id=f"{shape.__name__}-{how}")
        for shape, ways in SHAPES.items()
        for how in ways
    ],
)
async def test_each_shape_called_in_each_way_is_one_turn(shape, how, scripted, monitor, handler):
    await check_one_turn(shape(scripted), how, scripted, monitor, handler)


@pytest.mark.parametrize("options", [{"mode": "inline"}, {"check_stream": True}], ids=str)
@pytest.mark.parametrize(
    ("shape", "how"),
    [
        pytest.param(shape, how, id=f"{shape.__name__}-{how}")
        for shape, ways in SHAPES.items()
        for how in ways
        if how in ({"stream", "astream"} if "astream" in ways else {"invoke", "ainvoke"})
    ],
)
async def test_each_shape_is_the_same_turn_whenever_it_is_checked(
    options, shape, how, scripted, monitor
):
    heard = []
    with scripted.CallbackHandler(monitor=monitor, on_alert=heard.append, **options) as handler:
        await check_one_turn(shape(scripted), how, scripted, monitor, handler)
    assert len(heard) == len(handler.alerts("s1"))
    assert handler.health().withdrawn == 0


@pytest.mark.parametrize("how", EVERY)
async def test_a_handler_in_a_models_constructor_sees_each_way_of_calling(
    how, scripted, monitor, handler
):
    chain = ChatPromptTemplate.from_template("{q}") | chat(scripted, callbacks=[handler])
    named = {"metadata": {"session_id": "s1"}}
    await scripted.run(chain, {"q": QUESTION}, how, named)
    assert told(monitor, handler) == ONE_TURN
    assert state(handler) == (1, 0, 0, 0, 0)


@pytest.mark.parametrize("how", EVERY)
async def test_a_handler_handed_on_inside_a_chain_observes_once(how, scripted, monitor, handler):
    def answer(question):
        return answering(scripted).invoke(question, {"callbacks": [handler]})

    await scripted.run(RunnableLambda(answer), QUESTION, how, given(handler))
    assert told(monitor, handler) == ONE_TURN
    assert [each.text for each in monitor.session("s1").reports[-1].turn.documents] == [FACT]


def repeating():
    """A chain that finds and says only what it was asked."""
    found = RunnableLambda(lambda asked: [Document(f"Book of {asked}.")])
    said = RunnableLambda(lambda known: f"It is {known['question']}.")
    return {"context": found, "question": RunnablePassthrough()} | said


@pytest.mark.parametrize("how", ["batch", "abatch", "batch_as_completed", "abatch_as_completed"])
async def test_a_batch_keeps_its_inputs_apart(how, monitor, handler):
    words = [f"word {number}" for number in range(12)]
    configs = [{"callbacks": [handler], "metadata": {"session_id": word}} for word in words]
    chain = repeating()
    match how:
        case "batch":
            chain.batch(words, configs)
        case "abatch":
            await chain.abatch(words, configs)
        case "batch_as_completed":
            list(chain.batch_as_completed(words, configs))
        case "abatch_as_completed":
            _ = [done async for done in chain.abatch_as_completed(words, configs)]
    assert handler.flush(30)
    for word in words:
        asked, said = (report.turn for report in monitor.session(word).reports)
        assert (asked.text, said.text) == (word, f"It is {word}.")
        assert [each.text for each in said.documents] == [f"Book of {word}."]
    assert state(handler) == (len(words), 0, 0, 0, 0)
