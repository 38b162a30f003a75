"""One statement for each of several coordinated things: "It has lifts and stairs." is two."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from belie.graph.word_sets import word_set
from belie.monitor.claims.phrases import coordinated, is_within_numeral

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.monitor.claims.phrases import Part
    from belie.monitor.claims.tree import Tree

__all__ = ["distributed"]

_SHARING = ("nsubj", "obj", "iobj", "obl", "nmod", "xcomp", "root", "ccomp", "parataxis")
_TOGETHER = word_set(
    "together both either neither or nor respectively combined combination each same different "
    "equal only just total sum versus vs vs. not n't never no without unless if whether mix "
    "mixture blend bonded couple pair duo trio"
)
"""Words in whose presence a list may hold as a whole only."""
_TOGETHER_VERB = (
    "meet", "met", "merge", "marr", "differ", "agree", "compet", "collaborat", "share", "combin",
    "fight", "fought", "divorc", "separat", "join", "mix", "connect", "link", "consist", "range",
    "vary", "varies", "compar", "pair", "form",
)  # fmt: skip
"""What verbs begin with that need several."""
_BRINGING_TOGETHER = (
    "compar", "combin", "connect", "link", "merg", "mix", "pair", "separat",
)  # fmt: skip
"""What verbs begin with that need several objects; who "met Anna and Tom" met each."""
_SUMMING = word_set("come comes came amount amounts amounted add adds added run runs ran")
_AMOUNTS = word_set("$ € £ % percent dollars euros pounds")
_SINGULAR = {
    "are": "is",
    "were": "was",
    "have": "has",
    "do": "does",
    "'re": "is",
    "aren't": "isn't",
}
_NOMINAL = ("NN", "NNS", "NNP", "NNPS", "CD", "PRP", "JJ", "VBG", "VBN", "FW", "ADD")
_ONE_NAME = frozenset(
    {
        ("trinidad", "tobago"), ("bosnia", "herzegovina"), ("antigua", "barbuda"),
        ("kitts", "nevis"), ("turks", "caicos"), ("tome", "principe"), ("wallis", "futuna"),
        ("newfoundland", "labrador"), ("tyne", "wear"), ("johnson", "johnson"),
        ("procter", "gamble"), ("marks", "spencer"), ("simon", "garfunkel"),
    }
)  # fmt: skip
_MOST = 12
"""Statements made of one; a longer enumeration stays whole."""


def distributed(tree: Tree, parts: Sequence[Part]) -> list[tuple[Part, ...]]:
    """Return ``parts`` once for each combination of coordinated things, or as they are.

    A list that may hold as a whole only, for "or", a negation or "together", is left whole; so is
    one whose members are names joined by "&".
    """
    words = [part for part in parts if isinstance(part, int)]
    groups = [group for group in _groups(tree, words) if _can_be_told_apart(tree, group, words)]
    count = 1
    for group in groups:
        count *= len(group)
    if not groups or _MOST < count:
        return [tuple(parts)]
    return [tuple(_chosen(tree, parts, groups, choice)) for choice in product(*groups)]


def _groups(tree: Tree, words: Sequence[int]) -> Iterator[list[int]]:
    within = set(words)
    for word in words:
        role = tree.base(word)
        if role not in _SHARING or tree.tags[word] not in _NOMINAL:
            continue
        members = [member for member in coordinated(tree, word) if member in within]
        if 1 < len(members) and not any(_is_clause(tree, member) for member in members):
            yield members


def _is_clause(tree: Tree, word: int) -> bool:
    return bool(tree.children(word, ("nsubj", "csubj", "cop", "aux", "mark")))


def _can_be_told_apart(tree: Tree, group: Sequence[int], words: Sequence[int]) -> bool:
    return (
        not any(tree.lower(word) in _TOGETHER for word in words)
        and all(tree.tags[member] in _NOMINAL and tree.tags[member] != "CD" for member in group)
        and not _is_one_name(tree, group)
        and not _is_measured(tree, group)
        and not _has_amount(tree, group, words)
        and not _adds_up(tree, group)
        and not _is_one_numeral(tree, group)
        and not _is_gapped(tree, group)
        and not _is_between(tree, group)
        and _is_and(tree, group)
        and (tree.base(group[0]) != "nsubj" or _holds_for_each(tree, tree.heads[group[0]]))
        and (tree.base(group[0]) != "obj" or not _joins(tree, tree.heads[group[0]]))
    )


def _is_measured(tree: Tree, group: Sequence[int]) -> bool:
    """Whether one amount is told of a group: "150 g of barley and salt"."""
    measure = tree.heads[group[0]]
    return tree.base(group[0]) == "nmod" and tree.child(measure, "nummod") is not None


def _has_amount(tree: Tree, group: Sequence[int], words: Sequence[int]) -> bool:
    """Whether a sum or a share may be that of all members: "Bread and wine came to $30"."""
    own = {word for member in group for word in tree.subtree(member)}
    return any(tree.lower(word) in _AMOUNTS and word not in own for word in words)


def _adds_up(tree: Tree, group: Sequence[int]) -> bool:
    """Whether a sum is told of a group: "Notary and register come to around 4,060"."""
    if tree.base(group[0]) != "nsubj":
        return False
    verb = tree.heads[group[0]]
    cases = {
        tree.lower(one)
        for word in tree.children(verb, ("obl",))
        for one in tree.children(word, ("case",))
    }
    return tree.lower(verb) in _SUMMING and "to" in cases


def _is_one_numeral(tree: Tree, group: Sequence[int]) -> bool:
    """Whether "and" stands within a numeral: "two and a half million crowns"."""
    joints = [child for member in group for child in tree.children(member, ("cc",))]
    return any(is_within_numeral(tree, joint) for joint in joints)


def _is_gapped(tree: Tree, group: Sequence[int]) -> bool:
    """Whether a verb is left out before a later member: "films for a week and books for two".

    So it is before one that has a preposition of its own: "plays chess and in winter tennis".
    """
    case = tree.child(group[0], "case")
    if case is None:
        return any(tree.child(member, "case") is not None for member in group[1:])
    return any(
        tree.lower(below) == tree.lower(case)
        for member in group[1:]
        for below in tree.subtree(member, set(group) - {member})
        if member < below
    )


def _is_between(tree: Tree, group: Sequence[int]) -> bool:
    before = [word for word in tree.subtree(group[0]) if word < group[0]]
    return any(tree.lower(word) in {"between", "among", "amongst"} for word in before)


def _is_and(tree: Tree, group: Sequence[int]) -> bool:
    joints = [child for member in group for child in tree.children(member, ("cc",))]
    return bool(joints) and all(tree.lower(joint) in {"and", "but", "plus"} for joint in joints)


def _holds_for_each(tree: Tree, verb: int) -> bool:
    """Whether a verb says of each of its subjects what it says of all.

    "A and B are brothers" does not say that A is brothers, nor "A and B are a pair" that A is one;
    "Trinidad and Tobago is" is one.
    """
    finite = tree.verbs(verb)
    return (
        tree.tags[verb] != "NNS"
        and (tree.tags[verb] != "NN" or tree.child(verb, "det") is None)
        and not tree.lower(verb).startswith(_TOGETHER_VERB)
        and not any(tree.tags[word] == "VBZ" or tree.lower(word) == "was" for word in finite)
    )


def _joins(tree: Tree, verb: int) -> bool:
    return tree.lower(verb).startswith(_BRINGING_TOGETHER)


def _is_one_name(tree: Tree, group: Sequence[int]) -> bool:
    """Whether a group is the name of one thing, as known or as it stands in quotation marks.

    So is what goes on after "of" in a name: "the Ministry of Trade and Industry".
    """
    quotes = sum(tree.words[word] in {'"', "“", "”"} for word in range(group[0]))
    if quotes % 2 == 1 or tuple(tree.lower(member) for member in group) in _ONE_NAME:
        return True
    return (
        tree.base(group[0]) == "nmod"
        and tree.tags[tree.heads[group[0]]] in {"NNP", "NNPS"}
        and all(tree.words[one][0].isupper() and tree.child(one, "det") is None for one in group)
    )


def _chosen(
    tree: Tree, parts: Sequence[Part], groups: Sequence[Sequence[int]], choice: Sequence[int]
) -> Iterator[Part]:
    left_out: set[int] = set()
    singular: set[int] = set()
    for group, member in zip(groups, choice, strict=True):
        left_out |= _others(tree, group, member)
        if tree.base(group[0]) == "nsubj" and tree.tags[member] not in {"NNS", "NNPS"}:
            verb = tree.heads[group[0]]
            singular |= set(tree.verbs(verb))
    for part in parts:
        if isinstance(part, str):
            yield part
        elif part not in left_out:
            yield _for_one(tree, part) if part in singular else part


def _for_one(tree: Tree, verb: int) -> Part:
    """Return a finite verb as one subject takes it: "is" for "are", "lives" for "live"."""
    plain = tree.lower(verb)
    if tree.tags[verb] == "VB":
        return verb  # "will have"
    if plain in _SINGULAR:
        return _SINGULAR[plain]
    if tree.tags[verb] != "VBP":
        return verb
    if plain.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{plain}es"
    if plain.endswith("y") and plain[-2:-1] not in set("aeiou"):
        return f"{plain[:-1]}ies"
    return f"{plain}s"


def _others(tree: Tree, group: Sequence[int], chosen: int) -> set[int]:
    """Return the words that name the other members of ``group``."""
    first, *later = group
    out: set[int] = set()
    for member in later:
        branch = set(tree.subtree(member, set(group) - {member}))
        if member != chosen:
            out |= branch
        else:
            edge = {w for w in tree.children(member, ("cc", "punct")) if w < member}
            out |= edge | set(tree.children(member, ("cc:preconj",)))
    if chosen == first:
        out |= set(tree.children(first, ("cc",)))
    else:
        shared = _shared(tree, first, chosen)
        own = set(tree.subtree(first, {*later, *shared}))
        out |= own - _after(tree, first, group)
    return out


def _shared(tree: Tree, first: int, chosen: int) -> set[int]:
    """Return what stands before the first member and belongs to ``chosen`` too."""
    kinds = ["case", "mark"] if tree.child(chosen, "case") is None else []
    if tree.child(chosen, "det", "nmod:poss", "nummod") is None and tree.tags[chosen] in {
        "NN",
        "NNS",
    }:
        kinds += ["det", "nmod:poss"]
    return {branch for branch in tree.children(first, kinds) if branch < first and kinds}


def _after(tree: Tree, first: int, group: Sequence[int]) -> set[int]:
    """Return what hangs on the first member but stands after the last: it belongs to all."""
    last = max(tree.subtree(group[-1], set(group) - {group[-1]}))
    return {
        word
        for child in tree.children(first)
        if last < child and child not in group
        for word in tree.subtree(child)
    }
