from __future__ import annotations

import json
import runpy
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from belie.cli import main
from belie.datatypes import (
    Alert,
    AlertState,
    Change,
    ChangeKind,
    Claim,
    Conflict,
    ConflictKind,
    Relation,
    Review,
    Role,
    Severity,
    Span,
    Turn,
    TurnReport,
    Verdict,
)
from belie.storage.rows import SCHEMA_VERSION
from belie.storage.sql import SqlStore

STORAGE = Path(__file__).parent.parent / "storage"
TODAY = datetime.now(UTC)
HOSTILE = "\x1b[2J\u202e/1#0 cross_turn x"


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("BELIE_STORE", raising=False)


@pytest.fixture
def run(capsys):
    def run(*arguments):
        with pytest.raises(SystemExit) as stopped:
            main(["sessions", *arguments])
        written = capsys.readouterr()
        return stopped.value.code, written.out, written.err

    return run


def said(session, *, days=0):
    """Return two turns of which the second clashes with the first."""
    at = TODAY - timedelta(days=days)
    texts = "It opened in 1937.", "It opened in 1957."
    turns = [Turn(session, index, Role.ASSISTANT, text, at=at) for index, text in enumerate(texts)]
    claims = [Claim(f"{t.id}#0", t.text, t.id, Span(0, 18), t.index) for t in turns]
    verdict = Verdict(*claims, dict.fromkeys(Relation, 0.25), Relation.CONTRADICTION)
    conflict = Conflict(ConflictKind.CROSS_TURN, *claims, verdict)
    alert = Alert(
        conflict, Span(13, 17), Span(13, 17), Severity.HIGH, "“1957” clashes with “1937”."
    )
    return [
        TurnReport(turns[0], (claims[0],)),
        TurnReport(turns[1], (claims[1],), (verdict,), (conflict,), (alert,)),
    ]


def taken_back(session):
    """Return a third turn that supersedes the claim of the second."""
    turn = Turn(session, 2, Role.ASSISTANT, "No, in 1937.", at=TODAY)
    claim = Claim(f"{turn.id}#0", "It opened in 1937.", turn.id, Span(0, 12), 2)
    earlier = said(session)[1].claims[0]
    return TurnReport(
        turn, (claim,), changes=(Change(ChangeKind.SUPERSEDES, earlier, claim, "correction"),)
    )


def alert_of(session):
    return f"{session}/1#0 cross_turn {session}/0#0"


@pytest.fixture
def url(tmp_path):
    url = f"sqlite:///{tmp_path / 'belie.db'}"
    with SqlStore(url) as store:
        for report in (*said("old", days=40), *said("new")):
            store.append(report)
    return url


def state_of(url, session):
    with SqlStore(url) as store:
        return store.load(session)[1].alerts[0].state


def names(url):
    with SqlStore(url) as store:
        return list(store.sessions())


# list and show


def test_sessions_are_listed_newest_first_with_what_waits(run, url):
    code, out, err = run("list", "--store", url)
    assert (code, err) == (0, "")
    heading, *lines = out.splitlines()
    rows = [line.split() for line in lines]
    assert " ".join(heading.split()) == "session turns alerts to review first turn last turn"
    assert [row[:4] for row in rows] == [["new", "2", "1", "1"], ["old", "2", "1", "1"]]


def test_the_list_is_json_for_scripts(run, url):
    rows = json.loads(run("list", "--store", url, "--json")[1])
    assert [row["session"] for row in rows] == ["new", "old"]
    assert rows[0] == {
        "session": "new",
        "turns": 2,
        "alerts": 1,
        "to_review": 1,
        "first_at": TODAY.isoformat(),
        "last_at": TODAY.isoformat(),
    }


def test_a_long_list_says_how_it_goes_on(run, url):
    out = run("list", "--store", url, "--limit", "1")[1]
    assert out.endswith("there may be more: --offset 1\n")
    assert "old" in run("list", "--store", url, "--limit", "1", "--offset", "1")[1]


def test_the_list_can_be_of_what_waits_for_a_person(run, url):
    run("acknowledge", alert_of("new"), "--store", url)
    rows = json.loads(run("list", "--store", url, "--to-review", "--json")[1])
    assert [row["session"] for row in rows] == ["old"]


def test_a_session_is_shown_with_both_sides_of_its_alerts_and_their_ids(run, url):
    code, out, err = run("show", "new", "--store", url)
    assert (code, err) == (0, "")
    assert "assistant: It opened in 1937." in out
    assert "«1957»" in out
    assert f"open   {alert_of('new')}\n" in out


def test_what_a_later_turn_resolved_is_shown_so(run, url):
    with SqlStore(url) as store:
        store.append(taken_back("new"))
    assert f"resolved  {alert_of('new')}\n" in run("show", "new", "--store", url)[1]


def test_a_session_is_json_for_scripts(run, url):
    found = json.loads(run("show", "new", "--store", url, "--json")[1])
    assert [report["turn"]["index"] for report in found["reports"]] == [0, 1]
    assert found["reports"][1]["alerts"][0]["id"] == alert_of("new")


def test_the_store_may_come_from_the_environment(run, url, monkeypatch):
    monkeypatch.setenv("BELIE_STORE", url)
    assert run("show", "new")[0] == 0


def test_words_of_a_conversation_never_act_on_the_terminal(run, url):
    with SqlStore(url) as store:
        for report in said(HOSTILE):
            store.append(report)
    shown = [run("list", "--store", url), run("show", HOSTILE, "--store", url)]
    shown.append(run("acknowledge", alert_of(HOSTILE), "--by", HOSTILE, "--store", url))
    shown.append(run("show", f"no {HOSTILE}", "--store", url))
    shown.append(run("delete", HOSTILE, "--yes", "--store", url))
    assert [code for code, _, _ in shown] == [0, 0, 0, 2, 0]
    written = "".join(out + err for _, out, err in shown)
    assert "\x1b" not in written
    assert "\u202e" not in written


# reviews


@pytest.mark.parametrize(
    ("command", "state"), [("acknowledge", "acknowledged"), ("false", "false_alarm")]
)
def test_a_review_is_kept_with_its_author_and_can_be_taken_back(run, url, command, state):
    arguments = "--store", url, "--by", "Ann", "--note", "Why not."
    code, out, _ = run(command, alert_of("old"), *arguments)
    assert (code, out) == (0, f"{state.replace('_', ' ')}: {alert_of('old')}\n")
    with SqlStore(url) as store:
        (review,) = store.load("old")[1].alerts[0].reviews
    assert (review.state, review.by, review.note) == (state, "Ann", "Why not.")
    assert review.at.tzinfo is not None

    assert run("reopen", alert_of("old"), "--store", url)[0] == 0
    assert state_of(url, "old") is AlertState.OPEN
    assert state_of(url, "new") is AlertState.OPEN


def test_a_review_is_json_for_scripts(run, url):
    out = run("false", alert_of("new"), "--store", url, "--json")[1]
    expected = {"id": alert_of("new"), "session": "new", "state": "false_alarm"}
    assert json.loads(out) == expected


def test_a_session_whose_name_looks_like_an_id_has_its_alerts_found(run, url):
    name = alert_of("new")
    with SqlStore(url) as store:
        for report in said(name):
            store.append(report)
    assert run("acknowledge", alert_of(name), "--store", url)[0] == 0
    assert (state_of(url, name), state_of(url, "new")) == ("acknowledged", "open")


@pytest.mark.parametrize("given", ["", "nonsense", alert_of("nobody"), "new/1#0 reference new/0#0"])
def test_an_unknown_alert_is_unusable_input(run, url, given):
    code, out, err = run("acknowledge", given, "--store", url)
    assert (code, out) == (2, "")
    assert err.startswith("belie: expected the id of a stored alert such as")


# deletion


def test_a_deleted_session_is_gone_and_the_others_stay(run, url):
    code, out, _ = run("delete", "old", "--store", url, "--yes")
    assert (code, out) == (0, "deleted old\ndeleted 1 session\n")
    assert names(url) == ["new"]


@pytest.mark.parametrize("command", [("delete", "old"), ("purge", "--older-than", "30d")])
@pytest.mark.parametrize(("answer", "code", "left"), [("", 1, ["old", "new"]), ("y", 0, ["new"])])
def test_without_yes_it_asks_and_keeps_what_is_not_confirmed(url, command, answer, code, left):
    done = subprocess.run(
        [sys.executable, "-m", "belie", "sessions", *command, "--store", url],
        input=answer,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code
    assert "for good?" in done.stderr
    assert names(url) == left


@pytest.mark.parametrize("command", ["show", "delete"])
def test_an_unknown_session_is_unusable_input(run, url, command):
    code, out, err = run(command, "nobody", "--store", url)
    assert (code, out) == (2, "")
    assert err.startswith("belie: expected the name of a stored session, got 'nobody'")


def test_a_purge_deletes_what_is_older(run, url):
    arguments = "purge", "--older-than", "30d", "--store", url
    assert run(*arguments, "--dry-run")[:2] == (0, "would delete old\nwould delete 1 session\n")
    assert names(url) == ["old", "new"]
    assert run(*arguments, "--yes")[:2] == (0, "deleted old\ndeleted 1 session\n")
    assert names(url) == ["new"]
    assert json.loads(run(*arguments, "--json")[1]) == {"deleted": []}


@pytest.mark.parametrize(("age", "left"), [("6w", ["old", "new"]), ("5w", ["new"]), ("0h", [])])
def test_an_age_is_in_hours_days_or_weeks(run, url, age, left):
    assert run("purge", "--older-than", age, "--yes", "--store", url)[0] == 0
    assert names(url) == left


@pytest.mark.parametrize("age", ["", "30", "d", "-1d", "1.5d", "30 days", "999999d", "٣d"])
def test_an_age_that_cannot_be_read_is_unusable_input(run, url, age):
    code, _, err = run("purge", f"--older-than={age}", "--store", url, "--yes")
    assert code == 2
    assert err.startswith("belie: expected --older-than as 12h, 30d or 8w, got")
    assert names(url) == ["old", "new"]


# the database


@pytest.mark.parametrize("command", ["list", "upgrade"])
def test_a_mistyped_name_makes_no_database(run, tmp_path, command):
    code, out, err = run(command, "--store", f"sqlite:///{tmp_path / 'typo.db'}")
    assert (code, out) == (2, "")
    assert "typo.db" in err
    assert list(tmp_path.iterdir()) == []


def test_a_database_of_an_older_belie_names_the_command_that_upgrades_it(run, tmp_path):
    url = f"sqlite:///{tmp_path / 'old.db'}"
    runpy.run_path(str(STORAGE / "test_upgrading.py"))["make_old"](url, 1)
    code, _, err = run("list", "--store", url)
    assert code == 2
    advised = err.strip().rpartition("run: belie sessions ")[2].split()

    done = f"upgraded the tables from version 1 to {SCHEMA_VERSION}\n"
    assert run(*advised)[:2] == (0, done)
    assert run(*advised)[:2] == (0, f"nothing to do: the tables are of version {SCHEMA_VERSION}\n")
    assert json.loads(run(*advised, "--json")[1]) == dict.fromkeys(
        ("before", "after"), SCHEMA_VERSION
    )
    assert "s 1/0#0" in run("list", "--store", url)[1]


def test_no_model_runtime_is_loaded_for_it(url):
    with SqlStore(url) as store:
        store.review(said("new")[1].alerts[0], Review(AlertState.OPEN))
    commands = (
        ["list", "--store", url],
        ["show", "new", "--store", url],
        ["acknowledge", alert_of("new"), "--store", url],
        ["delete", "new", "--yes", "--store", url],
    )
    code = (
        "import contextlib, sys\nfrom belie.cli import main\n"
        f"for command in {commands!r}:\n"
        "    with contextlib.suppress(SystemExit): main(['sessions', *command])\n"
        "print(sys.modules.keys() & {'onnxruntime', 'tokenizers', 'torch', 'alembic'})"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.endswith("deleted new\ndeleted 1 session\nset()\n")
