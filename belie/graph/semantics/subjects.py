"""Whether two claims are plainly about different people or things.

Read off words: in doubt they are about the same, so that no contradiction is hidden.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from belie.graph.semantics.genders import gender
from belie.graph.semantics.reading import ASSISTANT, USER
from belie.graph.semantics.words import STOP_WORDS, content, stem
from belie.graph.word_sets import word_set

if TYPE_CHECKING:
    from belie.graph.semantics.reading import Reading

__all__ = ["different_subjects", "is_person"]

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
_CONTRASTS = tuple(
    word_set(group)
    for group in (
        "first second third fourth fifth sixth seventh eighth ninth tenth last",
        "left right", "old new original current", "older younger elder oldest youngest",
        "upper lower", "north south east west northern southern eastern western",
        "adult child senior student", "front back rear", "small medium large",
        "morning afternoon evening night", "weekday weekend", "monthly annual yearly weekly daily",
        "basic standard premium pro", "men women", "male female", "domestic international",
        "summer winter spring autumn", "red blue green yellow black white", "main side",
        "indoor outdoor", "deluxe single double", "inner outer", "junior",
    )
)  # fmt: skip
_EXCLUSIVE_VERBS = word_set(
    "won wins wrote written invented discovered founded directed painted composed designed built "
    "killed created authored developed established scored led leads owns owned bought married sang"
)
_SUPERLATIVES = word_set(
    "first only last biggest largest tallest oldest highest fastest best most smallest lowest "
    "longest shortest youngest worst least heaviest deepest hottest coldest richest closest"
)

_ARTICLES = word_set("the a an this that these those it")
_PEOPLE = word_set("he she they who everybody everyone")
_TITLES = word_set("mr mrs ms miss dr sir prof professor president king queen captain")


def different_subjects(earlier: Reading, later: Reading) -> bool:
    """Return whether the two are plainly about different people or things.

    Not where both say of their subjects what only one can be or have done: who won the race and
    what the capital is called clash in the subject itself.
    """
    if not (earlier.subject and later.subject):
        return False
    if not _differ(earlier.subject, later.subject):
        return False
    return not (_crosses(earlier, later) or _same_exclusive(earlier, later))


def is_person(words: tuple[str, ...]) -> bool:
    """Return whether ``words`` plainly name people: you, she, my mother, Anna Berg.

    Examples
    --------
    >>> is_person(("Anna",)), is_person(("The", "first", "prize")), is_person(("@user", "keys"))
    (True, False, False)
    """
    if not words or words[0].lower() in _ARTICLES:
        return False
    if len(words) == 1:
        return words[0] in (USER, ASSISTANT) or words[0].lower() in _PEOPLE or bool(_names(words))
    return _circle(words) is not None or all(word[0].isupper() for word in words)


def _differ(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    return (
        _persons_differ(one, other)
        or _circles_differ(one, other)
        or _genders_differ(one, other)
        or _names_differ(one, other)
        or _kinds_differ(one, other)
    )


def _persons_differ(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """I and you; I and my mother; I and Anna."""
    speakers = {(USER,), (ASSISTANT,)}
    if one in speakers and other in speakers:
        return one != other
    if one in speakers or other in speakers:
        third = other if one in speakers else one
        return _circle(third) is not None or bool(_names(third))
    return False


def _circles_differ(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """My brother and my sister; my brother and your brother; my older and my younger brother."""
    mine, theirs = _circle(one), _circle(other)
    if mine is None or theirs is None:
        return False
    return mine != theirs


def _circle(words: tuple[str, ...]) -> tuple[str, str] | None:
    """Return (whose, what they are to them) where ``words`` name one of somebody's circle."""
    if not 0 < len(words) <= 5:
        return None
    first, last = words[0], words[-1].lower()
    relation = _KIN.get(last) or _KIN.get(last.removesuffix("s"))
    if relation is None:
        return None
    if first in (USER, ASSISTANT):
        return first, relation
    return ("'s".join(words[: words.index("'s")]), relation) if "'s" in words else None


def _genders_differ(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    genders = [gender(words[-1]) for words in (one, other)]
    return None not in genders and genders[0] != genders[1]


def _names_differ(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Paris and Rome; the capital of France and the capital of Spain; Room 5 and Room 6."""
    mine, theirs = _names(one), _names(other)
    if mine and theirs and not (_may_be_same(mine, theirs) or _name_one_another(one, other)):
        return True
    mine, theirs = _labels(one), _labels(other)
    return bool(mine and theirs) and not _may_be_same(mine, theirs)


def _name_one_another(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether a name of one stands anywhere in the other: "Lyon", "Lyon along with Nice".

    Whatever the case: what opens a sentence may be no name ("Parking", "parking at the hotel").
    """
    return any(
        {name.lower() for name in _names(words)} & {word.lower() for word in others}
        for words, others in ((one, other), (other, one))
    )


def _names(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(
        word
        for place, word in enumerate(words)
        if word[0].isupper()
        and word.lower() not in STOP_WORDS | _TITLES
        and (place or len(words) == 1 or words[1][0].isupper() or words[1] == "'s")
    )


def _labels(words: tuple[str, ...]) -> frozenset[str]:
    """Return the numbers that follow a word, as in "Room 5", which name rather than count."""
    return frozenset(
        word
        for before, word in pairwise(words)
        if word[0].isdigit() and before.isalpha() and before.lower() not in STOP_WORDS
    )


def _may_be_same(one: frozenset[str], other: frozenset[str]) -> bool:
    lower_one, lower_other = ({word.lower() for word in names} for names in (one, other))
    if lower_one & lower_other:
        return True
    return _abbreviates(lower_one, lower_other) or _abbreviates(lower_other, lower_one)


def _abbreviates(short: set[str], names: set[str]) -> bool:
    initials = sorted(name[0] for name in names)
    return any(1 < len(name) and sorted(name) == initials for name in short) or any(
        name.startswith(part) for part in short if 3 <= len(part) for name in names
    )


def _kinds_differ(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """The first floor and the second floor: one noun, contrasted."""
    if stem(one[-1]) != stem(other[-1]):
        return False
    mine, theirs = ({word.lower() for word in words[:-1]} for words in (one, other))
    return any(
        mine & group and theirs & group and not mine & theirs & group for group in _CONTRASTS
    )


def _crosses(earlier: Reading, later: Reading) -> bool:
    """Return whether one subject is what the other says: "The capital is Paris", "Paris is …"."""
    for one, other in ((earlier, later), (later, earlier)):
        named = content(one.subject)
        if named and named <= other.said:
            return True
    return False


def _same_exclusive(earlier: Reading, later: Reading) -> bool:
    """Return whether both say what holds of one subject only, and say it of the same thing."""
    if earlier.negated != later.negated:
        return False
    if not (_exclusive(earlier.predicate) and _exclusive(later.predicate)):
        return False
    ranks = [_SUPERLATIVES.intersection(one.predicate) for one in (earlier, later)]
    if all(ranks) and ranks[0] != ranks[1]:
        return False
    names = [_inner_names(one.predicate) for one in (earlier, later)]
    if all(names) and not _may_be_same(*names):
        return False
    shared = earlier.said & later.said
    return 2 * len(shared) >= min(len(earlier.said), len(later.said))


def _exclusive(predicate: tuple[str, ...]) -> bool:
    words = tuple(word.lower() for word in predicate)
    if not words:
        return False
    if not _SUPERLATIVES.isdisjoint(words[:4]):
        return True
    if stem(words[0]) == "be":
        return len(words) > 1 and (words[1] == "the" or "'s" in words[1:4])
    return not _EXCLUSIVE_VERBS.isdisjoint(words[:2])


def _inner_names(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for word in words if word[0].isupper() and word.lower() not in STOP_WORDS)
