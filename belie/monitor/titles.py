"""What a document is about, by its first words: names, and what they are names of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from belie.graph.semantics.words import STOP_WORDS, TITLES, stem
from belie.graph.word_sets import word_set
from belie.monitor.keeping import kept
from belie.monitor.values import Amount, read_values

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.monitor.values import Value

__all__ = ["Name", "NameSort", "heading_of", "names_of", "vocabulary", "words_of"]

_WORD = re.compile(r"\d+(?:\.\d+)+|\w+")
_YEAR = re.compile(r"(?:19|20)\d\d")
"""The one value that names a thing wherever it stands: "policy 2025"; not "5" of "May 5"."""
_TITLE = 8
"""The first words of a document, which say what it is about."""
_LEAST = 3
"""The fewest letters of a word that says of what kind a thing is."""
_HEADINGS = tuple(map(re.compile, (r"[^\n.]{3,80}(?=\.\s|\n)", r"[^\n.:]{3,80}(?=:)")))
"""What ends with a stop or a line, or else with a colon: "Syrup for adults." "Travel abroad: …"."""
_STATING = word_set(
    "is are was were be has have had can could may might must will would shall should do does did"
)
"""What no heading has."""
_NAME = r"[A-Z][\w'’-]{1,40}"
_SUBJECT = re.compile(
    rf"(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?({_NAME}(?: {_NAME}){{1,2}})(?= ?[(,]| [a-z])"
    rf"|({_NAME}) (?:is|was|are|were) (?:an?|the|one)\b"
)
"""A name that a text begins with: "Ada Menkes (1851", "Harrowby is a village"."""
NameSort = tuple[str, bool]
"""Of what kind a name is, and whether it is a number."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name of one thing of a kind: "basic" of a plan; of a text's subject no kind."""

    own: str
    kind: str
    numbered: bool

    @property
    def sort(self) -> NameSort:
        """What the names of its siblings share with it."""
        return self.kind, self.numbered


@kept(256)
def names_of(text: str) -> tuple[Name, ...]:
    r"""Return the names that the first words of a document tell.

    Examples
    --------
    >>> [(name.own, name.kind) for name in names_of("Lamp K1\nVolume: 1.2 l")][0]
    ('k1', 'lamp')
    >>> [name.own for name in names_of("Harrowby is a village by the sea.")]
    ['harrowby']
    """
    return (*_beside_kinds(text), *_subject(text))


@kept(256)
def heading_of(text: str) -> frozenset[str]:
    """Return the words of a document's heading that tell something; none of one without a heading.

    Examples
    --------
    >>> sorted(heading_of("Syrup for adults. Take 5 ml a day."))
    ['adult', 'syrup']
    >>> heading_of("The syrup is for adults. Take 5 ml a day.")
    frozenset()
    """
    start = text.lstrip("#*_ ")
    for form in _HEADINGS:
        found = form.match(start)
        words = _WORD.findall(found[0]) if found else []
        if found and len(words) <= _TITLE:
            states = any(word.casefold() in _STATING for word in words)
            telling = {_plain(word) for word in words if _is_kind(word)}
            numbers = filter(_is_numbered, words_of(found[0]))
            return frozenset[str]() if states else frozenset({*telling, *numbers})
    return frozenset()


@kept(256)
def vocabulary(text: str) -> frozenset[str]:
    """Return all words of a text, as names have them.

    Examples
    --------
    >>> sorted(vocabulary("It lasts 20 seconds."))
    ['20', 'it', 'last', 'second']
    """
    return frozenset(map(_plain, set(_WORD.findall(text))))


@kept(1024)
def words_of(text: str) -> frozenset[str]:
    """Return the words by which a text may name a thing: those that measure nothing.

    Examples
    --------
    >>> sorted(words_of("The Brew 300 needs 20 seconds."))
    ['300', 'brew', 'need', 'second', 'the']
    """
    values = read_values(text)
    return frozenset(
        _plain(match[0])
        for match in _WORD.finditer(text)
        if not match[0][0].isdigit() or _can_number(match, _value_at(match, values))
    )


def _beside_kinds(text: str) -> Iterator[Name]:
    """Yield the names among a document's first words, each with a word beside it."""
    title = [match for _, match in zip(range(_TITLE), _WORD.finditer(text), strict=False)]
    if not title:
        return
    values = read_values(text[: title[-1].end()])
    for first, second in pairwise(title):
        if text[first.end() : second.start()].strip("*_ "):
            continue
        for name, kind in ((first, second), (second, first)):
            can_name = _can_name(name[0]) and not _counts(name, kind, values)
            if can_name and _is_kind(kind[0]):
                yield Name(_plain(name[0]), _plain(kind[0]), _is_numbered(name[0]))


def _counts(name: re.Match[str], kind: re.Match[str], values: Sequence[Value]) -> bool:
    """Whether a word is a value rather than a name beside a kind.

    So are those of "5 months", "with 12" and "Cleaning. Ages 2 to 11", not those of "Brew 300".
    """
    value = _value_at(name, values)
    if value is None or _YEAR.fullmatch(name[0]):
        return False
    is_model = kind.end() < name.start() and kind[0][0].isupper() and _is_count(value)
    return not is_model or ". " in name.string[: name.start()]


def _subject(text: str) -> Iterator[Name]:
    """Yield the words of a name that a text begins with, of what kind whatsoever."""
    found = _SUBJECT.match(text)
    for word in _WORD.findall(found[1] or found[2]) if found else ():
        if _can_name(word):
            yield Name(_plain(word), "", numbered=False)


def _value_at(match: re.Match[str], values: Sequence[Value]) -> Value | None:
    return next((one for one in values if one.span.start <= match.start() < one.span.end), None)


def _is_count(value: Value) -> bool:
    return isinstance(value.said, Amount) and value.said.kind == "count"


def _can_number(match: re.Match[str], value: Value | None) -> bool:
    return value is None or _is_count(value) or bool(_YEAR.fullmatch(match[0]))


def _is_kind(word: str) -> bool:
    return word.isalpha() and len(word) >= _LEAST and word.casefold() not in STOP_WORDS


def _can_name(word: str) -> bool:
    return _is_numbered(word) or (word[0].isupper() and word.casefold() not in STOP_WORDS | TITLES)


def _is_numbered(word: str) -> bool:
    return any(map(str.isdigit, word))


def _plain(word: str) -> str:
    return stem(word) if word.isalpha() else word.casefold()
