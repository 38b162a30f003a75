"""What a claim says of its subject: where somebody lives, what something costs.

A closed table: what it does not know is judged without it. Which attributes have one value at a
time and which have many, and which can change, is what the rules need of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belie.graph.semantics.reading import Reading

__all__ = ["Attribute", "attributes"]


@dataclass(frozen=True, slots=True)
class Attribute:
    """One thing that can be said of somebody or something.

    Parameters
    ----------
    name
        Of the attribute.
    cue
        Finds it in a claim; what follows the match is the value.
    many
        Whether it has many values at a time.
    changes
        Whether its value can change.
    alone
        Whether its value tells nothing of the value of another such attribute.
    of_people
        Whether its words say this of people only: a prize that "went to Anna" visited nobody.
    """

    name: str
    cue: re.Pattern[str]
    many: bool = False
    changes: bool = False
    alone: bool = False
    of_people: bool = False


def _cue(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(patterns)})(?!\w)", re.IGNORECASE)


def _fixed(name: str, *patterns: str) -> Attribute:
    return Attribute(name, _cue(patterns), alone=True)


def _changing(name: str, *patterns: str, alone: bool = False) -> Attribute:
    return Attribute(name, _cue(patterns), changes=True, alone=alone)


def _many(name: str, *patterns: str, of_people: bool = False) -> Attribute:
    return Attribute(name, _cue(patterns), many=True, changes=True, of_people=of_people)


_NO_PARTICIPLE = (
    r"(?! (?:(?:\w+ly|also|never|always|often|since|just|not|already|ever) )?(?:\w{3,}ed|been|"
    r"become|begun|come|done|drawn|fallen|given|gone|grown|had|held|kept|led|left|lost|made|met|paid|"
    r"read|risen|run|said|seen|sent|set|shown|sold|spent|taken|told|won|written|to)\b)"
)
"""What keeps "has a dog" from "has barked" and "has to bark"."""


_LIKES = (
    r"(?<!would )(?<!looks )(?<!look )(?<!not )(?:likes?|loves?|enjoys?|adores?)|interested in",
    r"(?:am|is|are) (?:into|fond of|an? (?:big |huge )?fan of)",
)
_OCCUPATIONS = (
    "teacher|nurse|doctor|lawyer|engineer|student|writer|chef|cook|driver|designer|developer|"
    "programmer|accountant|manager|waiter|waitress|artist|musician|pilot|farmer|mechanic|dentist|"
    "librarian|plumber|electrician|salesman|secretary|scientist|journalist|photographer"
)
_MOODS = (
    "happy|sad|tired|angry|excited|bored|anxious|nervous|stressed|worried|upset|hungry|sick|ill|"
    "better|fine|busy|free|lonely|calm|awake|sleepy"
)
_ATTRIBUTES = (
    _changing(
        "residence",
        r"(?:lives?|living|lived|resides?|residing|based|staying) (?:\w+ )?(?:in|at|on|near|with)",
        r"(?:moved?|moving|relocated?) (?:back )?(?:to|into)",
        r"(?:home|apartment|address|place) is",
        alone=True,
    ),
    _fixed(
        "birthplace",
        r"born(?: and raised)? (?:in|at)|birthplace is|grew up in|hometown is",
        r"(?:am|is|are|comes?)(?: \w+ly)? from",
    ),
    _fixed("birthday", r"born on|birthday is|date of birth is|birthday (?:falls )?on"),
    _fixed(
        "height", r"(?:is|are|stands?) (?=[\d.,]+ (?:m|metres?|meters?|feet|ft|cm)\b)|height is"
    ),
    _fixed("founding", r"founded|established"),
    _changing(
        "employer",
        r"(?:works?|working|worked) (?:at|for)|employed (?:by|at)|employer is|job at|boss at",
        alone=True,
    ),
    _changing(
        "age",
        r"(?:am|is|are|turned|turning|be|just)(?: \w+)? "
        r"(?=\d{1,3}(?: years?(?:[ -]old)?| this year|\W*$))",
        r"age is|years old|aged",
        alone=True,
    ),
    _changing("weight", r"weigh(?:s|ed|ing)?|weight is", alone=True),
    _changing(
        "price",
        r"costs?|priced? (?:is|at)|price\b.*?(?:is|was)|(?:is|are|was) (?=[$€£])",
        alone=True,
    ),
    _changing("opening", r"opens?(?: its doors)? (?:at|from)|opening time is", alone=True),
    _changing("closing", r"closes?(?: its doors)? at|closing time is|open until", alone=True),
    _changing("population", r"population\b.*?is|inhabitants", alone=True),
    _changing(
        "occupation",
        r"(?:job|profession|occupation) is|(?:works?|working|worked) as|for a living",
        rf"(?:am|is|are|became|become) an? (?:\w+ )?(?:{_OCCUPATIONS})",
        r"(?:am|is|are) (?:retired|unemployed|self-employed)",
    ),
    _changing(
        "mood",
        r"feel(?:s|ing)?|felt|in a (?:good|bad) mood",
        rf"(?:am|is|are) (?:not )?(?:\w+ )?(?:{_MOODS})",
    ),
    _changing(
        "taste",
        r"favou?rite\b.*?(?:is|are)|hates?|dislikes?|(?:can|do|does) not (?:stand|like|enjoy)",
        r"prefers?|preferred",
        *_LIKES,
    ),
    _changing(
        "want",
        r"wants?|needs?|would (?:like|love|rather|prefer)|looking for|go(?:ing)? with|choose|chose",
        r"picked|wish for|decided on|order(?:ed)?|opt(?:ed)? for|settled on",
    ),
    _changing(
        "plan",
        r"going to|gonna|plan(?:s|ned|ning)?(?: to| on)|intend(?:s|ed|ing)? to|will|booked",
        r"thinking (?:of|about)|scheduled|(?:flying|leaving|travell?ing|hope|hoping) to",
        r"am (?:visiting|meeting|staying|taking|leaving)",
    ),
    _changing(
        "status",
        r"(?:am|is|are|got|getting|was) (?:\w+ )?(?:married|single|divorced|engaged|widowed|dating|"
        r"separated|pregnant)",
        r"in a relationship|have a (?:boyfriend|girlfriend)",
    ),
    _changing(
        "diet",
        r"(?:am|is|are|went|became|turned)(?: an?)? (?:strict )?(?:vegan|vegetarian|pescatarian)",
        r"eats? meat|diet|smokes?|drinks? (?:alcohol|coffee|tea)|exercises?",
    ),
    _changing(
        "study",
        r"study|studies|studying|major(?:ing)?(?: in| is)|enrolled (?:in|at)",
        r"(?:go|goes|going) to (?:school|college|university)",
    ),
    _changing(
        "budget",
        r"budget is|can (?:spend|afford)",
        r"(?:under|below|up to|at most|around|about|(?:less|more) than) (?=[$€£])",
    ),
    _changing("contact", r"(?:phone|email|e-mail|number|address)(?: \w+)? is"),
    _many("like", *_LIKES),
    _many("language", r"speaks?|speaking|spoke|fluent in"),
    _many(
        "visited",
        r"visited|(?:have|has) been (?:to|in)|went to|travell?ed to|was in|were in",
        of_people=True,
    ),
    _many(
        "hobby",
        r"hobb(?:y|ies)(?: \w+)? (?:is|are)|(?:plays?|played|playing)(?! (?:for|as|in|at)\b)",
        r"collects?|collecting",
        r"spare time|practi[cs]es?",
    ),
    _many("friend", r"friends? (?:with|is|are|named|called)"),
    _many(
        "work",
        r"(?:read|watched|seen|tried|met|bought|wrote)(?! by\b)|starred in|acted in",
        r"(?:directed|composed|painted)(?! (?:and \w+ )?by\b)",
    ),
    _many(
        "offer",
        r"sells?|serves?|offers?|includes?|contains?|supports?|provides?|features?|produces?",
        r"carries|accepts?|stocks?|exports?|teaches|comes? with",
    ),
    _many(
        "possession",
        rf"(?:have|has|had){_NO_PARTICIPLE}|owns?|owned(?! by)|drives?|got|adopted",
    ),
)


def attributes(reading: Reading) -> tuple[Attribute, ...]:
    """Return the attributes that a claim speaks of.

    Examples
    --------
    >>> from belie.datatypes import Claim, Span
    >>> from belie.graph.semantics.reading import Reading
    >>> text = "I live in Rome."
    >>> [one.name for one in attributes(Reading(Claim("s/0#0", text, "s/0", Span(0, 15))))]
    ['residence']
    """
    return tuple(one for one in _ATTRIBUTES if one.cue.search(reading.text))
