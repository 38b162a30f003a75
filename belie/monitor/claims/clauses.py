"""From a tree to clauses that can each be true or false on their own.

Each predicate becomes a clause with its own or a shared subject; relative clauses, appositions and
participles become clauses about what they are added to (as in ClausIE, Del Corro and Gemulla 2013).
What governs a clause logically is never cut away from it: a condition and its result stay
together, of a cause, a concession or an order in time both the whole and the parts are kept, and a
part under a report or a condition is marked (Xu et al. 2024, L-Face4RAG).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from belie.datatypes import Scope, Span
from belie.monitor.claims.additions import additions
from belie.monitor.claims.adjuncts import one_addition_each
from belie.monitor.claims.adverbials import (
    adverbials,
    happened,
    is_linked,
    is_participle,
    is_under_condition,
    lacks_main_clause,
    measure,
    participle,
)
from belie.monitor.claims.asking import asks
from belie.monitor.claims.coordination import distributed
from belie.monitor.claims.frames import (
    Clause,
    Frame,
    has_number,
    is_echo,
    is_negated,
    subject,
    takes_plain_verb,
    topic,
    words,
)
from belie.monitor.claims.gapping import gaps
from belie.monitor.claims.granted import granted, is_mere_frame, is_remark
from belie.monitor.claims.openings import opens_too, shared_opening
from belie.monitor.claims.phrases import (
    adds,
    can_be_cut,
    is_singular,
    plural,
    without_stray_marks,
)
from belie.monitor.claims.speech import (
    attributed,
    is_hedged,
    is_own_belief,
    is_source,
    mood_of_saying,
    reported,
    says_that,
    told,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from belie.monitor.claims.phrases import Part
    from belie.monitor.claims.tree import Tree

__all__ = ["clauses", "is_instruction", "result_of_order"]

_STATED_WITHOUT_I = frozenset(
    {"love", "like", "hate", "enjoy", "prefer", "want", "need", "have", "live", "work", "own"}
)
"""Verbs that open a statement in chat: "Love my new dog."."""
_UNNAMED = frozenset({"you", "they", "that", "which", "one"})
_OPEN_ENDS = frozenset({"WP", "WDT", "WRB", "DT", "POS", "CC", "TO"})
"""Tags of words after which something has to come."""
_CONTENT = frozenset({"CD", "NN", "JJ"})
"""How the tags of a clause's figures, things and qualities begin."""


def clauses(tree: Tree) -> list[Clause]:
    """Return the clauses of a sentence in the order of their predicates, none twice.

    Where nothing can be taken apart, the one clause has all the words.
    """
    frame = attributed(tree, Frame(tree.root))
    shared = gaps(tree)
    if shared:
        told = [frame.clause(one.words, about=one.subject) for one in shared]
        return [replace(clause, certain=True) for clause in told]
    if "orphan" in tree.relations:  # "Italy won in 1982 and Spain in 2010."
        return [frame.clause(range(len(tree)), about=topic(tree, frame))]
    if lacks_main_clause(tree):
        return [frame.clause(range(len(tree)), about=topic(tree, frame))]
    found = list(_read(tree, frame))
    stated = [
        clause
        for clause in found
        if _has_verb(tree, clause) and not _is_torn(tree, clause) and not _is_scrap(tree, clause)
    ]
    if 1 < len(found) if not stated else _loses_content(tree, found, stated):
        stated = [_clause(tree, frame, without=()), *stated]
    return list(dict.fromkeys(stated or found))


def _loses_content(tree: Tree, found: Sequence[Clause], stated: Sequence[Clause]) -> bool:
    """Whether a clause that is not kept has a figure or a thing that no other has.

    "Price: $20 per person (children are free)" says more than "children are free".
    """
    kept = {part for clause in stated for part in clause.parts}
    lost = {part for clause in found for part in clause.parts} - kept
    return any(isinstance(part, int) and tree.tags[part][:2] in _CONTENT for part in lost)


def is_instruction(tree: Tree) -> bool:
    """Whether a sentence tells somebody to do something: "Turn off the water."."""
    first = next((w for w in range(len(tree)) if tree.base(w) not in {"punct", "discourse"}), 0)
    return (
        tree.tags[tree.root] == "VB"
        and tree.words[first][0].isupper()
        and first in {tree.root, tree.root - 1}
        and tree.lower(tree.root) not in _STATED_WITHOUT_I
        and not tree.children(tree.root, ("nsubj", "csubj", "expl", "aux", "mark"))
    )


def result_of_order(tree: Tree) -> Span | None:
    """Return the last clause of an order, where that states what comes of it: "…, and it ends".

    Parameters
    ----------
    tree
        One that `is_instruction`.
    """
    stated = [word for word in tree.children(tree.root, ("conj",)) if tree.child(word, "nsubj")]
    opening = tree.child(stated[-1], "cc") if stated else None
    if opening is None or tree.lower(opening) != "and":
        return None
    words = [word for word in tree.subtree(stated[-1]) if opening < word]
    at_end = all(tree.base(word) == "punct" for word in range(words[-1] + 1, len(tree)))
    return Span(tree.spans[words[0]].start, tree.span.end) if at_end else None


def _has_verb(tree: Tree, clause: Clause) -> bool:
    return any(
        isinstance(part, str) or tree.tags[part].startswith("VB") or tree.tags[part] == "MD"
        for part in clause.parts
        if part != ","
    )


def _is_torn(tree: Tree, clause: Clause) -> bool:
    """Whether the parser has left a clause without its subject: "has apologised" of a sentence."""
    first = clause.parts[0]
    if not isinstance(first, int) or first == 0:
        return False
    finite = tree.tags[first] in {"VBZ", "VBD", "MD"} and tree.lower(first) != "let"
    return finite and not tree.children(first, ("nsubj", "csubj", "expl")) and _opens(tree, first)


def _is_scrap(tree: Tree, clause: Clause) -> bool:
    """Whether a clause breaks off or says nothing by itself: "you need" of "all that you need"."""
    said = [part for part in clause.parts if isinstance(part, int)]
    if len(said) < len(clause.parts) or tree.root in said:
        return False
    last = said[-1]
    breaks_off = tree.tags[last] in _OPEN_ENDS and last + 1 < len(tree) and last + 1 not in said
    return breaks_off or (
        len(said) == 2 and tree.lower(said[0]) in _UNNAMED and tree.tags[last].startswith("VB")
    )


def _opens(tree: Tree, verb: int) -> bool:
    """Whether nothing that ``verb`` belongs to has a subject after it, as in "Is it open"."""
    head = tree.heads[verb] if tree.base(verb) in {"aux", "cop"} else verb
    return not tree.children(head, ("nsubj", "csubj", "expl"))


def _read(tree: Tree, frame: Frame) -> Iterator[Clause]:
    """Yield the clause of a predicate and those of all that hangs on it."""
    if is_under_condition(tree, frame.head):
        conditional = frame.meant(Scope.CONDITIONAL)
        yield _clause(tree, conditional, without=())
        yield from _of_nouns(tree, conditional, without=adverbials(tree, frame.head))
        return
    beside = _coordinate(tree, frame.head)
    linked = [one for one in adverbials(tree, frame.head) if is_linked(tree, one)]
    if is_negated(tree, frame.head):
        linked = []  # "did not open until the road was finished" does not say that it did not open
    loose = [one for one in adverbials(tree, frame.head) if is_participle(tree, one)]
    complements = told(tree, frame)
    said_too = [one for one in complements if tree.base(one) == "conj"]
    remarks = [one for one in tree.subtree(frame.head) if is_remark(tree, one)]
    without = (*beside, *loose, *said_too, *remarks)
    measures = [word for one in linked for word in measure(tree, one)]
    presupposed = granted(tree, frame)
    hence = [one for one in beside if _is_consequence(tree, one)]
    if linked or hence:
        yield _clause(tree, frame, without=[one for one in without if one not in hence])
    mood = frame.scope | mood_of_saying(tree, frame, complements)
    own = is_mere_frame(tree, frame) if presupposed else is_own_belief(tree, frame, complements)
    if not own:
        for parts in _statements(tree, frame, without=(*without, *linked, *measures)):
            yield replace(frame.clause(parts, about=topic(tree, frame)), scope=mood)
    inside = (*complements, *(one.head for one in presupposed))
    yield from _of_nouns(tree, frame, without=(*without, *linked, *inside))
    hanging = [
        *presupposed,
        *(
            replace(frame.inner(one), left_out=frozenset(measure(tree, one)))
            for one in linked
            if happened(tree, one)
        ),
        *(inner for one in loose for inner in participle(tree, frame, one)),
        *(reported(tree, frame, one) for one in complements),
        *(_joined(tree, frame, one) for one in beside if _states(tree, frame.head, one)),
    ]
    for inner in hanging:
        yield from _read(tree, inner)


def _of_nouns(tree: Tree, frame: Frame, without: Collection[int]) -> Iterator[Clause]:
    for addition in additions(tree, frame, without):
        if isinstance(addition, Clause):
            yield addition
        else:
            yield from _read(tree, addition)


def _clause(tree: Tree, frame: Frame, without: Collection[int]) -> Clause:
    return frame.clause(words(tree, frame, without), about=topic(tree, frame))


def _statements(tree: Tree, frame: Frame, without: Collection[int]) -> Iterator[tuple[Part, ...]]:
    """Yield the clause without its set-off additions, one for each coordinated thing."""
    set_off = [
        word
        for word in tree.subtree(frame.head, set(without))
        if adds(tree, word) and can_be_cut(tree, word)
    ]
    said = without_stray_marks(tree, words(tree, frame, (*without, *set_off)))
    for parts in distributed(tree, said):
        yield from one_addition_each(tree, frame.head, parts)


# --- what a predicate is coordinated with -----------------------------------------------------


def _coordinate(tree: Tree, head: int) -> list[int]:
    """Return the predicates beside one, joined by "and", "but", "so" or a comma."""
    joined = [
        one
        for one in tree.children(head, ("conj",))
        if _is_predicate(tree, one) and not says_that(tree, one) and not is_echo(tree, one)
    ]
    joints = [child for one in joined for child in tree.children(one, ("cc",))]
    if any(tree.lower(joint) in {"or", "nor"} for joint in joints):
        joined = []
    if is_negated(tree, head):
        joined = [one for one in joined if not _is_negated_too(tree, head, one)]
    return [
        *joined,
        *(one for one in tree.children(head, ("parataxis",)) if _stands_alone(tree, one)),
    ]


def _is_negated_too(tree: Tree, head: int, joined: int) -> bool:
    """Whether "not" holds for a verb beside its own: "did not call and write", "… but wrote"."""
    own = tree.children(joined, ("nsubj", "csubj", "expl", "aux", "cop"))
    but = any(tree.lower(joint) == "but" for joint in tree.children(joined, ("cc",)))
    tag = tree.tags[joined]
    return not own and not but and tag in {"VB", "VBN", "VBG", "JJ"} and tag == tree.tags[head]


def _is_predicate(tree: Tree, word: int) -> bool:
    if tree.tags[word].startswith("VB") or tree.children(word, ("cop", "nsubj")):
        return True
    head = tree.heads[word]  # "is tall and heavy"
    return bool(tree.children(head, ("cop",))) and tree.tags[word][:2] in {"JJ", "NN"}


def _stands_alone(tree: Tree, aside: int) -> bool:
    if is_source(tree, aside) or is_echo(tree, aside):
        return False
    verb = tree.tags[aside].startswith("VB")
    if verb and subject(tree, Frame(tree.heads[aside])):
        return True  # "was founded in 1920, moved to Leeds": a comma in place of "and"
    stated = tree.children(aside, ("nsubj", "expl", "csubj"))
    return bool(stated) and (verb or bool(tree.children(aside, ("cop",))))


def _is_consequence(tree: Tree, joined: int) -> bool:
    opening = tree.children(joined, ("cc", "advmod", "mark"))
    return any(tree.lower(word) in {"so", "hence", "therefore", "thus"} for word in opening)


def _states(tree: Tree, head: int, joined: int) -> bool:
    return not _is_order(tree, head, joined) and not asks(tree, joined)


def _is_order(tree: Tree, head: int, joined: int) -> bool:
    """Whether a coordinated predicate tells somebody to do something: "…, so bring your own"."""
    own = tree.children(joined, ("nsubj", "csubj", "expl", "aux", "cop"))
    if tree.tags[joined] != "VB" or own:
        return False
    return not takes_plain_verb(tree, head) or _begins_anew(tree, joined)


def _begins_anew(tree: Tree, joined: int) -> bool:
    """Whether a plain verb shares nothing: "It might work, but check first.", "…; check first."."""
    before = joined - 1
    if tree.lower(before) in {"but", "so"}:
        before -= 1
        return 0 < before and tree.words[before] in {",", ";", "–", "—"}
    return 0 < before and tree.words[before] == ";"


def _joined(tree: Tree, frame: Frame, joined: int) -> Frame:
    """Return a coordinated predicate with what it shares, its opening among it.

    A hedge is shared too: who "allegedly stole a car and fled" did not certainly flee.
    """
    own = tree.children(joined, ("nsubj", "csubj", "expl", "advmod"))
    if is_hedged(tree, frame.head) and not own:
        frame = frame.meant(Scope.HEDGED)
    opening = frame.opening or shared_opening(tree, frame.head)
    inner = _sharing(tree, frame, joined)
    return replace(inner, opening=opening) if opens_too(tree, opening, joined) else inner


def _sharing(tree: Tree, frame: Frame, joined: int) -> Frame:
    """Return a coordinated predicate with the subject and the auxiliaries it shares."""
    shared = subject(tree, frame)
    own = tree.children(joined, ("nsubj", "csubj", "expl"))
    if not shared or own or has_number(tree, joined):
        return frame.inner(joined)
    if is_singular(tree, joined) and plural(tree, shared):
        return frame.inner(joined, subject=_singular_beside(tree, frame.head, joined))
    return frame.inner(joined, subject=shared, verbs=_shared_verbs(tree, frame, joined))


def _singular_beside(tree: Tree, head: int, joined: int) -> tuple[Part, ...]:
    """Return "Oskar" of "Oskar says that courses move and offers a lift": courses do not offer.

    Of "They bark, he is a puppy and doesn't know why" it is "he".
    """
    between = [verb for verb in tree.children(head, ("conj", "parataxis")) if verb < joined]
    near = (subject(tree, Frame(verb)) for verb in (*reversed(between), *tree.ancestors(head)))
    return next((found for found in near if found and not plural(tree, found)), ())


def _shared_verbs(tree: Tree, frame: Frame, joined: int) -> tuple[Part, ...]:
    """Return "was" for "moved" of "was sold and moved", "is" for "heavy" of "is tall and heavy"."""
    tag = tree.tags[joined]
    is_verb = tag.startswith("VB")
    if tree.children(joined, ("aux", "cop")) or (is_verb and tag not in {"VB", "VBN", "VBG"}):
        return ()
    own = tree.children(frame.head, ("aux", "cop"))
    if own and (tag == tree.tags[frame.head] or not is_verb):
        return tuple(own)
    return frame.verbs
