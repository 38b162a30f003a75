from __future__ import annotations

import pytest
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, Generation, LLMResult
from langchain_core.prompts import ChatPromptTemplate
from pydantic import BaseModel

from belie.adapters.langchain.shapes import (
    Said,
    answered,
    asked,
    conclusive,
    documents_in,
    spoken,
    token_text,
    tool_messages,
    tool_text,
)

pytestmark = pytest.mark.extras

QUESTION = "How tall is the tower?"
ANSWER = "It is 330 m tall."
CALLING = AIMessage("Let me look.", tool_calls=[{"name": "t", "args": {}, "id": "1"}])


class Reply(BaseModel):
    answer: str = ANSWER


@pytest.mark.parametrize(
    "outputs",
    [
        ANSWER,
        AIMessage(ANSWER),
        AIMessage([{"type": "reasoning", "reasoning": "Hm."}, {"type": "text", "text": ANSWER}]),
        {"answer": ANSWER},
        {"output": AIMessage(ANSWER), "input": QUESTION},
        {"result": ANSWER},
        {"text": ANSWER},
        {"response": AIMessage(ANSWER), "query": QUESTION},
        {"generation": ANSWER, "documents": ["It is old."]},
        {"raw": CALLING, "parsed": Reply(), "parsing_error": None},
        {"raw": CALLING, "parsed": {"answer": ANSWER}, "parsing_error": None},
        {"messages": [HumanMessage(QUESTION), AIMessage(ANSWER)]},
        [HumanMessage(QUESTION), AIMessage(ANSWER)],
        Reply(),
    ],
)
def test_an_answer_is_found_in_every_usual_shape(outputs):
    assert answered(outputs) == Said(ANSWER)


@pytest.mark.parametrize(
    "outputs",
    [
        "",
        "  ",
        None,
        3,
        [],
        {"answer": 3},
        {"raw": CALLING, "parsed": None, "parsing_error": ValueError()},
        {"parsed": {"parsed": {"answer": ANSWER}}},
        {"messages": []},
        {"messages": [AIMessage(ANSWER), HumanMessage(QUESTION)]},
        {"messages": [HumanMessage(QUESTION)], "answer": ANSWER},
        CALLING,
        HumanMessage(QUESTION),
    ],
)
def test_outputs_without_an_answer_give_none(outputs):
    assert answered(outputs) is None


def test_the_id_of_an_answers_message_is_kept():
    assert answered(AIMessage(ANSWER, id="m1")) == Said(ANSWER, "m1")


@pytest.mark.parametrize(
    "inputs",
    [
        QUESTION,
        HumanMessage(QUESTION),
        [("system", "Be brief."), ("user", QUESTION)],
        {"question": QUESTION},
        {"input": QUESTION, "chat_history": [HumanMessage("Hi."), AIMessage("Hello.")]},
        {"query": QUESTION},
        {"question": "", "messages": [{"role": "user", "content": QUESTION}, AIMessage("Well.")]},
        {"messages": QUESTION},
        ChatPromptTemplate.from_template("{q}").invoke({"q": QUESTION}),
    ],
)
def test_a_question_is_found_in_every_usual_shape(inputs):
    assert asked(inputs) == Said(QUESTION)


@pytest.mark.parametrize(
    "inputs",
    [None, 3, {"topic": "towers"}, [1, 2], [{"no": "role"}], "", [object()], AIMessage("x")],
)
def test_inputs_without_a_question_give_none(inputs):
    assert asked(inputs) is None


def test_a_named_key_is_the_only_place_a_question_is_looked_for():
    assert asked({"topic": QUESTION, "input": "x"}, key="topic") == Said(QUESTION)
    assert asked({"input": QUESTION}, key="topic") is None


@pytest.mark.parametrize(
    ("outputs", "plain"),
    [
        ("", True),
        (CALLING, True),
        ({"messages": [HumanMessage(QUESTION)]}, True),
        ({"reply": ANSWER}, False),
        (None, False),
        ([Document("x")], False),
    ],
)
def test_only_plain_shapes_are_conclusive(outputs, plain):
    assert conclusive(outputs) is plain


@pytest.mark.parametrize(
    ("response", "said"),
    [
        (LLMResult(generations=[[ChatGeneration(message=AIMessage(ANSWER))]]), Said(ANSWER)),
        (LLMResult(generations=[[Generation(text=ANSWER)]]), Said(ANSWER)),
        (LLMResult(generations=[[ChatGeneration(message=CALLING)]]), None),
        (LLMResult(generations=[[]]), None),
        (LLMResult(generations=[]), None),
        (None, None),
    ],
)
def test_what_a_model_said_is_read_from_its_first_generation(response, said):
    assert spoken(response) == said


@pytest.mark.parametrize(
    ("token", "text"),
    [
        (" tall", " tall"),
        (
            [{"type": "text", "text": " ta"}, {"type": "reasoning", "reasoning": "Hm."}, "ll"],
            " tall",
        ),
        ([], ""),
    ],
)
def test_the_text_of_a_token_is_read_from_its_blocks(token, text):
    assert token_text(token) == text


@pytest.mark.parametrize(
    "value",
    [
        Document("x"),
        [Document("x"), "y"],
        (Document("x"),),
        [Document("x", id="d1").model_dump()],
        {"context": [Document("x")], "question": "?"},
    ],
)
def test_documents_are_found_alone_in_lists_and_in_mappings(value):
    assert [document.page_content for document in documents_in(value)] == ["x"]


@pytest.mark.parametrize(
    "value", [None, "x", 3, {"a": "x"}, ["x"], [{"page_content": "x"}], [{"type": "Document"}]]
)
def test_other_values_hold_no_documents(value):
    assert list(documents_in(value)) == []


@pytest.mark.parametrize(
    ("output", "text"),
    [
        ("found", "found"),
        (ToolMessage("found", tool_call_id="1"), "found"),
        (ToolMessage("broken", tool_call_id="1", status="error"), ""),
        (3, ""),
        (None, ""),
    ],
)
def test_the_text_of_a_tool_is_what_it_gave_unless_it_failed(output, text):
    assert tool_text(output) == text


def test_only_what_tools_gave_since_the_user_spoke_belongs_to_the_turn():
    old, first, second = (ToolMessage(word, tool_call_id=word) for word in ("old", "one", "two"))
    messages = [HumanMessage("Hi."), old, HumanMessage(QUESTION), CALLING, first, second]
    assert tool_messages({"messages": messages}) == [first, second]
    assert tool_messages("text") == []


def test_what_langchain_adds_to_a_conversation_is_no_word_of_the_user():
    found = ToolMessage("found", tool_call_id="1")
    summary = HumanMessage("They met.", additional_kwargs={"lc_source": "summarization"})
    assert asked([HumanMessage(QUESTION), summary]) == Said(QUESTION)
    assert asked([summary]) is None
    assert tool_messages([HumanMessage(QUESTION), found, summary, CALLING]) == [found]
    seen = HumanMessage([{"type": "image", "url": "https://example.org/tower.png"}])
    assert tool_messages([found, seen, CALLING]) == []
