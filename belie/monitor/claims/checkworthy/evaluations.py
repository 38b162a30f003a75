"""Evaluations of nothing in particular, feelings and hopes."""

from __future__ import annotations

from belie.monitor.claims.checkworthy.patterns import END, any_of, pattern
from belie.monitor.claims.checkworthy.vocabulary import DEGREE, VALUED

__all__ = ["SUBJECTIVE"]

_EVALUATED = any_of(
    "place day time thing idea topic subject question choice experience way story news person "
    "people hobby one point plan option view feeling job combination opportunity moment goal life"
)
_IN_MY_OPINION = (
    r"(?:(?:i|we)(?: \w++ly| also| just)? (?:think|believe|feel|guess|bet|find|would say|must say)"
    r"(?: that)? )"
)
_IT_IS = (
    r"(?:(?:it|that|this|they|these|those|everything)"
    r"(?:(?:'s|'re)| (?:is|was|are|were|sounds?|looks?|seems?|feels?|(?:must|would|will|could) be))"
    r"|you(?:'re| are))"
)
_NAMES_A_KIND = any_of("good bad cool fine kind wild rough tough sweet")
"""Such an adjective may belong to a fact: "a good conductor", "a wild horse"."""
_FEELING = any_of(
    "happy sad excited glad thrilled delighted proud grateful thankful hopeful blessed relieved "
    "lonely angry upset nervous anxious scared afraid miserable disappointed embarrassed ashamed "
    "guilty jealous"
)
_AT_THE_MOMENT = (
    r"(?: (?:today|tonight|(?:right )?now|again|too|about (?:it|this|that)|at the moment))*+"
)
SUBJECTIVE = pattern(
    rf"{_IN_MY_OPINION}?(?:and |but |so )?{_IT_IS} "
    rf"(?:{DEGREE} ){{0,5}}{VALUED}(?:(?:\s*,)?(?: and)? {VALUED}){{0,2}}"
    rf"(?: {_EVALUATED})?(?: (?:too|though|indeed|really|then|to (?:me|hear|know|see)|"
    rf"for (?:you|me|sure)|of you|there|here))*+{END}",
    rf"{_IN_MY_OPINION}{_IT_IS} (?:{DEGREE} ){{1,5}}(?!{_NAMES_A_KIND}\b){VALUED} [^\W\d]++{END}",
    rf"i(?:'m| am)? feel(?:ing)? (?:{DEGREE} ){{0,3}}{_FEELING}{_AT_THE_MOMENT}{END}",
    rf"i(?:'m| am) (?:{DEGREE} ){{1,3}}{_FEELING}{_AT_THE_MOMENT}\s*+!{END}",
    rf"(?:{DEGREE} ){{1,3}}{VALUED}(?: {_EVALUATED})?{END}",
    rf"what an? (?:[\w'-]++ ){{0,4}}?[\w'-]++{END}",
    rf"how (?:{DEGREE} )?{VALUED}(?: (?:of you|is that|for you))?{END}",
    r"(?:i'm|i am)(?: so| very| really)? (?:glad|happy|sorry|excited|thrilled|pleased|delighted|"
    r"proud) (?:(?:that )?you|for you|to (?:hear|know|be of|have been)|of you)\b",
    rf"i (?:think|hope|guess|believe|don't think|bet|can imagine) ?(?:so|not)?{END}",
    rf"(?:i )?(?:can't|cannot) wait{END}|i hope (?:you|it|everything|all|we|your|that you)\b",
)
