from __future__ import annotations

import gzip
import json

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

from belie.datatypes import Claim, Passage, Relation, Span, Verdict
from benchmarks import quality
from benchmarks.scoring import Engine
from benchmarks.sets import SETS

pytestmark = pytest.mark.tree

MNLI = next(spec for spec in SETS if spec.name == "mnli_dev_gold")


def rows(count):
    return [
        {"id": f"m{n}", "premise": "P.", "hypothesis": "H.", "label": "neutral"}
        | {"split": "dev", "label_kind": "gold"}
        for n in range(count)
    ]


def write(folder, count):
    path = folder / "train" / "nli_mnli_subset.jsonl.gz"
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows(count))


class Counting:
    """Calls every pair neutral and counts the pairs; stops as Ctrl-C does once ``stop`` is met."""

    def __init__(self, *, stop=None):
        self.pairs = 0
        self.stop = stop

    def classify(self, premises, claims):
        if self.stop is not None and self.pairs >= self.stop:
            raise KeyboardInterrupt
        self.pairs += len(claims)
        return [self.verdict(p, c) for p, c in zip(premises, claims, strict=True)]

    def verdict(self, premise, claim):
        told = {relation: float(relation is Relation.NEUTRAL) for relation in Relation}
        return Verdict(
            Passage("p", premise, "d", Span(0, 2)),
            Claim("c", claim, "t", Span(0, 2)),
            told,
            Relation.NEUTRAL,
        )

    @property
    def engine(self):
        return Engine(check=None, classify=self.classify, monitor=None)


def options(tmp_path, **chosen):
    return quality.Options(data=tmp_path, out=tmp_path / "out", **chosen)


def test_a_run_scores_the_rows_and_makes_a_table(tmp_path):
    write(tmp_path, 3)
    results = quality.run([MNLI], engine=Counting().engine, options=options(tmp_path), models="m")
    (line,) = quality.table(results)
    assert (line.ours, line.used, line.total, line.passed) == (1.0, 3, 3, True)


def test_a_limit_states_how_many_of_how_many(tmp_path):
    write(tmp_path, 9)
    chosen = options(tmp_path, limit=4)
    (line,) = quality.table(
        quality.run([MNLI], engine=Counting().engine, options=chosen, models="m")
    )
    assert (line.used, line.total) == (4, 9)


def test_a_stopped_run_loses_no_finished_row(tmp_path):
    write(tmp_path, 100)
    stopped, resumed = Counting(stop=64), Counting()
    with pytest.raises(KeyboardInterrupt):
        quality.run([MNLI], engine=stopped.engine, options=options(tmp_path), models="m")
    chosen = options(tmp_path, resume=True)
    (result,) = quality.run([MNLI], engine=resumed.engine, options=chosen, models="m")
    assert (stopped.pairs, resumed.pairs, len(result.rows)) == (64, 36, 100)
    assert [row.id for row in result.rows] == [f"m{n}" for n in range(100)]


@pytest.mark.parametrize(
    ("resume", "models", "judged"), [(True, "m", 0), (True, "n", 3), (False, "m", 3)]
)
def test_a_finished_set_is_skipped_only_if_asked_and_of_the_same_weights(
    tmp_path, resume, models, judged
):
    write(tmp_path, 3)
    quality.run([MNLI], engine=Counting().engine, options=options(tmp_path), models="m")
    again = Counting()
    chosen = options(tmp_path, resume=resume)
    quality.run([MNLI], engine=again.engine, options=chosen, models=models)
    assert again.pairs == judged


def test_missing_data_is_exit_code_2_and_named(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(quality, "shipped", lambda: Counting().engine)
    assert quality.main(["--data", str(tmp_path), "--sets", "mnli_dev_gold"]) == 2
    assert "nli_mnli_subset.jsonl.gz" in capsys.readouterr().err


def test_the_command_prints_markdown_and_writes_json(tmp_path, capsys, monkeypatch):
    write(tmp_path, 3)
    monkeypatch.setattr(quality, "shipped", lambda: Counting().engine)
    where = ["--data", str(tmp_path), "--out", str(tmp_path / "out")]
    told = ["--sets", "mnli_dev_gold", "--markdown", "--json", str(tmp_path / "figures.json")]
    assert quality.main([*where, *told]) == 0
    assert "| mnli_dev_gold | 3/3 | accuracy, 3-way | 100.0 |" in capsys.readouterr().out
    figures = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
    assert figures["lines"][0]["ours"] == 1.0
