from __future__ import annotations

import json

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

from belie.datatypes import Claim, ErrorType, Passage, Relation, Span, Verdict
from benchmarks import perturbations
from benchmarks.engines import Engine
from benchmarks.perturbed import judge, overlap_of
from benchmarks.perturbed_measures import kind_lines, lines
from training.rows import (
    CONFLICT,
    CONTRADICTION,
    ENTAILMENT,
    NEUTRAL,
    PARTIAL,
    Row,
    to_json,
)

pytestmark = pytest.mark.tree

PREMISE = "It opened in 1932."
EDITED = "It opened in 1940."
YEAR = (13, 17)


class Reader:
    """Finds a contradiction where the claim is the edited one, and marks what it was told to."""

    def __init__(self, *, marks=YEAR, kind=ErrorType.TEMPORAL):
        self.marks = Span(*marks)
        self.kind = kind

    def classify(self, premises, claims):
        return [self.verdict(*pair) for pair in zip(premises, claims, strict=True)]

    def verdict(self, premise, claim):
        wrong = claim == EDITED and premise == PREMISE
        relation = Relation.PARTIAL_CONTRADICTION if wrong else Relation.NEUTRAL
        return Verdict(
            Passage("p", premise, "d", Span(0, len(premise))),
            Claim("c", claim, "t", Span(0, len(claim))),
            {each: float(each is relation) for each in Relation},
            relation,
            error_type=self.kind if wrong else None,
            premise_span=self.marks if wrong else None,
            claim_span=self.marks if wrong else None,
        )


def judged(rows, reader=None):
    reader = reader or Reader()
    return list(judge(rows, engine=Engine(reader.classify, monitor=None, threshold=0.9)))


def edit(group="g", label=PARTIAL, claim=EDITED):
    return Row(PREMISE, claim, label, "passages:date", group, (YEAR,), (YEAR,))


def harmless(group="h", label=NEUTRAL, source="passages:other"):
    return Row(PREMISE, "It closed.", label, source, group)


def figures(rows, reader=None):
    return {line.name: line for line in lines(judged(rows, reader), threshold=0.9)}


def test_a_span_is_located_by_its_characters_or_by_the_stretch_of_several():
    assert overlap_of(((0, 4),), Span(2, 4)) == 0.5
    assert overlap_of(((0, 2), (8, 10)), Span(0, 10)) == 1.0
    assert overlap_of(((0, 2), (8, 10)), Span(0, 2)) == 0.5
    assert overlap_of(((0, 4),), None) == 0.0


def test_a_contradiction_that_is_found_is_right_in_all_its_parts():
    found = figures([edit(), harmless()])
    assert found["four relations, macro-F1"].ours == 1.0
    assert found["error type, macro-F1"].ours == 1.0
    assert found["located on both sides"].ours == 1.0
    assert found["precision, same topic"].ours == 1.0
    assert found["precision, same topic"].passed is True


def test_a_contradiction_that_is_missed_counts_as_mistyped_and_not_located():
    found = figures([edit(), edit(claim="It never opened")])
    assert found["error type, macro-F1"].ours == pytest.approx(2 / 3)
    assert found["error type, macro-F1, where found"].ours == 1.0
    assert found["located on both sides"].ours == 0.5
    assert found["located on both sides, where found"].ours == 1.0
    assert found["located on both sides"].passed is False


def test_both_sides_must_be_located():
    elsewhere = Row(PREMISE, EDITED, PARTIAL, "passages:date", "g", ((0, 2),), (YEAR,))
    assert figures([elsewhere])["located on both sides"].ours == 0.0


def test_precision_weighs_contradictions_and_harmless_pairs_alike():
    # every contradiction raises an alert, half of the unrelated pairs do: 1 / (1 + 0.5)
    alarm = Row(PREMISE, EDITED, NEUTRAL, "unrelated", "u")
    rows = [edit("a"), edit("b"), edit("c"), alarm, harmless(source="unrelated")]
    line = figures(rows)["precision, unrelated"]
    assert line.ours == pytest.approx(2 / 3)
    assert line.passed is False


def test_a_conflict_that_may_be_partial_or_not_counts_as_found_but_not_among_four_relations():
    found = figures([edit(label=CONFLICT), harmless()])
    assert found["four relations, macro-F1"].rows == 1
    assert found["alerts on contradictions"].ours == 1.0


def test_vitaminc_is_told_three_ways_and_counts_nowhere_else():
    fact = Row(PREMISE, EDITED, CONFLICT, "vitaminc", "v")
    found = figures([fact, harmless()])
    assert (found["VitaminC, held-out rows, 3-way accuracy"].ours, fact.error) == (1.0, None)
    assert found["alerts on contradictions"].rows == 0
    assert found["alerts on contradictions"].ours is None


def test_each_kind_of_error_has_its_own_figures():
    rows = [edit(), Row("A.", "B.", CONTRADICTION, "passages:name", "n", ((0, 1),), ((0, 1),))]
    found = {line.name: line.ours for line in kind_lines(judged(rows))}
    assert (found["temporal: found"], found["entity: found"]) == (1.0, 0.0)
    assert found["temporal: type told right, F1"] == 1.0
    assert found["temporal: located"] == 1.0


def test_unrelated_pairs_come_from_two_groups():
    rows = [edit("a"), edit("b", claim="It closed."), edit("a", claim="It burned.")]
    drawn = perturbations.unrelated(rows * 5, seed=0)
    assert drawn == perturbations.unrelated(rows * 5, seed=0)
    assert {row.label for row in drawn} == {NEUTRAL}
    of_other = {"a": {"It closed."}, "b": {EDITED, "It burned."}}
    assert all(row.claim in of_other[row.group] for row in drawn)


def test_only_rows_of_passages_and_of_vitaminc_are_read(tmp_path):
    path = tmp_path / "validation.jsonl"
    sources = ("passages:date", "snli", "vitaminc", "vitaminc:negation", "dialogue:neutral")
    rows = [Row("P.", "C.", ENTAILMENT, source, "g") for source in sources]
    path.write_text("".join(to_json(row) + "\n" for row in rows), encoding="utf-8")
    made, facts = perturbations.read(path, limit=None, seed=0)
    assert [row.source for row in (*made, *facts)] == ["passages:date", "vitaminc"]


def test_missing_rows_are_exit_code_2_and_named(tmp_path, capsys):
    assert perturbations.main(["--rows", str(tmp_path / "none.jsonl")]) == 2
    assert "none.jsonl" in capsys.readouterr().err


def test_the_command_prints_the_figures_and_writes_json(tmp_path, capsys, monkeypatch):
    path, out = tmp_path / "validation.jsonl", tmp_path / "figures.json"
    rows = [edit(), harmless(), Row(PREMISE, EDITED, CONFLICT, "vitaminc", "v")]
    path.write_text("".join(to_json(row) + "\n" for row in rows), encoding="utf-8")
    engine = Engine(Reader().classify, monitor=None, threshold=0.9)
    monkeypatch.setattr(perturbations, "engine_of", lambda _: engine)
    assert perturbations.main(["--rows", str(path), "--json", str(out)]) == 0
    said = capsys.readouterr().out
    assert "100.0" in said
    assert ">= 85.0 met" in said
    assert json.loads(out.read_text(encoding="utf-8"))["lines"][0]["ours"] == 1.0
