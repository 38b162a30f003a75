"""Traces and observations as langfuse exports them: a trace is an exchange of its session.

A record is a trace, with its ``observations`` where there are any, or one observation. Names come
in two spellings (``sessionId``, ``session_id``), payloads may be texts that hold JSON.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from belie.adapters.transcripts.fields import (
    Record,
    first_of,
    parsed_text,
    quote,
    read_list,
    read_session,
)
from belie.adapters.transcripts.messages import Message, read_moment
from belie.adapters.transcripts.parts import Part, Step
from belie.adapters.transcripts.payloads import read_exchange, read_found
from belie.errors import InputError

if TYPE_CHECKING:
    from belie.datatypes import Document

__all__ = ["fits", "read"]

_PAYLOADS = {"input", "output"}
_TRACES = ("traceId", "trace_id")
_PARENTS = ("parentObservationId", "parent_observation_id")
_SESSIONS = ("sessionId", "session_id")
_MARKS = {
    *(*_TRACES, *_PARENTS, *_SESSIONS, "observations", "htmlPath", "projectId", "project_id"),
    *("environment", "userId", "user_id"),
}


def fits(fields: Record) -> bool:
    """Whether a record has the fields of a trace or an observation."""
    fields = _trace(fields)
    return _PAYLOADS <= fields.keys() and bool(_MARKS & fields.keys())


def read(fields: Record) -> Part:
    """Return the step that a trace or an observation is.

    Raises
    ------
    InputError
        If it is neither, or nothing was said in it.
    """
    fields = _trace(fields)
    if not _PAYLOADS & fields.keys():
        raise InputError(
            "expected a trace with 'input' and 'output'; got the keys " + quote(sorted(fields))
        )
    exchange = read_session(fields, keys=(*_TRACES, "id"))
    step = Step(exchange, read_session(fields, keys=_SESSIONS), read_moment(fields))
    if first_of(fields, _PARENTS) is not None:
        return replace(step, documents=_found(fields))
    observations = _observations(fields)
    found = tuple(document for one in (fields, *observations) for document in _found(one))
    return replace(step, messages=_messages(fields, observations), documents=found)


def _trace(fields: Record) -> Record:
    """Return a trace with its observations in it, which one download has beside it."""
    inner = fields.get("trace")
    return {**fields, **cast("Record", inner)} if isinstance(inner, dict) else fields


def _observations(fields: Record) -> list[Record]:
    items = read_list(parsed_text(fields.get("observations"))) or ()
    return [cast("Record", item) for item in items if isinstance(item, dict)]


def _messages(fields: Record, observations: list[Record]) -> tuple[Message, ...]:
    """Return what was said in a trace; one without an output has that of its last generation."""
    generations = (one for one in reversed(observations) if one.get("type") == "GENERATION")
    spoken = fields if first_of(fields, ("output",)) is not None else next(generations, fields)
    if _kind(fields) in ("retriever", "event") and first_of(fields, _TRACES):
        return ()
    return read_exchange(spoken.get("input"), spoken.get("output"))


def _found(fields: Record) -> tuple[Document, ...]:
    return read_found(_kind(fields), fields.get("name"), fields.get("output"))


def _kind(fields: Record) -> str:
    return str(fields.get("type")).lower()
