"""Statements that share the verb of the first: "Adults pay €12, children €6." says two things.

What is left of a later one is its subject and what differs (gapping: Ross 1970). The parser takes
it for an apposition or for one more object, so that it is told by its tags.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from belie.graph.word_sets import word_set
from belie.monitor.claims.phrases import FINITE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from belie.monitor.claims.tree import Tree

    Shape = Callable[[Tree, Sequence[int]], int | None]
    """Finds the word from which on some words say what differs; ``None`` of another shape."""

__all__ = ["Gap", "gaps"]

_LONGEST = 60
"""Words of a sentence that is looked at."""
_STOPS = frozenset({",", ";", ".", "!"})
_JOINTS = word_set("and but while whereas")
_ABOUT = word_set("about around only nearly almost roughly just over under up")
"""Words before an amount."""
_ARTICLES = frozenset({"DT", "PRP$"})
_NAMING = frozenset({"DT", "PRP$", "NN", "NNS", "NNP", "NNPS", "JJ", "JJR", "JJS", "VBG"})
_NO_SUBJECT = word_set("a an this that these those which")
"""What begins an apposition as a rule: "Leeds, a city in Yorkshire"."""

_VERBS = word_set(
    "cost costs pay finish finishes start starts end ends stop stops run runs work works last "
    "lasts close closes open opens need needs hold holds stay stays leave leaves return returns "
    "visit visits play plays head heads cover covers use uses plan plans offer offers measure "
    "measures"
)
"""What the parser may take for nouns: "includes 15 GB and costs 12 euros"."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A statement: its words in the order in which they are said, and those that it is about."""

    words: tuple[int, ...]
    subject: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Statement:
    """Whom or what words are about, and what differs from the other statements."""

    subject: range
    rest: range


def gaps(tree: Tree) -> list[Gap]:
    """Return the statements of a sentence with one verb, the first one among them; else none.

    All that follows the first must be of one shape with it: a subject and an amount, a subject and
    the same preposition, or after "and" a subject and a thing with an article.
    """
    verb = next((word for word in range(len(tree)) if tree.tags[word] in FINITE), None)
    if verb is None or _LONGEST < len(tree):
        return []
    opening, subject = _opening(tree, verb)
    stretches = _stretches(tree, verb)
    if len(stretches) < 2:
        return []
    first, *later = stretches
    after = next((word for word in first if not _is_verb(tree, word)), first.stop)
    said = _Statement(subject, range(after, first.stop))
    if not said.rest or not _is_subject(tree, subject):
        return []
    for shape in _shapes(tree, said.rest):
        statements = _split(tree, shape, said, later)
        if statements:
            rest = statements[0].rest
            return [
                Gap(
                    (*opening, *one.subject, *range(verb, rest.start), *one.rest)
                    + (_unit(tree, rest, one.rest) if one.rest is not rest else ()),
                    tuple(one.subject),
                )
                for one in statements
            ]
    return []


def _split(tree: Tree, shape: Shape, said: _Statement, later: Sequence[range]) -> list[_Statement]:
    """Return the statements with what differs from where a shape has it; else none."""
    at, *starts = (shape(tree, words) for words in (said.rest, *later))
    if at is None or any(_is_thing(tree, word) for word in range(said.rest.start, at)):
        return []
    first = _Statement(said.subject, range(at, said.rest.stop))
    others = [
        _Statement(range(words.start, start), range(start, words.stop))
        for words, start in zip(later, starts, strict=True)
        if start is not None
    ]
    joined = any(tree.lower(word) in _JOINTS for word in range(first.rest.stop, later[-1].start))
    fits = len(others) == len(later) and all(
        _is_subject(tree, one.subject) and _is_alike(tree, first, one, joined=joined)
        for one in others
    )
    return [first, *others] if fits else []


def _opening(tree: Tree, verb: int) -> tuple[range, range]:
    """Return what stands before the subject of a verb, "On Sundays,", and the subject."""
    commas = [word for word in range(verb) if tree.words[word] == ","]
    start = commas[-1] + 1 if commas else 0
    return range(start), range(start, verb)


def _stretches(tree: Tree, verb: int) -> list[range]:
    """Return the words from a verb on, cut at commas and "and"; punctuation at the end left out."""
    found: list[range] = []
    start = verb
    for word in range(verb, len(tree) + 1):
        if word == len(tree) or tree.words[word] in _STOPS or tree.lower(word) in _JOINTS:
            if start < word:
                found.append(range(start, word))
            start = word + 1
    return found


def _shapes(tree: Tree, said: Sequence[int]) -> Iterator[Shape]:
    """Yield the shapes that what is said of the first subject may have."""
    yield _amount
    if sum(tree.tags[word] in _ARTICLES for word in said) == 1:
        yield _article
    for word in reversed(said):
        if tree.tags[word] in {"IN", "TO"}:
            yield partial(_preposition, name=tree.lower(word))


def _amount(tree: Tree, words: Sequence[int]) -> int | None:
    counted = next((word for word in words if tree.tags[word] in {"CD", "$"}), None)
    while counted is not None and words[0] < counted and tree.lower(counted - 1) in _ABOUT:
        counted -= 1
    return counted


def _article(tree: Tree, words: Sequence[int]) -> int | None:
    if tree.tags[words[0]] in _ARTICLES and tree.tags[words[0] - 1] not in {",", "CC"}:
        return words[0]  # right behind the verb
    between = (word for word in words[1:] if tree.tags[word] in _ARTICLES)
    found = next(between, None)
    return found if found is not None and tree.tags[found - 1].startswith("NN") else None


def _preposition(tree: Tree, words: Sequence[int], *, name: str) -> int | None:
    return next((word for word in words if tree.lower(word) == name), None)


def _is_verb(tree: Tree, word: int) -> bool:
    adverb = tree.tags[word] == "RB" and tree.lower(word) not in _ABOUT
    return adverb or tree.tags[word].startswith("VB") or tree.tags[word] == "MD"


def _is_thing(tree: Tree, word: int) -> bool:
    """Whether a later statement may have a thing in place of this one, rather than a subject."""
    return tree.tags[word].startswith(("NN", "PRP", "CD"))


def _is_subject(tree: Tree, words: Sequence[int]) -> bool:
    if len(words) == 1 and tree.tags[words[0]] in {"VBP", "VB"}:
        return True  # "express 1-2 days"
    return bool(words) and (
        all(tree.tags[word] in _NAMING or tree.lower(word) == "of" for word in words)
        and tree.lower(words[0]) not in _NO_SUBJECT
        and tree.tags[words[-1]].startswith(("NN", "JJ"))
    )


def _is_alike(tree: Tree, first: _Statement, later: _Statement, *, joined: bool) -> bool:
    """Whether a subject and what differs are of the kinds that those of the first statement are."""
    if any(tree.lower(word) in _VERBS for word in (later.subject[0], *later.rest)):
        return False
    rests = first.rest, later.rest
    if tree.tags[rests[0][0]] in {"CD", "$"} or tree.lower(rests[0][0]) in _ABOUT:
        of_first, of_later = (_measure(tree, words) for words in rests)
        return of_later in {"", of_first}
    values = [any(tree.tags[word] == "CD" for word in words) for words in rests]
    if joined:
        names = [tree.tags[one.subject[-1]].startswith("NNP") for one in (first, later)]
        return values[0] == values[1] and names[0] == names[1]
    return all(values) or tree.lower(first.subject[-1]) == tree.lower(later.subject[-1])


def _measure(tree: Tree, words: range) -> str:
    """Return what an amount is of: "€", "euros"; empty where it does not say."""
    sign = next((tree.words[word] for word in words if tree.tags[word] == "$"), "")
    return sign or "".join(tree.lower(word) for word in _counted(tree, words))


def _counted(tree: Tree, words: range) -> list[int]:
    """Return "euros" of "12 euros a day", "years old" of "31 years old"."""
    numbers = [word for word in words if tree.tags[word] == "CD"]
    after = numbers[-1] + 1 if numbers else words.stop
    if after not in words or not tree.tags[after].startswith("NN"):
        return []
    return [after, after + 1] if after + 1 in words and tree.tags[after + 1] == "JJ" else [after]


def _unit(tree: Tree, first: range, own: range) -> tuple[int, ...]:
    """Return "euros" of "12 euros" for "6"."""
    lacks = tree.tags[own[-1]] == "CD" and tree.tags[own[0]] != "$"
    return tuple(_counted(tree, first)) if lacks else ()
