"""What a sentence takes for granted while it tells how its speaker takes it.

"It's cool that bees dance." and "I never knew that bees dance." both say that bees dance: a factive
predicate presupposes its complement, also where it is denied (Kiparsky and Kiparsky 1970). What the
speaker makes of it follows from no document.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from belie.graph.word_sets import word_set
from belie.monitor.claims.checkworthy.vocabulary import VALUED
from belie.monitor.claims.frames import is_negated, subject
from belie.monitor.claims.speech import says_that

if TYPE_CHECKING:
    from belie.monitor.claims.frames import Frame
    from belie.monitor.claims.tree import Tree

__all__ = ["granted", "is_mere_frame", "is_remark"]

_VALUED = re.compile(
    rf"(?:{VALUED}|surprising|strange|odd|ironic|shocking|unbelievable|lucky|unlucky|fortunate|"
    r"shame|pity|wonder|surprise|insane|astonishing|astounding|bizarre|curious|intriguing|mad|"
    r"unreal|clever|smart|genius|ridiculous|mind-?blowing|telling|tragic|charming)"
)
_MOVED = word_set(
    "glad happy sad surprised amazed astonished shocked sorry proud delighted thrilled impressed "
    "relieved grateful thankful disappointed upset pleased excited fascinated stunned lucky"
)
_TAKEN = re.compile(r"(?:lov|lik|hat|enjoy|appreciat|admir|regret|ador)")
_KNOWN = re.compile(r"(?:know|knew|reali[sz]|notic)")
_PAST = word_set("did had never")
_MARKS = word_set("that how")
_ASKING = frozenset({"WP", "WRB", "WDT"})


def granted(tree: Tree, frame: Frame) -> list[Frame]:
    """Return the clauses that a predicate takes for granted, as frames to be read.

    The parser hangs some on the adjective of "I find it odd that …", and some as adverbials.
    """
    if not _takes_for_granted(tree, frame):
        return []
    found = tree.child(frame.head, "xcomp")
    above = (frame.head,) if found is None else (frame.head, found)
    complements = [one for head in above for one in tree.children(head, ("ccomp", "csubj"))]
    complements += [one for one in tree.children(frame.head, ("advcl",)) if says_that(tree, one)]
    return [
        replace(frame.inner(one), left_out=frozenset(_opening(tree, one)))
        for one in complements
        if _is_stated(tree, one)
    ]


def is_mere_frame(tree: Tree, frame: Frame) -> bool:
    """Whether a predicate says how its speaker takes something: unlike "The mayor regretted …"."""
    return _is_of_it(tree, frame) or _about(tree, frame) in (["i"], ["we"])


def is_remark(tree: Tree, clause: int) -> bool:
    """Whether a clause values what it is added to: ", which is amazing", ", which I like"."""
    said = tree.subtree(clause)
    added = tree.relations[clause].endswith(":relcl")
    if not added or not any(tree.lower(word) == "which" for word in said[:2]):
        return False
    return _is_valued(tree, clause) or any(tree.lower(word) in {"i", "me"} for word in said)


def _takes_for_granted(tree: Tree, frame: Frame) -> bool:
    said = tree.lower(frame.head)
    auxiliaries = tree.children(frame.head, ("aux",))
    if any(tree.tags[word] == "MD" for word in auxiliaries):
        return said == "believe" and is_negated(tree, frame.head)  # "can't believe that"
    if tree.children(frame.head, ("cop",)):
        return _is_valued(tree, frame.head) if _is_of_it(tree, frame) else said in _MOVED
    if _KNOWN.match(said):  # "didn't know", unlike "don't know"
        opening = (*auxiliaries, *tree.children(frame.head, ("advmod",)))
        past = any(tree.lower(word) in _PAST for word in opening)
        return past and is_negated(tree, frame.head)
    return _is_taking(tree, frame.head)


def _is_taking(tree: Tree, verb: int) -> bool:
    """Whether a verb says how something is taken: "love", "was moved", "find odd", "turn out"."""
    said = tree.lower(verb)
    found = tree.child(verb, "xcomp")
    if said in {"find", "finds", "found"}:
        return found is not None and _is_valued(tree, found)
    if said in {"turns", "turned"}:
        return tree.child(verb, "compound:prt") is not None
    was_moved = said in _MOVED and bool(tree.children(verb, ("aux",)))  # a verb to the parser
    return was_moved or (bool(_TAKEN.match(said)) and tree.tags[verb].startswith("VB"))


def _is_of_it(tree: Tree, frame: Frame) -> bool:
    """Whether nobody is the subject: "it", "this", or the clause itself."""
    return _about(tree, frame) in ([], ["it"], ["this"])


def _about(tree: Tree, frame: Frame) -> list[str]:
    return [tree.lower(word) for word in subject(tree, frame) if isinstance(word, int)]


def _is_valued(tree: Tree, word: int) -> bool:
    return _VALUED.fullmatch(tree.lower(word)) is not None


def _is_stated(tree: Tree, complement: int) -> bool:
    """Whether a complement is a whole clause, with "that", "how" or nothing before it.

    "It's great that you have two dogs." repeats what the listener said.
    """
    about = tree.children(complement, ("nsubj", "expl"))
    if not about or any(tree.lower(word) == "you" for word in about):
        return False
    opening = _opening(tree, complement)
    asked = {word for word in tree.children(complement) if tree.tags[word] in _ASKING}
    return asked <= set(opening) and all(tree.lower(word) in _MARKS for word in opening)


def _opening(tree: Tree, complement: int) -> list[int]:
    """Return "that", or "how" of "I love how it glows"."""
    marks = tree.children(complement, ("mark",))
    how = [word for word in tree.children(complement, ("advmod",)) if tree.lower(word) == "how"]
    return marks + how
