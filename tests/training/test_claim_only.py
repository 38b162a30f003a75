"""What the claim alone tells of its label."""

import numpy as np
import pytest

pytest.importorskip("training", reason="needs the source tree")
pytest.importorskip("torch")

from training.claim_only import features, is_written, told
from training.rows import CONFLICT, CONTRADICTION, ENTAILMENT, LABELS, Row

pytestmark = pytest.mark.tree
MANY = 1_500


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


def right(pairs):
    """The share of labels that are told by the claims alone."""
    return (told(pairs).argmax(1) == [LABELS.index(row.label) for row in pairs]).mean()


def test_a_word_that_tells_the_label_is_found_out():
    assert right(rows("never")) > 0.95
    assert np.allclose(np.exp(told(rows("never"))).sum(1), 1, atol=1e-3)


def test_claims_that_tell_nothing_leave_both_labels_open():
    assert right(rows("fine")) < 0.6


def test_an_expert_has_not_seen_the_group_that_it_judges():
    alike = [
        Row("It is so.", f"Word{n} only.", LABELS[n % 2], "written:chat", f"g{n}")
        for n in range(200)
    ]
    twice = [row for row in alike for _ in range(2)]
    assert right(twice) < 0.65


def test_words_in_any_case_count_the_same():
    assert features("It is RED.") == features("it is red.")


def test_only_pairs_written_by_hand_with_a_known_label_are_judged():
    assert is_written(Row("a", "b", ENTAILMENT, "written:chat", "g"))
    assert not is_written(Row("a", "b", ENTAILMENT, "contrast:chat", "g"))
    assert not is_written(Row("a", "b", CONFLICT, "snli", "g"))
