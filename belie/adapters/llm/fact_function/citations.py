"""Whether a citation stands in what was shown, and where; blanks and its ends may differ."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.adapters.llm.words import printable, words
from belie.datatypes import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.adapters.llm.fact_function.sources import Source
    from belie.datatypes import Document

__all__ = ["Citation", "cited", "verbatim"]

_ENDS = "\"'`“”‘’«»…. \t\r\n"
_LONGEST = 4_000


@dataclass(frozen=True, slots=True)
class Citation:
    """Words of a document; ``span`` slices its text."""

    document: Document
    span: Span


def cited(quote: str, sources: Sequence[Source]) -> Citation | None:
    """Return where a citation stands, in the first passage that has it; ``None`` if in none.

    Examples
    --------
    >>> from belie.adapters.llm.fact_function.sources import Source
    >>> from belie.datatypes import Document
    >>> document = Document("d1", "The tower is old. It is 330 m  tall, and it leans.")
    >>> citation = cited('"It is 330 m tall…"', [Source(document, Span(0, 50))])
    >>> citation.span.cut(document.text)
    'It is 330 m  tall'
    >>> cited("It is 300 m tall", [Source(document, Span(0, 50))]) is None
    True
    """
    for source in sources:
        span = verbatim(quote, source.text)
        if span is not None:
            return Citation(source.document, span.shift(source.span.start))
    return None


def verbatim(quote: str, text: str) -> Span | None:
    """Return where words stand in ``text``, if possible not within a word; ``None`` if nowhere.

    They must be copied as they are; only blanks, and marks and quotes at both ends, may differ.

    Examples
    --------
    >>> verbatim("330", "1330 and 330")
    Span(start=9, end=12)
    >>> verbatim("  ", "no words") is None
    True
    """
    if _LONGEST < len(quote) or not words(quote):
        return None
    for attempt in (printable(quote).strip(), printable(quote).strip(_ENDS)):
        pattern = r"\s+".join(map(re.escape, attempt.split()))
        for bounded in (rf"(?<!\w){pattern}(?!\w)", pattern):
            match = re.search(bounded, text)
            if match:
                return Span(*match.span())
    return None
