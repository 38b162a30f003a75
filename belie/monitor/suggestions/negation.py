"""A denial taken away, or added."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.graph.word_sets import word_set
from belie.monitor.suggestions.replacement import Replacement, deletion, insertion

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["affirmed", "denied", "denies"]

_DENIAL = re.compile(
    r"\b(?:(?P<short>[A-Za-z]+)n['’]t|(?P<can>can)not|(?P<without>without)|"
    r"(?:not|never|no))\b",
    re.IGNORECASE,
)
_LONG_FORMS = {"wo": "will", "ca": "can", "sha": "shall"}
_WORD = re.compile(r"[A-Za-z]+")
_AUXILIARIES = word_set(
    "is are was were am has have had can could will would may might must should shall do does did"
)


def denies(text: str) -> bool:
    """Whether a text has a word that denies.

    Examples
    --------
    >>> denies("It isn't open."), denies("It is open.")
    (True, False)
    """
    return _DENIAL.search(text) is not None


def affirmed(text: str) -> Iterator[Replacement]:
    """Yield, for each word of ``text`` that denies, what takes its denial away.

    Examples
    --------
    >>> for text in ("It was never sold.", "It won't open.", "You cannot stay without a pass."):
    ...     print([found.applied(text) for found in affirmed(text)])
    ['It was sold.']
    ['It will open.']
    ['You can stay without a pass.', 'You cannot stay with a pass.']
    """
    for match in _DENIAL.finditer(text):
        span = Span(*match.span())
        if short := match["short"]:
            yield Replacement(span, _LONG_FORMS.get(short.lower(), short))
        elif match["can"]:
            yield Replacement(span, match["can"])
        elif match["without"]:
            yield Replacement(span, match["without"][:4])
        else:
            yield deletion(span, text)


def denied(text: str, clash: Span) -> Replacement | None:
    """Return what denies ``text``: "not" behind the last auxiliary up to the clash, or the first.

    Examples
    --------
    >>> text = "It can be read, and it is open."
    >>> denied(text, Span(26, 30)).applied(text)
    'It can be read, and it is not open.'
    >>> denied("It opened.", Span(3, 9)) is None
    True
    """
    found = [match for match in _WORD.finditer(text) if match[0].lower() in _AUXILIARIES]
    before = [match for match in found if match.start() < clash.end]
    if not found:
        return None
    place = max(len(before) - 1, 0)
    while 0 < place and found[place - 1].end() + 1 == found[place].start():
        place -= 1
    span = Span(*found[place].span())
    if span.cut(text).lower() == "can":
        return Replacement(span, f"{span.cut(text)}not")
    return insertion("not", text, behind=span)
