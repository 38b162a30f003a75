"""The sentences that a pronoun may point to, where it is not sure what it stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.monitor.claims.mentions import fits, is_pronoun, mentions
from belie.monitor.claims.phrases import without_edges
from belie.monitor.claims.wording import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from belie.monitor.claims.phrases import Part
    from belie.monitor.claims.tree import Tree

__all__ = ["context"]

_REACH = 5
"""Sentences before a pronoun that are searched."""
_MOST = 2
"""Sentences given."""
_LONGEST = 40
"""Words given, over all sentences."""
_POINTING = frozenset({"this", "that", "these", "those"})


def context(
    tree: Tree,
    parts: Sequence[Part],
    names: Mapping[int, str],
    before: Sequence[tuple[Tree, Mapping[int, str]]],
) -> str:
    """Return the nearest sentences that mention what pronouns among ``parts`` can stand for.

    At most two sentences and 40 words, oldest first; empty where every pronoun has a name, or
    something in its own sentence that it can stand for.

    Parameters
    ----------
    tree, parts
        A sentence, and the words of a claim.
    names
        What was found for its pronouns.
    before
        The sentences before it with the names found for them, oldest first.
    """
    open_words = [
        part
        for part in parts
        if isinstance(part, int) and part not in names and _points_back(tree, part, names)
    ]
    if not open_words:
        return ""
    chosen = _nearest([tree.lower(word) for word in open_words], before[-_REACH:])
    return " ".join(reversed(list(chosen)))


def _points_back(tree: Tree, word: int, names: Mapping[int, str]) -> bool:
    """Whether a word stands for something, and nothing before it in its sentence can be it."""
    if _is_pointing(tree, word):
        return True
    if not is_pronoun(tree, word):
        return False
    start = tree.spans[word].start
    return not any(
        mention.span.end <= start and fits(tree.lower(word), mention)
        for mention in mentions(tree, names)
    )


def _is_pointing(tree: Tree, word: int) -> bool:
    """Whether a word is the "this" of "This was a mistake.", not that of "this tower"."""
    alone = tree.base(word) in {"nsubj", "obj", "obl"} and tree.tags[word] in {"DT", "PRP"}
    return alone and tree.lower(word) in _POINTING


def _nearest(
    pronouns: Sequence[str], before: Sequence[tuple[Tree, Mapping[int, str]]]
) -> Iterator[str]:
    """Yield sentences, newest first, as long as there is room."""
    room, left = _LONGEST, _MOST
    for tree, names in reversed(before):
        if left and len(tree) <= room and _may_be_meant(pronouns, tree, names):
            room, left = room - len(tree), left - 1
            said = text_of(tree, without_edges(tree, range(len(tree))), names)
            yield f"{tree.told(said)}."


def _may_be_meant(pronouns: Sequence[str], tree: Tree, names: Mapping[int, str]) -> bool:
    """Whether a sentence mentions something that one of the pronouns can stand for."""
    if not _POINTING.isdisjoint(pronouns):
        return True
    found = list(mentions(tree, names))
    return any(fits(pronoun, mention) for pronoun in pronouns for mention in found)
