"""Words of a tree that are said again elsewhere: noun phrases, and what to say them with."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from belie.graph.word_sets import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.monitor.claims.tree import Tree

__all__ = [
    "FINITE",
    "NOT_PAST",
    "Part",
    "adds",
    "be",
    "can_be_cut",
    "can_be_named",
    "coordinated",
    "is_apposition",
    "is_aside",
    "is_set_off",
    "is_singular",
    "is_within_numeral",
    "noun_phrase",
    "plural",
    "without_edges",
    "without_stray_marks",
]

Part: TypeAlias = int | str
"""A word of the tree by its index, or a word that the sentence leaves out."""

_EXTRAS = word_set(
    "acl appos conj cc case punct parataxis advcl discourse list nsubj csubj cop aux expl "
    "mark dislocated vocative"
)
_LOOSE_HEAD = word_set(
    "those one ones anyone everyone someone something anything everything people all any what "
    "that it this which who way reason time year day month moment place direction"
)
FINITE = word_set("VBD VBZ VBP MD")
"""Tags of verbs that make a sentence."""
NOT_PAST = word_set("VBZ VBP MD VB")
"""Tags of verbs that tell of nothing past."""
_FRACTIONS = word_set("half quarter third")
_BRACKETS = {"(": ")", "[": "]"}


def noun_phrase(tree: Tree, head: int) -> list[int]:
    """Return the words that name what ``head`` names, without what is added to it.

    Prepositions before it, relative clauses, appositions and what it is coordinated with are left
    out; determiners, adjectives and "of …" stay.
    """
    left_out = {
        child
        for child in tree.children(head)
        if tree.base(child) in _EXTRAS and not _names(tree, child)
    }
    # Prepositional additions beyond "of" say more about it, they do not name it.
    left_out |= {
        child
        for child in tree.children(head, ("nmod",))
        if tree.relations[child] == "nmod" and is_set_off(tree, child)
    }
    return without_edges(tree, tree.subtree(head, left_out))


def _names(tree: Tree, child: int) -> bool:
    """Whether punctuation stands within the name: a hyphen, "'s", "&"."""
    return tree.base(child) == "punct" and tree.words[child] in {"-", "–", "/", "'"}


def coordinated(tree: Tree, head: int) -> list[int]:
    """Return ``head`` and what it is coordinated with, in order."""
    found = [head]
    for conjunct in tree.children(head, ("conj",)):
        found.extend(coordinated(tree, conjunct))
    return found


def is_set_off(tree: Tree, word: int) -> bool:
    """Whether a comma, dash or bracket stands before the words below ``word``."""
    first = tree.subtree(word)[0]
    before = first - 1
    return tree.words[first] in {",", "(", "–", "—", "--", "["} or (
        0 <= before and tree.words[before] in {",", "(", "–", "—", "--", "-", "[", ";", ":"}
    )


def is_within_numeral(tree: Tree, joint: int) -> bool:
    """Whether an "and" joins a whole number and its fraction: "two and a half million"."""
    following = [tree.lower(word) for word in range(joint + 1, min(joint + 3, len(tree)))]
    return (
        0 < joint
        and tree.tags[joint - 1] == "CD"
        and following[:1] == ["a"]
        and following[-1] in _FRACTIONS
    )


def plural(tree: Tree, subject: Sequence[Part]) -> bool:
    """Whether ``subject`` takes a plural verb."""
    words = [part for part in subject if isinstance(part, int)]
    if not words:
        return False
    within = set(words)
    head = next((word for word in words if tree.heads[word] not in within), words[-1])
    if any(conjunct in within for conjunct in tree.children(head, ("conj",))):
        return True
    return tree.tags[head] in {"NNS", "NNPS"} or tree.lower(head) in {
        "they",
        "we",
        "you",
        "these",
        "those",
    }


def is_singular(tree: Tree, verb: int) -> bool:
    """Whether a verb, or what stands with it, is of one thing alone: "does", "was", "leans"."""
    finite = (verb, *tree.children(verb, ("aux", "cop")))
    return any(tree.tags[one] == "VBZ" or tree.lower(one) == "was" for one in finite)


def be(tree: Tree, subject: Sequence[Part], *, near: int) -> str:
    """Return the form of "to be" for ``subject``, in the tense of the clause around ``near``."""
    past = any(tree.tags[word] == "VBD" for word in _finite(tree, near))
    if plural(tree, subject):
        return "were" if past else "are"
    if [tree.lower(word) for word in subject if isinstance(word, int)] == ["i"]:
        return "was" if past else "am"
    return "was" if past else "is"


def _finite(tree: Tree, word: int) -> list[int]:
    """Return the finite verbs of the nearest clause above ``word``."""
    for above in tree.ancestors(word):
        verbs = tree.verbs(above)
        finite = [verb for verb in verbs if tree.tags[verb] in FINITE]
        if finite:
            return finite
    return []


def without_edges(tree: Tree, words: Sequence[int]) -> list[int]:
    """Return ``words`` without punctuation and "and" at both ends, brackets kept in pairs."""
    kept = list(words)
    while kept and _is_edge(tree, kept[0], kept):
        kept.pop(0)
    while kept and _is_edge(tree, kept[-1], kept):
        kept.pop()
    return kept


def _is_edge(tree: Tree, word: int, kept: Sequence[int]) -> bool:
    text = tree.words[word]
    if tree.base(word) == "cc":
        return tree.relations[word] != "cc:preconj" and tree.lower(word) not in {"nor", "not"}
    if text in {")", "]"}:
        opening = "(" if text == ")" else "["
        return not any(tree.words[other] == opening for other in kept)
    if text in _BRACKETS:
        return not any(tree.words[other] == _BRACKETS[text] for other in kept)
    if text in {'"', "“", "”", "'", "‘", "’"}:
        return sum(tree.words[other] in {'"', "“", "”", "'", "‘", "’"} for other in kept) < 2
    return tree.base(word) == "punct" and text not in {"%", "$", "€", "£", "…"}


def adds(tree: Tree, word: int) -> bool:
    """Whether ``word`` heads a clause or a phrase that says more of a noun."""
    return tree.base(word) == "acl" or is_apposition(tree, word) or is_aside(tree, word)


def is_aside(tree: Tree, word: int) -> bool:
    """Whether ``word`` heads a statement set between dashes or brackets: "– it has books –"."""
    first = tree.subtree(word)[0]
    return (
        tree.base(word) == "parataxis"
        and tree.tags[tree.heads[word]].startswith("NN")
        and tree.words[first] in {"(", "–", "—", "--"}
        and tree.child(word, "nsubj") is not None
        and (tree.tags[word].startswith("VB") or tree.child(word, "cop") is not None)
    )


def is_apposition(tree: Tree, word: int) -> bool:
    """Whether ``word`` names its head again; the parser takes some for a subject."""
    noun = tree.heads[word]
    if tree.relations[word] == "appos":
        return True
    return (
        tree.base(word) == "nsubj"
        and 0 <= noun < word
        and tree.tags[noun].startswith("NN")
        and not tree.children(noun, ("cop",))
        and is_set_off(tree, word)
    )


def can_be_cut(tree: Tree, word: int) -> bool:
    """Whether what ``word`` heads is set off from its noun, so that the noun is known without."""
    if is_apposition(tree, word):
        if not tree.words[word][0].isalpha():
            return False  # "(2013)" dates what it stands beside
        if _tells_how_many(tree, word):
            return False
        if tree.tags[word] == "NNP" and len(tree.subtree(word)) <= 3:
            return False  # "Minneapolis, Minnesota" is one place
    if tree.relations[word] == "acl" and tree.child(word, "nsubj") is not None:
        return False  # "each lasting three hours" says nothing of its noun
    return is_set_off(tree, word)


def _tells_how_many(tree: Tree, word: int) -> bool:
    """Whether an apposition counts its noun and does not name it: "two stops, one in Rome".

    So does one in brackets: "a holiday (15 days in a row)", "breakfast (incl. drinks)".
    """
    if tree.tags[word] == "CD":
        return tree.tags[tree.heads[word]] in {"NNS", "NNPS"}
    first = tree.subtree(word)[0]
    within = tree.words[first] == "(" and first < word
    return within and (
        tree.base(first + 1) == "nummod" or tree.lower(first + 1) in {"incl.", "excl."}
    )


def without_stray_marks(tree: Tree, words: Sequence[Part]) -> list[Part]:
    """Return ``words`` without commas whose other side is gone, and without empty brackets."""
    kept: list[Part] = []
    for place, part in enumerate(words):
        following = words[place + 1] if place + 1 < len(words) else None
        if isinstance(part, int) and tree.words[part] in {",", "–", "—", "--", "(", ")", ";"}:
            before = kept[-1] if kept else None
            closes = tree.words[part] == ")" and following is None and _opened(tree, kept)
            if before != part - 1 or (following != part + 1 and not closes):
                continue
        kept.append(part)
    return kept


def _opened(tree: Tree, words: Sequence[Part]) -> bool:
    """Whether a bracket is still open behind some words."""
    said = [tree.words[part] for part in words if isinstance(part, int)]
    return said.count("(") > said.count(")")


def can_be_named(tree: Tree, noun: int) -> bool:
    """Whether something can be said of what ``noun`` names, outside its sentence."""
    named = tree.tags[noun].startswith("NN") or tree.tags[noun] in {"CD", "PRP", "JJ"}
    return named and tree.lower(noun) not in _LOOSE_HEAD
