"""How good belie's suggestions are: does the made contradiction become what the passage says?

Rows of which an edit of known kind changed a number, a date, a name or a negation are said by an
assistant beside the passage. Each suggestion belie gives is put into its place.

Restored
    Where the edited words stood there are now the original ones, and all other words are as they
    were; or the suggested words have the original ones among them, beside others of the passage.
    A suggestion that changes other words than the edited ones, or puts something else there, is
    not counted.
Word for word
    The first of the two alone.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.monitor.suggestions.replacement import Replacement, replacement_between
from benchmarks import weighted
from benchmarks.perturbed_measures import ROUNDS, PerturbedLine
from training.rows import CONFLICTING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np

    from benchmarks.engines import Observer
    from training.rows import Row, Spans

__all__ = ["KINDS", "Mended", "mend", "mendable", "restored", "suggestion_lines", "word_for_word"]

KINDS = ("numeric", "temporal", "entity", "negation")
SESSION = "suggestions"


@dataclass(frozen=True, slots=True)
class Mended:
    """A row, how many alerts it raised, and the claim as each suggestion would have it."""

    row: Row
    alerts: int
    texts: tuple[str, ...]


def mendable(rows: Sequence[Row]) -> list[Row]:
    """Return the contradictions of the four kinds whose changed words are known on both sides."""
    return [
        row
        for row in rows
        if row.label in CONFLICTING and row.error in KINDS and row.premise_marks and row.claim_marks
    ]


def mend(rows: Sequence[Row], *, monitor: Observer) -> Iterator[Mended]:
    """Yield the rows with what belie suggests, and say on stderr how far it is."""
    for number, row in enumerate(rows, 1):
        report = monitor.observe(row.claim, session=SESSION, documents=[row.premise])
        monitor.forget(SESSION)
        texts = tuple(
            Replacement(alert.conflict.claim.span, alert.suggestion).applied(row.claim)
            for alert in report.alerts
            if alert.suggestion is not None
        )
        yield Mended(row, len(report.alerts), texts)
        print(f"\r{number}/{len(rows)} suggestions", end="", file=sys.stderr)
    print(file=sys.stderr)


def word_for_word(row: Row, text: str) -> bool:
    """Whether ``text`` is the row's claim with the original words in their place.

    Examples
    --------
    >>> from training.rows import Row
    >>> row = Row("He has six.", "He has four.", "", "", "", ((7, 10),), ((7, 11),))
    >>> word_for_word(row, "He has six."), word_for_word(row, "It has six.")
    (True, False)
    """
    place, original = _stretch(row.claim_marks), _stretch(row.premise_marks).cut(row.premise)
    return _plain(text) == _plain(Replacement(place, original).applied(row.claim))


def restored(row: Row, text: str) -> bool:
    """Whether ``text`` says the original words where the row's claim says the edited ones.

    Examples
    --------
    >>> from training.rows import Row
    >>> row = Row("He has six cats.", "He has four.", "", "", "", ((7, 10),), ((7, 11),))
    >>> restored(row, "He has six cats."), restored(row, "He has cats.")
    (True, False)
    """
    if word_for_word(row, text):
        return True
    place, original = _stretch(row.claim_marks), _stretch(row.premise_marks).cut(row.premise)
    edit = replacement_between(row.claim, text)
    if edit is None or place.end <= edit.span.start or edit.span.end <= place.start:
        return False
    return f" {_plain(original)} " in f" {_plain(edit.words)} "


def suggestion_lines(mended: Sequence[Mended]) -> list[PerturbedLine]:
    """Return how many alerts carry a suggestion, and how many suggestions restore."""
    suggested = [(one.row, text) for one in mended for text in one.texts]
    raised = [(one.row, place < len(one.texts)) for one in mended for place in range(one.alerts)]
    hits = [(row, restored(row, text)) for row, text in suggested]
    return [
        _line("suggestions: alerts that carry one", raised),
        _line("suggestions: original restored", hits, must=0.85),
        _line(
            "suggestions: word for word",
            [(row, word_for_word(row, text)) for row, text in suggested],
        ),
        *(
            _line(
                f"{kind}: suggestions that restore", [one for one in hits if one[0].error == kind]
            )
            for kind in KINDS
        ),
    ]


def _line(
    name: str, found: Sequence[tuple[Row, bool]], *, must: float | None = None
) -> PerturbedLine:
    hits = [hit for _, hit in found]
    weights = weighted.resampled([row.group for row, _ in found], rounds=ROUNDS)

    def share(weights: np.ndarray) -> np.ndarray:
        return weighted.share(hits, weights)

    return PerturbedLine(
        name=name,
        rows=len(found),
        ours=weighted.value(share, len(found)),
        interval=weighted.interval(share, weights) if found else None,
        must=must,
    )


def _stretch(marks: Spans) -> Span:
    return Span(min(start for start, _ in marks), max(end for _, end in marks))


def _plain(text: str) -> str:
    """Return the words of ``text`` in lower case, with one blank between them."""
    return " ".join(re.findall(r"\w+(?:[.,]\d+)*", text.lower().replace("n't", " not")))
