"""What labelled rows leave possible, and which relations a file of them tells apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import CONTRADICTIONS, Relation
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["CONTRADICTED", "Labelled", "groups_of", "possible", "tells_partial"]

CONTRADICTED = frozenset(CONTRADICTIONS)
_PARTIAL = frozenset({Relation.PARTIAL_CONTRADICTION})


@dataclass(frozen=True, slots=True)
class Labelled:
    """A pair whose relation a person told.

    Parameters
    ----------
    premise, claim
        The two texts.
    relations
        What the label leaves possible: one relation, or several where it does not tell them
        apart ("not entailed").
    line
        Where it stands in its file, counted from 1.
    """

    premise: str
    claim: str
    relations: frozenset[Relation]
    line: int = 0


def tells_partial(rows: Sequence[Labelled]) -> bool:
    """Return whether a row names a partial contradiction."""
    return any(row.relations == _PARTIAL for row in rows)


def possible(rows: Sequence[Labelled]) -> list[frozenset[Relation]]:
    """Return the relations that each row's label leaves possible.

    Where no row names a partial contradiction, nobody looked for them: a contradiction may then
    be of either kind.
    """
    if tells_partial(rows):
        return [row.relations for row in rows]
    return [_merged(row.relations) for row in rows]


def groups_of(rows: Sequence[Labelled]) -> tuple[frozenset[Relation], ...]:
    """Return the relations as far as the labels tell them apart, both contradictions as one.

    Raises
    ------
    InputError
        If all rows have one label, or if some labels tell relations apart that others do not.

    Examples
    --------
    >>> supported = Labelled("p", "c", frozenset({Relation.ENTAILMENT}))
    >>> refuted = Labelled("p", "d", frozenset({Relation.CONTRADICTION}))
    >>> [sorted(map(str, group)) for group in groups_of([supported, refuted])]
    [['contradiction', 'partial_contradiction'], ['entailment'], ['neutral']]
    """
    labels = sorted({_merged(row.relations) for row in rows}, key=sorted)
    if len(labels) < 2:
        raise InputError(f"expected rows of at least two labels, got {_names(labels) or 'none'}")
    if sum(map(len, labels)) != len(frozenset[Relation]().union(*labels)):
        raise InputError(
            "expected labels that tell the same relations apart, got rows that allow "
            f"{_names(labels)}; take one kind of them out"
        )
    rest = frozenset(Relation).difference(*labels)
    return (*labels, rest) if rest else tuple(labels)


def _merged(relations: frozenset[Relation]) -> frozenset[Relation]:
    return relations | CONTRADICTED if relations & CONTRADICTED else relations


def _names(labels: Sequence[frozenset[Relation]]) -> str:
    return ", ".join(" or ".join(sorted(label)) for label in labels)
