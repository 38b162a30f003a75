"""Audits on Ray: as few runs as will do, for each takes seconds to begin."""

from __future__ import annotations

import pickle
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from audit_parts import (
    archive,
    conversation,
    make_broken,
    make_dying,
    make_idle,
    make_negative,
    make_scripted,
)

from belie.adapters.ray import cores_of_each, map_on_ray
from belie.auditing import Recipe, audit_each
from belie.auditing.serving import Actor
from belie.errors import BelieError, InputError, ModelError, TranscriptError
from belie.storage.sql import SqlStore

pytestmark = [
    pytest.mark.extras,
    pytest.mark.ray,
    pytest.mark.filterwarnings(r"ignore::DeprecationWarning:ray\."),  # it warns of its own settings
]

SIZE = 12


@pytest.fixture(scope="module")
def cluster():
    ray = pytest.importorskip("ray", reason="needs belie[ray]")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("RAY_USAGE_STATS_ENABLED", "0")
        ray.init(
            address="local",
            num_cpus=2,
            include_dashboard=False,
            log_to_driver=False,
            logging_level="ERROR",
            runtime_env={"env_vars": {"PYTHONPATH": str(Path(__file__).parent)}},
        )
        yield
        ray.shutdown()


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'audit.db'}"


def audits(conversations, *, store=None, make=make_scripted, engine="ray", on_turn=lambda: None):
    workers = 2 if engine == "ray" else 1
    recipe = Recipe(store, make)
    return audit_each(conversations, recipe=recipe, workers=workers, engine=engine, on_turn=on_turn)


def untimed(found):
    return [
        replace(one, reports=tuple(replace(report, timings={}) for report in one.reports))
        for one in found
    ]


def test_ray_is_started_where_there_is_none_and_ended_though_its_processes_die(monkeypatch):
    ray = pytest.importorskip("ray", reason="needs belie[ray]")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    with pytest.raises(BelieError, match="expected actors that load the models, got such"):
        list(audits(archive(1), make=make_dying))
    assert not ray.is_initialized()


@pytest.mark.usefixtures("cluster")
def test_ray_finds_what_one_process_finds_and_loses_only_what_kills():
    broken = TranscriptError("oops", source="chats.jsonl", line=99)
    bug = conversation("bug", "Hello.", "It is a BUG.", source="b.jsonl", line=5)
    deadly = conversation("deadly", "Hello.", "It does KILL.", source="d.jsonl", line=7)
    given = [*archive(SIZE), broken, bug, InputError("no file"), *archive(1)]
    told = []
    found = list(audits([*given, deadly], on_turn=lambda: told.append(1)))
    assert untimed(found[:-1]) == untimed(audits(given, engine="local"))
    assert len(told) == sum(len(one.reports) for one in found) == 4 * (SIZE + 1) + 1
    assert [one.problem for one in found if one.problem] == [
        "chats.jsonl:99: oops",
        "b.jsonl:5: turn 1 could not be audited: RuntimeError",
        "no file",
        "d.jsonl:7: not audited: the process that did it died again and again",
    ]


@pytest.mark.usefixtures("cluster")
def test_an_audit_that_was_stopped_is_finished_by_ray_or_by_one_process(url):
    expected = untimed(audits(archive(SIZE), engine="local"))
    stopped = audits(archive(SIZE), store=url)
    assert untimed([next(stopped)]) == expected[:1]
    stopped.close()
    assert untimed(audits(archive(SIZE), store=url)) == expected
    assert untimed(audits(archive(SIZE), store=url, make=make_idle, engine="local")) == expected
    with closing(SqlStore(url)) as store:
        assert sorted(store.sessions()) == sorted(one.session for one in archive(SIZE))


def test_what_no_actor_can_do_without_is_told_as_an_error_that_any_pickle_carries():
    actor = Actor(Recipe(None, make_broken))
    (one,) = archive(1)
    failed = pickle.loads(pickle.dumps(actor(one)))
    with pytest.raises(ModelError, match="expected weights, got none"):
        raise failed.error()


@pytest.mark.usefixtures("cluster")
def test_nothing_to_audit_starts_no_actor():
    assert list(map_on_ray([], make_broken, lose=make_broken, workers=2)) == []


@pytest.mark.usefixtures("cluster")
def test_more_items_than_are_read_ahead_come_in_order_and_are_not_read_at_once():
    read = []
    items = (read.append(number) or number for number in range(900))
    results = map_on_ray(items, make_negative, lose=make_negative, workers=2)
    assert next(results) == 0
    assert len(read) == 2 * 400
    assert list(results) == [-number for number in range(1, 900)]


@pytest.mark.usefixtures("cluster")
def test_more_workers_than_cores_are_refused():
    with pytest.raises(InputError, match="expected no more workers than the cluster's cores, 2"):
        list(audit_each(archive(1), recipe=Recipe(), workers=3, engine="ray"))


@pytest.mark.parametrize(
    ("workers", "nodes", "cores"),
    [(1, [2], 2), (2, [2], 1), (3, [16], 5), (4, [8, 8], 4), (3, [8, 4], 4), (3, [9, 2], 3)],
)
def test_cores_are_dealt_out_evenly_and_a_worker_stays_on_one_machine(workers, nodes, cores):
    assert cores_of_each(workers, nodes) == cores
