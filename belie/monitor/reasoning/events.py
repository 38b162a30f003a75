"""What happened, and when: dates, times that passed, and what came before what."""

from __future__ import annotations

import re
from dataclasses import dataclass

from belie.monitor.forms import Form
from belie.monitor.keeping import kept
from belie.monitor.reasoning.numbers import number_of
from belie.monitor.reasoning.things import Thing, key_words, thing
from belie.monitor.reasoning.verbs import verb_of, verb_of_noun
from belie.monitor.values import Moment, read_values
from belie.monitor.values.calendar import MONTHS
from belie.monitor.values.numerals import NUMERAL

__all__ = [
    "BEGINNINGS",
    "UNIT",
    "UNSURE",
    "VERB",
    "Era",
    "Event",
    "Happened",
    "State",
    "happened_of",
    "state_of",
]

VERB = (
    r"born|died|passed away|founded|established|set up|created|opened|inaugurated|built|completed|"
    r"constructed|finished|closed(?: down| for good| permanently)?|shut down|dissolved|"
    r"disbanded|demolished|torn down|destroyed|released|published|launched|graduated|married|"
    r"started|starts|began|begins|ended|ends|expired|expires|retired|left|joined|painted|"
    r"wrote|written|composed|won|directed|designed|invented|discovered|patented|signed|elected|appointed|"
    r"emigrated|moved|enrolled|recorded|bought|sold|decommissioned|abolished|introduced|crowned|"
    r"commissioned|planted|installed|laid|formed|came out|took office|left office|climbed|hired"
)
_VERBS = [word for verb in VERB.split("|") if (word := re.split(r"[ (]", verb)[0])]
"""The first word of each."""
_MONTH = rf"(?:{'|'.join(MONTHS)})"
_DATE = rf"(?:(?:\d{{1,2}} )?{_MONTH} (?:\d{{1,2}}, )?)?[12]\d{{3}}"
UNIT = r"(?:years?|months?|weeks?|days?|decades?)"
_OFFSET = (
    rf"(?P<n>{NUMERAL}) (?P<unit>{UNIT}) (?P<way>later|after|before)(?P<anchor> [^,;]{{1,60}})?"
)
_AGED = rf",? (?:at the age of|at age|aged|when (?:he|she) was) (?P<age>{NUMERAL})(?: years old)?"
_HAPPENED = Form(
    rf"(?:(?:In|On) (?P<front>{_DATE}),? )?(?P<subject>[^,;:]{{1,80}}?)(?: (?:was|were|"
    rf"has been|had been))?"
    rf"(?: (?:officially|finally|first|later|then|only|eventually))? (?P<verb>{VERB})"
    rf"(?P<object> [^,;:]{{1,60}}?)??"
    rf"(?:,? (?:in|on) (?P<date>{_DATE})| {_OFFSET}|{_AGED})?",
    needs=_VERBS,
)
_FRONT_OFFSET = Form(
    rf"(?P<n>{NUMERAL}) (?P<unit>{UNIT}) (?P<way>later),? (?P<rest>.+)",
    needs=["later"],
)
_AGE_THEN = Form(
    rf"(?P<subject>[^,;:]{{1,80}}?) was (?:only |just )?(?P<age>{NUMERAL})(?: years old)? when "
    rf"(?:he|she|"
    rf"(?P<again>[^,;:]{{1,60}}?))(?: was)? (?P<verb>{VERB})(?P<object> [^,;:]{{1,60}})?",
    needs=["when"],
)
_LASTED = Form(
    rf"(?P<subject>[^,;:]{{1,80}}?) (?:runs|ran|lasts|lasted|took|takes|is valid|was valid|"
    rf"ended after)"
    rf" (?:for )?(?P<n>{NUMERAL}) (?P<unit>{UNIT})",
    needs=["runs", "ran", "last", "took", "takes", "valid", "ended"],
)
_STATE = re.compile(
    rf"(?:(?:In|On) (?P<front>{_DATE}),? )?(?P<subject>[^,;:]{{1,80}}?) (?:was|were|"
    rf"is) (?:still |already )?"
    rf"(?P<state>open|alive|in use|standing|in operation|operating|in business|valid|running|"
    rf"in force)(?: (?:in|on|until) (?P<date>{_DATE}))?",
    re.IGNORECASE,
)
UNSURE = re.compile(
    r"\b(?:about|around|circa|probably|perhaps|not|never|if|would|could|might|(?-i:may)|"
    r"should|reportedly|"
    r"planned|plans|almost|nearly|over|more than|less than|at least|until|since|again|"
    r"second time|re-?(?:opened|built|founded|launched|established|named|released|published|"
    r"elected|"
    r"married|joined|turned)|stored|moved to)\b|n't\b",
    re.IGNORECASE,
)
_AND_THEN = re.compile(
    rf" and (?:(?:was|were|then|finally|later) )*(?=(?:{VERB}|took|lasted|ran)\b)", re.IGNORECASE
)
BEGINNINGS = frozenset(map(verb_of, ("born", "built", "founded", "opened", "planted", "launched")))
"""From when on the age of something is counted."""
_YEARS = {"year": 1.0, "month": 1 / 12, "week": 7 / 365.25, "day": 1 / 365.25, "decade": 10.0}


@dataclass(frozen=True, slots=True)
class Era:
    """From when to when, in years of the calendar; half-open."""

    low: float
    high: float

    def later(self, low: float, high: float) -> Era:
        """Return what lies between ``low`` and ``high`` years after it."""
        return Era(self.low + low, self.high + high)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to, or was done by, somebody: verb and object as stems.

    ``name`` is who it was, as the text says it.
    """

    subject: Thing
    verb: str
    object: frozenset[str] = frozenset()
    name: str = ""


@dataclass(frozen=True, slots=True)
class Happened:
    """An event and when it was, as far as it is told.

    Parameters
    ----------
    event
        What happened.
    era
        Its date.
    years
        How many years after the event named by ``anchor``.
    half
        Half a unit of those years.
    anchor
        The verb of an event of the same subject; empty where it is the one told before.
    is_age
        Whether ``years`` are full years of life.
    words
        When it was, as the text says it.
    """

    event: Event
    era: Era | None = None
    years: float | None = None
    half: float = 0.0
    anchor: str = ""
    is_age: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """That somebody was alive, or something open or in use, at a time."""

    subject: Thing
    state: str
    era: Era


@kept(4096)  # a sentence stands beside many claims
def happened_of(text: str) -> tuple[Happened, ...]:
    """Return the events that a sentence states, with what it says of their time.

    Examples
    --------
    >>> opened, closed = happened_of("The mill opened in 1990 and closed ten years later")
    >>> opened.era, closed.years, closed.event.verb
    (Era(low=1990.0, high=1991.0), 10.0, 'clos')
    """
    if UNSURE.search(text):
        return ()
    found: list[Happened] = []
    for clause in _clauses(text):
        one = _age_then(clause) or _lasted(clause) or _one(clause)
        if one is None:
            return ()
        found.append(one)
    return tuple(found)


def _clauses(text: str) -> list[str]:
    first, *others = _AND_THEN.split(text)
    start = _HAPPENED.fullmatch(first)
    if not others or start is None:
        return [text]
    return [first, *(f"{start['subject']} {other}" for other in others)]


def _one(clause: str) -> Happened | None:
    front = _FRONT_OFFSET.fullmatch(clause)
    match = _HAPPENED.fullmatch(front["rest"] if front else clause)
    if match is None or not match["subject"].strip():
        return None
    event = Event(thing(match["subject"]), verb_of(match["verb"]), _object(match["object"]))
    offset = front or (match if match["n"] else None)
    if offset:
        anchor = (offset.groupdict().get("anchor") or "").strip()
        return _offset(event, offset, anchor)
    if match["age"]:
        years = number_of(match["age"])
        return Happened(
            event, years=years, anchor="born", is_age=True, words=f"aged {match['age']}"
        )
    date = match["date"] or match["front"]
    return Happened(event, era=_era(date), words=f"in {date}") if date else Happened(event)


def _offset(event: Event, offset: re.Match[str], anchor: str) -> Happened | None:
    unit = _YEARS[offset["unit"].lower().rstrip("s")]
    sign = -1 if offset["way"].lower() == "before" else 1
    verb = _anchor(anchor)
    if (offset["way"].lower() != "later") != bool(verb):
        return None
    years = sign * number_of(offset["n"]) * unit
    words = f"{offset['n']} {offset['unit']} {offset['way']}"
    return Happened(event, years=years, half=unit / 2, anchor=verb, words=words)


def _anchor(words: str) -> str:
    """The verb of "its opening", "it opened", "completion"; empty for anything else."""
    match = re.fullmatch(
        rf"(?:(?:its|his|her|their|the) )?(?:(?P<noun>[a-z]+)|(?:it|he|she|they)(?: was|"
        rf" were)? (?P<verb>{VERB}))",
        words.lower(),
    )
    if match is None:
        return ""
    return verb_of(match["verb"]) if match["verb"] else verb_of_noun(match["noun"])


def _age_then(clause: str) -> Happened | None:
    match = _AGE_THEN.fullmatch(clause)
    if match is None:
        return None
    event = Event(thing(match["subject"]), verb_of(match["verb"]), _object(match["object"]))
    if match["again"] and thing(match["again"]) != event.subject:
        return None
    return Happened(
        event,
        years=number_of(match["age"]),
        anchor="born",
        is_age=True,
        words=f"aged {match['age']}",
    )


def _lasted(clause: str) -> Happened | None:
    match = _LASTED.fullmatch(clause)
    if match is None:
        return None
    unit = _YEARS[match["unit"].lower().rstrip("s")]
    event = Event(thing(match["subject"]), "end")
    words = f"{match['n']} {match['unit']}"
    return Happened(
        event, years=number_of(match["n"]) * unit, half=unit / 2, anchor="start", words=words
    )


@kept(4096)
def state_of(text: str) -> State | None:
    """Return the state that a sentence says something was in at a date.

    Examples
    --------
    >>> state_of("In 2006 the mill was still open").state
    'open'
    """
    match = None if re.search(r"\bnot\b|n't\b", text) else _STATE.fullmatch(text)
    date = match["date"] or match["front"] if match else None
    era = _era(date) if date else None
    if match is None or era is None:
        return None
    return State(thing(match["subject"]), match["state"].lower(), era)


def _object(words: str | None) -> frozenset[str]:
    plain = (words or "").strip()
    return frozenset() if plain.lower().startswith("by ") else frozenset(key_words(plain))


def _era(words: str) -> Era | None:
    moments = [value.said for value in read_values(f"in {words}")]
    if len(moments) != 1 or not isinstance(moments[0], Moment) or moments[0].years is None:
        return None
    said = moments[0]
    low, high = float(moments[0].years[0]), float(moments[0].years[1] + 1)
    if said.month is not None:
        low, high = low + (said.month - 1) / 12, low + said.month / 12
        if said.day is not None:
            low, high = low + (said.day - 1) / 372, low + said.day / 372
    return Era(low, high)
