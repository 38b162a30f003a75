"""Who may come in, and what a browser may do with what it gets."""

from __future__ import annotations

import base64
import binascii
import ipaddress
import logging
from http import HTTPStatus
from secrets import compare_digest
from traceback import extract_tb
from typing import TYPE_CHECKING, cast
from urllib.parse import quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders

from belie.server.problems import problem

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["MAX_BODY", "Gate"]

MAX_BODY = 1 << 20
"""The largest body of a request in bytes, unless told otherwise."""

_LOG = logging.getLogger(__name__)
_SAFE = {"GET", "HEAD", "OPTIONS"}
_HEADERS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
_CHALLENGE = {"www-authenticate": 'Basic realm="belie", charset="UTF-8"'}
"""A browser asks for the token then, and sends it with all that the page fetches."""


class Gate:
    """Lets in who gives the token, from pages of this server or from no page at all.

    A web page elsewhere can make a browser ask this server, under its own name if its name server
    says so (DNS rebinding): hence the host that was asked for is an address, ``localhost`` or a
    name that was named, and who writes comes from no other origin.

    What fails inside is logged by its type and place only: messages may hold words of a
    conversation.

    Parameters
    ----------
    app
        What stands behind.
    token
        What must be given as bearer token or as password; ``None`` for nothing.
    hosts
        The names of this server, besides addresses and ``localhost``.
    max_body
        The most bytes that a request may announce; ``app`` counts those of a request that does not.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        token: str | None = None,
        hosts: Collection[str] = (),
        max_body: int = MAX_BODY,
    ) -> None:
        self._app = app
        self._token = token
        self._max_body = max_body
        self._hosts = {"localhost", *(host.lower() for host in hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope["method"], Headers(scope=scope))
        app = _Contained(self._app) if refusal is None else refusal
        await app(_with_raw_path(scope), receive, _with_headers(send))

    def _refusal(self, method: str, headers: Headers) -> Response | None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            names = "expected an address, localhost or a name given with --allow-host"
            return problem(HTTPStatus.MISDIRECTED_REQUEST, f"{names}, got another Host")
        origin = headers.get("origin")
        if method not in _SAFE and origin is not None and urlsplit(origin).netloc != host:
            return problem(HTTPStatus.FORBIDDEN, "expected a page of this server, got another")
        if self._token is not None and not _gives(headers.get("authorization", ""), self._token):
            detail = "expected the token: Authorization: Bearer …"
            return problem(HTTPStatus.UNAUTHORIZED, detail, headers=_CHALLENGE)
        announced = headers.get("content-length", "")
        if announced.isdecimal() and _is_beyond(announced, self._max_body):
            detail = f"expected a body of at most {self._max_body} bytes, got a larger one"
            return problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail)
        return None

    def _is_ours(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self._hosts or _is_address(name)


def _is_beyond(digits: str, limit: int) -> bool:
    """Return whether a number is more than ``limit``; one of any length, which `int` refuses."""
    plain = digits.lstrip("0")
    return len(str(limit)) < len(plain) or limit < int(plain or "0")


class _Contained:
    """Ends what an application raises; its answer went out before that."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        except Exception as error:  # noqa: BLE001 - the server would log its words
            first = _first(error)
            frames = extract_tb(first.__traceback__)
            place = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "?"
            _LOG.error("%s at %s", type(first).__name__, place)


def _first(error: Exception) -> Exception:
    """Return what happened first, where tasks failed as a group."""
    while isinstance(error, ExceptionGroup):
        error = cast("ExceptionGroup[Exception]", error).exceptions[0]
    return error


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _gives(authorization: str, token: str) -> bool:
    """Return whether a header gives the token, in a time that tells nothing of it."""
    scheme, _, given = authorization.partition(" ")
    if scheme.lower() == "basic":
        given = _password(given)
    elif scheme.lower() != "bearer":
        return False
    return compare_digest(given.strip().encode("utf-8", "replace"), token.encode())


def _password(credentials: str) -> str:
    try:
        decoded = base64.b64decode(credentials, validate=True)
    except (binascii.Error, ValueError):
        return ""
    return decoded.decode("utf-8", "replace").partition(":")[2]


def _with_raw_path(scope: Scope) -> Scope:
    """Return a scope whose path is still percent-encoded: the name of a session may hold a /."""
    raw: bytes = scope.get("raw_path") or quote(scope["path"]).encode()
    return {**scope, "path": raw.decode("latin-1")}


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
