"""What pronouns and "the company" stand for, where the words before say so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.graph.semantics.genders import gender
from belie.graph.word_sets import word_set
from belie.monitor.claims.joined import subject_before
from belie.monitor.claims.mentions import (
    LONGEST_NAME,
    bare_name,
    fits,
    is_pronoun,
    kind_of,
    mentions,
)
from belie.monitor.claims.phrases import is_set_off, noun_phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from belie.datatypes import Span
    from belie.monitor.claims.mentions import Mention
    from belie.monitor.claims.tree import Tree
    from belie.protocols import Parser

__all__ = ["References"]

_CERTAIN = 0.5
"""The probability from which a name takes the place of a pronoun."""
_FURTHER = 0.6
"""How much less likely a name is for each sentence between it and the pronoun."""
_REACH = 5
"""Sentences before a pronoun that are searched for what it stands for."""
_DESCRIBED = 20
"""Sentences before "the company" that are searched for what was called a company."""
_LONGEST_CONTEXT = 1_200
_POSSESSIVE = word_set("his its their")
_INDEFINITE = re.compile(r"^an?\s+", re.IGNORECASE)


class References:
    """Finds names for the pronouns of sentences, read in order.

    Parameters
    ----------
    parser
        Says how likely a pronoun stands for a phrase.

    A name is given where its probability is at least one half; otherwise the pronoun stays.
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
            The sentences before it with the names found for them, oldest first.
        """
        described = dict(_descriptions(tree, [one for one, _ in before[-_DESCRIBED:]]))
        pronouns = [word for word in range(len(tree)) if is_pronoun(tree, word)]
        if not pronouns:
            return described
        text, mentioned, offset = _context(tree, before[-_REACH:])
        by = offset - tree.span.start
        mentioned.extend(mentions(tree, {}, by))
        places = {pronoun: tree.spans[pronoun].shift(by) for pronoun in pronouns}
        fitting = {
            pronoun: _fitting(tree.lower(pronoun), place, mentioned)
            for pronoun, place in places.items()
        }
        asked = [place for pronoun, place in places.items() if fitting[pronoun]]
        likely = self._likely(text, asked, mentioned)
        genders = _Genders(before[-_REACH:])
        found = dict(described)
        for pronoun, place in places.items():
            said = tree.lower(pronoun)
            name = _ahead(tree, pronoun)
            same = _said_before(tree, pronoun, places, mentioned)
            open_to = [one for one in fitting[pronoun] if genders.allow(said, mentioned[one].name)]
            if name is None and same is not None:
                name = found[same].removesuffix("'s") if same in found else None
            elif name is None and open_to:
                weighed = [(mentioned[number], likely[place][number]) for number in open_to]
                none = _none_of_them(said, place, likely[place], mentioned)
                name = _likeliest(weighed, text=text, pronoun=place, none=none)
                name = name or subject_before(tree, pronoun, weighed, by)
                name = _INDEFINITE.sub("the ", name) if name else None
            if name is not None and _is_subject_too(name, tree, pronoun, found):
                name = None
            if name is not None:
                found[pronoun] = _inflected(name, tree, pronoun)
                genders.tell(said, name)
        return found

    def _likely(
        self, text: str, pronouns: Sequence[Span], mentioned: Sequence[Mention]
    ) -> dict[Span, list[float]]:
        """Return for each pronoun how likely each mention is meant, in one run of the model."""
        if not pronouns:
            return {}
        rows = self._parser.refer(text, pronouns, [mention.span for mention in mentioned])
        return dict(zip(pronouns, rows, strict=True))


class _Genders:
    """Whom "he" and "she" were said of so far: nobody is both.

    Parameters
    ----------
    before
        Sentences with the names found for their pronouns.
    """

    def __init__(self, before: Sequence[tuple[Tree, Mapping[int, str]]]) -> None:
        self._told: dict[str, str] = {}
        for sentence, names in before:
            for word, name in names.items():
                self.tell(sentence.lower(word), name.removesuffix("'s"))

    def tell(self, pronoun: str, name: str) -> None:
        """Remember that ``pronoun`` stood for ``name``."""
        said = gender(pronoun)
        if said is not None:
            self._told[bare_name(name)] = said

    def allow(self, pronoun: str, name: str) -> bool:
        """Whether ``pronoun`` can stand for ``name`` by what was said of it."""
        said = gender(pronoun)
        return said is None or self._told.get(bare_name(name), said) == said


def _said_before(
    tree: Tree, pronoun: int, places: Mapping[int, Span], mentioned: Sequence[Mention]
) -> int | None:
    """Return the same pronoun earlier in the sentence, unless it has another subject since.

    "He sold it, and he bought it back." speaks of one man and one thing; in "He fed it, and the dog
    ate its bone." the bone is the dog's.
    """
    kind = kind_of(tree.lower(pronoun))
    same = [one for one in places if one < pronoun and kind_of(tree.lower(one)) == kind]
    if not same:
        return None
    by = places[pronoun].start - tree.spans[pronoun].start
    subjects = (word for word in range(same[-1] + 1, pronoun) if tree.base(word) == "nsubj")
    since = [tree.spans[word].shift(by) for word in subjects if word not in places]
    others = [one for one in mentioned if any(one.span.contains(span) for span in since)]
    return None if any(fits(kind, one) for one in others) else same[-1]


def _fitting(pronoun: str, place: Span, mentioned: Sequence[Mention]) -> list[int]:
    """Return the numbers of what was mentioned before a pronoun and agrees with it."""
    return [
        number
        for number, mention in enumerate(mentioned)
        if mention.span.end <= place.start and fits(pronoun, mention)
    ]


def _none_of_them(
    pronoun: str, place: Span, likely: Sequence[float], mentioned: Sequence[Mention]
) -> float:
    """Return how likely a pronoun stands for nothing that its number allows.

    What goes to several things is lost to one of them: after "We sell a desk and a chair." nobody
    knows what "it" is.
    """
    none = max(0.0, 1.0 - sum(likely))
    if kind_of(pronoun) != "it":
        return none
    return none + sum(
        probability
        for probability, one in zip(likely, mentioned, strict=True)
        if one.joined and one.span.end <= place.start
    )


def _likeliest(
    fitting: Sequence[tuple[Mention, float]], *, text: str, pronoun: Span, none: float
) -> str | None:
    """Return the likeliest name; mentions of the same name count together."""
    likely: dict[str, float] = {}
    for mention, probability in fitting:
        key = bare_name(mention.name)
        near = _FURTHER ** text.count(". ", mention.span.end, pronoun.start)
        likely[key] = likely.get(key, 0.0) + probability * near
    best = max(likely, key=lambda key: likely[key], default=None)
    if best is None or likely[best] < _CERTAIN * (none + sum(likely.values())):
        return None
    named = [mention.name for mention, _ in fitting if bare_name(mention.name) == best]
    return max(named, key=len)


def _context(
    tree: Tree, before: Sequence[tuple[Tree, Mapping[int, str]]]
) -> tuple[str, list[Mention], int]:
    """Return the sentences as one text, what they mention, and where the last one starts."""
    text = ""
    mentioned: list[Mention] = []
    for sentence, names in before:
        words = sentence.span.cut(sentence.text)
        if _LONGEST_CONTEXT < len(words):
            continue
        mentioned.extend(mentions(sentence, names, len(text) - sentence.span.start))
        text += words + " "
    return text + tree.span.cut(tree.text), mentioned, len(text)


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


def _inflected(name: str, tree: Tree, pronoun: int) -> str:
    possessive = tree.lower(pronoun) in _POSSESSIVE or (
        tree.lower(pronoun) == "her" and tree.relations[pronoun] == "nmod:poss"
    )
    return f"{name}'s" if possessive else name


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
