"""Clauses that tell when, why or on what condition another holds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.graph.word_sets import word_set
from belie.monitor.claims.frames import subject
from belie.monitor.claims.phrases import be, can_be_named, is_set_off, noun_phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belie.monitor.claims.frames import Frame
    from belie.monitor.claims.phrases import Part
    from belie.monitor.claims.tree import Tree

__all__ = [
    "NO_PREDICATES",
    "adverbials",
    "happened",
    "is_condition",
    "is_linked",
    "is_participle",
    "is_under_condition",
    "lacks_main_clause",
    "measure",
    "participle",
]

_CONDITIONAL = word_set(
    "if unless provided providing supposing assuming whether lest whenever once"
)
_REASONS = word_set("because since as")
_DEPENDENT = word_set("if unless although though because while whereas")
_TIMES = word_set("when while until till")
_ORDERS = word_set("before after")
_FINITE = word_set("VBD VBZ VBP MD")
_SPEAKER = word_set("i we")
NO_PREDICATES = word_set(
    "including according compared given based assuming depending considering regarding concerning "
    "supposing excluding judging speaking meaning"
)
"""Participles that say nothing of a subject."""
_ANYBODY = word_set("you we one")
_IN_PLACE = word_set("instead rather")
_UNCUT = word_set("than to for that like how why about over of")
"""After these a clause says nothing by itself: "about how long it lasted"."""
_OF_OBJECT = re.compile(
    r"(?:pric|nam|call|titl|entitl|locat|situat|known|contain|featur|measur|cost|valu|rat|hous|aim|dat|sign)"
)
"""Participles that describe what was made, sold or given, not who did it."""


def adverbials(tree: Tree, head: int) -> list[int]:
    """Return the adverbial clauses of a predicate; the parser hangs some on it as of a noun.

    A reason may hang on what is wished for: "I'd love to go, since it has beaches".
    """
    own = [
        child
        for child in tree.children(head, ("advcl", "acl"))
        if tree.base(child) == "advcl" or not can_be_named(tree, head)
    ]
    inner = [one for wish in tree.children(head, ("xcomp",)) for one in tree.children(wish)]
    return own + [one for one in inner if tree.base(one) == "advcl" and _mark(tree, one) & _REASONS]


def is_under_condition(tree: Tree, head: int) -> bool:
    """Whether a predicate holds on a condition only, also one in brackets or at the opening."""
    asides = [*adverbials(tree, head), *tree.children(head, ("parataxis",))]
    opening = head == tree.root and any(
        tree.base(word) == "advcl" and tree.subtree(word)[0] == 0 and is_condition(tree, word)
        for word in range(len(tree))
    )
    return opening or any(is_condition(tree, aside) for aside in asides)


def is_condition(tree: Tree, adverbial: int) -> bool:
    """Whether a clause is a condition: "if …", or "when …" of what holds in general.

    The finite verb tells which: a parcel "is received" may still come, one that "was received" did.
    After a comma "while" sets side by side ("tea is cheap, while coffee is dear"), and who says
    what they do while they do something else does both.
    """
    mark = _mark(tree, adverbial)
    about = tree.child(tree.heads[adverbial], "nsubj")
    if is_set_off(tree, adverbial) or (about is not None and tree.lower(about) in _SPEAKER):
        mark -= {"while"}
    verbs = tree.verbs(adverbial)
    finite = {tree.tags[verb] for verb in verbs} & _FINITE
    if "VBD" in finite or (not finite and any(tree.tags[verb] == "VBN" for verb in verbs)):
        return bool(mark & _CONDITIONAL)
    return bool(mark & (_CONDITIONAL | _TIMES)) or (bool(mark & _ORDERS) and bool(finite))


def lacks_main_clause(tree: Tree) -> bool:
    """Whether the parser takes a dependent clause, "If you pay late, …", for the sentence."""
    comma = tree.words.index(",") if "," in tree.words else 0
    about = tree.child(tree.root, "nsubj", "expl")
    return (
        tree.root < comma
        and tree.lower(0) in _DEPENDENT
        and about is not None
        and tree.subtree(about)[0] == 1
    )


def is_linked(tree: Tree, adverbial: int) -> bool:
    """Whether a clause has a mark and a subject, and is asserted with the clause it hangs on."""
    mark = _mark(tree, adverbial)
    stated = bool(tree.children(adverbial, ("nsubj", "expl")))
    return bool(mark) and not mark & _UNCUT and stated


def measure(tree: Tree, adverbial: int) -> list[int]:
    """Return "two years" of "two years after it closed": how long before or after a clause tells.

    The parser hangs it on either of the two clauses.
    """
    marks = [one for one in tree.children(adverbial, ("mark",)) if tree.lower(one) in _ORDERS]
    unmarked = [
        child
        for clause in (adverbial, tree.heads[adverbial])
        for child in tree.children(clause, ("obl:unmarked", "nmod:unmarked"))
    ]
    return [child for child in unmarked if tree.subtree(child)[-1] + 1 in marks]


def happened(tree: Tree, adverbial: int) -> bool:
    """Whether what a linked clause tells is so: not in "defused before it exploded"."""
    return "before" not in _mark(tree, adverbial)


def is_participle(tree: Tree, adverbial: int) -> bool:
    """Whether a clause is a participle set off from the rest: ", priced at $499"."""
    return (
        not _mark(tree, adverbial)
        and tree.tags[adverbial] in {"VBN", "VBG"}
        and tree.lower(adverbial) not in NO_PREDICATES
        and not tree.children(adverbial, ("nsubj", "aux", "case"))
        and (is_set_off(tree, adverbial) or tree.subtree(adverbial)[0] == 0)
        and not _tells_how(tree, adverbial)
    )


def _tells_how(tree: Tree, adverbial: int) -> bool:
    """Whether an opening tells how something may be done, not what is so.

    "Using the app, you can pay" says of nobody that they use it, nor "Booked early, rooms are $80"
    that rooms are booked; "Located in Bath, rooms are $80" says where they are. "Instead of flying,
    …" says what is not so.
    """
    if tree.subtree(adverbial)[0] != 0 or _OF_OBJECT.match(tree.lower(adverbial)):
        return False
    head = tree.heads[adverbial]
    verbs = tree.verbs(head)
    about = tree.child(head, "nsubj")
    if tree.lower(0) in _IN_PLACE:
        return True
    if about is None or any(tree.tags[verb] == "VBD" for verb in verbs):
        return False
    bare = tree.tags[about] in {"NN", "NNS"} and tree.child(about, "det", "nmod:poss") is None
    return bare or tree.lower(about) in _ANYBODY


def participle(tree: Tree, frame: Frame, head: int) -> Iterator[Frame]:
    """Yield "the iPhone was priced at $499" of "Apple sold the iPhone, priced at $499"."""
    after = frame.head < head and _OF_OBJECT.match(tree.lower(head))
    described = tree.child(frame.head, "obj") if after else None
    about: tuple[Part, ...] = (
        subject(tree, frame) if described is None else tuple(noun_phrase(tree, described))
    )
    if about:
        yield frame.inner(head, subject=about, verbs=(be(tree, about, near=head),))


def _mark(tree: Tree, adverbial: int) -> set[str]:
    marks = tree.children(adverbial, ("mark",))
    marks += [word for word in tree.children(adverbial, ("advmod",)) if tree.tags[word] == "WRB"]
    return {tree.lower(mark) for mark in marks}
