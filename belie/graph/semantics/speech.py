"""What a speaker does with a claim: corrects, takes back, reports, supposes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.datatypes import Scope
from belie.graph.semantics.forecasts import both_foretell, foretells, tells_a_rule
from belie.graph.semantics.words import content, tokens

if TYPE_CHECKING:
    from belie.graph.semantics.reading import Reading

__all__ = [
    "corrects",
    "not_asserted",
    "one_is_imagined",
    "one_is_reported",
    "other_condition",
    "takes_back",
]

_TAKES_BACK = re.compile(
    r"\b(?:i (?:was|am)|i['’]m) (?:wrong|mistaken|incorrect) (?:to say|when i said|in saying|about|"
    r"that)\b|\bi (?:take back|withdraw|retract)\b|\bi should(?:n['’]t| not) have said\b|"
    r"\b(?:forget|ignore|disregard)\b.{0,20}\bi (?:said|told you|wrote|mentioned)\b|"
    r"\bcontrary to what i said\b|\bwhat i said .{0,60}\b(?:was|is) (?:wrong|not true|incorrect|"
    r"false|a mistake)\b|\bi (?:was (?:joking|kidding|lying)|made that up)\b",
    re.IGNORECASE,
)
_SAID_ONCE = re.compile(
    r"(?:sorry,? )?(?:i|we) (?:said|told you|wrote|mentioned|thought|believed)\b", re.IGNORECASE
)
_SAID_BY_YOU = re.compile(
    r"\byou(?:['’]ve| have)?(?: just| already)? (?:said|say|told|mentioned|stated)\b", re.IGNORECASE
)
_OWN_AUTHORITY = re.compile(
    r"(?:i|we|(?:our|my|your|the) (?:[\w-]+ ){0,2}(?:manual|website|schedule|timetable|"
    r"polic(?:y|ies)|system|label|menu|records?|account|calendar|terms|database))",
    re.IGNORECASE,
)
"""What speakers speak for when they name it: "our policy", "my records", not "my mother"."""
_IN_ALL_CASES = re.compile(
    r"\b(?:always|never|under no circumstances|the (?:whole|entire) (?:time|day|year)|"
    r"at all times|every time|(?:at )?any ?time|no matter|regardless|in any case|whether or not|"
    r"without any)\b",
    re.IGNORECASE,
)
_DOUBT = frozenset({Scope.HEDGED, Scope.QUESTION, Scope.QUOTED})


def corrects(earlier: Reading, later: Reading) -> bool:
    """Return whether the later claim is marked as mending what its speaker said before.

    So is what follows "I said it was $10, but" in the same turn.
    """
    if earlier.claim.role is not later.claim.role:
        return False
    told = earlier.claim.source == later.claim.source and _SAID_ONCE.match(earlier.whole)
    return Scope.CORRECTION in later.claim.scope or bool(told)


def takes_back(earlier: Reading, later: Reading) -> bool:
    """Return whether the later claim says that its speaker was wrong to say the earlier one."""
    same = earlier.claim.role is later.claim.role
    return same and bool(_TAKES_BACK.search(later.whole))


def one_is_reported(earlier: Reading, later: Reading) -> bool:
    """Return whether the two are not the word of one and the same: "according to the guide, …".

    What the other speaker is said to have said is held against that speaker's own words, and what
    speakers read off their own policy or the manual is their word.
    """
    if _is_held_against_its_source(earlier, later):
        return False
    reported = [
        Scope.REPORTED in one.claim.scope and not _is_own_word(one, other)
        for one, other in ((earlier, later), (later, earlier))
    ]
    if all(reported):
        sources = [_source(each) for each in (earlier, later)]
        return None in sources or sources[0] != sources[1]
    return any(reported)


def not_asserted(earlier: Reading, later: Reading) -> bool:
    """Return whether one is asked, quoted or said with doubt."""
    return not all(_DOUBT.isdisjoint(each.claim.scope) for each in (earlier, later))


def other_condition(earlier: Reading, later: Reading) -> bool:
    """Return whether one holds under a condition only, and the other not under the same one.

    Who says what the condition says speaks of the same case: "I relax with jazz", "when I relax, I
    never listen to jazz". So does who speaks of all cases: "parking is never free".
    """
    mine, its = _condition(earlier), _condition(later)
    if mine == its or any(
        _IN_ALL_CASES.search(one.whole)
        for one, condition in ((earlier, mine), (later, its))
        if condition is None
    ):
        return False
    if mine is None:
        return not _says(earlier, its)
    return its is not None or not _says(later, mine)


def one_is_imagined(earlier: Reading, later: Reading) -> bool:
    """Return whether one is a plan, a wish or imagined, and the other is how things are."""
    imagined = [Scope.HYPOTHETICAL in each.claim.scope for each in (earlier, later)]
    if imagined[0] == imagined[1] or both_foretell(earlier, later):
        return False
    return not (foretells(earlier, later) if imagined[0] else tells_a_rule(earlier, later))


def _is_held_against_its_source(earlier: Reading, later: Reading) -> bool:
    """Return whether the later claim tells the other speaker what they said: "you told me …"."""
    if earlier.claim.role is later.claim.role or Scope.REPORTED in earlier.claim.scope:
        return False
    told = Scope.REPORTED in later.claim.scope
    return told and (_source(later) == "you" or bool(_SAID_BY_YOU.search(later.whole)))


def _is_own_word(one: Reading, other: Reading) -> bool:
    same = one.claim.role is other.claim.role
    return same and bool(_OWN_AUTHORITY.fullmatch(_source(one) or ""))


def _source(reading: Reading) -> str | None:
    source = reading.claim.reported_by
    return source.lower().strip() if source else None


def _says(reading: Reading, condition: str | None) -> bool:
    """Return whether a claim has all meaningful words of a condition."""
    words = content(tokens(condition or ""))
    return bool(words) and words <= reading.remainder


_CONDITION = re.compile(
    r"\b(?:if|unless|in case|provided that|as long as|on condition that|when|whenever)\b"
    r"(?P<words>[^,;]*)",
    re.IGNORECASE,
)


def _condition(reading: Reading) -> str | None:
    """Return the condition as it is put; ``None`` where the claim has none."""
    if Scope.CONDITIONAL not in reading.claim.scope:
        return None
    found = _CONDITION.search(reading.whole)
    return " ".join(found["words"].lower().strip(" .!").split()) if found else ""
