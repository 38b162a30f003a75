"""Claims before they are numbered: what one sentence, item or row says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from belie.datatypes import Anchor, Scope, Span
from belie.graph.word_sets import word_set
from belie.monitor.claims.agreements import is_bare, is_yes_or_no
from belie.monitor.claims.clauses import clauses
from belie.monitor.claims.context import context
from belie.monitor.claims.ellipsis import complete, is_fragment
from belie.monitor.claims.naming import named_once
from belie.monitor.claims.phrases import without_edges
from belie.monitor.claims.wording import text_of, word

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belie.monitor.claims.blocks import Block
    from belie.monitor.claims.clauses import Clause
    from belie.monitor.claims.completed import Completed
    from belie.monitor.claims.tree import Tree

    Known = tuple[Tree, Mapping[int, str]]

__all__ = ["NOTHING", "Draft", "Reading", "read", "untouched"]


_CONDITIONAL = word_set("if when unless whenever")
_GOVERNING = word_set("if unless myth myths misconception misconceptions")


@dataclass(frozen=True, slots=True)
class Draft:
    """A claim before it has a number; the fields are those of `Claim`."""

    text: str
    anchors: tuple[Anchor, ...]
    scope: frozenset[Scope] = frozenset()
    reported_by: str | None = None
    subject: str = ""
    context: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """One sentence, whole and in parts; its parts are its claims."""

    whole: Draft
    parts: tuple[Draft, ...]
    certain: bool = False
    """Whether the parts follow from the whole by their making: a row's cells, a verb's subjects."""


NOTHING = Reading(Draft("", ()), ())
"""What a sentence says that states nothing."""


def read(
    tree: Tree,
    names: Mapping[int, str],
    before: Sequence[Known],
    *,
    question: Tree | None = None,
    lead: Tree | None = None,
) -> Reading:
    """Return what one sentence says; `NOTHING` of a "Yes." to no question that can be read.

    Parameters
    ----------
    tree, names
        The sentence, and the names of its pronouns.
    before
        The sentences before it with the names of theirs, oldest first.
    question
        The question it may answer.
    lead
        The words that it continues as an item of a list.
    """
    if lead is not None and (is_fragment(tree) or _governs(lead)):
        return _as_one(_continued(lead, tree, names))
    short = is_fragment(tree) or is_yes_or_no(tree.span.cut(tree.text))
    completed = complete(tree, question) if question is not None and short else None
    if completed is not None:
        return _as_one(_answer(completed, tree))
    if is_bare(tree.span.cut(tree.text)) or _is_a_word(tree):
        return NOTHING
    own = without_edges(tree, range(len(tree)))
    whole = Draft(*word(tree, own, named_once(tree, own, names)))
    found = clauses(tree)
    parts = (_part(tree, clause, names, before) for clause in found)
    distinct = tuple({part.text: part for part in parts if part.text}.values())
    return Reading(whole, distinct, certain=all(clause.certain for clause in found))


def _is_a_word(tree: Tree) -> bool:
    """Whether a sentence is one noun, number or adverb, which says nothing alone: "Answers"."""
    said = [word for word in range(len(tree)) if tree.base(word) != "punct"]
    return len(said) == 1 and tree.tags[said[0]][:2] in {"NN", "CD", "RB"}


def _part(tree: Tree, clause: Clause, names: Mapping[int, str], before: Sequence[Known]) -> Draft:
    text, anchors = word(tree, clause.parts, named_once(tree, clause.parts, names))
    subject = text_of(tree, clause.subject, names)
    return Draft(
        text,
        anchors,
        scope=clause.scope,
        reported_by=clause.reported_by,
        subject=_as_in(text, subject),
        context=context(tree, clause.parts, names, before),
    )


def _as_in(text: str, subject: str) -> str:
    """Return ``subject`` as ``text`` writes it, "The tower" or "the tower"; empty if not at all."""
    at = text.lower().find(subject.lower())
    return text[at : at + len(subject)] if 0 <= at else ""


def untouched(block: Block, span: Span, text: str) -> Reading:
    """Return a row of a table cell by cell, or a sentence that is not parsed as it stands."""
    words = span.cut(text)
    whole = Draft(words, (Anchor(Span(0, len(words)), span),))
    if block.cells:
        return Reading(whole, _cells(block, text), certain=True)
    return _as_one(whole)


def _as_one(draft: Draft) -> Reading:
    return Reading(draft, (draft,))


def _answer(completed: Completed, tree: Tree) -> Draft:
    """Return a completed answer; its own words are those of the sentence."""
    own = without_edges(tree, range(len(tree)))
    source = Span(tree.spans[own[0]].start, tree.spans[own[-1]].end)
    anchors = (Anchor(completed.answer, source),)
    return Draft(completed.text, anchors, subject=completed.subject)


def _continued(lead: Tree, item: Tree, names: Mapping[int, str]) -> Draft:
    """Return a list item with the words before its list: "The tower has:" and "- 3 floors"."""
    opening = without_edges(lead, range(len(lead)))
    first, before = word(lead, opening, {})
    second, after = word(item, without_edges(item, range(len(item))), names)
    open_ended = bool(opening) and lead.tags[opening[-1]][:2] in {"VB", "IN", "TO", "MD"}
    joint = ", " if lead.lower(0) in _CONDITIONAL else " " if open_ended else ": "
    moved = tuple(replace(one, span=one.span.shift(len(first) + len(joint))) for one in after)
    return Draft(first + joint + second, (*before, *moved), subject=_subject(lead))


def _subject(lead: Tree) -> str:
    """Return "The tower" of "The tower has:"."""
    return next((text_of(lead, clause.subject, {}) for clause in clauses(lead)), "")


def _governs(lead: Tree) -> bool:
    """Whether no item is asserted without its lead: "You need no visa if:", "Common myths:"."""
    said = {lead.lower(word) for word in range(len(lead))}
    return lead.lower(0) in _CONDITIONAL or bool(said & _GOVERNING)


def _cells(block: Block, text: str) -> tuple[Draft, ...]:
    """Return for each value of a table's row what it says of the row's name."""
    name, *others = block.cells
    if not len(name.value):
        return ()
    return tuple(
        _listed([name.value, *([cell.header] if cell.header else []), cell.value], text)
        for cell in others
        if len(cell.value)
    )


def _listed(spans: Sequence[Span], text: str) -> Draft:
    """Return "name: header value"."""
    said = ""
    anchors: list[Anchor] = []
    for number, span in enumerate(spans):
        said += ("", ": ", " ")[number]
        anchors.append(Anchor(Span(len(said), len(said) + len(span)), span))
        said += span.cut(text)
    return Draft(said, tuple(anchors), subject=spans[0].cut(text))
