"""The audit of one conversation: what a process, a thread or an actor does again and again."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from datetime import UTC
from functools import partial
from typing import TYPE_CHECKING

from belie.errors import BelieError, InputError, StoreError, TranscriptError
from belie.report.audited import Audited
from belie.wiring import Monitor, open_store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from belie.adapters.transcripts import Conversation
    from belie.datatypes import Turn
    from belie.monitor import monitor as core
    from belie.monitor.session import Session
    from belie.protocols import Store

__all__ = ["Auditor", "Recipe", "lost", "make_monitor", "unread"]

_LOG = logging.getLogger(__name__)


def make_monitor(store: Store, *, calibration: str | Path | None = None) -> Monitor:
    """Return a monitor of the shipped parts on ``store``."""
    return Monitor(store=store, calibration=calibration)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to make an `Auditor`: small, to be sent to another process and used there.

    Parameters
    ----------
    store
        The URL of the database that keeps the reports; ``None`` keeps none.
    make_monitor
        Makes a monitor on a store; a function at the top of a module, or a
        :func:`functools.partial` of one, so that another process can import it.
    """

    store: str | None = None
    make_monitor: Callable[[Store], core.Monitor] = make_monitor

    @classmethod
    def shipped(cls, store: str | None, *, calibration: str | Path | None = None) -> Recipe:
        """Return the recipe of the shipped parts."""
        return cls(store, partial(make_monitor, calibration=calibration))


class Auditor:
    """Audits conversations, one after the other; holds the models and the store.

    Parameters
    ----------
    recipe
        What to make it of.

    Raises
    ------
    StoreError, ModelError, InputError
        If the store, a model or the calibration cannot be used.
    """

    def __init__(self, recipe: Recipe) -> None:
        self._keeps = recipe.store is not None
        self._store = open_store(recipe.store)
        self._monitor = recipe.make_monitor(self._store)

    def audit(
        self, conversation: Conversation, *, on_turn: Callable[[], object] = lambda: None
    ) -> Audited:
        """Return what is found in a conversation.

        Turns that the store knows are not checked again. Where the conversation itself cannot be
        audited, `Audited.problem` says why and its reports are those of the turns before.

        Parameters
        ----------
        conversation
            As `read_conversations` gives it.
        on_turn
            Is called after each turn.

        Raises
        ------
        StoreError, ModelError
            If the store or a model fails: this is no matter of the conversation.
        """
        conversation = replace(conversation, turns=tuple(map(_in_utc, conversation.turns)))
        audit = _OneAudit(self._monitor, conversation, on_turn)
        problem = audit.run()
        session = audit.session()
        self._monitor.release(conversation.session)  # memory does not grow with the archive
        if not self._keeps:
            self._store.delete(conversation.session)
        return Audited(
            conversation.source,
            conversation.line,
            conversation.session,
            session.reports[: audit.done],
            problem,
            session.threshold,
        )

    def close(self) -> None:
        """Close the store; the auditor is not used afterwards."""
        self._monitor.close()


class _OneAudit:
    """The audit of one conversation; ``done`` turns of it are known to agree with the store."""

    def __init__(
        self, monitor: core.Monitor, conversation: Conversation, on_turn: Callable[[], object]
    ) -> None:
        self._monitor = monitor
        self._conversation = conversation
        self._on_turn = on_turn
        self._stored: Session | None = None
        self.done = 0

    def session(self) -> Session:
        """Return what the store has of the session, read again only if a turn was added."""
        if self._stored is None:
            self._stored = self._monitor.session(self._conversation.session)
        return self._stored

    def run(self) -> str | None:
        """Audit the conversation to its end; return what is wrong with it instead."""
        conversation = self._conversation
        problem = self._compare()
        while problem is None and self.done < len(conversation.turns):
            problem = self._observe(conversation.turns[self.done])
        if problem is None:
            return None
        return str(TranscriptError(problem, source=conversation.source, line=conversation.line))

    def _compare(self) -> str | None:
        """Pass over the turns that the store knows."""
        turns = self._conversation.turns
        stored = self.session().reports[: len(turns)]
        for report, turn in zip(stored[self.done :], turns[self.done :], strict=False):
            if _said(report.turn) != _said(turn):
                return _changed(self._conversation.session, self.done)
            self._pass()
        return None

    def _observe(self, turn: Turn) -> str | None:
        """Let the monitor see the next turn."""
        self._stored = None
        try:
            self._monitor.observe(
                turn.text,
                session=self._conversation.session,
                role=turn.role,
                documents=turn.documents,
                question=turn.question,
                at=turn.at,
                index=self.done,
            )
        except InputError as error:
            return str(error)
        except StoreError:
            # Another process may have been first: one that an audit killed before left behind.
            if len(self.session().reports) <= self.done:
                raise
            return self._compare()
        except BelieError:
            raise
        except Exception as error:  # noqa: BLE001 - one conversation costs no other
            _LOG.debug("a turn could not be audited", exc_info=True)
            return f"turn {self.done} could not be audited: {type(error).__name__}"
        self._pass()
        return None

    def _pass(self) -> None:
        self.done += 1
        self._on_turn()


def _changed(session: str, turn: int) -> str:
    return (
        f"expected the session {session!a} to go on as it is in the store, got other turns "
        f"from turn {turn} on; give another --store, or rename it"
    )


def _said(turn: Turn) -> tuple[object, ...]:
    return turn.role, turn.text, tuple(document.text for document in turn.documents)


def _in_utc(turn: Turn) -> Turn:
    """Return the turn with its time as a store gives it back, so that no output depends on one."""
    if turn.at is None:
        return turn
    aware = turn.at.replace(tzinfo=UTC) if turn.at.tzinfo is None else turn.at.astimezone(UTC)
    return replace(turn, at=aware)


def unread(error: InputError) -> Audited:
    """Return what an audit says of what could not be read."""
    if isinstance(error, TranscriptError):
        return Audited(error.source, error.line, problem=str(error))
    return Audited("", 0, problem=str(error))


def lost(found: Conversation | Audited, how: str = "died again and again") -> Audited:
    """Return what an audit says of a conversation whose process has ended in some way."""
    if isinstance(found, Audited):
        return found
    problem = f"not audited: the process that did it {how}"
    error = TranscriptError(problem, source=found.source, line=found.line)
    return Audited(found.source, found.line, found.session, problem=str(error))
