from __future__ import annotations

import csv
import io
from datetime import UTC, datetime

import pytest

from belie.adapters.transcripts import Conversation, read_transcripts
from belie.datatypes import Role
from belie.errors import TranscriptError

U, A = Role.USER, Role.ASSISTANT


def said(conversation):
    return [(turn.role, turn.text) for turn in conversation.turns]


def texts(turn):
    return [document.text for document in turn.documents]


def test_rows_are_grouped_by_session_also_where_they_are_mixed(read):
    table = "session,role,text,at\na,user,How?,2024-01-01\nb,user,Hi.,\na,bot,So.,\n"
    first, second = read(table, "chat.csv")
    assert (first.session, first.line, first.format) == ("a", 2, "csv")
    assert said(first) == [(U, "How?"), (A, "So.")]
    assert first.turns[0].at == datetime(2024, 1, 1, tzinfo=UTC)
    assert (second.session, second.line, said(second)) == ("b", 3, [(U, "Hi.")])


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("name", ["chat.csv", "chat", "chat.tsv"])
def test_the_delimiter_and_the_table_itself_are_recognised(read, delimiter, name):
    rows = [("Session ID", "Speaker", "Text"), ("1", "user", "a, b; c\td | e")]
    stream = io.StringIO()
    csv.writer(stream, delimiter=delimiter).writerows(rows)
    [chat] = read(stream.getvalue(), name)
    assert (chat.session, chat.format, said(chat)) == ("1", "csv", [(U, "a, b; c\td | e")])


def test_quoted_cells_hold_line_ends_and_the_line_of_a_row_is_its_first(read):
    table = '\ufeffrole,text\r\nuser,"one\r\n""two"""\r\n\r\nnarrator,x\r\nbot,y\r\n'
    error, chat = read(table, "chat.csv")
    assert said(chat) == [(U, 'one\n"two"'), (A, "y")]
    assert (error.line, "expected a role" in str(error)) == (5, True)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("One.", ["One."]),
        ('["One.", "Two."]', ["One.", "Two."]),
        ('[{"id": "a", "text": "One."}]', ["One."]),
        ("['One\\'s.', \"Two's\\n\\x41\"]", ["One's.", "Two's\nA"]),
        ("['One.'\n 'Two.']", ["One.", "Two."]),
        ("[1] says so", ["[1] says so"]),
        ("['open", ["['open"]),
        ("", []),
    ],
)
def test_a_cell_of_documents_is_json_a_printed_list_or_one_text(read, cell, expected):
    stream = io.StringIO()
    csv.writer(stream).writerows([("question", "answer", "contexts"), ("Q?", "A.", cell)])
    [chat] = read(stream.getvalue(), "rows.csv")
    assert (chat.format, chat.turns[0].question) == ("csv", "Q?")
    assert texts(chat.turns[0]) == expected


def test_a_cell_may_hold_seconds_since_1970(read):
    rows = "role,text,at\nuser,A.,1704067200\nuser,B.,1704067260.5\nuser,C.,20240102\n"
    [chat] = read(rows, "chat.csv")
    assert [turn.at.isoformat() for turn in chat.turns] == [
        "2024-01-01T00:00:00+00:00",
        "2024-01-01T00:01:00.500000+00:00",
        "2024-01-02T00:00:00+00:00",
    ]


@pytest.mark.parametrize("at", ["202511290730", "2025112907", "1711111212345", "2000000000.5"])
def test_a_cell_of_digits_that_are_no_seconds_of_our_time_is_an_error(read, at):
    [error, _] = read(f"role,text,at\nuser,A.,{at}\nuser,B.,999999999\n", "chat.csv")
    assert isinstance(error, TranscriptError)
    assert f"expected 'at' in ISO 8601 or as seconds since 1970, got '{at}'" in str(error)


def test_rows_without_a_session_are_answers_by_themselves(read):
    first, second = read("question,answer\nQ?,A.\nR?,B.\n", "rows.csv")
    assert [first.session, second.session] == ["rows:1", "rows:2"]
    assert said(second) == [(A, "B.")]


def test_a_table_of_traces_is_one_of_langfuse(read):
    table = (
        'id,sessionId,timestamp,input,output\n1,s,2024-01-01,"{""question"": ""Q?""}","""A."""\n'
    )
    [chat] = read(table, "traces.csv")
    assert (chat.session, chat.format) == ("s", "langfuse")
    assert said(chat) == [(U, "Q?"), (A, '"A."')]


def test_a_table_whose_columns_say_nothing_is_an_error(read):
    [error] = read("a,b\n1,2\n", "numbers.csv")
    assert isinstance(error, TranscriptError)
    assert "columns such as session, role and text" in str(error)
    assert "got ['a', 'b']" in str(error)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (b"user,x,y", "expected 2 cells, one a column, got 3"),
        (b"user,\xff", "expected a row in UTF-8, got other bytes"),
        (b"user,a\rb", "expected a row of CSV, got"),
        (b"user", "expected 'content' as text"),
    ],
)
def test_a_broken_row_is_an_error_of_its_own(read, row, expected):
    error, chat = read(b"role,text\nuser,before\n" + row + b"\nbot,after\n", "chat.csv")
    assert (error.line, expected in str(error)) == (3, True), str(error)
    assert said(chat) == [(U, "before"), (A, "after")]


def test_a_quote_that_is_never_closed_does_not_swallow_the_file():
    def written():
        yield "role,text\n"
        yield 'user,"open\n'
        while True:
            yield "user," + "x" * 2**20 + "\n"

    class Stream:
        name = "chat.csv"

        def __iter__(self):
            return written()

    error = next(read_transcripts(Stream()))
    assert (error.line, "field larger than field limit" in str(error)) == (2, True)


def test_hostile_lists_are_read_in_linear_time(soon, read):
    cells = ["['a'  " * 50_000, "[" + "'a'  " * 50_000 + "x", "['" + "\\" * 100_001, "[" * 100_000]
    stream = io.StringIO()
    csv.writer(stream).writerows([("answer", "contexts"), *(("A.", cell) for cell in cells)])
    with soon():
        chats = read(stream.getvalue(), "rows.csv")
    assert all(isinstance(chat, Conversation) for chat in chats)
    assert [texts(chat.turns[0]) for chat in chats] == [[cell] for cell in cells]


def test_a_csv_may_be_said_to_be_one(tmp_path):
    path = tmp_path / "chat.log"
    path.write_text("text\nhello\n", "utf-8")
    [error] = read_transcripts(path, format="csv")
    assert "expected a role" in str(error)
    path.write_text("answer\nhello\n", "utf-8")
    [chat] = read_transcripts(path, format="csv")
    assert (chat.format, said(chat)) == ("csv", [(A, "hello")])
