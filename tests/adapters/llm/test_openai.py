"""A real client of langchain-openai against a stub of the API on this machine."""

from __future__ import annotations

import json
import re
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from belie.adapters.llm import LLMClaimExtractor
from belie.datatypes import SkipReason

pytestmark = pytest.mark.extras

TEXT = "Hello! The tower, built in 1889, is 330 m tall \ud83d."
GOOD = {
    "claims": [
        {"text": "The tower was built in 1889.", "quote": "The tower, built in 1889"},
        {"text": "The tower is 330 m tall.", "quote": "is 330 m tall"},
    ],
    "skipped": [{"quote": "Hello!", "reason": "greeting"}],
}


def completion(arguments, *, finish_reason="tool_calls"):
    """A reply of the API that calls the tool."""
    function = {"name": "Reply", "arguments": arguments}
    message = {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "call-1", "type": "function", "function": function}],
    }
    choice = {"index": 0, "message": message, "finish_reason": finish_reason}
    named = {"id": "c1", "object": "chat.completion", "created": 0, "model": "stub"}
    return 200, {**named, "choices": [choice]}


def failure(status):
    return status, {"error": {"message": "the key sk-none is over its limit", "type": "limit"}}


@contextmanager
def stub(*replies):
    """A server that gives its replies in turn; yields its address and what it was asked."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            asked.append(json.loads(body))
            status, reply = replies[len(asked) - 1]
            sent = json.dumps(reply).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1", asked
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def extract(scripted):
    """Extracts from the turn by the stub, and returns what it was asked as well."""
    openai = pytest.importorskip("langchain_openai")

    def run(*replies, **options):
        with stub(*replies) as (address, asked):
            model = openai.ChatOpenAI(
                model="stub", base_url=address, api_key="sk-none", max_retries=0, timeout=10
            )
            extractor = LLMClaimExtractor(model, scripted.LocalExtractor(), **options)
            extraction = extractor.extract(scripted.turn(TEXT))
        assert len(asked) == len(replies)
        return extraction, asked

    return run


def test_a_turn_is_read_over_the_api(extract):
    extraction, (asked,) = extract(completion(json.dumps(GOOD)))
    assert [claim.span.cut(TEXT) for claim in extraction.claims] == [
        "The tower, built in 1889",
        "is 330 m tall",
    ]
    assert [one.reason for one in extraction.skipped] == [SkipReason.GREETING]
    assert extraction.warnings == ()
    assert [message["role"] for message in asked["messages"]] == ["system", "user"]
    assert "330 m tall \ufffd." in asked["messages"][1]["content"]
    (tool,) = asked["tools"]
    assert set(tool["function"]["parameters"]["properties"]) == {"claims", "skipped"}
    assert asked["tool_choice"]["function"]["name"] == tool["function"]["name"]


@pytest.mark.parametrize(
    ("bad", "described"),
    [
        (completion('{"claims": [{"text": "The tow'), "valid JSON"),
        (completion("I would rather not."), "valid JSON"),
        (completion("[]"), "claims: Field required"),
        (completion('{"claims": "none"}'), "claims: Input should be a valid list"),
        (completion(json.dumps(GOOD), finish_reason="length"), "cut off"),
        (
            completion(json.dumps({"claims": [{"text": "It is red.", "quote": "It is red."}]})),
            "claims.0: its quote does not stand in the turn",
        ),
    ],
)
def test_a_malformed_reply_is_repaired_over_the_api(extract, bad, described):
    extraction, (first, second) = extract(bad, completion(json.dumps(GOOD)))
    assert (len(extraction.claims), extraction.warnings) == (2, ())
    assert described in second["messages"][1]["content"]
    assert second["messages"][1]["content"].startswith(first["messages"][1]["content"])


@pytest.mark.parametrize(
    ("status", "name"),
    [(429, "RateLimitError"), (500, "Error"), (401, "AuthenticationError")],
)
def test_an_error_of_the_api_leaves_the_turn_to_the_local_extractor(extract, status, name):
    extraction, _ = extract(failure(status))
    assert len(extraction.claims) == 1
    assert re.search(rf"because the model raised \w*{name}\.$", extraction.warnings[0])
    assert "sk-none" not in str(extraction.warnings)


def test_the_method_of_structured_output_can_be_chosen(extract):
    status, body = completion("")
    body["choices"][0]["message"] = {"role": "assistant", "content": json.dumps(GOOD)}
    body["choices"][0]["finish_reason"] = "stop"
    extraction, (asked,) = extract((status, body), method="json_schema")
    assert (len(extraction.claims), extraction.warnings) == (2, ())
    assert asked["response_format"]["type"] == "json_schema"
