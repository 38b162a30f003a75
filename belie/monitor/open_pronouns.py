"""What a document calls "it" before it has named anything: what it was retrieved for.

Chunks of documents begin in the middle: "Apple sold it for $499." A classifier takes an "it" that
does what the claim's subject does for that subject, but not one that something is done to.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.monitor.persons import person
from belie.monitor.stems import stems
from belie.monitor.told import NOWHERE, told

if TYPE_CHECKING:
    from belie.datatypes import Claim, Passage
    from belie.monitor.told import Excerpt

__all__ = ["with_topic"]

_OBJECT = re.compile(
    r"(?P<before>(?:[\w'’-]+ ){2,6})(?P<pronoun>it|them)"
    r"(?= (?:for|in|on|at|from|by|with|as|after|before|until|since|during|between|again|back|off|"
    r"out|down|away|early|later|once|twice)\b|[.,;!?]|$)"
)
"""A pronoun among the first words of a text that something is done to: not "make it easy"."""
_ARTICLE = re.compile(r"(?:The|An?)(?= )")
_JOINS = re.compile(r"\b(?:and|or|but|that|which|who|when|while|if|because|of|to|with)\b")


def with_topic(read: Excerpt, passage: Passage, claim: Claim) -> Excerpt:
    """Return what is read of a passage with the claim's subject for an open pronoun.

    That is an object among the first words of a document, where nothing but their subject stands
    before it, and of a document that does not name the claim's subject.

    Examples
    --------
    >>> from belie.datatypes import Claim, Passage, Span
    >>> from belie.monitor.told import Excerpt
    >>> text, said = "Apple sold it for $499.", "The first iPhone cost $599."
    >>> claim = Claim("s/0#0", said, "s/0", Span(0, 27), subject="The first iPhone")
    >>> whole = Span(0, len(text))
    >>> with_topic(Excerpt(text, (whole,)), Passage("d@0-23", text, "d", whole), claim).text
    'Apple sold the first iPhone for $499.'
    """
    found = _OBJECT.match(read.text)
    topic = claim.subject
    if found is None or passage.span.start or read.places or read.spans[0].start:
        return read
    if _JOINS.search(found["before"]) or person(topic) is not None:
        return read
    words = stems(topic)
    is_plural = topic.endswith("s") and not topic.endswith("ss")
    if not words or words & stems(passage.text) or is_plural != (found["pronoun"] == "them"):
        return read
    pronoun, [(_, first), *others] = Span(*found.span("pronoun")), read.stretches()
    parts = [
        (found["before"], Span(0, pronoun.start)),
        (_ARTICLE.sub(lambda article: article[0].lower(), topic), pronoun),
        (read.text[pronoun.end : len(first)], Span(pronoun.end, first.end)),
    ]
    for place, source in others:
        parts += [(" ", NOWHERE), (place.cut(read.text), source)]
    return told(parts)
