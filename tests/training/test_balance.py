"""Pairs without a label that length and shared words give away."""

import random
from collections import Counter

import pytest

pytest.importorskip("training", reason="needs the source tree")

from training.balance import balanced, cell
from training.rows import CONFLICT, CONTRADICTION, ENTAILMENT, NEUTRAL, PARTIAL, Row

pytestmark = pytest.mark.tree

LONG = "The old gate of the town was built by the monks in 1874"


def rows(premise, claim, source="written:documents_news", **labels):
    return [
        Row(f"{premise} {n}.", f"{claim}.", label, source, f"{source} {n}")
        for label, count in labels.items()
        for n in range(count)
    ]


def test_conflicts_that_are_too_many_in_a_cell_are_left_out_and_nothing_else():
    labels = {ENTAILMENT: 15, NEUTRAL: 5, PARTIAL: 60, CONTRADICTION: 30, CONFLICT: 30}
    found = Counter(row.label for row in balanced(rows(LONG, LONG, **labels), random.Random(1)))
    assert (found[ENTAILMENT], found[NEUTRAL]) == (15, 5)
    assert found.total() == 35
    assert all(found[label] < labels[label] for label in (PARTIAL, CONTRADICTION, CONFLICT))


def test_a_cell_with_few_conflicts_is_left_alone():
    few = rows(LONG, LONG, **{ENTAILMENT: 20, PARTIAL: 15})
    assert sorted(balanced(few, random.Random(1)), key=repr) == sorted(few, key=repr)


def test_pairs_of_another_length_or_with_other_words_are_counted_apart():
    same = rows(LONG, LONG, **{PARTIAL: 40})
    other = rows(LONG, "It is so", **{ENTAILMENT: 40})
    unlike = rows("It rained", LONG, **{ENTAILMENT: 40})
    assert Counter(balanced([*same, *other, *unlike], random.Random(1))) == Counter(
        [*other, *unlike]
    )


def test_copies_stand_beside_what_is_written_by_hand_chat_beside_chat():
    def kind(source):
        return cell(Row(LONG, LONG, ENTAILMENT, source, "g"))[0]

    assert kind("copies:whole") == kind("written:documents_news") == kind("contrast:genres")
    assert (
        kind("copies:chat_whole:number") == kind("written:chat_bots") == kind("contrast:chat_bots")
    )
    assert (
        len({kind(one) for one in ("copies:whole", "copies:chat_clause", "mnli", "vitaminc")}) == 4
    )
