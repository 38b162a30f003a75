"""Rows in other words for the same."""

import random

import pytest

pytest.importorskip("training", reason="needs the source tree")

from training.rows import CONTRADICTION, ENTAILMENT, Row
from training.synonyms import FOLDER, exchanged, phrases, read_table, synonym_rows, words_of

pytestmark = pytest.mark.tree


@pytest.fixture(scope="module")
def table():
    return read_table()


@pytest.fixture
def small(tmp_path):
    groups = ["around the clock | 24 hours a day", "around | about", "kids | children"]
    (tmp_path / "some.txt").write_text("\n".join(groups) + "\n", encoding="utf-8")
    (tmp_path / "more.txt").write_text("children | small ones\n", encoding="utf-8")
    return read_table(tmp_path)


def test_every_line_is_a_group_of_phrases_that_differ():
    for path in FOLDER.glob("*.txt"):
        for line in path.read_text(encoding="utf-8").splitlines():
            group = line.split(" | ")
            assert len(set(group)) == len(group) > 1, line
            assert all(words_of(phrase) for phrase in group)


def test_a_phrase_of_several_groups_is_left_out(small):
    assert ("children",) not in small.others
    assert small.others["kids",] == ("children",)


def test_the_longest_phrase_is_found_where_it_stands(small):
    text = "It is open Around the clock, about 24 hours a day."
    found = list(phrases(text, small))
    assert [text[slice(*one.span)] for one in found] == [
        "Around the clock",
        "about",
        "24 hours a day",
    ]


def test_other_words_take_a_capital_and_move_the_marks_behind_them(small):
    text = "Kids pay 9 euros."
    [kids] = phrases(text, small)
    changed, marks = exchanged(text, ((9, 10),), kids, random.Random(1))
    assert changed == "Children pay 9 euros."
    assert [changed[slice(*mark)] for mark in marks] == ["9"]


def test_words_that_clash_are_not_exchanged(small):
    text = "Kids pay 9 euros."
    [kids] = phrases(text, small)
    assert exchanged(text, ((0, 4),), kids, random.Random(1)) is None


def test_rows_keep_their_label_and_group_and_are_in_other_words(table):
    premise = "The desk is staffed around the clock, and kids pay nothing."
    rows = [
        Row(premise, "The desk is staffed around the clock.", ENTAILMENT, "written:a", "g"),
        Row(premise, "Here kids pay a lot.", CONTRADICTION, "contrast:b", "g"),
        Row(premise, "The desk is staffed around the clock.", ENTAILMENT, "infotabs", "g"),
    ]
    made = [row for seed in range(40) for row in synonym_rows(rows, table, random.Random(seed))]
    assert {row.source for row in made} == {
        "synonyms:entailment",
        "synonyms:contradiction",
        "synonyms:itself",
    }
    for row in made:
        assert row.claim not in (premise, *(one.claim for one in rows))
        assert row.label == (CONTRADICTION if "a lot" in row.claim else ENTAILMENT)
        assert (row.premise, row.group) == (premise, "g")
