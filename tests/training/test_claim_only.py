"""What the claim alone tells of its label."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("training", reason="needs the source tree")
pytest.importorskip("torch")

from training.claim_only import features, hand_of, told
from training.rows import CONFLICT, CONTRADICTION, ENTAILMENT, LABELS, Row
from training.scoring import accuracy3

pytestmark = pytest.mark.tree
MANY = 5_000


def rows(word):
    """Pairs of two labels, of which ``word`` tells the one."""
    return [
        Row(
            "It is so.",
            f"Thing {n} is {word if n % 2 else 'fine'} today.",
            CONTRADICTION if n % 2 else ENTAILMENT,
            "written:chat",
            f"g{n}",
        )
        for n in range(MANY)
    ]


def share_told(pairs):
    """The share of labels that are told by the claims alone."""
    return accuracy3(np.exp(told(pairs)), pairs)


def test_a_word_that_tells_the_label_is_found_out():
    assert share_told(rows("never")) > 0.95
    assert np.allclose(np.exp(told(rows("never"))).sum(1), 1, atol=1e-3)


def test_claims_that_tell_nothing_leave_both_labels_open():
    assert share_told(rows("fine")) < 0.6


def test_an_expert_has_not_seen_the_group_that_it_judges():
    alike = [
        Row("It is so.", f"Word{n} only.", LABELS[n % 2], "written:chat", f"g{n}")
        for n in range(200)
    ]
    twice = [row for row in alike for _ in range(2)]
    assert share_told(twice) < 0.65


def test_words_in_any_case_count_the_same():
    assert features("It is RED.") == features("it is red.")


def test_conflicts_of_unknown_kind_are_told_too():
    unknown = [
        replace(row, label=CONFLICT) if n % 2 else row for n, row in enumerate(rows("never"))
    ]
    assert share_told(unknown) > 0.95


def test_only_pairs_written_for_one_premise_are_judged():
    hands = (
        "written:chat",
        "hypotheses:mnli_three",
        "hypotheses:passages",
        "contrast:chat",
        "snli",
    )
    found = [hand_of(Row("a", "b", ENTAILMENT, source, "g")) for source in hands]
    assert found == ["written", "hypotheses:mnli", "hypotheses:passages", "", ""]
