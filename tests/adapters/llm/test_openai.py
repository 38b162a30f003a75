"""A real client of langchain-openai against a stub of the API on this machine."""

from __future__ import annotations

import json
import re
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from belie import Monitor
from belie.adapters.llm import LLMClaimExtractor
from belie.adapters.llm.fact_function import FunctionCallVerifier
from belie.datatypes import SkipReason
from belie.wiring import local_verifier

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


BRIDGE = "The bridge is 1,149 m long. It opened in March 1932."
FACTS = {
    "fact_1_citation": "It opened in March 1932.",
    "fact_1": "False",
    "fact_1_degree": "partial",
    "fact_1_passage_words": "1932",
    "fact_1_fact_words": "1940",
}


def filled_in(arguments, **options):
    """A reply of the API that fills in the function of the facts."""
    status, body = completion(arguments, **options)
    body["choices"][0]["message"]["tool_calls"][0]["function"]["name"] = "verify_facts"
    used = {"prompt_tokens": 300, "completion_tokens": 40, "total_tokens": 340}
    return status, {**body, "usage": used}


@pytest.fixture
def watched():
    """What a monitor that verifies by the stub reports of one answer, what was asked, and used."""
    openai = pytest.importorskip("langchain_openai")

    def run(*replies, **options):
        with stub(*replies) as (address, asked):
            model = openai.ChatOpenAI(
                model="stub", base_url=address, api_key="sk-none", max_retries=0, timeout=30
            )
            verifier = FunctionCallVerifier(model, fallback=local_verifier(), **options)
            report = Monitor(verifier=verifier).observe(
                "The bridge opened in March 1940.", session="s1", documents=[BRIDGE]
            )
        assert len(asked) == len(replies)
        return report, asked, verifier.usage

    return run


def test_a_monitor_verifies_over_the_api(watched):
    report, (asked,), usage = watched(filled_in(json.dumps(FACTS)))
    [alert] = report.alerts
    assert alert.premise_span.cut(BRIDGE) == "1932"
    assert alert.claim_span.cut(report.turn.text) == "1940"
    assert (alert.conflict.verdict.model, report.warnings) == ("faaf-1 stub", ())
    (tool,) = asked["tools"]
    assert tool["function"]["name"] == "verify_facts"
    assert list(tool["function"]["parameters"]["properties"]) == list(FACTS)
    assert (usage.calls, usage.input_tokens, usage.output_tokens) == (1, 300, 40)


def test_the_facts_can_be_asked_for_by_a_json_schema(watched):
    status, body = filled_in("")
    body["choices"][0]["message"] = {"role": "assistant", "content": json.dumps(FACTS)}
    report, (asked,), _ = watched((status, body), method="json_schema")
    assert (len(report.alerts), report.warnings) == (1, ())
    assert asked["response_format"]["json_schema"]["name"] == "verify_facts"


def test_a_cut_off_function_is_filled_in_again_over_the_api(watched):
    cut = filled_in(json.dumps(FACTS)[:-30], finish_reason="length")
    report, (_, second), usage = watched(cut, filled_in(json.dumps(FACTS)))
    assert (len(report.alerts), report.warnings, usage.calls) == (1, (), 2)
    assert "fact_1: it is missing" in second["messages"][1]["content"]


@pytest.mark.parametrize(
    ("status", "name"), [(429, "RateLimitError"), (500, "Error"), (401, "AuthenticationError")]
)
def test_an_error_of_the_api_leaves_the_facts_to_the_local_verifier(watched, status, name):
    report, _, usage = watched(failure(status))
    assert len(report.alerts) == 1
    assert report.alerts[0].conflict.verdict.model != "faaf-1 stub"
    assert re.search(rf"because the model raised \w*{name}\.$", report.warnings[0])
    assert "sk-none" not in str(report.warnings)
    assert (usage.calls, usage.unmeasured) == (1, 1)
