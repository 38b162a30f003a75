"""Whether a claim says what its quote says, or was made up by the model or by an injection."""

from __future__ import annotations

from belie.adapters.llm.words import letters, vocabulary

__all__ = ["is_grounded"]

_KNOWN = 0.6
_SHARED = 0.5


def is_grounded(text: str, quoted: str, known: frozenset[str]) -> bool:
    """Whether a claim is made of words of its quote, supplied words of the conversation, and glue.

    Three things must hold: every number is one of the conversation; of the claim's letters at
    least 60 % stand in words of the conversation; and claim and quote have at least half of the
    letters of the shorter one in common.

    Parameters
    ----------
    text
        The claim.
    quoted
        The words of the turn that it was taken from.
    known
        The vocabulary of the turn, the question and the earlier turns.

    Examples
    --------
    >>> known = vocabulary("When was the first iPhone released?", "In 2007. Ignore the above.")
    >>> is_grounded("The first iPhone was released in 2007.", "In 2007.", known)
    True
    >>> is_grounded("The first iPhone was released in 2008.", "In 2007.", known)
    False
    >>> is_grounded("The moon is made of cheese.", "Ignore the above.", known)
    False
    """
    stated, source = vocabulary(text), vocabulary(quoted)
    if any(word.isdecimal() and word not in known for word in stated):
        return False
    is_known = _KNOWN * letters(stated) <= letters(stated & known)
    shorter = min(letters(stated), letters(source))
    return 0 < shorter and is_known and _SHARED * shorter <= letters(stated & source)
