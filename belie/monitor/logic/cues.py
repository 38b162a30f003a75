"""Relations that cue words state: "the storm caused the flood"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from belie.datatypes import ErrorType, LinkKind, Span
from belie.monitor.claims.links import links
from belie.monitor.logic.reading import NEGATIONS, is_denied, stems
from belie.monitor.logic.relations import StatedRelation, contraposed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.datatypes import Link
    from belie.monitor.logic.reading import Sentence, Word

__all__ = ["relations_by_cue"]

_ERROR_TYPES = {
    LinkKind.CAUSE: ErrorType.CAUSAL_CONFUSION,
    LinkKind.CONDITION: ErrorType.CONDITION_CONFUSION,
    LinkKind.NECESSITY: ErrorType.CONDITION_CONFUSION,
    LinkKind.PART: ErrorType.INCLUSION_RELATION,
    LinkKind.ORDER: ErrorType.TEMPORAL,
    LinkKind.COMPARISON: ErrorType.ENTITY_INVERSION,
}


def relations_by_cue(sentence: Sentence) -> Iterator[StatedRelation]:
    """Yield the relations of the links of a sentence, conditions with all that they imply."""
    for link in links(sentence.text):
        yield from _of_link(link, sentence.words)


def _of_link(link: Link, words: Sequence[Word]) -> Iterator[StatedRelation]:
    early, late = sorted([link.first, link.second])
    span = Span(early.start, late.end)
    first, second = _within(words, link.first), _within(words, link.second)
    relation = StatedRelation(
        label=(link.kind.value,),
        first=stems(first),
        second=stems(second),
        error_type=_ERROR_TYPES[link.kind],
        contradicts=True,
        span=span,
    )
    if link.kind in {LinkKind.CONDITION, LinkKind.NECESSITY}:
        yield from _implications(link.kind, relation, first, second)
    elif not any(word.lower in NEGATIONS for word in _within(words, span)):
        quality = stems(_within(words, Span(early.end, late.start)))
        compared = sorted(quality) if link.kind is LinkKind.COMPARISON else []
        yield replace(relation, label=(link.kind.value, *compared))


def _within(words: Sequence[Word], span: Span) -> list[Word]:
    return [word for word in words if span.start <= word.start < span.end]


def _implications(
    kind: LinkKind, relation: StatedRelation, condition: list[Word], result: list[Word]
) -> Iterator[StatedRelation]:
    """What follows from what: a result from a sufficient condition, a necessary one from a result.

    "Y unless X" says that Y follows from not X and, unless Y is denied itself, the converse. Each
    implication holds with both sides denied and swapped, too.
    """
    denied = (is_denied(condition), is_denied(result))
    forward = replace(relation, label=("if",), denied=denied, contradicts=False)
    backward = replace(
        forward, first=forward.second, second=forward.first, denied=(denied[1], denied[0])
    )
    unless = any(word.lower == "unless" for word in condition)
    if kind is LinkKind.CONDITION or unless:
        yield from (forward, contraposed(forward))
    if kind is LinkKind.NECESSITY and not (unless and denied[1]):
        yield from (backward, contraposed(backward))
