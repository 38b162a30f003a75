"""A sentence's dependency tree over the words of a turn."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.monitor.persons import from_other_side

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from belie.datatypes import Syntax

__all__ = ["Tree"]


class Tree:
    """A parsed sentence whose words are named by their index.

    Parameters
    ----------
    syntax
        The parser's reading.
    spans
        Where each word stands in the turn's text.
    text
        The turn's text.
    theirs
        Whether not who speaks the turn that is read said it, but the other one.
    """

    def __init__(
        self, syntax: Syntax, *, spans: Sequence[Span], text: str, theirs: bool = False
    ) -> None:
        self.words = syntax.words
        self.tags = syntax.tags
        self.heads = syntax.heads
        self.relations = syntax.relations
        self.spans = tuple(spans)
        self.text = text
        self.theirs = theirs
        self._bases = tuple(relation.partition(":")[0] for relation in syntax.relations)
        self._lowered = tuple(word.lower().replace("’", "'") for word in syntax.words)
        self._branches: dict[int, list[int]] = {}

    def __len__(self) -> int:
        return len(self.words)

    @property
    def root(self) -> int:
        """The word that governs all others."""
        return self.heads.index(-1)

    @property
    def span(self) -> Span:
        """From the first to the last word."""
        return Span(self.spans[0].start, self.spans[-1].end)

    def told(self, words: str) -> str:
        """Return words of the sentence as who speaks the turn that is read says them."""
        return from_other_side(words, party=True) if self.theirs else words

    def verbs(self, head: int) -> list[int]:
        """Return a predicate's word with its auxiliaries and its "is"."""
        return [head, *self.children(head, ("aux", "cop"))]

    def base(self, word: int) -> str:
        """Return the relation of ``word`` without its subtype."""
        return self._bases[word]

    def lower(self, word: int) -> str:
        """Return ``word`` in lower case, its apostrophe straight."""
        return self._lowered[word]

    def children(self, word: int, relations: Container[str] | None = None) -> list[int]:
        """Return what hangs on ``word``, in order; only of some relations where these are given.

        A relation without a subtype stands for all of its subtypes.
        """
        found = self._children.get(word, [])
        if relations is None:
            return list(found)
        return [
            child
            for child in found
            if self.relations[child] in relations or self.base(child) in relations
        ]

    def child(self, word: int, *relations: str) -> int | None:
        """Return the first child of one of some relations."""
        found = self.children(word, relations)
        return found[0] if found else None

    def subtree(self, word: int, without: AbstractSet[int] = frozenset()) -> list[int]:
        """Return ``word`` and all below it, in order; whole branches can be left out."""
        if without:
            return self._below(word, without)
        if word not in self._branches:
            self._branches[word] = self._below(word, without)
        return list(self._branches[word])

    def _below(self, word: int, without: AbstractSet[int]) -> list[int]:
        found: list[int] = []
        waiting = [word]
        while waiting:
            at = waiting.pop()
            found.append(at)
            waiting.extend(child for child in self._children.get(at, []) if child not in without)
        return sorted(found)

    def ancestors(self, word: int) -> Iterator[int]:
        """Yield the head of ``word``, the head of that, and so on."""
        at = self.heads[word]
        while at >= 0:
            yield at
            at = self.heads[at]

    def slice(self, words: Sequence[int]) -> str:
        """Return the words from the first to the last of some, spaced as in the text.

        What stands between them and is no word, as the ``**`` of Markdown, is left out.
        """
        said = self.words[words[0]]
        for word in range(words[0] + 1, words[-1] + 1):
            gap = self.text[self.spans[word - 1].end : self.spans[word].start]
            said += (" " if any(map(str.isspace, gap)) else "") + self.words[word]
        return said

    @cached_property
    def _children(self) -> Mapping[int, list[int]]:
        children: defaultdict[int, list[int]] = defaultdict(list)
        for word, head in enumerate(self.heads):
            children[head].append(word)
        return children
