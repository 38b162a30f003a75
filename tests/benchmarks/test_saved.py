from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

from benchmarks import saved
from benchmarks.scoring import Scored

pytestmark = pytest.mark.tree

HEADER = saved.Header("set", 2, 9, 0, "abc")
ROWS = [
    Scored("a", ("x", "y"), "g", "c", {"s": 0.5}, 0.1, steps=3),
    Scored("b", ("x",), "", "d", {}, 0.0, error="no"),
]


def test_rows_come_back_as_they_were(tmp_path):
    path = tmp_path / "out" / "set.jsonl"
    saved.start(path, HEADER)
    saved.append(path, ROWS[:1])
    saved.append(path, ROWS[1:])
    assert saved.load(path, HEADER) == ROWS


def test_rows_of_other_weights_or_another_sample_are_not_taken_over(tmp_path):
    path = tmp_path / "set.jsonl"
    saved.start(path, HEADER)
    saved.append(path, ROWS)
    assert saved.load(path, replace(HEADER, models="def")) == []
    assert saved.load(path, replace(HEADER, seed=1)) == []
    assert saved.load(tmp_path / "none.jsonl", HEADER) == []


def test_a_line_cut_short_by_a_stop_is_dropped_and_written_anew(tmp_path):
    path = tmp_path / "set.jsonl"
    saved.start(path, HEADER)
    saved.append(path, ROWS)
    path.write_text(path.read_text(encoding="utf-8")[:-10], encoding="utf-8")
    assert saved.load(path, HEADER) == ROWS[:1]
    saved.append(path, ROWS[1:])
    assert saved.load(path, HEADER) == ROWS


def test_a_row_is_on_disk_before_the_next_is_scored(tmp_path):
    path = tmp_path / "set.jsonl"
    saved.start(path, HEADER)

    def rows():
        yield ROWS[0]
        assert saved.load(path, HEADER) == ROWS[:1]
        yield ROWS[1]

    saved.append(path, rows())
    assert len(saved.load(path, HEADER)) == 2


def test_a_fingerprint_follows_names_and_content(tmp_path):
    (tmp_path / "a").write_text("1")
    before = saved.fingerprint(tmp_path)
    assert before == saved.fingerprint(tmp_path)
    (tmp_path / "a").write_text("2")
    assert before != saved.fingerprint(tmp_path)


def test_a_card_written_anew_leaves_the_fingerprint_as_it_was(tmp_path):
    (tmp_path / "weights.onnx").write_text("1")
    before = saved.fingerprint(tmp_path)
    (tmp_path / "MODEL_CARD.md").write_text("Scores, written after they were measured.")
    assert before == saved.fingerprint(tmp_path)
