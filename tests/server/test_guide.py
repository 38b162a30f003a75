from __future__ import annotations

import re
import shutil
import subprocess
import threading
from pathlib import Path

import pytest

GUIDE = Path(__file__).parent.parent.parent / "docs" / "guides" / "server.md"
pytestmark = [
    pytest.mark.extras,
    pytest.mark.tree,
    pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl"),
]


def commands():
    """Return each curl command of the guide, in its order."""
    blocks = re.findall(r"```sh\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    _, *found = re.split(r"^(?=curl )", "".join(blocks), flags=re.MULTILINE)
    return found


def first_event(command):
    """Return what a stream gives until its first event is whole."""
    with subprocess.Popen(
        ["sh", "-c", f"exec {command}"], stdout=subprocess.PIPE, text=True
    ) as process:
        broken = threading.Timer(120, process.kill)
        broken.start()
        lines = []
        while not any(line.startswith("data: ") for line in lines) or lines[-1] != "\n":
            lines.append(process.stdout.readline())
            assert lines[-1], lines
        broken.cancel()
        process.kill()
        return "".join(lines)


def answer(command):
    if "/stream" in command:
        return first_event(command)
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, (command, done.stderr)
    return done.stdout


def test_the_commands_of_the_guide_do_what_it_says(make_service, make_app, serving):
    service = make_service()
    with serving(make_app(service), service) as address:
        told = [answer(one.replace("http://127.0.0.1:8377", address)) for one in commands()]
    first, second, sessions, shown, alerts, stream, review, deleted, health = told
    assert '"alerts": []' in first
    assert "chat 1/1#0 cross_turn chat 1/0#0" in second
    assert '"session":"chat 1"' in sessions
    assert '"turns": 2' in shown
    assert '"state":"open"' in alerts
    assert "event: alert\n" in stream
    assert '"state":"acknowledged"' in review
    assert deleted == ""
    assert '"status":"ok"' in health
