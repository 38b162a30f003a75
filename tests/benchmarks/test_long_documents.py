"""The planted facts are where they are said to be, and what is measured is what happened."""

from __future__ import annotations

import gzip
import json

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

from belie.datatypes import Relation, Span
from belie.testing import ScriptedClassifier, WordEncoder
from benchmarks import long_documents, long_sets
from benchmarks.long_strategies import STRATEGIES, Bench
from benchmarks.long_texts import Case, hide, noise, published, written

pytestmark = pytest.mark.tree

FACT = "The Orvanne lake is shallow."
CASE = Case(FACT, Span(0, len(FACT)), "The Orvanne lake is deep.", False, "written")
PASSAGES = [
    " ".join(f"Item {number} lies on shelf {shelf}." for number in range(40)) for shelf in range(9)
]


@pytest.fixture
def data(tmp_path):
    (tmp_path / "train").mkdir()
    (tmp_path / "text").mkdir()
    rows = [
        {
            "evidence": f"The town of Number{page} was founded in the year {1500 + page} .",
            "claim": f"Number{page} was founded in {1500 + page + label} .",
            "label": ("supports", "refutes")[label],
            "group": f"page {page}",
        }
        for page in range(60)
        for label in (0, 1)
    ]
    passages = [{"source": "BoolQ", "text": passage} for passage in PASSAGES]
    write(tmp_path / "train/fv_vitaminc.jsonl.gz", rows)
    write(tmp_path / "train/fv_fever_dev.jsonl.gz", rows)
    write(tmp_path / "text/passages.jsonl.gz", passages)
    return tmp_path


def write(path, rows):
    with gzip.open(path, "wt", encoding="utf-8") as lines:
        lines.writelines(json.dumps(row) + "\n" for row in rows)


@pytest.mark.parametrize("place", [0.0, 0.31, 0.62, 0.99])
def test_a_planted_sentence_lies_where_it_is_said_to(place):
    for case in written(development=True):
        planted = hide(case, PASSAGES, place=place)
        assert planted.deciding.cut(planted.document.text) == case.deciding.cut(case.text)
        assert hide(case, PASSAGES, place=place, planted=False).deciding is None


def test_no_fact_is_in_both_halves(data):
    for cases in (
        [written(development=half) for half in (True, False)],
        [published(data, development=half, size=40) for half in (True, False)],
    ):
        development, reported = ({case.text for case in half} for half in cases)
        assert development
        assert reported
        assert not development & reported


def test_noise_has_about_the_words_that_were_asked_for(data):
    assert sum(len(text.split()) for text in noise(data, 300)) == 300


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_contradiction_that_is_found_counts_as_held_and_told(strategy):
    bench = Bench(classifier=Clashing(), encoder=WordEncoder())
    outcome = bench.ask(strategy, CASE, hide(CASE, PASSAGES, place=0.5))
    assert (outcome.held, outcome.told, outcome.alert) == (True, True, True)
    assert outcome.exact is (strategy != "top-k")
    assert outcome.pairs >= 3


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_without_the_fact_nothing_is_held_or_told(strategy):
    bench = Bench(classifier=Clashing(), encoder=WordEncoder())
    outcome = bench.ask(strategy, CASE, hide(CASE, PASSAGES, place=0.5, planted=False))
    assert (outcome.held, outcome.told, outcome.alert) == (False, False, False)


class Clashing:
    name = "clashing"

    def classify(self, pairs):
        script = {
            (pair.premise, pair.claim): Relation.CONTRADICTION
            for pair in pairs
            if FACT in pair.premise
        }
        return ScriptedClassifier(script).classify(pairs)


@pytest.mark.parametrize("main", [long_documents.main, long_sets.main])
def test_missing_data_is_named(main, tmp_path, capsys):
    assert main(["--data", str(tmp_path)]) == 2
    assert str(tmp_path) in capsys.readouterr().err


def test_lines_count_what_was_planted_apart_from_what_was_not():
    bench = Bench(classifier=Clashing(), encoder=WordEncoder())
    rows = [
        bench.ask("scale", CASE, hide(CASE, PASSAGES, place=0.5, planted=planted))
        for planted in (True, False, False)
    ]
    lines = {line.metric: line for line in long_documents.measured("300 words", [rows])}
    assert lines["evidence held"].rows == 1
    assert lines["contradicted, alert for it"].figures[0].value == 1.0
    assert lines["not in the document, alert"].rows == 2
    assert lines["not in the document, alert"].figures[0].value == 0.0
    assert "supported, told" not in lines
