"""The API does what its OpenAPI says, for any request that schemathesis makes of it.

Each run makes the same requests, in this process.
"""

from __future__ import annotations

import importlib

import pytest
from hypothesis import given

pytestmark = pytest.mark.extras

OLD, NEW = "It opened in 1937.", "It opened in 1957."
REVIEW = "/v1/alerts/{alert}/review"
KNOWN = {"session": "s1", "alert": "s1/1#0 cross_turn s1/0#0"}
OPERATIONS = {
    ("/v1/turns", "post"),
    ("/v1/sessions", "get"),
    ("/v1/sessions/{session}", "get"),
    ("/v1/sessions/{session}", "delete"),
    ("/v1/sessions/{session}/alerts", "get"),
    (REVIEW, "post"),
    ("/v1/health", "get"),
}
STREAM = "/v1/alerts/stream", "get"
"""It does not end: ``test_stream.py`` has its tests."""


@pytest.fixture
def schema(make_service, make_monitor, make_app):
    """Return the OpenAPI of an application whose store has a session with an alert."""
    schemathesis = importlib.import_module("schemathesis")
    service = make_service()
    monitor = make_monitor(service.archive)
    for text in (OLD, NEW):
        monitor.observe(text, session="s1")
    app = make_app(service, hosts=["testserver"])

    async def answer(scope, receive, send):
        """Answer without a lifespan: the service is closed by its fixture."""
        assert scope["type"] == "http"
        await app(scope, receive, send)

    return schemathesis.openapi.from_asgi("/v1/openapi.json", answer)


@pytest.mark.parametrize(("path", "method"), sorted(OPERATIONS))
def test_any_request_is_answered_as_the_openapi_says(schema, path, method):
    operation = schema[path][method]
    known = {name: value for name, value in KNOWN.items() if f"{{{name}}}" in path}
    answers = []

    @given(case=operation.as_strategy() | operation.as_strategy(path_parameters=known))
    def ask(case):
        answers.append(case.call_and_validate())

    ask()
    assert any(answer.status_code < 300 for answer in answers)


@pytest.mark.parametrize(
    ("path", "method"), [("/v1/turns", "post"), ("/v1/sessions", "get"), (REVIEW, "post")]
)
def test_a_request_that_the_openapi_forbids_is_refused(schema, path, method):
    modes = importlib.import_module("schemathesis").GenerationMode
    answers = []

    @given(case=schema[path][method].as_strategy(modes.NEGATIVE))
    def ask(case):
        answers.append(case.call_and_validate())

    ask()
    assert any(answer.status_code == 422 for answer in answers)


def test_the_openapi_names_every_operation(schema):
    found = {(path, method) for path, each in schema.raw_schema["paths"].items() for method in each}
    assert found == OPERATIONS | {STREAM}
