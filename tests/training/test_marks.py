"""Clashing words marked by hand."""

import pytest

pytest.importorskip("training", reason="needs the source tree")

from training.contrast import contrast_rows
from training.marks import marks_of, read_marks
from training.rows import CONFLICTING
from training.written import pair, written_rows

pytestmark = pytest.mark.tree


def test_a_line_marks_words_of_both_sides(tmp_path):
    (tmp_path / "a.tsv").write_text("He sat here.\tHe stood up there.\tsat\tstood ||| there\n")
    [(texts, (premise, claim))] = read_marks(tmp_path).items()
    assert [texts[0][slice(*span)] for span in premise] == ["sat"]
    assert [texts[1][slice(*span)] for span in claim] == ["stood", "there"]


@pytest.mark.parametrize("line", ["He sat.\tHe stood.\tsat", "He sat.\tHe stood.\tran\tstood"])
def test_a_line_that_marks_no_words_of_its_texts_is_refused(line, tmp_path):
    (tmp_path / "a.tsv").write_text(line)
    with pytest.raises(ValueError, match="expected"):
        read_marks(tmp_path)


def test_pairs_have_the_marks_of_either_way_round():
    (premise, claim), marks = next(iter(read_marks().items()))
    assert marks_of(premise, claim) == marks
    assert marks_of(claim, premise) == marks[::-1]
    [row] = pair(premise, "C", claim, group="g", source="contrast:documents")
    assert (row.premise_marks, row.claim_marks) == marks


def test_all_marks_are_of_contradictions_that_train():
    rows = [*written_rows(), *contrast_rows()]
    pairs = {(row.premise, row.claim) for row in rows if row.label in CONFLICTING}
    marked = set(read_marks())
    assert len(marked) > 2_000
    assert marked <= pairs
