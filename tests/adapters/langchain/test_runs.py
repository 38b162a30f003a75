"""What makes an exchange: chains, bare models, streams, documents."""

from __future__ import annotations

from operator import itemgetter

import pytest
from langchain_core.documents import Document
from langchain_core.messages import HumanMessage
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableGenerator, RunnableLambda, RunnablePassthrough
from langchain_core.tools import StructuredTool, tool
from pydantic import BaseModel

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


def test_a_document_keeps_its_name_and_metadata(scripted, monitor, handler):
    chain = scripted.rag(scripted.ScriptedChat(replies=[WRONG]), scripted.Shelf(texts=[FACT]))
    chain.invoke(QUESTION, config(handler))
    assert turns(monitor, handler) == PAIR
    (document,) = monitor.session("s1").reports[-1].turn.documents
    assert (document.id, document.metadata) == ("doc-1", {"source": "guide.md"})


def test_each_of_a_batch_of_messages_is_a_turn(scripted, monitor, handler):
    model = scripted.ScriptedChat(replies=["One.", "Two."])
    model.generate([[HumanMessage("1?")], [HumanMessage("2?")]], callbacks=[handler], metadata=S1)
    assert [text for _, text in turns(monitor, handler)] == ["1?", "One.", "2?", "Two."]


def test_a_model_that_calls_a_tool_has_not_answered(scripted, monitor, handler):
    scripted.ScriptedChat(replies=[scripted.call("search")]).invoke(QUESTION, config(handler))
    assert turns(monitor, handler) == []


def test_an_unknown_shape_of_outputs_falls_back_to_what_the_model_said(scripted, monitor, handler):
    model = scripted.ScriptedChat(replies=[WRONG])
    (model | RunnableLambda(lambda message: {"reply": message.text})).invoke(
        QUESTION, config(handler)
    )
    assert turns(monitor, handler) == PAIR


@pytest.mark.parametrize("how", ["invoke", "stream", "ainvoke", "astream"])
@pytest.mark.parametrize("grade", ['{"grade": "yes"}', "call"])
async def test_what_the_outputs_repeat_of_a_model_is_the_answer_though_another_graded_it(
    how, grade, scripted, monitor, handler
):
    writer = scripted.ScriptedChat(replies=[WRONG])
    grader = scripted.ScriptedChat(replies=[scripted.call("grade") if grade == "call" else grade])
    asked = RunnablePassthrough.assign(reply=itemgetter("question") | writer | StrOutputParser())
    graded = asked | RunnablePassthrough.assign(good=itemgetter("reply") | grader)
    chain = graded | RunnableLambda(lambda state: {**state, "good": True})
    await scripted.run(chain, {"question": QUESTION}, how, config(handler))
    assert turns(monitor, handler) == PAIR


class Form(BaseModel):
    text: str
    language: str = "en"


@pytest.mark.parametrize(
    "shaped",
    [
        lambda said: {"text": said.text, "language": "en"},
        lambda said: [said.text.strip()],
        lambda said: [{"replies": (said,)}],
        lambda said: Form(text=said.text),
        lambda said: said.text.strip(),
        lambda said: f"{said.text}\nSources: guide.md",
    ],
)
def test_the_last_that_the_outputs_repeat_is_the_answer_however_deep_it_lies(
    shaped, scripted, monitor, handler
):
    model = scripted.ScriptedChat(replies=["height of the tower", f"{WRONG}\n", "yes"])
    asked = RunnablePassthrough.assign(query2=itemgetter("question") | model | StrOutputParser())
    told = asked | RunnablePassthrough.assign(reply=itemgetter("query2") | model | shaped)
    graded = told | RunnablePassthrough.assign(
        good=itemgetter("question") | model | (lambda said: said.text == "yes")
    )
    graded.invoke({"question": QUESTION}, config(handler))
    assert turns(monitor, handler) == [("user", QUESTION), ("assistant", f"{WRONG}\n")]


@pytest.mark.parametrize("how", ["invoke", "stream", "ainvoke", "astream"])
@pytest.mark.parametrize("name", ["response", "generation", "text"])
@pytest.mark.parametrize("draft", ["An older draft that the caller passes in.", WRONG])
async def test_what_the_outputs_repeat_of_the_inputs_is_no_answer(
    how, name, draft, *, scripted, monitor, handler
):
    model = scripted.ScriptedChat(replies=[WRONG])
    chain = RunnablePassthrough.assign(refined=itemgetter("question") | model)
    await scripted.run(chain, {"question": QUESTION, name: draft}, how, config(handler))
    assert turns(monitor, handler) == PAIR


@pytest.mark.parametrize("how", ["invoke", "stream"])
async def test_a_draft_of_the_inputs_that_was_replaced_is_the_answer(
    how, scripted, monitor, handler
):
    chain = RunnablePassthrough.assign(answer=lambda _: WRONG)
    given = {"question": QUESTION, "answer": "A draft."}
    await scripted.run(chain, given, how, config(handler))
    assert turns(monitor, handler) == PAIR


@pytest.mark.parametrize("how", ["invoke", "stream"])
async def test_a_step_that_writes_into_its_inputs_answers(how, scripted, monitor, handler):
    model = scripted.ScriptedChat(replies=[WRONG])

    def answer(state):
        state["answer"] = model.invoke(state["question"]).text
        return state

    await scripted.run(RunnableLambda(answer), {"question": QUESTION}, how, config(handler))
    assert turns(monitor, handler) == PAIR


def test_huge_outputs_cost_little_and_what_lies_beside_them_is_found(
    scripted, monitor, handler, soon
):
    model = scripted.ScriptedChat(replies=[WRONG, "yes"])
    vectors = [[0.5] * 1000] * 5000
    told = RunnableLambda(
        lambda asked: {"vectors": vectors, "reply": model.invoke(asked).text, "good": True}
    )
    graded = told | RunnableLambda(lambda state: {**state, "good": model.invoke("?").text == "yes"})
    with soon():
        graded.invoke(QUESTION, config(handler))
    assert turns(monitor, handler) == PAIR


@pytest.mark.parametrize("how", ["invoke", "stream"])
async def test_an_unusual_input_key_can_be_named(how, scripted, monitor):
    with CallbackHandler(monitor=monitor, input_key="topic") as handler:
        chain = RunnablePassthrough() | RunnableLambda(lambda _: WRONG)
        await scripted.run(chain, {"topic": QUESTION, "input": "x"}, how, config(handler))
        assert turns(monitor, handler) == PAIR


def test_a_conversation_that_ends_with_someone_else_has_no_answer(scripted, monitor, handler):
    model = scripted.ScriptedChat(replies=["A thought."])
    said = model | RunnableLambda(lambda thought: {"messages": [thought, HumanMessage("Wait.")]})
    said.invoke(QUESTION, config(handler))
    assert turns(monitor, handler) == []


def test_what_a_model_says_inside_a_tool_is_no_answer(scripted, monitor, handler):
    @tool
    def ask(query: str) -> str:
        """Ask another model."""
        return scripted.ScriptedChat(replies=["A thought."]).invoke(query).text

    RunnableLambda(lambda query: {"reply": len(ask.invoke(query))}).invoke(
        QUESTION, config(handler)
    )
    assert turns(monitor, handler) == []


def test_what_a_model_said_before_it_broke_is_no_answer(scripted, monitor, handler):
    model = scripted.ScriptedChat(replies=["The tower BOOM is tall."])

    def answer(question):
        with pytest.raises(RuntimeError):
            list(model.stream(question))
        return {"sorry": True}

    RunnableLambda(answer).invoke(QUESTION, config(handler))
    assert turns(monitor, handler) == []


def test_an_answer_that_was_shortened_counts_as_it_was_given(scripted, monitor, handler):
    model = scripted.ScriptedChat(replies=[f"{WRONG} It is grey."])
    shortened = model | StrOutputParser() | RunnableLambda(lambda text: text[: len(WRONG)])
    list(shortened.stream(QUESTION, config(handler)))
    assert turns(monitor, handler) == PAIR


def test_a_closed_stream_of_changed_words_counts_in_the_words_shown(scripted, monitor, handler):
    def louder(words):
        yield from (word.upper() for word in words)

    model = scripted.ScriptedChat(replies=["The tower is 300 m tall. It is grey."])
    stream = (model | StrOutputParser() | RunnableGenerator(louder)).stream(
        QUESTION, config(handler)
    )
    for _ in range(4):
        next(stream)
    stream.close()
    shown = turns(monitor, handler)[1][1]
    assert shown.startswith("THE TOWER")
    assert "GREY" not in shown


def test_documents_found_without_a_retriever_are_taken_from_the_outputs(monitor, handler):
    found = RunnablePassthrough.assign(context=lambda _: [Document(FACT)])
    (found | RunnablePassthrough.assign(answer=lambda _: WRONG)).invoke(
        {"question": QUESTION}, config(handler)
    )
    assert texts(monitor, handler) == [FACT]


def test_the_same_document_counts_once(scripted, monitor, handler):
    shelf = scripted.Shelf(texts=[FACT, "It is grey."])
    both = {"a": shelf, "b": shelf} | RunnableLambda(lambda _: WRONG)
    both.invoke(QUESTION, config(handler))
    assert sorted(texts(monitor, handler)) == ["It is grey.", FACT]


def test_tagged_runs_are_left_out(scripted, monitor, handler):
    tags = ["belie:ignore"]
    shelf = scripted.Shelf(texts=[FACT]).with_config(tags=tags)
    model = scripted.ScriptedChat(replies=[WRONG])
    scripted.rag(model, shelf).invoke(QUESTION, config(handler))
    assert texts(monitor, handler) == []
    scripted.rag(model, shelf).invoke(QUESTION, config(handler, tags=tags))
    hidden = model.with_config(tags=tags) | RunnableLambda(lambda _: {"reply": 1})
    hidden.invoke(QUESTION, config(handler))
    assert turns(monitor, handler) == PAIR


def test_a_bare_tool_or_retriever_that_fails_is_forgotten(handler):
    @tool
    def broken(query: str) -> str:
        """Fail."""
        raise RuntimeError(query)

    class Lost(BaseRetriever):
        def _get_relevant_documents(self, query, *, run_manager):
            del run_manager
            raise RuntimeError(query)

    for part in (broken, Lost()):
        with pytest.raises(RuntimeError):
            part.invoke(QUESTION, config(handler))
    assert handler.health().unfinished == 0


def test_parts_called_by_hand_are_no_turns(scripted, monitor, handler):
    given = config(handler)
    prompt = ChatPromptTemplate.from_template("{question}").invoke({"question": QUESTION}, given)
    scripted.Shelf(texts=[FACT]).invoke(QUESTION, given)
    StructuredTool.from_function(lambda query: query, name="t", description="t").invoke("x", given)
    message = scripted.ScriptedChat(replies=[WRONG]).invoke(prompt, given)
    StrOutputParser().invoke(message, given)
    assert turns(monitor, handler) == PAIR
