"""Words that make a limit of a number: "more than", "at most", "or so"; and what denies them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from belie.graph.word_sets import word_set
from belie.monitor.logic.reading import AUXILIARIES, RUN_ENDS
from belie.monitor.values.numerals import NUMBER_AHEAD
from belie.monitor.values.value import Bound

__all__ = [
    "BEHIND",
    "LIMIT",
    "ROUGHLY",
    "Limit",
    "bound_of",
    "limit_before",
    "turned_round",
]

_MORE = (
    "(?:more|greater|larger|bigger|higher|longer|taller|wider|deeper|thicker|heavier|older|faster|"
    "further|farther|warmer|hotter) than"
)
_LESS = (
    "(?:less|fewer|smaller|lower|shorter|narrower|thinner|lighter|younger|slower|nearer|closer|"
    "colder|cooler|cheaper) than"
)
_LIMITS = {
    Bound.AT_LEAST: rf"at (?:the )?least|(?:no|not) {_LESS}|as (?:few|little) as|"
                    r"(?:an? )?minimum(?: of)?|≥|>=",
    Bound.AT_MOST: rf"at (?:the )?most|up to|(?:no|not) {_MORE}|as (?:many|much) as|limited to|"
                   r"capped at|(?:an? )?maximum(?: of)?|max\.|≤|<=",
    Bound.OVER: rf"(?:slightly |just |well |far )?{_MORE}|"
                r"(?:just |well )?over|above|exceed(?:s|ed|ing)?|in excess of|upwards? of|>",
    Bound.UNDER: rf"(?:slightly |just |well |far )?{_LESS}|"
                 r"(?:just |well )?under|below|<",
    Bound.ABOUT: r"about|around|approximately|approx\.?|roughly|some|an estimated|"
                 r"estimated(?: at)?|nearly|almost|close to|circa|c\.|ca\.|~|≈",
}  # fmt: skip
_OTHERS = (
    rf"(?! (?:than|all|the|its|his|her|their|{NUMBER_AHEAD}|people|men|women|children|adults)\b"
    r"| ?[$€£\d])"
)
"""No limit ends before these: "for 2 years and over 300 days", "for 3 days and older people"."""
_LIMITS_BEHIND = {
    Bound.AT_LEAST: r"\+|or (?:more|higher)(?! than\b)|(?:or|and) (?:above|over|older)"
                    rf"{_OTHERS}|and up(?! to\b){_OTHERS}|minimum(?! wage)|"
                    rf"at (?:the )?(?:very )?least{_OTHERS}",
    Bound.AT_MOST: r"or (?:less|fewer)(?! than\b)|or (?:below|under|younger)"
                   rf"{_OTHERS}|maximum(?! security)|(?-i:max)\b\.?|"
                   rf"(?:at (?:the )?(?:very )?most|tops){_OTHERS}",
    Bound.ABOUT: r"or so",
}  # fmt: skip
_DENIED = {Bound.OVER: Bound.AT_MOST, Bound.UNDER: Bound.AT_LEAST}
_DENIAL = re.compile(
    r"(?:\b(?:not|never|cannot|no(?= [a-z-]+ [a-z]+ ))|n['’]t|"
    r"\b(?:nobody|no one|none|nothing)(?= [a-z]+ ))(?!\w)",
    re.IGNORECASE,
)
_ADJECTIVES = ("over", "above", "under", "below")
"""Such limits may belong to a noun: "no change over five years"."""
_CLAUSE_END = re.compile(r"[.,;:!?()\n](?!\d)|\b(?:and|but|or|because|that|which|who)\b")
_BETWEEN = re.compile(r"(?: [\w-]+){0,3} ?")
_PARTING = (RUN_ENDS - AUXILIARIES) | word_set(
    "only just merely simply all every everyone everybody a an the this these those it they he she "
    "we you i among then ago say said think know believe mean claim report doubt matter wonder"
)
"""Words that part a denial from a limit: "has not won *in* more than ten years"."""
LIMIT = "|".join(rf"(?P<{bound}>{words})" for bound, words in _LIMITS.items())
BEHIND = "|".join(rf"(?P<{bound}_behind>{words})" for bound, words in _LIMITS_BEHIND.items())
ROUGHLY = r"(?P<rough> (?:about|around|approximately|roughly))?"
_LIMIT_BEFORE = re.compile(rf"(?<!\w)(?i:{LIMIT}){ROUGHLY} $")


@dataclass(frozen=True, slots=True)
class Limit:
    """What the words right before a number make of it, and where they begin.

    Parameters
    ----------
    start
        Of these words; of the number where there are none.
    bound
        Which limit it is.
    denied
        Whether a word before them makes it the opposite one: "must not exceed".
    rough
        Whether the limit itself is told roughly: "up to about".
    """

    start: int
    bound: Bound = Bound.EXACT
    denied: bool = False
    rough: bool = False


def limit_before(match: re.Match[str]) -> Limit:
    """Return what the words right before ``match`` make of it: "more than ", "about "."""
    found = _LIMIT_BEFORE.search(match.string, max(0, match.start() - 30), match.start())
    if found is None:
        return Limit(match.start())
    bound, denied = turned_round(found, bound_of(found))
    return Limit(found.start(), bound, denied=denied, rough=bool(found["rough"]))


def bound_of(match: re.Match[str]) -> Bound:
    """Return which of the limits of `LIMIT` and `BEHIND` a match has; exact where it has none."""
    groups = match.groupdict()
    return next(
        (bound for bound in Bound if groups.get(bound) or groups.get(f"{bound}_behind")),
        Bound.EXACT,
    )


def turned_round(match: re.Match[str], bound: Bound) -> tuple[Bound, bool]:
    """Return what a limit before a number means, and whether a denial makes it the opposite one."""
    denied = bound in _DENIED and bool(match.groupdict().get(bound)) and _is_denied(match)
    return (_DENIED[bound] if denied else bound), denied


def _is_denied(match: re.Match[str]) -> bool:
    """Whether the verb before a limit is denied, once: "must not exceed", "no bag weighs more".

    Within its clause "no" denies a noun: "flights with no stop take less than 3 hours".
    """
    before = match.string[max(0, match.start() - 100) : match.start()]
    clause = _CLAUSE_END.split(before)[-1]
    denials = list(_DENIAL.finditer(clause))
    if len(denials) != 1:
        return False
    [denial] = denials
    within = bool(re.search(r"\w", clause[: denial.start()]))
    if denial[0].lower() == "no" and (within or match[0].lower().startswith(_ADJECTIVES)):
        return False
    between = clause[denial.end() :]
    return bool(_BETWEEN.fullmatch(between)) and _PARTING.isdisjoint(between.lower().split())
