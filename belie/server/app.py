"""The application: API and pages behind their gate."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from fastapi import FastAPI

import belie
from belie.server.api import routes
from belie.server.gate import MAX_BODY, Gate
from belie.server.pages import pages
from belie.server.problems import add_handlers

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Collection

    from belie.server.service import Service

__all__ = ["make_app"]


def make_app(
    service: Service,
    *,
    token: str | None = None,
    hosts: Collection[str] = (),
    max_body: int = MAX_BODY,
) -> Gate:
    """Return the ASGI application.

    Parameters
    ----------
    service
        Does what is asked for; it is closed when the server ends.
    token
        What each request must give; ``None`` for nothing.
    hosts
        The names of the server, besides addresses and ``localhost``.
    max_body
        The largest body of a request, in bytes.
    """

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        yield
        await asyncio.to_thread(service.close)

    app = FastAPI(
        title="belie",
        summary="Says where a chatbot contradicts its documents, itself or the user.",
        description="Where the server has a token, each request gives it: Authorization: Bearer …",
        version=belie.__version__,
        lifespan=lifespan,
        openapi_url="/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        max_body_size=max_body,
        redirect_slashes=False,
    )
    app.state.service = service
    add_handlers(app)
    app.include_router(routes)
    app.include_router(pages)
    return Gate(app, token=token, hosts=hosts, max_body=max_body)
