"""Parquet: the rows are records as those of JSON lines, read some at a time."""

from __future__ import annotations

import json
import tracemalloc
from datetime import UTC, datetime

import pytest

from belie.adapters.transcripts import read_transcripts
from belie.errors import InputError, TranscriptError

pyarrow = pytest.importorskip("pyarrow", reason="needs belie[parquet]")
parquet = pytest.importorskip("pyarrow.parquet")

pytestmark = pytest.mark.extras

TOLD = [{"id": "tower", "text": "The tower is 330 m tall."}]
CHATS = [
    {
        "session": name,
        "messages": [
            {"role": "user", "content": "How tall is the tower?"},
            {"role": "assistant", "content": f"It is {tall} m tall.", "documents": TOLD},
        ],
    }
    for name, tall in (("a", 330), ("b", 300))
]


@pytest.fixture
def write(tmp_path):
    def write(rows, name="chats.parquet", **options):
        path = tmp_path / name
        parquet.write_table(pyarrow.Table.from_pylist(rows), path, **options)
        return path

    return write


def turns_of(found):
    return [(chat.session, chat.turns, chat.format) for chat in found]


def test_a_row_is_a_conversation_as_a_line_of_json_is_one(write, tmp_path):
    lines = tmp_path / "chats.jsonl"
    lines.write_text("".join(f"{json.dumps(chat)}\n" for chat in CHATS))
    found = list(read_transcripts(path := write(CHATS)))
    assert turns_of(found) == turns_of(read_transcripts(lines))
    assert [(chat.source, chat.line) for chat in found] == [(str(path), 1), (str(path), 2)]
    assert [document.id for document in found[0].turns[1].documents] == ["tower"]


def test_rows_of_answers_have_their_contexts_and_times(write):
    at = datetime(2026, 3, 1, 9, tzinfo=UTC)
    row = {"question": "How tall?", "answer": "330 m.", "contexts": ["It is 330 m."], "at": at}
    [chat] = read_transcripts(write([row, {"answer": None, "session": "empty"}][:1]))
    (turn,) = chat.turns
    assert (turn.question, turn.text, turn.at) == ("How tall?", "330 m.", at)
    assert [document.text for document in turn.documents] == ["It is 330 m."]


def test_rows_of_messages_are_grouped_by_session(write):
    rows = [
        {"session": "a", "role": "user", "text": "How?"},
        {"session": "b", "role": "user", "text": "Hi."},
        {"session": "a", "role": "assistant", "text": "So."},
    ]
    first, second = read_transcripts(write(rows))
    assert [turn.text for turn in first.turns] == ["How?", "So."]
    assert (second.session, second.line) == ("b", 2)


def test_a_broken_row_costs_no_other(write):
    broken = {"session": "x", "messages": [{"role": "narrator", "content": "Later."}]}
    first, error, last = read_transcripts(write([CHATS[0], broken, CHATS[1]]))
    assert (first.session, last.session) == ("a", "b")
    assert isinstance(error, TranscriptError)
    assert (error.line, "got 'narrator'" in str(error)) == (2, True)


def test_a_folder_may_hold_such_files(write, tmp_path):
    write(CHATS[:1], "one.parquet")
    write(CHATS[1:], "two.PARQUET")
    (tmp_path / "three.parquet").write_text("none")
    first, error, second = read_transcripts(tmp_path)
    assert (first.session, second.session) == ("a", "b")
    assert "three.parquet:1: expected a Parquet file, got: " in str(error)


@pytest.mark.parametrize("content", [None, b"", b"PAR1 and nothing else PAR1"])
def test_a_file_that_is_none_is_named(tmp_path, content):
    path = tmp_path / "chats.parquet"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=r"chats\.parquet: expected a Parquet file, got: "):
        list(read_transcripts(path))


def test_what_follows_a_broken_row_group_is_one_problem(write):
    many = [CHATS[0] | {"session": f"s{number}"} for number in range(256)]
    path = write(many, row_group_size=128, compression="gzip")
    content = bytearray(path.read_bytes())
    place = parquet.ParquetFile(path).metadata.row_group(1).column(1).dictionary_page_offset
    content[place : place + 400] = b"\xff" * 400
    path.write_bytes(content)
    *chats, error = read_transcripts(path)
    assert len(chats) == 128
    assert "expected a whole Parquet file, got: " in str(error)


def test_a_file_is_not_read_into_memory_as_a_whole(write):
    texts = [f"{number} " * 2_000 for number in range(1_000)]
    rows = [
        {"session": text[:4], "messages": [{"role": "user", "content": text}]} for text in texts
    ]
    path = write(rows, row_group_size=50)
    del rows
    tracemalloc.start()
    try:
        assert sum(1 for _ in read_transcripts(path)) == 1_000
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < sum(map(len, texts)) / 3
