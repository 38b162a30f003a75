"""Dated statements: what held in 2019 does not deny what held in 2021."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from belie.graph.semantics.dates import times
from belie.graph.semantics.periods import apart
from belie.graph.semantics.words import stem, tokens
from belie.graph.word_sets import word_set

if TYPE_CHECKING:
    from belie.graph.semantics.periods import Times
    from belie.graph.semantics.reading import Reading

__all__ = [
    "different_times",
    "happens_once",
    "happens_once_itself",
    "is_at_all_times",
    "tells_a_past_date",
    "tells_what_happened",
]

_SOME_DAY = datetime(2000, 6, 14, tzinfo=UTC)
"""Where no turn has a time, the conversation is taken to be held on one day."""
_ONCE = re.compile(
    r"\b(?:born|died|founded|established|invented|discovered|built|completed|finished|created|"
    r"published|released|launched|opened|began|started|ended|signed|introduced|constructed|"
    r"(?<!is )(?<!are )(?<!am )(?:married|named)|premiered|graduated|retired|arrived|landed|"
    r"happened|occurred|erected|abolished|"
    r"composed|written|wrote|painted|assassinated|elected|crowned|sank|crashed|erupted|formed|"
    r"filmed|produced|distributed|registered|designated|invaded|conquered|"
    r"incorporated|inaugurated|nominated|awarded|appointed|birth|for the first time|"
    r"(?:is|are|was|were) (?:due|scheduled|planned|set)|(?:was|were) held|takes? place|"
    r"took place)\b",
    re.IGNORECASE,
)
_PAST_DATE = re.compile(
    rf"(?!(?:is|are|was|were) (?:due|scheduled|planned|set)\b|takes? place\b)(?:{_ONCE.pattern})"
    r"(?: \w+){0,3} \d{4}\b",
    re.IGNORECASE,
)
_EXCLUSIVELY = re.compile(
    r"\b(?:exclusively|only(?! (?:about |around )?(?:[$€£]?\d|an?\b|one|two|three|four|five|six|"
    r"seven|eight|nine|ten|few|half)))\b",
    re.IGNORECASE,
)
"""It leaves out all else; "only three" says how few they are."""
_AT_ALL_TIMES = re.compile(
    r"(?:\b(?:have|has)|['’]ve) (?:\w+ )?(?:never|always)\b(?!.*\b(?:since|again|after)\b)|"
    r"\b(?:never\b.* in|all) (?:my|your|his|her|our|their|its) life\b|"
    r"\b(?:my|your|his|her|our|their|its) (?:whole|entire) life\b|"
    r"\b(?:have|has)n['’]t (?:ever )?(?:been (?:to|in)|seen|met|read|tried|visited|owned|flown)\b"
    r"(?!.*\b(?:since|again|after|for|in (?:years|weeks|months|days|ages|a)|lately|recently|today|"
    r"yet|this|all|any ?more)\b)",
    re.IGNORECASE,
)
"""It speaks of the past and of the present: "I have never smoked", "I haven't been to Oslo"."""
_YEAR = re.compile(r"\b(?:1\d|20)\d{2}\b")
_AGAIN = re.compile(
    r"\b(?:won|wins|hosted|hosts|lost|reached|reaches|entered|competed|qualified)\b[^.;]{0,60}"
    r"\b(?:cups?|championships?|league|titles?|tournament|(?-i:Open)|olympics?|games|medals?|bowl|"
    r"series|grand prix|trophy|finals?|marathon|derby)\b|"
    r"\b(?:visited|toured|attended|headlined|performed (?:at|in)|(?:travell?ed|flew|sailed) to)\b",
    re.IGNORECASE,
)
"""It tells of what comes round, or of where one goes more than once."""
_THIS_TIME = re.compile(
    r"\b(?:first|last|only|once|latest|(?:most )?recent(?:ly)?|final time|debut|inaugural|never)\b",
    re.IGNORECASE,
)
"""It says which time it was, so that another time is another claim."""
_PARTICLES = word_set("up out off over into")
_AUXILIARIES = re.compile(
    r"(?:(?:is|are|was|were|be|been|being|has|have|had|will|also|first|later|not|\w+ly) )*",
    re.IGNORECASE,
)
_EVENTS = word_set(
    "meeting appointment flight concert wedding party exam deadline match conference interview "
    "delivery launch release election ceremony premiere funeral war battle birthday anniversary "
    "train bus ship festival event reservation booking checkout departure arrival lesson class"
)


def happens_once(reading: Reading) -> bool:
    """Return whether a claim tells of what has one date only: a birth, a launch, the meeting.

    Of such a thing another date is another claim, not another time.
    """
    return bool(_ONCE.search(reading.whole)) or _is_event(reading)


def happens_once_itself(reading: Reading) -> bool:
    """Return whether the claim's own verb does: "it was formed", not "it is a band formed"."""
    if not reading.subject:
        return happens_once(reading)
    said = " ".join(reading.predicate)
    verb = _AUXILIARIES.match(said)
    starts = {0, verb.end() if verb else 0}
    return any(_ONCE.match(said, start) for start in starts) or _is_event(reading)


def tells_what_happened(words: str) -> bool:
    """Return whether ``words`` begin with what happens once: "published in 1866"."""
    return bool(_ONCE.match(words))


def tells_a_past_date(words: str) -> bool:
    """Return whether ``words`` date what has happened: "founded in 1990", not "is due in 2030"."""
    return bool(_PAST_DATE.search(words))


def _is_event(reading: Reading) -> bool:
    words = (word for word in reading.subject if word != "Party")
    return any(word.lower() in _EVENTS or stem(word) in _EVENTS for word in words)


def different_times(earlier: Reading, later: Reading) -> bool:
    """Return whether the two hold for times that never meet.

    Not where one says nothing beyond the other but its time, for then the time is what clashes,
    unless they tell of two years of what comes round ("won the cup in 1994"), nor where they tell
    of something that has one date only, nor where one leaves out all other times ("we open on
    Saturdays", "we are only open on weekdays") or holds for all of them.
    """
    if _differ_in_time_only(earlier, later) and not _are_two_times(earlier, later):
        return False
    if _leaves_out_other_times(earlier) or _leaves_out_other_times(later):
        return False
    if happens_once(earlier) or happens_once(later):
        return False
    if is_at_all_times(earlier) or is_at_all_times(later):
        return False
    return apart(*_times_of(earlier, later))


def is_at_all_times(reading: Reading) -> bool:
    """Return whether a claim speaks of the past and of the present: "I have never smoked"."""
    return bool(_AT_ALL_TIMES.search(reading.outright))


def _leaves_out_other_times(reading: Reading) -> bool:
    """Return whether it says when alone something is; what held in one year leaves out no other."""
    said = reading.outright
    return bool(_EXCLUSIVELY.search(said)) and not _YEAR.search(said)


def _differ_in_time_only(one: Reading, other: Reading) -> bool:
    if one.negated != other.negated:
        return False
    mine, its = _said(one), _said(other)
    return mine <= its or its <= mine


def _are_two_times(one: Reading, other: Reading) -> bool:
    """Return whether they tell of what can happen in the year of each."""
    said = (one.outright, other.outright)
    if not all(_AGAIN.search(text) and not _THIS_TIME.search(text) for text in said):
        return False
    mine, its = (set(_YEAR.findall(text)) for text in said)
    return bool(mine and its) and mine.isdisjoint(its)


def _said(reading: Reading) -> frozenset[str]:
    """Return what it says without its times; "up" and "down" are told apart."""
    return reading.remainder | _PARTICLES.intersection(tokens(reading.whole.lower()))


def _times_of(earlier: Reading, later: Reading) -> tuple[Times, Times]:
    moments = (earlier.claim.at, later.claim.at)
    known = moments if any(moments) else (_SOME_DAY, _SOME_DAY)
    first, second = (
        times(" ".join(filter(None, (one.whole, _as_of(one)))), at)
        for one, at in zip((earlier, later), known, strict=True)
    )
    return first, second


def _as_of(reading: Reading) -> str | None:
    """Return the time that the claim was marked with, where its text does not say it."""
    marked = reading.claim.as_of
    return f"as of {marked}" if marked and marked not in reading.whole else None
