from __future__ import annotations

import random
import runpy
import sqlite3
import subprocess
import sys
import threading
import traceback
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path, PurePosixPath

import pytest
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from belie.datatypes import (
    Alert,
    Claim,
    Conflict,
    ConflictKind,
    Document,
    Passage,
    Relation,
    Role,
    ScoredSpan,
    Severity,
    Span,
    Turn,
    TurnReport,
    Verdict,
)
from belie.errors import ForeignDatabaseError, InputError, StoreError
from belie.storage.rows import SCHEMA_VERSION, tables
from belie.storage.sql import SqlStore

WRITER = Path(__file__).with_name("killed_writer.py")
MADE = runpy.run_path(str(WRITER))
SECRET = "xyzzy-secret"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "belie.db"


def opened(path, **options):
    return SqlStore(f"sqlite:///{path}", **options)


def said(session, index, text="Hello.", **details):
    return TurnReport(Turn(session, index, Role.USER, text, **details))


def made(count):
    return [MADE["make_report"](index) for index in range(count)]


def count(path, table):
    with closing(sqlite3.connect(path)) as database:
        return database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def test_a_reopened_file_holds_the_same_reports(path):
    with opened(path) as store:
        for report in made(3):
            store.append(report)

    with opened(path) as store:
        assert store.load(MADE["SESSION"]) == made(3)
        store.append(MADE["make_report"](3))
        assert store.load(MADE["SESSION"]) == made(4)


def test_a_statement_is_kept_once_however_often_it_is_a_premise(path):
    with opened(path) as store:
        for report in made(3):
            store.append(report)

    assert count(path, "belie_claim") == 3 * MADE["CLAIMS"]
    assert count(path, "belie_passage") == 3


def test_a_passage_of_an_earlier_turn_is_kept_once(path):
    passage = Passage("s/0/d@0-2", "ab", "d", Span(0, 2))
    with opened(path) as store:
        for index in range(2):
            claim = Claim(f"s/{index}#0", "A.", f"s/{index}", Span(0, 1), index)
            verdict = Verdict(passage, claim, {Relation.NEUTRAL: 1.0}, Relation.NEUTRAL)
            store.append(replace(said("s", index), claims=(claim,), verdicts=(verdict,)))

        assert [report.verdicts[0].premise for report in store.load("s")] == [passage, passage]
    assert count(path, "belie_passage") == 1


def test_a_number_the_classifier_did_not_give_stays_away():
    claim = Claim("s/0#0", "A.", "s/0", Span(0, 1))
    verdict = Verdict(claim, claim, {Relation.NEUTRAL: 1.0}, Relation.NEUTRAL)
    with SqlStore("sqlite://") as store:
        store.append(replace(said("s", 0), claims=(claim,), verdicts=(verdict,)))

        assert store.load("s")[0].verdicts[0].probabilities == {Relation.NEUTRAL: 1.0}


def test_words_that_nobody_told_of_are_null_and_none_are_an_empty_list(url):
    claim = Claim("s/0#0", "A.", "s/0", Span(0, 1))
    told = (None, (), (ScoredSpan(Span(0, 1), 0.5),))
    verdicts = tuple(
        Verdict(claim, claim, {Relation.NEUTRAL: 1.0}, Relation.NEUTRAL, ungrounded=words)
        for words in told
    )
    with SqlStore(url) as store:
        store.append(replace(said("s", 0), claims=(claim,), verdicts=verdicts))

        assert [verdict.ungrounded for verdict in store.load("s")[0].verdicts] == [*told]
        with store._engine.connect() as connection:
            nulls = connection.exec_driver_sql(
                "SELECT ungrounded IS NULL FROM belie_verdict ORDER BY number"
            )
            assert [bool(null) for (null,) in nulls] == [True, False, False]


def test_a_time_without_a_zone_is_taken_as_utc():
    with SqlStore("sqlite://") as store:
        store.append(said("s", 0, at=datetime(2026, 1, 2, 3)))  # noqa: DTZ001

        assert store.load("s")[0].turn.at == datetime(2026, 1, 2, 3, tzinfo=UTC)
        assert store.load("s")[0].turn.at.tzinfo is UTC


def test_metadata_that_json_does_not_know_is_kept_as_words():
    nested = []
    nested.append(nested)
    given = {"path": PurePosixPath("a/b"), "pages": (1, 2), 3: float("nan"), "cycle": nested}
    with SqlStore("sqlite://") as store:
        store.append(said("s", 0, documents=(Document("d", "", given),)))
        kept = store.load("s")[0].turn.documents[0].metadata

    assert {key: kept[key] for key in ("path", "pages", "3")} == {
        "path": "a/b",
        "pages": [1, 2],
        "3": "nan",
    }
    assert "[...]" in str(kept["cycle"])


def broken_at_the_last_row(index):
    """Return a report whose alert, written last, no database can hold."""
    report = MADE["make_report"](index)
    alert = replace(report.alerts[0], claim_span=Span(0, 2**70))
    return replace(report, alerts=(alert,))


def test_a_report_that_fails_at_its_last_row_leaves_no_trace(path):
    with opened(path) as store:
        with pytest.raises(StoreError, match="could not append turn 0"):
            store.append(broken_at_the_last_row(0))

        assert list(store.sessions()) == []
        store.append(MADE["make_report"](0))
        with pytest.raises(StoreError, match="could not append turn 1"):
            store.append(broken_at_the_last_row(1))
        assert store.load(MADE["SESSION"]) == made(1)
    assert count(path, "belie_claim") == MADE["CLAIMS"]


def test_of_two_writers_on_one_file_the_second_is_told_what_was_expected(path):
    with opened(path) as winner, opened(path) as loser:
        winner.append(said("s", 0, "First."))

        with pytest.raises(StoreError, match="expected turn 1 of session 's', got 0"):
            loser.append(said("s", 0, "Second."))
        assert loser.load("s") == [said("s", 0, "First.")]


def test_a_file_locked_for_too_long_is_a_store_error(path):
    with opened(path, timeout=0.05) as store, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")

        with pytest.raises(StoreError, match=r"could not append turn 0 of 's'.*locked"):
            store.append(said("s", 0))


def test_who_reads_while_another_writes_sees_whole_turns_only(path):
    with opened(path) as writer, opened(path) as reader:
        reports = made(12)
        thread = threading.Thread(target=lambda: [writer.append(report) for report in reports])
        thread.start()
        while thread.is_alive():
            seen = reader.load(MADE["SESSION"])
            assert seen == reports[: len(seen)]
        thread.join()

        assert reader.load(MADE["SESSION"]) == reports


def test_errors_carry_no_word_of_the_conversation(path):
    after_all_time = datetime.max.replace(tzinfo=timezone(timedelta(hours=-1)))
    with opened(path) as store, pytest.raises(StoreError, match="could not append") as caught:
        store.append(said("s", 0, SECRET, at=after_all_time))

    assert SECRET not in f"{caught.value} {caught.value.__cause__}"


def test_a_closed_store_says_so(path):
    store = opened(path)
    store.close()
    store.close()

    with pytest.raises(StoreError, match="the store is closed"):
        store.load("s")


def test_a_relative_path_stays_where_it_was(tmp_path, monkeypatch):
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    with SqlStore("sqlite:///belie.db", timeout=1) as store:
        store._engine.dispose()
        monkeypatch.chdir(tmp_path / "elsewhere")
        store.append(said("s", 0))

    assert list((tmp_path / "elsewhere").iterdir()) == []
    monkeypatch.chdir(tmp_path)
    with SqlStore("sqlite:///belie.db") as store:
        assert store.load("s") == [said("s", 0)]


def test_the_file_is_tuned_for_readers_beside_a_writer(path):
    with opened(path) as store:
        store.append(said("s", 0))
        with closing(store._engine.raw_connection()) as pooled:
            ask = pooled.driver_connection.execute
            names = ("journal_mode", "foreign_keys", "secure_delete", "busy_timeout")
            values = [ask(f"PRAGMA {name}").fetchone()[0] for name in names]

    assert values == ["wal", 1, 1, 30_000]


# --- databases that are not ours


def theirs(path, *statements):
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for statement in statements:
            database.execute(statement)


def left_by_a_crash(path, *statements):
    lines = [f"connection.execute({statement!r})" for statement in statements]
    script = "; ".join(
        [
            "import os, sqlite3",
            f"connection = sqlite3.connect({str(path)!r}, isolation_level=None)",
            *lines,
            "os._exit(0)",
        ]
    )
    subprocess.run([sys.executable, "-c", script], check=True)


ROWS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i + 1 FROM n WHERE i < 900) "
FOREIGN = {
    "a file of words": lambda path: path.write_bytes(b"Dear diary,\n" * 500),
    "a very short file": lambda path: path.write_bytes(b"hi"),
    "a table": lambda path: theirs(path, "CREATE TABLE theirs (x)"),
    "a table that mimics ours": lambda path: theirs(path, "CREATE TABLE belie_turn (x)"),
    "a view": lambda path: theirs(path, "CREATE VIEW theirs AS SELECT 1"),
    "a newer version": lambda path: theirs(
        path, "CREATE TABLE belie_meta (version)", "INSERT INTO belie_meta VALUES (99)"
    ),
    "an older version": lambda path: theirs(
        path, "CREATE TABLE belie_meta (version)", "INSERT INTO belie_meta VALUES (1)"
    ),
    "no version": lambda path: theirs(path, "CREATE TABLE belie_meta (version)"),
    "a log not yet in the file": lambda path: left_by_a_crash(
        path, "PRAGMA journal_mode=WAL", "CREATE TABLE theirs (x)"
    ),
    "a half done write": lambda path: left_by_a_crash(
        path,
        "CREATE TABLE theirs (x)",
        f"INSERT INTO theirs {ROWS} SELECT hex(zeroblob(300)) FROM n",
        "PRAGMA cache_size=2",
        "BEGIN IMMEDIATE",
        "UPDATE theirs SET x = 'z' || x",
    ),
}


def contents(folder):
    """Return the bytes of each file but SQLite's shared memory, which is no data."""
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.suffix != ".db-shm"}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_foreign_database_is_refused_and_left_as_it_was(path, kind):
    FOREIGN[kind](path)
    before = contents(path.parent)

    with pytest.raises(ForeignDatabaseError, match=r"belie\.db"):
        opened(path)
    assert contents(path.parent) == before


@pytest.mark.parametrize(
    ("change", "advice"),
    [
        (-1, "an older belie made them; run: belie sessions upgrade --store sqlite:///"),
        (-3, "give it a new database"),
        (1, "upgrade belie, or give it a new database"),
    ],
)
def test_a_database_of_another_version_says_what_to_do_and_keeps_its_sessions(path, change, advice):
    with opened(path) as store:
        store.append(said("s", 0))
    theirs(path, f"UPDATE belie_meta SET version = version + {change}")
    got = SCHEMA_VERSION + change

    expected = f"expected tables of version {SCHEMA_VERSION} at .*, got {got}; {advice}"
    with pytest.raises(ForeignDatabaseError, match=expected):
        opened(path)
    assert count(path, "belie_turn") == 1


def test_an_empty_file_is_taken(path):
    path.touch()
    with opened(path) as store:
        store.append(said("s", 0))

    assert path.stat().st_size > 0


def test_two_stores_may_make_the_same_new_file_at_once(path):
    made_by, failed = [], []

    def make():
        try:
            made_by.append(opened(path))
        except StoreError as error:
            failed.append(error)

    threads = [threading.Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for store in made_by:
        store.close()

    assert not failed
    assert count(path, "belie_meta") == 1


def test_a_store_waits_for_another_that_makes_the_same_new_file(path):
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        free = threading.Timer(0.3, other.execute, ["COMMIT"])
        free.start()
        opened(path).close()
        free.join()
    assert count(path, "belie_meta") == 1


def test_a_store_does_not_wait_for_ever_for_another_that_makes_the_same_new_file(path):
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="database is locked"):
            opened(path, timeout=0.1)


def test_a_folder_that_is_not_there_is_a_store_error(path):
    with pytest.raises(StoreError, match=r"could not open sqlite:///.*nowhere"):
        opened(path.parent / "nowhere" / "belie.db")


@pytest.mark.parametrize(
    "url",
    [
        "belie.db",
        "",
        "sqlite:///file:belie.db?uri=true",
        "fantasy://host/name",
        "postgresql://me@host:port/name",
    ],
)
def test_a_url_that_cannot_be_used_is_an_input_error(url):
    with pytest.raises(InputError, match="expected a"):
        SqlStore(url)


def test_a_password_is_not_shown():
    with pytest.raises((StoreError, InputError)) as caught:
        SqlStore(f"postgresql+psycopg://me:{SECRET}@127.0.0.1:1/none")

    assert SECRET not in str(caught.value)


def test_a_password_that_is_taken_for_a_port_is_not_shown():
    with pytest.raises(InputError) as caught:
        SqlStore(f"postgresql+psycopg://me:an@sign:{SECRET}@127.0.0.1/none")

    assert SECRET not in "".join(traceback.format_exception(caught.value))


def test_the_tables_can_be_made_on_postgresql():
    dialect = postgresql.dialect()
    text = "".join(
        str(CreateTable(each).compile(dialect=dialect)) for each in tables().sorted_tables
    )

    assert {each.name.split("_")[0] for each in tables().sorted_tables} == {"belie"}
    assert "metadata JSONB" in text
    assert "at TIMESTAMP WITH TIME ZONE" in text
    assert "key BIGSERIAL" in text


# --- deletion


def wordy(name, index, chance):
    """Return a report with ``name`` in every text there is, of very different lengths."""
    text = f"{name} "
    document = Document(f"{name}doc", text * chance.randint(1, 900), {name: name})
    turn = Turn(name, index, Role.USER, text * chance.randint(1, 400), (document,), name)
    passage = Passage(f"{turn.id}/{name}@0-1", text * chance.randint(1, 300), name, Span(0, 1))
    claims = tuple(
        Claim(
            f"{turn.id}#{n}",
            text * chance.randint(1, 20),
            turn.id,
            Span(0, 1),
            index,
            reported_by=name,
            as_of=name,
        )
        for n in range(chance.randint(1, 12))
    )
    numbers = dict.fromkeys(Relation, 0.25)
    verdicts = tuple(Verdict(passage, c, numbers, Relation.NEUTRAL, model=name) for c in claims)
    conflict = Conflict(ConflictKind.REFERENCE, passage, claims[0], verdicts[0], (name,))
    alert = Alert(conflict, Span(0, 1), Span(0, 1), Severity.LOW, name, name)
    return TurnReport(turn, claims, verdicts, (conflict,), (alert,), (name,), timings={name: 1.0})


def test_no_byte_of_a_deleted_session_is_left_on_disk(path):
    chance = random.Random(28)  # pages split so that secure_delete alone leaves three copies
    names = [f"{chance.choice((SECRET, 'public'))}{chance.random()}" for _ in range(40)]
    done = dict.fromkeys(names, 0)
    with opened(path) as store:
        for name in chance.choices(names, k=80):
            store.append(wordy(name, done[name], chance))
            done[name] += 1
        assert any(SECRET.encode() in data for data in contents(path.parent).values())
        for name in names:
            if name.startswith(SECRET):
                store.delete(name)

        assert not any(SECRET.encode() in data for data in contents(path.parent).values())
        assert all(name.startswith("public") for name in store.sessions())
        assert list(store.sessions())
    assert count(path, "belie_alert") == sum(n for name, n in done.items() if name[0] == "p")


# --- sudden death


def test_a_writer_killed_at_random_moments_leaves_whole_turns_only(tmp_path):
    files = 5
    subprocess.run(
        [sys.executable, str(WRITER), str(tmp_path), "25", str(files)], check=True, timeout=120
    )

    lengths = []
    for number in range(files):
        with opened(tmp_path / f"{number}.db") as store:
            reports = store.load(MADE["SESSION"])
            store.append(MADE["make_report"](len(reports)))
        assert reports == made(len(reports))
        lengths.append(len(reports))
    assert sum(lengths) > 0
