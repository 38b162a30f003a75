from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from belie.datatypes import ConflictKind
from belie.sinks import JsonlSink


def read(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_a_line_holds_both_sides_with_their_clashing_words(make_alert, tmp_path):
    alert = make_alert("It is 300 m tall.", "Is it 330 m tall?", kind=ConflictKind.REFERENCE)
    JsonlSink(tmp_path / "alerts.jsonl")(alert)
    (found,) = read(tmp_path / "alerts.jsonl")
    assert found["id"] == alert.id
    assert (found["kind"], found["severity"], found["score"]) == ("reference", "high", 0.98)
    assert found["claim"]["words"] == "It is"
    assert found["claim"]["role"] == "assistant"
    assert found["claim_span"] == {"start": 0, "end": 17}
    assert found["premise"] == {
        "type": "passage",
        "id": alert.conflict.premise.id,
        "text": "Is it 330 m tall?",
        "words": "Is it",
        "source": "doc",
        "span": {"start": 0, "end": 17},
        "turn": 1,
    }


def test_a_line_says_whether_the_draft_was_refused(make_alert, tmp_path):
    sink = JsonlSink(tmp_path / "alerts.jsonl")
    for refused in (False, True):
        sink(make_alert(refused=refused))
    assert [found["refused"] for found in read(tmp_path / "alerts.jsonl")] == [False, True]


def test_what_is_in_the_file_stays(make_alert, tmp_path):
    path = tmp_path / "alerts.jsonl"
    for turn in (3, 5):
        JsonlSink(path)(make_alert(turn=turn))
    assert [found["claim"]["turn"] for found in read(path)] == [3, 5]


def test_words_with_line_borders_stay_on_one_line(make_alert, tmp_path):
    text = "one\ntwo\u2028three\x85four \N{GRINNING FACE}"
    JsonlSink(str(tmp_path / "alerts.jsonl"))(make_alert(text))
    assert [found["claim"]["text"] for found in read(tmp_path / "alerts.jsonl")] == [text]


def test_lines_of_several_threads_do_not_mix(make_alert, tmp_path):
    sink = JsonlSink(tmp_path / "alerts.jsonl")
    alerts = [make_alert("x" * 5_000, turn=turn) for turn in range(200)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(sink, alerts))
    found = [line["claim"]["turn"] for line in read(tmp_path / "alerts.jsonl")]
    assert sorted(found) == list(range(200))
    assert sink.health().delivered == 200


def test_a_file_that_was_moved_away_is_begun_anew(make_alert, tmp_path):
    path = tmp_path / "alerts.jsonl"
    sink = JsonlSink(path)
    sink(make_alert(turn=3))
    path.rename(tmp_path / "old.jsonl")
    sink(make_alert(turn=5))
    assert [found["claim"]["turn"] for found in read(path)] == [5]


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_the_file_is_for_its_owner_only(make_alert, tmp_path):
    path = tmp_path / "alerts.jsonl"
    JsonlSink(path)(make_alert())
    assert path.stat().st_mode & 0o077 == 0
