"""Additions of time and place: "born in Paris in 1950" is two statements.

One that opens a sentence holds for all of it: "On Mondays, the pool is free and the bar closed."
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.graph.word_sets import word_set
from belie.monitor.claims.phrases import without_edges

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from belie.monitor.claims.phrases import Part
    from belie.monitor.claims.tree import Tree

__all__ = ["one_addition_each", "opens_too", "shared_opening"]

_CIRCUMSTANCES = word_set(
    "in on at during since after before near within throughout as with along alongside under"
)
"""Prepositions of what can be left out of an event that happened; not "until", "for", "without"."""
_GOVERNING = word_set(
    "not n't never no only without unless if whether every each all any most more less than "
    "least between case"
)

_PRESENT, _PERFECT = word_set("is are am 's 're 'm"), word_set("has have 've")
_NOT_PAST = word_set("VBZ VBP MD VB")
_OFTEN = word_set("usually typically generally normally often sometimes rarely occasionally")
_JOINING = word_set(
    "according unlike like fact example instance addition short contrast conclusion summary "
    "particular general course comparison"
)
"""Words of an opening that joins a sentence to others and limits nothing: "in fact"."""


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
    branches = [
        set(tree.subtree(child)) & words
        for child in tree.children(head, ("obl",))
        if child in words and _is_circumstance(tree, child)
    ]
    if len(branches) < 2 or _has_figure(tree, words.difference(*branches)):
        return [tuple(parts)]
    return [
        tuple(
            part for part in parts if part in branch or not any(part in other for other in branches)
        )
        for branch in branches
    ]


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
    verbs = {head, *tree.children(head, ("aux", "cop"))}
    return not any(
        _is_present(tree, part) for part in parts if isinstance(part, str) or part in verbs
    )


def _is_present(tree: Tree, verb: Part) -> bool:
    if isinstance(verb, str):
        return verb in _PRESENT
    word = tree.lower(verb)
    return word in _PRESENT or (tree.tags[verb] in _NOT_PAST and word not in _PERFECT)


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
    verbs = [joined, *tree.children(joined, ("aux", "cop"))]
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
