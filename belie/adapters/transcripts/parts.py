"""What one record of a transcript is: a conversation, a message of one, or a step towards one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from belie.adapters.transcripts.messages import Message
    from belie.datatypes import Document

__all__ = ["Member", "Part", "Step", "Whole"]


@dataclass(frozen=True, slots=True)
class Whole:
    """A conversation by itself.

    Parameters
    ----------
    messages
        In order.
    session
        Its name; ``None`` where the record names none.
    problems
        What could not be read of it.
    """

    messages: tuple[Message, ...]
    session: str | None = None
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Member:
    """One message of a session, or of the file where it names none."""

    message: Message
    session: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A piece of an exchange: its question and answer, or what was retrieved for it.

    Parameters
    ----------
    exchange
        The name of the exchange; ``None`` for one whose only piece this is.
    session
        The conversation it belongs to; ``None`` where the record names none.
    at
        When it began.
    messages
        The conversation up to and with its answer; empty for a step within an exchange.
    documents
        What was retrieved.
    """

    exchange: str | None
    session: str | None = None
    at: datetime | None = None
    messages: tuple[Message, ...] = ()
    documents: tuple[Document, ...] = ()


Part = Whole | Member | Step
