"""The bank of clauses that the generator draws from."""

import json

import pytest

pytest.importorskip("training", reason="needs the source tree")

from belie.adapters.onnx import OnnxParser
from belie.monitor.claims.extractor import ClaimExtractor
from training.clauses import Clause, read_bank, sentences_of, sound, write_bank
from training.synthesis import Passage

pytestmark = pytest.mark.tree

SENTENCE = "The old gate was built in 1874 and the new bridge was opened by the mayor."


def cut(sentence, *parts):
    """A clause of stretches of a sentence, one space between them."""
    text, anchors = "", []
    for part in parts:
        at, text = sentence.index(part), f"{text} {part}".strip()
        anchors.append(((len(text) - len(part), len(text)), (at, at + len(part))))
    return Clause(text, tuple(anchors))


@pytest.fixture(scope="module")
def extractor():
    return ClaimExtractor(OnnxParser())


def test_words_of_a_clause_lie_in_its_sentence():
    clause = cut(SENTENCE, "The old gate", "was opened by the mayor")
    at = clause.text.index("mayor")
    start, end = clause.to_sentence((at, at + 5))
    assert SENTENCE[start:end] == "mayor"
    assert clause.to_sentence((4, at)) is None


@pytest.mark.parametrize(
    ("sentence", "parts", "whole"),
    [
        (SENTENCE, ["The old gate was built in 1874"], True),
        (SENTENCE, ["the new bridge was opened by the mayor"], True),
        (SENTENCE, ["The old gate was built"], False),
        ("If it rains, the old gate is shut.", ["the old gate is shut"], False),
        ("He said that the old gate is shut.", ["the old gate is shut"], False),
        ("The gate (the old one is shut) leans.", ["The gate (the old"], False),
        ("The gate is old and was shut at noon.", ["The gate", "was shut at noon"], True),
        ("The gate that leans was shut at noon.", ["The gate", "was shut at noon"], False),
    ],
)
def test_a_clause_is_a_whole_statement_asserted_where_it_stands(sentence, parts, whole):
    assert sound(sentence, cut(sentence, *parts)) is whole


def test_the_bank_is_made_of_the_extractor_s_clauses_and_goes_on_where_it_stopped(
    tmp_path, extractor
):
    path, other = tmp_path / "not" / "there" / "clauses.jsonl", "The gate is red today."
    write_bank([SENTENCE], extractor, path)
    write_bank([SENTENCE, other], extractor, path)
    assert [json.loads(line)[0] for line in path.read_text().splitlines()] == [SENTENCE, other]
    bank = read_bank(path)
    assert bank[other] == ()
    assert {clause.text.rstrip(".").lower() for clause in bank[SENTENCE]} == {
        "the old gate was built in 1874",
        "the new bridge was opened by the mayor",
    }
    for clause in bank[SENTENCE]:
        assert all(
            clause.text[slice(*here)].lower() == SENTENCE[slice(*there)].lower()
            for here, there in clause.anchors
        )


def test_sentences_are_read_once_each_in_order():
    pages = [Passage((SENTENCE, "No.", "The gate is red today."), "a"), Passage((SENTENCE,), "b")]
    assert sentences_of(pages) == [SENTENCE, "The gate is red today."]
