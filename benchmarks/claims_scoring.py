"""Ask an extractor for the claims of a row and count what it got right.

**Check-worthiness**: each gold claim has a label, factual or not. What an extractor says of it is
read from the stretches that make no claim: those that it reports as skipped, and the sentences in
which it found no claim. A gold claim is told *not factual* if more than half of its content words
that occur in the sentence stand in such stretches only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import Role, Span, Turn
from belie.monitor.text import sentences
from benchmarks.claims_measures import score_row
from benchmarks.claims_words import content_words
from benchmarks.metrics import f1, macro_f1

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.datatypes import Claim, Extraction
    from belie.protocols import Extractor
    from benchmarks.claims_data import ClaimItem
    from benchmarks.claims_measures import RowScore

__all__ = [
    "FACTUAL",
    "OTHER",
    "Worth",
    "extract",
    "factual_f1",
    "lies_within",
    "other_f1",
    "score_claims",
    "silent",
    "worth",
    "worth_macro_f1",
]

FACTUAL, OTHER = "factual", "not factual"

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Worth:
    """For each gold claim of a row: what it is, and what the extractor took it for."""

    gold: tuple[str, ...]
    told: tuple[str, ...]


def extract(extractor: Extractor, item: ClaimItem) -> Extraction:
    """Return what ``extractor`` reads in the item's turn."""
    earlier = [_turn(place, text) for place, text in enumerate(item.earlier)]
    return extractor.extract(_turn(len(earlier), item.text), earlier)


def lies_within(claim: Claim, span: Span) -> bool:
    """Whether at least half of the source words of ``claim``, by characters, lie in ``span``."""
    inside = sum(_shared(piece, span) for piece in claim.spans)
    return sum(len(piece) for piece in claim.spans) <= 2 * inside


def score_claims(item: ClaimItem, extraction: Extraction) -> RowScore:
    """Return the counts of the claims that lie in the item's sentence."""
    found = [claim.text for claim in extraction.claims if lies_within(claim, item.span)]
    return score_row(item.sentence, found, item.gold, group=item.group)


def worth(item: ClaimItem, extraction: Extraction) -> Worth:
    """Return what the gold claims of a row are, and what they were taken for."""
    quiet = silent(item.text, extraction)
    words = [Span(*found.span()) for found in _WORD.finditer(item.text, *_ends(item.span))]
    lost = {span.cut(item.text).lower() for span in words if _is_in(span, quiet)}
    kept = {span.cut(item.text).lower() for span in words if not _is_in(span, quiet)}
    return Worth(
        gold=tuple(FACTUAL if label == "factual" else OTHER for label in item.labels),
        told=tuple(_told(content_words(text), lost=lost - kept, kept=kept) for text in item.gold),
    )


def silent(text: str, extraction: Extraction) -> tuple[Span, ...]:
    """Return the stretches that make no claim: skipped ones, and sentences without a claim."""
    pieces = [piece for claim in extraction.claims for piece in claim.spans]
    empty = [span for span in sentences(text) if not any(_shared(span, part) for part in pieces)]
    return (*(skipped.span for skipped in extraction.skipped), *empty)


def factual_f1(rows: Sequence[Worth]) -> float | None:
    """Return the F1 of "factual" over the gold claims of all rows."""
    return f1(*_flat(rows), label=FACTUAL)


def other_f1(rows: Sequence[Worth]) -> float | None:
    """Return the F1 of "not factual"."""
    return f1(*_flat(rows), label=OTHER)


def worth_macro_f1(rows: Sequence[Worth]) -> float | None:
    """Return the mean of the two."""
    return macro_f1(*_flat(rows))


def _turn(place: int, text: str) -> Turn:
    return Turn("benchmark", place, Role.ASSISTANT, text)


def _shared(first: Span, second: Span) -> int:
    return max(0, min(first.end, second.end) - max(first.start, second.start))


def _ends(span: Span) -> tuple[int, int]:
    return span.start, span.end


def _is_in(word: Span, stretches: Sequence[Span]) -> bool:
    return any(_shared(word, stretch) for stretch in stretches)


def _told(words: frozenset[str], *, lost: set[str], kept: set[str]) -> str:
    return OTHER if len(words & kept) < len(words & lost) else FACTUAL


def _flat(rows: Sequence[Worth]) -> tuple[list[str], list[str]]:
    return [gold for row in rows for gold in row.gold], [told for row in rows for told in row.told]
