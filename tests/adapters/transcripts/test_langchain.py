from __future__ import annotations

import json
from importlib.util import find_spec

import pytest

from belie.datatypes import Role

pytestmark = pytest.mark.extras
if not find_spec("langchain_core"):
    pytest.skip("needs langchain-core", allow_module_level=True)

from langchain_core.documents import Document  # noqa: E402
from langchain_core.language_models import FakeListChatModel  # noqa: E402
from langchain_core.load import dumpd  # noqa: E402
from langchain_core.messages import (  # noqa: E402
    AIMessage,
    AIMessageChunk,
    ChatMessage,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
    ToolMessage,
    messages_to_dict,
)
from langchain_core.prompts import ChatPromptTemplate  # noqa: E402
from langchain_core.retrievers import BaseRetriever  # noqa: E402
from langchain_core.runnables import RunnablePassthrough  # noqa: E402
from langchain_core.tracers.run_collector import RunCollectorCallbackHandler  # noqa: E402

U, A = Role.USER, Role.ASSISTANT
CALL = {"name": "search", "args": {}, "id": "c1"}
FOUND = [Document("It is 330 m.", id="d1"), Document("It is old.", metadata={"source": "b.txt"})]
MESSAGES = [
    SystemMessage("Be nice."),
    HumanMessage("How tall?"),
    AIMessage("", tool_calls=[CALL]),
    ToolMessage("330", tool_call_id="c1", artifact=FOUND),
    AIMessage([{"type": "text", "text": "330 m."}]),
    ChatMessage("Since when?", role="user"),
    AIMessage("", tool_calls=[CALL]),
    ToolMessage("Since 1889.", tool_call_id="c1"),
    ToolMessage("Out of order.", tool_call_id="c1", status="error"),
    AIMessageChunk("1889."),
    RemoveMessage("x"),
]
SAID = [(U, "How tall?"), (A, "330 m."), (U, "Since when?"), (A, "1889.")]
DUMPS = {
    "messages_to_dict": messages_to_dict(MESSAGES),
    "dumpd": dumpd(MESSAGES),
    "model_dump": [message.model_dump() for message in MESSAGES],
}
STATES = {
    "state": lambda messages: {"messages": messages},
    "snapshot": lambda messages: {
        "values": {"messages": messages},
        "config": {"configurable": {"thread_id": "t", "checkpoint_id": "1"}},
    },
    "checkpoint": lambda messages: {"v": 4, "id": "1", "channel_values": {"messages": messages}},
}


@pytest.mark.parametrize("state", [*STATES, "list", "lines"])
@pytest.mark.parametrize("dump", DUMPS)
def test_messages_come_back_from_every_way_to_write_them(read, dump, state):
    messages = DUMPS[dump]
    content = json.dumps(STATES[state](messages) if state in STATES else messages)
    if state == "lines":
        content = "\n".join(map(json.dumps, messages))
    [chat] = read(content, "chat.json" if state != "lines" else "chat.jsonl")
    assert chat.format == "langchain"
    assert [(turn.role, turn.text) for turn in chat.turns] == SAID
    assert chat.session == {"snapshot": "t", "checkpoint": "1"}.get(state, "chat")
    first, second = (
        [(document.id, document.text) for document in chat.turns[n].documents] for n in (1, 3)
    )
    assert first == [("d1", "It is 330 m."), ("b.txt", "It is old.")]
    assert second == [("search", "Since 1889.")]


def test_documents_of_a_state_belong_to_its_last_answer(read):
    state = dumpd({"messages": MESSAGES[:5], "context": [Document("Old.", id="o")]})
    [chat] = read(json.dumps(state))
    assert [document.id for document in chat.turns[1].documents] == ["d1", "b.txt", "o"]


def test_a_context_of_a_state_may_be_anything(read):
    [chat] = read(json.dumps(dumpd({"messages": MESSAGES, "context": {"user": 1}})))
    assert len(chat.turns) == 4


def test_a_run_of_a_model_holds_messages_as_dumped(read):
    message = AIMessage("330 m.")
    run = {
        "id": "r",
        "run_type": "llm",
        "trace_id": "r",
        "parent_run_id": None,
        "inputs": {"messages": [dumpd(MESSAGES[:2])]},
        "outputs": {"generations": [[{"text": "330 m.", "message": dumpd(message)}]]},
    }
    [chat] = read(json.dumps(run))
    assert chat.format == "langsmith"
    assert [(turn.role, turn.text) for turn in chat.turns] == SAID[:2]


class Shelf(BaseRetriever):
    """Finds the same document for every question."""

    def _get_relevant_documents(self, query, *, run_manager):
        del query, run_manager
        return FOUND[:1]


def flat(run):
    yield run
    for child in run.child_runs:
        yield from flat(child)


def exported(run):
    """A run as it is sent to LangSmith: no run holds another one, ids and times are texts."""
    fields = run.model_dump(exclude={"child_runs", "parent_run", "client", "ls_client"})
    return json.dumps(fields, default=lambda value: getattr(value, "__dict__", None) or str(value))


def test_runs_that_a_tracer_collected_are_conversations_of_their_threads(read):
    prompt = ChatPromptTemplate.from_template("{context} {question}")
    model = FakeListChatModel(responses=["330 m.", "300 m.", "Yes."])
    chain = {"context": Shelf(), "question": RunnablePassthrough()} | prompt | model
    collector = RunCollectorCallbackHandler()
    for question, thread in (("How tall?", "a"), ("How tall?", "b"), ("Sure?", "a")):
        config = {"callbacks": [collector], "metadata": {"thread_id": thread}}
        chain.invoke(question, config=config)
    runs = [run for root in collector.traced_runs for run in flat(root)]
    first, second = sorted(
        read("\n".join(map(exported, reversed(runs)))), key=lambda chat: chat.session
    )
    assert (first.session, first.format) == ("a", "langsmith")
    spoken = [(turn.role, turn.text) for turn in first.turns]
    assert spoken == [(U, "How tall?"), (A, "330 m."), (U, "Sure?"), (A, "Yes.")]
    for answer in (*first.turns[1::2], second.turns[1]):
        assert [document.text for document in answer.documents] == ["It is 330 m."]
        assert answer.at is not None


def test_the_state_of_a_graph_is_the_conversation_of_its_thread(read):
    pytest.importorskip("langgraph")
    from langgraph.checkpoint.memory import InMemorySaver  # noqa: PLC0415
    from langgraph.graph import START, MessagesState, StateGraph  # noqa: PLC0415

    builder = StateGraph(MessagesState)
    builder.add_node("answer", lambda _: {"messages": [AIMessage("330 m.")]})
    builder.add_edge(START, "answer")
    graph = builder.compile(checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "t"}}
    graph.invoke({"messages": [HumanMessage("How tall?")]}, config)
    graph.invoke({"messages": [HumanMessage("Sure?")]}, config)
    snapshot = graph.get_state(config)
    for content in (snapshot._asdict(), {"values": snapshot.values, "config": snapshot.config}):
        [chat] = read(json.dumps(dumpd(content), default=str), "state.json")
        assert (chat.session, chat.format) == ("t", "langchain")
        assert [turn.text for turn in chat.turns] == ["How tall?", "330 m.", "Sure?", "330 m."]
