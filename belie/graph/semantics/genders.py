"""Words that tell a man from a woman."""

from __future__ import annotations

from typing import Literal

from belie.graph.word_sets import word_set

__all__ = ["gender"]

_HE = word_set(
    "he him his man boy guy king prince brother father dad son uncle nephew grandfather grandpa "
    "husband boyfriend mr sir lord"
)
_SHE = word_set(
    "she her hers woman girl lady queen princess sister mother mom mum daughter aunt niece "
    "grandmother grandma wife girlfriend mrs ms miss dame"
)


def gender(word: str) -> Literal["he", "she"] | None:
    """Return whom a pronoun, a title or the noun of a phrase speaks of, or ``None``.

    Examples
    --------
    >>> gender("Mother-in-law"), gender("his"), gender("friend")
    ('she', 'he', None)
    """
    lowered = word.lower().removesuffix(".").removesuffix("-in-law")
    return "he" if lowered in _HE else "she" if lowered in _SHE else None
