"""What is taken back without another word: "Scratch that.", "Forget what I said about Rome."

Such a sentence claims nothing, so extraction skips it. It becomes a claim of the graph alone, by
`withdrawals`; which earlier claims it takes back, `retracted` says.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from belie.datatypes import Claim, Scope
from belie.graph.semantics.reading import READ
from belie.graph.semantics.words import content, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from belie.datatypes import Skipped, Turn

__all__ = ["Retraction", "retracted", "retraction", "withdrawals"]

_WRONG = r"(?:wrong|mistaken|incorrect|not (?:right|correct|true)|a mistake|an error|false)"
_BEFORE = r"(?: (?:earlier|before|just now|there|above|previously))?"
_SAID = r"(?:said|told you|wrote|mentioned|claimed|stated)"
_LAST = re.compile(
    r"(?:(?:scratch|strike|forget|ignore|disregard|never ?mind) (?:that|this|it|the last "
    rf"(?:one|part|bit|sentence)|what i (?:just )?{_SAID})|i take (?:that|it|this) back|"
    rf"(?:that|it|this|what i (?:just )?{_SAID}|my (?:last|previous|earlier) (?:\w+)) was {_WRONG}|"
    rf"i (?:was|am) {_WRONG}|i misspoke|i made (?:a mistake|that up|an error)|that['’]?s "
    rf"{_WRONG}(?=.*\b(?:my|sorry|apolog))|my mistake|i got (?:that|it) wrong)\b",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    rf"(?:(?:forget|ignore|disregard|scratch|strike|never ?mind) (?:everything |all |anything )?"
    rf"(?:what )?i (?:just )?{_SAID}{_BEFORE} (?:about|on|regarding|concerning)|"
    rf"(?:forget|ignore|disregard|scratch|strike|never ?mind)(?: about)?|"
    rf"what i {_SAID}{_BEFORE} (?:about|on|regarding)|i take back what i {_SAID}{_BEFORE} about|"
    rf"(?:i was|i am|i['’]m) {_WRONG} about|i misspoke about|i got) "
    rf"(?P<topic>(?:my|the|his|her|their|our|your|that|this|(?-i:[A-Z]))[^.!?;,]*)",
    re.IGNORECASE,
)
_TAIL = re.compile(
    rf"\b(?:was|is|are|were) {_WRONG}.*|\b(?:wrong|earlier|before|please|though|then)\b",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:(?:oh|ah|oops|sorry|wait|no|well|ok|okay|actually|hm+|um|uh|and|but|yes|please|my "
    r"apologies|i apologi[sz]e|i['’]?m sorry|you['’]?re right)\b[\s,.!;:–—-]*)+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Retraction:
    """What a sentence takes back.

    Parameters
    ----------
    about
        The stems of the words that name it; empty for what its speaker said last.
    """

    about: frozenset[str] = frozenset()


def retraction(claim: Claim) -> Retraction | None:
    """Return what ``claim`` takes back of what its speaker said before; ``None`` if nothing.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> text = "Forget what I said about the price."
    >>> sorted(retraction(Claim("s/3#0", text, "s/3", Span(0, 35))).about)
    ['pric']
    """
    words = _LEAD.sub("", claim.text[:READ])
    topic = _ABOUT.match(words)
    if topic:
        about = content(tokens(_TAIL.sub("", topic["topic"]))) - {"part", "thing", "bit"}
        if about:
            return Retraction(about)
    return Retraction() if _LAST.match(words) else None


def retracted(claim: Claim, earlier: Iterable[Claim]) -> tuple[Claim, ...]:
    """Return which claims ``claim`` takes back, newest first; empty where it takes back nothing.

    Parameters
    ----------
    claim
        Any claim.
    earlier
        Claims to look among, newest first. Those of the other speaker and those said after
        ``claim`` are passed over.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> texts = "It is red.", "It costs $5.", "Sorry, scratch that."
    >>> red, price, back = (
    ...     Claim(f"s/{turn}#0", text, f"s/{turn}", Span(0, 9), turn)
    ...     for turn, text in enumerate(texts)
    ... )
    >>> [one.text for one in retracted(back, [price, red])]
    ['It costs $5.']
    """
    taken = retraction(claim)
    if taken is None:
        return ()
    own = (one for one in earlier if one.role is claim.role and _place(one) < _place(claim))
    found = (one for one in own if taken.about <= content(tokens(one.text)))
    return tuple(found) if taken.about else tuple(islice(found, 1))


def _place(claim: Claim) -> tuple[int, int]:
    """Return where its words stand in the conversation."""
    return claim.turn, claim.span.start


def withdrawals(
    turn: Turn, claims: Sequence[Claim], skipped: Iterable[Skipped]
) -> tuple[Claim, ...]:
    """Return the sentences of ``turn`` that take something back, as claims for the graph.

    They are numbered after the turn's claims and take no part in reports. A turn that says what
    is right instead ("Sorry, that was wrong. It costs $6.") has none: its correction speaks.

    Parameters
    ----------
    turn
        One message.
    claims, skipped
        What extraction took from it.
    """
    if any(Scope.CORRECTION in claim.scope for claim in claims):
        return ()
    said = (
        Claim("", one.span.cut(turn.text), turn.id, one.span, turn.index, turn.role, at=turn.at)
        for one in skipped
    )
    found = [claim for claim in said if retraction(claim) is not None]
    return tuple(
        replace(claim, id=f"{turn.id}#{number}") for number, claim in enumerate(found, len(claims))
    )
