"""Clauses about the nouns of a sentence, made of what is added to them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from belie.graph.word_sets import word_set
from belie.monitor.claims.adverbials import NO_PREDICATES
from belie.monitor.claims.frames import Clause, is_negated, subject, topic
from belie.monitor.claims.phrases import (
    NOT_PAST,
    be,
    can_be_cut,
    can_be_named,
    is_apposition,
    is_aside,
    is_set_off,
    is_singular,
    noun_phrase,
    plural,
    without_edges,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from belie.monitor.claims.frames import Frame
    from belie.monitor.claims.phrases import Part
    from belie.monitor.claims.tree import Tree

__all__ = ["additions"]

_OF_ONE = word_set("the this his her its their my a an")
_ANY = word_set("a an")


def additions(tree: Tree, frame: Frame, without: Collection[int]) -> Iterator[Clause | Frame]:
    """Yield what a clause says of its nouns in passing: clauses, and predicates to be read."""
    for word in tree.subtree(frame.head, set(without)):
        noun = tree.heads[word]
        if noun < 0 or word == frame.head or not can_be_named(tree, noun):
            continue
        named = _person(tree, noun, word) or _named(tree, frame, noun)
        if tree.relations[word] == "acl:relcl":
            if is_set_off(tree, word) or _is_definite(tree, named, noun):
                yield from _relative(tree, frame, word, named)
        elif is_apposition(tree, word):
            yield from _apposition(tree, frame, word, named)
        elif is_aside(tree, word):
            yield frame.inner(word)
        elif tree.relations[word] == "acl" and _describes(tree, word, named, noun):
            yield frame.inner(word, subject=named, verbs=(be(tree, named, near=word),))


def _named(tree: Tree, frame: Frame, noun: int) -> tuple[Part, ...]:
    """Return what ``noun`` names: of "the tower is a building", the tower.

    Of "It was Bell who …" it is Bell, and of "the tower is in Paris" it is Paris.
    """
    about = tree.child(noun, "nsubj", "expl")
    cleft = tree.tags[noun] == "NNP" and about is not None and tree.lower(about) == "it"
    is_predicate = tree.children(noun, ("cop",)) and not tree.children(noun, ("case",))
    if is_predicate and not cleft:
        return subject(tree, frame if noun == frame.head else frame.inner(noun))
    return tuple(noun_phrase(tree, noun))


def _person(tree: Tree, noun: int, relative: int) -> tuple[Part, ...]:
    """Return "Bilal" of "rent from Bilal, who says …": the parser hangs the clause on the rent."""
    opening = [tree.lower(word) for word in tree.subtree(relative)[:2]]
    if "who" not in opening or tree.tags[noun] not in {"NN", "NNS"}:
        return ()
    names = [
        word
        for word in tree.subtree(noun, {relative})
        if noun < word < relative and tree.tags[word] == "NNP" and tree.base(word) == "nmod"
    ]
    return tuple(noun_phrase(tree, names[-1])) if names else ()


def _is_definite(tree: Tree, named: Sequence[Part], noun: int) -> bool:
    """Whether a noun is one known thing, so that what restricts it is also said of it."""
    if tree.tags[noun] in {"NNP", "NNPS"}:
        return True
    first = tree.lower(named[0]) if named and isinstance(named[0], int) else ""
    if first in _ANY and not _was_there(tree, noun):
        return False
    return first in _OF_ONE and not plural(tree, named)


def _was_there(tree: Tree, noun: int) -> bool:
    """Whether "a car that …" is one that was bought, not any that may be: "needs a car that …"."""
    for above in tree.ancestors(noun):
        verbs = {tree.tags[one] for one in tree.verbs(above)}
        if is_negated(tree, above) or verbs & NOT_PAST:
            return False
        if "VBD" in verbs:
            return True
    return False


def _describes(tree: Tree, word: int, named: Sequence[Part], noun: int) -> bool:
    """Whether a participle tells something of one thing: not in "Cars parked here are towed"."""
    if tree.tags[word] not in {"VBN", "VBG"} or tree.children(word, ("mark",)):
        return False
    if tree.lower(word) in NO_PREDICATES:
        return False
    return bool(named) and (
        is_set_off(tree, word)
        or _is_definite(tree, named, noun)
        or bool(tree.children(noun, ("cop",)))
    )


def _apposition(
    tree: Tree, frame: Frame, word: int, named: tuple[Part, ...]
) -> Iterator[Clause | Frame]:
    """Yield "Paris is the capital" of "Paris, the capital,"."""
    if not named or not tree.tags[word].startswith("NN") or not can_be_cut(tree, word):
        return
    if _is_listed(tree, word):
        return
    further = {one for one in tree.children(word, ("acl:relcl",)) if is_set_off(tree, one)}
    added = without_edges(tree, tree.subtree(word, further))
    if added:
        parts = (*named, be(tree, named, near=word), *added)
        yield frame.clause(parts, about=named)


def _is_listed(tree: Tree, word: int) -> bool:
    """Whether what stands after a comma is another thing: "Ida, Ben and Tom", "hub gears, chain".

    Of a year nothing is told: "1831 – born, the son of a smith".
    What something is has an article, an owner, or words that tell of what; an amount is told of the
    subject alone, "the fee, 20 euros,", and of no other one: "17 g of protein, 60 g of fat".
    """
    noun = tree.heads[word]
    if tree.tags[noun] == "CD":
        return True
    names = {"NNP", "NNPS"}
    if tree.tags[word] in names:
        return tree.tags[noun] in names and tree.child(word, "conj") is not None
    if tree.child(word, "det", "nmod:poss") is not None:
        return False
    if _is_counted(tree, word):
        return _is_counted(tree, noun) or tree.base(noun) != "nsubj"
    return tree.tags[noun] not in names and tree.child(word, "nmod") is None


def _is_counted(tree: Tree, word: int) -> bool:
    return tree.child(word, "nummod") is not None


def _relative(
    tree: Tree, frame: Frame, verb: int, named: tuple[Part, ...]
) -> Iterator[Clause | Frame]:
    """Yield "the tower leans" of "the tower, which leans,"."""
    pronoun = next((word for word in tree.subtree(verb) if _is_relative(tree, word, verb)), None)
    said = without_edges(tree, tree.subtree(verb))
    if pronoun is None:
        if tree.children(verb, ("nsubj",)) and not tree.children(verb, ("obj",)):
            yield frame.clause((*said, *named), about=topic(tree, frame.inner(verb)))
    elif tree.words[pronoun][0].isupper():
        return  # the title "Who Framed Roger Rabbit"
    elif tree.lower(pronoun) == "whose":
        owned = topic(tree, frame.inner(verb))
        yield frame.clause(_owned(said, pronoun, named), about=_owned(owned, pronoun, named))
    elif tree.base(pronoun) == "nsubj" and tree.heads[pronoun] == verb:
        if is_singular(tree, verb) and plural(tree, named):
            return  # "I counted the likes, which wasn't healthy": the counting was not
        yield replace(frame.inner(verb, subject=named), left_out=frozenset({pronoun}))
    elif tree.heads[pronoun] == verb:
        parts = _in_place(tree, said, pronoun, verb, named)
        yield frame.clause(parts, about=topic(tree, frame.inner(verb)))


def _owned(parts: Sequence[Part], whose: int, named: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return "the tower's roof" of "whose roof"."""
    return tuple(word for part in parts for word in ((*named, "'s") if part == whose else (part,)))


def _is_relative(tree: Tree, word: int, verb: int) -> bool:
    tagged = tree.tags[word] in {"WDT", "WP", "WP$", "WRB"}
    return word <= verb and (tagged or tree.lower(word) == "whose")


def _in_place(
    tree: Tree, said: Sequence[int], pronoun: int, verb: int, named: tuple[Part, ...]
) -> tuple[Part, ...]:
    """Return a relative clause with the name where a statement has it."""
    prepositions = tree.children(pronoun, ("case",))
    rest = [word for word in said if word != pronoun and word not in prepositions]
    if tree.base(pronoun) == "obj" and verb in rest:
        after = rest.index(verb) + 1
        return (*rest[:after], *named, *rest[after:])
    return (*rest, *(prepositions or ["in"]), *named)
