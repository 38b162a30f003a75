"""What runs in another process or on another machine for an audit, and what it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from belie.auditing.conversations import Auditor
from belie.errors import BelieError, InputError, ModelError, StoreError
from belie.report.audited import Audited

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from belie.adapters.transcripts import Conversation
    from belie.auditing.conversations import Recipe

__all__ = ["Actor", "Failed", "Passed", "Ready", "work"]


@dataclass(frozen=True, slots=True)
class Ready:
    """The process has its models."""


@dataclass(frozen=True, slots=True)
class Passed:
    """The process is done with one turn."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The process cannot go on, and no other could: an error that any pickle can carry."""

    kind: type[BelieError]
    message: str

    @classmethod
    def of(cls, error: BelieError) -> Failed:
        """Return what to say of an error."""
        known = (kind for kind in (StoreError, ModelError, InputError) if isinstance(error, kind))
        return cls(next(known, BelieError), str(error))

    def error(self) -> BelieError:
        """Return the error again."""
        return self.kind(self.message)


def work(pipe: Connection, recipe: Recipe) -> None:
    """Audit what comes through the pipe until it is closed; the other process died, or is done."""
    try:
        _serve(pipe, recipe)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except BelieError as error:
        pipe.send(Failed.of(error))


def _serve(pipe: Connection, recipe: Recipe) -> None:
    auditor = Auditor(recipe)
    pipe.send(Ready())
    while True:
        conversation = cast("Conversation", pipe.recv())
        pipe.send(auditor.audit(conversation, on_turn=lambda: pipe.send(Passed())))


class Actor:
    """What an actor of a cluster does; it never raises what belie has words for.

    Parameters
    ----------
    recipe
        What to make the auditor of.
    """

    def __init__(self, recipe: Recipe) -> None:
        self._auditor: Auditor | Failed
        try:
            self._auditor = Auditor(recipe)
        except BelieError as error:
            self._auditor = Failed.of(error)

    def __call__(self, found: Conversation | Audited) -> Audited | Failed:
        """Audit a conversation; what could not be read as one goes through as it is."""
        if isinstance(found, Audited):
            return found
        if isinstance(self._auditor, Failed):
            return self._auditor
        try:
            return self._auditor.audit(found)
        except BelieError as error:
            return Failed.of(error)
