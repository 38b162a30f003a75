"""The numbers of a line, each with what it counts and what it is counted by."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.monitor.forms import Form
from belie.monitor.keeping import kept
from belie.monitor.logic.reading import RUN_ENDS
from belie.monitor.reasoning.numbers import number_of
from belie.monitor.reasoning.things import key_words
from belie.monitor.values import Amount, Bound, read_numbers
from belie.monitor.values.numerals import NUMBER_PARTS, NUMERAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belie.datatypes import Span

__all__ = ["Quantity", "quantities_of"]

_NUMBER = Form(NUMERAL, needs=NUMBER_PARTS)
_NEXT = re.compile(r"[ -](?P<word>[a-z][\w'-]*)")
_MOST_WORDS = 4
"""Words of an item that are read: "three large boxes of tea"."""
_ENDS = RUN_ENDS | {"each", "every", "a", "an", "apiece"}
_PER = Form(
    rf" ?(?:(?:per|each|every|for (?:each|every|one|an?)|an?) |/ ?)(?:(?P<size>{NUMERAL}) )?"
    r"(?P<unit>[a-z][\w-]*)",
    needs=["a", "per", "each", "every", "one", "/"],
)
_ONE_MORE = re.compile(r",? and (?P<one>an?) (?P<item>[a-z][\w-]*)")
_SINGULAR = {"children": "child", "peopl": "person", "men": "man", "women": "woman"}
"""Stems of plurals that no ending tells."""
_CLAUSE = re.compile(r"[,;:.()] | and | but | while ")


@dataclass(frozen=True, slots=True)
class Quantity:
    """An exact number of something.

    Parameters
    ----------
    said
        The number, in the base unit of its kind.
    number
        The same in the unit it is told in.
    numeral
        The number alone, in its words.
    items
        The stems of what it counts, its unit among them.
    about
        The stems of what stands before it in its clause: whose it is, or what it is the price of.
    per
        The stems of what it comes with each of, where that is told: "a night", "per box".
    per_size
        The measure it comes with each of: a minute, 100 km, eight hours.
    """

    said: Amount
    number: float
    numeral: str
    items: frozenset[str]
    about: frozenset[str]
    per: frozenset[str] = frozenset()
    per_size: Amount | None = None


@kept(4096)  # a sentence stands beside many claims
def quantities_of(text: str) -> tuple[Quantity, ...]:
    """Return the exact numbers of a line, in order.

    Examples
    --------
    >>> price, nights = quantities_of("A room is $80 a night, and three nights are booked")
    >>> price.number, sorted(price.per), nights.number, sorted(nights.items)
    (80.0, ['night'], 3.0, ['night'])
    """
    found: list[Quantity] = []
    for value in read_numbers(text):
        said = value.said
        if isinstance(said, Amount) and _is_exact(said):
            found.append(_quantity(text, value.span, said, found[-1:]))
            found += _one_more(text, value.span.end, found[-1])
    return tuple(found)


def _is_exact(said: Amount) -> bool:
    return said.bound is Bound.EXACT and said.low == said.high and said.kind != "ordinal"


def _one_more(text: str, start: int, last: Quantity) -> Iterator[Quantity]:
    """Two sons "and a daughter"."""
    _, end = _item(text, start)
    match = _ONE_MORE.match(text, end) if last.said.kind == "count" else None
    if match:
        said, items = Amount("count", 1.0, 1.0), _stems(match["item"])
        yield Quantity(said, 1.0, match["one"], items, last.about)


def _quantity(text: str, span: Span, said: Amount, before: list[Quantity]) -> Quantity:
    words = span.cut(text)
    numeral = _NUMBER.search(words)
    number = number_of(numeral[0]) if numeral else said.low
    unit = words[numeral.end() :] if numeral else ""
    item, end = _item(text, span.end)
    items = _stems(f"{unit} {item}")
    if not items and said.kind == "count" and before:
        items = before[0].items  # "two pills in the morning and one at night"
    clause = _CLAUSE.split(text[: span.start])[-1]
    per = _PER.match(text, end)
    size = _measure(f"{per['size'] or 1} {per['unit']}") if per else None
    by = _stems(per["unit"]) if per and (size or not per["size"]) else frozenset[str]()
    return Quantity(said, number, numeral[0] if numeral else words, items, _stems(clause), by, size)


def _stems(words: str) -> frozenset[str]:
    return frozenset(_SINGULAR.get(word, word) for word in key_words(words))


def _item(text: str, start: int) -> tuple[str, int]:
    """The words behind a number that name what it counts, and where they end."""
    words: list[str] = []
    end = start
    while len(words) < _MOST_WORDS:
        match = _NEXT.match(text, end)
        word = match["word"].lower() if match else ""
        if match is None or word in _ENDS or _NUMBER.fullmatch(word):
            break
        words.append(match["word"])
        end = match.end()
    return " ".join(words), end


def _measure(words: str) -> Amount | None:
    found = [value.said for value in read_numbers(words)]
    one = found[0] if len(found) == 1 else None
    return one if isinstance(one, Amount) and one.kind != "count" and one.low else None
