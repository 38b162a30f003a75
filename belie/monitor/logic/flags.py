"""Flags where a claim changes the logic of its premise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import ErrorType, Span
from belie.monitor.keeping import kept
from belie.monitor.logic.bindings import rebound
from belie.monitor.logic.cues import relations_by_cue
from belie.monitor.logic.exchanges import exchange
from belie.monitor.logic.quantifiers import overgeneralised
from belie.monitor.logic.reading import sentences
from belie.monitor.logic.relations import reverses, states
from belie.monitor.logic.verbs import relations_by_verb

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.monitor.logic.reading import Sentence
    from belie.monitor.logic.relations import StatedRelation

__all__ = ["LogicFlag", "compare"]

_LONGEST_READ = 20_000
_MOST_SAID = 20
"""Sentences of a claim, which is one statement, that are compared."""


@dataclass(frozen=True, slots=True)
class LogicFlag:
    """How a claim changes the logic of its premise.

    Parameters
    ----------
    error_type
        The kind of change. An order reversed is ``TEMPORAL``.
    contradicts
        Whether both cannot hold. A converse, or "all" for "some", is merely unsupported.
    premise_span, claim_span
        The relation, or the quantifier, in either text.
    """

    error_type: ErrorType
    contradicts: bool
    premise_span: Span
    claim_span: Span


def compare(premise: str, claim: str) -> LogicFlag | None:
    """Return how ``claim`` changes the logic of ``premise``, or ``None`` where it does not.

    A relation that any sentence of the premise states as the claim does raises no flag, nor does
    one that is denied on either side. Of several flags, one that contradicts is returned. Only the
    first 20,000 characters are read, and the first 20 sentences of the claim.

    Parameters
    ----------
    premise
        One sentence or a passage; each sentence is compared.
    claim
        One statement.

    Examples
    --------
    >>> compare("The flood was caused by the storm.", "The flood caused the storm.").error_type
    <ErrorType.CAUSAL_CONFUSION: 'causal_confusion'>
    >>> compare("The flood was caused by the storm.", "The storm caused the flood.") is None
    True
    """
    premises = sentences(premise[:_LONGEST_READ])
    said_all = sentences(claim[:_LONGEST_READ])[:_MOST_SAID]
    flags = [flag for said in said_all for flag in _flags(_near(premises, said), said)]
    return next((flag for flag in flags if flag.contradicts), flags[0] if flags else None)


def _near(premises: Sequence[Sentence], said: Sentence) -> list[Sentence]:
    """The sentences that share at least two content words with the claim."""
    return [near for near in premises if 2 <= len(near.stems & said.stems)]


def _flags(premises: Sequence[Sentence], said: Sentence) -> Iterator[LogicFlag]:
    for near in premises:
        yield from _overgeneralisations(near, said)
    if premises:
        yield from _reversals(premises, said)
        yield from _exchanges(premises, said)


def _overgeneralisations(near: Sentence, said: Sentence) -> Iterator[LogicFlag]:
    for weak, strong in overgeneralised(near, said):
        yield LogicFlag(
            error_type=ErrorType.OVERGENERALIZATION,
            contradicts=False,
            premise_span=Span(weak.start, weak.end).shift(near.start),
            claim_span=Span(strong.start, strong.end).shift(said.start),
        )


def _reversals(premises: Sequence[Sentence], said: Sentence) -> Iterator[LogicFlag]:
    claimed = _relations(said)
    stated = [(near, relation) for near in premises if claimed for relation in _relations(near)]
    settled = {claim.span for claim in claimed for _, premise in stated if states(premise, claim)}
    for claim in claimed:
        for near, premise in stated:
            if claim.span not in settled and reverses(premise, claim):
                yield LogicFlag(
                    error_type=claim.error_type,
                    contradicts=claim.contradicts,
                    premise_span=premise.span.shift(near.start),
                    claim_span=claim.span.shift(said.start),
                )


def _exchanges(premises: Sequence[Sentence], said: Sentence) -> Iterator[LogicFlag]:
    if found := exchange(premises, said):
        near, ends = found
        yield LogicFlag(
            error_type=ErrorType.ENTITY_INVERSION,
            contradicts=True,
            premise_span=ends.premise_span.shift(near.start),
            claim_span=ends.claim_span.shift(said.start),
        )
    elif bound := rebound(premises, said):
        yield LogicFlag(
            error_type=ErrorType.CONFLATION,
            contradicts=True,
            premise_span=bound.premise_span,
            claim_span=bound.claim_span.shift(said.start),
        )


@kept(1024)  # a sentence is compared with many claims
def _relations(sentence: Sentence) -> tuple[StatedRelation, ...]:
    """The relations between two parts that a sentence states."""
    found = [*relations_by_cue(sentence), *relations_by_verb(sentence)]
    return tuple(relation for relation in found if relation.first and relation.second)
