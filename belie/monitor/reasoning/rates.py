"""Rates: what so many pieces come to at so much a piece."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.graph.word_sets import word_list
from belie.monitor.forms import Form
from belie.monitor.keeping import kept
from belie.monitor.logic.reading import stem
from belie.monitor.reasoning.derivation import Derivation, Inference
from belie.monitor.reasoning.numbers import amount_in, differ, number_of, shown
from belie.monitor.reasoning.quantities import Quantity, quantities_of
from belie.monitor.reasoning.things import Thing, key_words, same, thing
from belie.monitor.values.numerals import NUMBER_PARTS, NUMERAL

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.monitor.reasoning.lines import Line, Premises
    from belie.monitor.values import Amount

__all__ = ["rates"]

_MONEY = rf"(?:[$€£] ?{NUMERAL}|{NUMERAL} (?:euros?|dollars?|pounds sterling|yen))"
_MONEYS = ("$", "euro", "dollar", "pounds sterling", "yen")
_MOVES = word_list("travel drive flies run walk move goes sail cycle ride")
_PER = r"(?P<per>[a-z]+)"
_PRICE = Form(
    rf"(?P<subject>[^,;:]{{1,80}}?) (?:costs?|(?:is|are) (?:sold|charged|priced|"
    rf"rented(?: out)?|paid)"
    rf"(?: at| for)?|(?:is|are)|earns?|charges?|gets?) (?P<price>{_MONEY})"
    rf" (?:per|an?|for (?:each|every|one)|each|every) ?{_PER}?",
    needs=_MONEYS,
)
_PIECES = Form(
    rf"(?P<subject>[^,;:]{{1,60}}?) (?:bought|ordered|booked|stayed|parked|worked|rented|hired|"
    rf"used|"
    rf"needs?|takes?|took|lasts?|lasted|spent|have|has|had|reserved|picked|wants?)"
    rf"(?: \w+)? (?:for )?(?P<n>{NUMERAL}) (?P<piece>[a-z]+)(?P<rest> [^,;:]*)?",
    needs=NUMBER_PARTS,
)
_BILL = Form(
    rf"(?P<subject>[^,;:]{{1,80}}?) (?:costs?|comes? to|came to|amounts? to|paid|pays?|owes?|"
    rf"earned|"
    rf"earns?|(?:is|was)|has to pay|will cost|will pay|"
    rf"totals?) (?P<money>{_MONEY})(?P<rest> (?:for|last|"
    r"in|this|on|to|altogether)\b[^,;:]*)?",
    needs=_MONEYS,
)
_PIECE_SIZE = Form(
    rf"(?:One|Each|Every|A single) (?P<per>[a-z]+)(?: of (?P<whole>[^,;:]{{1,60}}?))? (?:is|"
    rf"measures|"
    rf"weighs|lasts|takes|covers|runs) (?P<size>{NUMERAL} ?[^\W\d][\w²³]*)(?: long)?",
    needs=["one", "each", "every", "single"],
)
_SIZE_IN_PIECES = Form(
    rf"(?P<subject>[^,;:]{{1,80}}?) (?:is|has|consists of|takes|runs|covers|lasts) "
    rf"(?P<n>{NUMERAL}) (?P<piece>[a-z]+)(?: long)?",
    needs=NUMBER_PARTS,
)
_SIZE = Form(
    rf"(?P<subject>[^,;:]{{1,80}}?) (?:is|measures|weighs|lasts|takes|covers|runs) "
    rf"(?P<size>{NUMERAL} ?[^\W\d][\w²³]*)(?: long| in (?:all|total)| altogether)?",
    needs=NUMBER_PARTS,
)
_SPEED = Form(
    rf"(?P<subject>[^,;:]{{1,80}}?) (?:travels?|drives?|flies|runs?|walks?|moves?|goes|sails?|"
    rf"cycles?|"
    rf"rides?) at (?:an average (?:speed )?of |a (?:steady |constant )?speed of |an average |"
    rf"a steady "
    rf"|a constant )?(?P<size>{NUMERAL} ?(?:km/h|mph|m/s|kph|knots?|kilometers per hour|"
    r"kilometres per hour|miles per hour))",
    needs=["km/h", "mph", "m/s", "kph", "knot", "per hour"],
)
_SPEED_TIME = Form(
    r"(?P<subject>[^,;:]{1,80}?) (?:travels?|drives?|flies|runs?|walks?|moves?|goes|sails?|cycles?|"
    rf"rides?) for (?P<size>{NUMERAL} (?:hours?|minutes?|seconds?))",
    needs=_MOVES,
)
_DISTANCE = Form(
    r"(?P<subject>[^,;:]{1,80}?) (?:travels?|drives?|flies|runs?|walks?|moves?|goes|sails?|cycles?|"
    rf"rides?|covers?) (?P<size>{NUMERAL} ?(?:km|m|miles?|kilomet(?:er|re)s?|met(?:er|re)s?))"
    r"(?: in (?:all|total)| altogether)?",
    needs=[*_MOVES, "cover"],
)
_UNSURE = re.compile(
    r"\b(?:about|around|at least|at most|over|more than|up to|nearly|almost|from|less than|"
    r"not|no|if|"
    r"would|might|(?-i:may)|discount|free|minimum|maximum|plus|extra|first|after|off|except|"
    r"half)\b|n't\b",
    re.IGNORECASE,
)


_SPECIAL = re.compile(
    r"\b(?:free|discount\w*|off|cheaper|maximum|cap(?:s|ped)?|flat|reduced|surcharge|extra|deal|"
    r"minimum|unless|only|deposit|fines?|fees?|tax(?:es)?|tips?|refund\w*|late)\b",
    re.IGNORECASE,
)
"""What may change the sum, or be another one: the first hour is free, a deposit is due."""
_FOR_ONE = re.compile(r"(?:An?|One|Each|Every|A single) (?P<one>[a-z][\w-]*)", re.IGNORECASE)
_PAYING = frozenset(
    key_words(
        "pay paid cost costs come total would will is are be it that this you give gives "
        "make makes take takes need needs use uses get gets you'd you'll i'd i'll we'd user user'd "
        "user'll"
    )
)
"""What a bill says beside the pieces and the sum."""


@dataclass(frozen=True, slots=True)
class _Rate:
    subject: Thing
    price: Amount
    per: str


@kept(4096)  # a sentence stands beside many claims
def _rate_of(text: str) -> _Rate | None:
    match = None if _UNSURE.search(text) else _PRICE.fullmatch(text)
    price = amount_in(match["price"]) if match else None
    if match is None or price is None:
        return None
    subject = thing(match["subject"])
    return _Rate(subject, price, stem(match["per"].lower()) if match["per"] else subject.head)


def rates(claim: Line, premises: Premises) -> Iterator[Derivation]:
    """Yield why a sum, length or distance in ``claim`` is not so many times so much."""
    if _UNSURE.search(claim.text):
        return
    yield from _bills(claim, premises.lines)
    yield from _pieces(claim, premises.lines)
    yield from _sizes(claim, premises.lines)
    yield from _distances(claim, premises.lines)


def _bills(claim: Line, lines: Sequence[Line]) -> Iterator[Derivation]:
    bill = _BILL.fullmatch(claim.text)
    billed = amount_in(bill["money"]) if bill else None
    if bill is None or billed is None:
        return
    wanted = frozenset(key_words(claim.text))
    prices = [(line, rate) for line in lines if (rate := _rate_of(line.text))]
    pieces = [
        (line, match)
        for line in lines
        if (match := _PIECES.fullmatch(line.text)) and not _UNSURE.search(line.text)
    ]
    if len(pieces) != 1 or len({(rate.price, rate.per) for _, rate in prices}) != 1:
        return
    (first, rate), (second, match) = prices[0], pieces[0]
    of_it = frozenset(key_words(second.text))
    linked = bool(rate.subject.keys & of_it) and bool((of_it | rate.subject.keys) & wanted)
    if not linked or stem(match["piece"].lower()) != rate.per or rate.price.kind != billed.kind:
        return
    number = number_of(match["n"])
    whole = number * rate.price.low
    steps = f"{shown(number)} × {shown(rate.price.low)} = {shown(whole)} {rate.price.unit}"
    against = differ(whole, billed.low, tolerance=0.005)
    yield Derivation(Inference.RATE, (first, second), steps, against)


def _pieces(claim: Line, lines: Sequence[Line]) -> Iterator[Derivation]:
    """€3 an hour: four hours of parking are €12.

    Only where the lines tell a single amount of the kind, and the claim is of what it is for.
    """
    said = quantities_of(claim.text)
    if len(said) != 2:  # so many pieces, and what they come to
        return
    for many, whole in (said, said[::-1]):
        told = [
            (line, one)
            for line in lines
            for one in quantities_of(line.text)
            if one.said.kind == whole.said.kind
            and (whole.said.kind != "count" or one.items & whole.items)
        ]
        of_one = told if len(told) == 1 else []
        for line, rate in of_one:
            texts = (claim.text, *(other.text for other in lines))
            unsure = _UNSURE.search(line.text) or any(map(_SPECIAL.search, texts))
            times = None if unsure or whole.per else _times(line, rate, many)
            counted = rate.per | rate.items | _opening(line)
            about = frozenset(key_words(claim.text)) - counted - _PAYING
            about -= frozenset(key_words(f"{many.numeral} {whole.numeral}"))
            if times is None or (about and about.isdisjoint(key_words(line.text))):
                continue
            sum_of_it = times * rate.number
            steps = f"{shown(times)} × {shown(rate.number)} = {shown(sum_of_it)}"
            size = times * rate.said.low
            against = differ(size, whole.said.low, tolerance=0.005)
            yield Derivation(Inference.RATE, (line,), steps, against)


def _times(line: Line, rate: Quantity, many: Quantity) -> float | None:
    """How many times the rate comes; ``None`` where it is not so much for each of the pieces."""
    if rate.per_size:
        same = many.said.kind == rate.per_size.kind
        return many.said.low / rate.per_size.low if same else None
    return many.number if (rate.per or _opening(line)) & many.items else None


def _opening(line: Line) -> frozenset[str]:
    """What a line tells of one of: "A ride costs $7"."""
    match = _FOR_ONE.match(line.text)
    return frozenset(key_words(match["one"]) if match else [])


def _sizes(claim: Line, lines: Sequence[Line]) -> Iterator[Derivation]:
    """One lap is 400 m, the race is ten laps: it is 4 km."""
    said = _SIZE.fullmatch(claim.text)
    size = amount_in(said["size"]) if said else None
    if said is None or size is None or size.kind == "count":
        return
    subject = thing(said["subject"])
    for first in lines:
        piece = None if _UNSURE.search(first.text) else _PIECE_SIZE.fullmatch(first.text)
        one = amount_in(piece["size"]) if piece else None
        if piece is None or one is None or one.kind != size.kind:
            continue
        for second in lines:
            many = None if _UNSURE.search(second.text) else _SIZE_IN_PIECES.fullmatch(second.text)
            if many is None or stem(many["piece"].lower()) != stem(piece["per"].lower()):
                continue
            number = number_of(many["n"])
            whole = number * one.low
            slack = number * one.half + size.half
            if same(thing(many["subject"]), subject):
                against = slack < abs(whole - size.low)
                steps = f"{shown(number)} × {piece['size']} is {_is(against)}{said['size']}"
                yield Derivation(Inference.RATE, (first, second), steps, against)


def _distances(claim: Line, lines: Sequence[Line]) -> Iterator[Derivation]:
    """80 km/h for three hours are 240 km."""
    said = _DISTANCE.fullmatch(claim.text)
    size = amount_in(said["size"]) if said else None
    if said is None or size is None:
        return
    subject = thing(said["subject"])
    speeds = _measured(_SPEED, subject, lines)
    times = _measured(_SPEED_TIME, subject, lines)
    if len(speeds) != 1 or len(times) != 1:
        return
    (first, speed, fast), (second, time, long) = speeds[0], times[0]
    against = 0.02 * size.low < abs(speed.low * time.low - size.low)
    steps = f"{fast} for {long} is {_is(against)}{said['size']}"
    yield Derivation(Inference.RATE, (first, second), steps, against)


def _is(against: bool) -> str:  # noqa: FBT001 - one word of a sentence
    return "not " if against else ""


def _measured(form: Form, subject: Thing, lines: Sequence[Line]) -> list[tuple[Line, Amount, str]]:
    found: list[tuple[Line, Amount, str]] = []
    for line in lines:
        match = None if _UNSURE.search(line.text) else form.fullmatch(line.text)
        size = amount_in(match["size"]) if match else None
        if match and size and same(thing(match["subject"]), subject):
            found.append((line, size, match["size"]))
    return found
