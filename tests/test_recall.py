from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie import RecallRow, factual_recall, factual_recall_table
from belie.datatypes import Extraction, Passage, Relation
from belie.errors import InputError
from belie.monitor.judging import Judge
from belie.monitor.recall import error_rate, f1_micro
from belie.monitor.verifying import LocalVerifier
from belie.testing import ScriptedClassifier

ANSWER = "The bridge opened in 1932. It is red."
OPENED, LONG, RED = "The bridge opened in 1932.", "The bridge is long.", "The bridge is blue."


@pytest.fixture
def verifier():
    script = {(ANSWER, OPENED): Relation.ENTAILMENT, (ANSWER, RED): Relation.CONTRADICTION}
    return LocalVerifier(Judge(ScriptedClassifier(script)))


def test_each_fact_is_stated_contradicted_or_left_out_by_the_answer(verifier):
    told = factual_recall(ANSWER, facts=[OPENED, LONG, RED], verifier=verifier)
    assert [(one.fact, one.relation) for one in told.facts] == [
        (OPENED, Relation.ENTAILMENT),
        (LONG, Relation.NEUTRAL),
        (RED, Relation.CONTRADICTION),
    ]
    assert told.recall == pytest.approx(1 / 3)
    premise = told.facts[0].verdict.premise
    assert isinstance(premise, Passage)
    assert premise.span.cut(ANSWER) == premise.text


def test_a_fact_that_another_window_of_a_long_answer_states_is_recalled():
    answer = " ".join(f"The lamp number {n} is green." for n in range(60)) + " " + OPENED

    class Words:
        name = "words"

        def classify(self, pairs):
            told = [Relation.ENTAILMENT if pair.claim in pair.premise else None for pair in pairs]
            scripted = [ScriptedClassifier(default=one or Relation.NEUTRAL) for one in told]
            return [one.classify([pair])[0] for one, pair in zip(scripted, pairs, strict=True)]

    told = factual_recall(answer, facts=[OPENED, LONG], verifier=LocalVerifier(Judge(Words())))
    assert [one.recalled for one in told.facts] == [True, False]


def test_the_facts_of_a_reference_answer_are_its_claims():
    reference = "The bridge opened in 1932. It is 1,149 metres long."
    told = factual_recall("The bridge opened in 1932.", reference, question="Tell me of it.")
    assert [one.recalled for one in told.facts] == [True, False]


def test_a_reference_without_claims_has_no_recall(verifier):
    class Nothing:
        def extract(self, turn, earlier=()):
            del turn, earlier
            return Extraction()

    told = factual_recall(ANSWER, "Hello!", verifier=verifier, extractor=Nothing())
    assert (told.facts, told.recall) == ((), None)


@pytest.mark.parametrize("answer", ["", " ", "\ud83d", "👍"])
def test_an_answer_without_words_states_nothing(answer):
    told = factual_recall(answer, facts=[OPENED])
    assert [one.recalled for one in told.facts] == [False]


def test_a_table_is_measured_against_its_labels(verifier):
    rows = [
        RecallRow(ANSWER, (OPENED, LONG), labels=(True, True)),
        RecallRow(ANSWER, (RED,), labels=(False,)),
        RecallRow(ANSWER, (OPENED,)),
    ]
    table = factual_recall_table(rows, verifier=verifier)
    assert len(table.rows) == 3
    assert table.recall == 0.5
    assert table.error_rate == pytest.approx(1 / 3)
    assert table.f1_micro == pytest.approx(2 / 3)


def test_a_table_without_labels_has_no_error_rate(verifier):
    table = factual_recall_table([RecallRow(ANSWER, (OPENED,))], verifier=verifier)
    assert (table.recall, table.error_rate, table.f1_micro) == (1.0, None, None)
    assert factual_recall_table([], verifier=verifier).recall is None


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ({}, "either facts or a reference_answer"),
        ({"facts": (OPENED,), "reference_answer": OPENED}, "either facts or a reference_answer"),
        ({"facts": (OPENED,), "labels": (True, False)}, "label for each of 1 facts"),
        ({"facts": (5,)}, "expected fact to be str"),
        ({"facts": OPENED}, "expected a list of facts, got a string"),
    ],
)
def test_what_cannot_be_measured_is_refused(given, match, verifier):
    with pytest.raises(InputError, match=match):
        factual_recall_table([RecallRow(ANSWER, **given)], verifier=verifier)


def test_one_fact_instead_of_a_list_is_refused(verifier):
    with pytest.raises(InputError, match="expected a list of facts, got a string"):
        factual_recall(ANSWER, facts=OPENED, verifier=verifier)


def test_labels_may_be_the_numbers_0_and_1():
    assert error_rate([True, True, False], [1, 0, 0]) == pytest.approx(1 / 3)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1))
def test_both_measures_are_those_of_the_paper(pairs):
    told, labels = [a for a, _ in pairs], [b for _, b in pairs]
    assert error_rate(told, labels) == sum(a != b for a, b in pairs) / len(pairs)
    false = {n for n, a in enumerate(told) if not a}
    truly = {n for n, b in enumerate(labels) if not b}
    if false and truly and false & truly:
        precision, recall = len(false & truly) / len(false), len(false & truly) / len(truly)
        expected = 2 * precision * recall / (precision + recall)
        assert f1_micro(told, labels) == pytest.approx(expected)
    else:
        assert f1_micro(told, labels) in (0.0, None)
