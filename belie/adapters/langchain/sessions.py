"""Which conversation a run of LangChain belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from langchain_core.runnables.config import var_child_runnable_config

from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["checked_session", "named", "running_session"]

SESSION_KEYS = ("session_id", "conversation_id", "thread_id")


def checked_session(session: str | None) -> str | None:
    """Return the session that a user named for all runs.

    Raises
    ------
    InputError
        If it has no words.
    """
    if session is not None and not session.strip():
        raise InputError("expected session to be a non-empty name or None, got an empty one")
    return session


def named(values: Mapping[str, object] | None) -> str | None:
    """Return the conversation that ``values`` name, under the first usual key.

    Examples
    --------
    >>> named({"thread_id": 7, "user": "ada"})
    '7'
    """
    found = ((values or {}).get(key) for key in SESSION_KEYS)
    return next((str(value) for value in found if value not in (None, "")), None)


def running_session(metadata: Mapping[str, object] | None = None) -> str | None:
    """Return the conversation that ``metadata`` name, or else the running chain's own config.

    LangChain does not hand ``configurable`` to callbacks; below a root it can be read all the same.
    """
    config = cast("Mapping[str, object]", var_child_runnable_config.get() or {})
    fields = (metadata, config.get("metadata"), config.get("configurable"))
    given = (named(cast("Mapping[str, object] | None", values)) for values in fields)
    return next(filter(None, given), None)
