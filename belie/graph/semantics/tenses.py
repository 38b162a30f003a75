"""State over time: it was so, now it is otherwise."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING

from belie.graph.semantics.times import (
    happens_once,
    happens_once_itself,
    is_at_all_times,
    tells_a_past_date,
    tells_what_happened,
)
from belie.graph.semantics.words import content, stem
from belie.graph.word_sets import word_set

if TYPE_CHECKING:
    from belie.graph.semantics.reading import Reading

__all__ = ["Change", "change_over_time"]

_FORMER = re.compile(
    r"\b(?:used to(?= \w)|"
    r"(?:formerly|previously|originally|initially)(?! (?:known|called|named|spel\w+|from|by)\b)|"
    r"at first|back then|"
    r"in the past(?! (?:\d|\w+ )?(?:\d+ )?(?:days?|weeks?|months?|years?|decades?|centur))|"
    r"until recently|at (?:the|that) time(?! of)|in (?:those|the old) days|years ago|"
    r"(?<!at )once(?= (?:was|were|had|lived|worked|owned|served|belonged|stood))|"
    r"(?<=was )once|(?<=were )once|(?:was|were|had been|has been|have been) (?:\w+ )*?until)\b",
    re.IGNORECASE,
)
_PRESENT = re.compile(
    r"\b(?:currently|nowadays|these days|today|at present|at the moment|presently)\b", re.IGNORECASE
)
_CHANGED = re.compile(
    r"(?<!even )(?<!until )(?<!till )(?<!by )\bnow\b(?! that)(?!(?<=^now),)|^by now\b|"
    r"\bno longer\b|"
    r"\b(?:\w+n['’]t|not|never)\b.*\bany ?more\b|\bsince then\b|\bfrom now on\b|"
    r"\bas of (?:today|now)\b|\breopened\b|"
    r"\b(?:is|are|['’](?:s|re)) (?:(?!the )\w+ ){0,2}(?:\w+ again(?=\W*$|,)|"
    r"back (?:(?:in (?:stock|service|operation|use|business)|up|online|open|to normal)\b|"
    r"on(?=\W*$|,)))|"
    r"^(?:starting|beginning|effective) (?:(?:in|on|from|as of|this|next) )?(?:the )?(?:\d|"
    r"(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec|mon|tues|wednes|thurs|fri|satur|sun)"
    r"(?:uary|ch|il|ust|tember|ober|ember|day)?\b|(?:spring|summer|autumn|winter|week|month|year|"
    r"now|today|tomorrow|tonight)\b)|"
    r"\b(?:(?:switched|changed|went (?:up|down)|rose|fell|dropped) to)\b|"
    r"\b(?:just|recently) (?:moved|got|started|changed|switched|became|quit|bought|sold)\b",
    re.IGNORECASE,
)
_HAS_CHANGED = re.compile(
    r"\b(?:has|have|['’]s|['’]ve)(?: (?!never|not|hardly|always|long)\w+)? (?:become|changed|moved|"
    r"switched|dropped|risen|fallen|grown|stopped|started|increased|decreased|doubled|expanded|"
    r"relocated|reopened|been (?:renamed|moved|closed|replaced|changed|raised|lowered|reduced|"
    r"extended|increased|sold|repaired|fixed|mended|restored|rebuilt|reopened|cancell?ed|"
    r"rescheduled|postponed|delivered|shipped|refunded|resolved|approved|rejected|restocked|"
    r"upgraded|updated|blocked|unblocked|activated|deactivated))\b",
    re.IGNORECASE,
)
_SINCE = r"since (?:\w+ ){0,2}\d{4}s?"
_FOR_LONG = re.compile(
    rf"\b(?:{_SINCE}|every (?:day|week|month|year)|for (?:many )?(?:year|decade)s)\b", re.IGNORECASE
)
"""What has been so for long is no news: "it has been approved since 1950"."""
_RESCHEDULED = re.compile(
    r"\b(?:(?:has|have)(?: just| now)? been|(?:is|are) now) (?:moved|changed|rescheduled|postponed|"
    r"delayed|cancell?ed)\b",
    re.IGNORECASE,
)
_SO_OFTEN = re.compile(
    r"\b(?:(?<!at )once(?! (?:more|again))|twice|(?:two|three|several|many|\d+) times|"
    rf"{_SINCE})\b",
    re.IGNORECASE,
)
_BECAME = re.compile(r"(?<!who )(?<!which )(?<!that )\bbecame\b", re.IGNORECASE)
_OPENS_WITH_CHANGE = re.compile(
    r"since then (?:that|this|it) has changed|by now\b|as of (?:now|today)\b|no longer\b",
    re.IGNORECASE,
)
"""Said first, it tells of a change whatever was said before."""
_UNCHANGED = re.compile(
    r"\b(?:as|like) (?:always|ever|before|usual)\b|\bas it (?:always|ever)\b|"
    r"\b(?:still|unchanged)\b",
    re.IGNORECASE,
)
_TALLY = re.compile(
    r"\W{0,8}(?:(?:current|new|final|running|total) )?(?:scores?|standings?|tally|points|inventory|"
    r"status|hp|health|lives|gold|coins|xp|mana|level|round)\W{0,4}[:|]|[^\w\s]\W{0,4}\d+\s{0,4}\|",
    re.IGNORECASE,
)
"""A line that an assistant repeats with each turn of a game: "Score: 1 to 0", "❤ 12 | 🪙 20"."""
_NOT_YET = re.compile(
    r"\b(?:\w+n['’]t|not) yet\b|\bstill (?:\w+n['’]t|not|no)\b|"
    r"\b(?:\w+n['’]t|not|no|never)\b.*(?<!,) (?:yet|so far)(?=[.,;!?]|$)",
    re.IGNORECASE,
)
_LONG_DONE = re.compile(r"\b(?:ago|yesterday|last \w+|in \d{4})\b", re.IGNORECASE)
"""What was done then had been done when it was said not to be done yet."""
_NEVER_DONE = re.compile(r"\b(?:was|were) never \w+(?:ed|en)\b", re.IGNORECASE)
_NEVER_WAS = re.compile(r"\b(?:was|were) never\b", re.IGNORECASE)
_NEVER_DID = re.compile(
    r"\bnever (?:\w+ly |even |once )?(?:\w{2,}ed|had|went|saw|knew|got|took|drank|ate|felt|wore|"
    r"kept|drove|rode|swam|sang|read|spoke|met|thought)\b",
    re.IGNORECASE,
)
_BACK_THEN = re.compile(
    r"\b(?:(?:before|until|till|when|while|during|at first|back then|"
    r"as a (?:child|boy|girl|kid|teenager|student))\b|in (?:the )?\d{4})",
    re.IGNORECASE,
)
"""What was never so then may be so by now: "it was never lit before 2015"."""
_UNDER_WAY = re.compile(
    r"\b(?:(?:am|is|are)|(?<=['’])(?:m|s|re)) \w+ing\b.*\bright now\b|"
    r"\bright now\b.*\b(?:(?:am|is|are)|(?<=['’])(?:m|s|re)) \w+ing\b",
    re.IGNORECASE,
)
_AGAIN = re.compile(r"\b(?:again|once more|back (?:to|in|at)|resumed)\b", re.IGNORECASE)
_PARTICIPLE = re.compile(
    r"(?:\w{2,}ed|\w{2,}ing|been|broadcast|made|set|shown|shot|sold)\b", re.IGNORECASE
)
_OLD_FORMS = frozenset({"was", "were", "had"})
_WERE = frozenset({("was",), ("were",), ("had",)})
_ARE = frozenset({("is",), ("are",), ("am",)})
"""A claim that begins so is about the present, whatever it says within of the past."""
_NEW_FORMS = frozenset({"is", "are", "am", "has", "have"})
_BEFORE_A_VERB = word_set(
    "also always often usually never now currently still today only just not once then no"
)
_DENIES = frozenset({("do", "not"), ("does", "not")})
_DEFINES = frozenset({"a", "an", "the"})
_HEAD = 10
"""The words of a claim among which its verb is looked for where its subject is not known."""


class Change(StrEnum):
    """How two claims hang together where a state changes."""

    REPLACES = "replaces"
    """The later one tells of a newer state."""
    COEXISTS = "coexists"
    """One tells of a state that is over, the other of the present one."""


def change_over_time(earlier: Reading, later: Reading) -> Change | None:
    """Return how the two fit together as states of different times; ``None`` if they do not.

    What has one date has no states, but that date may be changed. What was said of the past clashes
    with what is said of the present only where both name the same state: "it used to sell bread",
    said after "it sells bread", is a newer state of one speaker; the other way round nothing tells
    of a change. A word of change that both have ("it became red", "it became blue") tells of no
    newer state.
    """
    one_speaker = earlier.claim.role is later.claim.role
    if one_speaker and (_is_done_by_now(earlier, later) or _are_tallies(earlier, later)):
        return Change.REPLACES
    if happens_once_itself(earlier) or happens_once_itself(later):
        return Change.REPLACES if one_speaker and _is_rescheduled(earlier, later) else None
    over = [_is_over(one, other) for one, other in ((earlier, later), (later, earlier))]
    if over[0] != over[1]:
        return _past_and_present(earlier, later, later_is_over=over[1], one_speaker=one_speaker)
    changed = one_speaker and not over[1] and _tells_of_change(earlier, later)
    return Change.REPLACES if changed else None


def _are_tallies(earlier: Reading, later: Reading) -> bool:
    """Score: 1 to 0; score: 1 to 3. Such a line tells how things stand at its turn."""
    if earlier.claim.turn == later.claim.turn:
        return False
    return all(_TALLY.match(one.claim.text) for one in (earlier, later))


def _is_done_by_now(earlier: Reading, later: Reading) -> bool:
    """It has not arrived yet; it has arrived."""
    waits = _NOT_YET.search(earlier.outright) and not later.negated
    return bool(waits) and not _LONG_DONE.search(later.outright)


def _is_rescheduled(earlier: Reading, later: Reading) -> bool:
    """The meeting is on Monday; the meeting has been moved to Friday.

    What has happened is moved no more, and what was moved twice is not moved by saying so.
    """
    if any(tells_a_past_date(one.outright) for one in (earlier, later)):
        return False
    moved = [bool(_RESCHEDULED.search(one.outright)) for one in (earlier, later)]
    return moved == [False, True] and not _SO_OFTEN.search(later.outright)


def _tells_of_change(earlier: Reading, later: Reading) -> bool:
    if _UNCHANGED.search(later.outright) or _shows_what_was_denied(earlier, later):
        return False
    if _OPENS_WITH_CHANGE.match(later.whole):
        return True
    if _has_changed(earlier) or _BECAME.search(earlier.outright):
        return False
    if _has_changed(later):
        return True
    return bool(_BECAME.search(later.outright)) and _verb(earlier)[:1] not in _WERE


def _has_changed(reading: Reading) -> bool:
    text = reading.outright
    lately = None if _FOR_LONG.search(text) else _HAS_CHANGED.search(text)
    return bool(_CHANGED.search(text) or lately)


def _shows_what_was_denied(earlier: Reading, later: Reading) -> bool:
    """I don't have a dog; I'm walking my dog right now: "now" tells what goes on, no change."""
    denied = _verb(earlier) if earlier.negated else ()
    plain = denied[:1] not in {(), *_ARE} and denied[1:2] != ("not",)
    return plain and bool(_UNDER_WAY.search(later.outright))


def _past_and_present(
    earlier: Reading, later: Reading, *, later_is_over: bool, one_speaker: bool
) -> Change | None:
    same_state = _state(earlier) == _state(later) and earlier.negated == later.negated
    if not same_state:
        return None if _covers_both_times(earlier, later) else Change.COEXISTS
    if not one_speaker:
        return None
    if later_is_over:
        return Change.REPLACES if _FORMER.search(later.whole) else None
    return Change.REPLACES if _AGAIN.search(later.whole) else None


def _covers_both_times(earlier: Reading, later: Reading) -> bool:
    """I used to smoke; I have never smoked, I never smoked. It was sent; it has not been sent yet.

    What was never so is not so after it was said to be: "it is down", "it was never down". What is
    still so was not otherwise: "it was closed", "it is still open".
    """
    if _UNCHANGED.search(later.outright) or _says_never(_NEVER_WAS, later):
        return True
    if any(is_at_all_times(one) or _NOT_YET.search(one.outright) for one in (earlier, later)):
        return True
    if _FORMER.search(earlier.outright) and _says_never(_NEVER_DID, later):
        return True
    never_done = any(_says_never(_NEVER_DONE, one) for one in (earlier, later))
    return never_done and _state(earlier) != _state(later)


def _says_never(never: re.Pattern[str], reading: Reading) -> bool:
    return bool(never.search(reading.outright)) and not _BACK_THEN.search(reading.outright)


def _state(reading: Reading) -> frozenset[str]:
    return reading.remainder - {"again", "back"}


def _is_over(one: Reading, other: Reading) -> bool:
    """Return whether ``one`` tells of the past: by its words, or by its tense beside the other."""
    text = one.outright
    former = None if _verb(one)[:1] in _ARE else _FORMER.search(text)
    if former and not _tells_its_beginning(former.group(), text[former.end() :].lstrip()):
        return True
    if _PRESENT.search(text) or _BECAME.search(text) or _has_changed(one):
        return False
    return _past_of(one, other)


def _tells_its_beginning(former: str, after: str) -> bool:
    """Return whether it is how something began, which stays so: "originally aired on Sundays"."""
    if tells_what_happened(after):
        return True
    return former.lower() in ("originally", "initially") and bool(_PARTICIPLE.match(after))


def _past_of(one: Reading, other: Reading) -> bool:
    """Return whether ``one`` says in the past tense what ``other`` says in the present.

    The verbs of the clauses themselves tell, not one within: "it is a film that was shot in Ulm"
    says what it is. What something is by its kind ("is a film") and what was so of it otherwise
    ("was shot") are no two states of one thing.
    """
    if happens_once(one) or happens_once(other) or not _may_share_subject(one, other):
        return False
    mine, its = _verb(one), _verb(other)
    if not (mine and its):
        return False
    past, present = mine[0], its[0]
    if past in _OLD_FORMS:
        alike = present in _NEW_FORMS and stem(past) == stem(present) and not _is_perfect(its)
        return alike and (_defines(mine) == _defines(its) or _says_when(other))
    if not (past.endswith("ed") and len(past) > 4) or present.endswith("ed"):
        return False
    return stem(past) == stem(present)


def _may_share_subject(one: Reading, other: Reading) -> bool:
    mine, its = content(one.subject), content(other.subject)
    return not (mine and its) or not mine.isdisjoint(its)


def _is_perfect(verb_phrase: tuple[str, ...]) -> bool:
    """Return whether it is "has received", which is no present of "had"."""
    have = verb_phrase[0] in ("has", "have")
    return have and bool(_PARTICIPLE.match(" ".join(verb_phrase[1:2])))


def _says_when(reading: Reading) -> bool:
    """Return whether a claim says outright that it tells of the present."""
    return bool(_PRESENT.search(reading.outright)) or _has_changed(reading)


def _defines(verb_phrase: tuple[str, ...]) -> bool:
    """Return whether it says what something is by its kind: "is a film"."""
    complement = next((word for word in verb_phrase[1:] if word not in _BEFORE_A_VERB), "")
    return stem(verb_phrase[0]) == "be" and complement in _DEFINES


def _verb(reading: Reading) -> tuple[str, ...]:
    """Return the words of the claim from its verb on; empty where none is found."""
    words = tuple(word.lower() for word in reading.predicate)
    if reading.subject:
        start = next(
            (at for at, word in enumerate(words) if word not in _BEFORE_A_VERB), len(words)
        )
        denied = words[start : start + 2] in _DENIES
        return words[start + 2 * denied :]
    return next(
        (words[at:] for at, word in enumerate(words[:_HEAD]) if word in _OLD_FORMS | _NEW_FORMS), ()
    )
