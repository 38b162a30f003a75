"""Claims beside two premises, with another label beside each."""

from collections import Counter

import pytest

pytest.importorskip("training", reason="needs the source tree")

from training.contrast import contrast_rows
from training.rows import CONTRADICTION, ENTAILMENT, NEUTRAL, PARTIAL

pytestmark = pytest.mark.tree

BLOCK = "A: It costs 5 euros.\nB: It costs 6 euros and is red.\n"


def test_a_claim_stands_beside_both_premises_with_a_label_for_each(tmp_path):
    (tmp_path / "documents.txt").write_text(f"{BLOCK}EC: You pay 5 euros.\nNE: It is red.\n")
    pairs = [(row.premise[:14], row.claim, row.label) for row in contrast_rows(tmp_path)]
    assert pairs == [
        ("It costs 5 eur", "You pay 5 euros.", ENTAILMENT),
        ("It costs 6 eur", "You pay 5 euros.", CONTRADICTION),
        ("It costs 5 eur", "It is red.", NEUTRAL),
        ("It costs 6 eur", "It is red.", ENTAILMENT),
    ]
    assert len({row.group for row in contrast_rows(tmp_path)}) == 1


def test_what_contradicts_in_chat_does_so_both_ways(tmp_path):
    (tmp_path / "chat.txt").write_text(f"{BLOCK}EP: It costs 5 euros, all in all.")
    labels = [(row.label, row.premise == row.claim) for row in contrast_rows(tmp_path)]
    assert [label for label, _ in labels] == [ENTAILMENT, PARTIAL, PARTIAL]


@pytest.mark.parametrize("line", ["EE: It is red.", "E: It is red.", "EX: It is red."])
def test_a_claim_needs_two_labels_that_differ(tmp_path, line):
    (tmp_path / "documents.txt").write_text(BLOCK + line)
    with pytest.raises(ValueError, match="expected"):
        list(contrast_rows(tmp_path))


def test_of_siblings_a_claim_stands_beside_both_in_one_text_too(tmp_path):
    (tmp_path / "documents_siblings.txt").write_text(
        f"{BLOCK}EN: You pay 5 euros.\nNP: It is blue."
    )
    rows = list(contrast_rows(tmp_path))
    assert [row.label for row in rows[:3]] == [ENTAILMENT, NEUTRAL, ENTAILMENT]
    assert [row.label for row in rows[3:]] == [NEUTRAL, PARTIAL, PARTIAL]
    assert rows[2].premise == "It costs 5 euros. It costs 6 euros and is red."


def test_siblings_say_nothing_of_each_other(tmp_path):
    (tmp_path / "documents_siblings.txt").write_text(f"{BLOCK}EC: You pay 5 euros.")
    with pytest.raises(ValueError, match="expected one N of two letters"):
        list(contrast_rows(tmp_path))


def test_a_block_needs_two_premises(tmp_path):
    (tmp_path / "documents.txt").write_text("A: It is red.\nEC: It is red.\nCE: It is blue.")
    with pytest.raises(ValueError, match="got 'A: It is red"):
        list(contrast_rows(tmp_path))


def test_no_claim_of_the_files_that_train_tells_its_label():
    beside: dict[tuple[str, str], Counter[str]] = {}
    for row in contrast_rows():
        if "chat" not in row.source:
            beside.setdefault((row.group, row.claim), Counter())[row.label] += 1
    assert beside
    assert all(len(labels) == 2 for labels in beside.values())
