"""The people and animals of somebody's circle: my mother, Anna's dog."""

from __future__ import annotations

from belie.graph.semantics.reading import ASSISTANT, USER
from belie.graph.semantics.words import stem

__all__ = ["are_apart", "circle", "names_relative", "relation"]

_KIN = {
    "mom": "mother", "mum": "mother", "mommy": "mother", "mummy": "mother", "mama": "mother",
    "mother": "mother", "dad": "father", "daddy": "father", "papa": "father", "father": "father",
    "brother": "brother", "sister": "sister", "son": "son", "daughter": "daughter",
    "wife": "partner", "husband": "partner", "spouse": "partner", "partner": "partner",
    "girlfriend": "partner", "boyfriend": "partner", "fiance": "partner", "fiancee": "partner",
    "hubby": "partner",
    "grandmother": "grandmother", "grandma": "grandmother", "granny": "grandmother",
    "gran": "grandmother", "nana": "grandmother",
    "grandfather": "grandfather", "grandpa": "grandfather", "granddad": "grandfather",
    "grandad": "grandfather", "grandson": "grandson", "granddaughter": "granddaughter",
    "stepmother": "stepmother", "stepfather": "stepfather", "stepsister": "stepsister",
    "stepbrother": "stepbrother", "mother-in-law": "mother-in-law",
    "father-in-law": "father-in-law", "sister-in-law": "sister-in-law",
    "brother-in-law": "brother-in-law",
    "uncle": "uncle", "aunt": "aunt", "auntie": "aunt", "cousin": "cousin", "nephew": "nephew",
    "niece": "niece", "boss": "boss", "manager": "boss", "neighbor": "neighbour",
    "neighbour": "neighbour", "roommate": "roommate", "flatmate": "roommate",
    "housemate": "roommate", "colleague": "colleague", "coworker": "colleague",
    "co-worker": "colleague", "workmate": "colleague", "classmate": "classmate",
    "landlord": "landlord", "landlady": "landlord", "teacher": "teacher", "doctor": "doctor",
    "friend": "friend", "buddy": "friend", "pal": "friend",
    "dog": "dog", "puppy": "dog", "cat": "cat", "kitten": "cat", "horse": "horse",
    "parrot": "parrot", "hamster": "hamster", "rabbit": "rabbit",
}  # fmt: skip
"""Members of somebody's circle that are never each other, by what they are called."""
_FRIENDS = frozenset({"friend", "roommate", "neighbour", "colleague", "classmate", "boss"})
"""Of whom one who is called a friend may be any."""
_CLASSES = {
    "child": frozenset({"son", "daughter"}),
    "sibling": frozenset({"brother", "sister"}),
    "parent": frozenset({"mother", "father"}),
    "pet": frozenset({"dog", "cat", "horse", "parrot", "hamster", "rabbit"}),
}
"""What several members of a circle are together called."""


_STATES = {
    "only child": frozenset({"brother", "sister"}),
    "single": frozenset({"partner"}),
    "unmarried": frozenset({"partner"}),
    "not married": frozenset({"partner"}),
    "childless": frozenset({"son", "daughter"}),
    "retired": frozenset({"boss", "colleague"}),
    "unemployed": frozenset({"boss", "colleague"}),
}
"""Whom somebody has none of who is so."""


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


def are_apart(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Return whether two members of circles are never one: my brother, and my sister or yours.

    Examples
    --------
    >>> are_apart(("@user", "brother"), ("@user", "sister"))
    True
    >>> are_apart(("@user", "friend"), ("@user", "neighbour"))
    False
    """
    (whose, what), (others, other_what) = one, other
    may_be_friends = "friend" in (what, other_what) and {what, other_what} <= _FRIENDS
    return one != other and not (whose == others and may_be_friends)


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
    """Return whether ``words`` name that relation, what it is called with others, or its lack.

    Examples
    --------
    >>> said = ("have", "no", "kids")
    >>> names_relative(said, "daughter"), names_relative(said, "sister")
    (True, False)
    >>> names_relative(("be", "an", "only", "child"), "sister")
    True
    """
    if any(
        relation(word) == relative or relative in _CLASSES.get(stem(word), ()) for word in words
    ):
        return True
    said = " ".join(words)
    return any(relative in none and state in said for state, none in _STATES.items())
