from __future__ import annotations

import asyncio
import importlib.util
import json
from pathlib import Path

import pytest

httpx = pytest.importorskip("httpx")

pytestmark = [pytest.mark.extras, pytest.mark.tree]

EXAMPLE = Path(__file__).parents[2] / "examples" / "fastapi_chat.py"
QUESTION = "How tall is the Eiffel Tower?"


@pytest.fixture
def example():
    """The module of the example, whose handler has stopped when the test ends."""
    spec = importlib.util.spec_from_file_location("fastapi_chat", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    assert module.handler.shutdown(30)


@pytest.fixture
async def client(example):
    """Asks the app without a network."""
    transport = httpx.ASGITransport(app=example.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as made:
        yield made


def events(body):
    """Each (name, value) of a body of server-sent events."""
    for block in filter(None, body.strip().split("\n\n")):
        fields = dict(line.split(": ", 1) for line in block.split("\n"))
        yield fields["event"], json.loads(fields["data"])


async def ask(client, session):
    params = {"session": session, "question": QUESTION, "patience": 30}
    response = await client.get("/chat", params=params)
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/event-stream")
    told = list(events(response.text))
    tokens = [value for name, value in told if name == "token"]
    return tokens, [value for name, value in told if name == "alert"]


async def test_the_answer_comes_token_by_token_and_its_alert_with_it(example, client):
    tokens, (alert,) = await ask(client, "s1")
    assert "".join(tokens) == example.ANSWER
    assert 10 < len(tokens)
    assert "“250”" in alert
    assert "“330”" in alert
    assert example.waiting == {}


async def test_all_alerts_of_a_conversation_can_be_asked_for(example, client):
    _ = [await ask(client, "s1") for _ in range(2)]
    assert await asyncio.to_thread(example.handler.flush, 30)
    first, again = (await client.get("/alerts", params={"session": "s1"})).json()
    assert first.startswith("Turn 1 says “250”, but document “guide” says “330”")
    assert again.startswith("Turn 3 says “250”, but document “guide”")
    health = example.handler.health()
    assert (health.observed, health.errors, health.withdrawn) == (2, 0, 0)


async def test_each_request_hears_of_its_own_conversation(client):
    answers = await asyncio.gather(*(ask(client, session) for session in ("s1", "s2", "s3")))
    assert [len(alerts) for _, alerts in answers] == [1, 1, 1]


async def test_an_alert_comes_before_the_end_of_the_answer(example):
    stream = example.chat("s1", QUESTION)
    said = ""
    while "Gustave" not in said:
        said += (await anext(stream)).data
    assert await asyncio.to_thread(example.handler.flush, 30)
    rest = [event.event async for event in stream]
    assert rest.count("alert") == 1
    assert "token" in rest[rest.index("alert") :]


async def test_the_app_checks_what_still_waits_before_it_stops(example):
    async with example.lifespan(example.app):
        await example.chain.ainvoke(QUESTION, {"callbacks": [example.handler]})
    assert example.handler.health().observed == 1
