"""Errors as their readers get them: JSON of RFC 9457, without words of a conversation."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.responses import Response

from belie.errors import BelieError, InputError, StoreError
from belie.report.json import dump

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import FastAPI
    from starlette.requests import Request

__all__ = ["Problem", "add_handlers", "may_answer", "problem"]

_MEDIA_TYPE = "application/problem+json"


class Problem(BaseModel):
    """Why a request was not done."""

    title: str = Field(description="The name of the status.")
    status: int = Field(description="The HTTP status.")
    detail: str = Field(description="What was expected, and what came.")


def problem(status: int, detail: str, *, headers: Mapping[str, str] | None = None) -> Response:
    """Return the response that says what went wrong."""
    body = Problem(title=HTTPStatus(status).phrase, status=status, detail=detail)
    return Response(dump(body.model_dump()), status, headers, _MEDIA_TYPE)


def may_answer(*statuses: int) -> dict[int | str, dict[str, object]]:
    """Return what OpenAPI is told of the problems of a route."""
    content = {_MEDIA_TYPE: {"schema": Problem.model_json_schema()}}
    return {
        status: {"description": HTTPStatus(status).phrase, "content": content}
        for status in statuses
    }


def add_handlers(app: FastAPI) -> None:
    """Let ``app`` answer with problems."""
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(BelieError, _failed)
    app.add_exception_handler(Exception, _broken)


async def _refused(request: Request, error: Exception) -> Response:
    del request
    if not isinstance(error, HTTPException):
        raise error
    return problem(error.status_code, error.detail, headers=error.headers)


async def _unreadable(request: Request, error: Exception) -> Response:
    """Say which parts cannot be used; what came is not repeated."""
    del request
    if not isinstance(error, RequestValidationError):
        raise error
    parts = (f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())
    return problem(HTTPStatus.UNPROCESSABLE_ENTITY, "; ".join(parts))


async def _failed(request: Request, error: Exception) -> Response:
    del request
    return problem(_status(error), str(error))


def _status(error: Exception) -> HTTPStatus:
    if isinstance(error, InputError):
        return HTTPStatus.UNPROCESSABLE_ENTITY
    if isinstance(error, StoreError):
        return HTTPStatus.SERVICE_UNAVAILABLE
    return HTTPStatus.INTERNAL_SERVER_ERROR


async def _broken(request: Request, error: Exception) -> Response:
    del request, error
    return problem(HTTPStatus.INTERNAL_SERVER_ERROR, "belie failed; its log says where")
