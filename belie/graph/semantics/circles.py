"""The people and animals of somebody's circle: my mother, Anna's dog."""

from __future__ import annotations

from belie.graph.semantics.reading import ASSISTANT, USER
from belie.graph.semantics.words import stem

__all__ = ["circle", "names_relative", "relation"]

_KIN = {
    "mom": "mother", "mum": "mother", "mommy": "mother", "mama": "mother", "mother": "mother",
    "dad": "father", "daddy": "father", "papa": "father", "father": "father",
    "brother": "brother", "sister": "sister", "son": "son", "daughter": "daughter",
    "wife": "partner", "husband": "partner", "spouse": "partner", "partner": "partner",
    "girlfriend": "partner", "boyfriend": "partner", "fiance": "partner", "fiancee": "partner",
    "grandmother": "grandmother", "grandma": "grandmother", "granny": "grandmother",
    "grandfather": "grandfather", "grandpa": "grandfather", "granddad": "grandfather",
    "uncle": "uncle", "aunt": "aunt", "cousin": "cousin", "nephew": "nephew", "niece": "niece",
    "boss": "boss", "neighbor": "neighbour", "neighbour": "neighbour", "roommate": "roommate",
    "colleague": "colleague", "coworker": "colleague", "teacher": "teacher", "doctor": "doctor",
    "dog": "dog", "puppy": "dog", "cat": "cat", "kitten": "cat", "horse": "horse",
    "parrot": "parrot", "hamster": "hamster", "rabbit": "rabbit",
}  # fmt: skip
"""Members of somebody's circle that are never each other, by what they are called."""
_CLASSES = {
    "child": frozenset({"son", "daughter"}),
    "sibling": frozenset({"brother", "sister"}),
    "parent": frozenset({"mother", "father"}),
    "pet": frozenset({"dog", "cat", "horse", "parrot", "hamster", "rabbit"}),
}
"""What several members of a circle are together called."""


def circle(words: tuple[str, ...]) -> tuple[str, str] | None:
    """Return (whose, what they are to them) where ``words`` name one of somebody's circle.

    Examples
    --------
    >>> circle(("@user", "little", "sister")), circle(("Anna", "'s", "dad")), circle(("Anna",))
    (('@user', 'sister'), ('Anna', 'father'), None)
    """
    if not 0 < len(words) <= 5:
        return None
    first, found = words[0], relation(words[-1])
    if found is None:
        return None
    if first in (USER, ASSISTANT):
        return first, found
    return ("'s".join(words[: words.index("'s")]), found) if "'s" in words else None


def relation(word: str) -> str | None:
    """Return what a member of a circle is, by whatever they are called; ``None`` for others.

    Examples
    --------
    >>> relation("Mum"), relation("puppies"), relation("dogs"), relation("table")
    ('mother', None, 'dog', None)
    """
    low = word.lower()
    return _KIN.get(low) or _KIN.get(low.removesuffix("s"))


def names_relative(words: tuple[str, ...], relative: str) -> bool:
    """Return whether one of ``words`` names that relation or what it is called with others.

    Examples
    --------
    >>> said = ("have", "no", "kids")
    >>> names_relative(said, "daughter"), names_relative(said, "sister")
    (True, False)
    """
    return any(
        relation(word) == relative or relative in _CLASSES.get(stem(word), ()) for word in words
    )
