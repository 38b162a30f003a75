"""Additions of time and place: "born in Paris in 1950" is two statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.graph.word_sets import word_set
from belie.monitor.claims.phrases import NOT_PAST, without_stray_marks

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from belie.monitor.claims.phrases import Part
    from belie.monitor.claims.tree import Tree

__all__ = ["one_addition_each"]

_CIRCUMSTANCES = word_set(
    "in on at during since after before near within throughout as with along alongside under"
)
"""Prepositions of what can be left out of an event that happened; not "until", "for", "without"."""
_ORDERS = word_set("before after")
_GOVERNING = word_set(
    "not n't never no only without unless if whether every each all any most more less than "
    "least between case"
)

_PRESENT, _PERFECT = word_set("is are am 's 're 'm"), word_set("has have 've")


def one_addition_each(tree: Tree, head: int, parts: Sequence[Part]) -> list[tuple[Part, ...]]:
    """Return a clause once for each of its additions of time, place and circumstance.

    Each statement keeps one: "The population was 8,400 in 1990." without any would say more. So
    would a clause under a negation, a quantifier or a superlative, which stays as it is; so does
    one in which a time "at the time" needs the rest, and one with a figure: "Rent was $900 in
    Austin in 2022." gives that of no other year and of no other town. What is or should be so,
    not what happened once, stays together as well: "On Sundays the pool opens at ten."
    """
    words = {part for part in parts if isinstance(part, int)}
    if any(tree.lower(word) in _GOVERNING or tree.tags[word] in {"JJS", "RBS"} for word in words):
        return [tuple(parts)]
    if not _happened(tree, head, parts):
        return [tuple(parts)]
    branches = _with_measures(
        tree,
        [
            set(tree.subtree(child)) & words
            for child in tree.children(head, ("obl",))
            if child in words and _is_circumstance(tree, child)
        ],
    )
    if len(branches) < 2 or _has_figure(tree, words.difference(*branches)):
        return [tuple(parts)]
    return [
        tuple(without_stray_marks(tree, _without_others(parts, branch, branches)))
        for branch in branches
    ]


def _without_others(
    parts: Sequence[Part], branch: AbstractSet[int], branches: Sequence[AbstractSet[int]]
) -> list[Part]:
    return [
        part for part in parts if part in branch or not any(part in other for other in branches)
    ]


def _with_measures(tree: Tree, branches: Sequence[set[int]]) -> list[set[int]]:
    """Join "seven years" with "before her death": how long before or after something it was."""
    joined: list[set[int]] = []
    for branch in branches:
        first = min(branch)
        last: set[int] = joined[-1] if joined else set()
        bare = not any(tree.base(word) == "case" for word in last)
        if bare and first - 1 in last and tree.lower(first) in _ORDERS:
            joined[-1] = last | branch
        else:
            joined.append(branch)
    return joined


def _has_figure(tree: Tree, words: AbstractSet[int]) -> bool:
    """Whether an amount is told: not in "Three people died in Leeds" or "was one of them"."""
    return any(
        tree.tags[word] == "CD"
        and tree.lower(word) != "one"
        and not any(tree.base(above) == "nsubj" for above in (word, *tree.ancestors(word)))
        for word in words
    )


def _happened(tree: Tree, head: int, parts: Sequence[Part]) -> bool:
    """Whether a predicate tells what was, or what has been: of no verb in the present."""
    verbs = tree.verbs(head)
    return not any(
        _is_present(tree, part) for part in parts if isinstance(part, str) or part in verbs
    )


def _is_present(tree: Tree, verb: Part) -> bool:
    if isinstance(verb, str):
        return verb in _PRESENT
    word = tree.lower(verb)
    return word in _PRESENT or (tree.tags[verb] in NOT_PAST and word not in _PERFECT)


def _is_circumstance(tree: Tree, oblique: int) -> bool:
    if tree.relations[oblique] == "obl:agent":
        return False
    case = tree.child(oblique, "case")
    if case is None:
        return tree.relations[oblique] == "obl:unmarked"
    if "at the time" in tree.text and tree.lower(oblique) == "time":
        return False
    if tree.lower(case) == "at" and tree.child(oblique, "nummod") is not None:
        return False  # "stood at 300 units" gives a figure
    return tree.lower(case) in _CIRCUMSTANCES
