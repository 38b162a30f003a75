"""The trees of sentences, each parsed once."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from cachetools import LRUCache

from belie.monitor.claims.attachment import nearest
from belie.monitor.claims.blocks import blocks
from belie.monitor.claims.spelling import spelled
from belie.monitor.claims.tree import Tree
from belie.monitor.claims.words import tokens

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belie.datatypes import Span, Syntax
    from belie.protocols import Parser

__all__ = ["Trees"]

_REMEMBERED = 4_096
"""Sentences whose syntax is kept."""
_TURNS_REMEMBERED = 256
_LONGEST = 120
"""Words of a sentence that the parser reads; a longer one stays one claim."""
_MOST = 1_000
"""Sentences that are parsed at a time; those beyond stay one claim each."""


class Trees:
    """Gives the trees of sentences, and remembers the last few thousand.

    Parameters
    ----------
    parser
        Reads the syntax.
    """

    def __init__(self, parser: Parser) -> None:
        self._parser = parser
        self._syntax: LRUCache[tuple[str, ...], Syntax] = LRUCache(_REMEMBERED)
        self._last: LRUCache[tuple[str, int, bool], tuple[Tree, ...]] = LRUCache(_TURNS_REMEMBERED)
        self._lock = threading.Lock()

    def read(self, text: str, spans: Sequence[Span], *, theirs: bool = False) -> list[Tree | None]:
        """Return the tree of each sentence; `None` where it is too long, or has no words."""
        cut = [tokens(text, span) for span in spans]
        words = [spelled(text, sentence) for sentence in cut]
        readable = [sentence for sentence in words[:_MOST] if 0 < len(sentence) <= _LONGEST]
        syntax = self._parse(readable)
        trees = [
            Tree(syntax[sentence], spans=places, text=text, theirs=theirs)
            if sentence in syntax
            else None
            for sentence, places in zip(words[:_MOST], cut, strict=False)
        ]
        return [*trees, *[None] * (len(words) - len(trees))]

    def last(self, text: str, most: int, *, theirs: bool = False) -> tuple[Tree, ...]:
        """Return the trees of the last few sentences, items and rows of an earlier turn."""
        key = text, most, theirs
        with self._lock:
            found = self._last.get(key)
        if found is None:
            spans = [block.span for block in blocks(text)][-most:]
            trees = self.read(text, spans, theirs=theirs)
            found = tuple(tree for tree in trees if tree is not None)
            with self._lock:
                self._last[key] = found
        return found

    def clear(self) -> None:
        """Forget all sentences and turns."""
        with self._lock:
            self._syntax.clear()
            self._last.clear()

    def _parse(self, sentences: Sequence[tuple[str, ...]]) -> Mapping[tuple[str, ...], Syntax]:
        with self._lock:
            known = {words: self._syntax[words] for words in sentences if words in self._syntax}
        new = [words for words in dict.fromkeys(sentences) if words not in known]
        if new:
            known.update(zip(new, map(nearest, self._parser.parse(new)), strict=True))
            with self._lock:
                self._syntax.update({words: known[words] for words in new})
        return known
