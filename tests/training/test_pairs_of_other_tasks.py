"""Pairs made of sets for other tasks: split-and-rephrase, yes/no questions, pronouns."""

import random
from collections import defaultdict

import pytest

pytest.importorskip("training", reason="needs the source tree")

from belie.adapters.onnx import OnnxParser
from belie.monitor.claims.extractor import ClaimExtractor
from training.pronouns import pronoun_rows
from training.questions import question_rows, statement
from training.rephrased import rephrased_rows, shared, splits
from training.rows import CONFLICT, ENTAILMENT, NEUTRAL

pytestmark = pytest.mark.tree

WHOLE = "The mill was built in 1874 and the old bridge was opened by the mayor."
PARTS = ["The mill was built in 1874.", "The old bridge was opened by the mayor."]


@pytest.fixture(scope="module")
def extractor():
    return ClaimExtractor(OnnxParser())


# split and rephrase


def rephrased(**change):
    return {"complex": WHOLE, "parts": PARTS, "source": "made", "split": "train"} | change


def test_a_sentence_and_its_parts_are_read(data):
    (found,) = splits(data(train__decomp_split_rephrase=[rephrased()]))
    assert (found.whole, found.parts) == (WHOLE, tuple(PARTS))


@pytest.mark.parametrize(
    "change",
    [
        {"split": "test"},
        {"parts": PARTS[:1]},
        {"parts": [PARTS[0], "The old bridge was closed to everybody else."]},
        {"parts": [PARTS[0], "Which was opened by the mayor."]},
        {"parts": [PARTS[0], "The bridge."]},
        {"complex": WHOLE + " A third thing of which no part tells anything happened."},
    ],
    ids=["test split", "one part", "new words", "no subject", "cut short", "more than its parts"],
)
def test_noisy_rows_are_left_out(data, change):
    assert list(splits(data(train__decomp_split_rephrase=[rephrased(**change)]))) == []


def test_parts_follow_from_the_sentence_and_the_sentence_from_all_of_them(data):
    found = list(splits(data(train__decomp_split_rephrase=[rephrased()])))
    pairs = defaultdict(set)
    for row in rephrased_rows(found, 200, random.Random(1)):
        pairs[row.source, row.label].add((row.premise, row.claim))
    first, second = PARTS
    assert pairs == {
        ("rephrased", ENTAILMENT): {(WHOLE, first), (WHOLE, second), (f"{first} {second}", WHOLE)},
        ("rephrased:other", NEUTRAL): {(first, second), (second, first)},
        ("rephrased:more", NEUTRAL): {(first, WHOLE), (second, WHOLE)},
    }


def test_parts_that_do_not_tell_the_cause_do_not_entail_their_sentence(data):
    whole = WHOLE.replace(" and the old", " because the old")
    raw = rephrased(complex=whole, source="bisect")
    found = list(splits(data(train__decomp_split_rephrase=[raw])))
    made = list(rephrased_rows(found, 200, random.Random(1)))
    assert made
    assert all(row.label == NEUTRAL for row in made if "because" in row.claim)


def test_shared_words_leave_out_those_of_every_text():
    assert shared("The mill was old.", "An old mill stands there.") == 1
    assert shared("The mill was red.", "An old mill stands there.") == 0.5
    assert shared("It was.", "An old mill stands there.") == 0


# yes/no questions


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("is the old bridge open", "the old bridge is open"),
        ("can ducks fly at night", "ducks can fly at night"),
    ],
)
def test_a_question_becomes_what_yes_would_state(extractor, question, told):
    assert statement(question, extractor).lower().rstrip(".") == told


@pytest.mark.parametrize("question", ["is there any bridge", "have you seen the bridge", "is it"])
def test_questions_that_no_statement_puts_well_are_left_out(extractor, question):
    assert statement(question, extractor) is None


def test_the_answer_says_whether_the_passage_supports_it(data, extractor):
    text = "question: is the old bridge open\npassage: Bridge -- The old bridge is {} to all."
    folder = data(
        train__qa_boolq=[
            {"text": text.format("open"), "label": "True", "group": 1},
            {"text": text.format("closed, not open"), "label": "False", "group": 2},
            {"text": text.format("grey").replace("old bridge is", "mill is"), "label": "True",
             "group": 3},
        ],
        train__qa_condaqa_dev=[
            {"passage": "The old bridge is not open.", "question": "Is the old bridge open?",
             "label": label, "group": 4}
            for label in ("NO", "DON'T KNOW")
        ],
    )  # fmt: skip
    rows = list(question_rows(folder, extractor))
    assert [(row.label, row.group) for row in rows] == [
        (ENTAILMENT, "boolq:1"),
        (CONFLICT, "boolq:2"),
        (CONFLICT, "conda:4"),
    ]
    assert rows[0].premise == "The old bridge is open to all."


# pronouns


def gap(pronoun, text, *, split="dev", right="a"):
    return {
        "text": text, "pronoun": pronoun, "pronoun_offset": text.index(f" {pronoun} ") + 1,
        "a": "Mary", "b": "Anna", "a_coref": str(right == "a").upper(),
        "b_coref": str(right == "b").upper(), "split": split, "group": 7,
    }  # fmt: skip


def test_the_right_name_is_entailed_and_the_other_contradicts(data):
    text = "Mary met Anna there. Then she left. It rained."
    right, wrong = pronoun_rows(data(train__coref_gap=[gap("she", text)]))
    assert (right.premise, right.claim, right.label) == (text, "Then Mary left.", ENTAILMENT)
    assert (wrong.premise, wrong.claim, wrong.label) == (text, "Then Anna left.", CONFLICT)
    assert not right.marked
    assert [text[slice(*mark)] for mark in wrong.premise_marks] == ["she"]
    assert [wrong.claim[slice(*mark)] for mark in wrong.claim_marks] == ["Anna"]


@pytest.mark.parametrize(
    ("pronoun", "text", "claim"),
    [
        ("his", "Mary met Anna. Then his dog left.", "Then Mary's dog left."),
        ("her", "Mary met Anna. Then her dog left.", "Then Mary's dog left."),
        ("her", "Mary met Anna. They saw her in time.", "They saw Mary in time."),
    ],
)
def test_a_possessive_pronoun_becomes_a_possessive_name(data, pronoun, text, claim):
    first, _ = pronoun_rows(data(train__coref_gap=[gap(pronoun, text)]))
    assert first.claim == claim


def test_the_test_split_and_pronouns_of_neither_name_make_no_pairs(data):
    text = "Mary met Anna there. Then she left."
    folder = data(train__coref_gap=[gap("she", text, split="test"), gap("she", text, right="")])
    assert list(pronoun_rows(folder)) == []
