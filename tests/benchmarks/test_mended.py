from __future__ import annotations

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

import belie
from benchmarks.mended import Mended, mend, mendable, restored, suggestion_lines, word_for_word
from training.rows import ENTAILMENT, NEUTRAL, PARTIAL, Row

pytestmark = pytest.mark.tree

PREMISE = "The bridge opened in 1932, and carries a road."
EDITED = "Well, the bridge opened in 1940."
RIGHT = "Well, the bridge opened in 1932."


def row(*, premise=PREMISE, claim=EDITED, was="1932", now="1940", kind="date", label=PARTIAL):
    marks = tuple(
        ((text.index(words), text.index(words) + len(words)),)
        for text, words in ((premise, was), (claim, now))
    )
    return Row(premise, claim, label, f"passages:{kind}", "g", *marks)


def figures(mended):
    return {line.name: line for line in suggestion_lines(mended)}


def test_only_contradictions_of_the_four_kinds_with_known_words_are_mended():
    bare = Row(PREMISE, EDITED, PARTIAL, "passages:date", "g")
    others = [bare, row(kind="concept"), row(label=NEUTRAL), row(label=ENTAILMENT)]
    assert mendable([row(), *others]) == [row()]


def test_the_original_words_in_their_place_restore():
    assert word_for_word(row(), RIGHT)
    assert restored(row(), RIGHT)


def test_another_value_or_another_place_does_not_restore():
    assert not restored(row(), "Well, the bridge opened in 1933.")
    assert not restored(row(), "Well, the 1932 bridge opened in 1940.")
    assert not restored(row(), EDITED)


def test_a_sentence_of_the_passage_with_the_original_words_restores_but_not_word_for_word():
    text = "Well, the bridge opened in 1932 and carries a road."
    assert restored(row(), text)
    assert not word_for_word(row(), text)


def test_a_denial_that_is_gone_restores():
    denied = row(
        premise="It is open.", claim="It is not open.", was="is", now="is not", kind="negation"
    )
    assert word_for_word(denied, "It is open.")
    assert not word_for_word(denied, "It is not.")


def test_the_figures_count_suggestions_and_alerts_apart():
    mended = [Mended(row(), 2, (RIGHT,)), Mended(row(), 1, ("Well, no.",)), Mended(row(), 0, ())]
    found = figures(mended)
    carried, right = (
        found["suggestions: alerts that carry one"],
        found["suggestions: original restored"],
    )
    assert (carried.rows, carried.ours) == (3, pytest.approx(2 / 3))
    assert (right.rows, right.ours, right.passed) == (2, 0.5, False)
    assert found["temporal: suggestions that restore"].rows == 2
    assert found["entity: suggestions that restore"].ours is None


def test_the_shipped_belie_restores_a_year(capsys):
    (found,) = mend([row()], monitor=belie.Monitor())
    assert found == Mended(row(), 1, (RIGHT,))
    assert "1/1 suggestions" in capsys.readouterr().err
