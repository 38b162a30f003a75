"""Spans and metrics, through OpenTelemetry's own SDK."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from belie.datatypes import ConflictKind, Severity
from belie.sinks import OtelSink, Redacted

pytestmark = pytest.mark.extras


class Telemetry:
    """An SDK that keeps what it is given."""

    def __init__(self):
        self.exporter, self.reader = InMemorySpanExporter(), InMemoryMetricReader()
        self.tracers = TracerProvider()
        self.tracers.add_span_processor(SimpleSpanProcessor(self.exporter))
        self.meters = MeterProvider([self.reader])
        self.sink = OtelSink(tracer_provider=self.tracers, meter_provider=self.meters)

    @property
    def spans(self):
        return self.exporter.get_finished_spans()

    @property
    def points(self):
        """The points of each metric by its name."""
        (resource,) = self.reader.get_metrics_data().resource_metrics
        (scope,) = resource.scope_metrics
        return {metric.name: metric.data.data_points for metric in scope.metrics}


@pytest.fixture
def telemetry():
    made = Telemetry()
    yield made
    made.meters.shutdown()
    made.tracers.shutdown()


def test_an_alert_is_an_evaluator_span_of_openinference(telemetry, make_alert):
    alert = make_alert("It is red.", "It is blue.", kind=ConflictKind.REFERENCE)
    telemetry.sink(alert)
    (span,) = telemetry.spans
    found = dict(span.attributes)
    assert (span.name, found["openinference.span.kind"]) == ("belie.alert", "EVALUATOR")
    assert found["session.id"] == "s"
    assert json.loads(found["input.value"]) == {"premise": "It is blue.", "claim": "It is red."}
    assert found["output.value"] == alert.explanation
    result = {
        name.removeprefix("evaluations.0.evaluation."): value
        for name, value in found.items()
        if name.startswith("evaluations.0.")
    }
    metadata = json.loads(result.pop("metadata"))
    assert metadata["claim"] == alert.conflict.claim.id
    assert result == {
        "name": "contradiction",
        "label": "contradiction",
        "score": 0.98,
        "explanation": alert.explanation,
        "annotator_kind": "CODE",
        "identifier": alert.id,
    }


def test_the_span_lies_within_the_one_that_is_open(telemetry, converse):
    conversation = converse(telemetry.sink)
    with telemetry.tracers.get_tracer("app").start_as_current_span("request") as request:
        conversation.say(1)
    alert = next(span for span in telemetry.spans if span.name == "belie.alert")
    assert alert.parent.span_id == request.get_span_context().span_id


async def test_so_it_does_when_observed_from_an_event_loop(telemetry, converse):
    conversation = converse(telemetry.sink)
    with telemetry.tracers.get_tracer("app").start_as_current_span("request") as request:
        await conversation.monitor.aobserve(
            "Room 1 is blue.", session="s", documents=["Room 1 is red."]
        )
    alert = next(span for span in telemetry.spans if span.name == "belie.alert")
    assert alert.parent.span_id == request.get_span_context().span_id


def test_alerts_are_counted_by_kind_and_severity(telemetry, make_alert):
    for severity in (Severity.HIGH, Severity.LOW, Severity.HIGH):
        telemetry.sink(make_alert(severity=severity))
    counts = {
        point.attributes["belie.severity"]: point.value
        for point in telemetry.points["belie.alerts"]
    }
    assert counts == {"high": 2, "low": 1}
    scores = telemetry.points["belie.alert.score"]
    assert sum(point.count for point in scores) == 3
    assert max(point.max for point in scores) == 0.98
    assert all(1 < len([count for count in point.explicit_bounds if count < 1]) for point in scores)


def test_refused_drafts_are_counted_apart(telemetry, make_alert):
    for refused in (False, True, True):
        telemetry.sink(make_alert(refused=refused))
    counts = {
        point.attributes["belie.refused"]: point.value for point in telemetry.points["belie.alerts"]
    }
    assert counts == {False: 1, True: 2}


def test_metrics_hold_no_words_and_no_session(telemetry, make_alert):
    telemetry.sink(make_alert("It is red.", session="Ann"))
    said = str([point.attributes for points in telemetry.points.values() for point in points])
    assert "red" not in said
    assert "Ann" not in said


def test_redacted_words_reach_no_span(telemetry, make_alert):
    Redacted(telemetry.sink, lambda _: "")(make_alert("It is red.", "It is blue."))
    (span,) = telemetry.spans
    assert "red" not in str(dict(span.attributes))
    assert "blue" not in str(dict(span.attributes))


def test_without_an_sdk_nothing_happens(make_alert):
    sink = OtelSink()
    sink(make_alert())
    assert sink.health().failed == 0


def test_without_opentelemetry_the_error_names_the_extra():
    code = (
        "import sys; sys.modules['opentelemetry'] = None\n"
        "from belie import MissingExtraError\n"
        "from belie.sinks import JsonlSink\n"
        "try:\n    from belie.sinks import OtelSink\n"
        "except MissingExtraError as error:\n    raise SystemExit(str(error)) from None\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'belie[otel]'" in done.stderr
