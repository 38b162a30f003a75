"""An opening that holds for all of a sentence: "On Mondays, the pool is free and the bar shut"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.graph.word_sets import word_set
from belie.monitor.claims.phrases import without_edges

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.monitor.claims.phrases import Part
    from belie.monitor.claims.tree import Tree

__all__ = ["opens_too", "shared_opening"]

_OFTEN = word_set("usually typically generally normally often sometimes rarely occasionally")
_JOINING = word_set(
    "according unlike like fact example instance addition short contrast conclusion summary "
    "particular general course comparison"
)
"""Words of an opening that joins a sentence to others and limits nothing: "in fact"."""


def shared_opening(tree: Tree, head: int) -> tuple[Part, ...]:
    """Return "On Mondays," of "On Mondays, the pool is free"; nothing where none limits it."""
    about = tree.child(head, "nsubj", "csubj", "expl")
    if about is None:
        return ()
    start = tree.subtree(about)[0]
    branches = [
        word
        for child in tree.children(head, ("obl", "advmod"))
        if child < start and _limits(tree, child)
        for word in tree.subtree(child)
    ]
    said = without_edges(tree, sorted(branches))
    comma = start - 1
    if not said or tree.words[comma] != "," or said != list(range(said[0], comma)):
        return ()
    return (*said, ",")


def opens_too(tree: Tree, opening: Sequence[Part], joined: int) -> bool:
    """Whether a coordinated predicate holds within the opening of the first, as far as is plain.

    It does not with a time or an opening of its own: "In 1990, he moved and married in 1995." Nor
    does what comes next in a story: "In 1990, he moved and married."
    """
    if not opening or tree.base(joined) != "conj":
        return False
    own = tree.child(joined, "nsubj", "csubj", "expl")
    verbs = tree.verbs(joined)
    if own is None and any(tree.tags[verb] == "VBD" for verb in verbs):
        return False
    start = joined if own is None else tree.subtree(own)[0]
    if any(child < start for child in tree.children(joined, ("obl", "advcl"))):
        return False
    words = [part for part in opening if isinstance(part, int)]
    return not any(_is_rival(tree, child, words) for child in tree.children(joined, ("obl",)))


def _limits(tree: Tree, child: int) -> bool:
    if tree.base(child) == "advmod":
        return tree.lower(child) in _OFTEN
    return not any(tree.lower(word) in _JOINING for word in tree.subtree(child))


def _is_rival(tree: Tree, oblique: int, opening: Sequence[int]) -> bool:
    """Whether an addition may say the same as an opening: "in 1995" after "In 1990".

    A measure does not: "tickets can be changed for 30 days" after "For members".
    """
    case = tree.child(oblique, "case")
    same = case is not None and tree.lower(case) in {tree.lower(word) for word in opening}
    if tree.tags[oblique] == "CD":
        return same or any(tree.tags[word] == "CD" for word in opening)
    return same and tree.child(oblique, "nummod") is None
