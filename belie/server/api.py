"""The routes of the HTTP API; names of sessions and alerts are percent-encoded in their paths."""

from __future__ import annotations

from collections.abc import AsyncGenerator  # noqa: TC003 - FastAPI reads the annotations
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Annotated, cast
from urllib.parse import unquote

from fastapi import APIRouter, Depends, Header, HTTPException, Path, Query, Request, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

import belie
from belie.datatypes import AlertState, ConflictKind, Review, Severity
from belie.monitor.inputs import clean
from belie.report import json
from belie.server.feed import Choice
from belie.server.problems import may_answer
from belie.server.schemas import (
    AlertOut,
    AlertsOut,
    Health,
    Moment,
    NewReview,
    NewTurn,
    ReportsOut,
    SessionsOut,
)
from belie.server.service import Service

__all__ = ["Asked", "Named", "routes", "unknown_session"]

_HIGHEST = 2**63 - 1
"""The highest cursor and offset that a database takes."""


async def _service(request: Request) -> Service:
    # Not in a thread, as plain functions are: turns would overtake each other there.
    return cast("Service", request.app.state.service)


async def _named(
    session: Annotated[str, Path(description="The name of the session, percent-encoded.")],
) -> str:
    return _decoded(session)


def _decoded(given: str) -> str:
    return clean(unquote(given, errors="replace"), name="a name")


Asked = Annotated[Service, Depends(_service)]
Named = Annotated[str, Depends(_named)]

routes = APIRouter(prefix="/v1", responses=may_answer(400, 401, 403, 413, 421, 422, 500, 503))


@routes.post("/turns", response_model=ReportsOut)
async def add_turn(turn: NewTurn, service: Asked) -> Response:
    """Take in one message, and return what was found in it: a report."""
    if service.is_full:
        raise HTTPException(
            HTTPStatus.SERVICE_UNAVAILABLE, "too many turns wait; try again", {"retry-after": "1"}
        )
    return _as_json(json.render([await service.observe(turn)]))


@routes.get("/sessions")
def list_sessions(
    service: Asked,
    *,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    offset: Annotated[int, Query(ge=0, le=_HIGHEST)] = 0,
    since: Annotated[Moment | None, Query(description="Last turn not older.")] = None,
    before: Annotated[Moment | None, Query(description="Last turn older.")] = None,
    with_alerts: Annotated[bool, Query(description="Only such with an alert.")] = False,
    to_review: Annotated[bool, Query(description="Only such with one to review.")] = False,
) -> SessionsOut:
    """Return a page of the sessions, the one with the latest last turn first."""
    found = service.archive.overview(
        limit=limit,
        offset=offset,
        since=since,
        before=before,
        with_alerts=with_alerts,
        to_review=to_review,
    )
    return SessionsOut(sessions=found)


@routes.get("/sessions/{session}", response_model=ReportsOut, responses=may_answer(404))
def show_session(session: Named, service: Asked) -> Response:
    """Return the reports of a session, each alert in its present state."""
    reports = service.reports(session)
    if not reports:
        raise unknown_session()
    return _as_json(json.render(reports))


@routes.get("/sessions/{session}/alerts", responses=may_answer(404))
def list_alerts(session: Named, service: Asked) -> AlertsOut:
    """Return the alerts of a session, oldest first, in their present state."""
    reports = service.reports(session)
    if not reports:
        raise unknown_session()
    return AlertsOut(alerts=[AlertOut.of(each) for report in reports for each in report.alerts])


@routes.delete("/sessions/{session}", status_code=HTTPStatus.NO_CONTENT)
async def delete_session(session: Named, service: Asked) -> None:
    """Forget everything of a session, for good; an unknown one is no error."""
    await service.forget(session)


@routes.post("/alerts/{alert}/review", responses=may_answer(404))
def review_alert(
    alert: Annotated[str, Path(description="The id of the alert, percent-encoded.")],
    review: NewReview,
    service: Asked,
) -> AlertOut:
    """Note what a person says of an alert: seen and right, a false alarm, or open again."""
    found = service.alert(_decoded(alert))
    if found is None:
        raise HTTPException(HTTPStatus.NOT_FOUND, "expected the id of a stored alert")
    by, note = clean(review.by, name="by"), clean(review.note, name="note")
    said = Review(AlertState(review.state), by=by, note=note, at=datetime.now(UTC))
    return AlertOut.of(service.review(found, said))


def _start(
    service: Asked,
    *,
    after: Annotated[int | None, Query(ge=0, le=_HIGHEST, description="A cursor.")] = None,
    recent: Annotated[int, Query(ge=0, le=1000, description="How many before.")] = 0,
    last_event_id: Annotated[
        int | None, Header(ge=0, le=_HIGHEST, description="The cursor that came last.")
    ] = None,
) -> int:
    for cursor in (last_event_id, after):
        if cursor is not None:
            return cursor
    return max(0, service.archive.alert_cursor() - recent)


@routes.get("/alerts/stream", response_class=EventSourceResponse)
async def stream_alerts(
    start: Annotated[int, Depends(_start)],
    service: Asked,
    *,
    session: Annotated[str | None, Query(description="Only of this one.")] = None,
    kind: Annotated[list[ConflictKind], Query(description="Only of these kinds.")] = [],  # noqa: B006 - FastAPI copies it
    severity: Annotated[Severity, Query(description="Of this and above.")] = Severity.LOW,
) -> AsyncGenerator[ServerSentEvent]:
    """Send each new alert as an event `alert` whose id is its cursor.

    A client that comes back with the header `Last-Event-ID` misses nothing. Without it and without
    `after` the stream begins with what comes next, or about `recent` alerts before.
    """
    name = None if session is None else clean(session, name="session")
    choice = Choice(session=name, kinds=frozenset(kind), severity=severity)
    yield ServerSentEvent(comment="alerts", retry=1000)
    async for stored in service.feed.follow(start, choice):
        yield ServerSentEvent(
            raw_data=AlertOut.of(stored.alert).model_dump_json(),
            event="alert",
            id=str(stored.cursor),
        )


@routes.get("/health")
def check_health(service: Asked) -> Health:
    """Say that the store can be read, and how busy the server is."""
    service.archive.alert_cursor()
    return Health(
        version=belie.__version__,
        models_loaded=service.is_loaded,
        turns_in_work=service.working,
    )


def unknown_session() -> HTTPException:
    """Return the error for a session that is not stored."""
    return HTTPException(HTTPStatus.NOT_FOUND, "expected the name of a stored session")


def _as_json(text: str) -> Response:
    return Response(text, media_type="application/json")
