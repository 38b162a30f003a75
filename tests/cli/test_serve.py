from __future__ import annotations

import importlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from belie.cli import main
from belie.storage.sql import SqlStore

pytestmark = pytest.mark.extras

SERVE = [sys.executable, "-c", "from belie.cli import main; main()", "serve", "--port", "0"]
OLD, NEW = "The bridge opened in 1937.", "The bridge opened in 1957."
TOKEN = "a-long-enough-token"


@pytest.fixture
def run(capsys, monkeypatch):
    monkeypatch.delenv("BELIE_TOKEN", raising=False)

    def run(*arguments):
        with pytest.raises(SystemExit) as stopped:
            main(["serve", *arguments])
        written = capsys.readouterr()
        return stopped.value.code, written.out, written.err

    return run


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'belie.db'}"


@contextmanager
def serving(url, *options, **variables):
    """Run the command, give its address and a client for it, stop it as Ctrl-C does."""
    httpx = importlib.import_module("httpx")
    environment = os.environ | variables
    command = [*SERVE, "--store", url, *options]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen(command, env=environment, **pipes) as process:
        broken = threading.Timer(120, process.kill)
        broken.start()
        try:
            told = "".join(iter(process.stdout.readline, "Ctrl-C ends it.\n"))
            (address,) = re.findall(r"^live page +(http://127\.0\.0\.1:\d+/)$", told, re.MULTILINE)
            with httpx.Client(base_url=address, timeout=60) as client:
                yield client, told
            process.send_signal(signal.SIGINT)
            assert process.stdout.read() == "stopped\n"
            assert process.wait() == 0
        finally:
            broken.cancel()
            process.kill()


def test_turns_are_checked_by_the_shipped_models_and_kept_in_the_store(url):
    with serving(url) as (client, told):
        assert "No token" in told
        assert client.get("/v1/health").json()["models_loaded"] is True
        for text in (OLD, NEW):
            answer = client.post("/v1/turns", json={"session": "s1", "text": text})
        (alert,) = answer.json()["reports"][0]["alerts"]
        assert alert["id"] == "s1/1#0 cross_turn s1/0#0"
        with client.stream("GET", "/v1/alerts/stream", params={"recent": 1}) as response:
            assert "event: alert" in response.iter_lines()
    with SqlStore(url, create=False) as store:
        assert [report.turn.text for report in store.load("s1")] == [OLD, NEW]


def test_the_token_of_the_environment_is_needed_and_never_shown(url):
    with serving(url, "--lazy", BELIE_TOKEN=TOKEN) as (client, told):
        assert TOKEN not in told
        assert "A token is needed" in told
        assert client.get("/v1/health").status_code == 401
        answer = client.get("/v1/health", headers={"authorization": f"Bearer {TOKEN}"})
        assert answer.json()["models_loaded"] is False


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--host", "0.0.0.0"], "BELIE_TOKEN"),
        (["--host", "belie.test"], "BELIE_TOKEN"),
        (["--token", "short"], "16 or more"),
        (["--token", "é" * 20], "ASCII"),
        (["--host", "192.0.2.1", "--token", TOKEN], "host and a port"),
    ],
)
def test_what_cannot_be_served_is_one_clear_line_and_makes_no_store(run, url, options, said):
    code, out, err = run("--store", url, *options)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert not Path(url.removeprefix("sqlite:///")).exists()


def test_a_port_that_is_taken_is_one_clear_line(run, url):
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        code, out, err = run("--store", url, "--port", port)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert port in err


def test_without_the_extra_it_is_named():
    blocked = "import sys; sys.modules['uvicorn'] = None; from belie.cli import main; "
    code = f"{blocked}main(['serve', '--store', 'sqlite://'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "belie[server]" in done.stderr
