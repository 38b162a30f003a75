from __future__ import annotations

import gzip
import json
from dataclasses import replace

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

from benchmarks import asking, quality, quality_runs
from benchmarks.asking import Answers
from benchmarks.scoring import Answer
from benchmarks.sets import SETS
from benchmarks.spent import Spent
from benchmarks.verifiers_compared import SHIPPED, Choice

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
    return quality_runs.run([MNLI], answers=Answers(counting), options=chosen, models=models)


def options(tmp_path, **chosen):
    return quality_runs.Options(data=tmp_path, out=tmp_path / "out", **chosen)


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


Q2 = next(spec for spec in SETS if spec.name == "true_q2")
SCALE = Choice("scale")


def write_responses(folder):
    rows = [
        {"id": f"q{n}", "response": f"R{n}.", "document": "D.", "label": label, "split": "test"}
        for n, label in enumerate(("consistent", "inconsistent"))
    ]
    for name, lines in (("true_q2", rows), ("true_peer_scores", [])):
        path = folder / "eval" / f"{name}.jsonl.gz"
        path.parent.mkdir(parents=True, exist_ok=True)
        with gzip.open(path, "wt", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in lines)


@pytest.fixture
def judged(monkeypatch):
    """Which verifier was asked which question: what ships tells responses apart, others do not."""
    asked = []

    def answer(task):
        (variant,), questions = task
        asked.extend((variant.verifier.text, question) for question in questions)
        return [(answer_of(variant.verifier, question),) for question in questions]

    monkeypatch.setattr(asking, "_answer", answer)
    return asked


def answer_of(verifier, question):
    if question in pairs():
        return NEUTRAL
    supported = 1.0 if getattr(question, "response", "") == "R0." else 0.0
    scores = {"consistency": supported if verifier.is_local else 0.5, "floor": 0.5}
    return Answer(scores, spent=Spent(2, 1, calls=int(not verifier.is_local), input_tokens=1500))


def pairs():
    return [replace(MNLI.build(row), id="", gold=()) for row in rows(9)]


def compare(tmp_path, *verifiers, **chosen):
    write(tmp_path, 3)
    write_responses(tmp_path)
    return quality_runs.compare([MNLI, Q2], verifiers, options=options(tmp_path, **chosen))


def test_each_verifier_judges_the_same_responses_and_pairs_are_judged_once(tmp_path, judged):
    local, scale = compare(tmp_path, SHIPPED, SCALE)
    assert [name for name, _ in judged] == ["local"] * 5 + ["scale"] * 2
    assert [question for _, question in judged[3:5]] == [question for _, question in judged[5:]]
    assert local.results[0] == scale.results[0]
    assert [len(result.rows) for result in scale.results] == [3, 2]
    assert (local.spent, scale.spent) == (
        Spent(4, 2, calls=0, input_tokens=3000),
        Spent(4, 2, calls=2, input_tokens=3000),
    )


@pytest.mark.parametrize("verifiers", [(SHIPPED, SCALE), (SCALE, SHIPPED)])
def test_only_what_ships_has_a_figure_for_pairs(tmp_path, judged, verifiers):
    columns = compare(tmp_path, *verifiers)
    lines = {column.verifier: quality.table(column.results, column.verifier) for column in columns}
    assert [line.ours for line in lines[SHIPPED]] == [1.0, 0.0, 1.0]
    assert [line.ours for line in lines[SCALE]] == [None, None, 0.5]
    for ours, theirs in zip(lines[SHIPPED], lines[SCALE], strict=True):
        assert (ours.used, ours.total, ours.floor, ours.must) == (
            theirs.used,
            theirs.total,
            theirs.floor,
            theirs.must,
        )
    assert len(judged) == 7


def test_rows_of_one_verifier_are_not_taken_over_for_another(tmp_path, judged):
    compare(tmp_path, SHIPPED)
    compare(tmp_path, SCALE, resume=True)
    assert [name for name, _ in judged[5:]] == ["scale"] * 2
    compare(tmp_path, SHIPPED, SCALE, resume=True)
    compare(tmp_path, Choice("cascade", "a:b"), resume=True)
    compare(tmp_path, Choice("cascade", "a:c"), resume=True)
    assert [name for name, _ in judged[7:]] == ["cascade by a:b"] * 2 + ["cascade by a:c"] * 2


def command(tmp_path, *more):
    write(tmp_path, 3)
    write_responses(tmp_path)
    where = ["--data", str(tmp_path), "--out", str(tmp_path / "out"), "--workers", "1"]
    sets = ["--sets", "mnli_dev_gold", "true_q2", "--json", str(tmp_path / "figures.json")]
    return quality.main([*where, *sets, *more])


def figures(tmp_path):
    return json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))


def test_verifiers_stand_beside_each_other_in_one_table(tmp_path, capsys, judged):
    assert command(tmp_path, "--verifier", "local", "--verifier", "scale", "--markdown") == 0
    heading, _, titles, _, accuracy, _, auc, _, spent, *_ = capsys.readouterr().out.splitlines()
    assert heading.endswith("all rows, verifiers: local, scale")
    assert titles.startswith("| set | rows | metric | local | 95 % | scale | must | aim |")
    assert accuracy.startswith("| mnli_dev_gold | 3/3 | accuracy, 3-way | 100.0 | 100.0 to 100.0 |")
    assert " | - | >= 76.0 met | " in accuracy
    assert " | 50.0 |  |  | 50.0 | " in auc
    assert spent == (
        "scale: 2 of 4 verdicts by the chat model, 2 calls, 3,000 tokens in, 0 tokens out"
    )
    (beside,) = figures(tmp_path)["beside"]
    assert (beside["name"], [line["ours"] for line in beside["lines"]]) == (
        "scale",
        [None] * 2 + [0.5],
    )
    assert len(judged) == 7


def test_bars_are_checked_against_the_first(tmp_path, capsys, judged):
    assert command(tmp_path, "--verifier", "scale", "--verifier", "local", "--markdown") == 0
    accuracy = capsys.readouterr().out.splitlines()[4]
    assert accuracy.startswith(
        "| mnli_dev_gold | 3/3 | accuracy, 3-way | - | - | 100.0 | >= 76.0 |"
    )
    assert len(judged) == 7


def test_naming_what_ships_changes_nothing(tmp_path, capsys, judged):
    said = []
    for more in ([], ["--verifier", "local"]):
        assert command(tmp_path, *more) == 0
        said.append((capsys.readouterr().out.splitlines()[:-1], figures(tmp_path)))
    assert said[0] == said[1]
    assert list(said[0][1]) == ["run", "lines"]
    assert len(judged) == 10


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--verifier", "scales"], "got scales"),
        (["--verifier", "cascade"], "--model provider:name"),
        (["--verifier", "scale", "--ablations"], "without --ablations"),
    ],
)
def test_a_verifier_that_cannot_be_compared_is_exit_code_2(tmp_path, capsys, judged, given, told):
    assert command(tmp_path, *given) == 2
    assert told in capsys.readouterr().err
    assert not judged
