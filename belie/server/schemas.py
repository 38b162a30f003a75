"""What the API takes and gives, as OpenAPI shows it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from belie.adapters.sinks.record import to_json
from belie.datatypes import (
    Alert,
    AlertState,
    ConflictKind,
    ErrorType,
    Relation,
    Role,
    SessionSummary,
    Severity,
)

__all__ = [
    "AlertOut",
    "AlertsOut",
    "DocumentIn",
    "Health",
    "Moment",
    "NewReview",
    "NewTurn",
    "ReportsOut",
    "SessionsOut",
]


_DATED = re.compile(r"\d{4}-\d{2}-\d{2}[Tt ]", re.ASCII)


def _text(value: object) -> object:
    if value is not None and not (isinstance(value, str) and _DATED.match(value)):
        raise ValueError("expected a time as ISO 8601 text, such as 2026-05-01T10:00:00Z")
    return value


def _in_utc(moment: datetime) -> datetime:
    """Return a time that every store can hold; one without a zone is taken as UTC."""
    zoned = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    try:
        return zoned.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("expected a time from year 1 to 9999 in UTC") from error


Moment = Annotated[datetime, BeforeValidator(_text), AfterValidator(_in_utc)]
"""A time in ISO 8601, made UTC."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class DocumentIn(_Strict):
    """A document that the assistant was given."""

    text: str
    id: str | None = Field(None, description="Its name; by default its place: `document-1`.")
    metadata: dict[str, Any] = Field(default_factory=dict, description="Kept beside it.")

    def given(self) -> dict[str, object]:
        """Return the document as `Monitor.observe` takes it."""
        return self.model_dump()


class NewTurn(_Strict):
    """One message of a conversation."""

    session: str = Field(
        pattern=r"[^\s\x1c-\x1f]", description="The conversation; a new name starts one."
    )
    text: str = Field(description="The message, whole.")
    role: Role = Field(Role.ASSISTANT, description="Who said it.")
    documents: list[str | DocumentIn] = Field(
        default_factory=list[str | DocumentIn], description="What retrieval gave."
    )
    question: str | None = Field(None, description="What the message answers.")
    at: Moment | None = Field(None, description="When it was said; without a zone in UTC.")


class NewReview(_Strict):
    """What a person says of an alert."""

    state: Literal["acknowledged", "false_alarm", "open"]
    by: str = Field("", description="Who.")
    note: str = Field("", description="Why.")


class ReviewOut(BaseModel):
    """What a person said of an alert."""

    model_config = ConfigDict(from_attributes=True)

    state: AlertState
    by: str
    note: str
    at: datetime | None


class SpanOut(BaseModel):
    """Half-open, in code points."""

    start: int
    end: int


class SideOut(BaseModel):
    """A statement of an alert; `words` are those of its text that clash."""

    type: Literal["claim", "passage"]
    id: str
    text: str
    words: str | None
    source: str
    span: SpanOut
    turn: int
    role: Role | None = None
    at: datetime | None = None


class AlertOut(BaseModel):
    """An alert: the fields of `belie.sinks`, and what became of it."""

    format: int
    id: str
    session: str
    kind: ConflictKind
    severity: Severity
    relation: Relation
    error_type: ErrorType | None
    score: float
    explanation: str
    suggestion: str | None
    refused: bool
    claim: SideOut
    claim_span: SpanOut
    premise: SideOut
    premise_span: SpanOut
    path: list[str]
    model: str
    state: AlertState = AlertState.OPEN
    reviews: list[ReviewOut] = Field(default_factory=list[ReviewOut])
    resolved_by: str | None = None

    @classmethod
    def of(cls, alert: Alert) -> Self:
        """Return an alert as the API gives it."""
        reviews = [ReviewOut.model_validate(review) for review in alert.reviews]
        became = {"state": alert.state, "reviews": reviews, "resolved_by": alert.resolved_by}
        return cls.model_validate_json(to_json(alert)).model_copy(update=became)


class AlertsOut(BaseModel):
    """The alerts of a session, oldest first."""

    alerts: list[AlertOut]


class SessionsOut(BaseModel):
    """A page of the sessions, the one with the latest last turn first."""

    sessions: list[SessionSummary]


class ReportsOut(BaseModel):
    """Turn reports, as `belie.report.json` writes them."""

    format: int
    summary: dict[str, Any]
    reports: list[dict[str, Any]]


class Health(BaseModel):
    """That the store can be read, and how busy the server is."""

    status: Literal["ok"] = "ok"
    version: str
    models_loaded: bool
    turns_in_work: int = Field(description="Turns that are being checked or wait for it.")
