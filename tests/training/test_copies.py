"""Claims that a premise says itself."""

import random
from collections import Counter

import pytest

pytest.importorskip("training", reason="needs the source tree")

from belie.adapters.onnx import OnnxParser
from belie.monitor.claims.extractor import ClaimExtractor
from belie.monitor.claims.syntax import Trees
from training.copies import copies, trimmed
from training.rows import CONFLICTING, ENTAILMENT
from training.synthesis import Generator, Passage

pytestmark = pytest.mark.tree

SENTENCES = (
    "The floor warden, who wears a yellow vest, checks the toilets and the lifts on Friday.",
    "Kestrel Rail will run 12 trains between Dublin and Galway from March, a rival there.",
    "A tremor in the same area killed 22 people and 300 horses in the winter of 2002.",
)  # fmt: skip


@pytest.fixture(scope="module")
def trees():
    return Trees(OnnxParser())


def every_trim(sentence, trees):
    return {trimmed(sentence, trees, random.Random(seed)) for seed in range(40)}


def test_a_trimmed_sentence_keeps_the_words_and_their_order(trees):
    for sentence in SENTENCES:
        found = every_trim(sentence, trees) - {None}
        assert found
        for short in found:
            words = iter(sentence.lower().replace(",", "").rstrip(".").split())
            kept = short.lower().replace(",", "").rstrip(".").split()
            assert len(kept) < len(sentence.split())
            assert all(word in words for word in kept), short


def test_commas_around_what_was_left_out_go_with_it(trees):
    assert "The floor warden checks the toilets and the lifts on Friday." in every_trim(
        SENTENCES[0], trees
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "The committee did not approve the new bridge over the river in 2002.",
        "All members of the old club may use the pool near the lake on Sundays.",
        "The keeper denied that a long bridge in Leeds was closed by a team in a red van.",
        "If it rains on Sunday the match at the old ground will move to Leeds.",
    ],
)
def test_what_is_denied_supposed_or_said_of_all_is_not_trimmed(sentence, trees):
    assert every_trim(sentence, trees) == {None}


def test_a_mayor_is_no_maybe_and_lost_is_no_ordinal(trees):
    mayor = "The mayor of the town gave an organ to the church with a red roof in Leeds."
    assert every_trim(mayor, trees) - {None}
    lost = "The dog, lost in a storm, was found by a baker in the village of Hexham."
    assert "The dog was found by a baker in the village of Hexham." in every_trim(lost, trees)


def test_what_changes_the_meaning_stays(trees):
    sentence = "The former keeper of the tower gave the old key to a baker with a red hat."
    found = every_trim(sentence, trees) - {None}
    assert found
    assert all("former keeper" in one and "old key" in one for one in found)


def test_most_rows_are_entailed_and_the_edited_ones_are_marked(trees):
    premise = " ".join(SENTENCES)
    generator = Generator([Passage(SENTENCES, "passage:1")], 7, {})
    extractor = ClaimExtractor(OnnxParser())
    rows = list(copies([(premise, "passage:1")] * 300, generator, extractor, trees))
    labels = Counter(row.label for row in rows)
    assert 0.75 < labels[ENTAILMENT] / len(rows) < 0.95
    assert {row.source.split(":")[1] for row in rows} >= {"whole", "trimmed", "joined"}
    for row in rows:
        assert row.premise == premise
        assert row.group == "passage:1"
        assert len(row.claim.split()) >= 5
        if row.label in CONFLICTING and row.error != "negation":
            (start, end), *_ = row.premise_marks
            assert premise[start:end] not in row.claim[slice(*row.claim_marks[0])]
