"""Runs as LangSmith exports them: a root run is an exchange, runs within it bring documents.

The session is ``thread_id``, ``session_id`` or ``conversation_id`` of the metadata; LangSmith's own
``session_id`` beside them is the project, and is not read.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from belie.adapters.transcripts.fields import (
    Record,
    quote,
    read_object,
    read_session,
)
from belie.adapters.transcripts.messages import read_moment
from belie.adapters.transcripts.parts import Part, Step
from belie.adapters.transcripts.payloads import read_exchange, read_found
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["fits", "read"]

_PAYLOADS = {"inputs", "outputs"}
_MARKS = {"run_type", "dotted_order", "trace_id", "parent_run_id"}
_THREADS: Sequence[str] = ("thread_id", "session_id", "conversation_id")


def fits(fields: Record) -> bool:
    """Whether a record has the fields of a run."""
    return bool(_PAYLOADS & fields.keys() and _MARKS & fields.keys()) or _PAYLOADS <= fields.keys()


def read(fields: Record) -> Part:
    """Return the step that a run is.

    Raises
    ------
    InputError
        If it is no run, or nothing was said in the root run.
    """
    if not _PAYLOADS & fields.keys():
        raise InputError(
            "expected a run with 'inputs' and 'outputs'; got the keys " + quote(sorted(fields))
        )
    kind, outputs = str(fields.get("run_type")), fields.get("outputs")
    exchange = read_session(fields, keys=("trace_id", "id"))
    step = Step(exchange, _thread(fields), read_moment(fields))
    if fields.get("parent_run_id") is None:
        return replace(step, messages=read_exchange(fields.get("inputs"), outputs))
    return replace(step, documents=read_found(kind, fields.get("name"), outputs))


def _thread(fields: Record) -> str | None:
    metadata = {
        **read_object(read_object(fields.get("extra")).get("metadata")),
        **read_object(fields.get("metadata")),
    }
    return read_session(metadata, keys=_THREADS) or read_session(fields, keys=("thread_id",))
