"""What comes together only at the end of a file: messages of a session, pieces of an exchange."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from belie.adapters.transcripts.messages import Message
from belie.adapters.transcripts.parts import Member, Step
from belie.datatypes import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

__all__ = ["Gathered", "Gathering"]


@dataclass(frozen=True, slots=True)
class Gathered:
    """The messages of one conversation.

    Parameters
    ----------
    line
        Where it begins.
    session
        Its name.
    messages
        In order.
    read_as
        The name of the format it was read as.
    """

    line: int
    session: str
    messages: tuple[Message, ...]
    read_as: str


class Gathering:
    """Holds the messages of a file until it has ended, by session.

    Exchanges of a session follow each other by time where all of them have one, otherwise as they
    were read. Of the first the whole history is taken, of the others what comes after the answers
    before: from the user's last message on. An exchange without a session is one by itself.

    Parameters
    ----------
    stem
        What messages without a session are gathered under.
    """

    def __init__(self, stem: str) -> None:
        self._stem = stem
        self._members: dict[str, _Group] = {}
        self._exchanges: dict[str, list[_Placed]] = {}

    def add(self, part: Member | Step, *, line: int, read_as: str) -> None:
        """Take in a part that a line holds."""
        if isinstance(part, Member):
            group = self._members.setdefault(part.session or self._stem, _Group(line, read_as))
            group.add(part.message, read_as)
        else:
            name = part.exchange or f"{self._stem}:{len(self._exchanges) + 1}"
            self._exchanges.setdefault(name, []).append(_Placed(line, part, read_as))

    def conversations(self) -> Iterator[Gathered]:
        """Yield what was gathered, in the order in which it began."""
        for session, group in self._members.items():
            yield Gathered(group.line, session, tuple(group.messages), group.read_as)
        sessions: dict[str, list[_Exchange]] = {}
        for name, pieces in self._exchanges.items():
            exchange = _join(pieces)
            sessions.setdefault(exchange.session or name, []).append(exchange)
        for session, exchanges in sessions.items():
            line, read_as = exchanges[0].line, exchanges[0].read_as
            yield Gathered(line, session, _one_after_the_other(exchanges), read_as)


class _Group:
    """The messages of a session, one a record."""

    def __init__(self, line: int, read_as: str) -> None:
        self.line = line
        self.read_as = read_as
        self.messages: list[Message] = []

    def add(self, message: Message, read_as: str) -> None:
        """Append a message; plain ones say least of the format, so any other names it."""
        self.messages.append(message)
        if self.read_as == "openai":
            self.read_as = read_as


@dataclass(frozen=True, slots=True)
class _Placed:
    line: int
    step: Step
    read_as: str


@dataclass(frozen=True, slots=True)
class _Exchange:
    line: int
    session: str | None
    at: datetime | None
    messages: tuple[Message, ...]
    read_as: str


def _join(pieces: Sequence[_Placed]) -> _Exchange:
    """Return an exchange: what was said in the piece with the answer, and all that was found."""
    told = [one for one in pieces if one.step.messages]
    chosen = next((one for one in told if _answers(one.step.messages)), (told or pieces)[0])
    session = next((one.step.session for one in pieces if one.step.session), None)
    handed = tuple(document for one in pieces for document in one.step.documents)
    messages = chosen.step.messages
    if handed and messages:
        messages = (*messages[:-1], Message(None, handed=handed), messages[-1])
    return _Exchange(chosen.line, session, chosen.step.at, messages, chosen.read_as)


def _answers(messages: Iterable[Message]) -> bool:
    return any(message.role is Role.ASSISTANT for message in messages)


def _one_after_the_other(exchanges: Sequence[_Exchange]) -> tuple[Message, ...]:
    first, *others = _ordered(exchanges)
    later = (message for other in others for message in _latest(_timed(other)))
    return (*_timed(first), *later)


def _ordered(exchanges: Sequence[_Exchange]) -> Sequence[_Exchange]:
    times = [exchange.at for exchange in exchanges if exchange.at is not None]
    if len(times) < len(exchanges):
        return exchanges
    ranked = sorted(range(len(times)), key=times.__getitem__)
    return [exchanges[place] for place in ranked]


def _timed(exchange: _Exchange) -> tuple[Message, ...]:
    """Return the messages, the latest of which have the time of their exchange."""
    latest = _latest(exchange.messages)
    earlier = exchange.messages[: len(exchange.messages) - len(latest)]
    return (*earlier, *(replace(one, at=one.at or exchange.at) for one in latest))


def _latest(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """Return what was said from the user's last message on."""
    users = [n for n, message in enumerate(messages) if message.role is Role.USER]
    return messages[users[-1] if users else 0 :]
