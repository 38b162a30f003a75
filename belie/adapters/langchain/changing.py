"""Puts a ruling into an answer: a note below it, or a notice in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from belie.adapters.langchain.policy import Action

if TYPE_CHECKING:
    from collections.abc import Mapping

    from langchain_core.messages import BaseMessage

    from belie.adapters.langchain.policy import Policy, Ruling

__all__ = ["CHANGED_KEY", "changed", "recorded_text"]

CHANGED_KEY = "belie"
"""Where the ``response_metadata`` of a changed message say what was done and why."""


def changed(
    answer: BaseMessage | str, ruling: Ruling, policy: Policy, *, shown: str = ""
) -> BaseMessage | str:
    """Return an answer with its note, or the notice in its place; a message keeps its id.

    Of an answer that is withheld, ``shown`` stays: the sentences that its reader has seen.
    """
    note = policy.note_for(ruling) if ruling.action is Action.ANNOTATE else None
    notice = f"{shown}\n\n{policy.notice_for(ruling)}" if shown else policy.notice_for(ruling)
    if isinstance(answer, str):
        return notice if note is None else answer + note
    said = shown if note is None else str(answer.text)
    metadata = {**answer.response_metadata, CHANGED_KEY: _told(ruling, said)}
    content = notice if note is None else _noted(answer.content, note)
    return answer.model_copy(update={"content": content, "response_metadata": metadata})


def recorded_text(message: BaseMessage) -> str | None:
    """Return what counts as said by a message: without its note; ``None`` if it was withheld."""
    told = cast("Mapping[str, object] | None", message.response_metadata.get(CHANGED_KEY))
    if told is None:
        return str(message.text)
    return cast("str | None", told.get("said"))


def _told(ruling: Ruling, said: str) -> Mapping[str, object]:
    """Return what was done in plain values that every checkpoint can hold."""
    alerts = [
        {
            "id": alert.id,
            "kind": str(alert.conflict.kind),
            "severity": str(alert.severity),
            "explanation": alert.explanation,
        }
        for alert in ruling.alerts
    ]
    return {"action": str(ruling.action), "said": said or None, "alerts": alerts}


def _noted(content: str | list[str | dict[str, object]], note: str) -> object:
    if isinstance(content, str):
        return content + note
    return [*content, {"type": "text", "text": note}]
