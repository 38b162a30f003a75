"""What a verifier asked of its chat model, and how many of the verdicts are that model's."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from operator import add, sub
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.datatypes import TurnReport
    from belie.protocols import Verifier

__all__ = ["NOTHING", "Spent", "counted", "decided", "spent_text"]


@runtime_checkable
class _Usage(Protocol):
    """Protocol: `belie.adapters.llm.Usage`, which cannot be imported without the extra."""

    calls: int
    input_tokens: int
    output_tokens: int
    unmeasured: int


@dataclass(frozen=True, slots=True)
class Spent:
    """What some questions took of a chat model, and what it decided.

    Parameters
    ----------
    verdicts
        How many were given, by whomever.
    by_chat
        How many of them the chat model gave; the others are those of the classifier, which judges
        what the model is not asked and what it failed at.
    calls, input_tokens, output_tokens, unmeasured
        As in `belie.adapters.llm.Usage`; all 0 where the verifier does not count.

    Examples
    --------
    >>> Spent(3, 1, calls=2) + Spent(1, 1, calls=1)
    Spent(verdicts=4, by_chat=2, calls=3, input_tokens=0, output_tokens=0, unmeasured=0)
    """

    verdicts: int = 0
    by_chat: int = 0
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    unmeasured: int = 0

    def __add__(self, other: Spent) -> Spent:
        return Spent(*map(add, astuple(self), astuple(other)))

    def __sub__(self, other: Spent) -> Spent:
        return Spent(*map(sub, astuple(self), astuple(other)))


NOTHING = Spent()


def counted(chat: Verifier | None) -> Spent:
    """Return the calls and tokens that a verifier counted so far; nothing if it does not count."""
    usage: object = getattr(chat, "usage", None)
    if not isinstance(usage, _Usage):
        return NOTHING
    return Spent(
        calls=usage.calls,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        unmeasured=usage.unmeasured,
    )


def decided(reports: Sequence[TurnReport], chat: Verifier | None) -> Spent:
    """Return how many verdicts there are, and how many are the chat model's."""
    if chat is None:
        return NOTHING
    models = [verdict.model for report in reports for verdict in report.verdicts]
    return Spent(len(models), models.count(chat.name))


def spent_text(name: str, spent: Spent) -> str:
    """Return one line about a verifier.

    Examples
    --------
    >>> spent_text("fact-logic", Spent(9, 7))
    'fact-logic: 7 of 9 verdicts by the chat model, calls not counted'
    >>> spent_text("cascade", Spent(9, 2, calls=2, input_tokens=1_500, output_tokens=80))
    'cascade: 2 of 9 verdicts by the chat model, 2 calls, 1,500 tokens in, 80 tokens out'
    """
    said = f"{name}: {spent.by_chat:,} of {spent.verdicts:,} verdicts by the chat model"
    if not spent.calls:
        return f"{said}, calls not counted" if spent.by_chat else said
    tokens = f"{spent.input_tokens:,} tokens in, {spent.output_tokens:,} tokens out"
    untold = f", {spent.unmeasured:,} calls told no tokens" if spent.unmeasured else ""
    return f"{said}, {spent.calls:,} calls, {tokens}{untold}"
