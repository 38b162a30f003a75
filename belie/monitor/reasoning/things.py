"""What a sentence is about, so that two sentences can be known to be about the same."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.graph.word_sets import word_set
from belie.monitor.keeping import kept
from belie.monitor.logic.reading import stem

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Thing", "key_words", "same", "thing"]

_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_LIGHT = word_set(
    "the a an all every each any this that these those some its his her their our my your of both "
    "also only just very still then now today however in at on from for to by with and or"
)
_JOINT = re.compile(r" (?:of|in|at|on|from|for|to|with|by|that|which|who|between|about)\b")
_POINTS = re.compile(r"(?:the|this|that|these|those) ", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Thing:
    """What a noun phrase names.

    Parameters
    ----------
    keys
        The stems of its words but for articles and the like.
    head
        The stem of its main word.
    points
        Whether it is "the" and one word: it may be short for a longer name.
    """

    keys: frozenset[str]
    head: str
    points: bool = False


@kept(8192)  # the same names come again and again
def thing(words: str) -> Thing:
    """Return what a noun phrase names.

    Examples
    --------
    >>> thing("the Harrow Museums").head, sorted(thing("the pupils of Oakfield School").keys)
    ('museum', ['oakfield', 'pupil', 'school'])
    """
    plain = words.strip(" ,;")
    main = key_words(_JOINT.split(plain, maxsplit=1)[0])
    keys = frozenset(key_words(plain))
    head = main[-1] if main else ""
    return Thing(keys, head, bool(_POINTS.match(plain)) and len(keys) == 1)


def key_words(words: str) -> list[str]:
    """Return the stems of the words that carry content, in order."""
    lowered = (word.lower().removesuffix("'s") for word in _WORD.findall(words))
    return [stem(word) for word in lowered if word not in _LIGHT]


def same(one: Thing, other: Thing, among: Sequence[Thing] = ()) -> bool:
    """Whether both name the same.

    They do where they have the same words, and where one is "the bridge", the other ends in
    "bridge", and nothing else ``among`` the things named does.

    Examples
    --------
    >>> bridge, mill = thing("the bridge"), thing("the Thornbury Bridge")
    >>> same(bridge, mill), same(bridge, mill, [thing("the Lower Bridge")])
    (True, False)
    """
    if not one.keys or not other.keys:
        return False
    if one.keys == other.keys:
        return True
    if one.head != other.head or not (one.points or other.points):
        return False
    long = other if one.points else one
    return all(third.head != one.head or third.keys == long.keys or third.points for third in among)
