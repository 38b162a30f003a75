"""When two claims are one: the same words, meant alike, by the same speaker.

Such claims share a node of the graph; each stays a *mention* with its own id, turn and spans.
Equality is a matter of spelling only, so it is cautious: what says the same in other words is left
to the classifier, whose verdict becomes an ``"entails"`` edge.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, TypeAlias

from belie.datatypes import Scope
from belie.graph.word_sets import word_set

if TYPE_CHECKING:
    from belie.datatypes import Claim

__all__ = ["ClaimKey", "claim_key", "same_words"]

ClaimKey: TypeAlias = tuple[str, ...]
"""What equal claims have in common."""

_WORD = re.compile(r"[^\W\d_]+")
_POINTING = word_set(
    "it its he him his she her hers they them their theirs this that these those here there "
    "one ones another other today tonight tomorrow yesterday now currently recently soon ago "
    "last next former latter so such"
)
"""Words whose meaning hangs on when or after what they are said."""


def claim_key(claim: Claim) -> ClaimKey:
    """Return what all claims equal to ``claim`` share, and no other.

    Equal claims have the same speaker's role, the same words by :func:`same_words`, the same scope
    (being a correction aside), the same reported speaker and the same time they hold for. Words
    that point elsewhere ("it", "this", "yesterday") mean the same only within one turn.

    Examples
    --------
    >>> from belie.datatypes import Claim, Span
    >>> texts = "The shop opens at 9.", "the shop opens  at 9", "The shop opens at 8."
    >>> first, again, other = (
    ...     claim_key(Claim(f"s/{turn}#0", text, f"s/{turn}", Span(0, 5), turn))
    ...     for turn, text in enumerate(texts)
    ... )
    >>> first == again, first == other
    (True, False)
    """
    points = bool(claim.context) or not _POINTING.isdisjoint(_WORD.findall(claim.text.lower()))
    return (
        claim.role.value,
        same_words(claim.text),
        " ".join(sorted(claim.scope - {Scope.CORRECTION})),
        claim.reported_by or "",
        claim.as_of or "",
        claim.source if points else "",
    )


def same_words(text: str) -> str:
    """Return ``text`` without what makes no difference.

    That is spacing, the shape of apostrophes, the case of the first letter, and full stops and
    exclamation marks at the end. Other capitals stay: "Polish" is not "polish".

    Examples
    --------
    >>> same_words(" It’s  in the US. ")
    "it's in the US"
    """
    plain = unicodedata.normalize("NFC", text).replace("’", "'")
    spaced = " ".join(plain.split())
    words = spaced.rstrip(".! ") or spaced
    return words[:1].lower() + words[1:]
