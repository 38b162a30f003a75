"""What the config of a running chain tells of a run in it: its conversation, and who called it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from langchain_core.runnables.config import var_child_runnable_config

from belie.errors import InputError
from belie.expecting import expect_instance

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

__all__ = ["calling_run", "checked_session", "named", "running_session"]

SESSION_KEYS = ("session_id", "conversation_id", "thread_id")


def checked_session(session: str | None) -> str | None:
    """Return the session that a user named for all runs.

    Raises
    ------
    InputError
        If it is no text or has no words.
    """
    if session is None:
        return None
    expect_instance("session", session, str, advice='write session="visitor-1" or leave it out')
    if not session.strip():
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
    names = (str(value) for value in found if value is not None)
    return next((name for name in names if name.strip()), None)


def running_session(metadata: Mapping[str, object] | None = None) -> str | None:
    """Return the conversation that ``metadata`` name, or else the running chain's own config.

    LangChain does not hand ``configurable`` to callbacks; below a root it can be read all the same.
    """
    config = cast("Mapping[str, object]", var_child_runnable_config.get() or {})
    fields = (metadata, config.get("metadata"), config.get("configurable"))
    given = (named(cast("Mapping[str, object] | None", values)) for values in fields)
    return next(filter(None, given), None)


def calling_run() -> UUID | None:
    """Return the run whose code is running, also where it hides itself from what it calls.

    ``RunnableWithFallbacks`` starts its alternatives without a parent, and so does an application
    that hands the handler to a chain inside of another.
    """
    config = cast("Mapping[str, object]", var_child_runnable_config.get() or {})
    return cast("UUID | None", getattr(config.get("callbacks"), "parent_run_id", None))
