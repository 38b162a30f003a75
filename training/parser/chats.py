"""Pronouns of chats and what they stand for, marked by hand: ``training/references/*.txt``.

Blocks of turns, ``H:`` of a human and ``B:`` of a chatbot, in which each pronoun of the third
person stands in braces with what it stands for: ``{He=my flatmate} sold {it=the bike | my bike}.``
Behind the sign are words of the chat, or ``-`` where the pronoun stands for nothing that is named.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from belie.monitor.text import sentences
from training.blocks import read_folder
from training.parser.coreference import Reference

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from training.parser.coreference import Span

FOLDER = Path(__file__).parent.parent / "references"
_MARK = re.compile(r"\{(?P<pronoun>[^{}=]+)=(?P<meant>[^{}]+)\}")
_NOTHING = "-"
_BEFORE = 5
"""Sentences before that of a pronoun which are read with it, as in `belie.monitor.claims`."""


@dataclass(frozen=True, slots=True)
class _Pronoun:
    """A pronoun's place in the text of a chat, and the phrases that it may be named by."""

    span: Span
    names: frozenset[str]


def marked_references() -> Iterator[Reference]:
    """Yield the pronouns of all files, each with the sentences that are read with it."""
    for _, _, lines in read_folder(FOLDER):
        yield from chat_references([line[3:] for line in lines])


def chat_references(turns: Sequence[str]) -> Iterator[Reference]:
    """Yield the pronouns that are marked in the turns of a chat.

    Examples
    --------
    >>> turns = "My flatmate has a tv.", "Does {he=my flatmate} watch {it=a tv}?"
    >>> for one in chat_references(turns):
    ...     one.text[slice(*one.pronoun)], [one.text[slice(*span)] for span in one.antecedents]
    ('he', ['My flatmate'])
    ('it', ['a tv'])
    """
    text, pronouns = _plain(turns)
    borders = _borders(turns)
    for one in pronouns:
        place = max(number for number, (start, _) in enumerate(borders) if start <= one.span[0])
        start, end = borders[max(0, place - _BEFORE)][0], borders[place][1]
        named = _mentions(text, one, pronouns)
        yield Reference(
            text=text[start:end],
            pronoun=(one.span[0] - start, one.span[1] - start),
            antecedents=tuple(
                (first - start, last - start)
                for first, last in named
                if start <= first and last <= end
            ),
            others=(),
            closed=False,
        )


def _plain(turns: Sequence[str]) -> tuple[str, list[_Pronoun]]:
    """The turns as one text without marks, and the pronouns that were marked."""
    text = ""
    pronouns: list[_Pronoun] = []
    for turn in turns:
        done = 0
        for mark in _MARK.finditer(turn):
            text += turn[done : mark.start()]
            names = {name.strip().casefold() for name in mark["meant"].split("|")}
            span = len(text), len(text) + len(mark["pronoun"])
            pronouns.append(_Pronoun(span, frozenset(names - {_NOTHING})))
            text += mark["pronoun"]
            done = mark.end()
        text += turn[done:] + " "
    return text, pronouns


def _borders(turns: Sequence[str]) -> list[Span]:
    """Where the sentences of the turns stand in their text."""
    plain = [_MARK.sub(r"\g<pronoun>", turn) for turn in turns]
    starts = accumulate((len(turn) + 1 for turn in plain), initial=0)
    return [
        (start + one.start, start + one.end)
        for start, turn in zip(starts, plain, strict=False)
        for one in sentences(turn)
    ]


def _mentions(text: str, pronoun: _Pronoun, others: Sequence[_Pronoun]) -> list[Span]:
    """Where a text names what a pronoun stands for, and what else stands for it before."""
    found = [
        match.span()
        for name in pronoun.names
        for match in re.finditer(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)
    ]
    same = [one.span for one in others if one.span < pronoun.span and one.names & pronoun.names]
    return [*found, *same]
