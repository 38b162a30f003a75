"""Feedback as a LangSmith server gets it, from the real client."""

from __future__ import annotations

import json
import subprocess
import sys
from uuid import UUID

import pytest
from langsmith import Client

from belie import InputError
from belie.sinks import LangSmithSink, Redacted

pytestmark = pytest.mark.extras

RUN, PROJECT = UUID(int=1), UUID(int=2)


@pytest.fixture
def client(server):
    url = server.url.removesuffix("/alerts")
    made = Client(api_url=url, api_key="test", info={}, auto_batch_tracing=False)
    yield made
    made.cleanup()


@pytest.fixture
def make_sink(client):
    made = []

    def make(run=lambda _: RUN, **options):
        made.append(LangSmithSink(run=run, project=PROJECT, client=client, **options))
        return made[-1]

    yield make
    for sink in made:
        assert sink.close(30)


def read(server):
    return [json.loads(body) for _, body in server.requests]


def test_an_alert_is_feedback_on_the_run_of_its_answer(server, make_sink, make_alert):
    alert = make_alert("It is red.", "It is blue.")
    sink = make_sink()
    sink(alert)
    assert sink.flush(30)
    [feedback] = read(server)
    assert (feedback["run_id"], feedback["session_id"]) == (str(RUN), str(PROJECT))
    assert (feedback["key"], feedback["value"]) == ("contradiction", "contradiction")
    assert feedback["score"] == pytest.approx(0.98, abs=1e-4)
    assert feedback["comment"] == alert.explanation
    assert feedback["feedback_source"]["type"] == "model"
    assert feedback["feedback_source"]["metadata"]["claim"] == alert.conflict.claim.id
    assert sink.health().delivered == 1


def test_an_alert_without_a_run_is_not_sent(server, make_sink, make_alert):
    runs = {3: str(RUN)}
    sink = make_sink(lambda alert: runs.get(alert.conflict.claim.turn), key="belie")
    for turn in (5, 3):
        sink(make_alert(turn=turn))
    assert sink.flush(30)
    assert [feedback["key"] for feedback in read(server)] == ["belie"]
    assert sink.health().failed == 0


def test_an_alert_told_again_is_the_same_feedback_and_a_refused_draft_is_another(
    server, make_sink, make_alert
):
    sink = make_sink()
    for refused in (False, False, True):
        sink(make_alert(refused=refused))
    assert sink.flush(30)
    first, second, third = (feedback["id"] for feedback in read(server))
    assert first == second != third


def test_redacted_words_are_not_sent(server, make_sink, make_alert):
    sink = make_sink()
    Redacted(sink, lambda _: "")(make_alert("It is red.", "It is blue."))
    assert sink.flush(30)
    [feedback] = read(server)
    assert "red." not in str(feedback)
    assert "blue" not in str(feedback)


def test_a_server_that_refuses_harms_nobody_and_is_counted(server, make_sink, make_alert):
    server.answers = [400]
    sink = make_sink()
    for turn in (3, 5):
        sink(make_alert(turn=turn))
    assert sink.flush(30)
    assert (sink.health().failed, sink.health().delivered) == (1, 1)


def test_a_queue_without_room_is_refused(client):
    with pytest.raises(InputError, match="max_queue >= 1"):
        LangSmithSink(run=lambda _: RUN, project=PROJECT, client=client, max_queue=0)


def test_without_langsmith_the_error_names_the_extra():
    code = (
        "import sys; sys.modules['langsmith'] = None\n"
        "from belie import MissingExtraError\n"
        "from belie.sinks import JsonlSink\n"
        "try:\n    from belie.sinks import LangSmithSink\n"
        "except MissingExtraError as error:\n    raise SystemExit(str(error)) from None\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'belie[langsmith]'" in done.stderr
