from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec

import pytest

from belie.datatypes import (
    Alert,
    Claim,
    Conflict,
    ConflictKind,
    Passage,
    Relation,
    Severity,
    Span,
    Verdict,
)
from belie.monitor.checker import Checker
from belie.monitor.monitor import Monitor
from belie.monitor.settings import Settings
from belie.storage.memory import MemoryStore
from belie.testing import ScriptedClassifier, WordEncoder

collect_ignore = [
    name
    for name, package in {
        "test_conformance.py": "opentelemetry",
        "test_langfuse.py": "langfuse",
        "test_langsmith.py": "langsmith",
        "test_otel.py": "opentelemetry",
        "test_webhook.py": "httpx",
    }.items()
    if not find_spec(package)
]

ODDS = dict.fromkeys(Relation, 0.01) | {Relation.CONTRADICTION: 0.97}


def statement(kind, text, place):
    span = Span(0, len(text))
    if kind is ConflictKind.REFERENCE:
        return Passage(f"{place}/doc@0-{len(text)}", text, "doc", span, turn=1)
    return Claim(f"{place}#0", text, place, span, turn=1)


@pytest.fixture(scope="session")
def make_alert():
    """An alert about two texts of one session; turn 1 against the turn that is given."""

    def make(
        claim="It is 300 m tall.",
        premise="It is 330 m tall.",
        *,
        session="s",
        turn=3,
        kind=ConflictKind.CROSS_TURN,
        severity=Severity.HIGH,
        refused=False,
    ):
        source = f"{session}/{turn}"
        later = Claim(f"{source}#0", claim, source, Span(0, len(claim)), turn)
        earlier = statement(kind, premise, f"{session}/1")
        verdict = Verdict(
            earlier,
            later,
            ODDS,
            Relation.CONTRADICTION,
            premise_span=Span(0, min(5, len(premise))),
            claim_span=Span(0, min(5, len(claim))),
        )
        conflict = Conflict(kind, earlier, later, verdict, (earlier.id, later.id))
        explanation = f"“{claim}”, not “{premise}”."
        return Alert(conflict, later.span, earlier.span, severity, explanation, refused=refused)

    return make


class BrittleStore(MemoryStore):
    """A store that can be made to fail."""

    broken = False

    def append(self, report):
        if self.broken:
            raise OSError("no room")
        super().append(report)


class Conversation:
    """A session whose every answer contradicts its document, told to the given sinks."""

    def __init__(self, extractor, sinks):
        self.store = BrittleStore()
        script = {
            (f"Room {n} is red.", f"Room {n} is blue."): Relation.CONTRADICTION for n in range(20)
        }
        checker = Checker(
            extractor=extractor,
            encoder=WordEncoder(),
            classifier=ScriptedClassifier(script),
            settings=Settings(),
            threshold=0.5,
        )
        self.monitor = Monitor(checker=checker, store=self.store, sinks=sinks)

    def say(self, *numbers):
        for n in numbers:
            self.monitor.observe(f"Room {n} is blue.", session="s", documents=[f"Room {n} is red."])

    @property
    def alerts(self):
        return self.monitor.session("s").alerts


@pytest.fixture
def converse(sentence_extractor):
    return lambda *sinks: Conversation(sentence_extractor, sinks)


class Server:
    """A real web server that answers as it is told, then with 204.

    An answer is a status, a status with headers, or ``"hang"``: nothing until ``release`` is set.
    """

    def __init__(self):
        self.answers, self.requests = [], []
        self.hanging, self.release = threading.Event(), threading.Event()
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                server.requests.append((self.headers, body))
                server.answer(self)

            def log_message(self, *_):
                pass

        class Quiet(ThreadingHTTPServer):
            def handle_error(self, *_):
                """Clients that go away are what some tests are about."""

        self._server = Quiet(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/alerts"

    def answer(self, handler):
        told = self.answers.pop(0) if self.answers else 204
        if told == "hang":
            self.hanging.set()
            self.release.wait(300)
            return
        status, headers = told if isinstance(told, tuple) else (told, {})
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.end_headers()

    @property
    def ids(self):
        """The ids of the alerts that came, each attempt counted."""
        return [json.loads(body)["id"] for _, body in self.requests]

    def close(self):
        self.release.set()
        self._server.shutdown()
        self._thread.join(30)
        self._server.server_close()


@pytest.fixture
def server():
    running = Server()
    yield running
    running.close()
