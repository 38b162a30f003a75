"""What belie says to rows whose contradictions were made: relation, error type and spans."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.datatypes import Relation, Span, Verdict
    from benchmarks.engines import Engine
    from training.rows import Row, Spans

__all__ = ["Judged", "judge", "overlap_of"]

BATCH = 256


@dataclass(frozen=True, slots=True)
class Judged:
    """A row and what belie said.

    Parameters
    ----------
    row
        The made row.
    relation
        The likeliest relation.
    sure
        Its probability in [0, 1]; of a contradiction both kinds together.
    contradiction
        The probability in [0, 1] of a contradiction of either kind.
    contradicts
        Whether the relation is one.
    error_type
        What kind of error belie calls it; empty where it calls it none.
    overlap
        How far the marked and the changed words agree, in [0, 1], on the worse of the sides that
        were changed; ``None`` where the changed words are not known.
    """

    row: Row
    relation: Relation
    sure: float
    contradiction: float
    contradicts: bool
    error_type: str
    overlap: float | None


def judge(rows: Sequence[Row], *, engine: Engine) -> Iterator[Judged]:
    """Yield the rows with what belie says, and say on stderr how far it is."""
    for start in range(0, len(rows), BATCH):
        batch = rows[start : start + BATCH]
        verdicts = engine.classify([row.premise for row in batch], [row.claim for row in batch])
        for row, verdict in zip(batch, verdicts, strict=True):
            yield _judged(row, verdict)
        print(f"\r{min(len(rows), start + BATCH)}/{len(rows)} pairs", end="", file=sys.stderr)
    print(file=sys.stderr)


def _judged(row: Row, verdict: Verdict) -> Judged:
    sides = (
        (row.premise_marks, verdict.premise_span),
        (row.claim_marks, verdict.claim_span),
    )
    overlaps = [overlap_of(marks, span) for marks, span in sides if marks]
    likeliest = verdict.probabilities[verdict.relation]
    return Judged(
        row=row,
        relation=verdict.relation,
        sure=verdict.contradiction if verdict.contradicts else likeliest,
        contradiction=verdict.contradiction,
        contradicts=verdict.contradicts,
        error_type=str(verdict.error_type or ""),
        overlap=min(overlaps) if overlaps else None,
    )


def overlap_of(marks: Spans, span: Span | None) -> float:
    """Return intersection over union of the characters of ``marks`` and ``span``.

    Of several marks, the better of the marks themselves and the stretch they span counts.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> overlap_of(((10, 14),), Span(12, 14)), overlap_of(((0, 2), (8, 10)), Span(0, 10))
    (0.5, 1.0)
    """
    if span is None or not marks:
        return 0.0
    told = set(range(span.start, span.end))
    exact = {place for start, end in marks for place in range(start, end)}
    whole = set(range(min(exact, default=0), max(exact, default=-1) + 1))
    return max(_agreement(told, exact), _agreement(told, whole))


def _agreement(one: set[int], other: set[int]) -> float:
    return len(one & other) / len(one | other) if one | other else 0.0
