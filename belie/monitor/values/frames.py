"""Sentences as the stems of their words, with places for values."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.graph.word_sets import word_set
from belie.monitor.keeping import kept
from belie.monitor.logic.reading import NEGATIONS, RUN_ENDS, stem
from belie.monitor.values.reading import read_values
from belie.monitor.values.value import LOOSE, Bound

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.monitor.values.value import Value

__all__ = ["Frame", "frame_of", "frames_of", "shared_start"]

_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_LIGHT = word_set(
    "a an the is are was were be been being am has have had having do does did 's just only "
    "exactly precisely its his her their our my your some there that which who it he she they"
)
"""Words that one of two texts may have alone."""
_BREAK = re.compile(r"[^\w\s'’-]")
_DEFINITE = re.compile(r"\W*the\b", re.IGNORECASE)
_PRONOUN = re.compile(r"\W*(?:it|he|she|they)\b", re.IGNORECASE)
_MODALS = word_set("may must can shall should cannot")
_OBLIGING = word_set("must shall cannot not")
"""Without one of them "can hold at least 200" sets no limit: it says less than "at least 300"."""
_DENYING = word_set("not never no cannot")
_EACH = word_set("each every any")
_VERBS_OF = {"mass": "weigh", "money": "cost", "length": "measur", "time": "tak"}
"""The stem of a verb that only says what is measured: "weigh up to 30 kg"."""
_PRESENT, _PAST = word_set("is are am has have does do"), word_set("was were had did been")


@dataclass(frozen=True, slots=True)
class Frame:
    """A sentence without its light words.

    Parameters
    ----------
    keys
        Stems in order; a value stands as "#" and what it measures.
    values
        For each key its value; ``None`` for a word.
    breaks
        For each key whether a mark such as a comma stands before it.
    is_past
        Whether its auxiliaries are of the past; ``None`` where it has none, or both sorts.
    opens_with_pronoun
        Whether what it is about was named before: "It is 330 m tall."
    opens_with_the
        Whether it begins with the article: "The bridge is 330 m long."
    capitals
        How many of its first keys are words with a capital: 2 in "The Harrow Bridge is long."
    short_name
        Whether it is taken to speak of what the claim gives a longer name.
    rule
        The frame without the words that make it say what is allowed within a limit: of "may weigh
        up to 30 kg" and "must not exceed 30 kg" it is the same; ``None`` if it says no such thing.
    """

    keys: tuple[str, ...]
    values: tuple[Value | None, ...]
    breaks: tuple[bool, ...]
    is_past: bool | None
    opens_with_pronoun: bool
    opens_with_the: bool = False
    capitals: int = 0
    short_name: bool = False
    rule: Frame | None = None

    @property
    def denials(self) -> int:
        """How many of its words deny."""
        return sum(key in NEGATIONS for key in self.keys)


@kept(1024)  # a sentence is compared with many claims
def frame_of(text: str) -> Frame:
    """Return the frame of a sentence.

    Examples
    --------
    >>> frame_of("The bridge is more than 330 m long.").keys
    ('bridg', '#length', 'long')
    """
    keys: list[str] = []
    places: list[Value | None] = []
    breaks: list[bool] = []
    words: list[str] = []
    end = capitals = 0
    for span, value in _pieces(text):
        word = "" if value else _lower(span.cut(text))
        words.append(word)
        of_share = word == "of" and bool(keys) and keys[-1] == "#ratio"
        if value or (word not in _LIGHT and not of_share):
            named = not value and text[span.start].isupper()
            capitals += named and capitals == len(keys)
            keys.append(f"#{value.said.kind.split()[0]}" if value else _key(word))
            places.append(value)
            breaks.append(bool(_BREAK.search(text, end, span.start)))
            end = span.end
    frame = Frame(
        tuple(keys),
        tuple(places),
        tuple(breaks),
        _is_past(words),
        opens_with_pronoun=bool(_PRONOUN.match(text)),
        opens_with_the=bool(_DEFINITE.match(text)),
        capitals=capitals,
    )
    return replace(frame, rule=_rule(frame))


def _rule(frame: Frame) -> Frame | None:
    """A frame with one limit without what allows or denies, and without "weigh" before "kg"."""
    limits = [(place, one) for place, one in enumerate(frame.values) if one and _is_loose(one)]
    if len(limits) != 1:
        return None
    place, limit = limits[0]
    before = range(place - 1, -1, -1)
    dropped = {some for some in before if frame.keys[some] in _MODALS}
    if limit.denied:
        dropped.update([some for some in before if frame.keys[some] in _DENYING][:1])
    obliges = any(frame.keys[some] in _OBLIGING for some in before)
    if not dropped or (limit.said.bound is Bound.AT_LEAST and not obliges):
        return None
    dropped |= {some for some in before if frame.keys[some] in _EACH}
    verb = next((some for some in before if some not in dropped), None)
    measured = _VERBS_OF.get(limit.said.kind.split()[0])
    if verb is not None and frame.keys[verb] == measured:
        dropped.add(verb)
    kept = [some for some in range(len(frame.keys)) if some not in dropped]
    return replace(
        frame,
        keys=tuple(frame.keys[some] for some in kept),
        values=tuple(frame.values[some] for some in kept),
        breaks=tuple(frame.breaks[some] for some in kept),
    )


def _is_loose(value: Value) -> bool:
    return value.said.bound in LOOSE


def _pieces(text: str) -> Iterator[tuple[Span, Value | None]]:
    """The values of ``text``, each with the words that limit it, and the words between them."""
    start = 0
    for value in (*read_values(text), None):
        end = value.whole.start if value else len(text)
        for match in _WORD.finditer(text, start, end):
            yield Span(*match.span()), None
        if value:
            yield value.whole, value
            start = value.whole.end


def frames_of(sentences: Sequence[str], claim: Frame) -> list[Frame]:
    """Return the frames of sentences that follow one another.

    One that opens with a pronoun gets the words in its place with which the sentence before
    begins, as far as ``claim`` begins with them, too. One that opens with "the bridge" gets the
    whole name where ``claim`` begins with "the Harrow Bridge".

    Examples
    --------
    >>> said = frame_of("The tower is 300 m tall.")
    >>> frames_of(["The tower stands in Paris.", "It is 330 m tall."], said)[1].keys
    ('tower', '#length', 'tal')
    """
    frames: list[Frame] = []
    for sentence in sentences:
        frame = frame_of(sentence)
        if frames and frame.opens_with_pronoun:
            name = frames[-1].keys[: shared_start(frames[-1].keys, claim.keys)]
            frame = _after(name if not any(key.startswith("#") for key in name) else (), frame)
        elif _is_short_for(frame, claim):
            frame = replace(_after(claim.keys[: claim.capitals - 1], frame), short_name=True)
        frames.append(frame)
    return frames


def _is_short_for(frame: Frame, claim: Frame) -> bool:
    """Whether a sentence begins with "the" and the last word of the name that the claim has."""
    if not (frame.opens_with_the and frame.keys and claim.capitals > 1):
        return False
    return not frame.capitals and frame.keys[0] == claim.keys[claim.capitals - 1]


def _after(name: tuple[str, ...], frame: Frame) -> Frame:
    return replace(
        frame,
        keys=name + frame.keys,
        values=(None,) * len(name) + frame.values,
        breaks=(False,) * len(name) + frame.breaks,
        rule=_after(name, frame.rule) if frame.rule else None,
    )


def _lower(word: str) -> str:
    lower = word.lower().replace("’", "'")
    return "not" if lower.endswith("n't") else lower.removesuffix("'s")


def _key(word: str) -> str:
    return word if word in NEGATIONS or word in RUN_ENDS else stem(word)


def _is_past(words: Sequence[str]) -> bool | None:
    present, past = (any(word in tense for word in words) for tense in (_PRESENT, _PAST))
    return None if present == past else past


def shared_start(some: Sequence[str], others: Sequence[str]) -> int:
    """Return how many keys two sequences share from their start.

    Examples
    --------
    >>> shared_start(["a", "b", "c"], ["a", "b", "d"])
    2
    """
    length = 0
    for one, other in zip(some, others, strict=False):
        if one != other:
            break
        length += 1
    return length
