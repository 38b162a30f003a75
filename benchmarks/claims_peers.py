"""The extractors that are compared: two floors, the previous version, the shipped one.

Sentence splitting
    Every sentence is a claim.
Naive splitting
    Every sentence is cut at ", ", "; ", " and ", " but " and before "which" or "who": what peers
    without a language model do with regular expressions.
Previous
    The clauses by rule that belie had before.
Shipped
    What `belie.wiring.make_extractor` returns.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import Claim, Extraction, Span
from belie.monitor.text import sentences, strip
from belie.wiring import make_extractor
from benchmarks.claims_previous import ClauseExtractor

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from belie.datatypes import Turn
    from belie.protocols import Extractor

__all__ = [
    "NaiveExtractor",
    "Peer",
    "SentenceExtractor",
    "floors",
    "shipped",
]

_CUT = re.compile(r",\s+(?:and|but)\s+|[,;]\s+|\s+(?:and|but)\s+|\s+(?=(?:which|who)\b)")
_WORDLIKE = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Peer:
    """An extractor and the name of its column."""

    name: str
    extractor: Extractor


class SentenceExtractor:
    """Takes every sentence as a claim.

    Examples
    --------
    >>> from belie.datatypes import Role, Turn
    >>> turn = Turn("s1", 0, Role.ASSISTANT, "It is old, and it leans. Really?")
    >>> [claim.text for claim in SentenceExtractor().extract(turn).claims]
    ['It is old, and it leans.', 'Really?']
    """

    def extract(self, turn: Turn, earlier: Sequence[Turn] = ()) -> Extraction:
        """Return the sentences of ``turn``."""
        del earlier
        return _verbatim(turn, sentences(turn.text))


class NaiveExtractor:
    """Cuts every sentence at commas, semicolons, "and", "but", and before "which" and "who".

    Examples
    --------
    >>> from belie.datatypes import Role, Turn
    >>> turn = Turn("s1", 0, Role.ASSISTANT, "The tower, which is old, leans and sinks.")
    >>> [claim.text for claim in NaiveExtractor().extract(turn).claims]
    ['The tower', 'which is old', 'leans', 'sinks.']
    """

    def extract(self, turn: Turn, earlier: Sequence[Turn] = ()) -> Extraction:
        """Return the pieces of ``turn`` that have a word."""
        del earlier
        pieces = (piece for span in sentences(turn.text) for piece in _pieces(span, turn.text))
        return _verbatim(turn, pieces)


def floors() -> tuple[Peer, ...]:
    """Return sentence splitting, naive splitting and the previous version."""
    return (
        Peer("sentences", SentenceExtractor()),
        Peer("naive", NaiveExtractor()),
        Peer("previous", ClauseExtractor()),
    )


def shipped() -> Peer:
    """Return the extractor that belie ships."""
    return Peer("shipped", make_extractor())


def _pieces(sentence: Span, text: str) -> Iterable[Span]:
    start = sentence.start
    for cut in _CUT.finditer(text, sentence.start, sentence.end):
        yield Span(start, cut.start())
        start = cut.end()
    yield Span(start, sentence.end)


def _verbatim(turn: Turn, spans: Iterable[Span]) -> Extraction:
    kept = [strip(span, turn.text) for span in spans if _WORDLIKE.search(span.cut(turn.text))]
    return Extraction(
        tuple(
            Claim(f"{turn.id}#{number}", span.cut(turn.text), turn.id, span, turn.index, turn.role)
            for number, span in enumerate(kept)
        )
    )
