"""What a sentence mentions, and which of it a pronoun can stand for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.graph.semantics.genders import gender
from belie.graph.word_sets import word_set
from belie.monitor.claims.people import is_nobody_else, is_person
from belie.monitor.claims.phrases import noun_phrase
from belie.monitor.values.calendar import DAYS, MONTHS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from belie.monitor.claims.tree import Tree

__all__ = [
    "LONGEST_NAME",
    "TIMES",
    "Mention",
    "bare_name",
    "fits",
    "is_pronoun",
    "kind_of",
    "mention_of",
    "mentions",
    "owner",
    "possessive",
]

LONGEST_NAME = 8
"""Words of a phrase that can take a pronoun's place."""
_PEOPLE = word_set("he she him her his hers")
_THING = word_set("it its")
_MANY = word_set("they them their theirs")
_PRONOUNS = _PEOPLE | _THING | _MANY
_NOBODY = word_set(
    "nothing something anything everything nobody somebody anybody everybody none no-one someone "
    "anyone everyone"
)
TIMES = word_set(
    "second minute hour day night morning afternoon evening week weekend month season year decade "
    "century time moment today tomorrow yesterday tonight now spring summer autumn winter easter "
    "christmas thanksgiving halloween twenties thirties forties fifties sixties seventies eighties "
    "nineties"
) | {name.lower() for name in (*DAYS, *MONTHS)}
_POINTING = word_set("this that these those")
_OF_ALL = word_set("every each any no one some next last")
"""Before a time: "every day", "next week" say when something is, and are nothing to speak of."""
_UNNAMED = word_set("n't not no any what which every each")
"""Before what is denied, asked for or all alike: "Any cats in the family?" names no cats."""
_WEATHER = re.compile(r"(?:rain|snow|hail|thunder|drizzl|pour)")
_ARTICLE = re.compile(r"^(?:the|a|an|this|that|these|those)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mention:
    """A noun phrase or a resolved pronoun of the context, and the name it has.

    The first of several things, "a desk" of "a desk and a chair", is plural, for "they" are meant,
    and has the name of all of them.
    """

    span: Span
    name: str
    plural: bool
    proper: bool
    person: bool
    joined: bool = False


def mentions(tree: Tree, names: Mapping[int, str], by: int = 0) -> Iterator[Mention]:
    """Yield what a sentence mentions, spans moved by ``by``; ``names`` are of its pronouns.

    Names are those that the speaker of the turn has for it: the user's "my router" is "your router"
    to the assistant.
    """
    for word in range(len(tree)):
        if word in names and is_pronoun(tree, word):
            name = owner(names[word])
            yield mention_of(tree.lower(word), tree.spans[word].shift(by), name)
        elif _is_name(tree, word):
            phrase = noun_phrase(tree, word)
            if not phrase or LONGEST_NAME < len(phrase) or tree.lower(phrase[0]) in _UNNAMED:
                continue
            whole = Span(tree.spans[phrase[0]].start, tree.spans[phrase[-1]].end)
            # "Siemens" is tagged as a plural.
            several = tree.tags[word] == "NNS" or (
                tree.tags[word] == "NNPS" and tree.child(word, "det") is not None
            )
            # "My wife and I" are two as well, but "she" is plain.
            others = tree.children(word, ("conj",))
            joined = any(tree.tags[other].startswith("NN") for other in others)
            proper = tree.tags[word] in {"NNP", "NNPS"} and tree.words[word][0].isupper()
            person = (proper and not _is_place(tree, word)) or is_person(tree.lower(word))
            span = Span(whole.start + by, whole.end + by)
            named = _together(tree, phrase, others) if joined else phrase
            name = tree.told(tree.slice(named))
            yield Mention(span, name, several or joined, proper, person, joined)


def _together(tree: Tree, phrase: list[int], others: Sequence[int]) -> list[int]:
    """Return "a desk and a chair" for "a desk", if that is not too long for a name."""
    last = noun_phrase(tree, others[-1])[-1:]
    all_of_them = list(range(phrase[0], last[0] + 1)) if last else []
    return all_of_them if len(phrase) < len(all_of_them) <= LONGEST_NAME else phrase


def mention_of(pronoun: str, span: Span, name: str) -> Mention:
    """Return what a pronoun, in lower case, mentions where it stands for ``name``."""
    return Mention(span, name, pronoun in _MANY, True, pronoun in _PEOPLE)


def _is_name(tree: Tree, word: int) -> bool:
    relation = tree.base(word)
    return (
        tree.tags[word].startswith("NN")
        and relation not in {"compound", "flat", "goeswith", "fixed"}
        and tree.lower(word) not in _NOBODY
        and not _is_moment(tree, word)
    )


def _is_moment(tree: Tree, word: int) -> bool:
    """Whether a word only says when or how long: "today", "in January", "every day", "two weeks".

    A name before a verb may be somebody's: "April lives in Rome".
    """
    if (tree.tags[word], tree.base(word)) == ("NNP", "nsubj"):
        return False
    if not TIMES & {tree.lower(word), tree.lower(word).removesuffix("s")}:
        return False
    article = tree.child(word, "det")
    if article is None or tree.lower(article) in _OF_ALL or tree.children(word, ("nummod",)):
        return True
    return tree.base(word) == "obl" and tree.lower(article) in _POINTING


def _is_place(tree: Tree, word: int) -> bool:
    """Whether ``word`` stands where a place does: "in Bonn"."""
    case = tree.child(word, "case")
    return case is not None and tree.lower(case) in {"in", "at", "near", "across", "through"}


def is_pronoun(tree: Tree, word: int) -> bool:
    """Whether ``word`` is a pronoun of the third person that stands for something."""
    if tree.lower(word) not in _PRONOUNS or tree.base(word) == "expl" or _is_of_title(tree, word):
        return False
    return not (tree.lower(word) == "it" and _WEATHER.match(tree.lower(tree.heads[word])))


def _is_of_title(tree: Tree, word: int) -> bool:
    """Whether a word is written large within a sentence: "It" of "Let It Be"."""
    return 0 < word and tree.words[word].istitle() and tree.words[word - 1].isalpha()


def kind_of(pronoun: str) -> str:
    """Return "he", "she", "it" or "they" for any form of it, in lower case."""
    return gender(pronoun) or ("it" if pronoun in _THING else "they")


def fits(pronoun: str, mention: Mention) -> bool:
    """Whether a pronoun, in lower case, can stand for ``mention`` by person and number.

    Examples
    --------
    >>> tower = Mention(Span(0, 9), "The tower", plural=False, proper=False, person=False)
    >>> fits("it", tower), fits("she", tower)
    (True, False)
    """
    if pronoun in _PEOPLE:
        told = _gender(mention)
        return mention.person and not mention.plural and told in {None, gender(pronoun)}
    if pronoun in _THING:
        noun = mention.name.split()[-1].lower()
        return not mention.plural and (mention.proper or not is_nobody_else(noun))
    return mention.plural or mention.proper


def _gender(mention: Mention) -> str | None:
    """Whom a name speaks of: "Mrs. Crane", "her husband Pierre"; not "Billie Jean King"."""
    words = mention.name.split()
    if not mention.proper:
        return gender(words[-1])
    told = [words[0], *(word for word in words if word.islower())]
    found = [gender(word) for word in told if word.lower() not in _PRONOUNS]
    return next((one for one in reversed(found) if one), None)


def possessive(name: str, *, plural: bool) -> str:
    """Return "Ben's", "the lamps'" where several are meant."""
    return f"{name}'" if plural and name.endswith("s") else f"{name}'s"


def owner(name: str) -> str:
    """Return what `possessive` was made of, and other names as they are.

    Examples
    --------
    >>> owner("Ben's"), owner("the lamps'"), owner("Ben")
    ('Ben', 'the lamps', 'Ben')
    """
    return name.removesuffix("'s").removesuffix("'")


def bare_name(name: str) -> str:
    """Return ``name`` in lower case without its article: two of one name are equal."""
    return _ARTICLE.sub("", name).lower()
