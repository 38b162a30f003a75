"""What people ask of a store: the same answers of all that ship with belie."""

from __future__ import annotations

import runpy
import threading
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import (
    Alert,
    AlertState,
    Claim,
    Conflict,
    ConflictKind,
    Relation,
    Review,
    Role,
    SessionSummary,
    Severity,
    Span,
    Turn,
    TurnReport,
    Verdict,
)
from belie.errors import InputError, StoreError
from belie.storage.memory import MemoryStore
from belie.storage.sql import SqlStore

FULL = runpy.run_path(str(Path(__file__).with_name("old_reports.py")))
DAY = timedelta(days=1)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
KINDS = (ConflictKind.CROSS_TURN, ConflictKind.SAME_TURN)


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def store(request, tmp_path):
    made = {
        "memory": MemoryStore,
        "sqlite": lambda: SqlStore(f"sqlite:///{tmp_path / 'belie.db'}"),
        "postgresql": lambda: SqlStore(request.getfixturevalue("postgres_url")),
    }
    with made[request.param]() as opened:
        yield opened


def said(session, index=0, *, at=NOON, severities=(), kind=ConflictKind.CROSS_TURN):
    """Return a turn with an alert of each of the severities."""
    turn = Turn(session, index, Role.ASSISTANT, "It is so.", at=at)
    alerts = []
    for number, severity in enumerate(severities):
        claims = [Claim(f"{turn.id}#{2 * number + n}", "So.", turn.id, Span(0, 2)) for n in (0, 1)]
        verdict = Verdict(*claims, dict.fromkeys(Relation, 0.25), Relation.CONTRADICTION)
        conflict = Conflict(kind, *claims, verdict)
        alerts.append(Alert(conflict, Span(0, 2), Span(0, 2), Severity(severity), "Clash."))
    return TurnReport(turn, alerts=tuple(alerts))


def fill(store, *reports):
    for report in reports:
        store.append(report)


def names(summaries):
    return [summary.session for summary in summaries]


def ids(stored):
    return [each.alert.id for each in stored]


# the overview


def test_a_summary_counts_turns_and_alerts_and_says_from_when_to_when(store):
    later = NOON + DAY
    fill(store, said("s", 0, severities=["low"]), said("s", 1, at=later, severities=["low"] * 2))

    assert store.overview() == [SessionSummary("s", 2, 3, 3, NOON, later)]


def test_times_are_said_in_utc_whatever_their_zone(store):
    east = NOON.astimezone(timezone(timedelta(hours=5, minutes=30)))
    fill(store, said("s", at=east), said("t", at=NOON.replace(tzinfo=None)))

    assert [summary.last_at.isoformat() for summary in store.overview()] == [NOON.isoformat()] * 2


def test_a_turn_without_a_time_is_as_old_as_it_is_stored(store):
    fill(store, said("old"), said("s", at=None), said("s", 1, at=None))

    newest = store.overview()[0]
    assert newest.session == "s"
    assert NOON < newest.first_at <= newest.last_at
    assert newest.last_at.tzinfo is UTC


def test_the_session_with_the_latest_last_turn_comes_first(store):
    fill(
        store,
        said("a", at=NOON + 2 * DAY),
        said("b", at=NOON),
        said("c", at=NOON + DAY),
        said("b", 1, at=NOON + 3 * DAY),
        said("d", at=NOON + DAY),
    )

    assert names(store.overview()) == ["b", "a", "d", "c"]
    assert names(store.overview(limit=2, offset=1)) == ["a", "d"]
    assert names(store.overview(offset=4)) == []


def test_an_overview_can_be_of_a_range_of_time(store):
    fill(store, *(said(str(day), at=NOON + day * DAY) for day in range(4)))

    since, before = NOON + DAY, (NOON + 3 * DAY).replace(tzinfo=None)
    assert names(store.overview(since=since)) == ["3", "2", "1"]
    assert names(store.overview(before=before)) == ["2", "1", "0"]
    assert names(store.overview(since=since, before=before)) == ["2", "1"]


def test_an_overview_can_be_of_what_has_alerts_or_waits_for_a_person(store):
    reports = [said("none"), *(said(name, severities=["low"] * 2) for name in ("open", "seen"))]
    fill(store, *reports)
    for alert in reports[2].alerts:
        store.review(alert, Review(AlertState.ACKNOWLEDGED))

    assert names(store.overview(with_alerts=True)) == ["seen", "open"]
    assert names(store.overview(to_review=True)) == ["open"]


def test_the_last_review_of_an_alert_says_whether_it_waits(store):
    report = said("s", severities=["low", "high"])
    fill(store, report)
    waiting = []
    for state in ("acknowledged", "false_alarm", "open"):
        store.review(report.alerts[0], Review(AlertState(state)))
        waiting.append(store.overview()[0].to_review)

    assert waiting == [1, 1, 2]


@pytest.mark.parametrize("page", [{"limit": 0}, {"limit": 1001}, {"offset": -1}])
def test_a_page_that_cannot_be_is_refused(store, page):
    with pytest.raises(InputError, match="expected a limit from 1 to 1000"):
        store.overview(**page)


def test_an_empty_store_has_nothing_to_tell(store):
    assert (store.overview(), store.alerts_since(), store.alert_cursor()) == ([], [], 0)


# alerts with a cursor


def test_alerts_come_in_the_order_of_storing_as_they_were_appended(store):
    reports = [*FULL["session"]("a", None), *FULL["session"]("b", None)]
    fill(store, *(reports[place] for place in (2, 0, 1, 3)))

    found = store.alerts_since()
    assert [each.alert for each in found] == [*reports[1].alerts, *reports[3].alerts]
    assert [each.cursor for each in found] == sorted({each.cursor for each in found})
    assert store.alert_cursor() == found[-1].cursor


def test_an_alert_comes_with_its_reviews(store):
    report = said("s", severities=["low", "low"])
    reviews = Review(AlertState.FALSE_ALARM, by="Ann"), Review(AlertState.OPEN, by="Bea")
    fill(store, report)
    for review in reviews:
        store.review(report.alerts[1], review)

    assert [each.alert.reviews for each in store.alerts_since()] == [(), reviews]


def test_who_goes_on_with_the_last_cursor_sees_each_alert_once(store):
    fill(store, *(said("s", index, severities=["low"] * 3) for index in range(3)))
    seen, cursor = [], 0
    while page := store.alerts_since(cursor, limit=2):
        seen += ids(page)
        cursor = page[-1].cursor
    fill(store, said("t", severities=["low"]))

    assert seen == ids(store.alerts_since())[:-1]
    assert ids(store.alerts_since(cursor)) == ["t/0#1 cross_turn t/0#0"]


def test_a_cursor_survives_the_deletion_of_what_it_points_to(store):
    fill(store, said("s", severities=["low"]), said("t", severities=["low"] * 2))
    cursor = store.alert_cursor()
    store.delete("t")
    assert store.alerts_since(cursor) == []
    fill(store, said("u", severities=["low"]))

    assert ids(store.alerts_since(cursor)) == ["u/0#1 cross_turn u/0#0"]


def test_alerts_can_be_of_a_session_a_kind_or_a_severity(store):
    fill(
        store,
        said("a", severities=["low", "medium", "high"]),
        said("b", severities=["high"], kind=ConflictKind.SAME_TURN),
        said("a", 1, severities=["medium"], kind=ConflictKind.REFERENCE),
    )

    def found(**wanted):
        return [each.cursor - first for each in store.alerts_since(**wanted)]

    first = store.alerts_since()[0].cursor
    assert found(session="a") == [0, 1, 2, 4]
    assert found(session="nobody") == []
    assert found(kinds=KINDS) == [0, 1, 2, 3]
    assert found(severity=Severity.MEDIUM) == [1, 2, 3, 4]
    assert found(severity=Severity.HIGH, session="a", kinds=KINDS, limit=1) == [2]
    assert found(cursor=first + 1, session="a", severity=Severity.HIGH) == [2]


def test_a_reader_with_a_cursor_misses_nothing_of_many_writers(store):
    """Also where a writer that began earlier ends later."""
    writers, turns = "abcd", 6
    done = threading.Event()
    seen = []

    def write(session):
        fill(store, *(said(session, index, severities=["low"] * 2) for index in range(turns)))

    def read():
        cursor, last = 0, False
        while not last:
            last = done.wait(0.02)  # leaves the interpreter to the writers
            for each in store.alerts_since(cursor):
                seen.append(each.alert.id)
                cursor = each.cursor

    reader = threading.Thread(target=read)
    threads = [threading.Thread(target=write, args=name) for name in writers]
    for thread in (reader, *threads):
        thread.start()
    for thread in threads:
        thread.join()
    done.set()
    reader.join()

    assert len(seen) == len(writers) * turns * 2
    assert seen == ids(store.alerts_since(limit=1000))


# retention


def test_sessions_whose_last_turn_is_older_are_forgotten(store):
    fill(
        store,
        said("also old", at=NOON + DAY - timedelta(microseconds=1)),
        said("revived"),
        said("old", severities=["low"]),
        said("on time", at=NOON + DAY),
        said("revived", 1, at=NOON + 2 * DAY),
        said("undated", at=None, severities=["low"]),
    )

    assert store.delete_older(NOON + DAY) == ["old", "also old"]
    assert sorted(store.sessions()) == ["on time", "revived", "undated"]
    assert ids(store.alerts_since()) == ["undated/0#1 cross_turn undated/0#0"]
    assert store.load("old") == []
    assert store.delete_older(NOON + DAY) == []


def test_the_age_of_a_session_is_a_moment_whatever_the_zone(store):
    fill(store, said("s"))
    west = timezone(timedelta(hours=-8))

    assert store.delete_older(NOON.astimezone(west)) == []
    assert store.delete_older((NOON + timedelta(seconds=1)).replace(tzinfo=None)) == ["s"]


def test_a_session_that_was_forgotten_can_begin_again(store):
    fill(store, said("s", severities=["low"]))
    store.delete_older(NOON + DAY)
    fill(store, said("s", at=NOON + DAY))

    assert store.overview() == [SessionSummary("s", 1, 0, 0, NOON + DAY, NOON + DAY)]


@pytest.mark.parametrize("ask", ["overview", "delete_older", "append"])
def test_a_time_that_is_none_in_utc_is_a_store_error(store, ask):
    beyond = datetime.max.replace(tzinfo=timezone(-DAY / 2))
    asked = {
        "overview": lambda: store.overview(since=beyond),
        "delete_older": lambda: store.delete_older(beyond),
        "append": lambda: store.append(said("s", at=beyond)),
    }
    with pytest.raises(StoreError, match="could not"):
        asked[ask]()
    assert store.overview() == []


# all of it at once

any_said = st.tuples(
    st.sampled_from("abc"),
    st.integers(0, 3).map(lambda days: NOON + days * DAY),
    st.lists(st.sampled_from(list(Severity)), max_size=2),
)
any_step = any_said | st.sampled_from(["delete a", "delete b", "older"])


@given(st.lists(any_step, max_size=8))
def test_memory_and_database_always_tell_the_same(steps):
    with MemoryStore() as memory, SqlStore("sqlite://") as database:
        for step in steps:
            for store in (memory, database):
                if step == "older":
                    store.delete_older(NOON + DAY)
                elif isinstance(step, str):
                    store.delete(step[-1])
                else:
                    session, at, severities = step
                    index = len(store.load(session))
                    store.append(said(session, index, at=at, severities=severities))
            assert memory.overview() == database.overview()
            assert memory.overview(with_alerts=True) == database.overview(with_alerts=True)
            assert memory.alerts_since() == database.alerts_since()
            assert memory.alert_cursor() == database.alert_cursor()
