"""The objects of JSON, each with the name of what it hangs on."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.monitor.record import Piece, Record, value_of
from belie.monitor.text import strip

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["is_json", "objects"]

_PAIR = re.compile(
    r'(?:"|\A)([^"\n{}]{1,200})"\s*:\s*'
    r'("(?:[^"\\\n]|\\.)*(?:"|\Z)|\[[^][{}]{0,1000}\]|-?\d[\d.]*(?:[eE][+-]?\d+)?|true|false|null)'
    r"|[{}]"
)
_PAIRS = 3
"""The least pairs of a text that is JSON, of which a window may have no beginning."""
_OF_JSON = 0.5
"""The share of a text that they must be: the rest of a guide with some JSON in it is read too."""
_KEY = re.compile(r'"([^"\n{}]{1,200})"\s*:\s*\Z')
_LONGEST_KEY = 240
_BARE = re.compile(r"true|false|null|none|yes|no|[-\d.,:TZ%+]+", re.IGNORECASE)
"""Values that name nothing."""


def is_json(text: str) -> bool:
    """Whether a text is for the most part pairs of JSON; a window of one may have no beginning."""
    pairs = [match[0] for match in _PAIR.finditer(text) if match[1] is not None]
    return _PAIRS <= len(pairs) and _OF_JSON * _letters(text) <= sum(map(_letters, pairs))


def _letters(text: str) -> int:
    return sum(map(len, text.split()))


@dataclass(slots=True)
class _Level:
    """An object of JSON that is being read: what it hangs on, its name, and what was not told."""

    of: tuple[Piece, ...] = ()
    name: tuple[Piece, ...] = ()
    held: list[Piece] = field(default_factory=list[Piece])

    def take(self, pair: tuple[Piece, ...]) -> None:
        self.held += pair
        if not self.name and pair and not _BARE.fullmatch(pair[-1].said):
            self.name = pair

    def told(self) -> Iterator[Record]:
        """Yield what is held as a record, which begins with the name."""
        if self.held:
            named = () if self.held[0] in self.name else self.name
            yield Record((*self.of, *named, *self.held))
            self.held = []


def objects(text: str) -> Iterator[Record]:
    """Yield the pairs of JSON, as many together as no brace stands between.

    What is said of an attribute that is an object itself begins with the name of the outer one and
    with that of the attribute; the objects of a list have names of their own.

    Examples
    --------
    >>> text = '{"name": "Inn", "beds": 9, "pool": {"outdoor": true, "indoor": false}}'
    >>> for record in objects(text):
    ...     print([piece.said for piece in record.pieces])
    ['name', 'Inn', 'beds', '9']
    ['name', 'Inn', 'pool', 'outdoor', 'true', 'indoor', 'false']
    """
    levels = [_Level()]
    for match in _PAIR.finditer(text):
        if match[1] is not None:
            levels[-1].take(_pair(match, text))
            continue
        yield from levels[-1].told()
        if match[0] == "{":
            levels.append(_Level(_owner(levels[-1], match.start(), text)))
        elif len(levels) > 1:
            levels.pop()
    for level in levels:
        yield from level.told()


def _owner(outer: _Level, brace: int, text: str) -> tuple[Piece, ...]:
    """Return what an object that is an attribute hangs on: the outer one's name, and its own."""
    key = _KEY.search(text, max(0, brace - _LONGEST_KEY), brace)
    if key is None:
        return ()
    owner = outer.name or outer.of[:-1]
    return (*owner, Piece(_spaced(key[1]), Span(*key.span(1))))


def _spaced(key: str) -> str:
    return key.replace("_", " ")


def _pair(match: re.Match[str], text: str) -> tuple[Piece, ...]:
    """Return an attribute and its value; nothing of one without a value."""
    opened, closed = match[2][0] in '["', match[2][1:].endswith(('"', "]"))
    value = strip(Span(match.start(2) + opened, match.end(2) - closed), text)
    header = Piece(_spaced(match[1]), Span(*match.span(1)), header=True)
    return (header, value_of(value, text)) if len(value) else ()
