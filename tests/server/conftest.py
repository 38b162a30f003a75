from __future__ import annotations

import importlib
import threading
from contextlib import contextmanager
from urllib.parse import quote

import pytest

from belie.datatypes import Relation
from belie.monitor.checker import Checker
from belie.monitor.monitor import Monitor
from belie.monitor.settings import Settings
from belie.storage.sql import SqlStore
from belie.testing import ScriptedClassifier, WordEncoder

OLD, NEW, LATER = "It opened in 1937.", "It opened in 1957.", "It opened in 1967."
BASE = "http://127.0.0.1:8377"
PATIENCE = 30
"""Seconds after which a server that has not answered is broken."""


@pytest.fixture
def make_monitor(sentence_extractor):
    """Return what makes a monitor without a model, to which the three years clash."""
    years = OLD, NEW, LATER
    script = {(one, other): Relation.CONTRADICTION for one in years for other in years}
    script |= {(one, one): Relation.ENTAILMENT for one in years}

    def make_monitor(store):
        checker = Checker(
            extractor=sentence_extractor,
            encoder=WordEncoder(),
            classifier=ScriptedClassifier(script),
            settings=Settings(),
            threshold=0.5,
        )
        return Monitor(checker=checker, store=store)

    return make_monitor


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'belie.db'}"


@pytest.fixture
def make_service(url, make_monitor):
    """Return what makes a service on the store; all are closed at the end."""
    module = importlib.import_module("belie.server.service")
    made = []

    def make_service(make_monitor=make_monitor, **options):
        made.append(module.Service(SqlStore(url), make_monitor, **options))
        return made[-1]

    yield make_service
    for service in made:
        service.close()


@pytest.fixture
def make_app():
    return importlib.import_module("belie.server.app").make_app


@pytest.fixture
def client_of():
    httpx = importlib.import_module("httpx")

    def client_of(app, **options):
        transport = httpx.ASGITransport(app=app)
        return httpx.AsyncClient(transport=transport, base_url=BASE, timeout=PATIENCE, **options)

    return client_of


@pytest.fixture
async def client(make_service, make_app, client_of):
    async with client_of(make_app(make_service())) as client:
        yield client


@pytest.fixture
def serving():
    """Return a context in which a real server on a free port serves an application."""
    running = importlib.import_module("belie.server.running")

    @contextmanager
    def serving(app, service):
        ready = threading.Event()
        server = running.make_server(app, feed=service.feed, ready=ready.set)
        with running.bind("127.0.0.1", 0) as listening:
            address = f"http://127.0.0.1:{listening.getsockname()[1]}"
            thread = threading.Thread(
                target=server.run, kwargs={"sockets": [listening]}, daemon=True
            )
            thread.start()
            try:
                assert ready.wait(PATIENCE)
                yield address
            finally:
                server.should_exit = True
                thread.join(PATIENCE)
            assert not thread.is_alive()

    return serving


def path(*parts):
    """Return a path of the API in which each name is percent-encoded, dots too."""
    return "/v1/" + "/".join(quote(part, safe="").replace(".", "%2E") for part in parts)


@pytest.fixture(name="path")
def give_path():
    return path


@pytest.fixture
def say():
    """Return what tells a client's server of some turns of the assistant."""

    async def say(client, session, *texts, **options):
        for text in texts:
            turn = {"session": session, "text": text, **options}
            answer = await client.post("/v1/turns", json=turn)
            assert answer.status_code == 200, answer.text
        return answer.json()

    return say
