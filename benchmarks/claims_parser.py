"""How well the parser behind the claims resolves pronouns and reads trees.

**GAP** (Webster et al. 2018) is scored as its own scorer does: each of the two names is a yes-or-no
question, F1 over all of them; the bias is the feminine F1 divided by the masculine. The text is
cut after the sentence of the pronoun, but not before the end of a name. The name whose probability
is the largest is taken, if it reaches the threshold. The floor takes the name that stands nearest
before the pronoun.

**Trees**: the share of words, punctuation included, with the right head (UAS), and with the right
head and relation (LAS), the relation in full or without its subtype; on gold words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.monitor.text import sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from belie.datatypes import Syntax
    from belie.protocols import Parser
    from benchmarks.claims_data import ReferenceItem

__all__ = [
    "THRESHOLD",
    "Referred",
    "TreeScore",
    "base_las",
    "bias",
    "choose",
    "clip",
    "feminine_f1",
    "gap_f1",
    "las",
    "masculine_f1",
    "nearest",
    "probabilities",
    "refer",
    "score_tree",
    "tune",
    "uas",
]

THRESHOLD = 0.5

Choice = tuple[bool, bool]


@dataclass(frozen=True, slots=True)
class Referred:
    """Whether a pronoun stands for each of its two names, and what was told."""

    feminine: bool
    gold: Choice
    told: Choice


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeScore:
    """How many words of a sentence have the right head, base relation too, full relation too."""

    words: int
    heads: int
    base: int
    full: int


def clip(item: ReferenceItem) -> str:
    """Return the text up to the end of the pronoun's sentence and of both names.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> from benchmarks.claims_data import ReferenceItem
    >>> text = "Ann met Eva. She left. It rained."
    >>> names = (Span(0, 3), Span(8, 11))
    >>> item = ReferenceItem(
    ...     id="1", text=text, pronoun=Span(13, 16), names=names, gold=(True, False)
    ... )
    >>> clip(item)
    'Ann met Eva. She left.'
    """
    ends = [span.end for span in sentences(item.text) if item.pronoun.end <= span.end]
    needed = max(span.end for span in (item.pronoun, *item.names))
    return item.text[: max(needed, min(ends, default=needed))]


def nearest(item: ReferenceItem) -> Choice:
    """Return the name that begins last before the pronoun, or the first one if none does."""
    before = [span for span in item.names if span.end <= item.pronoun.start]
    taken = max(before) if before else min(item.names)
    return (item.names[0] == taken, item.names[1] == taken)


def choose(told: Sequence[float], threshold: float) -> Choice:
    """Return the likelier of two names, if its probability reaches ``threshold``.

    Examples
    --------
    >>> choose([0.6, 0.3], 0.5), choose([0.4, 0.3], 0.5)
    ((True, False), (False, False))
    """
    return (
        threshold <= told[0] and told[1] <= told[0],
        threshold <= told[1] and told[0] < told[1],
    )


def probabilities(parser: Parser, items: Sequence[ReferenceItem]) -> list[Sequence[float]]:
    """Return for each item the probabilities of its two names."""
    return [parser.refer(clip(item), [item.pronoun], item.names)[0] for item in items]


def refer(items: Sequence[ReferenceItem], told: Sequence[Choice]) -> list[Referred]:
    """Put the choices beside what is true."""
    return [
        Referred(item.feminine, item.gold, choice) for item, choice in zip(items, told, strict=True)
    ]


def tune(items: Sequence[ReferenceItem], told: Sequence[Sequence[float]]) -> float:
    """Return the threshold with the highest F1 on ``items``, of 0.05, 0.1 … 0.95."""

    def reached(threshold: float) -> float:
        return gap_f1(refer(items, [choose(row, threshold) for row in told])) or 0.0

    return max((step / 20 for step in range(1, 20)), key=reached)


def gap_f1(rows: Sequence[Referred]) -> float | None:
    """Return the F1 over both names of all rows; ``None`` if nothing is true or told.

    Examples
    --------
    >>> right = Referred(True, (True, False), (True, False))
    >>> wrong = Referred(True, (True, False), (False, True))
    >>> gap_f1([right, wrong])
    0.5
    """
    pairs = [pair for row in rows for pair in zip(row.gold, row.told, strict=True)]
    total = sum(gold + told for gold, told in pairs)
    return 2 * sum(gold and told for gold, told in pairs) / total if total else None


def feminine_f1(rows: Sequence[Referred]) -> float | None:
    """Return the F1 over the feminine pronouns."""
    return gap_f1([row for row in rows if row.feminine])


def masculine_f1(rows: Sequence[Referred]) -> float | None:
    """Return the F1 over the masculine pronouns."""
    return gap_f1([row for row in rows if not row.feminine])


def bias(rows: Sequence[Referred]) -> float | None:
    """Return the feminine F1 divided by the masculine; ``None`` if one is missing or 0."""
    feminine, masculine = feminine_f1(rows), masculine_f1(rows)
    return feminine / masculine if feminine and masculine else None


def score_tree(gold: Syntax, told: Syntax) -> TreeScore:
    """Count the words of one tree that are right."""
    right = [
        (ours, theirs)
        for ours, theirs, head, expected in zip(
            told.relations, gold.relations, told.heads, gold.heads, strict=True
        )
        if head == expected
    ]
    return TreeScore(
        words=len(gold.words),
        heads=len(right),
        base=sum(_base(ours) == _base(theirs) for ours, theirs in right),
        full=sum(ours == theirs for ours, theirs in right),
    )


def uas(rows: Sequence[TreeScore]) -> float | None:
    """Return the share of words with the right head."""
    return _share(rows, lambda row: row.heads)


def base_las(rows: Sequence[TreeScore]) -> float | None:
    """Return the share with the right head and relation, without subtypes."""
    return _share(rows, lambda row: row.base)


def las(rows: Sequence[TreeScore]) -> float | None:
    """Return the share with the right head and full relation."""
    return _share(rows, lambda row: row.full)


def _base(relation: str) -> str:
    return relation.split(":", 1)[0]


def _share(rows: Sequence[TreeScore], right: Callable[[TreeScore], int]) -> float | None:
    words = sum(row.words for row in rows)
    return sum(right(row) for row in rows) / words if words else None
