"""Conversations of any length for audits, made of the written towns and drawn by their number."""

from __future__ import annotations

from itertools import count, islice
from typing import TYPE_CHECKING

from belie.adapters.transcripts import Conversation
from belie.datatypes import Document, Role, Turn
from benchmarks.live_texts import Subject, document, subjects

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["archive", "conversation"]

_PLACES = "Alderton, Brackwater, Corvik, Dunmere, Eastholm, Farrow, Greyford, Hallow, Inver, Jarrow"
_SAID = 4
_DOCUMENTS, _WORDS = 5, 180
_CLASHES_EVERY = 10


def archive(size: int, *, turns: int) -> Iterator[Conversation]:
    """Yield so many conversations of so many turns."""
    for number in range(size):
        yield conversation(number, turns=turns)


def conversation(number: int, *, turns: int) -> Conversation:
    """Return questions about ten subjects of one place after the other, and answers.

    An answer says four facts that one of the five documents of its turn knows, of about 180 words
    each and about five subjects; every tenth says one wrong.

    Examples
    --------
    >>> chat = conversation(3, turns=20)
    >>> chat.turns[1].text.split(". ")[0]
    'The maritime museum of Dunmere was opened in 1903'
    >>> len(chat.turns), len({turn.text for turn in conversation(3, turns=200).turns})
    (20, 200)
    """
    said = islice(_exchanges(number), turns // 2)
    session = f"chat-{number}"
    spoken = [turn for at, pair in enumerate(said) for turn in _turns(session, 2 * at, *pair)]
    return Conversation(session, tuple(spoken), "archive", number + 1)


def _exchanges(number: int) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield question, answer and documents without end."""
    names = _PLACES.split(", ")
    for place in count():
        name = names[(number + place) % len(names)]
        several = subjects(1000 * number + place)
        told = [_placed(document(one, words=_WORDS, seed=place), one, name) for one in several]
        for at, subject in enumerate(several):
            clashes = (10 * place + at) % _CLASHES_EVERY == _CLASHES_EVERY - 1
            found = tuple((told[at:] + told)[:_DOCUMENTS])
            question = f"What is there to know about {subject.name}?"
            answer = _answer(subject, place, clashes=clashes)
            yield _placed(question, subject, name), _placed(answer, subject, name), found


def _answer(subject: Subject, place: int, *, clashes: bool) -> str:
    first, *others = (subject.facts[(place + step) % len(subject.facts)] for step in range(_SAID))
    return " ".join([first.false if clashes else first.true, *(fact.true for fact in others)])


def _placed(text: str, subject: Subject, place: str) -> str:
    upper = subject.name[0].upper() + subject.name[1:]
    for name in (subject.name, upper):
        text = text.replace(name, f"{name} of {place}")
    return text


def _turns(
    session: str, at: int, question: str, answer: str, told: tuple[str, ...]
) -> Iterator[Turn]:
    yield Turn(session, at, Role.USER, question)
    documents = tuple(Document(f"doc-{at}-{rank}", text) for rank, text in enumerate(told))
    yield Turn(session, at + 1, Role.ASSISTANT, answer, documents, question)
