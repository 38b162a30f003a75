"""The live page, and the report of a session as a page."""

from __future__ import annotations

from importlib.resources import files

from fastapi import APIRouter, Response

from belie.report import html
from belie.server.api import Asked, Named, unknown_session

__all__ = ["pages"]

_LIVE = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_REPORT = "frame-ancestors 'none'"
"""The page of a report names its own style and script, by their hashes, and allows no others."""

pages = APIRouter(include_in_schema=False)


@pages.get("/")
def show_live() -> Response:
    """Return the page that shows sessions and alerts as they come."""
    return _file("live.html", "text/html", policy=_LIVE)


@pages.get("/live.css")
def show_style() -> Response:
    """Return the style of the live page."""
    return _file("live.css", "text/css")


@pages.get("/live.js")
def show_script() -> Response:
    """Return the script of the live page."""
    return _file("live.js", "text/javascript")


@pages.get("/sessions/{session}")
def show_report(session: Named, service: Asked) -> Response:
    """Return the conversation view of a session, the page of `belie audit --html`."""
    reports = service.reports(session)
    if not reports:
        raise unknown_session()
    return _page(html.render(reports, title="belie"), "text/html", policy=_REPORT)


def _file(name: str, media_type: str, *, policy: str | None = None) -> Response:
    text = files("belie.server").joinpath("live", name).read_text(encoding="utf-8")
    return _page(text, media_type, policy=policy)


def _page(text: str, media_type: str, *, policy: str | None) -> Response:
    headers = {} if policy is None else {"content-security-policy": policy}
    return Response(text, headers=headers, media_type=media_type)
