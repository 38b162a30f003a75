"""The guard around real chains: what comes out, in which shape, and what is recorded."""

from __future__ import annotations

import asyncio

import pytest
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableLambda, RunnablePassthrough
from pydantic import BaseModel, ConfigDict

from belie import ConflictKind, InputError, Role, Turn, TurnReport
from belie.adapters.langchain.guarding import GuardHealth
from belie.langchain import CallbackHandler, ContradictionGuard

pytestmark = pytest.mark.extras

QUESTION = "How tall is the tower?"
FACT = "The tower is 330 m tall."
WRONG = "The tower is 300 m tall."
WITHHELD = "I withheld my answer: it contradicts its sources or what was said before."
UNCHECKED = "I withheld my answer: it could not be checked against its sources."
WAYS = ["invoke", "ainvoke", "stream", "astream", "batch", "abatch"]
SESSION = {"metadata": {"session_id": "s"}}


@pytest.fixture
def make_guard(scripted, monitor):
    """A guard around the usual chain, whose model says the given replies."""

    def make(*replies, strategy="observe", monitor=monitor, chain=None, **options):
        model = scripted.ScriptedChat(replies=list(replies))
        chain = chain or scripted.rag(model, scripted.Shelf(texts=[FACT]))
        return ContradictionGuard(chain, monitor=monitor, strategy=strategy, **options)

    return make


def turns(monitor, session="s"):
    return [(str(r.turn.role), r.turn.text) for r in monitor.session(session).reports]


async def output(chain, inputs, how, config=SESSION):
    """What a chain returns in one of the ways there are, a stream joined."""
    match how:
        case "invoke":
            return chain.invoke(inputs, config)
        case "ainvoke":
            return await chain.ainvoke(inputs, config)
        case "batch":
            return chain.batch([inputs], config)[0]
        case "abatch":
            return (await chain.abatch([inputs], config))[0]
        case "stream":
            return "".join(chain.stream(inputs, config))
        case "astream":
            return "".join([chunk async for chunk in chain.astream(inputs, config)])


@pytest.mark.parametrize("how", WAYS)
async def test_observe_records_question_answer_and_documents_and_changes_nothing(
    how, monitor, make_guard
):
    heard = []
    guard = make_guard(WRONG, on_alert=heard.append)
    assert await output(guard, QUESTION, how) == WRONG
    assert turns(monitor) == [("user", QUESTION), ("assistant", WRONG)]
    assert [alert.conflict.kind for alert in heard] == [ConflictKind.REFERENCE]
    assert (guard.health().observed, guard.health().errors) == (1, 0)


@pytest.mark.parametrize("how", WAYS)
async def test_block_gives_a_notice_and_records_no_answer(how, monitor, make_guard):
    heard = []
    guard = make_guard(WRONG, strategy="block", on_alert=heard.append)
    assert await output(guard, QUESTION, how) == WITHHELD
    assert turns(monitor) == [("user", QUESTION)]
    assert [alert.conflict.kind for alert in heard] == [ConflictKind.REFERENCE]
    assert guard.health().blocked == 1


@pytest.mark.parametrize("how", WAYS)
async def test_annotate_gives_the_answer_and_a_note(how, monitor, make_guard):
    guard = make_guard(WRONG, strategy="annotate")
    given = await output(guard, QUESTION, how)
    assert given.startswith(f"{WRONG}\n\n---\nThis answer may be wrong:\n- ")
    assert "330" in given.split("---")[1]
    assert turns(monitor)[-1] == ("assistant", WRONG)
    assert guard.health().annotated == 1


@pytest.mark.parametrize("how", WAYS)
async def test_revise_has_the_model_write_the_answer_again(how, scripted, monitor, make_guard):
    model = scripted.ScriptedChat(replies=[FACT])
    guard = make_guard(WRONG, strategy="revise", model=model)
    assert await output(guard, QUESTION, how) == FACT
    assert turns(monitor) == [("user", QUESTION), ("assistant", FACT)]
    [[question, draft, request]] = model.asked
    assert (question.text, draft.text) == (QUESTION, WRONG)
    assert WRONG in request.text
    assert FACT in request.text
    assert guard.health().revised == 1


@pytest.mark.parametrize("how", WAYS)
async def test_an_answer_that_agrees_passes_whatever_the_strategy(how, scripted, make_guard):
    model = scripted.ScriptedChat(replies=["Not asked."])
    for strategy in ("observe", "annotate", "revise", "block"):
        guard = make_guard(FACT, strategy=strategy, model=model)
        assert await output(guard, QUESTION, how) == FACT
    assert model.asked == []


@pytest.mark.parametrize(
    ("otherwise", "given"), [("annotate", "may be wrong"), ("block", WITHHELD), ("observe", WRONG)]
)
def test_an_answer_that_stays_wrong_gets_what_otherwise_says(
    otherwise, given, scripted, make_guard
):
    model = scripted.ScriptedChat(replies=[WRONG])
    guard = make_guard(WRONG, strategy="revise", model=model, max_revisions=3, otherwise=otherwise)
    assert given in guard.invoke(QUESTION, SESSION)
    assert len(model.asked) == 3


class Form(BaseModel):
    """A form of answers, which nobody writes into."""

    model_config = ConfigDict(frozen=True)
    answer: str


def shaped(shape):
    """A chain that answers wrongly against what the conversation said, in some shape."""
    return RunnableLambda(lambda _: shape)


@pytest.mark.parametrize(
    ("shape", "read"),
    [
        (WRONG, lambda given: given),
        (AIMessage(WRONG, id="a1"), lambda given: given.text),
        ({"answer": WRONG, "n": 1}, lambda given: given["answer"] * given["n"]),
        ({"output": AIMessage(WRONG)}, lambda given: given["output"].text),
        (
            {"messages": [AIMessage("Hm."), AIMessage(WRONG)]},
            lambda given: given["messages"][1].text,
        ),
        ([AIMessage("Hm."), AIMessage(WRONG)], lambda given: given[1].text),
        (Form(answer=WRONG), lambda given: given.answer),
        ({"parsed": Form(answer=WRONG)}, lambda given: given["parsed"].answer),
        ({"parsed": {"answer": WRONG}, "raw": FACT}, lambda given: given["parsed"]["answer"]),
        (
            {
                "messages": [AIMessage(f'{{"answer": "{WRONG}"}}')],
                "structured_response": Form(answer=WRONG),
            },
            lambda given: min(given["messages"][0].text, given["structured_response"].answer),
        ),
        ({"output": {"answer": "Hm."}, "response": WRONG}, lambda given: given["response"]),
        (
            {"messages": (AIMessage(WRONG),), "answer": WRONG},
            lambda given: min(given["messages"][0].text, given["answer"]),
        ),
    ],
)
@pytest.mark.parametrize("strategy", ["block", "revise", "annotate"])
def test_what_the_chain_returns_keeps_its_shape(
    shape, read, strategy, *, scripted, monitor, make_guard
):
    monitor.observe(FACT, session="s")
    guard = make_guard(
        chain=shaped(shape), strategy=strategy, model=scripted.ScriptedChat(replies=[FACT])
    )
    given = guard.invoke(QUESTION, SESSION)
    assert type(given) is type(shape)
    assert {"block": WITHHELD, "revise": FACT, "annotate": "may be wrong"}[strategy] in read(given)
    assert guard.health().errors == 0


@pytest.mark.parametrize(
    "shape",
    [
        lambda said: {"reply": said},
        lambda said: {"replies": ["Hm.", {"text": [said.text]}], "n": 1},
        lambda said: {"replies": (Form(answer=said.text), "Hm.")},
        lambda said: {"output": {"answer": f"{said.text}\nSources: guide.md"}},
    ],
)
@pytest.mark.parametrize("how", ["invoke", "ainvoke"])
async def test_what_a_model_said_is_changed_under_any_name(
    how, shape, scripted, monitor, make_guard
):
    monitor.observe(FACT, session="s")
    chain = scripted.ScriptedChat(replies=[WRONG]) | RunnableLambda(shape)
    guard = make_guard(chain=chain, strategy="block")
    given = str(await output(guard, QUESTION, how))
    assert WITHHELD in given
    assert "300 m" not in given
    assert (guard.health().blocked, guard.health().errors) == (1, 0)


def test_what_only_agrees_with_the_answer_is_not_changed(monitor, make_guard):
    monitor.observe(FACT, session="s")
    shape = {"question": WRONG, "context": [Document(WRONG)], "notes": WRONG, "answer": WRONG}
    given = make_guard(chain=shaped(shape), strategy="block").invoke(QUESTION, SESSION)
    assert given == {**shape, "answer": WITHHELD}


def test_an_answer_beside_the_conversation_is_changed_there(scripted, monitor, make_guard):
    monitor.observe(FACT, session="s")
    asked = [HumanMessage(QUESTION)]
    chain = scripted.ScriptedChat(replies=[WRONG]) | RunnableLambda(
        lambda said: {"messages": asked, "generation": said.text}
    )
    given = make_guard(chain=chain, strategy="block").invoke(QUESTION, SESSION)
    assert given == {"messages": asked, "generation": WITHHELD}


def test_a_changed_message_keeps_its_id_and_says_what_was_done(monitor, make_guard):
    monitor.observe(FACT, session="s")
    guard = make_guard(chain=shaped(AIMessage(WRONG, id="a1")), strategy="block")
    given = guard.invoke(QUESTION, SESSION)
    assert given.id == "a1"
    assert given.response_metadata["belie"]["action"] == "block"


@pytest.mark.parametrize("hold_stream", [False, True])
def test_an_answer_that_cannot_be_changed_passes_and_is_counted_or_raises(
    hold_stream, scripted, monitor, make_guard
):
    heard = []
    model = scripted.ScriptedChat(replies=[WRONG])
    chain = {"context": scripted.Shelf(texts=[FACT]), "said": model}
    chain = RunnablePassthrough() | chain | RunnableLambda(lambda said: {"odd": [said["said"]] * 0})
    options = {"chain": chain, "strategy": "block", "hold_stream": hold_stream}
    guard = make_guard(**options, on_alert=heard.append)
    assert list(guard.stream(QUESTION, SESSION)) == [{"odd": []}]
    assert guard.health() == GuardHealth(observed=1, revised=0, annotated=0, blocked=0, errors=1)
    assert [alert.refused for alert in heard] == [False]
    assert turns(monitor)[-1] == ("assistant", WRONG)
    closed = make_guard(**options, on_failure="closed", on_alert=heard.append)
    with pytest.raises(InputError, match="expected"):
        list(closed.stream(QUESTION, {"metadata": {"session_id": "s2"}}))
    assert closed.health() == GuardHealth(observed=0, revised=0, annotated=0, blocked=1, errors=0)
    assert [alert.refused for alert in heard] == [False, True]
    assert turns(monitor, "s2") == [("user", QUESTION)]


def test_what_is_no_answer_passes_unchecked(monitor, scripted, make_guard):
    guard = make_guard(chain=shaped(scripted.call("guide")), strategy="block")
    assert guard.invoke(QUESTION, SESSION).tool_calls
    assert monitor.sessions() == ()


def test_answers_are_held_against_the_session_and_sessions_are_kept_apart(scripted, make_guard):
    model = scripted.ScriptedChat(replies=[FACT, WRONG, WRONG])
    guard = make_guard(chain=model, strategy="block")
    first = guard.invoke(QUESTION, {"configurable": {"thread_id": "one"}})
    second = guard.invoke(QUESTION, {"configurable": {"thread_id": "one"}})
    other = guard.invoke(QUESTION, {"configurable": {"thread_id": "two"}})
    assert [said.text for said in (first, second, other)] == [FACT, WITHHELD, WRONG]


def test_an_answer_is_held_against_what_the_user_states_in_the_same_turn(scripted, make_guard):
    guard = make_guard(chain=scripted.ScriptedChat(replies=[WRONG]), strategy="block")
    assert guard.invoke(FACT, SESSION).text == WITHHELD


def test_a_guard_is_one_step_of_a_longer_chain(monitor, make_guard):
    chain = RunnableLambda(str.strip) | make_guard(WRONG, strategy="block") | str.upper
    assert chain.invoke(f"  {QUESTION} ", SESSION) == WITHHELD.upper()
    assert turns(monitor) == [("user", QUESTION)]


def test_observing_lets_tokens_pass_as_they_come(make_guard):
    chunks = list(make_guard(WRONG).stream(QUESTION, SESSION))
    assert chunks[:3] == ["The", " tower", " is"]


@pytest.mark.parametrize("how", ["stream", "astream"])
async def test_a_stream_that_its_reader_leaves_is_recorded_as_far_as_it_was_shown(
    how, monitor, make_guard
):
    guard = make_guard(f"{WRONG} " + "It is grey. " * 40)
    if how == "stream":
        stream = guard.stream(QUESTION, SESSION)
        _ = [next(stream) for _ in range(6)]
        stream.close()
    else:
        stream = guard.astream(QUESTION, SESSION)
        _ = [await anext(stream) for _ in range(6)]
        await stream.aclose()
        del stream
        for _ in range(500):  # the loop finalizes the inner generators
            await asyncio.sleep(0.01 if len(turns(monitor)) < 2 else 0)
    assert turns(monitor)[0] == ("user", QUESTION)
    assert turns(monitor)[1][1].startswith("The tower is 300 m")
    assert len(turns(monitor)[1][1]) < 60


class Failing:
    """A monitor whose model is gone."""

    def observe(self, text, **_):
        raise RuntimeError(text)

    def preview(self, text, **_):
        raise RuntimeError(text)

    def session(self, name):
        raise RuntimeError(name)


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize(
    ("strategy", "on_failure", "given"),
    [("observe", "open", WRONG), ("block", "open", WRONG), ("block", "closed", UNCHECKED)],
)
async def test_where_the_monitor_fails_the_answer_passes_or_is_withheld(
    how, strategy, on_failure, given, *, make_guard
):
    guard = make_guard(WRONG, strategy=strategy, monitor=Failing(), on_failure=on_failure)
    assert await output(guard, QUESTION, how) == given
    assert guard.health().errors > 0


@pytest.mark.parametrize("how", WAYS)
async def test_a_chain_that_fails_raises_as_it_would_alone(how, monitor, make_guard):
    guard = make_guard(RuntimeError("down"), strategy="block")
    with pytest.raises(RuntimeError, match="down"):
        await output(guard, QUESTION, how)
    assert monitor.sessions() == ()
    assert guard.health().errors == 0


@pytest.mark.parametrize("how", ["invoke", "ainvoke"])
@pytest.mark.parametrize("reply", [RuntimeError("down"), ""])
@pytest.mark.parametrize(("on_failure", "given"), [("open", "may be wrong"), ("closed", WITHHELD)])
async def test_a_model_that_fails_to_revise_does_not_break_the_chat(
    how, reply, on_failure, given, *, scripted, make_guard, monitor
):
    model = scripted.ScriptedChat(replies=[reply])
    guard = make_guard(WRONG, strategy="revise", model=model, on_failure=on_failure)
    assert given in await output(guard, QUESTION, how)
    assert guard.health().errors == monitor.health().contained == 1


def test_revise_without_a_model_is_refused(make_guard):
    with pytest.raises(InputError, match="model="):
        make_guard(WRONG, strategy="revise")


def test_a_guard_without_a_monitor_is_refused(scripted):
    chain = scripted.ScriptedChat(replies=[WRONG])
    with pytest.raises(
        InputError, match="methods observe and preview, got NoneType; write monitor"
    ):
        ContradictionGuard(chain, monitor=None)


class Seeing:
    """A monitor that writes down what it is shown."""

    def __init__(self):
        self.seen = []

    def observe(self, text, *, session, role, documents=(), question=None):
        del documents, question
        self.seen.append(text)
        return TurnReport(Turn(session, 0, Role(role), text))


def test_a_handler_of_the_application_sees_the_answer_that_was_given(scripted, make_guard):
    model = scripted.ScriptedChat(replies=[FACT])
    guard = make_guard(WRONG, strategy="revise", model=model)
    seeing = Seeing()
    with CallbackHandler(monitor=seeing) as handler:
        guard.invoke(QUESTION, {**SESSION, "callbacks": [handler]})
    assert seeing.seen == [QUESTION, FACT]


async def test_many_conversations_at_once_are_kept_apart(scripted, monitor):
    class Echo(scripted.ScriptedChat):
        def _next(self, messages):
            return AIMessage(messages[-1].text.removeprefix("Say: "))

    guard = ContradictionGuard(Echo(replies=[""]), monitor=monitor, strategy="block")

    async def talk(name):
        config = {"metadata": {"session_id": f"s{name}"}}
        said = [FACT, f"Place {name} is old.", WRONG if name % 2 else FACT]
        return [(await guard.ainvoke(f"Say: {text}", config)).text for text in said][-1]

    answers = await asyncio.gather(*map(talk, range(12)))
    assert answers == [WITHHELD if name % 2 else FACT for name in range(12)]
    assert guard.health().blocked == 6
