"""What somebody else says, and what only seems so: how a clause is meant."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from belie.datatypes import Scope
from belie.monitor.claims.checkworthy.vocabulary import VALUED
from belie.monitor.claims.frames import Frame, is_negated, subject
from belie.monitor.claims.phrases import noun_phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.monitor.claims.tree import Tree

__all__ = [
    "attributed",
    "is_hedged",
    "is_own_belief",
    "is_source",
    "mood_of_saying",
    "reported",
    "says_that",
    "told",
]

_SAYING = re.compile(
    r"(?:sa(?:y|ys|id|ying)|tell|tells|told|claim|report|stat(?:e|es|ed)$|argu|suggest|alleg|announc|writ|wrote|"
    r"not(?:e|es|ed)$|add(?:s|ed)$|explain|believ|think|thought|estimat|predict|insist|maintain|warn|assert|"
    r"according|mention|declar|conclud|speculat|assum|guess|suppos|feel|felt)"
)
_FACTIVE = re.compile(
    r"(?:know|knew|show|f(?:ou|i)nd|reveal|confirm|discover|prov(?:e|ed|es)$|reali[sz]e|learn|demonstrat|"
    r"establish|indicat|mean|see|saw|remember|recall|recogni[sz]e)"
)
_OWN_BELIEF = re.compile(r"(?:think|thought|believ|guess|suppos|feel|assum|hear|read$|bet$|swear)")
"""Of the speaker's own mouth alone: "I heard that …"."""
_STANDS = re.compile(r"(?:think|believe|feel)")
_VALUED = re.compile(VALUED)
_WANTED = frozenset({"should", "must", "ought"})
_KEPT = frozenset({"know", "remember", "note"})
"""What is kept in mind is so, also where it is only advised."""
_HEDGES = frozenset(
    [
        "probably",
        "perhaps",
        "maybe",
        "possibly",
        "allegedly",
        "reportedly",
        "apparently",
        "presumably",
    ]
)
_SEEMING = re.compile(r"(?:seem|appear)")


def attributed(tree: Tree, frame: Frame) -> Frame:
    """Return a sentence's frame, meant as the words that open or close the sentence say."""
    if tree.lower(0) in _HEDGES:
        return frame.meant(Scope.HEDGED)
    source = _according_to(tree)
    if source is None:
        asides = [one for one in tree.children(tree.root, ("parataxis",)) if is_source(tree, one)]
        if any(_is_own(tree, Frame(aside)) for aside in asides):
            return frame.meant(Scope.HEDGED)
        source = next((_named(tree, Frame(aside)) for aside in asides), None)
    return frame if source is None else replace(frame.meant(Scope.REPORTED), reported_by=source)


def is_hedged(tree: Tree, head: int) -> bool:
    """Whether "probably" or the like stands with a predicate."""
    return any(tree.lower(child) in _HEDGES for child in tree.children(head, ("advmod",)))


def _according_to(tree: Tree) -> str | None:
    """Return "NASA" of "according to NASA"."""
    for word in range(len(tree)):
        if tree.lower(word) != "according" or tree.heads[word] < 0:
            continue
        source = tree.heads[word] if tree.base(word) == "case" else tree.child(word, "obl")
        if source is not None:
            return tree.slice(noun_phrase(tree, source) or [source])
    return None


def is_source(tree: Tree, aside: int) -> bool:
    """Whether ``aside`` is "the researchers found" or "I believe" beside what that is."""
    said = tree.lower(aside)
    speaker = _speaker(tree, Frame(aside))
    if not speaker or tree.children(aside, ("obj", "ccomp", "xcomp", "obl")):
        return False
    if _is_own(tree, Frame(aside)):
        return bool(_OWN_BELIEF.match(said))
    return bool(_SAYING.match(said) or _FACTIVE.match(said)) and speaker != ["you"]


def told(tree: Tree, frame: Frame) -> list[int]:
    """Return the clauses that a verb of saying, knowing or seeming governs."""
    verb = tree.lower(frame.head)
    known = _SAYING.match(verb) or _FACTIVE.match(verb) or _SEEMING.match(verb)
    believed = _OWN_BELIEF.match(verb) and _is_own(tree, frame)
    if not (known or believed) or is_negated(tree, frame.head) or _may_be(tree, frame):
        return []
    return [
        child
        for child in tree.children(frame.head, ("ccomp", "parataxis", "conj"))
        if tree.children(child, ("nsubj", "expl", "cop"))
        and not _is_asked(tree, child)
        and (tree.base(child) != "conj" or says_that(tree, child))
    ]


def _may_be(tree: Tree, frame: Frame) -> bool:
    """Whether somebody may or must find what is so, and need not have: "may find", "must show".

    "You should know that …" and "I can confirm that …" say what is so.
    """
    modal = [one for one in tree.children(frame.head, ("aux",)) if tree.tags[one] == "MD"]
    open_to = any(tree.lower(one) not in {"will", "'ll"} for one in modal)
    return open_to and tree.lower(frame.head) not in _KEPT and not _is_own(tree, frame)


def says_that(tree: Tree, complement: int) -> bool:
    """Whether a clause begins with "that": in "said that … and that …" both are what was said."""
    return any(tree.lower(mark) == "that" for mark in tree.children(complement, ("mark",)))


def _is_asked(tree: Tree, complement: int) -> bool:
    """Whether a clause is an indirect question: "whether it leans", "where it stands"."""
    words = [complement, *tree.children(complement)]
    return any(
        tree.tags[word] in {"WP", "WRB", "WDT"} or tree.lower(word) in {"if", "whether"}
        for word in words
    )


def is_own_belief(tree: Tree, frame: Frame, complements: Sequence[int]) -> bool:
    """Whether a verb says no more than that its speaker holds what it governs: "I think that …"."""
    said = tree.lower(frame.head)
    held = _OWN_BELIEF.match(said) or said in {"know", "knew"}
    governs = any(tree.base(one) == "ccomp" for one in complements)
    return bool(held) and governs and _speaker(tree, frame) == ["i"]


def mood_of_saying(tree: Tree, frame: Frame, complements: Sequence[int]) -> frozenset[Scope]:
    """Return how a clause such as "Reuters says that …" is meant as a whole."""
    if not complements or _is_own(tree, frame):
        return frozenset()
    if _SEEMING.match(tree.lower(frame.head)):
        return frozenset({Scope.HEDGED})
    known = all(_is_known(tree, frame, complement) for complement in complements)
    return frozenset() if known else frozenset({Scope.REPORTED})


def reported(tree: Tree, frame: Frame, complement: int) -> Frame:
    """Return the frame of what is said, meant as the verb says: reported, hedged or asserted."""
    inner = frame.inner(complement)
    verb = tree.lower(frame.head)
    if _SEEMING.match(verb):
        return inner.meant(Scope.HEDGED)
    if _is_known(tree, frame, complement):
        return inner
    if _is_own(tree, frame):
        stands = _STANDS.match(verb) and _is_position(tree, complement)
        doubts = _OWN_BELIEF.match(verb) and not stands
        return inner.meant(Scope.HEDGED) if doubts else inner
    return replace(inner.meant(Scope.REPORTED), reported_by=_named(tree, frame))


def _is_position(tree: Tree, complement: int) -> bool:
    """Whether a clause says what its speaker is for or against: "zoos are awful", "we should go".

    Who thinks so takes a stand, and does not doubt it.
    """
    about = tree.child(complement, "nsubj")
    wanted = {tree.lower(one) for one in tree.children(complement, ("aux",))} & _WANTED
    if wanted and about is not None and tree.lower(about) == "we":
        return True
    said = (complement, *tree.children(complement, ("amod",)))
    return bool(tree.children(complement, ("cop",))) and any(
        _VALUED.fullmatch(tree.lower(word)) for word in said
    )


def _is_known(tree: Tree, frame: Frame, complement: int) -> bool:
    """Whether the verb vouches for what it governs: "They found that …"."""
    return bool(_FACTIVE.match(tree.lower(frame.head))) and frame.head < complement


def _is_own(tree: Tree, frame: Frame) -> bool:
    """Whether the speaker is the subject: "I think"."""
    return _speaker(tree, frame) in (["i"], ["we"])


def _speaker(tree: Tree, frame: Frame) -> list[str]:
    return [tree.lower(word) for word in subject(tree, frame) if isinstance(word, int)]


def _named(tree: Tree, frame: Frame) -> str | None:
    """Return the speaker's name; `None` for "it is said"."""
    own = [word for word in subject(tree, frame) if isinstance(word, int)]
    return tree.slice(own) if own and not tree.children(frame.head, ("expl",)) else None
