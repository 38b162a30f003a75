"""An agent that streams and is held back: what its reader sees, and when."""

from __future__ import annotations

import threading

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware
from langchain_core.messages import AIMessage
from langchain_core.tools import create_retriever_tool
from langgraph.checkpoint.memory import InMemorySaver

from belie.langchain import ContradictionMiddleware

pytestmark = pytest.mark.extras

QUESTION = "How tall is the tower?"
FACT = "The tower is 330 m tall."
WRONG = "The tower is 300 m tall."
ANSWER = f"It is old. {WRONG} It is grey."
WITHHELD = "I withheld my answer: it contradicts its sources or what was said before."
UNCHECKED = "I withheld my answer: it could not be checked against its sources."
ASKING = {"messages": [{"role": "user", "content": QUESTION}]}
ON = {"configurable": {"thread_id": "t1"}}
WAYS = ["stream", "astream"]


@pytest.fixture
def make_agent(scripted, monitor):
    """An agent whose tokens are held back, with its model and its guard."""

    def make(*replies, strategy="block", monitor=monitor, middleware=(), **options):
        guard = ContradictionMiddleware(
            monitor=monitor, strategy=strategy, hold_stream=True, **options
        )
        model = scripted.ScriptedChat(replies=list(replies))
        guide = create_retriever_tool(scripted.Shelf(texts=[FACT]), "guide", "Looks it up.")
        agent = create_agent(
            model, [guide], middleware=[guard, *middleware], checkpointer=InMemorySaver()
        )
        return agent, model, guard

    return make


async def read(agent, how, take=lambda _: None):
    """What the reader of the messages is shown: the chunks of the model, in order."""
    shown = []

    def see(part):
        message, told = part
        if told["langgraph_node"] == "model":
            shown.append(message)
            take(message.text)

    if how == "stream":
        for part in agent.stream(ASKING, ON, stream_mode="messages"):
            see(part)
    else:
        async for part in agent.astream(ASKING, ON, stream_mode="messages"):
            see(part)
    return shown


def text(messages):
    return "".join(message.text for message in messages)


def final(agent):
    return agent.get_state(ON).values["messages"][-1]


def turns(monitor):
    return [(str(r.turn.role), r.turn.text) for r in monitor.session("t1").reports]


@pytest.mark.parametrize("how", WAYS)
async def test_the_first_sentence_that_contradicts_and_what_follows_is_never_shown(
    how, scripted, monitor, make_agent
):
    agent, _, guard = make_agent(scripted.call("guide"), ANSWER)
    shown = await read(agent, how)
    assert text(shown) == f"It is old.\n\n{WITHHELD}" == final(agent).text
    assert {message.id for message in shown if message.text} == {final(agent).id}
    assert final(agent).response_metadata["belie"]["action"] == "block"
    assert turns(monitor) == [("user", QUESTION), ("assistant", "It is old.")]
    assert (guard.health().blocked, guard.health().errors) == (1, 0)


@pytest.mark.parametrize("how", WAYS)
async def test_an_answer_that_is_wrong_from_its_first_word_leaves_only_the_notice(
    how, scripted, monitor, make_agent
):
    agent, _, _ = make_agent(scripted.call("guide"), f"{WRONG} It is grey.")
    assert text(await read(agent, how)) == WITHHELD == final(agent).text
    assert turns(monitor) == [("user", QUESTION)]


@pytest.mark.parametrize("how", WAYS)
async def test_the_last_sentence_is_checked_before_it_is_shown(how, scripted, make_agent):
    agent, _, _ = make_agent(scripted.call("guide"), f"It is old. {WRONG}")
    assert "300" not in text(await read(agent, how))


@pytest.mark.parametrize("how", WAYS)
async def test_only_the_rest_is_written_again(how, scripted, monitor, make_agent):
    agent, model, guard = make_agent(
        scripted.call("guide"), ANSWER, f"{FACT} It is grey.", strategy="revise"
    )
    shown = await read(agent, how)
    assert text(shown) == f"It is old. {FACT} It is grey." == final(agent).text
    assert {message.id for message in shown if message.text} == {final(agent).id}
    request = model.asked[-1][-1].text
    assert "Write only what follows it" in request
    assert '"It is old."' in request
    assert turns(monitor)[-1] == ("assistant", final(agent).text)
    assert WRONG not in str(agent.get_state(ON).values["messages"])
    assert (guard.health().revised, guard.health().errors) == (1, 0)


@pytest.mark.parametrize("how", WAYS)
async def test_a_revision_that_begins_anew_is_not_shown_twice(how, scripted, make_agent):
    better = f"It is old. {FACT}"
    agent, _, _ = make_agent(scripted.call("guide"), ANSWER, better, strategy="revise")
    assert text(await read(agent, how)) == better == final(agent).text


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize(("otherwise", "end"), [("block", WITHHELD), ("observe", WRONG)])
async def test_a_revision_that_stays_wrong_gets_what_otherwise_says(
    how, otherwise, end, *, scripted, make_agent
):
    agent, _, guard = make_agent(
        scripted.call("guide"), ANSWER, WRONG, strategy="revise", otherwise=otherwise
    )
    shown = text(await read(agent, how))
    assert shown == final(agent).text
    assert shown.startswith("It is old.")
    assert shown.endswith(end)
    assert guard.health().revised == 1


@pytest.mark.parametrize("how", WAYS)
async def test_a_revision_that_calls_a_tool_goes_on_after_what_was_shown(how, scripted, make_agent):
    replies = scripted.call("guide"), ANSWER, scripted.call("guide", call_id="call-2"), FACT
    agent, _, _ = make_agent(*replies, strategy="revise")
    assert text(await read(agent, how)) == f"It is old. {FACT}"
    kept = [(m.type, m.text) for m in agent.get_state(ON).values["messages"]][-3:]
    assert kept == [("ai", "It is old. "), ("tool", FACT), ("ai", FACT)]


@pytest.mark.parametrize("how", WAYS)
async def test_a_note_comes_with_the_sentence_it_is_about(how, scripted, monitor, make_agent):
    agent, _, _ = make_agent(scripted.call("guide"), ANSWER, strategy="annotate")
    shown = await read(agent, how)
    assert text(shown) == final(agent).text
    assert text(shown).startswith(f"{ANSWER}\n\n---\nThis answer may be wrong:\n- ")
    assert turns(monitor)[-1] == ("assistant", ANSWER)


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("strategy", ["annotate", "revise", "block"])
async def test_an_answer_that_agrees_comes_as_the_model_says_it(
    how, strategy, scripted, make_agent
):
    answer = f"It is old. {FACT} It is grey."
    agent, _, _ = make_agent(scripted.call("guide"), answer, strategy=strategy)
    shown = await read(agent, how)
    assert [message.text for message in shown if message.text] == [
        word if place == 0 else f" {word}" for place, word in enumerate(answer.split(" "))
    ]
    assert {message.id for message in shown if message.text} == {final(agent).id}


@pytest.mark.parametrize("how", WAYS)
async def test_a_sentence_is_shown_while_the_model_still_speaks(how, scripted, monitor):
    seen = threading.Event()

    class Waiting(scripted.ScriptedChat):
        """Goes on with the third sentence when the first was seen."""

        def _stream(self, messages, stop=None, run_manager=None, **kwargs):
            for chunk in super()._stream(messages, stop, run_manager, **kwargs):
                if "grey" in chunk.text:
                    assert seen.wait(30)
                yield chunk

    guard = ContradictionMiddleware(monitor=monitor, strategy="block", hold_stream=True)
    model = Waiting(replies=["It is old. It is tall. It is grey."])
    agent = create_agent(model, middleware=[guard], checkpointer=InMemorySaver())
    so_far = []

    def take(words):
        so_far.append(words)
        if "".join(so_far).startswith("It is old"):
            seen.set()

    await read(agent, how, take)
    assert "".join(so_far) == "It is old. It is tall. It is grey."


@pytest.mark.parametrize("how", WAYS)
async def test_text_beside_a_call_of_a_tool_is_no_answer_and_shown(how, scripted, make_agent):
    class Talking(scripted.ScriptedChat):
        def _stream(self, messages, stop=None, run_manager=None, **kwargs):
            [chunk, *rest] = super()._stream(messages, stop, run_manager, **kwargs)
            if chunk.message.tool_calls:
                chunk.message.content = "Let me look."
            yield from [chunk, *rest]

    agent, _, guard = make_agent(scripted.call("guide"), FACT)
    model = Talking(replies=[scripted.call("guide"), FACT])
    guide = create_retriever_tool(scripted.Shelf(texts=[FACT]), "guide", "Looks it up.")
    agent = create_agent(model, [guide], middleware=[guard], checkpointer=InMemorySaver())
    assert text(await read(agent, how)) == f"Let me look.{FACT}"


class Failing:
    """A monitor whose model is gone."""

    def observe(self, text, **_):
        raise RuntimeError(text)

    preview = observe

    def stream(self, **_):
        raise RuntimeError

    def session(self, name):
        raise RuntimeError(name)


class Gone(Failing):
    """One that fails when it is fed."""

    checked = 0

    def stream(self, **_):
        return self

    def feed(self, token):
        raise RuntimeError(token)

    async def afeed(self, token):
        raise RuntimeError(token)


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("monitor", [Failing(), Gone()], ids=["unopened", "failing"])
@pytest.mark.parametrize(("on_failure", "given"), [("open", ANSWER), ("closed", UNCHECKED)])
async def test_where_the_monitor_fails_the_answer_passes_whole_or_is_withheld(
    how, monitor, on_failure, given, *, make_agent
):
    agent, _, guard = make_agent(ANSWER, monitor=monitor, on_failure=on_failure)
    assert text(await read(agent, how)) == given == final(agent).text
    assert guard.health().errors > 0


@pytest.mark.parametrize("how", WAYS)
async def test_what_a_model_said_before_it_failed_is_shown_as_far_as_it_was_checked(
    how, make_agent
):
    agent, _, _ = make_agent("It is old. It is grey. The BOOM")
    seen = []
    with pytest.raises(RuntimeError, match="the model broke"):
        await read(agent, how, seen.append)
    assert "It is old. It is grey.".startswith("".join(seen))


@pytest.mark.parametrize("how", WAYS)
async def test_of_a_model_that_is_asked_again_by_another_middleware_the_last_run_is_the_answer(
    how, make_agent
):
    class Twice(AgentMiddleware):
        def wrap_model_call(self, request, handler):
            handler(request)
            return handler(request)

        async def awrap_model_call(self, request, handler):
            await handler(request)
            return await handler(request)

    agent, _, _ = make_agent(WRONG, f"It is new. {FACT}", middleware=[Twice()])
    shown = await read(agent, how)
    assert text(shown) == f"It is new. {FACT}" == final(agent).text


@pytest.mark.parametrize("how", ["invoke", "ainvoke"])
async def test_an_agent_that_does_not_stream_withholds_the_whole_answer(
    how, scripted, monitor, make_agent
):
    agent, _, _ = make_agent(scripted.call("guide"), ANSWER)
    await scripted.run(agent, ASKING, how, ON)
    assert final(agent).text == WITHHELD
    assert turns(monitor) == [("user", QUESTION)]


async def test_the_streams_of_events_are_told_of_nothing_that_was_refused(scripted, make_agent):
    agent, _, _ = make_agent(scripted.call("guide"), ANSWER)
    events = [event async for event in agent.astream_events(ASKING, ON, version="v2")]
    assert "grey" not in str(events)
    assert WITHHELD in str(events)


async def test_a_model_that_cannot_stream_shows_its_checked_answer_at_once(scripted, monitor):
    class Whole(scripted.ScriptedChat):
        disable_streaming: bool = True

    guard = ContradictionMiddleware(monitor=monitor, strategy="block", hold_stream=True)
    monitor.observe(FACT, session="t1")
    agent = create_agent(
        Whole(replies=[AIMessage(ANSWER)]), middleware=[guard], checkpointer=InMemorySaver()
    )
    for how in WAYS:
        assert text(await read(agent, how)) == WITHHELD
