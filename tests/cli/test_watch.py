from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import threading
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta

import pytest

from belie.cli import main
from belie.cli.watch_view import Watched, look, print_alerts
from belie.datatypes import (
    Alert,
    AlertState,
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
from belie.storage.memory import MemoryStore
from belie.storage.sql import SqlStore

NOW = datetime.now(UTC)
HOSTILE = "\x1b[2J\u202e/1#0 cross_turn x"
WATCH = [sys.executable, "-c", "from belie.cli import main; main()", "watch"]


@pytest.fixture
def run(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments):
        with pytest.raises(SystemExit) as stopped:
            main(["watch", *arguments])
        written = capsys.readouterr()
        return stopped.value.code, written.out, written.err

    return run


def clash(session, *, at=NOW, kind=ConflictKind.CROSS_TURN, severity=Severity.HIGH, reviews=()):
    """Return two turns of which the second clashes with the first."""
    texts = "It opened in 1937.", "It opened in 1957."
    turns = [Turn(session, index, Role.ASSISTANT, text, at=at) for index, text in enumerate(texts)]
    claims = [Claim(f"{t.id}#0", t.text, t.id, Span(0, 18), t.index, at=at) for t in turns]
    odds = dict.fromkeys(Relation, 0.25)
    verdict = Verdict(claims[0], claims[1], odds, Relation.CONTRADICTION)
    conflict = Conflict(kind, claims[0], claims[1], verdict)
    words = f"In {session} “1957” clashes with “1937”."
    alert = Alert(conflict, Span(13, 17), Span(13, 17), severity, words, reviews=reviews)
    whole = {"verdicts": (verdict,), "conflicts": (conflict,), "alerts": (alert,)}
    return TurnReport(turns[0], (claims[0],)), TurnReport(turns[1], (claims[1],), **whole)


def fill(store, *reports):
    for report in reports:
        store.append(report)


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'belie.db'}"


@pytest.fixture
def store(url):
    with SqlStore(url) as store:
        yield store


@contextmanager
def watching(url, *options, **streams):
    """Run the command in a process of its own and stop it as Ctrl-C does; it ends well."""
    command = [*WATCH, "--store", url, "--interval", "0.1", *options]
    with subprocess.Popen(command, **streams) as process:
        broken = threading.Timer(120, process.kill)
        broken.start()
        try:
            yield process
            process.send_signal(signal.SIGINT)
            assert process.wait() == 0
        finally:
            broken.cancel()
            process.kill()


def test_once_shows_sessions_and_alerts_and_ends(run, store, url):
    fill(store, *clash("s1"), *clash("s2", severity=Severity.LOW))
    code, out, err = run("--store", url, "--once")
    assert (code, err) == (0, "")
    sessions, alerts = out.split("\nalerts\n")
    assert [line.split()[:4] for line in sessions.splitlines()[2:4]] == [
        ["s2", "2", "1", "1"],
        ["s1", "2", "1", "1"],
    ]
    high, low = alerts.splitlines()[1:]
    assert " ".join(high.split()) == "high s1 1 cross turn open In s1 “1957” clashes with “1937”."
    assert low.startswith("low ")


def test_an_empty_store_is_shown_too(run, store, url):
    assert store.alert_cursor() == 0
    code, out, _ = run("--store", url, "--once")
    assert code == 0
    assert "sessions" in out
    assert "alerts" in out


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], ["s1", "old", "documents", "low"]),
        (["--session", "s1"], ["s1"]),
        (["--session", "none"], []),
        (["--kind", "document"], ["documents"]),
        (["--kind", "document", "--kind", "cross_turn"], ["s1", "old", "documents", "low"]),
        (["--severity", "medium"], ["s1", "old", "documents"]),
        (["--since", "1h"], ["s1", "documents", "low"]),
        (["--since", "3d", "--severity", "high", "--kind", "cross_turn"], ["s1", "old"]),
    ],
)
def test_filters_choose_the_alerts(run, store, url, options, expected):
    fill(store, *clash("s1"), *clash("old", at=NOW - timedelta(days=2)))
    fill(store, *clash("documents", kind=ConflictKind.DOCUMENT))
    fill(store, *clash("low", severity=Severity.LOW, at=None))
    _, out, _ = run("--store", url, "--once", "--json", *options)
    assert [json.loads(line)["session"] for line in out.splitlines()] == expected
    _, out, _ = run("--store", url, "--once", *options)
    assert [line.split()[1] for line in out.split("\nalerts\n")[1].splitlines()[1:]] == expected


def test_filters_choose_the_sessions(run, store, url):
    fill(store, *clash("old", at=NOW - timedelta(days=2)), *clash("s1"))
    for options in (["--since", "1h"], ["--session", "s1"], ["--rows", "1"]):
        _, out, _ = run("--store", url, "--once", *options)
        assert "old" not in out
        assert "s1 " in out


def test_the_last_alerts_are_found_however_many_others_came_after():
    store = MemoryStore()
    fill(store, *clash("first", kind=ConflictKind.DOCUMENT))
    for number in range(1010):
        fill(store, *clash(f"s{number}"))

    def found(**watched):
        return [each.alert.session for each in look(store, Watched(**watched), rows=2).alerts]

    assert found(kinds=frozenset({ConflictKind.DOCUMENT})) == ["first"]
    assert found(session="first") == ["first"]
    assert found() == ["s1008", "s1009"]


def test_the_state_of_an_alert_is_shown(run, store, url):
    fill(store, *clash("s1", reviews=(Review(AlertState.FALSE_ALARM),)))
    assert "false alarm" in run("--store", url, "--once")[1]


def test_no_word_of_a_conversation_acts_on_the_terminal(run, store, url):
    fill(store, *clash(HOSTILE))
    for options in ([], ["--json"]):
        _, out, _ = run("--store", url, "--once", *options)
        assert "\x1b" not in out
        assert "\u202e" not in out
        assert "1957" in out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--once", "--since", "yesterday"], "--since as 12h"),
        ([], "--once or --json"),
    ],
)
def test_what_cannot_be_watched_is_one_clear_line(run, store, url, options, said):
    fill(store, *clash("s1"))
    code, out, err = run("--store", url, *options)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_a_store_that_is_not_there_is_not_made(run, tmp_path):
    code, _, err = run("--store", f"sqlite:///{tmp_path / 'none.db'}", "--once")
    assert (code, err.count("\n")) == (2, 1)
    assert not (tmp_path / "none.db").exists()


def test_no_model_is_loaded(store, url):
    fill(store, *clash("s1"))
    code = (
        "import sys\nfrom belie.cli import main\n"
        f"try: main(['watch', '--store', {url!r}, '--once', '--since', '1h'])\n"
        "except SystemExit: print(sorted({'onnxruntime', 'tokenizers'} & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "“1957”" in done.stdout
    assert done.stdout.endswith("\n[]\n")


def check_lines(store, url):
    """Check that alerts are printed as they come, while another program writes."""
    fill(store, *clash("before"))
    with watching(url, "--json", "--since", "1h", stdout=subprocess.PIPE, text=True) as process:
        assert json.loads(process.stdout.readline())["session"] == "before"
        fill(store, *clash("s1"))
        assert json.loads(process.stdout.readline())["session"] == "s1"
        fill(store, *clash("s2"))
        assert json.loads(process.stdout.readline())["session"] == "s2"


def test_alerts_that_are_not_watched_are_read_once():
    store = MemoryStore()
    fill(store, *clash("old", at=NOW - timedelta(days=2)))
    watched = Watched(since=NOW)
    assert print_alerts(store, watched, 0) == store.alert_cursor() != 0


def test_an_alert_that_is_stored_while_others_are_read_is_printed_once(capsys):
    class Racing(MemoryStore):
        def alert_cursor(self):
            fill(self, *clash(f"s{super().alert_cursor()}"))
            newest = super().alert_cursor()
            fill(self, *clash(f"s{newest}"))
            return newest

    store, cursor = Racing(), 0
    for _ in range(2):
        cursor = print_alerts(store, Watched(), cursor)
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["session"] for line in lines] == ["s0", "s1", "s2", "s3"]


def test_lines_come_as_the_alerts_do(store, url):
    check_lines(store, url)


def test_lines_come_from_postgresql_too(postgres_url):
    with SqlStore(postgres_url) as store:
        check_lines(store, postgres_url)


class Screen:
    """All that was written to a terminal, read until it is closed."""

    def __init__(self, terminal):
        self._terminal = terminal
        self._shown = b""
        self._more = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        with suppress(OSError):  # the other side was closed
            while piece := os.read(self._terminal, 65536):
                with self._more:
                    self._shown += piece
                    self._more.notify_all()

    def wait_for(self, words):
        with self._more:
            assert self._more.wait_for(lambda: words.encode() in self._shown, 30)

    def close(self):
        self._reader.join(30)
        os.close(self._terminal)


def test_a_terminal_shows_what_comes_until_ctrl_c(store, url):
    fill(store, *clash("s1"))
    mine, other = pty.openpty()
    with closing(Screen(mine)) as screen, watching(url, stdin=other, stdout=other, stderr=other):
        os.close(other)
        screen.wait_for("In s1 “1957”")
        fill(store, *clash("s2"))
        screen.wait_for("In s2 “1957”")
