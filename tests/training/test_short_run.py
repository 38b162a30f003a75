"""The rows of a short run: shares of the mixture, by source."""

import random
import sys
import tomllib
from collections import Counter

import pytest

pytest.importorskip("training", reason="needs the source tree")

from training import short_run
from training.mixture import write
from training.rows import ENTAILMENT, NEUTRAL, Row, read_rows
from training.short_run import RUNS, drawn, share

pytestmark = pytest.mark.tree


def rows(source, count, label=NEUTRAL):
    return [
        Row(f"Gate {n} of {source} is old.", f"Gate {n} is red.", label, source, f"g{n}")
        for n in range(count)
    ]


def test_the_longest_name_counts():
    shares = {"contrast:": 0.1, "contrast:chat": 0.2, "": 0.3}
    sources = ("contrast:documents", "contrast:chat_turns", "mnli")
    assert [share(source, shares) for source in sources] == [0.1, 0.2, 0.3]


def test_as_many_rows_are_drawn_of_a_source_as_its_share_says():
    mixture = [*rows("mnli", 1000), *rows("snli", 1000, ENTAILMENT)]
    found = drawn(mixture, {"mnli": 0.5, "": 0}, random.Random(1))
    assert {row.source for row in found} == {"mnli"}
    assert 430 < len(found) < 570


def test_a_pair_that_stands_in_the_mixture_several_times_is_drawn_once():
    found = drawn(rows("mnli", 10) * 4, {"": 1}, random.Random(1))
    assert Counter(row.claim for row in found).most_common(1)[0][1] == 1
    assert len(found) == 10


@pytest.mark.parametrize("path", sorted(RUNS.glob("*.toml")), ids=lambda path: path.stem)
def test_the_shares_of_a_run_are_shares_and_stand_for_every_source(path):
    run = tomllib.loads(path.read_text(encoding="utf-8"))
    assert "" in run["shares"]
    assert all(0 <= one <= 1 for one in run["shares"].values())


def test_the_command_writes_the_rows_of_a_run(tmp_path, monkeypatch):
    (tmp_path / "run.toml").write_text('seed = 1\n[shares]\nmnli = 1\n"" = 0\n')
    write(tmp_path / "mixture.jsonl", [*rows("mnli", 5), *rows("snli", 5)])
    paths = [str(tmp_path / name) for name in ("run.toml", "mixture.jsonl", "out.jsonl")]
    command = ["short_run", paths[0], "--mixture", paths[1], "--output", paths[2]]
    monkeypatch.setattr(sys, "argv", command)
    short_run.main()
    found = Counter(row.source for row in read_rows(tmp_path / "out.jsonl"))
    assert found == {"mnli": 5}
