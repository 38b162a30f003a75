"""Where the server listens, and the server itself."""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING

import uvicorn

from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp

    from belie.server.feed import Feed

__all__ = ["bind", "expect_token", "make_server"]

_SHORTEST_TOKEN = 16
_CONNECTIONS = 256
_PATIENCE = 10
"""Seconds for requests that are being answered when the server stops."""


def expect_token(host: str, token: str | None) -> None:
    """Raise `InputError` for a token that guards nothing, or none where others can come in.

    Examples
    --------
    >>> expect_token("127.0.0.1", None)
    >>> expect_token("0.0.0.0", None)
    Traceback (most recent call last):
    ...
    belie.errors.InputError: expected a token where other machines can come in, got none for \
the host 0.0.0.0; give BELIE_TOKEN or stay with 127.0.0.1
    """
    if token is None:
        if not _is_loopback(host):
            raise InputError(
                "expected a token where other machines can come in, got none for the host "
                f"{host}; give BELIE_TOKEN or stay with 127.0.0.1"
            )
    elif len(token) < _SHORTEST_TOKEN or not token.isascii() or not token.isprintable():
        raise InputError(
            f"expected a token of {_SHORTEST_TOKEN} or more printable ASCII characters, "
            f"got {len(token)} characters"
        )


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def bind(host: str, port: int) -> socket.socket:
    """Return a socket that listens; port 0 takes a free one.

    Raises
    ------
    InputError
        If it cannot listen there.
    """
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family)  # pyright: ignore[reportArgumentType] - of IPv4 or IPv6
    except OSError as error:
        raise InputError(
            f"expected a host and a port to listen at, got {host} and {port}: {error.strerror}"
        ) from error


def make_server(app: ASGIApp, *, feed: Feed, ready: Callable[[], None]) -> uvicorn.Server:
    """Return a server, to be run on a socket that listens; a signal or `should_exit` stops it.

    Parameters
    ----------
    app
        What is served.
    feed
        Is closed first, so that nobody waits for readers of a stream without an end.
    ready
        Is called when the server answers.
    """
    config = uvicorn.Config(
        app,
        access_log=False,  # paths hold names of sessions
        log_level="warning",
        server_header=False,
        ws="none",
        limit_concurrency=_CONNECTIONS,
        timeout_graceful_shutdown=_PATIENCE,
    )
    return _Server(config, feed=feed, ready=ready)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, *, feed: Feed, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._feed = feed
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._feed.close()
        await super().shutdown(sockets)
