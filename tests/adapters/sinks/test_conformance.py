"""What holds for every sink: each alert once, in order, of stored turns only, and no harm done."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from uuid import UUID

import pytest
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from belie.sinks import (
    Background,
    Cooldown,
    Deduplicated,
    Filtered,
    JsonlSink,
    LoggingSink,
    OtelSink,
    Redacted,
    WebhookSink,
)

pytestmark = pytest.mark.extras


@dataclass
class Case:
    """A sink, the ids of the alerts that arrived where it leads, and how to break it."""

    sink: object
    arrived: object
    set_broken: object = None
    end: object = None

    def settle(self):
        assert getattr(self.sink, "flush", lambda _: True)(30)

    def close(self):
        getattr(self.sink, "close", lambda _: True)(30)
        if self.end:
            self.end()


class Switch:
    """Raises while it is on."""

    def __init__(self):
        self.on = False

    def turn(self, on):
        self.on = on

    def check(self):
        if self.on:
            raise OSError("Room 1 is blue, and it broke")


class Records(logging.Handler):
    def __init__(self, switch):
        super().__init__()
        self.switch, self.ids = switch, []

    def emit(self, record):
        self.switch.check()
        self.ids.append(record.alert.id)


class Fragile(SpanProcessor):
    def __init__(self, switch):
        self.switch = switch

    def on_start(self, span, parent_context=None):
        del span, parent_context
        self.switch.check()


def heard(wrap):
    """A wrapper before a plain callable."""
    ids = []
    return Case(wrap(lambda alert: ids.append(alert.id)), lambda: ids)


def logged():
    handler = Records(Switch())
    logger = logging.getLogger("apart")
    logger.handlers = [handler]
    return Case(LoggingSink(logger), lambda: handler.ids, handler.switch.turn)


def written(folder):
    home, away = folder / "home", folder / "away"
    home.mkdir()

    def arrived():
        if not (home / "alerts.jsonl").exists():
            return []
        lines = (home / "alerts.jsonl").read_text("ascii").splitlines()
        return [json.loads(line)["id"] for line in lines]

    def set_broken(broken):
        home.rename(away) if broken else away.rename(home)

    return Case(JsonlSink(home / "alerts.jsonl"), arrived, set_broken)


def posted(server):
    def set_broken(broken):
        server.answers[:] = [500] * 100 * broken
        server.requests.clear()

    return Case(WebhookSink(server.url, attempts=1), lambda: server.ids, set_broken)


def traced():
    switch, exporter, provider = Switch(), InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(Fragile(switch))
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    return Case(
        OtelSink(tracer_provider=provider),
        lambda: [
            span.attributes["evaluations.0.evaluation.identifier"]
            for span in exporter.get_finished_spans()
        ],
        switch.turn,
    )


def backed():
    ids, switch = [], Switch()

    def send(alert):
        switch.check()
        ids.append(alert.id)

    return Case(Background(send), lambda: ids, switch.turn)


def id_of(found):
    """The id of an alert, from what a sink says of it beside its words."""
    return f"{found['claim']} {found['kind']} {found['premise']}"


def scored(server):
    langfuse = pytest.importorskip("langfuse")
    sinks = pytest.importorskip("belie.adapters.sinks.langfuse")
    client = langfuse.Langfuse(
        public_key=f"pk-{server.url}",
        secret_key="sk-test",
        base_url=server.url.removesuffix("/alerts"),
        tracer_provider=TracerProvider(),
    )
    switch = Switch()

    def arrived():
        client.flush()
        return [id_of(one["metadata"]) for _, body in server.requests for one in json.loads(body)]

    sink = sinks.LangfuseSink(client, trace=lambda _: switch.check())
    return Case(sink, arrived, switch.turn, client.shutdown)


def fed_back(server):
    langsmith = pytest.importorskip("langsmith")
    sinks = pytest.importorskip("belie.adapters.sinks.langsmith")
    url = server.url.removesuffix("/alerts")
    client = langsmith.Client(api_url=url, api_key="test", info={}, auto_batch_tracing=False)

    def arrived():
        sent = [json.loads(body) for _, body in server.requests]
        return [id_of(one["feedback_source"]["metadata"]) for one in sent]

    def set_broken(broken):
        server.answers[:] = [400] * 100 * broken
        server.requests.clear()

    sink = sinks.LangSmithSink(run=lambda _: UUID(int=1), project=UUID(int=2), client=client)
    return Case(sink, arrived, set_broken, client.cleanup)


READY = ["logging", "jsonl", "webhook", "otel", "background", "langfuse", "langsmith"]
WRAPPERS = ["filtered", "deduplicated", "cooldown", "redacted"]


@pytest.fixture
def case(request, tmp_path, server):
    made = {
        "logging": logged,
        "jsonl": lambda: written(tmp_path),
        "webhook": lambda: posted(server),
        "otel": traced,
        "background": backed,
        "langfuse": lambda: scored(server),
        "langsmith": lambda: fed_back(server),
        "callable": lambda: heard(lambda sink: sink),
        "filtered": lambda: heard(Filtered),
        "deduplicated": lambda: heard(Deduplicated),
        "cooldown": lambda: heard(lambda sink: Cooldown(sink, seconds=1e-9)),
        "redacted": lambda: heard(lambda sink: Redacted(sink, str.upper)),
    }[request.param]()
    yield made
    made.close()


@pytest.mark.parametrize("case", ["callable", *READY, *WRAPPERS], indirect=True)
def test_each_alert_arrives_once_and_in_order(case, converse):
    conversation = converse(case.sink)
    conversation.say(*range(8))
    case.settle()
    assert case.arrived() == [alert.id for alert in conversation.alerts]
    assert len(conversation.alerts) == 8


@pytest.mark.parametrize("case", ["callable", *READY, *WRAPPERS], indirect=True)
def test_no_alert_arrives_of_a_turn_that_was_not_stored(case, converse):
    conversation = converse(case.sink)
    conversation.store.broken = True
    with pytest.raises(OSError, match="no room"):
        conversation.say(1)
    case.settle()
    assert case.arrived() == []


@pytest.mark.parametrize("case", READY, indirect=True)
def test_the_turn_is_stored_when_the_sink_is_told(case, converse):
    known = []

    def told(alert):
        known.append(alert in conversation.monitor.session("s").alerts)
        case.sink(alert)

    conversation = converse(told)
    conversation.say(1, 2)
    case.settle()
    assert known == [True, True]


@pytest.mark.parametrize("case", READY, indirect=True)
def test_a_sink_that_fails_harms_nobody_and_goes_on_when_it_can(case, converse, caplog):
    ids = []
    conversation = converse(case.sink, lambda alert: ids.append(alert.id))
    with caplog.at_level(logging.INFO):
        case.set_broken(True)
        conversation.say(1, 2)
        case.settle()
        case.set_broken(False)
        conversation.say(3)
        case.settle()
    assert ids == [alert.id for alert in conversation.alerts]
    assert case.arrived() == ids[2:]
    health = case.sink.health()
    assert (health.delivered, health.failed, health.queued) == (1, 2, 0)


@pytest.mark.parametrize("case", READY, indirect=True)
def test_a_failure_is_logged_once_and_without_words_of_the_conversation(case, converse, caplog):
    conversation = converse(case.sink)
    case.set_broken(True)
    with caplog.at_level(logging.DEBUG):
        conversation.say(1, 2)
        case.settle()
    case.set_broken(False)
    loud = [record for record in caplog.records if logging.DEBUG < record.levelno]
    (warning,) = [record for record in loud if record.name.startswith("belie")]
    assert "Room" not in "".join(record.getMessage() for record in loud)
    assert "could not deliver an alert" in warning.getMessage()


def test_what_a_plain_callable_raises_reaches_the_caller_when_all_were_told(converse):
    def refuse(alert):
        raise OSError(f"no pager for {alert.id}")

    ids = []
    conversation = converse(refuse, lambda alert: ids.append(alert.id))
    with pytest.raises(OSError, match="no pager"):
        conversation.say(1)
    assert len(conversation.alerts) == 1
    assert ids == [alert.id for alert in conversation.alerts]
