"""What stands after two joined predicates and hangs on the first is hung on the nearer one."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belie.datatypes import Syntax

__all__ = ["nearest"]

_MOVED = frozenset({"obl", "advmod", "advcl"})
_OWN = frozenset({"obj", "iobj", "obl", "xcomp", "ccomp", "advmod"})
_SUBJECTS = frozenset({"nsubj", "csubj", "expl"})


def nearest(syntax: Syntax) -> Syntax:
    """Return a tree in which "on Friday" of "It costs $60 and it ships on Friday" is of "ships".

    The parser hangs some such words on the first of joined predicates, over the one that they
    follow. They are moved where that has a subject of its own, or where the first is told of
    before: "It costs $60 and ships on Friday". They stay in "was built and opened in 1990", which
    says it of both, and so does a clause with a mark: "if you pay" may be a condition of both.

    Examples
    --------
    >>> from belie.datatypes import Syntax
    >>> words = ("It", "costs", "$60", "and", "ships", "Friday")
    >>> tags, relations = (
    ...     ("PRP", "VBZ", "CD", "CC", "VBZ", "NNP"),
    ...     ("nsubj", "root", "obj", "cc", "conj", "obl"),
    ... )
    >>> nearest(Syntax(words, tags, (1, -1, 1, 4, 1, 1), relations)).heads
    (1, -1, 1, 4, 1, 4)
    """
    children = _children(syntax)
    heads = list(syntax.heads)
    for word, head in enumerate(syntax.heads):
        if 0 <= head < word and _can_move(syntax, word, children):
            heads[word] = _nearest(syntax, head, word, children)
    return replace(syntax, heads=tuple(heads))


def _children(syntax: Syntax) -> Mapping[int, Sequence[int]]:
    children: defaultdict[int, list[int]] = defaultdict(list)
    for word, head in enumerate(syntax.heads):
        children[head].append(word)
    return children


def _base(syntax: Syntax, word: int) -> str:
    return syntax.relations[word].partition(":")[0]


def _can_move(syntax: Syntax, word: int, children: Mapping[int, Sequence[int]]) -> bool:
    return _base(syntax, word) in _MOVED and not any(
        _base(syntax, one) == "mark" for one in children.get(word, ())
    )


def _nearest(syntax: Syntax, head: int, word: int, children: Mapping[int, Sequence[int]]) -> int:
    """Return the last predicate joined to ``head`` before ``word``, or ``head`` itself."""
    at = head
    while joined := [
        one for one in children.get(at, ()) if at < one < word and _joins(syntax, at, one, children)
    ]:
        at = joined[-1]
    return at


def _joins(syntax: Syntax, head: int, joined: int, children: Mapping[int, Sequence[int]]) -> bool:
    """Whether ``joined`` is a predicate beside ``head`` that has its own additions."""
    below = {_base(syntax, one) for one in children.get(joined, ())}
    stated = bool(below & _SUBJECTS)
    relation = _base(syntax, joined)
    if relation != "conj" and (relation != "parataxis" or stated):
        return False
    verb = syntax.tags[joined].startswith("VB")
    if not (verb or stated or "cop" in below):
        return False
    beside = children.get(head, ())
    told = any(head < one < joined and _base(syntax, one) in _OWN for one in beside)
    return stated or told or any(_base(syntax, one) == "cop" for one in beside)
