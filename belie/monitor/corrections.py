"""Corrections that give a value alone: "Actually, it was 1957." says in full when it opened."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from belie.datatypes import Anchor, Scope, Span
from belie.graph.semantics.words import content, tokens
from belie.graph.word_sets import word_set
from belie.monitor.values import read_values

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.datatypes import Claim, Turn

__all__ = ["in_full"]

_BEFORE_VALUE = re.compile(
    r"(?:no\W+wait\W+)?(?:(?:it|that)(?:['’]s| is| was)\s+|i meant\s+)?(?:(?:in|at)\s+)?",
    re.IGNORECASE,
)
_BEHIND_VALUE = re.compile(r"[\s.!]*")
_PRONOUNS = word_set("it that i")
_OF_ANYTHING = frozenset({"count", "ordinal"})
"""Kinds of values that stand in too many places to tell which of them is corrected."""


def in_full(
    turn: Turn, claims: Sequence[Claim], earlier: Sequence[Claim], before: Turn | None
) -> tuple[Claim, ...]:
    """Return ``claims``, those that correct a value alone with the words around that value.

    These are of the last turn of the same speaker with a value of its kind, if it has one only. An
    "it" that is known to be something else is left as it is, and so is the answer to a question,
    which may be about something else ("And the bridge?").

    Parameters
    ----------
    turn
        What is read.
    claims
        Those of ``turn``.
    earlier
        Claims of earlier turns, the last first.
    before
        The turn before, if there is one.

    Examples
    --------
    >>> from belie.datatypes import Claim, Role, Turn
    >>> then = Claim("s/0#0", "The bridge opened in 1937.", "s/0", Span(0, 26))
    >>> now = Turn("s", 1, Role.ASSISTANT, "Correction: 1957.")
    >>> marked = frozenset({Scope.CORRECTION})
    >>> value = Claim("s/1#0", "1957.", "s/1", Span(12, 17), turn=1, scope=marked)
    >>> [claim.text for claim in in_full(now, [value], [then], None)]
    ['The bridge opened in 1957.']
    """
    if turn.question or (before and before.role is not turn.role and "?" in before.text):
        return tuple(claims)
    own = [claim for claim in earlier if claim.role is turn.role]
    return tuple(
        _completed(claim, turn.text, own) if Scope.CORRECTION in claim.scope else claim
        for claim in claims
    )


def _completed(claim: Claim, text: str, own: Sequence[Claim]) -> Claim:
    source = _value_alone(claim.span, text)
    if source is None:
        return claim
    value = source.cut(text)
    found = [
        (before, place)
        for before in own
        if _may_be_about(claim, before)
        for place in _places(before.text, value)
    ]
    last = [one for one in found if one[0].turn == found[0][0].turn]
    if len(last) != 1:
        return claim
    [(before, place)] = last
    return replace(
        claim,
        text=before.text[: place.start] + value + before.text[place.end :],
        anchors=(Anchor(Span(place.start, place.start + len(value)), source),),
        span=source,
        pieces=(),
        subject=before.subject,
        context=before.context,
    )


def _value_alone(span: Span, text: str) -> Span | None:
    """Return where the value stands that is all ``span`` says; `None` where it says more."""
    said = span.cut(text)
    values = read_values(said)
    if len(values) != 1:
        return None
    value = values[0].whole
    before, behind = said[: value.start], said[value.end :]
    alone = _BEFORE_VALUE.fullmatch(before) and _BEHIND_VALUE.fullmatch(behind)
    return value.shift(span.start) if alone else None


def _may_be_about(claim: Claim, before: Claim) -> bool:
    """Whether a claim's subject is open, or shares a word with an earlier claim."""
    subject = tokens(claim.subject)
    if not subject or {word.lower() for word in subject} <= _PRONOUNS:
        return True
    return not content(subject).isdisjoint(content(tokens(before.text)))


def _places(said: str, value: str) -> Iterator[Span]:
    """Yield where ``value`` may take the place of another value of its kind."""
    for old in read_values(said):
        changed = said[: old.whole.start] + value + said[old.whole.end :]
        place = Span(old.whole.start, old.whole.start + len(value))
        new = next((one for one in read_values(changed) if one.whole == place), None)
        if new is None or new.said == old.said:
            continue
        if new.said.kind == old.said.kind and new.said.kind not in _OF_ANYTHING:
            yield old.whole
