"""Who has none, and "my": an only child has no brother, who keeps no pets has no dog.

"My" takes for granted that there is one (presupposition: Strawson 1950), so that it clashes with
what says that there is none, whatever else is said of it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from belie.datatypes import Passage
from belie.graph.word_sets import word_set
from belie.monitor.keeping import kept
from belie.monitor.reasoning.derivation import Derivation, Inference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belie.monitor.reasoning.lines import Line, Premises

__all__ = ["belongings"]

_SPEAKER = "i"
_WHO = r"(?:I|the user|[A-Z][\w-]+(?: [A-Z][\w-]+){0,2})"
_BE = r"(?:'m| am|'s| is)(?: (?:just|still|actually|happily|currently))?"
_HAVE_NO = (
    r"(?:(?: have| has|'ve)(?: got)? no| (?:own|keep)s? no|"
    r" do(?:es)?(?:n't| not) (?:have|own|keep)(?: any| an?)?|"
    r"(?: have|'ve| has) never (?:had|owned|kept)(?: any| an?)?| never had(?: any| an?)?)"
)
_ALL = r"(?! (?:with|that|who|which|in|for|to|like|here|old|named|called|and|or|\w+ing)\b)"
"""Where nothing follows that narrows it: "no car with a sunroof"."""
_OPEN = re.compile(
    r"\b(?:if|unless|would|could|might|wish|almost|fe[el]lt?|seems?|until|yet|except|but|besides|"
    r"other|more|anymore|used to)\b",
    re.IGNORECASE,
)
"""What leaves room for one, or tells of a change."""
_DENIES = re.compile(
    r"\b(?:no|not|never|only child|single|unmarried|childless|alone|my(?:self| own)|retired|"
    r"unemployed|out of work)\b|n't\b"
)
"""One of these is in all that says so; what it says is only looked at then."""
_PAST = re.compile(
    r"\b(?:was|were|had|did|died|used to|growing up|childhood|once|ago|lost|broke|left|gone|sold|"
    r"stolen|back then|when I|as a (?:kid|child)|[a-z]{3,}ed)\b",
    re.IGNORECASE,
)
_MY = re.compile(rf"\b(?P<whose>[Mm]y|the user's|{_WHO}'s) (?P<words>[a-z'-]+(?: [a-z'-]+){{0,3}})")
_BETWEEN = word_set(
    "big little older younger elder eldest oldest youngest middle baby twin own dear only sweet "
    "two three four five six lovely beloved poor crazy teenage new best whole grown"
)
"""What may stand between "my" and what is owned: not "my old boss", "my dad has two sisters"."""
_COMPOUNDS = word_set("walker food allergy allergies sitter company school show tag bed")
"""Behind a noun, what is another thing: "my dog walker"."""


class _None(NamedTuple):
    """That somebody has none of what goes by some nouns; ``ever``: nor has had."""

    who: str
    nouns: frozenset[str]
    ever: bool


class _Sort(NamedTuple):
    """What one may have none of: by its nouns, and by how that is said behind a name."""

    nouns: frozenset[str]
    says_none: str
    ever: bool = False


def _sort(
    nouns: str, called: str, states: str = "(?!)", *, does: str = "(?!)", ever: bool = False
) -> _Sort:
    """A sort of which one has none who has none so called, or is or does something."""
    once = rf"| (?:was|grew up)(?: as)? (?:{states})" if ever else ""
    says = rf"(?P<who>{_WHO})(?:{_HAVE_NO} (?:{called})|{_BE} (?:{states}){once}|{does})\b{_ALL}"
    return _Sort(word_set(nouns), says, ever)


_SIBLINGS, _CHILDREN = "brother brothers sister sisters", "son sons daughter daughters kids twins"
_DOGS, _CATS = "dog dogs puppy", "cat cats kitten kittens"
_SORTS = (
    _sort(_SIBLINGS, "siblings?", "an only child", ever=True),
    _sort("brother brothers", "brothers?"),
    _sort("sister sisters", "sisters?"),
    _sort(_CHILDREN, "kids?|child(?:ren)?", "childless"),
    _sort("husband wife", "husband|wife|spouse", "single|unmarried|not married"),
    _sort("girlfriend boyfriend fiance fiancee", "girlfriend|boyfriend", "single"),
    _sort(f"{_DOGS} {_CATS} horse pony parrot hamster rabbit goldfish", "pets?|animals?"),
    _sort(_DOGS, "dogs?"),
    _sort(_CATS, "cats?"),
    _sort(
        "roommate roommates flatmate flatmates housemate housemates",
        "(?:room|flat|house)mates?",
        does=r" lives?(?: all)? (?:alone|(?:by|on) (?:my|him|her)(?: own|self))",
    ),
    _sort("boss coworkers colleagues shift", "job", "retired|unemployed|out of work"),
    _sort("car", "car"),
)


def belongings(claim: Line, premises: Premises) -> Iterator[Derivation]:
    """Yield why ``claim`` cannot speak of what somebody has none of, or say that there is none."""
    for line in premises.lines:
        for lacking, having in ((line, claim), (claim, line)):
            noun = _clash(lacking.text, having.text, one_speaker=_have_one_speaker(line, claim))
            if noun:
                way = f"there is no {noun}"
                yield Derivation(Inference.BELONGING, (line,), way, refutes=True)


def _have_one_speaker(one: Line, other: Line) -> bool:
    """Whether "I" is the same in both lines."""
    sides = [
        None if isinstance(line.statement, Passage) else line.statement.role
        for line in (one, other)
    ]
    return sides[0] is sides[1]


def _clash(lacking: str, having: str, *, one_speaker: bool) -> str | None:
    """What one sentence says there is none of, and the other takes for granted."""
    nones = _none(lacking)
    for who, noun in _owned(having) if nones else ():
        for none in nones:
            then = not none.ever and _PAST.search(having)
            same = who == none.who and (one_speaker or who != _SPEAKER)
            if same and noun in none.nouns and not then:
                return noun
    return None


@kept(4096)
def _none(text: str) -> tuple[_None, ...]:
    """What a sentence says that somebody has none of."""
    if not _DENIES.search(text) or _OPEN.search(text):
        return ()
    found = ((sort, re.match(sort.says_none, text)) for sort in _SORTS)
    return tuple(
        _None(said["who"].casefold(), sort.nouns, sort.ever) for sort, said in found if said
    )


@kept(4096)
def _owned(text: str) -> tuple[tuple[str, str], ...]:
    """Who has what, as far as "my" and names before nouns take it for granted."""
    return tuple(
        (_SPEAKER if said["whose"].casefold() == "my" else said["whose"][:-2].casefold(), noun)
        for said in _MY.finditer(text)
        for noun in _nouns(said["words"].split())
    )


def _nouns(words: list[str]) -> Iterator[str]:
    """The word behind "my" for what is owned, if it is one."""
    for word, behind in zip(words, [*words[1:], ""], strict=True):
        if word not in _BETWEEN:
            if behind not in _COMPOUNDS:
                yield word.removesuffix("'s")
            return
