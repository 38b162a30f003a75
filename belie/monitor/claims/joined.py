"""What a pronoun stands for in a clause that "and" or "but" joins to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.monitor.claims.mentions import kind_of
from belie.monitor.claims.phrases import noun_phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.monitor.claims.mentions import Mention
    from belie.monitor.claims.tree import Tree

__all__ = ["subject_before"]

_RIVAL = 0.9
"""How likely a subject must be, next to the likeliest of its sentence."""
_SUBJECTS = ("nsubj", "csubj", "expl")


def subject_before(
    tree: Tree, pronoun: int, fitting: Sequence[tuple[Mention, float]], by: int
) -> str | None:
    """Return the subject of the clause before, where ``pronoun`` is the subject of a joined one.

    "The flat in Leeds was sold in May and it has two bedrooms." says it of the flat. It is left
    open where that clause has an object that fits too ("Ben sold the car and it broke."), where
    something else in the sentence is clearly likelier, and where "it" would be a person.

    Parameters
    ----------
    tree, pronoun
        A sentence and a word of it.
    fitting
        What was mentioned before and agrees with the pronoun, with its probability.
    by
        By how much the spans of what was mentioned are moved.
    """
    before = _clause_before(tree, pronoun)
    subject = tree.child(before, "nsubj") if before is not None else None
    if before is None or subject is None or tree.children(subject, ("conj",)):
        return None
    own = [(one, likely) for one, likely in fitting if tree.span.start + by <= one.span.start]
    objects = tree.children(before, ("obj", "iobj"))
    if any(_is_of(one, tree, word, by) for one, _ in own for word in objects):
        return None
    highest = max((likely for _, likely in own), default=0.0)
    for one, likely in own:
        unlike = one.person and kind_of(tree.lower(pronoun)) == "it"
        if _is_of(one, tree, subject, by) and _RIVAL * highest <= likely and not unlike:
            return one.name
    return None


def _clause_before(tree: Tree, pronoun: int) -> int | None:
    """Return the predicate with a subject next before that of ``pronoun``, beside which it stands.

    "sold" in "The flat was sold and rented out, and it is old.".
    """
    verb = tree.heads[pronoun]
    if tree.base(pronoun) != "nsubj" or tree.base(verb) != "conj":
        return None
    first = tree.heads[verb]
    beside = [one for one in tree.children(first, ("conj", "parataxis")) if one < verb]
    stated = [one for one in (first, *beside) if tree.children(one, _SUBJECTS)]
    return stated[-1] if stated else None


def _is_of(mention: Mention, tree: Tree, word: int, by: int) -> bool:
    """Whether a mention is the phrase that ``word`` is the head of."""
    phrase = noun_phrase(tree, word)
    return bool(phrase) and mention.span.start == tree.spans[phrase[0]].start + by
