"""How any chat model is asked for a structured reply, and whether the reply is whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.errors import InputError

if TYPE_CHECKING:
    from typing import Any

    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage
    from langchain_core.runnables import Runnable, RunnableConfig
    from pydantic import BaseModel

__all__ = ["UNSEEN", "name_of", "structured", "was_cut"]

# No callbacks, and the tag: a monitor that watches the chat must not see its own calls.
UNSEEN: RunnableConfig = {"callbacks": [], "tags": ["belie:ignore"]}
_CUT = {"length", "max_tokens"}


def structured(
    chat_model: BaseChatModel, schema: type[BaseModel], *, method: str | None
) -> Runnable[Any, Any]:
    """Return the model held to a schema; it gives ``"raw"``, ``"parsed"``, ``"parsing_error"``.

    Parameters
    ----------
    chat_model, schema
        Who is asked, and for what.
    method
        As ``with_structured_output`` names it; ``None`` leaves it to the model.

    Raises
    ------
    InputError
        If the model has no structured output.
    """
    options = {"method": method} if method else {}
    try:
        return chat_model.with_structured_output(schema, include_raw=True, **options)
    except NotImplementedError as error:
        raise InputError(
            "expected a chat model with structured output or tool calls, got "
            f"{type(chat_model).__name__}, which has neither; use another model"
        ) from error


def name_of(chat_model: BaseChatModel) -> str:
    """Return what a chat model calls its model; its class's name where it has none."""
    names = (getattr(chat_model, field, None) for field in ("model_name", "model"))
    return next((name for name in names if isinstance(name, str)), type(chat_model).__name__)


def was_cut(message: AIMessage) -> bool:
    """Whether the model ran out of tokens: what was streamed so far may still parse."""
    metadata = message.response_metadata
    reasons = (metadata.get(name) for name in ("finish_reason", "stop_reason", "done_reason"))
    return any(str(reason).lower() in _CUT for reason in reasons)
