"""How many of something someone has: the facts of totals, differences and shares."""

from __future__ import annotations

import re
from dataclasses import dataclass

from belie.graph.word_sets import word_set
from belie.monitor.forms import Form
from belie.monitor.keeping import kept
from belie.monitor.logic.reading import stem
from belie.monitor.reasoning.numbers import number_of
from belie.monitor.reasoning.things import Thing, key_words, thing
from belie.monitor.values.numerals import NUMBER_PARTS, NUMERAL

__all__ = ["Count", "Each", "Share", "count_of", "each_of", "share_of"]

_HAVE = (
    r"ha(?:s|ve)|contains?|holds?|seats?|offers?|includes?|features?|sleeps?|houses?|comprises?|"
    r"carr(?:y|ies)|fits?|stocks?|employs?|owns?|runs?|operates?|keeps?"
)
_HAD = r"had|contained|held|seated|offered|included|stocked|employed|owned|carried|kept"
_DID = (
    r"scored|raised|sold|bought|ordered|collected|planted|built|wrote|won|donated|shipped|made|"
    r"received|produced|baked|caught|recorded|counted|delivered|earned|spent|lost|used|read|"
    r"published|hired|repaired|visited|picked|packed|rented|signed|booked|welcomed|paid"
)
_QUANTITY = (
    rf"(?P<sign>[$€£]) ?(?P<money>{NUMERAL})|"
    rf"(?P<n>{NUMERAL}) (?P<item>[a-z][\w-]*(?: [a-z][\w-]*){{0,3}}?)(?: of (?P<of>[a-z]+))?"
)
_TAIL = (
    r"(?P<tail>(?:,? (?:in|at|on|for|from|with|during|per|each|last|this|yesterday|today|to)\b"
    r"[^,;]*)?)"
)
_WHOLE = r"(?P<whole>,? (?:in (?:all|total)|altogether|together|combined|between them|overall))?"
_LEAD = r"(?P<lead>(?:Together|In total|Altogether|Combined|In all|Between them),? )?"
_COUNT = Form(
    rf"{_LEAD}(?P<subject>[^,;:]{{1,100}}?) (?:(?:will |can )?(?P<have>{_HAVE})|(?P<had>{_HAD})|"
    rf"(?P<did>{_DID}))(?: together| altogether)? (?:a total of )?(?:{_QUANTITY}){_WHOLE}{_TAIL}",
    needs=NUMBER_PARTS,
)
_THERE = Form(
    rf"{_LEAD}There (?P<be>are|were) (?:a total of )?(?:{_QUANTITY}){_WHOLE}"
    rf" (?:in|at|on|aboard) (?P<subject>[^,;:]{{1,100}}?){_WHOLE.replace('whole', 'after')}",
    needs=["there"],
)
_EACH = Form(
    r"(?:Each|Every)(?: one)?(?: of (?:the|its|these|"
    r"those))? (?P<per>[a-z][\w-]*(?: [a-z][\w-]*){0,2}?)"
    rf"(?: (?:in|of|at|on|aboard) (?P<place>[^,;:]{{1,80}}?))? (?:{_HAVE}|{_HAD})"
    rf" (?P<n>{NUMERAL}) (?P<item>[a-z][\w-]*(?: [a-z][\w-]*){{0,3}}?)(?: (?:in|on|of|per)\b.*)?",
    needs=["each", "every"],
)
_EACH_BEHIND = Form(
    rf"(?P<subject>[^,;:]{{1,100}}?) (?:{_HAVE}) (?P<count>{NUMERAL}) (?P<per>[a-z][\w"
    rf" -]{{1,40}}?),? "
    rf"(?:each )?(?:with|of|holding|containing|seating) (?P<n>{NUMERAL}) "
    r"(?P<item>[a-z][\w-]*(?: [a-z][\w-]*){0,3}?)(?P<each> each)?",
    needs=NUMBER_PARTS,
)
_SHARE = Form(
    rf"(?P<share>{NUMERAL} ?(?:%|percent|per cent)|(?i:half|a third|a quarter|two thirds|"
    rf"three quarters|a fifth|a tenth)) of (?:(?:all )?(?:the|these|its|those) |all )?"
    r"(?P<item>[a-z][\w-]*(?: [a-z][\w-]*){0,2}?) (?P<predicate>(?:are|were|is|was|have|has|had|"
    r"can|will|said|took|went|came|[a-z]+ed|chose|live|work|speak|own|use|wear|play|travel)\b.*)",
    needs=[" of "],
)
_NUMBERED = Form(
    rf"(?:(?:Exactly|In total|Altogether),? )?(?P<n>{NUMERAL}) (?:of (?:the|them|its) )?"
    r"(?P<item>[a-z][\w-]*(?: [a-z][\w-]*){0,2}?) (?P<predicate>(?:are|were|is|was|have|has|had|"
    r"can|will|said|took|went|came|[a-z]+ed|chose|live|work|speak|own|use|wear|play|travel)\b.*)",
    needs=NUMBER_PARTS,
)
_PARTS = {
    "half": 1 / 2, "a third": 1 / 3, "a quarter": 1 / 4, "two thirds": 2 / 3,
    "three quarters": 3 / 4, "a fifth": 1 / 5, "a tenth": 1 / 10,
}  # fmt: skip
_MORE_OR_LESS = re.compile(
    r"\b(?:about|around|at least|at most|over|more than|up to|nearly|almost|some|fewer|less than|"
    r"roughly|approximately|not|never|no (?:more|fewer)|if|would|could|might|(?-i:may)|should|"
    r"only one|another|other|"
    r"n't|except|usually|sometimes|often|typically|average|normally|extra|additional|more)\b"
    r"|n't\b",
    re.IGNORECASE,
)
_NOT_ITEMS = word_set(
    "percent per cent year hour minute second thousand million billion time times"
)


@dataclass(frozen=True, slots=True)
class Count:
    """So many of an item that someone has, or did something with.

    Parameters
    ----------
    subject
        Who or what.
    item
        Of what; of money the sign of its currency.
    number
        How many.
    verb
        ``"have"``, ``"had"``, or the stem of what was done.
    tail
        The stems of where, when and of what.
    whole
        Whether it says "in total" or the like.
    subject_words, unit
        Subject and item as they were said.
    """

    subject: Thing
    item: Thing
    number: float
    verb: str
    tail: frozenset[str]
    whole: bool
    subject_words: str
    unit: str

    @property
    def about(self) -> frozenset[str]:
        """The stems of all that says whose items they are."""
        return self.subject.keys | self.tail


@dataclass(frozen=True, slots=True)
class Each:
    """So many of an item in every one of something; ``place`` says of which, where it is told."""

    per: Thing
    item: Thing
    number: float
    place: Thing | None
    item_words: str
    count: Count | None = None


@dataclass(frozen=True, slots=True)
class Share:
    """A share, or a number, of a group for which something holds.

    Parameters
    ----------
    item
        The group; empty keys for "them".
    number
        A share in [0, 1], or how many.
    predicate
        The stems of what holds.
    words
        The group as it was named.
    is_share
        Whether ``number`` is a share.
    """

    item: Thing
    number: float
    predicate: frozenset[str]
    words: str
    is_share: bool


@kept(4096)  # a sentence stands beside many claims
def count_of(text: str) -> Count | None:
    """Return the count that a sentence states, if it states nothing else.

    Examples
    --------
    >>> count = count_of("The Seaview has six bedrooms")
    >>> count.number, count.item.head, count.verb
    (6.0, 'bedroom', 'have')
    """
    if _MORE_OR_LESS.search(text):
        return None
    match = _THERE.fullmatch(text) or _COUNT.fullmatch(text)
    if match is None:
        return None
    groups = match.groupdict()
    if match["subject"].lower().startswith(("each ", "every ", "there ")):
        return None
    if match["item"] and _NOT_ITEMS & set(match["item"].lower().split()):
        return None
    unit = match["sign"] or match["item"]
    whole = any(groups.get(name) for name in ("lead", "whole", "after"))
    tail = key_words(groups.get("tail") or "")
    return Count(
        subject=thing(match["subject"]),
        item=Thing(frozenset({unit}), unit) if match["sign"] else thing(unit),
        number=number_of(match["money"] or match["n"]),
        verb=_verb(groups),
        tail=frozenset(tail),
        whole=whole,
        subject_words=match["subject"],
        unit=unit,
    )


def _verb(groups: dict[str, str | None]) -> str:
    did = groups.get("did")
    if did:
        return stem(did.lower())
    past = groups.get("had") or (groups.get("be") or "").lower() == "were"
    return "had" if past else "have"


@kept(4096)
def each_of(text: str) -> Each | None:
    """Return how many of an item each of something has, if a sentence states that.

    Examples
    --------
    >>> each = each_of("Every bedroom at the Seaview has two beds")
    >>> each.per.head, each.number, each.item.head
    ('bedroom', 2.0, 'bed')
    """
    if _MORE_OR_LESS.search(text):
        return None
    match = _EACH.fullmatch(text)
    if match:
        place = thing(match["place"]) if match["place"] else None
        item = match["item"]
        return Each(thing(match["per"]), thing(item), number_of(match["n"]), place, item)
    match = _EACH_BEHIND.fullmatch(text) if " each" in text.lower() else None
    if match is None or not (match["each"] or " each " in text):
        return None
    subject, per = thing(match["subject"]), thing(match["per"])
    count = Count(
        subject,
        per,
        number_of(match["count"]),
        "have",
        frozenset(),
        False,
        match["subject"],
        match["per"],
    )
    return Each(per, thing(match["item"]), number_of(match["n"]), subject, match["item"], count)


@kept(4096)
def share_of(text: str) -> Share | None:
    """Return the share or the number of a group for which something holds.

    Examples
    --------
    >>> share = share_of("60% of the students voted")
    >>> share.number, share.item.head, sorted(share.predicate)
    (0.6, 'student', ['vot'])
    """
    if _MORE_OR_LESS.search(text):
        return None
    match, is_share = _SHARE.fullmatch(text), True
    if match is None:
        match, is_share = _NUMBERED.fullmatch(text), False
    if match is None:
        return None
    number = _part(match["share"].lower()) if is_share else number_of(match["n"])
    item = match["item"]
    group = Thing(frozenset(), "") if item.lower() == "them" else thing(item)
    return Share(group, number, frozenset(key_words(match["predicate"])), item, is_share)


def _part(words: str) -> float:
    if words in _PARTS:
        return _PARTS[words]
    return number_of(re.sub(r" ?(?:%|percent|per cent)$", "", words)) / 100
