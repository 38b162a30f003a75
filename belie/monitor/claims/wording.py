"""From words of a tree and supplied words to a text with anchors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.datatypes import Anchor, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from belie.monitor.claims.phrases import Part
    from belie.monitor.claims.tree import Tree

__all__ = ["text_of", "word"]

_CLOSING = frozenset(",.;:!?%)]}”’")
_OPENING = frozenset("([{$€£“‘")
_CAPITAL = frozenset({"The", "This", "That", "These", "Those", "My", "Our", "Your", "Their"})
_IN_FULL = {"'ll": "will", "'re": "are", "'ve": "have"}
"""What is short behind a pronoun: "they're", but "the parrots are"."""


def word(
    tree: Tree, parts: Sequence[Part], names: Mapping[int, str]
) -> tuple[str, tuple[Anchor, ...]]:
    """Return the text that ``parts`` make, and where its words come from.

    Words that follow each other in the turn are spaced as there, others by one blank. An anchor
    covers words whose text between is the same in the turn.

    Parameters
    ----------
    tree
        Whose words they are.
    parts
        Words of the tree and supplied words.
    names
        What is said in place of some words: a name for a pronoun; empty for a word left out.

    Examples
    --------
    >>> from belie.datatypes import Syntax
    >>> from belie.monitor.claims.tree import Tree
    >>> text = "Apple, sold"
    >>> syntax = Syntax(("Apple", ",", "sold"), ("NNP", ",", "VBN"), (-1, 0, 0), ("root",) * 3)
    >>> tree = Tree(syntax, spans=[Span(0, 5), Span(5, 6), Span(7, 11)], text=text)
    >>> word(tree, [0, "was", 2], names={})[0]
    'Apple was sold'
    """
    text = ""
    anchors: list[Anchor] = []
    for part, said in _said(tree, parts, names):
        if isinstance(part, int):
            start = len(text) + len(said) - len(said.lstrip())
            anchors.append(Anchor(Span(start, len(text) + len(said)), tree.spans[part]))
        text += said
    return text, tuple(_joined(anchors, text, tree.text))


def text_of(tree: Tree, parts: Sequence[Part], names: Mapping[int, str]) -> str:
    """Return the text that ``parts`` make, as `word` does."""
    return "".join(said for _, said in _said(tree, parts, names))


def _said(
    tree: Tree, parts: Sequence[Part], names: Mapping[int, str]
) -> Iterator[tuple[Part, str]]:
    """Yield each part with what is said for it, the blank before it included."""
    last: Part | None = None
    for part in parts:
        said = part if isinstance(part, str) else names.get(part, tree.words[part])
        short = tree.lower(part) if isinstance(part, int) else ""
        if isinstance(last, int) and last in names and short in _IN_FULL:
            yield part, " " + _IN_FULL[short]
            last = part
        elif said:
            if last is not None and part in names:
                said = _small(said)
            yield part, _gap(tree, last, part) + said
            last = part


def _small(name: str) -> str:
    """Return "the tower" for "The tower", as it stands within a sentence."""
    first, blank, rest = name.partition(" ")
    return first.lower() + blank + rest if first in _CAPITAL else name


def _gap(tree: Tree, left: Part | None, right: Part) -> str:
    if left is None:
        return ""
    if isinstance(left, int) and isinstance(right, int) and right == left + 1:
        between = tree.text[tree.spans[left].end : tree.spans[right].start]
        return " " if any(char.isspace() for char in between) else ""
    before = left if isinstance(left, str) else tree.words[left]
    after = right if isinstance(right, str) else tree.words[right]
    if after[0] in _CLOSING or after.lower() in {"n't", "n’t", "'s"} or before[-1] in _OPENING:
        return ""
    return " "


def _joined(anchors: Sequence[Anchor], text: str, source: str) -> list[Anchor]:
    """Return neighbours as one anchor where what stands between them is the same on both sides."""
    joined: list[Anchor] = []
    for anchor in anchors:
        last = joined[-1] if joined else None
        if (
            last is not None
            and last.source.end <= anchor.source.start
            and _is_verbatim(last, text, source)
            and _is_verbatim(anchor, text, source)
            and text[last.span.end : anchor.span.start]
            == source[last.source.end : anchor.source.start]
        ):
            joined[-1] = Anchor(
                Span(last.span.start, anchor.span.end), Span(last.source.start, anchor.source.end)
            )
        else:
            joined.append(anchor)
    return joined


def _is_verbatim(anchor: Anchor, text: str, source: str) -> bool:
    return anchor.span.cut(text) == anchor.source.cut(source)
