from __future__ import annotations

import gzip
import json

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")
pytest.importorskip("scipy", reason="pairs claims")

from hypothesis import given
from hypothesis import strategies as st

from benchmarks.claims_data import ClaimItem
from benchmarks.claims_tags import ceiling, common, counted, is_within, lost, main, oracle

pytestmark = pytest.mark.tree

KEPT = {
    "complex": "The tower is old and it leans .",
    "parts": ["The tower is old.", "It leans."],
}
LINKED = {
    "complex": "It fell because it was old .",
    "parts": ["It fell.", "It was really old."],
}
WORDS = st.lists(st.sampled_from("abcd"), max_size=8)


def test_a_perfect_tagger_says_only_words_of_the_sentence():
    assert oracle(KEPT) == ["the tower is old", "it leans"]
    assert oracle(LINKED) == ["it fell", "it was old"]


@given(WORDS, WORDS)
def test_what_two_texts_have_in_common_is_within_both_and_all_of_what_is_within(part, sentence):
    found = common(part, sentence)
    assert is_within(found, part)
    assert is_within(found, sentence)
    assert (found == part) == is_within(part, sentence)


def test_the_order_of_words_counts():
    assert not is_within(["leans", "tower"], ["tower", "leans"])


def test_a_link_is_lost_whose_word_is_in_no_part():
    assert lost([KEPT]) is None
    assert lost([KEPT, LINKED]) == 1.0
    kept = {**LINKED, "parts": ["It fell because it was old."]}
    assert lost([LINKED, kept]) == 0.5


def test_parts_are_counted_by_the_length_of_their_sentence():
    assert counted([KEPT]) == pytest.approx(7 / 2)
    assert counted([]) is None


def item(text, gold):
    return ClaimItem(id="1", group="g", text=text, gold=gold)


def test_fewer_parts_than_people_make_have_a_ceiling():
    six = item("one two three four five six", ("a", "b", "c"))
    assert ceiling([six], 2) == 1.0
    assert ceiling([six], 6) == pytest.approx(2 * 1 / (1 + 3))
    assert ceiling([], 6) is None


def test_the_command_prints_its_table(tmp_path, capsys):
    (tmp_path / "train").mkdir()
    rows = [
        {**row, "id": str(number), "source": "s", "split": split}
        for number, (row, split) in enumerate([(KEPT, "train"), (LINKED, "test")])
    ]
    files = {
        "decomp_split_rephrase": rows,
        "decomp_propsegment": [],
        "decomp_claims": [],
    }
    for name, written in files.items():
        with gzip.open(tmp_path / "train" / f"{name}.jsonl.gz", "wt", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in written)
    assert main(["--data", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert "s, to learn from" in printed
    assert "rows with labels" in printed
