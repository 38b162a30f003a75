from __future__ import annotations

import json
import runpy
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import create_engine, insert

from belie.errors import StoreError
from belie.storage.rows import SCHEMA_VERSION, MetaRow, tables
from belie.storage.sql import SqlStore

WRITERS = Path(__file__).with_name("racing_writers.py")
make_report = runpy.run_path(str(WRITERS))["make_report"]
NAMES, TURNS = ("w0", "w1", "w2"), 4


def texts(store, session):
    reports = store.load(session)
    assert [report.turn.index for report in reports] == list(range(len(reports)))
    assert all(
        report == make_report(session, report.turn.index, report.turn.text) for report in reports
    )
    return [report.turn.text for report in reports]


def test_processes_on_one_database_keep_the_order_of_each_session(url):
    command = [sys.executable, str(WRITERS), url, str(len(NAMES)), str(TURNS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    won = json.loads(done.stdout)
    written = [f"{name} {number}" for name in NAMES for number in range(TURNS)]

    with SqlStore(url) as store:
        # Of all that tried the same turn one won, and that is the one which is there.
        assert [sum(won[name][number] for name in NAMES) for number in range(TURNS)] == [1] * TURNS
        assert texts(store, "raced") == [
            next(f"{name} {number}" for name in NAMES if won[name][number])
            for number in range(TURNS)
        ]
        # Who lost went on after a reload: nothing is lost or twice, and each kept its own order.
        shared = texts(store, "shared")
        assert sorted(shared) == sorted(written)
        for name in NAMES:
            own = [f"{name} {number}" for number in range(TURNS)]
            assert [text for text in shared if text.startswith(name)] == own
            assert texts(store, f"own {name}") == own
        alerts = store.alerts_since(limit=1000)
        assert len(alerts) == len({each.alert.id for each in alerts}) == 2 * len(written) + TURNS


def test_who_opens_a_database_while_another_makes_its_tables_gets_those(postgres_url):
    """On SQLite the second waits before it looks."""
    psycopg = pytest.importorskip("psycopg")
    engine = create_engine(postgres_url)
    opened = []
    thread = threading.Thread(target=lambda: opened.append(SqlStore(postgres_url)))
    with psycopg.connect(postgres_url.replace("+psycopg", ""), autocommit=True) as watcher:
        with engine.begin() as connection:
            tables().create_all(connection)
            connection.execute(insert(MetaRow).values(version=SCHEMA_VERSION))
            thread.start()
            (pid,) = connection.exec_driver_sql("SELECT pg_backend_pid()").one()
            while not waits_for(watcher, pid) and thread.is_alive():
                pass
        thread.join()
    engine.dispose()

    with opened[0] as store:
        store.append(make_report("s", 0, "It is so."))
        assert len(store.load("s")) == 1


def waits_for(watcher, pid):
    query = "SELECT count(*) FROM pg_stat_activity WHERE %s = ANY (pg_blocking_pids(pid))"
    return watcher.execute(query, [pid]).fetchone()[0]


def test_alerts_wait_for_a_writer_whose_alerts_are_not_committed(postgres_url):
    """A cursor would pass by a lower key that is committed later."""
    psycopg = pytest.importorskip("psycopg")
    plain = postgres_url.replace("+psycopg", "")
    impatient = f"{postgres_url}%20-clock_timeout%3D100"
    with SqlStore(impatient) as store, psycopg.connect(plain) as other:
        other.execute("SELECT version FROM belie_meta FOR UPDATE")  # as `append` does

        with pytest.raises(StoreError, match="lock timeout"):
            store.append(make_report("s", 0, "It is so."))
        other.rollback()
        store.append(make_report("s", 0, "It is so."))
        assert len(store.alerts_since()) == 1
