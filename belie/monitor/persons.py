"""First and second person: "I" of the user is "you" of the assistant."""

from __future__ import annotations

import re
from enum import StrEnum

from belie.datatypes import Span
from belie.monitor.text import words

__all__ = ["Person", "from_other_side", "person", "same_words"]


class Person(StrEnum):
    """Whom a statement is about, where it is about one of the two who talk."""

    FIRST = "first"
    SECOND = "second"


_PRONOUN = re.compile(
    r"\b(?:(i|me|my|mine|myself|we|us|our|ours)|(you|your|yours|yourself))\b", re.IGNORECASE
)
_OTHER_SIDE = {
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself",
    "i'm": "you're", "i've": "you've", "i'd": "you'd", "i'll": "you'll", "am": "are",
    "you": "I", "your": "my", "yours": "mine", "yourself": "myself",
    "you're": "I'm", "you've": "I've", "you'd": "I'd", "you'll": "I'll",
}  # fmt: skip
_CORE = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)?")


def person(text: str) -> Person | None:
    """Return whom the first personal pronoun of ``text`` names; ``None`` if there is none.

    Examples
    --------
    >>> person("My dog likes you.")
    <Person.FIRST: 'first'>
    """
    found = _PRONOUN.search(text)
    if found is None:
        return None
    return Person.FIRST if found.group(1) else Person.SECOND


def from_other_side(text: str) -> str:
    """Return ``text`` as the other speaker would say it, word for word.

    Examples
    --------
    >>> from_other_side("I'm sure my order was 12 boxes.")
    "you're sure your order was 12 boxes."
    """
    return re.sub(r"\S+", lambda match: _CORE.sub(_swap, match.group(), count=1), text)


def _swap(match: re.Match[str]) -> str:
    word = match.group()
    return _OTHER_SIDE.get(word.lower().replace("’", "'"), word)


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
