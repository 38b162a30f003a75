"""Alerts posted to a web server."""

from __future__ import annotations

import base64
import hashlib
import hmac
import random
import re
import time
from typing import TYPE_CHECKING

from belie.adapters.sinks.background import Background
from belie.adapters.sinks.record import to_json
from belie.errors import InputError, MissingExtraError

try:
    import httpx
except ImportError as error:
    raise MissingExtraError("httpx", extra="webhook") from error

if TYPE_CHECKING:
    from collections.abc import Mapping

    from belie.datatypes import Alert

__all__ = ["WebhookSink", "sign"]

_LONGEST_WAIT = 60.0
"""Seconds between two attempts, at most."""
_PREFIX = "whsec_"
_TRY_AGAIN = frozenset({408, 425, 429})
"""With all from 500 on: what a server may answer otherwise a little later."""


class WebhookSink(Background):
    """Posts each alert as JSON to a web server, in a thread of its own and in order.

    The body is what `JsonlSink` writes. Where the server cannot be reached, takes too long or
    says that it is busy or broken, the same is tried again after a pause that doubles each time
    and is at most a minute, or as long as the server asks for. Any other answer but success is
    final; redirections are not followed. The headers are those of Standard Webhooks
    (standardwebhooks.com): ``webhook-id``, equal for all attempts at one alert, so that a
    receiver can tell what it has already; ``webhook-timestamp``, in seconds since 1970; and with
    a secret ``webhook-signature``.

    Parameters
    ----------
    url
        An address with ``http`` or ``https``.
    secret
        Signs each request with HMAC-SHA256: ``"whsec_"`` and a key in base 64, or any other text,
        which is then the key itself. ``None`` does not sign.
    headers
        Sent with each request, such as ``{"Authorization": "Bearer …"}``.
    timeout
        Seconds that the server may take to connect, to read and to answer, each.
    attempts
        How often an alert is tried, at least 1.
    backoff
        Seconds before the second attempt. A random part of it, up to a half, is left out, so that
        many senders do not come back at once.
    max_queue
        How many alerts may wait, at least 1; a newer one is dropped and counted.

    Raises
    ------
    MissingExtraError
        If httpx is not installed (on import).
    InputError
        If an option cannot be used.

    Notes
    -----
    The thread ends with the process: call `flush`, `close` or use ``with`` before leaving. A
    request that is on its way then ends by its own timeout and is not tried again. Neither the
    address nor the secret is ever logged.
    """

    def __init__(
        self,
        url: str,
        *,
        secret: str | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float = 5.0,
        attempts: int = 5,
        backoff: float = 1.0,
        max_queue: int = 256,
    ) -> None:
        if not 0 < timeout:
            raise InputError(f"expected timeout > 0, got {timeout}")
        if attempts < 1:
            raise InputError(f"expected attempts >= 1, got {attempts}")
        if not 0 <= backoff:
            raise InputError(f"expected backoff >= 0, got {backoff}")
        self._url = _address(url)
        self._key = None if secret is None else _key(secret)
        self._headers = dict(headers or {})
        self._timeout = timeout
        self._waits = tuple(
            min(backoff * 2**number, _LONGEST_WAIT) for number in range(attempts - 1)
        )
        self._tls = httpx.create_ssl_context()
        super().__init__(self._deliver, max_queue=max_queue, name=type(self).__name__)

    def _deliver(self, alert: Alert) -> None:
        """Post until it is taken, refused for good, or tried often enough; then raise."""
        body = to_json(alert).encode("ascii")
        for wait in self._waits:
            try:
                return self._post(body)
            except httpx.HTTPError as error:
                if not _may_pass(error) or not self.pause(_pause(error, wait)):
                    raise
        return self._post(body)

    def _post(self, body: bytes) -> None:
        """Send one request; what the server writes below its headers is not read."""
        with httpx.stream(
            "POST",
            self._url,
            content=body,
            headers=self._headers | self._own_headers(body, timestamp=int(time.time())),
            timeout=self._timeout,
            verify=self._tls,
        ) as response:
            response.raise_for_status()

    def _own_headers(self, body: bytes, *, timestamp: int) -> dict[str, str]:
        message = f"msg_{hashlib.sha256(body).hexdigest()[:32]}"
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "belie",
            "webhook-id": message,
            "webhook-timestamp": str(timestamp),
        }
        if self._key is not None:
            headers["webhook-signature"] = sign(
                body, key=self._key, message=message, timestamp=timestamp
            )
        return headers


def sign(body: bytes, *, key: bytes, message: str, timestamp: int) -> str:
    """Return the signature of one request, as Standard Webhooks have it.

    Parameters
    ----------
    body
        What is sent.
    key
        The shared secret.
    message
        The header ``webhook-id``.
    timestamp
        The header ``webhook-timestamp``, in seconds since 1970.

    Examples
    --------
    >>> sign(b"{}", key=b"secret", message="msg_1", timestamp=1_700_000_000)
    'v1,...'
    """
    signed = f"{message}.{timestamp}.".encode() + body
    return f"v1,{base64.b64encode(hmac.digest(key, signed, 'sha256')).decode('ascii')}"


def _address(url: str) -> httpx.URL:
    try:
        address = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise InputError(
            "expected url to be an address of the web, got one that is none"
        ) from error
    if address.scheme not in ("http", "https") or not address.host:
        raise InputError(f"expected url to begin with https://, got the scheme {address.scheme!r}")
    return address


def _key(secret: str) -> bytes:
    if not secret:
        raise InputError("expected secret to be a non-empty text or None, got an empty one")
    if not secret.startswith(_PREFIX):
        return secret.encode()
    try:
        key = base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except ValueError as error:
        raise InputError(f"expected base 64 after {_PREFIX!r}, got something else") from error
    if not key:
        raise InputError(f"expected a key in base 64 after {_PREFIX!r}, got an empty one")
    return key


def _may_pass(error: httpx.HTTPError) -> bool:
    """Whether the same request may go well a little later."""
    if isinstance(error, httpx.HTTPStatusError):
        status = error.response.status_code
        return 500 <= status or status in _TRY_AGAIN
    return not isinstance(error, httpx.UnsupportedProtocol)


def _pause(error: httpx.HTTPError, wait: float) -> float:
    """Return how many seconds to wait before the next attempt."""
    asked = ""
    if isinstance(error, httpx.HTTPStatusError):
        asked = error.response.headers.get("Retry-After", "")
    if re.fullmatch("[0-9]{1,6}", asked):
        return min(float(asked), _LONGEST_WAIT)
    return wait * random.uniform(0.5, 1)  # noqa: S311 - spreads senders, hides nothing
