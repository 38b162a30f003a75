"""What came before what."""

from __future__ import annotations

import re
from dataclasses import dataclass

from belie.monitor.forms import Form
from belie.monitor.keeping import kept
from belie.monitor.reasoning.events import UNIT, UNSURE, VERB, Event
from belie.monitor.reasoning.things import thing
from belie.monitor.reasoning.verbs import verb_of
from belie.monitor.values.numerals import NUMERAL

__all__ = ["Before", "before_of"]

_BEFORE = Form(
    rf"(?P<subject>[^,;:]{{1,80}}?)(?: (?:was|were))? (?P<verb>{VERB}|arrived|came|happened|"
    rf"took place|"
    rf"erupted|ruled|lived|reigned|appeared|debuted)(?: (?P<object>[^,;:]{{1,40}}?))??"
    rf" (?:(?P<size>{NUMERAL} {UNIT}) )?(?:shortly |long |just |some time )?"
    r"(?P<way>before|ahead of|earlier than|after|behind|later than) (?P<other>[^,;:]{1,80}?)"
    rf"(?:(?: (?:was|were|did))?(?: (?:(?P<then>{VERB})|arrived|came|happened|did))?)?",
    needs=["before", "ahead", "earlier", "after", "behind", "later"],
)
_RELATIVE = re.compile(r"\b(?:who|which|that|whose|where|his|her|their|its)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Before:
    """That one event came before another; ``sized`` where it says how long before."""

    first: Event
    second: Event
    sized: bool = False


@kept(4096)
def before_of(text: str) -> Before | None:
    """Return what a sentence says came before what.

    Examples
    --------
    >>> before = before_of("The market was built after the old chapel")
    >>> before.first.name, before.second.name
    ('the old chapel', 'The market')
    """
    unsure = UNSURE.search(text) or _RELATIVE.search(text)
    match = None if unsure else _BEFORE.fullmatch(text)
    if match is None or (match["object"] and match["way"].lower() in {"before", "after"}):
        return None
    verb, sized = verb_of(match["verb"]), match["size"] is not None
    first, second = match["subject"], match["other"]
    then = verb_of(match["then"]) if match["then"] else verb
    events = Event(thing(first), verb, name=first), Event(thing(second), then, name=second)
    if not all(event.subject.keys for event in events):
        return None
    one, other = events
    if match["way"].lower() in {"before", "ahead of", "earlier than"}:
        return Before(one, other, sized)
    return Before(other, one, sized)
