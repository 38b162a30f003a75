"""What is written in a format comes back; whatever bytes come, nothing else is raised."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from belie.adapters.transcripts import FORMATS, Conversation, read_transcripts
from belie.datatypes import Role
from belie.errors import InputError, TranscriptError

U, A = Role.USER, Role.ASSISTANT

LETTERS = st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"])
TEXTS = st.text(LETTERS, min_size=1, max_size=20).map(str.strip).filter(bool)
WORDS = st.from_regex(r"[a-z]+( [a-z]+){0,3}\.", fullmatch=True)


@dataclass
class Exchange:
    question: str
    answer: str
    documents: list[str]


def exchanges(texts=TEXTS, documents=TEXTS):
    return st.lists(
        st.builds(Exchange, texts, texts, st.lists(documents, max_size=3, unique=True)),
        min_size=1,
        max_size=4,
    )


def message(role, content, **more):
    return {"role": role, "content": content, **more}


def named(texts):
    return [{"id": f"d{number}", "text": text} for number, text in enumerate(texts)]


def as_openai(exchanges):
    for one in exchanges:
        yield message("user", one.question)
        yield message("tool", json.dumps(named(one.documents)) if one.documents else " ")
        yield message("assistant", one.answer)


def as_openai_fields(exchanges):
    for one in exchanges:
        yield message("user", one.question)
        yield message("assistant", one.answer, documents=one.documents)


def as_anthropic(exchanges):
    messages = []
    for one in exchanges:
        source = [{"type": "text", "data": text} for text in one.documents]
        blocks = [{"type": "document", "title": "d", "source": each} for each in source]
        text = {"type": "text", "text": one.question}
        messages.append(message("user", [*blocks, text]))
        messages.append(message("assistant", [{"type": "text", "text": one.answer}]))
    yield {"system": "Be nice.", "messages": messages}


def as_langchain(exchanges):
    messages = []
    for one in exchanges:
        found = [{"page_content": text, "type": "Document"} for text in one.documents]
        tool = {"content": "", "artifact": found, "status": "success"}
        messages += [
            {"type": "human", "data": {"content": one.question}},
            {"type": "tool", "data": tool},
            {"type": "ai", "data": {"content": one.answer}},
        ]
    yield {"messages": messages}


def as_sharegpt(exchanges):
    turns = []
    for one in exchanges:
        turns.append({"from": "human", "value": one.question})
        turns += [
            {"from": "observation", "value": json.dumps([each])} for each in named(one.documents)
        ]
        turns.append({"from": "gpt", "value": one.answer})
    yield {"conversations": turns}


def as_turns(exchanges):
    turns = []
    for one in exchanges:
        turns.append({"speaker": "customer", "text": one.question})
        turns.append({"speaker": "bot", "text": one.answer, "documents": one.documents})
    yield {"turns": turns}


def as_langsmith(exchanges):
    for number, one in reversed(list(enumerate(exchanges))):
        names = {"trace_id": f"t{number}", "start_time": f"2024-01-01T00:00:0{number}"}
        found = [{"page_content": text} for text in one.documents]
        yield {
            "id": f"r{number}",
            "run_type": "retriever",
            "parent_run_id": f"t{number}",
            "inputs": {},
            "outputs": {"documents": found},
            **names,
        }
        yield {
            "id": f"t{number}",
            "run_type": "chain",
            "parent_run_id": None,
            **names,
            "inputs": {"question": one.question},
            "outputs": {"answer": one.answer},
            "extra": {"metadata": {"thread_id": "t"}},
        }


def as_langfuse(exchanges):
    for number, one in enumerate(exchanges):
        output = [{"page_content": text} for text in one.documents]
        yield {
            "id": f"t{number}",
            "sessionId": "s",
            "timestamp": f"2024-01-01T00:00:0{number}Z",
            "input": {"input": one.question},
            "output": {"output": one.answer},
            "observations": [{"type": "RETRIEVER", "output": output}],
        }


def as_json_lines(records):
    return "\n".join(map(json.dumps, records))


def as_csv(exchanges):
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(["session", "role", "text", "documents"])
    for one in exchanges:
        writer.writerow(["s", "user", one.question, ""])
        writer.writerow(["s", "assistant", one.answer, json.dumps(one.documents)])
    return stream.getvalue()


WRITERS = {
    "openai": lambda given: as_json_lines(as_openai_fields(given)),
    "openai with tools": lambda given: json.dumps({"messages": list(as_openai(given))}),
    "anthropic": lambda given: as_json_lines(as_anthropic(given)),
    "langchain": lambda given: as_json_lines(as_langchain(given)),
    "sharegpt": lambda given: as_json_lines(as_sharegpt(given)),
    "turns": lambda given: as_json_lines(as_turns(given)),
    "langsmith": lambda given: as_json_lines(as_langsmith(given)),
    "langfuse": lambda given: json.dumps(list(as_langfuse(given))),
    "csv": as_csv,
}


def said(conversation):
    return [(turn.role, turn.text) for turn in conversation.turns]


@pytest.mark.parametrize("name", WRITERS)
@given(given=exchanges())
def test_what_is_written_in_a_format_comes_back(name, given):
    form = name.split()[0]
    [chat] = read_transcripts(io.StringIO(WRITERS[name](given)))
    [same] = read_transcripts(io.StringIO(WRITERS[name](given)), format=form)
    assert chat == same
    assert chat.format == form
    expected = [((U, one.question), (A, one.answer)) for one in given]
    assert said(chat) == [turn for pair in expected for turn in pair]
    found = [[document.text for document in turn.documents] for turn in chat.turns]
    assert found == [texts for one in given for texts in ([], one.documents)]
    assert [turn.question for turn in chat.turns[1::2]] == [one.question for one in given]


@given(given=exchanges())
def test_rows_of_evaluations_come_back(given):
    rows = [{"question": g.question, "answer": g.answer, "contexts": g.documents} for g in given]
    chats = list(read_transcripts(io.StringIO(as_json_lines(rows))))
    assert [said(chat) for chat in chats] == [[(A, one.answer)] for one in given]
    found = [[document.text for document in chat.turns[0].documents] for chat in chats]
    assert found == [one.documents for one in given]


@given(given=exchanges(WORDS))
def test_labelled_lines_come_back(given):
    text = "\n".join(f"User: {one.question}\nBot: {one.answer}" for one in given)
    [chat] = read_transcripts(io.StringIO(text))
    assert chat.format == "text"
    expected = [((U, one.question), (A, one.answer)) for one in given]
    assert said(chat) == [turn for pair in expected for turn in pair]


@given(st.lists(st.tuples(st.sampled_from([U, A]), st.text(max_size=20)), min_size=1, max_size=6))
def test_any_text_comes_back_from_json_but_what_no_store_can_take(messages):
    text = as_json_lines(message(role.value, content) for role, content in messages)
    [chat] = read_transcripts(io.StringIO(text))
    assert said(chat) == [(role, content.replace("\0", "\ufffd")) for role, content in messages]


def consume(path, form):
    try:
        found = list(read_transcripts(path, format=form))
    except InputError:
        return
    assert all(isinstance(item, Conversation | TranscriptError) for item in found)


NAMES = st.sampled_from(["f.jsonl", "f.json", "f.txt", "f.csv", "f"])


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=200), NAMES, st.sampled_from([None, *FORMATS]))
def test_no_bytes_raise_anything_but_input_errors(tmp_path_factory, content, name, form):
    path = tmp_path_factory.mktemp("any") / name
    path.write_bytes(content)
    consume(path, form)


KEYS = st.sampled_from(
    [
        *("messages", "turns", "conversations", "role", "content", "from", "value", "type", "text"),
        *("inputs", "outputs", "input", "output", "trace_id", "id", "session_id", "sessionId"),
        *("data", "kwargs", "lc", "values", "artifact", "generations", "choices", "documents"),
        *("tool_calls", "answer", "contexts", "question", "extra", "metadata", "observations"),
        *("at", "checked_turn", "system", "citations", "source", "trace", "timestamp", "run_type"),
        *("parent_run_id", "chat_history", "page_content", "name", "traceId"),
    ]
)
VALUES = st.sampled_from(["user", "assistant", "tool", "human", "ai", "constructor", "document"])
TREES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | VALUES | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=12,
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@example([{"type": []}], None)
@given(
    st.lists(st.dictionaries(KEYS, TREES, max_size=8), max_size=4),
    st.sampled_from([None, *FORMATS]),
)
def test_no_records_raise_anything_but_input_errors(records, form):
    consume(io.StringIO(as_json_lines(records)), form)
    consume(io.StringIO(json.dumps(records, indent=1)), form)
