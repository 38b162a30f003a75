"""What is foretold for certain, and so is no mere plan: your parcel will arrive on Monday."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.datatypes import Role
from belie.graph.semantics.dates import without_times
from belie.graph.semantics.reading import ASSISTANT
from belie.graph.semantics.words import content

if TYPE_CHECKING:
    from belie.graph.semantics.reading import Reading

__all__ = ["both_foretell", "foretells", "tells_a_rule"]

_FORETELLS = re.compile(r"\b(?:will|shall|won['’]t|going to)\b", re.IGNORECASE)
_WISHES = re.compile(
    r"^(?:suppose|assume|imagine|let['’]s say)\b|\b(?:would|wish(?:es|ed)?|hypothetically|"
    r"in theory|(?:plan|hope|intend|want|expect)(?:s|ned|ed|d)? to|"
    r"(?:planning|hoping|thinking of))\b",
    re.IGNORECASE,
)
_BECOMES = re.compile(
    r"\b(?:soon|later|shortly|eventually|some ?day|one day|once|when|after|until|new)\b|"
    r"\b(?:will|shall|won['’]t|going to)(?: \w+ly| also| then)? (?:move|rise|fall|drop|change|"
    r"become|grow|increase|decrease|go|get|turn|switch|improve|expand|add|reopen|join|stop|"
    r"have to)\b",
    re.IGNORECASE,
)
"""It foretells that something comes to be otherwise than it is."""
_FROM_THEN_ON = re.compile(
    r"\b(?:going to|from|as of|starting|beginning|effective|until|till|by|next|tomorrow|again|back|"
    r"longer|any ?more|instead)\b",
    re.IGNORECASE,
)
"""It foretells what is not so yet, or a plan."""
_TELLS_WHAT_CAME = re.compile(
    r"\b(?:was|were|did|has|have|had|been|yet|now|today)\b|['’]ve\b|"
    r"(?<!\bbe )\b\w{2,}ed\b",
    re.IGNORECASE,
)
_UNABLE = re.compile(
    r"\b(?:can(?:not|['’]t| not)|unable|not able|not possible|impossible)\b", re.IGNORECASE
)
_STAND_INS = frozenset({("it",), ("they",), ("this",), ("that",)})


def foretells(earlier: Reading, later: Reading) -> bool:
    """Return whether the earlier claim tells for certain what the later one tells otherwise.

    "Your parcel will arrive on Monday" is no plan, and nothing has come meanwhile in "it arrives on
    Friday". What speakers will do themselves is a plan, unless they say that they cannot.
    """
    by_assistant = earlier.claim.role is later.claim.role is Role.ASSISTANT
    if not (by_assistant and _is_certain(earlier)) or _TELLS_WHAT_CAME.search(later.whole):
        return False
    if earlier.subject == (ASSISTANT,):
        return later.subject == (ASSISTANT,) and bool(_UNABLE.search(later.whole))
    return _has_subject_of(later, earlier) and (_names_a_time(later) or not _names_a_time(earlier))


def tells_a_rule(earlier: Reading, later: Reading) -> bool:
    """Return whether the later claim tells what is so whenever the case arises.

    "A fee will be charged", "the warranty will not cover water" say no more than "is charged" and
    "does not cover". What speakers will do themselves is a plan.
    """
    by_assistant = earlier.claim.role is later.claim.role is Role.ASSISTANT
    if not (by_assistant and _is_certain(later)) or ASSISTANT in later.subject:
        return False
    return not (_FROM_THEN_ON.search(later.whole) or _names_a_time(later))


def both_foretell(earlier: Reading, later: Reading) -> bool:
    """Return whether both tell what will be: "you will get it on Monday", "we will send it"."""
    return all(
        _FORETELLS.search(one.whole) and not _WISHES.search(one.whole) for one in (earlier, later)
    )


def _is_certain(reading: Reading) -> bool:
    """Return whether it foretells something as a fact, and nothing that is to change."""
    said = reading.whole
    return bool(_FORETELLS.search(said)) and not (_WISHES.search(said) or _BECOMES.search(said))


def _has_subject_of(later: Reading, earlier: Reading) -> bool:
    mine, its = content(later.subject), content(earlier.subject)
    stands_in = tuple(word.lower() for word in later.subject) in _STAND_INS
    return bool(its) and (mine == its or stands_in)


def _names_a_time(reading: Reading) -> bool:
    return without_times(reading.whole) != reading.whole
