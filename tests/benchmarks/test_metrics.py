from __future__ import annotations

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

from benchmarks.metrics import bootstrap, f1, macro_f1, overlap, unseen

pytestmark = pytest.mark.tree


def test_f1_by_hand():
    # "yes": two right, one missed, two too many: precision 2/4, recall 2/3, F1 4/7.
    gold = ["yes", "yes", "yes", "no", "no", "no"]
    told = ["yes", "yes", "no", "yes", "yes", "no"]
    assert f1(gold, told, label="yes") == pytest.approx(4 / 7)
    assert f1(gold, told, label="never") is None


def test_macro_f1_counts_each_label_alike_and_a_label_never_told_as_nought():
    # "a": F1 6/7 (three right, one too many); "b": never told, 0.
    assert macro_f1(["a", "a", "a", "b"], ["a", "a", "a", "a"]) == pytest.approx(3 / 7)


def test_overlap_is_the_share_of_response_words_in_the_document():
    assert overlap("Oslo is big, big!", "OSLO was big.") == 0.75
    assert overlap("...", "anything") == 0.0


def test_unseen_words_are_marked_where_they_stand():
    text = "Oslo is 🏔 big in Norway"
    marked = [text[start:end] for start, end in unseen(text, "oslo IS big")]
    assert marked == ["in", "Norway"]


def test_bootstrap_repeats_with_its_seed_and_encloses_the_figure():
    rows = [True] * 60 + [False] * 40
    low, high = bootstrap(rows, lambda drawn: sum(drawn) / len(drawn), rounds=200, seed=3)
    assert (low, high) == bootstrap(rows, lambda drawn: sum(drawn) / len(drawn), seed=3)
    # the binomial's own: 0.6 +- 1.96 * sqrt(0.24 / 100), about 0.504 to 0.696
    assert low == pytest.approx(0.504, abs=0.03)
    assert high == pytest.approx(0.696, abs=0.03)


def test_bootstrap_of_nothing_is_undefined():
    assert bootstrap([], len) is None
    assert bootstrap([1], lambda _: None) is None
