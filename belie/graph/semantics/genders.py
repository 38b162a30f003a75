"""Words that tell a man from a woman."""

from __future__ import annotations

from typing import Literal

from belie.graph.word_sets import word_set

__all__ = ["gender"]

_HE = word_set(
    "he him his man boy guy bloke lad gentleman king prince emperor duke brother father dad daddy "
    "papa son uncle nephew grandfather grandpa granddad grandad grandson godfather stepfather "
    "stepson stepbrother husband hubby boyfriend groom widower landlord headmaster monk pope "
    "rooster bull stallion mr sir lord"
)
_SHE = word_set(
    "she her hers woman girl gal lady queen princess empress duchess countess sister mother mom "
    "mum mommy mummy mama daughter aunt auntie niece grandmother grandma granny gran nana "
    "granddaughter godmother stepmother stepdaughter stepsister wife girlfriend bride widow "
    "landlady headmistress nun actress waitress heroine hen cow mare lioness mrs ms miss dame"
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
