"""What follows from the attributes that two claims speak of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.graph.semantics.attributes import attributes
from belie.graph.semantics.reading import USER
from belie.graph.semantics.subjects import is_person
from belie.graph.semantics.times import happens_once
from belie.graph.semantics.words import NEGATIONS, STOP_WORDS, stem, tokens
from belie.graph.word_sets import word_set

if TYPE_CHECKING:
    from belie.graph.semantics.attributes import Attribute
    from belie.graph.semantics.reading import Reading

__all__ = ["can_be_both", "changes_mind", "different_attributes", "updates"]

_ONLY = re.compile(
    r"\b(?:only|solely|exclusively|just|nothing but|all|every|everything|sole|instead|rather than|"
    r"favou?rite|(?:more|better|best|most)(?! than (?:one|two)))\b",
    re.IGNORECASE,
)
_ALSO = re.compile(
    r"\b(?:also(?! (?:known|called|named|spel\w+|written|referred|abbreviated|styli[sz]ed)\b)|"
    r"too\W*$|as well(?! as)|another|besides|in addition|additionally)\b",
    re.IGNORECASE,
)
_ONE_OF_A_BODY = word_set(
    "eye hair birthday name age job height allergy nose voice accent husband wife mother father "
    "budget appointment reservation meeting flight deadline population capacity area length "
    "speed weight size price rating storey floor"
)
_NUMBER_WORDS = word_set(
    "one two three four five six seven eight nine ten eleven twelve several many few some any no "
    "single both dozen hundred"
)
_NEWS = word_set(
    "sold quit lost moved married divorced bought stopped started finished left joined got broke "
    "graduated retired adopted became switched changed cancelled canceled gave signed traded "
    "swapped replaced exchanged"
)
"""What happens to somebody and ends what was so."""
_PAST = word_set(
    "was were had did went said got won wrote built made took bought sold met ate drove spoke "
    "spent left began became paid came saw ran knew thought told gave found slept"
)
_FOR_EVER = frozenset({"birthplace", "birthday", "founding"})
_CHANGE_OF_MIND = re.compile(
    r"\b(?:chang(?:ed|ing) my mind|change of plans?|instead|on (?:second thought|reflection)|"
    r"from now on|rather(?= than)|let['’]s (?:make|do|say|go)|make (?:it|that)|switch(?:ed|ing)?|"
    r"decided|after all|not? ?any ?more|no longer|prefer)\b",
    re.IGNORECASE,
)


def different_attributes(earlier: Reading, later: Reading) -> bool:
    """Return whether the two say things that are told apart and do not depend on each other."""
    mine, its = attributes(earlier), attributes(later)
    if not (mine and its) or earlier.negated or later.negated:
        return False
    if not all(one.alone for one in (*mine, *its)):
        return False
    return {one.name for one in mine}.isdisjoint(one.name for one in its)


def can_be_both(earlier: Reading, later: Reading) -> bool:
    """Return whether both name values of something that has many, or one says "also".

    Not where one denies, says "only", or both speak of the same thing ("two dogs", "three dogs").
    """
    texts = earlier.text, later.text
    if earlier.negated or later.negated or any(_ONLY.search(text) for text in texts):
        return False
    mine, its = attributes(earlier), attributes(later)
    shared = [one for one in mine if one in its]
    if any(not one.many and one.name != "taste" for one in shared):
        return False
    shared = [one for one in shared if one.many]
    if shared:
        return any(_other_value(one, earlier, later) for one in shared)
    unknown = not mine or not its
    return unknown and bool(_ALSO.search(texts[1])) and earlier.said != later.said


def updates(earlier: Reading, later: Reading) -> bool:
    """Return whether the later claim says anew what can change, or changes a mind.

    That is what the table marks so, and all that speakers say of themselves and theirs in the
    present, but for what is so for ever: a birth, and whatever has one date only.
    """
    if changes_mind(later):
        return True
    mine, its = ({one.name for one in attributes(each) if one.changes} for each in (earlier, later))
    return bool(mine & its) or _is_news(earlier, later)


def changes_mind(later: Reading) -> bool:
    """Return whether a claim says that its speaker wants something else now: "Friday instead"."""
    return bool(_CHANGE_OF_MIND.search(later.whole))


def _is_news(earlier: Reading, later: Reading) -> bool:
    if any(happens_once(each) or _is_for_ever(each) for each in (earlier, later)):
        return False
    own = all((each.subject or each.predicate)[:1] == (USER,) for each in (earlier, later))
    verb = next((word.lower() for word in later.predicate if word.lower() != "just"), "")
    past = verb in _PAST or verb.endswith("ed")
    return own and (not past or verb in _NEWS)


def _is_for_ever(reading: Reading) -> bool:
    return any(one.name in _FOR_EVER for one in attributes(reading))


def _other_value(attribute: Attribute, earlier: Reading, later: Reading) -> bool:
    if attribute.of_people and not all(is_person(each.subject) for each in (earlier, later)):
        return False
    mine, its = (_value(attribute, one.text) for one in (earlier, later))
    if not (mine and its):
        return False
    return mine.isdisjoint(its) and (mine | its).isdisjoint(_ONE_OF_A_BODY)


def _value(attribute: Attribute, text: str) -> frozenset[str]:
    """Return the stems of the value's words, without numbers."""
    cue = attribute.cue.search(text)
    words = tokens(text[cue.end() :]) if cue else ()
    plain = (word for word in words if word.lower() not in STOP_WORDS | NEGATIONS | _NUMBER_WORDS)
    return frozenset(stem(word) for word in plain if not word[0].isdigit() and word[0] not in "$€£")
