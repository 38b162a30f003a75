"""How a claim is meant, read off its words."""

from __future__ import annotations

import re
from dataclasses import dataclass

import regex

from belie.datatypes import Scope

__all__ = ["Meaning", "meaning"]

_POLITE = (
    r" you(?:(?: are|['’]re) (?:interested|wondering|curious)|"
    r" (?:like|want|wish|prefer)(?: to know| it)?(?=[,.;!]|$)|"
    r" need (?:one|it|(?:any |some |more )?help|anything)\b|"
    r" have any (?:more |other |further )?(?:questions?|problems?|issues?|concerns?|trouble)\b)"
)
"""What follows "if" where nothing hangs on it: "if you're interested, the pool is open"."""
_NOT_OWN = (
    r"(?<!\b(?:i|we)(?:['’]ve)? (?:(?:have|had|never|always|just|already|also|once|\w+ly) ){0,2})"
)
"""What speakers say that they said, they answer for."""
_CUES = {
    Scope.NEGATED: re.compile(
        r"\b(?:not(?! only)|no(?!\. ?\d)|never|none|nobody|nothing|nowhere|neither|nor|without|"
        r"cannot|hardly|barely|\w+n['’]t)\b",
        re.IGNORECASE,
    ),
    Scope.CONDITIONAL: re.compile(
        r"\b(?:(?:if(?! (?:i['’]m|i am)(?: being)? honest| you ask me| i (?:remember|recall)|"
        rf" i[.,])|in case)(?!{_POLITE})|unless|provided that|as long as|on condition that|"
        r"otherwise)\b",
        re.IGNORECASE,
    ),
    Scope.HYPOTHETICAL: re.compile(
        r"^(?:suppose|assume|imagine|let['’]s say)\b|"
        r"\b(?:would|wish(?:es|ed)?|hypothetically|in theory|going to|"
        r"(?<!\byou )(?:will|shall|won['’]t)|"  # "you will need a visa" tells what is
        r"(?:plan|plans|planned|planning|hope|hopes|hoped|intend|intends|intended|want|wants) to|"
        r"(?:am|is|are|was|were|['’](?:m|s|re)) (?:planning|hoping|thinking of))\b",
        re.IGNORECASE,
    ),
    Scope.HEDGED: re.compile(
        r"\b(?:may(?= \w+ )|(?i:might|could(?! (?:never|always|not)\b)|perhaps|maybe|possibly|"
        r"probably|likely|presumably|apparently|seems?|seemed|appears? to|appeared to|"
        r"(?:is|are) (?:said|believed|thought) to|"
        r"(?:i|we) (?:think(?! i(?:['’]d| would|['’]ve| have)? (?:told|said|mentioned|like|love|"
        r"prefer|hate|enjoy|want|need)\b)|guess|believe(?! in\b)|suppose|assume)|not sure))\b"
    ),
    Scope.REPORTED: regex.compile(
        rf"\b(?:according to|reportedly|allegedly|{_NOT_OWN}(?:said|says|saying|claimed|claims|"
        r"told|reported|reports|stated|states|argued|argues|suggested|suggests|announced|insists|"
        r"insisted) that(?=[^\w.!?]+\w))\b",
        regex.IGNORECASE,
    ),
    Scope.AS_OF: re.compile(
        r"\b(?:as of|at the time|at that time|currently|nowadays|back then|so far|to date)\b",
        re.IGNORECASE,
    ),
}
_ACCORDING = re.compile(r"\baccording to ([^,;:()]{1,80}?)(?=[,;:()]|$)", re.IGNORECASE)
_AS_OF = re.compile(
    r"\b(?:as of ((?:the )?[\w ]{1,40}?)(?=[,;.()]|$| (?:the|it|there|is|was|has|had)\b)|"
    r"(at (?:the|that) time|currently|nowadays|back then))",
    re.IGNORECASE,
)
_QUOTE = re.compile(r"[^\w\"“]*[\"“].*[\"”][^\w\"”]*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Meaning:
    """How a text is meant; see `belie.datatypes.Claim`."""

    scope: frozenset[Scope]
    reported_by: str | None
    as_of: str | None


def meaning(text: str) -> Meaning:
    """Return how ``text`` is meant.

    Examples
    --------
    >>> read = meaning("According to the guide, it had 12 lifts as of 2019.")
    >>> sorted(read.scope), read.reported_by, read.as_of
    ([<Scope.AS_OF: 'as_of'>, <Scope.REPORTED: 'reported'>], 'the guide', '2019')
    """
    scope = {mark for mark, cue in _CUES.items() if cue.search(text)}
    if _QUOTE.fullmatch(text):
        scope.add(Scope.QUOTED)
    reporter, moment = _ACCORDING.search(text), _AS_OF.search(text)
    return Meaning(
        scope=frozenset(scope),
        reported_by=reporter.group(1).strip() if reporter else None,
        as_of=(moment.group(1) or moment.group(2)).strip() if moment else None,
    )
