"""A predicate with what it shares, and the clause that it makes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from belie.monitor.claims.phrases import (
    adds,
    can_be_cut,
    is_within_numeral,
    without_edges,
    without_stray_marks,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from belie.datatypes import Scope
    from belie.monitor.claims.phrases import Part
    from belie.monitor.claims.tree import Tree

__all__ = [
    "Clause",
    "Frame",
    "has_number",
    "is_echo",
    "is_negated",
    "subject",
    "takes_plain_verb",
    "topic",
    "words",
]

_ECHOES = frozenset({"so", "neither", "nor"})
_AUXILIARIES = frozenset({"is", "are", "was", "were", "do", "does", "did", "has", "have", "had"})


@dataclass(frozen=True, slots=True)
class Clause:
    """Words that make one statement.

    Parameters
    ----------
    parts
        Words of the tree and supplied words, in order.
    scope
        What governs it from outside its own words.
    reported_by
        Whose words it is, where the sentence names them.
    subject
        Those of its parts that say what it is about.
    certain
        Whether it follows from its sentence by its making, so that nobody need be asked.
    """

    parts: tuple[Part, ...]
    scope: frozenset[Scope] = frozenset()
    reported_by: str | None = None
    subject: tuple[Part, ...] = ()
    certain: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """A predicate that is to be read.

    Parameters
    ----------
    head
        The predicate.
    subject, verbs
        What is said before its own words: a shared subject, shared or supplied auxiliaries.
    scope, reported_by
        How what it says is meant; see `Clause`.
    left_out
        Words below it that are not said: a relative pronoun.
    opening
        Words before all others that it shares: "On Mondays,".
    """

    head: int
    subject: tuple[Part, ...] = ()
    verbs: tuple[Part, ...] = ()
    scope: frozenset[Scope] = frozenset()
    reported_by: str | None = None
    left_out: frozenset[int] = frozenset()
    opening: tuple[Part, ...] = ()

    def inner(
        self, head: int, *, subject: tuple[Part, ...] = (), verbs: tuple[Part, ...] = ()
    ) -> Frame:
        """Return the frame of a predicate within this one, meant as this one is."""
        return Frame(head, subject, verbs, self.scope, self.reported_by)

    def clause(self, parts: Sequence[Part], *, about: Sequence[Part]) -> Clause:
        """Return a clause of ``parts``, meant as this frame is; of ``about`` what is in them."""
        subject = tuple(part for part in about if part in parts)
        return Clause(tuple(parts), self.scope, self.reported_by, subject)

    def meant(self, *scope: Scope) -> Frame:
        """Return this frame with more scope."""
        return replace(self, scope=self.scope | set(scope))


def subject(tree: Tree, frame: Frame) -> tuple[Part, ...]:
    """Return the words of a predicate's subject, without what is added to it."""
    return frame.subject or _about(tree, tree.children(frame.head, ("nsubj", "csubj", "expl")))


def topic(tree: Tree, frame: Frame) -> tuple[Part, ...]:
    """Return the words that say what a predicate is about: its subject, never a mere "there"."""
    return frame.subject or _about(tree, tree.children(frame.head, ("nsubj", "csubj")))


def _about(tree: Tree, tops: Sequence[int]) -> tuple[Part, ...]:
    """Return a subject; a name beside another, without a comma, is one that the parser has torn."""
    if len(tops) < 2 or tree.tags[tops[-1]] not in {"NNP", "NNPS"}:
        return _named(tree, tops[0]) if tops else ()
    words = sorted(word for top in tops for word in tree.subtree(top))
    beside = words == list(range(words[0], words[-1] + 1))
    if not beside or any(tree.words[word] == "," for word in words):
        return _named(tree, tops[0])
    return tuple(without_edges(tree, words))


def _named(tree: Tree, top: int) -> tuple[Part, ...]:
    below = tree.subtree(top)
    cut = {word for word in below if adds(tree, word) and can_be_cut(tree, word)}
    cut |= {word for word in below if _is_age(tree, word)}
    return tuple(without_stray_marks(tree, without_edges(tree, tree.subtree(top, cut))))


def _is_age(tree: Tree, word: int) -> bool:
    """Whether ``word`` is the 67 of "Mr. Fenwick, 67, attends"."""
    before = tree.words[word - 1] if word else ""
    return tree.base(word) == "appos" and tree.tags[word] == "CD" and before == ","


def words(tree: Tree, frame: Frame, without: Collection[int]) -> list[Part]:
    """Return what a predicate says, some of its branches left out."""
    extras = {
        child
        for child in tree.children(frame.head, ("discourse", "vocative", "cc", "reparandum"))
        if tree.lower(child) not in {"neither", "nor", "not"}
        and not (tree.lower(child) == "no" and frame.head < child)  # "said no to a tax"
        and not is_within_numeral(tree, child)
    }
    joints = {child for child in tree.children(frame.head) if _only_joins(tree, frame.head, child)}
    unsaid = {*without, *extras, *joints, *_not_only(tree, frame.head), *frame.left_out}
    own = without_edges(tree, tree.subtree(frame.head, unsaid))
    return [*frame.opening, *frame.subject, *frame.verbs, *own]


def is_negated(tree: Tree, head: int) -> bool:
    """Whether "not" or "never" stands with a predicate."""
    return any(
        tree.lower(child) in {"not", "n't", "never"} for child in tree.children(head, ("advmod",))
    )


def is_echo(tree: Tree, joined: int) -> bool:
    """Whether a clause says of another thing what was said before it: "and so can dogs"."""
    said = [word for word in tree.subtree(joined) if tree.base(word) not in {"cc", "punct"}]
    verb = said[0] + 1 if tree.lower(said[0]) in _ECHOES else said[0]
    return (
        0 < verb < len(tree)
        and tree.lower(verb - 1) in _ECHOES
        and (tree.tags[verb] == "MD" or tree.lower(verb) in _AUXILIARIES)
    )


def has_number(tree: Tree, verb: int) -> bool:
    """Whether the parser has taken a subject for a number of its verb: "and two flow out"."""
    return tree.tags[verb].startswith("VB") and any(
        number < verb for number in tree.children(verb, ("nummod",))
    )


def takes_plain_verb(tree: Tree, head: int) -> bool:
    """Whether a plain verb beside ``head`` shares what governs it: "can open and close"."""
    return tree.tags[head] == "VB" or any(
        tree.tags[word] in {"MD", "TO"} or tree.lower(word) in {"do", "does", "did"}
        for word in tree.children(head, ("aux", "mark"))
    )


def _only_joins(tree: Tree, head: int, child: int) -> bool:
    """Whether ``child`` does nothing but join its clause to another: "because", "that", "so"."""
    if tree.base(head) in {"advcl", "ccomp", "conj"} and tree.base(child) == "mark":
        return True
    if tree.base(head) == "advcl" and tree.tags[child] == "WRB":
        return True
    if tree.lower(child) == "even" and child + 1 in tree.children(head, ("mark",)):
        return True  # "even though"
    return tree.base(head) in {"conj", "parataxis"} and tree.lower(child) in {"so", "then", "hence"}


def _not_only(tree: Tree, head: int) -> list[int]:
    """Return "not only" of "not only … but also"."""
    below = tree.subtree(head)
    if not any(tree.lower(word) == "but" for word in below):
        return []
    return [
        word
        for word in below
        if (tree.lower(word) == "not" and word + 1 < len(tree) and tree.lower(word + 1) == "only")
        or (tree.lower(word) == "only" and 0 < word and tree.lower(word - 1) == "not")
    ]
