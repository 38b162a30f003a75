"""Alerts as feedback in LangSmith."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.adapters.sinks.background import Background
from belie.adapters.sinks.record import details, stable_id
from belie.errors import MissingExtraError

try:
    from langsmith import Client
except ImportError as error:
    raise MissingExtraError("langsmith", extra="langsmith") from error

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from belie.datatypes import Alert

__all__ = ["LangSmithSink"]


class LangSmithSink(Background):
    """Gives each alert to LangSmith, as feedback on a run, in a thread of its own and in order.

    LangSmith keeps feedback on runs, not on conversations, so it must be told which run an answer
    came from: keep the run ids of your chain beside the session, for instance with
    ``config={"run_id": …}``. The score is how sure belie is of the contradiction, the value its
    relation and the comment the explanation. An alert that is told again takes the place of its
    feedback. To keep the words out, wrap the sink in `Redacted`.

    Parameters
    ----------
    run
        Returns the id of the run that an alert belongs to; ``None`` where there is none, and then
        nothing is sent.
    project
        The id of the project that the runs were traced to; LangSmith wants it with each feedback.
    client
        Where to; if not given, one that LangSmith makes of the variables ``LANGSMITH_API_KEY`` and
        ``LANGSMITH_ENDPOINT``.
    key
        What the feedback is called.
    max_queue
        How many alerts may wait, at least 1; a newer one is dropped and counted.

    Raises
    ------
    MissingExtraError
        If langsmith is not installed (on import).
    InputError
        If ``max_queue`` is less than 1.

    Notes
    -----
    The thread ends with the process: call `flush`, `close` or use ``with`` before leaving.
    """

    def __init__(
        self,
        *,
        run: Callable[[Alert], UUID | str | None],
        project: UUID | str,
        client: Client | None = None,
        key: str = "contradiction",
        max_queue: int = 256,
    ) -> None:
        self._run = run
        self._project = project
        self._client = Client() if client is None else client
        self._key = key
        super().__init__(self._send, max_queue=max_queue, name=type(self).__name__)

    def _send(self, alert: Alert) -> None:
        run = self._run(alert)
        if run is None:
            return
        conflict = alert.conflict
        self._client.create_feedback(  # pyright: ignore[reportUnknownMemberType]
            run_id=run,
            session_id=self._project,
            feedback_id=stable_id(alert),
            key=self._key,
            score=float(conflict.score),
            value=conflict.verdict.relation.value,
            comment=alert.explanation,
            feedback_source_type="model",
            source_info=details(alert),
        )
