"""What pronouns and "the company" stand for, where the words before say so."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import TYPE_CHECKING

from belie.monitor.claims.discourse import Discourse
from belie.monitor.claims.joined import subject_before
from belie.monitor.claims.mentions import (
    LONGEST_NAME,
    bare_name,
    fits,
    is_pronoun,
    kind_of,
    owner,
)
from belie.monitor.claims.phrases import is_set_off, noun_phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from belie.monitor.claims.discourse import Pronoun
    from belie.monitor.claims.mentions import Mention
    from belie.monitor.claims.tree import Tree
    from belie.protocols import Parser

__all__ = ["References"]

_CERTAIN: Mapping[str, float] = {"he": 0.4, "she": 0.4, "it": 0.5, "they": 0.5}
"""The probability from which a name takes the place of a pronoun, by its kind."""
_FURTHER = 0.6
"""How much less likely a name is for each sentence between it and the pronoun."""
_REACH = 5
"""Sentences before a pronoun that are searched for what it stands for."""
_DESCRIBED = 20
"""Sentences before "the company" that are searched for what was called a company."""
_INDEFINITE = re.compile(r"^an?\s+", re.IGNORECASE)


class References:
    """Finds names for the pronouns of sentences, read in order.

    Parameters
    ----------
    parser
        Says how likely a pronoun stands for a phrase.

    A name is given where it is likely enough; otherwise the pronoun stays.
    """

    def __init__(self, parser: Parser) -> None:
        self._parser = parser

    def names(self, tree: Tree, before: Sequence[tuple[Tree, Mapping[int, str]]]) -> dict[int, str]:
        """Return the words of ``tree`` that another name can stand for, with that name.

        Parameters
        ----------
        tree
            A sentence.
        before
            The sentences before it with the names found for them, oldest first. Their pronouns
            without a name are read too: whom "she" is now, she may have been before.
        """
        described = dict(_descriptions(tree, [one for one, _ in before[-_DESCRIBED:]]))
        if not any(is_pronoun(tree, word) for word in range(len(tree))):
            return described
        said = Discourse([*before[-_REACH:], (tree, described)])
        spans = [one.span for one in said.pronouns]
        read = cache(partial(self._parser.refer, said.text, spans, said.places))
        for number, pronoun in enumerate(said.pronouns):
            fitting = said.fitting(pronoun)
            likely = read()[number] if fitting else ()
            weighed = [(mention, likely[place]) for place, mention in fitting]
            name = _name(weighed, pronoun, likely, said)
            if name is not None:
                said.take(pronoun, name)
        return said.names


def _name(
    weighed: Sequence[tuple[Mention, float]],
    pronoun: Pronoun,
    likely: Sequence[float],
    said: Discourse,
) -> str | None:
    """Return what a pronoun stands for, where that is plain."""
    tree, word, names = pronoun.sentence.tree, pronoun.word, pronoun.sentence.names
    name, same = _ahead(tree, word), _said_before(pronoun, said)
    if name is None and same is not None:
        name = owner(names[same]) if same in names else None
    elif name is None:
        name = _likeliest(weighed, pronoun, likely, said) if weighed else None
        name = name or subject_before(tree, word, weighed, pronoun.sentence.by)
        name = _INDEFINITE.sub("the ", name) if name else None
    return None if name is None or _is_subject_too(name, tree, word, names) else name


def _said_before(pronoun: Pronoun, said: Discourse) -> int | None:
    """Return the same pronoun earlier in the sentence, unless it has another subject since.

    "He sold it, and he bought it back." speaks of one man and one thing; in "He fed it, and the dog
    ate its bone." the bone is the dog's.
    """
    tree, kind = pronoun.sentence.tree, kind_of(pronoun.said)
    same = [
        word
        for word in range(pronoun.word)
        if is_pronoun(tree, word) and kind_of(tree.lower(word)) == kind
    ]
    if not same:
        return None
    subjects = (word for word in range(same[-1] + 1, pronoun.word) if tree.base(word) == "nsubj")
    since = [
        tree.spans[word].shift(pronoun.sentence.by)
        for word in subjects
        if not is_pronoun(tree, word)
    ]
    others = [one for one in said.known if any(one.span.contains(span) for span in since)]
    return None if any(fits(kind, one) for one in others) else same[-1]


def _likeliest(
    fitting: Sequence[tuple[Mention, float]],
    pronoun: Pronoun,
    likely: Sequence[float],
    said: Discourse,
) -> str | None:
    """Return the likeliest name; mentions of the same name count together."""
    masses: dict[str, float] = {}
    for mention, probability in fitting:
        key = bare_name(mention.name)
        near = _FURTHER ** said.text.count(". ", mention.span.end, pronoun.span.start)
        masses[key] = masses.get(key, 0.0) + probability * near
    best = max(masses, key=lambda key: masses[key])
    total = _none_of_them(pronoun, likely, said) + sum(masses.values())
    if masses[best] < _CERTAIN[kind_of(pronoun.said)] * total:
        return None
    return max((one.name for one, _ in fitting if bare_name(one.name) == best), key=len)


def _none_of_them(pronoun: Pronoun, likely: Sequence[float], said: Discourse) -> float:
    """Return how likely a pronoun stands for nothing that its number allows.

    What goes to several things is lost to one of them: after "We sell a desk and a chair." nobody
    knows what "it" is.
    """
    known = sum(likely[number] for number, one in enumerate(said.mentions) if one is not None)
    none = max(0.0, 1.0 - known)
    if kind_of(pronoun.said) == "they":
        return none
    return none + sum(
        likely[number]
        for number, one in enumerate(said.mentions)
        if one is not None and one.joined and one.span.end <= pronoun.span.start
    )


def _ahead(tree: Tree, pronoun: int) -> str | None:
    """Return the name after a pronoun in "While she lived in Rome, Ingrid wrote"."""
    subject = tree.child(tree.root, "nsubj")
    opening = next((word for word in tree.ancestors(pronoun) if tree.base(word) == "advcl"), None)
    if subject is None or opening is None or tree.base(pronoun) != "nsubj":
        return None
    if tree.subtree(opening)[0] != 0 or tree.tags[subject] != "NNP" or subject < pronoun:
        return None
    return tree.slice(noun_phrase(tree, subject))


def _is_subject_too(name: str, tree: Tree, pronoun: int, found: Mapping[int, str]) -> bool:
    """Whether the verb of an object pronoun has ``name`` as its subject: it would say "herself".

    Nor is a thing said to be itself: "Running is it for me."
    """
    is_told = bool(tree.children(pronoun, ("cop",)))
    if not is_told and tree.base(pronoun) not in {"obj", "iobj", "obl"}:
        return False
    subject = tree.child(pronoun if is_told else tree.heads[pronoun], "nsubj")
    if subject is None:
        return False
    named = found.get(subject) or tree.slice(noun_phrase(tree, subject) or [subject])
    return bare_name(named) == bare_name(name)


def _descriptions(tree: Tree, before: Sequence[Tree]) -> Iterator[tuple[int, str]]:
    """Yield "the" with nothing, and "company" with the name of what was called a company before."""
    for word in range(len(tree)):
        articles = tree.children(word, ("det",))
        bare = len(articles) == 1 and tree.subtree(word) == [articles[0], word]
        if not bare or tree.lower(articles[0]) not in {"the", "this"}:
            continue
        for sentence in reversed(before):
            name = _called(sentence, tree.lower(word))
            if name is not None:
                yield articles[0], ""
                yield word, name
                break


def _called(tree: Tree, noun: str) -> str | None:
    """Return the name of what a sentence says is a ``noun``: "Apple is a company"."""
    for word in range(len(tree)):
        if tree.lower(word) != noun:
            continue
        named: int | None = None
        if tree.children(word, ("cop",)):
            named = tree.child(word, "nsubj")
        elif tree.base(word) == "appos" and is_set_off(tree, word):
            named = tree.heads[word]
        if named is not None and tree.tags[named] in {"NNP", "NNPS"}:
            phrase = noun_phrase(tree, named)
            short = phrase and len(phrase) <= LONGEST_NAME
            return tree.told(tree.slice(phrase)) if short else None
    return None
