from __future__ import annotations

import importlib
import json
from contextlib import ExitStack, contextmanager

import pytest

from belie.errors import StoreError
from belie.storage.sql import SqlStore

pytestmark = pytest.mark.extras

OLD, NEW, LATER = "It opened in 1937.", "It opened in 1957.", "It opened in 1967."


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'belie.db'}"
    return request.getfixturevalue("postgres_url")


@pytest.fixture
def served(make_service, make_app, serving):
    """Return a client of a real server, which looks at the store itself only every hour."""
    httpx = importlib.import_module("httpx")
    service = make_service(interval=3600)
    with (
        serving(make_app(service), service) as address,
        httpx.Client(base_url=address, timeout=30) as client,
    ):
        yield client


class Events:
    """The events of a stream that is read line by line."""

    def __init__(self, response):
        self._lines = response.iter_lines()
        assert next(self._lines) == ": alerts"

    def next(self):
        """Return the id and the alert of the next event."""
        fields = {}
        for line in self._lines:
            name, _, value = line.partition(": ")
            if line:
                fields[name] = value
            elif fields.get("event") == "alert":
                return int(fields["id"]), json.loads(fields["data"])
            else:
                fields = {}
        return None


@contextmanager
def stream(client, *, last=None, **query):
    headers = {} if last is None else {"last-event-id": str(last)}
    with client.stream("GET", "/v1/alerts/stream", params=query, headers=headers) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        yield Events(response)


def say(client, session, *texts):
    for text in texts:
        answer = client.post("/v1/turns", json={"session": session, "text": text})
        assert answer.status_code == 200, answer.text


def test_an_alert_arrives_while_the_stream_is_open(served):
    say(served, "s1", OLD)
    with stream(served) as events:
        say(served, "s1", NEW)
        cursor, alert = events.next()
        assert (alert["id"], alert["state"]) == ("s1/1#0 cross_turn s1/0#0", "open")
        say(served, "s2\n", OLD, NEW)
        later, alert = events.next()
        assert alert["session"] == "s2\n"
        assert cursor < later


def test_who_comes_back_with_the_last_id_misses_nothing_and_sees_nothing_twice(served):
    say(served, "s1", OLD)
    with stream(served) as events:
        say(served, "s1", NEW)
        cursor, _ = events.next()
    say(served, "s2", OLD, NEW)
    with stream(served, last=cursor) as events:
        assert events.next()[1]["session"] == "s2"
        say(served, "s3", OLD, NEW)
        assert events.next()[1]["session"] == "s3"


def test_a_stream_begins_where_it_is_told_to(served):
    for session in ("s1", "s2", "s3"):
        say(served, session, OLD, NEW)
    with stream(served, after=0) as events:
        assert [events.next()[1]["session"] for _ in range(3)] == ["s1", "s2", "s3"]
    with stream(served, recent=2) as events:
        assert [events.next()[1]["session"] for _ in range(2)] == ["s2", "s3"]


def test_a_stream_holds_only_what_is_wanted(served):
    say(served, "s1", OLD, NEW)
    say(served, "s2", OLD, NEW)
    with stream(served, after=0, session="s2", kind=["cross_turn", "reference"]) as events:
        assert events.next()[1]["session"] == "s2"
    with stream(served, after=0, kind="document", severity="high") as events:
        say(served, "s3", OLD, NEW)
        with stream(served, after=0) as others:
            assert [others.next()[1]["session"] for _ in range(3)] == ["s1", "s2", "s3"]
    answer = served.get("/v1/alerts/stream", params={"kind": "no"})
    assert answer.status_code == 422


def test_alerts_of_another_process_arrive_too(make_service, make_app, serving, make_monitor, url):
    httpx = importlib.import_module("httpx")
    service = make_service(interval=0.05)
    with (
        serving(make_app(service), service) as address,
        httpx.Client(base_url=address, timeout=30) as client,
        stream(client) as events,
        make_monitor(SqlStore(url)) as other,
    ):
        other.observe(OLD, session="s1")
        other.observe(NEW, session="s1")
        assert events.next()[1]["session"] == "s1"


class Losable(SqlStore):
    """A store that can lose its server, and find it again."""

    lost = False

    def alerts_since(self, *arguments, **options):
        if self.lost:
            raise StoreError("could not read the alerts")
        return super().alerts_since(*arguments, **options)


def test_a_stream_ends_where_the_store_is_lost_and_goes_on_when_it_is_found(
    make_monitor, make_app, serving, url
):
    httpx, module = (importlib.import_module(name) for name in ("httpx", "belie.server.service"))
    store = Losable(url)
    service = module.Service(store, make_monitor, interval=0.05)
    with (
        serving(make_app(service), service) as address,
        httpx.Client(base_url=address, timeout=30) as client,
    ):
        with stream(client) as events:
            say(client, "s1", OLD, NEW)
            cursor, _ = events.next()
            store.lost = True
            assert events.next() is None
        store.lost = False
        say(client, "s2", OLD, NEW)
        with stream(client, last=cursor) as events:
            assert events.next()[1]["session"] == "s2"


def test_open_streams_end_with_the_server(make_service, make_app, serving):
    httpx = importlib.import_module("httpx")
    service = make_service(interval=3600)
    with ExitStack() as opened:
        client = opened.enter_context(httpx.Client(timeout=30))
        with serving(make_app(service), service) as client.base_url:
            events = opened.enter_context(stream(client))
        assert events.next() is None
