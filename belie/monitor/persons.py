"""First and second person: "I" of the user is "you" of the assistant."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.monitor.text import words
from belie.monitor.values.calendar import DAYS, MONTHS

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Person", "Pronoun", "from_other_side", "person", "pronouns", "same_words"]


class Person(StrEnum):
    """Whom a statement is about, where it is about one of the two who talk."""

    FIRST = "first"
    SECOND = "second"


class Pronoun(StrEnum):
    """Whom a pronoun names of those who talk: its speaker, some with its speaker, the other one."""

    ME = "me"
    US = "us"
    YOU = "you"


_TIME = rf"(?:{'|'.join((*DAYS, *MONTHS))})s?"
_NO_PRONOUN = (
    rf"(?<=[\w,] )(?!{_TIME}\b)[A-Z]\w*+\sI\b|"  # "World War I", but "On Mondays I work"
    r"(?i:type|class|phase|stage|part|act|chapter|volume|level|grade|article|section|category)\sI\b|"
    r"[Ii](?:\.\w|[=-])|"  # "i.e.", "I-95"
    r"US\b|(?i:the|a)\s(?:\w++\s)?mine\b"
)
"""What looks like a pronoun and is a number, a country or a pit."""
_PRONOUN = re.compile(
    rf"\b(?:{_NO_PRONOUN}|(?:(?P<me>(?i:i|me|my|mine|myself))|(?P<us>(?i:we|our|ours)|[Uu]s)|"
    r"(?P<you>(?i:you|your|yours|yourself)))\b)"
)
_OTHER_SIDE = {
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself",
    "i'm": "you're", "i've": "you've", "i'd": "you'd", "i'll": "you'll", "am": "are",
    "you": "I", "your": "my", "yours": "mine", "yourself": "myself",
    "you're": "I'm", "you've": "I've", "you'd": "I'd", "you'll": "I'll",
}  # fmt: skip
_OTHER_PARTY = _OTHER_SIDE | {
    "we": "you", "us": "you", "our": "your", "ours": "yours", "ourselves": "yourselves",
    "we're": "you're", "we've": "you've", "we'd": "you'd", "we'll": "you'll",
}  # fmt: skip
_CORE = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)?")
_GRAMMAR = (
    (
        re.compile(
            r"\b(from|to|with|by|of|at|on|for|about|without|against|tell|told|give|gave|send|sent|"
            r"ask|asked|show|showed|thank|paid) I\b"
        ),
        r"\1 me",
    ),
    (re.compile(r"\b([a-z]+) I(?=[.,;!?)]|$)"), r"\1 me"),
    (re.compile(r"\bI (?:guys|folks)\b"), "we"),
    (re.compile(r"\bI (two|three|both|all)\b"), r"we \1"),
    (re.compile(r"\bI are\b"), "I am"),
    (re.compile(r"\bI were\b"), "I was"),
    (re.compile(r"\byou was\b"), "you were"),
    (re.compile(r"\bare I\b"), "am I"),
    (re.compile(r"\bwas you\b"), "were you"),
)
"""What is wrong once "I" and "you" have changed places: objects, and verbs beside them."""


def person(text: str) -> Person | None:
    """Return whom the first personal pronoun of ``text`` names; ``None`` if there is none.

    Examples
    --------
    >>> person("My dog likes you.")
    <Person.FIRST: 'first'>
    """
    first = next(_pronouns(text), None)
    if first is None:
        return None
    return Person.SECOND if first is Pronoun.YOU else Person.FIRST


def pronouns(text: str) -> frozenset[Pronoun]:
    """Return whom the personal pronouns of ``text`` name.

    Examples
    --------
    >>> sorted(pronouns("We sent you the invoice of World War I."))
    [<Pronoun.US: 'us'>, <Pronoun.YOU: 'you'>]
    """
    return frozenset(_pronouns(text))


def _pronouns(text: str) -> Iterator[Pronoun]:
    return (Pronoun(one.lastgroup) for one in _PRONOUN.finditer(text) if one.lastgroup)


def from_other_side(text: str, *, party: bool = False) -> str:
    """Return ``text`` as the other speaker would say it, word for word.

    Parameters
    ----------
    text
        What one of the two says.
    party
        Whether "we" are the speaker's own, and so "you" to the other one. In a question, "we" may
        be both.

    Examples
    --------
    >>> from_other_side("I'm sure my order was 12 boxes.")
    "you're sure your order was 12 boxes."
    >>> from_other_side("We're six, and our train is late.", party=True)
    "you're six, and your train is late."
    >>> from_other_side("I was told by you that you are open.")
    'you were told by me that I am open.'
    """
    others = _OTHER_PARTY if party else _OTHER_SIDE

    names = {found.end() for found in _PRONOUN.finditer(text) if not found.lastgroup}

    def swapped(match: re.Match[str]) -> str:
        core = _CORE.search(match[0])
        if core is None or match.start() + core.end() in names:
            return match[0]
        other = others.get(core[0].lower().replace("’", "'"), core[0])
        return f"{match[0][: core.start()]}{other}{match[0][core.end() :]}"

    said = re.sub(r"\S+", swapped, text)
    for wrong, right in _GRAMMAR:
        said = wrong.sub(right, said)
    return said


def same_words(span: Span, *, of: str, within: str) -> Span:
    """Return the span of ``within`` that has the same words, by number, as ``span`` has in ``of``.

    Both texts have as many words: one was made of the other by `from_other_side`.
    """
    theirs, ours = words(of), words(within)
    covered = [number for number, word in enumerate(theirs) if word.overlaps(span)]
    if not covered:
        return Span(0, len(within))
    first, last = covered[0], covered[-1]
    if first == last and theirs[first].cut(of) == ours[first].cut(within):
        offset = ours[first].start - theirs[first].start
        return Span(max(span.start + offset, 0), span.end + offset)
    return Span(ours[first].start, ours[last].end)
