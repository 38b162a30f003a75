from __future__ import annotations

import asyncio
import json
import logging
import threading

import pytest

from belie.errors import ModelError
from belie.report import json as json_format
from belie.storage.sql import SqlStore

pytestmark = pytest.mark.extras

OLD, NEW, LATER = "It opened in 1937.", "It opened in 1957.", "It opened in 1967."
HOSTILE = "a/b?c=%2F #\u202e<script>\x1b[2J é/1#0 cross_turn x/alerts"
SECRET = "the secret words of Ann"


# turns


async def test_a_turn_is_answered_with_its_report_as_the_json_report_has_it(client, say, url):
    await say(client, "s1", OLD)
    answer = await say(client, "s1", NEW)
    with SqlStore(url) as store:
        expected = json.loads(json_format.render(store.load("s1")[1:]))
    for report in (*answer["reports"], *expected["reports"]):
        del report["timings"]
    assert answer == expected
    (alert,) = answer["reports"][0]["alerts"]
    assert alert["id"] == "s1/1#0 cross_turn s1/0#0"


async def test_a_turn_comes_with_documents_question_and_time(client, say, path):
    turn = {
        "documents": ["One.", {"text": "Two.", "id": "two", "metadata": {"page": 2}}],
        "question": "When?",
        "at": "2026-05-01T10:00:00+02:00",
        "role": "assistant",
    }
    await say(client, "s1", OLD, **turn)
    (report,) = (await client.get(path("sessions", "s1"))).json()["reports"]
    said = report["turn"]
    assert [each["id"] for each in said["documents"]] == ["document-1", "two"]
    assert said["documents"][1]["metadata"] == {"page": 2}
    assert (said["question"], said["at"]) == ("When?", "2026-05-01T08:00:00+00:00")


@pytest.mark.parametrize(
    ("turn", "named"),
    [
        ({"session": "s"}, "body.text"),
        ({"session": "", "text": "Hi."}, "body.session"),
        ({"session": " \x1c", "text": "Hi."}, "body.session"),
        ({"session": "s", "text": SECRET, "role": "system"}, "body.role"),
        ({"session": "s", "text": SECRET, "at": 5}, "ISO 8601"),
        ({"session": "s", "text": SECRET, "at": "0.5"}, "ISO 8601"),
        ({"session": "s", "text": SECRET, "at": "0001-01-01T00:00:00+23:00"}, "year 1"),
        ({"session": "s", "text": SECRET, "documents": [3]}, "body.documents.0"),
        ({"session": "s", "text": SECRET, "document": []}, "body.document"),
        ([SECRET], "body"),
    ],
)
async def test_what_cannot_be_used_is_named_and_not_repeated(client, turn, named):
    answer = await client.post("/v1/turns", json=turn)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert (problem["status"], problem["title"]) == (422, "Unprocessable Entity")
    assert named in problem["detail"]
    assert SECRET not in answer.text
    assert (await client.get("/v1/sessions")).json() == {"sessions": []}


async def test_of_many_turns_at_once_none_is_lost_and_none_kept_twice(
    make_service, make_app, client_of, say, path
):
    texts = [f"Number {number} came." for number in range(12)]
    async with client_of(make_app(make_service(threads=4))) as client:
        posted = (say(client, name, text) for text in texts for name in ("a", "b"))
        await asyncio.gather(*posted)
        for name in ("a", "b"):
            reports = (await client.get(path("sessions", name))).json()["reports"]
            assert sorted(report["turn"]["text"] for report in reports) == sorted(texts)


async def test_more_turns_than_may_wait_are_refused_and_none_of_the_others_is_lost(
    make_service, make_monitor, make_app, client_of
):
    going = threading.Event()

    def make_slow(store):
        assert going.wait(30)
        return make_monitor(store)

    service = make_service(make_slow, threads=1, waiting=1)
    async with client_of(make_app(service)) as client:
        turns = [{"session": name, "text": OLD} for name in ("s1", "s2", "s3")]
        posted = [asyncio.create_task(client.post("/v1/turns", json=turn)) for turn in turns]
        (refused,), taken = await asyncio.wait(posted, return_when=asyncio.FIRST_COMPLETED)
        answer = refused.result()
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
        assert (await client.get("/v1/health")).json()["turns_in_work"] == 2
        going.set()
        assert [each.status_code for each in await asyncio.gather(*taken)] == [200, 200]
        assert len((await client.get("/v1/sessions")).json()["sessions"]) == 2
        assert (await client.get("/v1/health")).json()["turns_in_work"] == 0


async def test_a_session_that_another_process_wrote_to_goes_on(
    client, say, path, url, make_monitor
):
    await say(client, "s1", OLD)
    with make_monitor(SqlStore(url)) as other:
        other.observe("It is long.", session="s1")
    answer = await say(client, "s1", NEW)
    assert answer["reports"][0]["turn"]["index"] == 2
    assert [each["id"] for each in answer["reports"][0]["alerts"]] == ["s1/2#0 cross_turn s1/0#0"]
    assert len((await client.get(path("sessions", "s1"))).json()["reports"]) == 3


# sessions


async def test_sessions_are_listed_the_latest_first_in_pages(client, say):
    await say(client, "old", OLD, NEW, at="2024-05-01T00:00:00Z")
    await say(client, "new", OLD, at="2026-05-01T00:00:00Z")

    async def names(**query):
        found = (await client.get("/v1/sessions", params=query)).json()["sessions"]
        return [each["session"] for each in found]

    assert await names() == ["new", "old"]
    assert await names(limit=1, offset=1) == ["old"]
    assert await names(since="2025-01-01T00:00:00") == ["new"]
    assert await names(before="2025-01-01T00:00:00Z") == ["old"]
    assert await names(with_alerts=True) == await names(to_review=True) == ["old"]
    (first, _) = (await client.get("/v1/sessions")).json()["sessions"]
    assert first == {
        "session": "new",
        "turns": 1,
        "alerts": 0,
        "to_review": 0,
        "first_at": "2026-05-01T00:00:00Z",
        "last_at": "2026-05-01T00:00:00Z",
    }


@pytest.mark.parametrize("session", [HOSTILE, "..", "a/", "/", "%2F", "日本"])
async def test_a_session_with_any_name_is_shown_reviewed_and_deleted(client, say, path, session):
    await say(client, session, OLD, NEW)
    shown = await client.get(path("sessions", session))
    assert [each["turn"]["session"] for each in shown.json()["reports"]] == [session] * 2
    (alert,) = (await client.get(path("sessions", session, "alerts"))).json()["alerts"]
    assert (alert["session"], alert["state"], alert["claim"]["text"]) == (session, "open", NEW)
    answer = await client.post(path("alerts", alert["id"], "review"), json={"state": "false_alarm"})
    assert answer.json()["id"] == alert["id"]
    assert (await client.delete(path("sessions", session))).status_code == 204
    assert (await client.get(path("sessions", session))).status_code == 404
    assert (await client.get(path("sessions", session, "alerts"))).status_code == 404


async def test_a_deleted_session_begins_anew(client, say, path):
    await say(client, "s1", OLD)
    await client.delete(path("sessions", "s1"))
    await client.delete(path("sessions", "s1"))
    answer = await say(client, "s1", NEW)
    assert answer["reports"][0]["turn"]["index"] == 0
    assert answer["reports"][0]["alerts"] == []


# reviews


async def test_an_alert_keeps_what_people_said_of_it(client, say, path):
    await say(client, "s1", OLD, NEW)
    review = path("alerts", "s1/1#0 cross_turn s1/0#0", "review")
    await client.post(review, json={"state": "false_alarm", "by": "Ann\x00", "note": "Both hold."})
    answer = (await client.post(review, json={"state": "open"})).json()
    (alert,) = (await client.get(path("sessions", "s1", "alerts"))).json()["alerts"]
    assert answer == alert
    assert [each["state"] for each in alert["reviews"]] == ["false_alarm", "open"]
    assert (alert["state"], alert["reviews"][0]["by"]) == ("open", "Ann\ufffd")


@pytest.mark.parametrize(
    ("alert", "state", "status"),
    [
        ("s1/9#0 cross_turn s1/0#0", "open", 404),
        ("no id", "open", 404),
        ("s1/1#0 cross_turn s1/0#0", "resolved", 422),
        ("s1/1#0 cross_turn s1/0#0", None, 422),
    ],
)
async def test_a_review_of_no_alert_or_that_is_none_is_refused(client, path, alert, state, status):
    for text in (OLD, NEW):
        await client.post("/v1/turns", json={"session": "s1", "text": text})
    answer = await client.post(path("alerts", alert, "review"), json={"state": state})
    assert answer.status_code == status


# health and failures


async def test_health_says_whether_the_models_are_loaded(client, say):
    assert (await client.get("/v1/health")).json()["models_loaded"] is False
    await say(client, "s1", OLD)
    health = (await client.get("/v1/health")).json()
    assert (health["status"], health["models_loaded"]) == ("ok", True)


async def test_a_store_that_cannot_be_read_is_a_503(make_service, make_app, client_of):
    service = make_service()
    async with client_of(make_app(service)) as client:
        service.archive.close()
        for path in ("/v1/health", "/v1/sessions", "/v1/sessions/s1", "/v1/alerts/stream"):
            answer = await client.get(path)
            assert (answer.status_code, answer.json()["status"]) == (503, 503)
        assert (await client.post("/v1/turns", json={"session": "s", "text": "Hi."})).is_error


@pytest.mark.parametrize("error", [ModelError("no weights"), RuntimeError(SECRET)])
async def test_a_failure_is_a_500_without_words_of_the_conversation(
    make_service, make_app, client_of, caplog, error
):
    caplog.set_level(logging.DEBUG, "belie")

    def make_broken(_):
        raise error

    async with client_of(make_app(make_service(make_broken))) as client:
        answer = await client.post("/v1/turns", json={"session": "s1", "text": SECRET})
        assert (answer.status_code, answer.json()["title"]) == (500, "Internal Server Error")
        assert SECRET not in answer.text + caplog.text
        assert "Traceback" not in answer.text
        assert (await client.get("/v1/sessions")).json() == {"sessions": []}
    logged = [
        record.getMessage() for record in caplog.records if record.name == "belie.server.gate"
    ]
    assert len(logged) == isinstance(error, RuntimeError)
    assert all(line.startswith("RuntimeError at ") for line in logged)


@pytest.mark.parametrize(
    "path", ["/v1/nothing", "/v1/sessions/a/b", "/docs", "/redoc", "/v1/turns/"]
)
async def test_there_is_nothing_at_other_paths(client, path):
    answer = await client.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
