"""Pairs written by hand."""

import pytest

pytest.importorskip("training", reason="needs the source tree")

from training.rows import CONFLICTING, CONTRADICTION, ENTAILMENT, NEUTRAL, PARTIAL
from training.written import written_rows

pytestmark = pytest.mark.tree


def test_a_block_is_a_premise_and_its_claims(tmp_path):
    (tmp_path / "documents.txt").write_text(
        "It costs 5 euros.\nE: It has a price.\nP: It costs 6 euros.\n\n"
        "He is here.\nC: He is not in.\nN: It is late.\n"
    )
    first, second, third, fourth = written_rows(tmp_path)
    assert (first.premise, first.claim, first.label) == (
        "It costs 5 euros.", "It has a price.", ENTAILMENT,
    )  # fmt: skip
    assert [row.label for row in (second, third, fourth)] == [PARTIAL, CONTRADICTION, NEUTRAL]
    assert second.claim[slice(*second.claim_marks[0])] == "6"
    assert first.group == second.group != third.group


def test_what_contradicts_in_chat_does_so_both_ways(tmp_path):
    (tmp_path / "chat.txt").write_text("I am 30.\nE: I am no child.\nP: I am 31.")
    pairs = [(row.premise, row.claim, row.label) for row in written_rows(tmp_path)]
    assert pairs == [
        ("I am 30.", "I am no child.", ENTAILMENT),
        ("I am 30.", "I am 31.", PARTIAL),
        ("I am 31.", "I am 30.", PARTIAL),
    ]


def test_a_line_of_no_known_letter_is_an_error(tmp_path):
    (tmp_path / "chat.txt").write_text("I am 30.\nX: I am 31.")
    with pytest.raises(ValueError, match=r"got 'X: I am 31\.'"):
        list(written_rows(tmp_path))


def test_the_files_that_train_hold_every_label_and_no_pair_twice():
    rows = list(written_rows())
    assert {row.label for row in rows} == {ENTAILMENT, NEUTRAL} | CONFLICTING - {"conflict"}
    assert len({(row.premise, row.claim) for row in rows}) == len(rows)
