from __future__ import annotations

import base64

import pytest

pytestmark = pytest.mark.extras

TOKEN = "a-long-enough-token"
TURN = {"session": "s1", "text": "Hi."}


def basic(password, user="any"):
    return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()


@pytest.fixture
async def guarded(make_service, make_app, client_of):
    async with client_of(make_app(make_service(), token=TOKEN)) as client:
        yield client


@pytest.mark.parametrize("given", [f"Bearer {TOKEN}", f"bearer {TOKEN}", basic(TOKEN)])
async def test_the_token_opens_api_and_pages(guarded, given):
    for path in ("/", "/v1/health", "/v1/openapi.json"):
        assert (await guarded.get(path, headers={"authorization": given})).status_code == 200


@pytest.mark.parametrize(
    "given",
    [
        None,
        "",
        TOKEN,
        "Bearer",
        "Bearer ",
        f"Bearer {TOKEN}x",
        f"Bearer {TOKEN[:-1]}",
        "Bearer é",
        f"Digest {TOKEN}",
        basic("no"),
        basic("", user=TOKEN),
        "Basic é",
        "Basic /w==",
    ],
)
async def test_nothing_opens_without_the_token(guarded, given):
    headers = {} if given is None else {"authorization": given.encode()}
    for path in ("/", "/live.js", "/v1/health", "/v1/openapi.json", "/sessions/s1", "/nothing"):
        answer = await guarded.get(path, headers=headers)
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"].startswith("Basic ")
    assert (await guarded.post("/v1/turns", json=TURN, headers=headers)).status_code == 401
    assert TOKEN not in answer.text


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8377", "localhost", "LOCALHOST:1", "[::1]:8377", "10.1.2.3", "belie.test:8377"],
)
async def test_an_address_localhost_and_named_hosts_are_answered(
    make_service, make_app, client_of, host
):
    async with client_of(make_app(make_service(), hosts=["Belie.test"])) as client:
        assert (await client.get("/v1/health", headers={"host": host})).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.test", "127.0.0.1.evil.test", "localhost.evil.test", "", "[::1", "a@evil.test", "."],
)
async def test_a_foreign_name_for_this_machine_is_refused(client, host):
    answer = await client.get("/v1/sessions", headers={"host": host})
    assert answer.status_code == 421
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("origin", ["https://evil.test", "null", "http://127.0.0.1:9", ""])
async def test_a_page_of_another_origin_cannot_write(client, origin):
    headers = {"origin": origin}
    assert (await client.post("/v1/turns", json=TURN, headers=headers)).status_code == 403
    assert (await client.delete("/v1/sessions/s1", headers=headers)).status_code == 403
    assert (await client.get("/v1/sessions")).json() == {"sessions": []}


async def test_the_own_page_can_write(client):
    answer = await client.post("/v1/turns", json=TURN, headers={"origin": "http://127.0.0.1:8377"})
    assert answer.status_code == 200


async def test_no_other_origin_is_let_in_by_cors(client):
    asked = {"origin": "https://evil.test", "access-control-request-method": "POST"}
    answer = await client.options("/v1/turns", headers=asked)
    assert answer.is_error
    answer = await client.get("/v1/sessions", headers={"origin": "https://evil.test"})
    assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", None])
async def test_a_form_cannot_write(client, kind):
    headers = {} if kind is None else {"content-type": kind}
    body = b'{"session": "s1", "text": "Hi."}'
    assert (await client.post("/v1/turns", content=body, headers=headers)).status_code == 422


async def test_a_body_beyond_the_limit_is_refused_also_one_of_unknown_length(
    make_service, make_app, client_of
):
    async def stream():
        for _ in range(8):
            yield b" " * 64

    kind = {"content-type": "application/json"}
    async with client_of(make_app(make_service(), max_body=256)) as client:
        for body in (b" " * 512, stream()):
            answer = await client.post("/v1/turns", content=body, headers=kind)
            assert answer.status_code == 413
            assert answer.headers["content-type"] == "application/problem+json"
        assert (await client.post("/v1/turns", json=TURN)).status_code == 200


async def test_a_length_of_any_number_of_digits_is_read(make_service, make_app, client_of):
    kind = {"content-type": "application/json"}
    async with client_of(make_app(make_service())) as client:
        for length, status in (("9" * 5000, 413), ("0" * 5000 + "30", 200)):
            headers = kind | {"content-length": length}
            answer = await client.post("/v1/turns", json=TURN, headers=headers)
            assert answer.status_code == status


async def test_every_answer_says_what_a_browser_may_do_with_it(guarded):
    opened = {"authorization": f"Bearer {TOKEN}"}
    answers = [await guarded.get("/v1/health")]
    answers += [await guarded.get(path, headers=opened) for path in ("/", "/v1/health", "/none")]
    for answer in answers:
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cache-control"] == "no-store"
