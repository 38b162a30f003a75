"""Written texts for the live runs: a made-up town, documents about it, and what is said of it.

A town is drawn by its number alone, so that the same run reads the same texts on every machine.
No row of an evaluation set is read.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.live_town import SUBJECTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["SAID_LATER", "Fact", "Subject", "Talk", "document", "history", "subjects"]

_PEOPLE = "Anna Lindqvist, Boris Halvorsen, Carla Mendes, David Okoye, Elena Ricci"
_LEADERS = "Frank Dietrich, Grace Molloy, Henry Tanaka, Ida Svensson, Jonas Weber"
_DAYS = "Mondays, Tuesdays, Wednesdays, Thursdays, Fridays"
_MONTHS = "March, April, May, June, July, August, September"
_VALUES: Mapping[str, Sequence[str]] = {
    "{person}": _PEOPLE.split(", "),
    "{leader}": _LEADERS.split(", "),
    "{day}": _DAYS.split(", "),
    "{month}": _MONTHS.split(", "),
    "{year}": [str(year) for year in range(1871, 1999)],
    "{old}": [str(year) for year in range(1120, 1790)],
    "{small}": [str(number) for number in range(4, 30)],
    "{middle}": [str(number) for number in range(31, 450)],
    "{large}": [f"{number:,}" for number in range(1_300, 52_000, 100)],
}
SAID_LATER = 5
"""The first fact of each subject, by number, that no history speaks of but its documents."""
_MARKER = re.compile(r"\{\w+\}")


@dataclass(frozen=True, slots=True)
class Fact:
    """What is so, as an answer says it, what could be said instead, and how a document goes on."""

    true: str
    false: str
    further: str


@dataclass(frozen=True, slots=True)
class Subject:
    """Something of a town: its facts, and sentences of documents that no answer speaks of."""

    name: str
    facts: tuple[Fact, ...]
    fillers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Talk:
    """A question, its answer and the documents that were retrieved for it."""

    question: str
    answer: str
    documents: tuple[str, ...]


def subjects(town: int) -> list[Subject]:
    """Return the ten subjects of a town.

    Examples
    --------
    >>> [museum, *_] = subjects(0)
    >>> museum.facts[0].true, museum.facts[0].false
    ('The maritime museum was opened in 1969.', 'The maritime museum was opened in 1978.')
    """
    rng = random.Random(town)
    return [_subject(name, text, rng) for name, text in SUBJECTS.items()]


def document(subject: Subject, *, words: int, seed: int) -> str:
    """Return ``words`` words about a subject and those up to the end of the sentence.

    The facts come in an order drawn by ``seed``. Up to 190 words no sentence comes twice.

    Examples
    --------
    >>> 200 <= len(document(subjects(0)[0], words=200, seed=1).split()) < 225
    True
    """
    told = [f"{fact.true[:-1]}, {fact.further}." for fact in subject.facts]
    rng = random.Random(f"{subject.name} {seed}")
    mixed = rng.sample([*told, *subject.fillers], len(told) + len(subject.fillers))
    text: list[str] = []
    while len(" ".join(text).split()) < words:
        text.append(mixed[len(text) % len(mixed)])
    return " ".join(text)


def history(several: list[Subject], *, turns: int, words: int) -> Iterator[Talk]:
    """Yield questions with answers of two sentences that are so, a document each, ``turns`` in all.

    A question and its answer are two turns. No answer has a fact from `SAID_LATER` on, so that
    one to come can say what was not said before.
    """
    for number in range(turns // 2):
        subject = several[number % len(several)]
        first = number // len(several)
        said = (subject.facts[(first + step) % SAID_LATER].true for step in (0, 3))
        yield Talk(
            f"What is there to know about {subject.name}?",
            " ".join(said),
            (document(subject, words=words, seed=-1 - number),),
        )


def _subject(name: str, text: str, rng: random.Random) -> Subject:
    facts, fillers = (block.splitlines() for block in text.strip().split("\n\n"))
    return Subject(
        name,
        tuple(_fact(line.strip(), rng) for line in facts),
        tuple(line.strip() for line in fillers if line.strip()),
    )


def _fact(line: str, rng: random.Random) -> Fact:
    said, further = line.split(" | ")
    [marker] = _MARKER.findall(said)
    true, false = rng.sample(_VALUES[marker], 2)
    return Fact(f"{said.replace(marker, true)}.", f"{said.replace(marker, false)}.", further)
