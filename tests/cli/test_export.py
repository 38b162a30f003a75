from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from belie.cli import main
from belie.datatypes import Document
from belie.storage.sql import SqlStore
from belie.wiring import Monitor

BRIDGE = Document("bridge.txt", "The bridge was opened to traffic in 1962.", {"page": 3})
QUESTION = "When was it opened?"
ANSWER = "The bridge was opened to traffic in 1937."
NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


@pytest.fixture
def run(capsys, monkeypatch):
    monkeypatch.delenv("BELIE_STORE", raising=False)

    def run(*arguments):
        with pytest.raises(SystemExit) as stopped:
            main([str(argument) for argument in arguments])
        written = capsys.readouterr()
        return stopped.value.code, written.out, written.err

    return run


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    url = f"sqlite:///{tmp_path_factory.mktemp('store') / 'belie.db'}"
    with Monitor(store=url) as monitor:
        monitor.observe(QUESTION, session="one", role="user")
        monitor.observe(ANSWER, session="one", documents=[BRIDGE], question=QUESTION)
        monitor.observe("The tower is 330 m tall.", session="two", at=NOON)
    return url


def entries(out):
    return [json.loads(line) for line in out.splitlines()]


def test_all_sessions_are_json_lines_on_standard_output(run, url):
    code, out, err = run("export", "--store", url)
    assert code == 0
    assert err.startswith("2 sessions, 3 turns, ")
    places = [(entry["turn"]["session"], entry["turn"]["index"]) for entry in entries(out)]
    assert places == [("one", 0), ("one", 1), ("two", 0)]


def test_a_turn_is_written_with_its_alerts_and_what_people_said_of_them(run, url):
    with Monitor(store=url) as monitor:
        (alert,) = monitor.session("one").alerts
        monitor.acknowledge(alert, by="Ann")
    [_, answer] = entries(run("export", "one", "--store", url)[1])
    (written,) = answer["alerts"]
    assert (written["id"], written["state"]) == (alert.id, "acknowledged")
    assert written["reviews"][0]["by"] == "Ann"


def test_only_the_named_sessions_are_written_in_that_order(run, url):
    sessions = [
        entry["turn"]["session"]
        for entry in entries(run("export", "two", "one", "--store", url)[1])
    ]
    assert sessions == ["two", "one", "one"]


def test_what_is_exported_can_be_audited_again(run, url, tmp_path):
    exported, again = tmp_path / "sessions.jsonl", f"sqlite:///{tmp_path / 'again.db'}"
    assert run("export", "--store", url, "--jsonl", exported)[:2] == (0, "")
    assert run("audit", exported, "--store", again, "--quiet")[0] == 0
    with SqlStore(url) as first, SqlStore(again) as second:
        for session in first.sessions():
            assert [report.turn for report in first.load(session)] == [
                report.turn for report in second.load(session)
            ]


def test_files_are_written_in_the_forms_of_an_audit(run, url, tmp_path):
    page, table, document = (tmp_path / name for name in ("one.html", "one.csv", "one.json"))
    arguments = "--html", page, "--csv", table, "--json", document
    code, out, _ = run("export", "one", "--store", url, *arguments)
    assert (code, out) == (0, "")
    assert "1937" in page.read_text("utf-8")
    assert table.read_text("utf-8").count("\n") == 2
    assert json.loads(document.read_text("utf-8"))["summary"]["turns"] == 2


def test_json_may_go_to_standard_output(run, url):
    assert len(json.loads(run("export", "one", "--store", url, "--json", "-")[1])["reports"]) == 2


@pytest.mark.parametrize(
    ("form", "begins"), [("csv", "source,line,session"), ("html", "<!doctype html>")]
)
def test_any_text_may_go_to_standard_output(run, url, form, begins):
    code, out, _ = run("export", "one", "--store", url, f"--{form}", "-")
    assert code == 0
    assert out.startswith(begins)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none"], "expected the name of a stored session, got 'none'"),
        (["--html", "no/folder/page.html"], "expected a file in a folder that exists"),
        (
            ["--json", "-", "--jsonl", "-"],
            "--jsonl to name a file of its own, got -: it is that",
        ),
        (["--html", "-", "--parquet", "-"], "expected a file for --parquet, got -"),
    ],
)
def test_what_cannot_be_exported_ends_with_2_and_says_why(run, url, arguments, message):
    code, out, err = run("export", *arguments, "--store", url)
    assert (code, out) == (2, "")
    assert message in err


@pytest.mark.parametrize("option", ["--json", "--html"])
@pytest.mark.parametrize("beside", ["", "-wal"])
def test_the_store_is_never_written_over(run, tmp_path, option, beside):
    path = tmp_path / "belie.db"
    with Monitor(store=f"sqlite:///{path}") as monitor:
        monitor.observe(ANSWER, session="one")
    kept = path.read_bytes()
    place = tmp_path / f"belie.db{beside}"
    code, out, err = run("export", "--store", f"sqlite:///{path}", option, place)
    assert (code, out) == (2, "")
    assert err.endswith(f"a file of its own, got {place}: it belongs to the store\n")
    assert path.read_bytes() == kept


def test_a_mistyped_store_is_not_made(run, tmp_path):
    code, _, err = run("export", "--store", f"sqlite:///{tmp_path / 'none.db'}")
    assert code == 2
    assert err.startswith("belie: ")
    assert not (tmp_path / "none.db").exists()


def test_help_teaches_with_examples(run):
    assert "belie export s1 --store" in run("export", "--help")[1]
