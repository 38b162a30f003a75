"""Made-up words of exact length for the speed runs; the same on every machine."""

from __future__ import annotations

import random

__all__ = ["document", "pair", "reply"]

PEOPLE = ("Anna", "Boris", "Carla", "David", "Elena", "Frank", "Grace", "Henry")
THINGS = ("bridge", "school", "garden", "museum", "station", "library", "theatre", "harbour")
PLACES = ("Lisbon", "Oslo", "Vienna", "Dublin", "Prague", "Madrid", "Athens", "Warsaw")
DEEDS = ("built", "opened", "painted", "repaired", "designed", "closed", "visited", "sold")
COMMON = ("the", "old", "house", "near", "river", "was", "small", "and", "red", "with", "a", "door")


def _sentence(rng: random.Random) -> str:
    """Return eleven words: who did what to which thing, where and when."""
    who, did, thing = rng.choice(PEOPLE), rng.choice(DEEDS), rng.choice(THINGS)
    year = rng.randint(1900, 2020)
    return f"{who} {did} the {thing} in {rng.choice(PLACES)} in the year {year}."


def document(words: int, *, seed: int) -> str:
    """Return sentences of ``words`` words, to the nearest sentence above.

    Examples
    --------
    >>> 300 <= len(document(300, seed=1).split()) < 311
    True
    """
    rng = random.Random(seed)
    text = _sentence(rng)
    while len(text.split()) < words:
        text = f"{text} {_sentence(rng)}"
    return text


def reply(*, seed: int) -> str:
    """Return an answer of three sentences."""
    rng = random.Random(seed)
    return " ".join(_sentence(rng) for _ in range(3))


def pair(tokens: int, *, seed: int) -> tuple[str, str]:
    """Return a premise and a claim that fill ``tokens`` tokens of a BERT, marks included.

    Every word is common and so is one token; a quarter is the claim, three tokens are marks.

    Examples
    --------
    >>> premise, claim = pair(64, seed=0)
    >>> len(premise.split()) + len(claim.split()) + 3
    64
    """
    rng = random.Random(seed)
    words = rng.choices(COMMON, k=tokens - 3)
    cut = len(words) - tokens // 4
    return " ".join(words[:cut]), " ".join(words[cut:])
