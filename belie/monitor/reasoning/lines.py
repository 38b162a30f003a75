"""The sentences of statements, each to be understood alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING

from belie.datatypes import Claim, Role
from belie.graph.letters import plain_letters
from belie.graph.word_sets import word_set
from belie.monitor.keeping import kept
from belie.monitor.reasoning.things import thing
from belie.monitor.text import sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.datatypes import Statement

__all__ = ["Line", "Premises", "line_of"]

_LONGEST = 400
"""Characters; a longer sentence says more than these patterns can be sure of."""
_MOST_LINES = 96
"""Lines that one claim is held against."""
_LEAD_IN = re.compile(r"^(?:Actually|In fact|Well|Yes|No|Sorry|Also|Indeed), (?=\S)")
_OPENING_PRONOUN = re.compile(r"^(?:It|He|She|They)\b")
_OPENING_POSSESSIVE = re.compile(r"^(?:Its|His|Her|Their)\b")
_SUBJECT = re.compile(
    r"(?P<subject>(?:(?:The|A|An|My|Our|All|This) )?[^\W\d_][\w'’&.-]*(?: [\w'’&-]+){0,6}?)"
    r"(?: \([^()]{0,60}\))? (?:is|are|was|were|has|have|had|will|can|may|must|did|does|\w+ed|held|"
    r"opens?|closes?|left|began|took|bought|sold|won|costs?|contains?|holds?|seats?|runs?|lasts?|"
    r"leaves?|starts?|travels?|ships?|accepts?|consists?|became|wrote|came|normally)\b"
)
_PRONOUNS = word_set("it he she they this these those that each there who which you we i")
_FIRST_PERSON = {
    "i": "the user", "me": "the user", "my": "the user's", "mine": "the user's", "i'm": "the"
    " user is",
    "i've": "the user has",
}  # fmt: skip
_SECOND_PERSON = {
    "you": "the user", "your": "the user's", "yours": "the user's", "you're": "the user is",
    "you've": "the user has",
}  # fmt: skip
_FIRST = re.compile(r"\b(?:i'm|i've|i|me|my|mine)\b", re.IGNORECASE)
_SECOND = re.compile(r"\b(?:you're|you've|your|yours|you)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of a statement, without its full stop.

    Parameters
    ----------
    statement
        Where it stands.
    said
        The sentence word for word.
    text
        The same, with names in the place of pronouns where these are sure: "the user" where the
        user says "I" or the assistant "you", and at the start the subject of the sentence before.
    """

    statement: Statement
    said: str
    text: str


def line_of(claim: Claim) -> Line:
    """Return a claim as a line.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> line_of(Claim("s/1#0", "You paid $5.", "s/1", Span(0, 12), 1)).text
    'the user paid $5'
    """
    return Line(claim, claim.text, _persons(_bare(claim.text), claim)[:_LONGEST])


class Premises:
    """The lines of statements, read when they are first asked for.

    Sentences too long to be read surely are left out. A passage that opens with a pronoun is
    about what all others are about, if that is one thing.

    Parameters
    ----------
    statements
        The most relevant first.

    Examples
    --------
    >>> from belie.datatypes import Passage, Span
    >>> text = "The Harrow Mill opened in 1990. It closed in 2004."
    >>> [line.text for line in Premises([Passage("p", text, "d", Span(0, len(text)))]).lines]
    ['The Harrow Mill opened in 1990', 'The Harrow Mill closed in 2004']
    """

    def __init__(self, statements: Sequence[Statement]) -> None:
        self._statements = statements

    @cached_property
    def lines(self) -> Sequence[Line]:
        """The first lines of all statements, in order."""
        lines = [_lines_of(one) for one in self._statements]
        opening = [_subject(several[0].text) for several in lines if several]
        about = {thing(subject).keys: subject for subject in opening if subject}
        if len(about) == 1:
            [subject] = about.values()
            lines = [_lines_of(one, about=subject) for one in self._statements]
        return tuple(islice(chain.from_iterable(lines), _MOST_LINES))


def _lines_of(statement: Statement, *, about: str = "") -> tuple[Line, ...]:
    """The lines of a statement; ``about`` is what a pronoun at its start stands for, if known."""
    if isinstance(statement, Claim):
        return (line_of(statement),) if len(statement.text) <= _LONGEST else ()
    return tuple(Line(statement, said, text) for said, text in _read(statement.text, about))


@kept(1024)  # a passage stands beside many claims
def _read(text: str, about: str) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    subject = about
    for span in sentences(text):
        said = span.cut(text)
        bare = _bare(said)
        if len(bare) <= _LONGEST:
            named = _named(bare, subject)
            found.append((said, named))
            subject = _subject(named)
        else:
            subject = ""
    return tuple(found)


def _bare(sentence: str) -> str:
    return _LEAD_IN.sub("", plain_letters(sentence).replace("’", "'").strip().rstrip(".!"))


def _named(sentence: str, subject: str) -> str:
    if not subject:
        return sentence
    if _OPENING_PRONOUN.match(sentence):
        return _OPENING_PRONOUN.sub(lambda _: subject, sentence, count=1)
    return _OPENING_POSSESSIVE.sub(lambda _: f"{subject}'s", sentence, count=1)


def _subject(sentence: str) -> str:
    """The words that a sentence opens with up to its verb; empty for a pronoun."""
    found = _SUBJECT.match(sentence)
    if found is None or found["subject"].lower() in _PRONOUNS:
        return ""
    return found["subject"]


def _persons(text: str, claim: Claim) -> str:
    if claim.role is Role.USER:
        return _FIRST.sub(lambda word: _FIRST_PERSON[word[0].lower()], text)
    return _SECOND.sub(lambda word: _SECOND_PERSON[word[0].lower()], text)
