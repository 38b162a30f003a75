from __future__ import annotations

import gzip
import io
import json
from datetime import UTC, datetime
from hashlib import sha256

import pytest

from belie.adapters.transcripts import FORMATS, Conversation, read_transcripts
from belie.datatypes import Document, Role
from belie.errors import InputError, TranscriptError

U, A = Role.USER, Role.ASSISTANT


def lines(*records):
    return "\n".join(json.dumps(record) for record in records)


def said(conversation):
    return [(turn.role, turn.text) for turn in conversation.turns]


def user(text, **more):
    return {"role": "user", "content": text, **more}


def assistant(text, **more):
    return {"role": "assistant", "content": text, **more}


# one message per line


def test_lines_of_messages_are_one_conversation_named_after_the_file(read):
    [chat] = read(lines(user("Hi."), assistant("Hello.")), "talk.jsonl")
    assert chat.session == "talk"
    assert said(chat) == [(U, "Hi."), (A, "Hello.")]
    assert [turn.index for turn in chat.turns] == [0, 1]
    assert {turn.session for turn in chat.turns} == {"talk"}


@pytest.mark.parametrize("key", ["session", "session_id", "conversation_id", "thread_id"])
def test_lines_are_grouped_by_the_session_they_name(read, key):
    first, second = read(
        lines(user("1", **{key: "a"}), user("2", **{key: 7}), assistant("3", **{key: "a"}))
    )
    assert (first.session, said(first)) == ("a", [(U, "1"), (A, "3")])
    assert (second.session, said(second), second.line) == ("7", [(U, "2")], 2)


@pytest.mark.parametrize(
    ("named", "name"),
    [
        ({"id": 0}, "0"),
        ({"id": "", "title": "Towers"}, "Towers"),
        ({"metadata": {"id": 0}}, "0"),
        ({"id": "", "metadata": {"id": "", "source": "a.pdf"}}, "a.pdf"),
        ({"id": ""}, "document-1"),
    ],
)
def test_a_document_has_the_first_name_that_is_not_empty(read, named, name):
    [chat] = read(lines(assistant("Yes.", documents=[{"text": "One.", **named}])))
    assert [document.id for document in chat.turns[0].documents] == [name]


def test_a_message_brings_documents_as_texts_or_objects(read):
    given_documents = [
        "One.",
        {"id": "two.txt", "text": "Two.", "metadata": {"page": 3}},
        {"page_content": "Three.", "metadata": {"source": "three.pdf"}},
    ]
    [chat] = read(lines(assistant("Yes.", documents=given_documents)))
    assert chat.turns[0].documents == (
        Document("document-1", "One."),
        Document("two.txt", "Two.", {"page": 3}),
        Document("three.pdf", "Three.", {"source": "three.pdf"}),
    )


def test_chunks_that_share_an_id_are_kept_apart_and_repetitions_dropped(read):
    chunks = [{"id": "a", "text": text} for text in ("One.", "Two.", "One.", "Three.")]
    [chat] = read(lines(assistant("Yes.", documents=chunks)))
    found = [(document.id, document.text) for document in chat.turns[0].documents]
    assert found == [("a", "One."), ("a (2)", "Two."), ("a (3)", "Three.")]


def test_the_question_is_what_the_user_said_last_unless_one_is_given(read):
    [chat] = read(
        lines(assistant("0"), user("Why?"), assistant("1"), assistant("2", question="How?"))
    )
    assert [turn.question for turn in chat.turns] == [None, None, "Why?", "How?"]


def test_times_are_iso_8601_or_seconds(read):
    [chat] = read(lines(user("a", at="2024-02-03T04:05:06Z"), user("b", at=0), user("c")))
    times = [turn.at for turn in chat.turns]
    assert times == [
        datetime(2024, 2, 3, 4, 5, 6, tzinfo=UTC),
        datetime.fromtimestamp(0, UTC),
        None,
    ]


# one conversation or answer per line


def test_a_conversation_per_line_takes_its_id_or_its_place(read):
    first, second = read(
        lines({"id": "x", "messages": [user("Hi.")]}, {"messages": [user("Ho.")]}), "log.jsonl"
    )
    assert (first.session, second.session, second.line) == ("x", "log:2", 2)


def test_conversations_with_the_same_id_are_not_mixed(read):
    chats = read(lines({"id": "x", "messages": [user("1")]}, {"id": "x", "messages": [user("2")]}))
    assert [chat.session for chat in chats] == ["x", "x (2)"]


def test_documents_of_a_conversation_go_to_its_last_answer(read):
    messages = [user("1"), assistant("2"), assistant("3"), user("4")]
    [chat] = read(lines({"messages": messages, "document": "D."}))
    assert [len(turn.documents) for turn in chat.turns] == [0, 0, 1, 0]


def test_documents_of_a_conversation_go_to_its_checked_turn(read):
    turns = [{"speaker": "bot1", "text": "1"}, {"speaker": "bot1", "text": "2"}]
    [chat] = read(lines({"turns": turns, "documents": ["D."], "checked_turn": 0}))
    assert [len(turn.documents) for turn in chat.turns] == [1, 0]


def test_between_two_people_the_checked_one_counts_as_the_assistant(read):
    turns = [{"speaker": f"human{n % 2}", "text": str(n)} for n in range(4)]
    [chat] = read(lines({"turns": turns, "checked_turn": 3}))
    assert [turn.role for turn in chat.turns] == [U, A, U, A]
    [chat] = read(lines({"turns": turns, "checked_turn": 2}))
    assert [turn.role for turn in chat.turns] == [A, U, A, U]


def test_a_checked_turn_does_not_overrule_a_known_assistant(read):
    turns = [{"speaker": "human0", "text": "1"}, {"speaker": "bot1", "text": "2"}]
    [chat] = read(lines({"turns": turns, "checked_turn": 0}))
    assert [turn.role for turn in chat.turns] == [U, A]


@pytest.mark.parametrize("checked", [2, -1, "1"])
def test_a_checked_turn_outside_the_turns_is_an_error(read, checked):
    turns = [{"speaker": "human0", "text": "1"}, {"speaker": "human1", "text": "2"}]
    [error] = read(lines({"turns": turns, "checked_turn": checked}))
    assert "0 <= checked_turn < 2" in str(error)


def test_a_row_with_a_response_is_one_answer_with_its_documents(read):
    first, second = read(
        lines(
            {"document": "D.", "response": "R.", "question": "Q?"},
            {"documents": ["D.", "E."], "response": "S.", "history": ["P?", "Q?"]},
        )
    )
    assert said(first) == [(A, "R.")]
    assert first.turns[0].documents == (Document("document-1", "D."),)
    assert first.turns[0].question == second.turns[0].question == "Q?"
    assert len(second.turns[0].documents) == 2


# one JSON document


def test_a_list_of_chat_messages_is_one_conversation(read):
    parts = [{"type": "text", "text": "What"}, {"type": "image_url"}, {"type": "text", "text": "?"}]
    messages = [{"role": "system", "content": "Be nice."}, user(parts), assistant("That.")]
    [chat] = read(json.dumps(messages, indent=2), "chat.json")
    assert said(chat) == [(U, "What\n?"), (A, "That.")]


def test_results_of_tools_are_documents_of_the_next_answer(read):
    call = {"role": "assistant", "content": None, "tool_calls": [{"id": "c1"}]}
    tool = {"role": "tool", "name": "search", "tool_call_id": "c1", "content": "It is 330 m."}
    messages = [user("?"), call, tool, assistant("330 m."), assistant("Yes.")]
    [chat] = read(json.dumps({"messages": messages}))
    assert said(chat) == [(U, "?"), (A, "330 m."), (A, "Yes.")]
    found = [turn.documents for turn in chat.turns]
    assert found == [(), (Document("search", "It is 330 m."),), ()]


def test_exports_with_other_names_are_understood(read):
    sharegpt = {"conversations": [{"from": "human", "value": "1"}, {"from": "gpt", "value": "2"}]}
    langchain = [{"type": "human", "data": {"content": "1"}}, {"type": "ai", "content": "2"}]
    for record in (sharegpt, {"messages": langchain}):
        [chat] = read(json.dumps(record))
        assert said(chat) == [(U, "1"), (A, "2")]


def test_a_list_of_conversations_is_read_one_by_one(read):
    first, second = read(json.dumps([{"messages": [user("1")]}, [user("2")]]), "all.json")
    assert [first.session, second.session] == ["all:1", "all:2"]


# plain text


def test_plain_text_has_a_role_per_line_and_lines_that_follow(read):
    text = "User: Hi.\nASSISTANT: Hello.\n\nNote: more.\nhttp://a.example\nHuman 2: Bye.\n"
    [chat] = read(text, "chat.txt")
    assert said(chat) == [(U, "Hi."), (A, "Hello.\n\nNote: more.\nhttp://a.example"), (U, "Bye.")]


def test_plain_text_without_a_role_says_which_are_expected(read):
    error, chat = read("Meeting notes\nuser: Hi.\n", "chat.txt")
    assert str(error).endswith(
        "chat.txt:1: expected lines such as 'user: …' and 'assistant: …', got text without a role"
    )
    assert said(chat) == [(U, "Hi.")]


# roles


@pytest.mark.parametrize("name", ["user", "Human0", "CUSTOMER", "driver", "human_1", " client "])
def test_roles_of_users_are_known_by_many_names(read, name):
    assert said(read(lines({"role": name, "content": "x"}))[0]) == [(U, "x")]


@pytest.mark.parametrize("name", ["assistant", "AI", "bot1", "Model", "chatbot", "agent-2"])
def test_roles_of_assistants_are_known_by_many_names(read, name):
    assert said(read(lines({"speaker": name, "text": "x"}))[0]) == [(A, "x")]


def test_an_unknown_role_is_an_error_that_names_the_allowed_ones(read):
    error, chat = read(lines(user("1"), {"role": "narrator\x1b[31m", "content": "2"}))
    assert isinstance(error, TranscriptError)
    assert "user (human," in str(error)
    assert "assistant (ai," in str(error)
    assert r"'narrator\x1b[31m'" in str(error)
    assert error.line == 2
    assert said(chat) == [(U, "1")]


def test_an_unknown_role_inside_a_conversation_leaves_its_other_messages(read):
    messages = [user("1"), {"role": "narrator", "content": "2"}, assistant("3")]
    error, chat = read(lines({"messages": [user("0")]}, {"messages": messages}))[1:]
    assert ":2: message 2: expected a role" in str(error)
    assert said(chat) == [(U, "1"), (A, "3")]


# broken records and files


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ('{"role": "user", "content": ', "expected JSON"),
        ("[" * 100_000, "nested too deeply"),
        ("9" * 5000, "expected JSON"),
        ("42", "expected an object, got 42"),
        ('"text"', "expected an object, got text"),
        ('{"foo": 1}', "got the keys ['foo']"),
        ('{"role": "user"}', "expected 'content' as text or a list of parts, got nothing"),
        ('{"role": "user", "content": 3}', "expected 'content' as text"),
        ('{"role": "user", "content": "x', "unterminated string starting at column 29"),
        ('{"content": "x"}', "expected a role such as user"),
        ('{"role": null, "content": "x"}', "got nothing"),
        ('{"role": "user", "content": "x", "at": "soon"}', "expected 'at' in ISO 8601"),
        ('{"role": "user", "content": "x", "at": "17040672001234567"}', "expected 'at' in ISO"),
        ('{"role": "user", "content": "x", "at": 1e99}', "expected 'at' in ISO 8601"),
        (
            '{"role": "user", "content": "x", "at": "0001-01-01T00:00:00+02:00"}',
            "expected 'at' in ISO 8601",
        ),
        ('{"role": "user", "content": "x", "documents": [1]}', "expected a document as text"),
        ('{"role": "user", "content": "x", "documents": {"id": 1}}', "expected 'text' of document"),
        ('{"role": "user", "content": "x", "session": {}}', "expected the session as text"),
        ('{"messages": "x"}', "expected a list of messages, got text"),
        ('{"messages": []}', "expected at least one message"),
        ('{"messages": [{"role": "system", "content": "x"}]}', "expected at least one message"),
        ('{"messages": [{"role": "user", "content": "x"}], "document": "D."}', "expected an assi"),
        (b'{"role": "user", "content": "\xe9\xff"}', "bytes that are no UTF-8"),
    ],
)
def test_a_broken_line_is_an_error_of_its_own_and_all_others_are_read(read, record, expected):
    whole = json.dumps(user("before " * 100)).encode()
    record = record if isinstance(record, bytes) else record.encode()
    found = read(b"\n".join([whole, record, b"", whole]))
    [error] = [item for item in found if isinstance(item, TranscriptError)]
    assert (error.line, expected in str(error)) == (2, True), str(error)
    [chat] = [item for item in found if isinstance(item, Conversation)]
    assert len(chat.turns) == 2


def test_a_broken_first_line_does_not_hide_the_others(read):
    error, chat = read("oops\n" + lines(user("Hi.")), "chat.jsonl")
    assert (error.line, said(chat)) == (1, [(U, "Hi.")])


def test_a_broken_json_document_names_the_line(read):
    [error] = read('[\n  {"role": "user",\n   "content": "Hi."},\n  oops\n]', "chat.json")
    assert error.line == 4


@pytest.mark.parametrize("content", [b"", b" \n\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_an_error(read, content):
    with pytest.raises(InputError, match=r"chat.jsonl: expected a transcript, got an empty file"):
        read(content)


@pytest.mark.parametrize("content", [b"\x7fELF\x02\x01\x01\x00\x00", bytes(range(128, 256)) * 4])
def test_binary_junk_is_an_error(read, content):
    with pytest.raises(InputError, match="expected a text file in UTF-8, got binary data"):
        read(content)


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(InputError, match="No such file"):
        list(read_transcripts(tmp_path / "none.jsonl"))


def test_a_path_that_no_file_can_have_is_an_error():
    with pytest.raises(InputError, match="expected a readable file"):
        list(read_transcripts("a\0b"))


def test_a_cut_gzip_file_is_an_error(read):
    with pytest.raises(InputError, match="expected a whole gzip file"):
        read(gzip.compress(lines(user("Hi.")).encode())[:-9], "chat.jsonl.gz")


# encodings


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_byte_order_marks_and_windows_line_ends_are_no_part_of_the_text(read, encoding):
    [chat] = read("user: Grüße\r\nzwei\r\nassistant: Hallo\r\n".encode(encoding), "chat.txt")
    assert said(chat) == [(U, "Grüße\nzwei"), (A, "Hallo")]


def test_gzip_is_recognised_by_content(read):
    for name in ("chat.jsonl.gz", "chat"):
        [chat] = read(gzip.compress(lines(user("Hi.")).encode()), name)
        assert (chat.session, said(chat)) == ("chat", [(U, "Hi.")])


def test_what_no_store_can_take_is_replaced_one_for_one(read):
    [chat] = read('{"role": "user", "content": "a\\ud800b\\u0000c \\ud83d\\ude00"}')
    assert chat.turns[0].text == "a\ufffdb\ufffdc 😀"


def test_line_separators_inside_json_strings_do_not_cut_lines(read):
    [chat] = read(json.dumps(user("a\u2028b\x85c"), ensure_ascii=False))
    assert chat.turns[0].text == "a\u2028b\x85c"


def test_standard_input_is_a_dash(monkeypatch):
    stdin = io.TextIOWrapper(io.BytesIO(lines(user("Hi.")).encode()))
    monkeypatch.setattr("sys.stdin", stdin)
    [chat] = read_transcripts("-")
    assert (chat.source, chat.session, said(chat)) == ("<stdin>", "stdin", [(U, "Hi.")])


def test_a_file_that_breaks_off_keeps_what_came_before(read):
    records = [{"messages": [user(str(number) + "x" * 1000)]} for number in range(200)]
    noise = [
        {"messages": [user(sha256(bytes([n % 256, n >> 8])).hexdigest())]} for n in range(5000)
    ]
    found = read(gzip.compress(lines(*records, *noise).encode())[:-4000], "chat.jsonl.gz")
    *chats, error = found
    assert all(isinstance(chat, Conversation) for chat in chats)
    assert 200 <= len(chats) == error.line
    assert "expected a whole gzip file" in str(error)


def test_records_are_yielded_before_the_file_has_ended():
    def written():
        for number in range(10_000):
            yield lines({"messages": [user(f"{number} " + "x" * 100)]}) + "\n"
        pytest.fail("read to the end")

    class Stream:
        name = "endless.jsonl"

        def __iter__(self):
            return written()

    chats = read_transcripts(Stream())
    assert [next(chats).session for _ in range(3)] == ["endless:1", "endless:2", "endless:3"]


def test_many_equal_names_are_told_apart_in_linear_time(soon, read):
    records = [{"id": "x", "messages": [user("1")]}] * 20_000
    with soon():
        assert read(lines(*records))[-1].session == "x (20000)"


def test_a_record_of_a_list_is_reported_by_its_place(read):
    records = [{"messages": [user("1")]}, {"messages": [user("2"), {"role": "narrator"}]}, 3]
    first, error, second, other = read(json.dumps(records), "all.json")
    assert [first.session, second.session] == ["all:1", "all:2"]
    assert "all.json:1: record 2: message 2: expected a role" in str(error)
    assert "all.json:1: record 3: expected an object, got 3" in str(other)


def test_a_time_without_a_zone_is_utc_and_one_of_another_field_may_be_anything(read):
    [chat] = read(lines(user("a", at="2024-02-03T04:05:06"), user("b", timestamp="soon")))
    assert [turn.at for turn in chat.turns] == [datetime(2024, 2, 3, 4, 5, 6, tzinfo=UTC), None]


# formats


def test_the_format_is_detected_and_stated(read):
    turns = {"turns": [{"speaker": "bot", "text": "x"}]}
    answer = {"answer": "x"}
    chats = read(lines({"messages": [user("x")]}, turns, answer))
    assert [chat.format for chat in chats] == ["openai", "turns", "answers"]


def test_a_format_may_be_given(tmp_path):
    path = tmp_path / "chat.txt"
    path.write_text('role, text\nuser: {"role": "user"}', "utf-8")
    [error, chat] = read_transcripts(path, format="text")
    assert (error.line, chat.format, said(chat)) == (1, "text", [(U, '{"role": "user"}')])


def test_a_record_that_does_not_fit_the_given_format_is_an_error(tmp_path):
    path = tmp_path / "chat.jsonl"
    path.write_text(lines(user("Hi.")), "utf-8")
    [error] = read_transcripts(path, format="langsmith")
    assert "expected a run with 'inputs' and 'outputs'; got the keys" in str(error)


def test_an_unknown_format_is_an_error_that_names_them_all():
    with pytest.raises(InputError) as caught:
        read_transcripts("-", format="whatsapp")
    assert "whatsapp" in str(caught.value)
    assert all(name in str(caught.value) for name in FORMATS)


# folders


def test_the_files_of_a_folder_are_read_by_name_with_those_within(tmp_path):
    for name in ("b/chat.jsonl", "a.txt", "b/a/chat.json", ".hidden/chat.jsonl"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("user: Hi." if name == "a.txt" else lines(user("Hi.")), "utf-8")
    chats = list(read_transcripts(tmp_path))
    assert [chat.session for chat in chats] == ["a", "b/a/chat", "b/chat"]
    assert chats[0].source == str(tmp_path / "a.txt")


def test_what_is_no_transcript_in_a_folder_is_reported_once(tmp_path):
    for name in ("a.png", "b.png", "LICENSE", "c.JSONL.GZ"):
        (tmp_path / name).write_text(lines(user("Hi.")), "utf-8")
    chat, error = read_transcripts(tmp_path)
    assert said(chat) == [(U, "Hi.")]
    assert error.source == str(tmp_path)
    assert str(error).endswith("left out: .png (2), no ending (1)")


def test_a_file_of_a_folder_that_cannot_be_read_leaves_the_others(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(b"")
    (tmp_path / "b.jsonl").write_text(lines(user("Hi.")), "utf-8")
    error, chat = read_transcripts(tmp_path)
    assert str(error) == f"{tmp_path / 'a.jsonl'}:1: expected a transcript, got an empty file"
    assert said(chat) == [(U, "Hi.")]


def test_an_empty_folder_is_an_error(tmp_path):
    [error] = read_transcripts(tmp_path)
    assert "expected files that end in .json, .jsonl" in str(error)
