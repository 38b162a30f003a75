from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from belie.datatypes import Role

U, A = Role.USER, Role.ASSISTANT


def lines(*records):
    return "\n".join(json.dumps(record) for record in records)


def said(conversation):
    return [(turn.role, turn.text) for turn in conversation.turns]


def found(turn):
    return [(document.id, document.text) for document in turn.documents]


def user(content):
    return {"role": "user", "content": content}


def assistant(content, **more):
    return {"role": "assistant", "content": content, **more}


def text(content, **more):
    return {"type": "text", "text": content, **more}


# openai


def test_a_tools_result_is_a_document_under_the_name_of_the_tool(read):
    call = {"id": "c1", "type": "function", "function": {"name": "search", "arguments": "{}"}}
    result = {"role": "tool", "tool_call_id": "c1", "content": "It is 330 m."}
    messages = [user("?"), assistant(None, tool_calls=[call]), result, assistant("330 m.")]
    for content in (lines(*messages), lines({"messages": messages}), json.dumps(messages)):
        [chat] = read(content)
        assert (chat.format, said(chat)) == ("openai", [(U, "?"), (A, "330 m.")])
        assert found(chat.turns[1]) == [("search", "It is 330 m.")]


def test_what_a_tool_retrieved_is_a_document_each(read):
    hits = [{"id": "a", "text": "One."}, {"title": "b", "content": "Two."}]
    for content in (hits, {"results": hits}, {"documents": hits}):
        tool = {"role": "tool", "name": "search", "content": json.dumps(content)}
        [chat] = read(json.dumps([tool, assistant("Yes.")]))
        assert found(chat.turns[0]) == [("a", "One."), ("b", "Two.")]


def test_a_tools_result_that_is_no_retrieval_is_one_document_as_it_stands(read):
    for content in ('{"sent": true}', "[1, 2]", '[{"id": 1}]', "[oops"):
        [chat] = read(json.dumps([{"role": "tool", "content": content}, assistant("Yes.")]))
        assert found(chat.turns[0]) == [("tool", content)]


@pytest.mark.parametrize(("number", "name"), [(0, "0"), (7, "7"), ("", "tool"), (None, "tool")])
def test_a_tools_result_may_be_numbered_from_zero(read, number, name):
    tool = {"role": "tool", "tool_call_id": number, "content": "330 m"}
    [chat] = read(json.dumps([tool, assistant("Yes.")]))
    assert found(chat.turns[0]) == [(name, "330 m")]


def test_items_of_the_responses_api_are_understood(read):
    items = [
        {"role": "developer", "content": "Be nice."},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "?"}]},
        {"type": "reasoning", "summary": []},
        {"type": "function_call", "id": "f", "call_id": "c", "name": "look", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c", "output": "330 m"},
        assistant([{"type": "output_text", "text": "330 m.", "annotations": []}]),
    ]
    [chat] = read(json.dumps(items))
    assert said(chat) == [(U, "?"), (A, "330 m.")]
    assert found(chat.turns[1]) == [("look", "330 m")]


def test_a_refusal_is_what_was_said(read):
    [chat] = read(lines(assistant(None, refusal="I cannot.")))
    assert said(chat) == [(A, "I cannot.")]


# anthropic


def test_blocks_of_anthropic_are_text_documents_and_calls(read):
    source = {"type": "text", "media_type": "text/plain", "data": "The tower is 330 m tall."}
    hit = {"type": "search_result", "title": "guide", "source": "g.html", "content": [text("Old.")]}
    use = {"type": "tool_use", "id": "t1", "name": "almanac", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": [text("Built in 1889.")]}
    failed = {**result, "content": "Out of order.", "is_error": True}
    messages = [
        user([{"type": "document", "title": "tower", "source": source}, hit, text("How tall?")]),
        assistant([{"type": "thinking", "thinking": "Hm."}, text("330 m.")]),
        user("Since when?"),
        assistant([use]),
        user([result, failed]),
        assistant([text("1889.")]),
    ]
    [chat] = read(json.dumps({"system": "Be brief.", "messages": messages}))
    assert chat.format == "anthropic"
    assert said(chat) == [(U, "How tall?"), (A, "330 m."), (U, "Since when?"), (A, "1889.")]
    assert found(chat.turns[1]) == [("tower", "The tower is 330 m tall."), ("guide", "Old.")]
    assert found(chat.turns[3]) == [("almanac", "Built in 1889.")]


def test_texts_with_citations_are_one_text_and_what_is_cited_is_a_document(read):
    there = {"type": "char_location", "cited_text": "330 m", "document_title": "tower"}
    elsewhere = {"type": "page_location", "cited_text": "In 1889.", "document_title": "book.pdf"}
    content = {"type": "content", "content": [text("The tower is 330 m tall.")]}
    file = {"type": "document", "source": {"type": "base64", "data": "JVBERi0="}}
    answer = [text("It is "), text("330 m", citations=[there]), text(".", citations=[elsewhere])]
    messages = [
        user([{"type": "document", "title": "tower", "source": content}, file, text("?")]),
        assistant(answer),
    ]
    [chat] = read(lines(*messages))
    assert (chat.format, said(chat)) == ("anthropic", [(U, "?"), (A, "It is 330 m.")])
    assert found(chat.turns[1]) == [("tower", "The tower is 330 m tall."), ("book.pdf", "In 1889.")]


def test_a_message_of_parts_without_a_text_is_no_turn(read):
    failed = {"type": "tool_result", "tool_use_id": "t", "content": "Oops.", "is_error": True}
    parts = [failed, {"type": "thinking", "thinking": "Hm."}, {"type": "image_url"}]
    messages = [message([part]) for part in parts for message in (user, assistant)]
    [chat] = read(json.dumps([user("?"), *messages, assistant("Yes.")]))
    assert said(chat) == [(U, "?"), (A, "Yes.")]


# sharegpt


def test_sharegpt_with_tools(read):
    said_so = [
        {"from": "system", "value": "Be nice."},
        {"from": "human", "value": "?"},
        {"from": "function_call", "value": "{}"},
        {"from": "observation", "value": "330 m"},
        {"from": "gpt", "value": "330 m."},
    ]
    [chat] = read(lines({"id": 7, "conversations": said_so, "tools": "[]"}))
    assert (chat.session, chat.format) == ("7", "sharegpt")
    assert said(chat) == [(U, "?"), (A, "330 m.")]
    assert found(chat.turns[1]) == [("tool", "330 m")]


# langchain


def test_dumps_of_javascript_name_the_type_by_the_class_alone(read):
    def dumped(name, content):
        path = ["langchain_core", "messages", name]
        return {"lc": 1, "type": "constructor", "id": path, "kwargs": {"content": content}}

    messages = [dumped("SystemMessage", "."), dumped("HumanMessage", "?")]
    messages += [dumped("ToolMessage", "330 m"), dumped("AIMessageChunk", "330 m.")]
    [chat] = read(json.dumps({"messages": messages}))
    assert (chat.format, said(chat)) == ("langchain", [(U, "?"), (A, "330 m.")])
    assert found(chat.turns[1]) == [("tool", "330 m")]


# answers


def test_rows_of_evaluations_go_by_many_names(read):
    ragas = {"user_input": "Q?", "response": "R.", "retrieved_contexts": ["C."], "reference": "X."}
    deepeval = {"input": "Q?", "actual_output": "R.", "retrieval_context": ["C."]}
    for row in (ragas, deepeval):
        [chat] = read(lines(row))
        [turn] = chat.turns
        assert (chat.format, turn.question, turn.text) == ("answers", "Q?", "R.")
        assert found(turn) == [("document-1", "C.")]


def test_rows_of_one_session_are_its_turns(read):
    rows = [{"session": name, "question": "Q?", "answer": name * 2} for name in "aba"]
    chats = read(lines(*rows))
    assert [said(chat) for chat in chats] == [[(A, "aa"), (A, "aa")], [(A, "bb")]]


# langsmith


def run(name, parent=None, *, kind="chain", trace=None, inputs=None, outputs=None, **more):
    run = {"id": name, "trace_id": trace or name, "parent_run_id": parent, "run_type": kind}
    return {**run, "name": kind, "session_id": "project", "inputs": inputs, **more} | {
        "outputs": outputs
    }


def thread(name):
    return {"extra": {"metadata": {"thread_id": name}}}


def test_root_runs_of_a_thread_are_its_exchanges_by_time(read):
    document = {"page_content": "Built in 1889.", "metadata": {"source": "a"}, "type": "Document"}
    tool = {"output": {"content": "330 m", "type": "tool", "name": "almanac", "tool_call_id": "c"}}
    runs = [
        run("4", "3", kind="retriever", trace="3", outputs={"documents": [document]}),
        run("5", "3", kind="llm", trace="3", outputs={"generations": []}),
        run("2", "1", kind="tool", trace="1", outputs=tool),
        run("3", inputs={"question": "When?"}, outputs={"answer": "1889."}, **thread("t"))
        | {"start_time": "2024-01-01T00:01:00"},
        run("9", inputs={"input": "Hi."}, outputs={"output": "Hello."}, **thread("u")),
        run("1", inputs={"input": "How tall?"}, outputs={"output": "330 m."}, **thread("t"))
        | {"start_time": "2024-01-01T00:00:00"},
    ]
    first, second = read(lines(*runs))
    assert (first.session, first.format) == ("t", "langsmith")
    assert said(first) == [(U, "How tall?"), (A, "330 m."), (U, "When?"), (A, "1889.")]
    assert found(first.turns[1]) == [("almanac", "330 m")]
    assert found(first.turns[3]) == [("a", "Built in 1889.")]
    assert first.turns[2].at == datetime(2024, 1, 1, 0, 1, tzinfo=UTC)
    assert (second.session, said(second)) == ("u", [(U, "Hi."), (A, "Hello.")])


def test_the_history_of_a_thread_is_read_once(read):
    before = [user("One?"), assistant("1.")]
    after = [*before, user("Two?"), assistant("2.")]
    runs = [
        run("1", inputs={"messages": before[:1]}, outputs={"messages": before}, **thread("t")),
        run("2", inputs={"messages": after[:-1]}, outputs={"messages": after}, **thread("t")),
    ]
    [chat] = read(lines(*runs))
    assert said(chat) == [(U, "One?"), (A, "1."), (U, "Two?"), (A, "2.")]


def test_a_run_without_a_thread_is_a_conversation_with_its_history(read):
    openai = {"choices": [{"message": assistant("2.")}]}
    asked = {"messages": [user("One?"), assistant("1."), user("Two?")], "model": "m"}
    chain = {"input": "Two?", "chat_history": [["human", "One?"], ["ai", "1."]]}
    traced = {"kwargs": {"message": "Two?"}}
    first, second, third = read(
        lines(
            run("a", kind="llm", inputs=asked, outputs=openai),
            run("b", inputs=chain, outputs={"output": ["2", "."]}),
            run("c", inputs=traced, outputs={"output": "2."}),
        )
    )
    assert said(first) == said(second) == [(U, "One?"), (A, "1."), (U, "Two?"), (A, "2.")]
    assert [first.session, third.session] == ["a", "c"]
    assert said(third) == [(U, "Two?"), (A, "2.")]


def test_a_run_in_which_nothing_was_said_is_an_error(read):
    error, chat = read(lines(run("a", inputs={"n": 1}), run("b", inputs={"input": "Hi."})))
    assert "a" not in chat.session
    assert (error.line, said(chat)) == (1, [(U, "Hi.")])
    assert "expected texts or messages in the inputs or the outputs" in str(error)


# langfuse


def test_traces_of_a_session_are_its_exchanges_with_what_was_retrieved(read):
    retriever = {
        "type": "RETRIEVER",
        "name": "search",
        "output": [{"page_content": "330 m", "metadata": {"source": "a"}}],
    }
    first = {
        "id": "1",
        "sessionId": "s",
        "timestamp": "2024-01-01T00:00:00Z",
        "input": {"messages": [user("How tall?")]},
        "output": assistant("330 m."),
        "observations": [retriever, {"type": "GENERATION", "output": "330 m."}],
    }
    second = {
        "id": "2",
        "session_id": "s",
        "timestamp": "2024-01-01T00:01:00Z",
        "input": '{"args": ["When?"], "kwargs": {}}',
        "output": "1889.",
        "observations": "[]",
    }
    for content in (lines(second, first), json.dumps({"data": [second, first], "meta": {}})):
        [chat] = read(content)
        assert (chat.session, chat.format) == ("s", "langfuse")
        assert said(chat) == [(U, "How tall?"), (A, "330 m."), (U, "When?"), (A, "1889.")]
        assert found(chat.turns[1]) == [("a", "330 m")]


def test_a_downloaded_trace_has_its_observations_beside_it(read):
    trace = {"id": "1", "sessionId": None, "input": "How tall?", "output": None}
    generation = {"type": "GENERATION", "input": [user("How tall?")], "output": "330 m."}
    tool = {"type": "TOOL", "name": "almanac", "output": "330 m"}
    [chat] = read(json.dumps({"trace": trace, "observations": [tool, generation]}), "trace.json")
    assert (chat.session, said(chat)) == ("1", [(U, "How tall?"), (A, "330 m.")])
    assert found(chat.turns[1]) == [("almanac", "330 m")]


def test_observations_alone_are_put_together(read):
    root = {"id": "1", "traceId": "t", "parentObservationId": None, "sessionId": "s"}
    step = {"id": "2", "traceId": "t", "parentObservationId": "1", "type": "RETRIEVER"}
    hit = {"text": "330 m", "id": "a"}
    [chat] = read(
        lines(
            {**step, "input": "tall", "output": [hit]},
            {**root, "type": "SPAN", "input": "How tall?", "output": "330 m."},
        )
    )
    assert (chat.session, said(chat)) == ("s", [(U, "How tall?"), (A, "330 m.")])
    assert found(chat.turns[1]) == [("a", "330 m")]


def test_what_the_user_said_may_look_like_json(read):
    for question in ("[1]", "{}", '{"a": 2}', "[oops"):
        [chat] = read(lines(run("a", inputs={"input": question}, outputs="[]")))
        assert said(chat) == [(U, question), (A, "[]")]
