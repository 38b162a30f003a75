"""Scores as a Langfuse server gets them, from the real client."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from langfuse import Langfuse
from opentelemetry.sdk.trace import TracerProvider

from belie.datatypes import ConflictKind
from belie.sinks import LangfuseSink, Redacted

pytestmark = pytest.mark.extras


@pytest.fixture
def client(server):
    made = Langfuse(
        public_key=f"pk-{server.url}",
        secret_key="sk-test",
        base_url=server.url.removesuffix("/alerts"),
        tracer_provider=TracerProvider(),
    )
    yield made
    made.shutdown()


@pytest.fixture
def scores(client, server):
    """What arrived, once all is sent."""

    def read():
        client.flush()
        return [score for _, body in server.requests for score in json.loads(body)]

    return read


def test_an_alert_is_a_numeric_score_of_its_session(client, scores, make_alert):
    alert = make_alert("It is red.", "It is blue.", kind=ConflictKind.REFERENCE)
    sink = LangfuseSink(client)
    sink(alert)
    [score] = scores()
    assert score["sessionId"] == "s"
    assert "traceId" not in score
    assert (score["name"], score["dataType"]) == ("contradiction", "NUMERIC")
    assert score["value"] == pytest.approx(0.98)
    assert score["comment"] == alert.explanation
    assert score["metadata"] == {
        "kind": "reference",
        "severity": "high",
        "relation": "contradiction",
        "claim": alert.conflict.claim.id,
        "premise": alert.conflict.premise.id,
        "refused": False,
        "model": "",
    }
    assert sink.health().delivered == 1


def test_where_the_trace_is_known_the_score_is_one_of_the_trace(client, scores, make_alert):
    traces = {3: "0" * 31 + "1"}
    sink = LangfuseSink(
        client, name="belie", trace=lambda alert: traces.get(alert.conflict.claim.turn)
    )
    for turn in (3, 5):
        sink(make_alert(turn=turn))
    found = [(score.get("traceId"), score.get("sessionId"), score["name"]) for score in scores()]
    assert found == [(traces[3], None, "belie"), (None, "s", "belie")]


def test_an_alert_told_again_is_the_same_score_and_a_refused_draft_is_another(
    client, scores, make_alert
):
    sink = LangfuseSink(client)
    for refused in (False, False, True):
        sink(make_alert(refused=refused))
    first, second, third = (score["id"] for score in scores())
    assert first == second != third


def test_redacted_words_are_not_sent(client, scores, make_alert):
    Redacted(LangfuseSink(client), lambda _: "")(make_alert("It is red.", "It is blue."))
    [score] = scores()
    assert "red." not in str(score)
    assert "blue" not in str(score)


def test_a_trace_that_cannot_be_found_out_harms_nobody(client, scores, make_alert):
    sink = LangfuseSink(client, trace=lambda alert: alert.nonsense)
    sink(make_alert())
    assert (sink.health().failed, scores()) == (1, [])


def test_without_langfuse_the_error_names_the_extra():
    code = (
        "import sys; sys.modules['langfuse'] = None\n"
        "from belie import MissingExtraError\n"
        "from belie.sinks import JsonlSink\n"
        "try:\n    from belie.sinks import LangfuseSink\n"
        "except MissingExtraError as error:\n    raise SystemExit(str(error)) from None\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'belie[langfuse]'" in done.stderr
