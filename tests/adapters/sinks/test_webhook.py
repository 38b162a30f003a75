"""Posting to a real server on this machine that fails, hangs and recovers."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import logging
import subprocess
import sys

import pytest

from belie import InputError
from belie.adapters.sinks.webhook import sign
from belie.sinks import SinkHealth, WebhookSink

pytestmark = pytest.mark.extras


@pytest.fixture
def make_hook(server):
    made = []

    def make(**options):
        made.append(WebhookSink(server.url, **({"backoff": 0.0} | options)))
        return made[-1]

    yield make
    for hook in made:
        assert hook.close(0) or server.release.set() or hook.flush(30)


def test_an_alert_is_posted_as_json(make_hook, make_alert, server):
    alert = make_alert("Das Café öffnet\num 9.")
    hook = make_hook(headers={"Authorization": "Bearer t0ken"})
    hook(alert)
    assert hook.flush(30)
    ((headers, body),) = server.requests
    found = json.loads(body)
    assert headers["Content-Type"] == "application/json"
    assert headers["Authorization"] == "Bearer t0ken"
    assert "webhook-signature" not in headers
    assert (found["id"], found["claim"]["text"]) == (alert.id, "Das Café öffnet\num 9.")
    assert hook.health() == SinkHealth(delivered=1, failed=0)


@pytest.mark.parametrize("status", [408, 425, 429, 500, 503])
def test_a_server_that_fails_for_a_while_is_tried_again(status, make_hook, make_alert, server):
    server.answers = [status, status]
    hook = make_hook(attempts=3)
    hook(make_alert())
    assert hook.flush(30)
    bodies = {body for _, body in server.requests}
    ids = {headers["webhook-id"] for headers, _ in server.requests}
    assert (len(server.requests), len(bodies), len(ids)) == (3, 1, 1)
    assert hook.health() == SinkHealth(delivered=1, failed=0)


def test_order_is_kept_while_the_server_fails(make_hook, make_alert, server):
    server.answers = [500, 204, 503, 503]
    hook = make_hook(attempts=3)
    alerts = [make_alert(turn=turn) for turn in (3, 5, 7)]
    for alert in alerts:
        hook(alert)
    assert hook.flush(30)
    first, second, third = (alert.id for alert in alerts)
    assert server.ids == [first, first, second, second, second, third]


def test_a_server_that_never_recovers_is_given_up(make_hook, make_alert, server):
    server.answers = [500] * 9
    hook = make_hook(attempts=3)
    hook(make_alert())
    assert hook.flush(30)
    assert len(server.requests) == 3
    assert hook.health() == SinkHealth(delivered=0, failed=1)


@pytest.mark.parametrize("status", [301, 400, 401, 404, 410])
def test_an_answer_that_is_final_is_not_asked_for_again(status, make_hook, make_alert, server):
    server.answers = [(status, {"Location": server.url})]
    hook = make_hook(attempts=3)
    hook(make_alert())
    assert hook.flush(30)
    assert len(server.requests) == 1
    assert hook.health().failed == 1


def test_a_server_that_hangs_holds_nobody_up_and_is_tried_again(make_hook, converse, server):
    server.answers = ["hang"]
    hook = make_hook(attempts=2, timeout=0.2)
    conversation = converse(hook)
    conversation.say(1, 2)
    assert not server.release.is_set()
    assert hook.flush(30)
    first, second = (alert.id for alert in conversation.alerts)
    assert server.ids == [first, first, second]
    assert hook.health() == SinkHealth(delivered=2, failed=0)


def test_a_server_that_nobody_runs_counts_as_failed(make_alert, server):
    server.close()
    with WebhookSink(server.url, attempts=2, backoff=0.0) as hook:
        hook(make_alert())
        assert hook.flush(30)
        assert hook.health().failed == 1


def test_the_pause_is_as_long_as_the_server_asks_for(make_hook, make_alert, server):
    server.answers = [(503, {"Retry-After": "0"})]
    hook = make_hook(attempts=2, backoff=1_000.0)
    hook(make_alert())
    assert hook.flush(30)
    assert hook.health().delivered == 1


@pytest.mark.parametrize("asked", ["Wed, 21 Oct 2026 07:28:00 GMT", "-1", "9" * 5_000, "²"])
def test_a_pause_that_makes_no_sense_is_not_kept_to(asked, make_hook, make_alert, server):
    server.answers = [(503, {"Retry-After": asked.encode().decode("latin-1")})]
    hook = make_hook(attempts=2)
    hook(make_alert())
    assert hook.flush(30)
    assert hook.health().delivered == 1


def test_a_full_queue_drops_the_newest_and_counts_them(make_hook, make_alert, server):
    server.answers = ["hang"]
    hook = make_hook(max_queue=2, attempts=1, timeout=30.0)
    alerts = [make_alert(turn=turn) for turn in range(3, 8)]
    hook(alerts[0])
    assert server.hanging.wait(30)
    for alert in alerts[1:]:
        hook(alert)
    assert hook.health() == SinkHealth(delivered=0, failed=0, dropped=2, queued=2)
    assert not hook.flush(0)
    server.release.set()
    assert hook.flush(30)
    assert server.ids == [alert.id for alert in alerts[:3]]


def test_closing_gives_up_what_waits_for_the_next_attempt(make_hook, make_alert, server):
    server.answers = [500] * 9
    hook = make_hook(attempts=9, backoff=1_000.0)
    for turn in (3, 5):
        hook(make_alert(turn=turn))
    while not server.requests:
        assert not hook.flush(0.01)
    assert not hook.close(0)
    assert hook.flush(30)
    hook(make_alert(turn=7))
    assert hook.health() == SinkHealth(delivered=0, failed=1, dropped=2)
    assert len(server.requests) == 1


def test_a_receiver_can_check_the_signature(make_hook, make_alert, server):
    key = b"a key of no importance"
    hook = make_hook(secret="whsec_" + base64.b64encode(key).decode())
    hook(make_alert())
    assert hook.flush(30)
    ((headers, body),) = server.requests
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"


def test_the_signature_is_that_of_the_example_of_standard_webhooks():
    signature = sign(
        b'{"event_type":"ping","data":{"success":true}}',
        key=base64.b64decode("plJ3nmyCDGBKInavdOK15jsl"),
        message="msg_loFOjxBNrRLzqYUf",
        timestamp=1731705121,
    )
    assert signature == "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0="


def test_neither_address_nor_secret_is_logged(make_alert, server, caplog):
    server.answers = [500, 404]
    with (
        caplog.at_level(logging.DEBUG, logger="belie"),
        WebhookSink(f"{server.url}?token=t0ken", secret="s3cret", attempts=1) as hook,
    ):
        hook(make_alert())
        assert hook.flush(30)
    said = "".join(
        record.getMessage() for record in caplog.records if logging.DEBUG < record.levelno
    )
    assert "HTTPStatusError" in said
    assert "t0ken" not in said
    assert "s3cret" not in said


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"url": "ftp://example.org"}, "https://, got the scheme 'ftp'"),
        ({"url": "example.org/alerts"}, "https://, got the scheme ''"),
        ({"url": "https://oops:port/"}, "address of the web"),
        ({"timeout": 0}, "timeout > 0, got 0"),
        ({"attempts": 0}, "attempts >= 1, got 0"),
        ({"backoff": -1}, "backoff >= 0, got -1"),
        ({"max_queue": 0}, "max_queue >= 1, got 0"),
        ({"secret": ""}, "secret to be a non-empty text"),
        ({"secret": "whsec_not base 64!"}, "expected base 64"),
        ({"secret": "whsec_not base ключ"}, "expected base 64"),
        ({"secret": "whsec_"}, "expected a key in base 64 after 'whsec_', got an empty one"),
    ],
)
def test_an_option_that_cannot_be_used_is_refused(options, expected):
    with pytest.raises(InputError, match=expected) as refused:
        WebhookSink(**({"url": "https://example.org/alerts"} | options))
    assert "oops" not in str(refused.value)
    assert "not base" not in str(refused.value)


def test_without_httpx_the_error_names_the_extra():
    code = (
        "import sys; sys.modules['httpx'] = None\n"
        "from belie import MissingExtraError\n"
        "from belie.sinks import JsonlSink\n"
        "try:\n    from belie.sinks import WebhookSink\n"
        "except MissingExtraError as error:\n    raise SystemExit(str(error)) from None\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'belie[webhook]'" in done.stderr
