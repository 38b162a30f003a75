from __future__ import annotations

import gzip
import json

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

from benchmarks import asking, quality
from benchmarks.asking import Answers
from benchmarks.scoring import Answer
from benchmarks.sets import SETS

pytestmark = pytest.mark.tree

MNLI = next(spec for spec in SETS if spec.name == "mnli_dev_gold")


def rows(count):
    return [
        {"id": f"m{n}", "premise": f"P{n}.", "hypothesis": "H.", "label": "neutral"}
        | {"split": "dev", "label_kind": "gold"}
        for n in range(count)
    ]


def write(folder, count):
    path = folder / "train" / "nli_mnli_subset.jsonl.gz"
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows(count))


class Counting:
    """Calls every pair neutral and counts them; stops as Ctrl-C does once ``stop`` is met."""

    def __init__(self, *, stop=None, variants=1):
        self.pairs = 0
        self.stop = stop
        self.variants = variants

    def __call__(self, questions):
        for _ in questions:
            if self.pairs == self.stop:
                raise KeyboardInterrupt
            self.pairs += 1
            yield (NEUTRAL,) * self.variants


NEUTRAL = Answer({"entailment": 0.0, "neutral": 1.0, "contradiction": 0.0})


def score(counting, chosen, *, models="m"):
    return quality.run([MNLI], answers=Answers(counting), options=chosen, models=models)


def options(tmp_path, **chosen):
    return quality.Options(data=tmp_path, out=tmp_path / "out", **chosen)


def test_a_run_scores_the_rows_and_makes_a_table(tmp_path):
    write(tmp_path, 3)
    accuracy, calibration = quality.table(score(Counting(), options(tmp_path)))
    assert (accuracy.ours, accuracy.used, accuracy.total, accuracy.passed) == (1.0, 3, 3, True)
    assert (calibration.ours, calibration.passed) == (0.0, True)


def test_a_limit_states_how_many_of_how_many(tmp_path):
    write(tmp_path, 9)
    line, _ = quality.table(score(Counting(), options(tmp_path, limit=4)))
    assert (line.used, line.total) == (4, 9)


def test_a_stopped_run_loses_no_finished_row(tmp_path):
    write(tmp_path, 100)
    stopped, resumed = Counting(stop=64), Counting()
    with pytest.raises(KeyboardInterrupt):
        score(stopped, options(tmp_path))
    (result,) = score(resumed, options(tmp_path, resume=True))
    assert (stopped.pairs, resumed.pairs, len(result.rows)) == (64, 36, 100)
    assert [row.id for row in result.rows] == [f"m{n}" for n in range(100)]


@pytest.mark.parametrize(
    ("resume", "models", "judged"), [(True, "m", 0), (True, "n", 3), (False, "m", 3)]
)
def test_a_finished_set_is_skipped_only_if_asked_and_of_the_same_weights(
    tmp_path, resume, models, judged
):
    write(tmp_path, 3)
    score(Counting(), options(tmp_path))
    again = Counting()
    score(again, options(tmp_path, resume=resume), models=models)
    assert again.pairs == judged


def test_missing_data_is_exit_code_2_and_named(tmp_path, capsys):
    given = ["--data", str(tmp_path), "--sets", "mnli_dev_gold", "--workers", "1"]
    assert quality.main(given) == 2
    assert "nli_mnli_subset.jsonl.gz" in capsys.readouterr().err


def test_the_command_prints_markdown_and_writes_json(tmp_path, capsys, monkeypatch):
    write(tmp_path, 3)
    monkeypatch.setattr(
        asking, "_answer", lambda task: [(NEUTRAL,) * len(task[0]) for _ in task[1]]
    )
    where = ["--data", str(tmp_path), "--out", str(tmp_path / "out"), "--workers", "1"]
    told = ["--sets", "mnli_dev_gold", "--markdown", "--json", str(tmp_path / "figures.json")]
    assert quality.main([*where, *told]) == 0
    assert "| mnli_dev_gold | 3/3 | accuracy, 3-way | 100.0 |" in capsys.readouterr().out
    figures = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
    assert figures["lines"][0]["ours"] == 1.0
