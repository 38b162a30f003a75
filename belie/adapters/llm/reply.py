"""What a chat model is asked to return, and how its reply is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from belie.adapters.llm.asking import was_cut
from belie.adapters.llm.words import printable
from belie.datatypes import Scope, SkipReason

if TYPE_CHECKING:
    from collections.abc import Mapping

    from langchain_core.messages import AIMessage

__all__ = ["Reply", "StatedClaim", "UnclaimedStretch", "problems_of", "read"]

_Words = Annotated[str, AfterValidator(printable)]  # JSON can name a lone surrogate


class StatedClaim(BaseModel):
    """One claim of the turn."""

    text: _Words = Field(description="The claim, understandable alone.")
    quote: _Words = Field(description="The words of the turn that state it, copied exactly.")
    scope: list[Scope] = Field(
        default_factory=list[Scope],
        description="How it is meant; empty where it is plainly asserted.",
    )
    reported_by: _Words | None = Field(
        default=None, description="Who says so, if the turn reports."
    )
    as_of: _Words | None = Field(
        default=None, description="The time it holds for, as the turn says."
    )


class UnclaimedStretch(BaseModel):
    """A stretch of the turn that makes no claim."""

    quote: _Words = Field(description="The words of the turn, copied exactly.")
    reason: SkipReason = Field(description="Why they make no claim.")


class Reply(BaseModel):
    """The claims of the turn, and the stretches of it that make none, in reading order."""

    # The errors of pydantic are logged by LangChain: they must not repeat the conversation.
    model_config = ConfigDict(hide_input_in_errors=True)

    claims: list[StatedClaim]
    skipped: list[UnclaimedStretch] = Field(default_factory=list[UnclaimedStretch])


def read(output: Mapping[str, object]) -> Reply | None:
    """Return the reply in what a structured model gave; ``None`` if there is no whole one.

    Parameters
    ----------
    output
        With the keys ``"raw"``, ``"parsed"`` and ``"parsing_error"``, as a model with
        ``include_raw=True`` gives it.
    """
    parsed = output.get("parsed")
    return parsed if isinstance(parsed, Reply) and not _was_cut(output) else None


def problems_of(output: Mapping[str, object]) -> tuple[str, ...]:
    """Return what is wrong with a reply that `read` could not read, for the model to mend."""
    if _was_cut(output):
        return ("The reply was cut off before its end; keep it shorter.",)
    error = output.get("parsing_error")
    if not isinstance(error, ValidationError):
        return ("The reply was no call of the tool with valid JSON.",)
    errors = error.errors(include_url=False, include_input=False, include_context=False)
    return tuple(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in errors)


def _was_cut(output: Mapping[str, object]) -> bool:
    return was_cut(cast("AIMessage", output["raw"]))
