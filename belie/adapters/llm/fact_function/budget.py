"""How many facts go into one call: all, unless they would not fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.adapters.llm.fact_function.sources import found, shown, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from langchain_core.language_models import BaseChatModel

    from belie.adapters.llm.fact_function.schema import Fact
    from belie.adapters.llm.fact_function.sources import Source
    from belie.datatypes import Candidate, Turn

__all__ = ["Budget", "counter_of", "estimated"]

_FACT = 60
"""About what the function says of a fact beside its words."""
_PROMPT = 900
"""About what the instructions take."""


def estimated(text: str) -> int:
    """Return about how many tokens a text has: its bytes in UTF-8 by three, rounded up.

    More than models count in English, where a token has about four letters, and about right for
    Chinese, where it has about one sign: a budget is rather kept than used up.

    Examples
    --------
    >>> estimated("The tower is 330 m tall."), estimated("高い")
    (8, 2)
    """
    return -(-len(text.encode("utf-8", "replace")) // 3)


def counter_of(chat_model: BaseChatModel) -> Callable[[str], int]:
    """Return how tokens are counted: by the model's own tokenizer, if it was given one.

    Else by `estimated`: what models count with by themselves is downloaded, or asked of a server.
    """
    return chat_model.get_num_tokens if chat_model.custom_get_token_ids else estimated


class Budget:
    """Divides facts into calls.

    Parameters
    ----------
    most
        How many tokens the prompt and the function of a call may have.
    count
        How many tokens a text has.
    """

    def __init__(self, most: int, count: Callable[[str], int]) -> None:
        self._most = most
        self._count = count

    def sources(self, turn: Turn, candidates: Sequence[Candidate]) -> list[Source]:
        """Return the turn's documents, whole if they take at most half of what is left.

        Else the windows of them that search found.
        """
        documents = whole(turn)
        if self._tokens(documents) <= (self._most - _PROMPT) / 2:
            return documents
        return found(turn, candidates)

    def batches(self, facts: Sequence[Fact], sources: Sequence[Source]) -> list[list[Fact]]:
        """Return the facts of each call, in order; those are left out that do not fit into one."""
        room = self._most - _PROMPT - self._tokens(sources)
        batches: list[list[Fact]] = []
        taken = room
        for fact in facts:
            size = _FACT + self._count(fact.text)
            if room < size:
                continue
            if room < taken + size:
                batches.append([])
                taken = 0
            batches[-1].append(fact)
            taken += size
        return batches

    def _tokens(self, sources: Sequence[Source]) -> int:
        return sum(map(self._count, shown(sources)))
