"""What is asked of a database is answered by its indices."""

from __future__ import annotations

import re
import runpy
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import UniqueConstraint, event

from belie.datatypes import AlertState, ConflictKind, Review, Severity
from belie.storage.rows import tables
from belie.storage.sql import SqlStore

MADE = runpy.run_path(str(Path(__file__).with_name("old_reports.py")))
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
OF_TURNS = {
    f"sqlite_autoindex_belie_{name}_1"  # the unique places
    for name in ("document", "claim", "verdict", "conflict", "change", "alert", "turn")
}
ASKED = {
    "load": (
        lambda store: store.load("s"),
        {"ix_belie_review_turn", "ix_belie_passage_turn", *OF_TURNS},
    ),
    "overview": (lambda store: store.overview(), {"ix_belie_session_last_at"}),
    "overview of a time": (
        lambda store: store.overview(since=NOON, before=NOON, with_alerts=True, to_review=True),
        {"ix_belie_session_last_at", "ix_belie_review_alert"},
    ),
    "alerts": (lambda store: store.alerts_since(1), {"INTEGER PRIMARY KEY"}),
    "alerts of a kind": (
        lambda store: store.alerts_since(1, kinds=[ConflictKind.REFERENCE], severity=Severity.HIGH),
        {"INTEGER PRIMARY KEY"},
    ),
    "alerts of a session": (
        lambda store: store.alerts_since(1, session="s"),
        {"ix_belie_alert_key"},
    ),
    "cursor": (lambda store: store.alert_cursor(), set()),
    "review": (
        lambda store: store.review(
            MADE["session"]("s", NOON)[1].alerts[0], Review(AlertState.OPEN)
        ),
        {"ix_belie_alert_id"},
    ),
    "delete": (lambda store: store.delete("s"), {"sqlite_autoindex_belie_session_1"}),
    "delete older": (lambda store: store.delete_older(NOON), {"ix_belie_session_last_at"}),
}


@pytest.fixture
def store(tmp_path):
    with SqlStore(f"sqlite:///{tmp_path / 'belie.db'}") as opened:
        for report in MADE["session"]("s", NOON):
            opened.append(report)
        yield opened


def plans(store, ask):
    """Return how SQLite goes about each statement of what is asked."""
    found = []

    def note(*given):
        _, cursor, statement, parameters, *_ = given
        if re.match("SELECT|DELETE|UPDATE", statement):
            cursor.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            found.extend(row[-1] for row in cursor.fetchall())

    event.listen(store._engine, "before_cursor_execute", note)
    ask(store)
    event.remove(store._engine, "before_cursor_execute", note)
    return found


@pytest.mark.parametrize("name", ASKED)
def test_no_question_reads_a_whole_table(store, name):
    ask, expected = ASKED[name]
    steps = plans(store, ask)

    whole = [
        step for step in steps if re.match(r"SCAN belie_(?!meta)", step) and "INDEX" not in step
    ]
    assert whole == []
    assert {used for used in expected if not any(used in step for step in steps)} == set()


@pytest.mark.parametrize("name", [name for name in ASKED if name.startswith(("over", "alerts"))])
def test_a_page_is_not_sorted_before_it_is_cut(store, name):
    steps = plans(store, ASKED[name][0])

    assert "B-TREE FOR ORDER BY" not in "".join(steps[:3])


@pytest.mark.parametrize("table", tables().sorted_tables, ids=str)
def test_every_reference_has_an_index_so_that_deleting_is_fast(table):
    unique = [each for each in table.constraints if isinstance(each, UniqueConstraint)]
    indices = [
        [column.name for column in each.columns]
        for each in (table.primary_key, *unique, *table.indexes)
    ]
    for reference in table.foreign_key_constraints:
        names = list(reference.column_keys)
        assert names in [index[: len(names)] for index in indices]
