"""Questions with their answers, as pages of frequent questions have them.

A classifier reads "Do you take dogs? No, but we take cats." as if dogs were taken. So what is
denied is told as such: "you do not take dogs. But we take cats."; where the subject of the question
is no pronoun, whose end anybody can tell, with the answer before it: "No are dogs allowed."
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.monitor.told import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["answered", "denial", "denied"]

_QUESTION = re.compile(r"\W*(?:Q(?:uestion)?\s*\d*\s*[:.)]\W*)?(?P<asked>\w.*?)\?\W*", re.DOTALL)
_LONGEST = 400
"""Characters of a question that is read so."""
_PLAIN = re.compile(
    r"(?P<verb>do|does|did|can|could|will|would|should|may|must|is|are|was|were|has|have)\s+"
    r"(?P<subject>i|you|we|they|he|she|it|there|this|that|these|those|anyone|everyone)\s+"
    r"(?P<rest>.+)",
    re.IGNORECASE | re.DOTALL,
)
_ANSWER = re.compile(
    r"\W*(?:A(?:nswer)?\s*\d*\s*[:.)]\W*)?(?:(?:unfortunately|sorry|sadly),?\s+)?"
    r"(?P<said>yes|no|not(?: yet| at the moment)?)(?:\s*[,.;:!–—-]+\s*|\s*\Z)",
    re.IGNORECASE,
)


def answered(spans: Sequence[Span], text: str) -> list[tuple[Span, ...]]:
    """Return sentences of ``text``, a question and the "yes" or "no" to it together.

    Examples
    --------
    >>> text = "Is it old? Yes. Is it tall? It is 330 m tall."
    >>> spans = [Span(0, 10), Span(11, 15), Span(16, 27), Span(28, 45)]
    >>> [len(group) for group in answered(spans, text)]
    [2, 1, 1]
    """
    groups: list[tuple[Span, ...]] = []
    for span in spans:
        asked = groups[-1][-1] if groups and len(groups[-1]) == 1 else None
        if asked and _ANSWER.match(text, span.start, span.end) and _question(asked, text):
            groups[-1] = (asked, span)
        else:
            groups.append((span,))
    return groups


def _question(span: Span, text: str) -> re.Match[str] | None:
    return _QUESTION.fullmatch(text, span.start, span.end) if len(span) <= _LONGEST else None


def denial(answer: Span, text: str) -> tuple[Span, Span] | None:
    """Return where an answer says "no" or "not", and what it says beside that; else ``None``.

    Examples
    --------
    >>> text = "A: No, but cats are."
    >>> no, beside = denial(Span(0, len(text)), text)
    >>> no.cut(text), beside.cut(text)
    ('No', 'but cats are.')
    """
    found = _ANSWER.match(text, answer.start, answer.end)
    if found is None or found["said"].lower() == "yes":
        return None
    return Span(*found.span("said")), Span(found.end(), answer.end)


def denied(group: Sequence[Span], text: str) -> list[tuple[str, Span]] | None:
    """Return a question and the "no" to it as a denial, the words each with where they stand.

    ``None`` of sentences that are no question with such an answer.

    Examples
    --------
    >>> text = "Do you take dogs? No, but we take cats."
    >>> "".join(said for said, _ in denied((Span(0, 17), Span(18, 39)), text))
    'you do not take dogs. But we take cats.'
    """
    found = denial(group[-1], text) if 1 < len(group) else None
    asked = _question(group[0], text)
    if found is None or asked is None:
        return None
    no, beside = found
    told = [*_as_denial(Span(*asked.span("asked")), no, text), (". ", NOWHERE)]
    return told + (_with_first(str.upper, beside, text) if len(beside) else [])


def _as_denial(asked: Span, no: Span, text: str) -> list[tuple[str, Span]]:
    plain = _PLAIN.fullmatch(text, asked.start, asked.end)
    blank = " ", NOWHERE
    if plain is None:
        return [("No", no), blank, *_with_first(str.lower, asked, text)]
    verb, subject, rest = (Span(*plain.span(name)) for name in ("verb", "subject", "rest"))
    return [
        (subject.cut(text), subject),
        blank,
        (verb.cut(text).lower(), verb),
        blank,
        ("not", no),
        blank,
        (rest.cut(text), rest),
    ]


def _with_first(case: Callable[[str], str], span: Span, text: str) -> list[tuple[str, Span]]:
    """Return words with a first letter that is small or not, which keeps its place."""
    first = Span(span.start, span.start + 1)
    behind = Span(first.end, span.end)
    return [(case(first.cut(text)), first), *([(behind.cut(text), behind)] if len(behind) else [])]
