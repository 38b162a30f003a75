from __future__ import annotations

import runpy
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect

from belie.datatypes import Review
from belie.errors import ForeignDatabaseError, StoreError
from belie.storage.migrations import STEPS
from belie.storage.rows import SCHEMA_VERSION, tables
from belie.storage.sql import SqlStore
from belie.storage.upgrading import Upgrade, upgrade_database

HERE = Path(__file__).parent
OLD = runpy.run_path(str(HERE / "old_reports.py"))
VERSIONS = sorted(OLD["REPORTS"])


def run_script(url, script):
    """Run the statements of a file; keys count on from those that it gives."""
    engine = create_engine(url)
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.connection.driver_connection.executescript(script)
        else:
            connection.exec_driver_sql("SET LOCAL TIME ZONE 'UTC'")
            connection.exec_driver_sql(script.replace("%", "%%"))
            for table in inspect(connection).get_table_names():
                if "key" in {each["name"] for each in inspect(connection).get_columns(table)}:
                    connection.exec_driver_sql(
                        f"SELECT setval(pg_get_serial_sequence('{table}', 'key'), "
                        f"(SELECT coalesce(max(key), 0) + 1 FROM {table}), false)"
                    )
    engine.dispose()


def make_old(url, version):
    kind = "sqlite" if url.startswith("sqlite") else "postgresql"
    for name in (f"v{version}.{kind}.sql", f"v{version}.rows.sql"):
        run_script(url, (HERE / "schemas" / name).read_text("utf-8"))


@contextmanager
def connected(url):
    engine = create_engine(url)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def schema(url):
    """Return all that an inspector sees, in no order."""
    with connected(url) as connection:
        seen = inspect(connection)
        return {
            table: {
                "columns": as_set(seen.get_columns(table)),
                "key": as_set([seen.get_pk_constraint(table)]),
                "references": as_set(seen.get_foreign_keys(table)),
                "unique": as_set(seen.get_unique_constraints(table)),
                "indices": as_set(seen.get_indexes(table)),
                "checks": as_set(seen.get_check_constraints(table)),
            }
            for table in seen.get_table_names()
        }


def as_set(parts):
    return {tuple(sorted((key, repr(value)) for key, value in part.items())) for part in parts}


def everything(url):
    """Return each row of each table, as the driver gives it."""
    with connected(url) as connection:
        return {
            table: sorted(map(repr, connection.exec_driver_sql(f"SELECT * FROM {table}")))
            for table in inspect(connection).get_table_names()
        }


def kept(store, version):
    """Return what the store holds of what an older belie kept there, and what that was."""
    reports = OLD["REPORTS"][version]
    for alert, review in OLD["REVIEWS"] if 3 <= version else ():
        reports = [report.reviewed(alert.id, review) or report for report in reports]
    names = list(dict.fromkeys(report.turn.session for report in reports))
    return [report for name in names for report in store.load(name)], reports


def test_every_version_that_was_handed_out_can_be_upgraded():
    assert sorted(STEPS) == VERSIONS
    assert {step.to for step in STEPS.values()} <= {*STEPS, SCHEMA_VERSION}


@pytest.mark.parametrize("version", VERSIONS)
def test_an_upgraded_database_holds_what_it_held(url, version):
    make_old(url, version)

    assert upgrade_database(url) == Upgrade(version, SCHEMA_VERSION)
    with SqlStore(url) as store:
        found, expected = kept(store, version)
        assert found == expected
        assert [report.timings for report in found] == [report.timings for report in expected]


@pytest.mark.parametrize("version", VERSIONS)
def test_an_upgraded_database_has_the_tables_of_a_new_one(url, version):
    make_old(url, version)
    upgrade_database(url)
    upgraded = schema(url)
    with connected(url) as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )
        assert compare_metadata(context, tables()) == []
        tables().drop_all(connection)
        connection.commit()
    SqlStore(url).close()

    assert upgraded == schema(url)
    assert any(parts["checks"] for parts in upgraded.values())


@pytest.mark.parametrize("version", VERSIONS)
def test_an_upgraded_database_goes_on(url, version):
    make_old(url, version)
    upgrade_database(url)
    with SqlStore(url) as store:
        last = store.alert_cursor()
        found, _ = kept(store, version)
        alert = found[1].alerts[0]
        store.review(alert, Review("open", by="Bea"))
        store.delete("t")
        for report in OLD["session"]("t", None):
            store.append(report)

        assert store.load("s 1/0#0")[1].alerts[0].reviews[-1].by == "Bea"
        assert store.load("t") == OLD["session"]("t", None)
        new = store.alerts_since(last)
        assert [each.alert for each in new] == list(store.load("t")[1].alerts)


def test_sessions_take_their_times_from_their_turns_or_from_the_upgrade(url):
    make_old(url, 1)
    upgrade_database(url)
    with SqlStore(url) as store:
        timed, untimed = sorted(store.overview(), key=lambda summary: summary.session)

    assert (timed.session, timed.first_at, timed.last_at) == ("s 1/0#0", OLD["SAID"], OLD["SAID"])
    assert untimed.session == "t"
    assert OLD["SAID"] < untimed.first_at == untimed.last_at
    assert (timed.turns, timed.alerts, timed.to_review) == (2, 3, 3)


@pytest.mark.parametrize("version", VERSIONS)
def test_opening_never_upgrades_and_names_the_command_that_does(url, version):
    make_old(url, version)
    before = everything(url)

    expected = rf"got {version}; an older belie made them; run: belie sessions upgrade --store \w+"
    with pytest.raises(ForeignDatabaseError, match=expected):
        SqlStore(url)
    assert everything(url) == before


def test_an_upgrade_of_a_current_database_does_nothing(url):
    SqlStore(url).close()
    before = everything(url)

    assert upgrade_database(url) == Upgrade(SCHEMA_VERSION, SCHEMA_VERSION)
    assert everything(url) == before


@pytest.mark.parametrize("version", VERSIONS)
def test_an_upgrade_that_fails_half_way_leaves_the_database_as_it_was(url, version):
    make_old(url, version)
    # The last step adds a column of this name, after it changed another table.
    run_script(url, "ALTER TABLE belie_verdict ADD COLUMN ungrounded INTEGER;")
    before = everything(url), schema(url)

    with pytest.raises(StoreError, match=r"could not upgrade .*ungrounded"):
        upgrade_database(url)
    assert (everything(url), schema(url)) == before
    run_script(url, "ALTER TABLE belie_verdict DROP COLUMN ungrounded;")
    assert upgrade_database(url) == Upgrade(version, SCHEMA_VERSION)


def test_a_row_that_lost_what_it_refers_to_stops_the_upgrade(tmp_path):
    url = f"sqlite:///{tmp_path / 'belie.db'}"
    make_old(url, 3)
    run_script(url, "PRAGMA foreign_keys=OFF; DELETE FROM belie_passage;")
    before = everything(url)

    with pytest.raises(StoreError, match="expected whole references"):
        upgrade_database(url)
    assert everything(url) == before


FOREIGN = {
    "a table": "CREATE TABLE theirs (x integer);",
    "a newer version": "CREATE TABLE belie_meta (version integer);"
    "INSERT INTO belie_meta VALUES (99);",
    "a version that never landed": "CREATE TABLE belie_meta (version integer);"
    "INSERT INTO belie_meta VALUES (2);",
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_foreign_database_is_not_upgraded(url, kind):
    run_script(url, FOREIGN[kind])
    before = everything(url), schema(url)

    with pytest.raises(ForeignDatabaseError):
        upgrade_database(url)
    assert (everything(url), schema(url)) == before


def test_a_foreign_file_is_left_byte_for_byte(tmp_path):
    path = tmp_path / "theirs.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE theirs (x)")
    before = path.read_bytes()

    with pytest.raises(ForeignDatabaseError):
        upgrade_database(f"sqlite:///{path}")
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_where_there_is_no_database_none_is_made_by_an_upgrade(url, tmp_path):
    with pytest.raises(StoreError, match=r"expected a database with sessions of belie at .*none"):
        upgrade_database(url)
    assert list(tmp_path.iterdir()) == []
