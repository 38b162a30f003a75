from __future__ import annotations

import json
from io import StringIO

import pytest

from belie.auditing import audit, read_conversations
from belie.datatypes import Document
from belie.errors import InputError, TranscriptError


def write(path, *turns, documents=()):
    messages = [{"role": role, "content": text} for role, text in turns]
    messages[-1]["documents"] = list(documents)
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"messages": messages}), "utf-8")
    return path


HELLO = ("user", "Hello."), ("assistant", "It is long."), ("assistant", "It is old.")


def test_sessions_of_two_files_with_one_name_get_two(tmp_path):
    paths = [write(tmp_path / folder / "chat.json", *HELLO) for folder in "ab"]
    first, second = read_conversations(paths)
    assert first.session == "chat"
    assert second.session == f"{paths[1]}:chat"


def test_texts_without_a_name_get_one_each():
    found = read_conversations([StringIO("user: Hello.") for _ in range(4)])
    assert [one.session for one in found] == [
        "<text>",
        "<text>:<text>",
        "<text>:<text> (2)",
        "<text>:<text> (3)",
    ]


def test_one_name_instead_of_a_list_of_files_is_refused():
    with pytest.raises(InputError, match="expected a list of files or folders, got a string"):
        audit("chat.jsonl", store="sqlite://")


def test_a_file_named_twice_is_read_once(tmp_path):
    path = write(tmp_path / "chat.json", *HELLO)
    assert len(list(read_conversations([path, path]))) == 1


def test_what_cannot_be_read_is_given_in_its_place(tmp_path):
    path = write(tmp_path / "chat.json", *HELLO)
    lines = tmp_path / "lines.jsonl"
    lines.write_text(f"oops\n{path.read_text('utf-8')}", "utf-8")
    missing, broken, *good = read_conversations([tmp_path / "none", lines, path])
    assert isinstance(missing, InputError)
    assert isinstance(broken, TranscriptError)
    assert len(good) == 2


def test_files_are_read_one_after_the_other(tmp_path):
    found = read_conversations([write(tmp_path / "a.json", *HELLO), tmp_path / "late.json"])
    next(found)
    write(tmp_path / "late.json", *HELLO)
    assert next(found).session == "late"


def test_documents_for_all_come_with_the_first_turn_of_the_assistant(tmp_path):
    documents = Document("a", "One."), Document("b", "Two.")
    path = write(tmp_path / "chat.json", *HELLO[:2], documents=[{"id": "a", "text": "Own."}])
    (found,) = read_conversations([path], documents=documents)
    assert [[document.id for document in turn.documents] for turn in found.turns] == [
        [],
        ["a", "docs/a", "b"],
    ]


@pytest.mark.parametrize("documents", [(), (Document("a", "One."),)])
def test_a_conversation_without_an_answer_has_no_documents(tmp_path, documents):
    path = write(tmp_path / "chat.json", HELLO[0])
    (found,) = read_conversations([path], documents=documents)
    assert found.turns[0].documents == ()
