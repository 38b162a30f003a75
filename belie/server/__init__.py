"""A small HTTP API and a live page on a store, for agents that are not written in Python.

:mod:`~belie.server.app` puts it together, :mod:`~belie.server.gate` decides who may come in,
:mod:`~belie.server.api` has the routes of the API and :mod:`~belie.server.pages` those of the
pages, :mod:`~belie.server.service` does what they ask for, :mod:`~belie.server.feed` follows the
store for new alerts, :mod:`~belie.server.running` serves it all. Needs the extra
``belie[server]``.
"""

from __future__ import annotations

from importlib.util import find_spec

from belie.errors import MissingExtraError

__all__: list[str] = []

for _package in ("fastapi", "uvicorn"):
    if find_spec(_package) is None:
        raise MissingExtraError(_package, extra="server")
