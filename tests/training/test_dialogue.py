"""First-person chat pairs from templates."""

import pytest

pytest.importorskip("training", reason="needs the source tree")

from training.dialogue import HELD_OUT_TOPICS, TOPICS, dialogue_rows
from training.rows import CONFLICTING, NEUTRAL

pytestmark = pytest.mark.tree


def marked(text, marks):
    return [text[start:end] for start, end in marks]


@pytest.fixture(scope="module")
def chat():
    return dialogue_rows(2_000, 500, seed=3)


def test_chat_is_deterministic(chat):
    assert dialogue_rows(2_000, 500, seed=3) == chat


def test_most_chat_pairs_are_compatible(chat):
    train, _ = chat
    assert sum(row.label == NEUTRAL for row in train) > len(train) / 2


def test_validation_topics_never_train(chat):
    train, validation = chat
    assert {row.group for row in train}.isdisjoint(row.group for row in validation)
    assert {row.group for row in validation} == {f"dialogue:{name}" for name in HELD_OUT_TOPICS}


def test_held_out_topics_exist():
    assert {topic.name for topic in TOPICS} >= HELD_OUT_TOPICS


def test_chat_marks_slice_to_text(chat):
    train, _ = chat
    for row in train:
        assert not row.marked or row.label in CONFLICTING
        for word in marked(row.premise, row.premise_marks):
            assert word.strip() == word != ""


def test_templates_are_filled_and_styled_both_ways(chat):
    train, _ = chat
    assert not any("{" in row.premise + row.claim for row in train)
    assert {row.claim == row.claim.lower() for row in train} == {True, False}


def test_no_topic_is_told_twice_in_compatible_turns(chat):
    talk = [row for rows in chat for row in rows if row.label == NEUTRAL]
    for row in talk:
        text = f"{row.premise} {row.claim}".lower()
        assert not ("i never learned to drive" in text and "my car is a" in text)
