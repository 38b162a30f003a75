"""Alerts as scores in Langfuse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.adapters.sinks.containment import Containment
from belie.adapters.sinks.record import details, stable_id
from belie.errors import MissingExtraError

try:
    import langfuse
except ImportError as error:
    raise MissingExtraError("langfuse", extra="langfuse") from error

if TYPE_CHECKING:
    from collections.abc import Callable

    from langfuse import Langfuse

    from belie.adapters.sinks.containment import SinkHealth
    from belie.datatypes import Alert

__all__ = ["LangfuseSink"]


class LangfuseSink:
    """Gives each alert to Langfuse, as a score of its session or of a trace.

    The score is numeric: how sure belie is of the contradiction. The explanation is its comment;
    kind, severity, relation, the ids of both sides and whether the draft was refused are its
    metadata. An alert that is told again takes the place of its score. To keep the words out, wrap
    the sink in `Redacted`.

    Langfuse's client sends in a thread of its own and holds nobody up.

    Parameters
    ----------
    client
        Where to; the client of the process if not given, which Langfuse makes of the variables
        ``LANGFUSE_PUBLIC_KEY``, ``LANGFUSE_SECRET_KEY`` and ``LANGFUSE_BASE_URL``.
    name
        What the scores are called.
    trace
        Returns the id of the trace that an alert belongs to, ``None`` where it is not known. If
        not given, or not known, the score is one of the session: for that Langfuse must know the
        conversation by the same name.

    Raises
    ------
    MissingExtraError
        If langfuse is not installed (on import).
    """

    def __init__(
        self,
        client: Langfuse | None = None,
        *,
        name: str = "contradiction",
        trace: Callable[[Alert], str | None] = lambda _: None,
    ) -> None:
        self._client = langfuse.get_client() if client is None else client
        self._name = name
        self._trace = trace
        self._containment = Containment(self._score, name=type(self).__name__)

    def __call__(self, alert: Alert, /) -> None:
        """Hand one alert to Langfuse's client."""
        self._containment.tell(alert)

    def health(self) -> SinkHealth:
        """Return how many alerts were handed to Langfuse's client, and how many could not be."""
        return self._containment.health()

    def _score(self, alert: Alert) -> None:
        conflict, trace = alert.conflict, self._trace(alert)
        self._client.create_score(
            score_id=stable_id(alert).hex,
            name=self._name,
            value=float(conflict.score),
            data_type="NUMERIC",
            comment=alert.explanation,
            session_id=alert.session if trace is None else None,
            trace_id=trace,
            metadata={**details(alert), "relation": conflict.verdict.relation.value},
        )
