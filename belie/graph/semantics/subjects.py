"""Whether two claims are plainly about different people or things.

Read off words: in doubt they are about the same, so that no contradiction is hidden.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from belie.datatypes import Role
from belie.graph.semantics.circles import are_apart, circle, names_relative, relation
from belie.graph.semantics.genders import gender
from belie.graph.semantics.reading import ASSISTANT, USER
from belie.graph.semantics.words import STOP_WORDS, TITLES, content, stem, tokens
from belie.graph.word_sets import word_set

if TYPE_CHECKING:
    from belie.graph.semantics.reading import Reading

__all__ = ["different_subjects", "is_person"]

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
    "longest shortest youngest worst least heaviest deepest hottest coldest richest closest "
    "greatest favorite favourite"
)
_RANKS = {
    "largest": "biggest", "greatest": "biggest", "tallest": "highest", "favourit": "favorit",
}  # fmt: skip
"""Stems of superlatives that say the same as another."""

_BEFORE_A_COUNT = STOP_WORDS | _SUPERLATIVES | word_set("next other further remaining")
_ARTICLES = word_set("the a an this that these those it")
_SPEAKERS = frozenset({(USER,), (ASSISTANT,)})
_THIRD = frozenset({("he",), ("she",)})
_ONE_SPEAKER = frozenset({"i", "me", "my", "mine", "myself"})
_OWNERS = frozenset({USER, ASSISTANT, "his", "her", "their"})
_OF_MANY = word_set(
    "are were have do need pay take get eat go come live work open close like love hate want play "
    "sell make start end begin run include last arrive leave require stay ship travel receive"
)
"""Verbs as they stand after a plural, and after "Thomas" do not."""
_UNMARKED_PLURALS = word_set("children people men women")
_PEOPLE = word_set("he she they who everybody everyone")


def different_subjects(earlier: Reading, later: Reading) -> bool:
    """Return whether the two are plainly about different people or things.

    Not where both say of their subjects what only one can be or have done: who won the race and
    what the capital is called clash in the subject itself.
    """
    if not (earlier.subject and later.subject):
        return False
    if not _differ(earlier, later):
        return False
    return not (
        _crosses(earlier, later)
        or _same_exclusive(earlier, later)
        or _speaks_of(earlier, later)
        or _speaks_of(later, earlier)
        or _of_one_house(earlier, later)
    )


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
    return circle(words) is not None or all(word[0].isupper() for word in words)


def _differ(earlier: Reading, later: Reading) -> bool:
    one, other = earlier.subject, later.subject
    return (
        _persons_differ(one, other)
        or _circles_differ(one, other)
        or _genders_differ(one, other)
        or (_names_differ(one, other) and not _may_be_one_kind(earlier, later))
        or _kinds_differ(one, other)
    )


def _persons_differ(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """I and you; I and my mother; I and Anna; I and she."""
    if one in _SPEAKERS and other in _SPEAKERS:
        return one != other
    if one in _SPEAKERS or other in _SPEAKERS:
        third = other if one in _SPEAKERS else one
        lower = tuple(word.lower() for word in third)
        return lower in _THIRD or circle(third) is not None or bool(_names(third))
    return False


def _speaks_of(one: Reading, third: Reading) -> bool:
    """Return whether "I" and somebody else are spoken of at once.

    "I have no children" is about my daughter, too, and "Japan is a place I never saw" about me.
    """
    if one.subject not in _SPEAKERS or third.subject in _SPEAKERS:
        return False
    (speaker,) = one.subject
    relative = circle(third.subject)
    if relative is None:
        return speaker in third.predicate
    whose, what = relative
    return whose == speaker and names_relative(one.predicate, what)


def _of_one_house(earlier: Reading, later: Reading) -> bool:
    """Return whether one tells what "we" do, the other what "you" get here: "We ship abroad"."""
    subjects = {earlier.subject, later.subject}
    if not (len(subjects) == 2 and subjects <= _SPEAKERS):
        return False
    if not earlier.claim.role is later.claim.role is Role.ASSISTANT:
        return False
    house = earlier if earlier.subject == (ASSISTANT,) else later
    said = {word.lower() for word in tokens(house.whole)}
    return "we" in said and said.isdisjoint(_ONE_SPEAKER)


def _circles_differ(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """My brother and my sister; my brother and your brother; my older and my younger brother."""
    mine, theirs = circle(one), circle(other)
    return mine is not None and theirs is not None and are_apart(mine, theirs)


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


def _may_be_one_kind(earlier: Reading, later: Reading) -> bool:
    """Dogs and pets: what opens a sentence and stands for many is no name."""
    if not (_is_bare_plural(earlier) and _is_bare_plural(later)):
        return False
    (one,), (other,) = earlier.subject, later.subject
    kin = {relation(one), relation(other)}
    return (None in kin or len(kin) == 1) and not _contrasted({stem(one)}, {stem(other)})


def _is_bare_plural(reading: Reading) -> bool:
    if len(reading.subject) != 1 or not reading.predicate:
        return False
    word, verb = reading.subject[0].lower(), reading.predicate[0].lower()
    return (word.endswith("s") or word in _UNMARKED_PLURALS) and verb in _OF_MANY


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
        and word.lower() not in STOP_WORDS | TITLES
        and (place or len(words) == 1 or words[1][0].isupper() or words[1] == "'s")
    )


def _labels(words: tuple[str, ...]) -> frozenset[str]:
    """Return the numbers that follow a word, as in "Room 5", which name rather than count.

    "The last 13" counts.
    """
    return frozenset(
        word
        for before, word in pairwise(words)
        if word[0].isdigit() and before.isalpha() and before.lower() not in _BEFORE_A_COUNT
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
    return _contrasted(mine, theirs)


def _contrasted(mine: set[str], theirs: set[str]) -> bool:
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
    ranks = [_ranks(one.predicate) for one in (earlier, later)]
    if all(ranks) and ranks[0] != ranks[1]:
        return False
    owners = [_owners(one.predicate) for one in (earlier, later)]
    if all(owners) and owners[0].isdisjoint(owners[1]):
        return False
    names = [_inner_names(one.predicate) for one in (earlier, later)]
    if all(names) and not _may_be_same(*names):
        return False
    no_kind = (ranks[0] & ranks[1]) | {"one"}
    mine, its = (_of_one_rank(one.said) - no_kind for one in (earlier, later))
    return 2 * len(mine & its) >= min(len(mine), len(its))


def _ranks(predicate: tuple[str, ...]) -> frozenset[str]:
    return _of_one_rank(frozenset(stem(word) for word in _SUPERLATIVES.intersection(predicate)))


def _of_one_rank(stems: frozenset[str]) -> frozenset[str]:
    return frozenset(_RANKS.get(one, one) for one in stems)


def _owners(predicate: tuple[str, ...]) -> frozenset[str]:
    """Return whose it is: "my favorite color", "Anna's favorite color"."""
    possessors = (word for word, mark in pairwise(predicate) if mark == "'s")
    return _OWNERS.intersection(predicate).union(possessors)


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
