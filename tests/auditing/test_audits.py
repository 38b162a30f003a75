from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from multiprocessing import active_children
from pathlib import Path

import pytest
from audit_parts import (
    archive,
    conversation,
    make_broken,
    make_dying,
    make_idle,
    make_scripted,
)

from belie.auditing import Recipe, audit, audit_each
from belie.datatypes import Document
from belie.errors import BelieError, InputError, ModelError, StoreError, TranscriptError
from belie.report.audit_summary import AuditSummary
from belie.report.audited import render
from belie.report.jsonl import JsonDocument
from belie.storage.memory import MemoryStore
from belie.storage.sql import SqlStore

CHANGED = (
    "expected the session 'chat-0' to go on as it is in the store, got other turns from turn 1 on; "
    "give another --store, or rename it"
)
SCRIPT = Path(__file__).with_name("killed_audit.py")
POSTGRES = os.environ.get("BELIE_TEST_POSTGRES")


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'audit.db'}"


def run(conversations, *, store=None, make=make_scripted, workers=1):
    return list(audit_each(conversations, recipe=Recipe(store, make), workers=workers))


def as_json(audits):
    """Return the whole JSON but for times."""
    summary = AuditSummary()
    untimed = []
    for audited in audits:
        summary = summary.add(audited)
        reports = tuple(replace(report, timings={}) for report in audited.reports)
        untimed.append(replace(audited, reports=reports))
    return render(JsonDocument(), untimed, summary)


def problems(audits):
    return [audited.problem for audited in audits if audited.problem]


def test_each_conversation_comes_back_with_its_reports_and_its_place():
    found = run(archive(4))
    assert [(one.session, one.line, len(one.reports)) for one in found] == [
        ("chat-0", 1, 4),
        ("chat-1", 2, 4),
        ("chat-2", 3, 4),
        ("chat-3", 4, 4),
    ]
    assert [len(one.alerts) for one in found] == [1, 0, 0, 1]
    assert problems(found) == []


def test_the_result_does_not_depend_on_the_number_of_processes_or_on_the_store(url, tmp_path):
    expected = as_json(run(archive(7)))
    assert as_json(run(archive(7), store=url)) == expected
    other = f"sqlite:///{tmp_path / 'other.db'}"
    assert as_json(run(archive(7), store=other, workers=2)) == expected
    assert as_json(run(archive(7), store=other)) == expected


@pytest.mark.skipif(POSTGRES is None, reason="needs a PostgreSQL server")
def test_sqlite_and_postgresql_give_equal_json(url):
    with closing(SqlStore(POSTGRES)) as store:
        for one in archive(5):
            store.delete(one.session)
    try:
        assert as_json(run(archive(5), store=POSTGRES, workers=2)) == as_json(
            run(archive(5), store=url)
        )
    finally:
        with closing(SqlStore(POSTGRES)) as store:
            for one in archive(5):
                store.delete(one.session)


def test_the_same_conversations_again_are_not_checked_again(url):
    first = run(archive(3), store=url)
    again = run(archive(3), store=url, make=make_idle)
    assert problems(again) == []
    assert as_json(again) == as_json(first)


def test_an_audit_finds_what_was_found_while_the_conversation_went_on():
    (one,) = archive(1)
    live = make_scripted(MemoryStore())
    for turn in one.turns:
        live.observe(turn.text, session=one.session, role=turn.role)
    (audited,) = run([one])
    assert audited.reports == live.session(one.session).reports
    assert len(audited.alerts) == 1


def test_times_and_documents_are_the_same_from_any_store(url):
    east = timezone(timedelta(hours=2))
    (plain,) = archive(1)
    first, *others = plain.turns
    document = Document("d", "It is long.", {"page": 3})
    turn = replace(first, at=datetime(2026, 3, 1, 1, 30, tzinfo=east), documents=(document,))
    given = [replace(plain, turns=(turn, *others))]
    live = run(given)
    assert live[0].reports[0].turn.at.isoformat() == "2026-02-28T23:30:00+00:00"
    assert as_json(run(given, store=url)) == as_json(live)
    assert as_json(run(given, store=url)) == as_json(live)


def test_new_turns_of_a_known_conversation_are_added(url):
    (whole,) = archive(1)
    run([replace(whole, turns=whole.turns[:2])], store=url)
    assert as_json(run([whole], store=url)) == as_json(run([whole]))


def test_a_changed_conversation_is_told_apart_and_the_others_go_on(url):
    first, second = archive(2)
    run([first], store=url)
    changed = conversation("chat-0", first.turns[0].text, "Something else.", line=9)
    found = run([changed, second], store=url)
    assert problems(found) == [f"chats.jsonl:9: {CHANGED}"]
    assert [len(one.reports) for one in found] == [1, 4]
    with closing(SqlStore(url)) as store:
        assert [report.turn.text for report in store.load("chat-0")] == [
            turn.text for turn in first.turns
        ]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_cannot_be_audited_costs_itself_only_and_keeps_its_place(workers):
    error = TranscriptError("oops", source="chats.jsonl", line=2)
    bad = conversation("bad", "Hello.", "It is a BUG.", "Sure?", source="b.jsonl", line=5)
    first, second = archive(2)
    found = run([first, error, bad, InputError("no file"), second], workers=workers)
    assert [one.problem for one in found] == [
        None,
        "chats.jsonl:2: oops",
        "b.jsonl:5: turn 1 could not be audited: RuntimeError",
        "no file",
        None,
    ]
    assert [(one.session, len(one.reports)) for one in found] == [
        ("chat-0", 4),
        ("", 0),
        ("bad", 1),
        ("", 0),
        ("chat-1", 4),
    ]


def test_a_process_that_dies_costs_its_conversation_only(url):
    bad = [
        conversation(f"bad-{at}", "Hello.", "It does KILL.", source="b.jsonl", line=at)
        for at in (5, 6)
    ]
    good = list(archive(6))
    found = run([*good[:3], *bad, *good[3:]], store=url, workers=2)
    assert problems(found) == [
        f"b.jsonl:{line}: not audited: the process that did it was ended by signal 9 (SIGKILL)"
        for line in (5, 6)
    ]
    assert as_json([one for one in found if not one.problem]) == as_json(run(good))
    assert active_children() == []


@pytest.mark.parametrize("workers", [1, 2])
def test_an_audit_without_models_ends_at_once(workers):
    with pytest.raises(ModelError, match="expected weights, got none"):
        run(archive(3), make=make_broken, workers=workers)
    assert active_children() == []


def test_processes_that_cannot_start_are_not_started_for_ever():
    with pytest.raises(BelieError, match="ended with exit code 7; try fewer --workers"):
        run(archive(3), make=make_dying, workers=2)
    assert active_children() == []


@pytest.mark.parametrize("workers", [1, 2])
def test_a_store_that_cannot_be_used_ends_the_audit(tmp_path, workers):
    with pytest.raises(StoreError):
        run(archive(3), store=f"sqlite:///{tmp_path}/none/audit.db", workers=workers)


def test_no_processes_are_refused():
    with pytest.raises(InputError, match="expected workers >= 1, got 0"):
        run(archive(1), workers=0)


@pytest.mark.parametrize(("workers", "most"), [(1, 1), (2, 16)])
def test_no_more_is_read_ahead_than_keeps_the_processes_busy(workers, most):
    read, given, told = 0, 0, []

    def counted():
        nonlocal read
        for read, one in enumerate(archive(30), start=1):  # noqa: B007 - read is counted
            yield one

    audits = audit_each(
        counted(),
        recipe=Recipe(None, make_scripted),
        workers=workers,
        on_turn=lambda: told.append(1),
    )
    for given, _ in enumerate(audits, start=1):
        assert read < given + most
    assert (read, given, len(told)) == (30, 30, 4 * 30)


def test_an_audit_that_is_closed_leaves_no_process():
    audits = audit_each(archive(40), recipe=Recipe(None, make_scripted), workers=2)
    next(audits)
    assert len(active_children()) == 2
    audits.close()
    assert active_children() == []


def test_what_another_process_stores_meanwhile_is_neither_lost_nor_there_twice(url):
    """A process that an audit left behind when it was killed finishes what it was doing."""
    (one,) = archive(1)
    with closing(SqlStore(url)) as store:
        left_behind = make_scripted(store)

        def on_turn():
            done = len(left_behind._store.load(one.session))
            if done == 2:
                turn = one.turns[2]
                left_behind.observe(turn.text, session=one.session, role=turn.role)

        found = list(audit_each([one], recipe=Recipe(url, make_scripted), on_turn=on_turn))
    assert problems(found) == []
    assert as_json(found) == as_json(run([one]))


@pytest.mark.parametrize(("workers", "kills"), [(1, 6), (2, 1)])
def test_an_audit_killed_again_and_again_finishes_with_nothing_twice_or_lost(url, workers, kills):
    size = 12
    command = [sys.executable, str(SCRIPT), url, *map(str, (size, workers, kills))]
    subprocess.run(command, check=True, timeout=300)
    finished = run(archive(size), store=url)
    assert as_json(finished) == as_json(run(archive(size)))
    with closing(SqlStore(url)) as store:
        assert sorted(store.sessions()) == sorted(one.session for one in archive(size))
        assert all(len(store.load(one.session)) == 4 for one in archive(size))


def test_the_whole_of_it_with_the_shipped_models(tmp_path, url):
    chats = tmp_path / "chats.jsonl"
    turns = "When did it open?", "The bridge opened in 1937.", "Sure?", "It opened in 1957."
    messages = [
        {"role": "assistant" if at % 2 else "user", "content": text}
        for at, text in enumerate(turns)
    ]
    chats.write_text("\n".join([json.dumps({"id": "a", "messages": messages}), "oops"]), "utf-8")
    document = Document("history", "The bridge opened in 1937.")
    result = audit([chats], store=url, documents=[document])
    assert result.summary.totals.turns == 4
    assert [problem.startswith(f"{chats}:2: ") for problem in result.problems] == [True]
    (audited,) = result.conversations()
    assert (audited.session, audited.source, audited.line) == ("a", str(chats), 1)
    assert audited.reports[1].turn.documents == (document,)
    assert len(audited.reports) == 4


def test_a_known_conversation_is_read_from_the_store_once(url, monkeypatch):
    run(archive(2), store=url)
    loaded = []
    load = SqlStore.load
    monkeypatch.setattr(SqlStore, "load", lambda *args: loaded.append(args[1]) or load(*args))
    run(archive(2), store=url)
    assert len(loaded) == len(set(loaded)) == 2
