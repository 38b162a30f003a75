"""Totals, differences and shares: what numbers of several statements come to."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

from belie.datatypes import Claim, Role
from belie.monitor.forms import Form
from belie.monitor.reasoning.counts import Count, Each, count_of, each_of, share_of
from belie.monitor.reasoning.derivation import Derivation, Inference
from belie.monitor.reasoning.numbers import differ, number_of, shown
from belie.monitor.reasoning.quantities import quantities_of
from belie.monitor.reasoning.things import Thing, key_words, same, thing
from belie.monitor.values.numerals import NUMBER_PARTS, NUMERAL

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.monitor.reasoning.lines import Line, Premises

__all__ = ["differences", "shares", "totals"]

_GONE = (
    r"sold|shipped|spent|lost|gave away|used(?: up)?|ate|removed|donated|threw away|handed out|"
    r"scrapped|sent out|lent(?: out)?"
)
_LOSS = Form(
    rf"(?P<subject>[^,;:]{{1,80}}?) (?:has |have )?(?:since |then |already )?(?:{_GONE}) "
    rf"(?P<sign>[$€£])?(?P<n>{NUMERAL})(?: (?P<item>[a-z][\w -]*?))?"
    r"(?: (?:of (?:them|these|those|the \w+)|on|in|at|to|yesterday|today|last|this|during|"
    r"and)\b.*)?",
    needs=NUMBER_PARTS,
)
_LEFT = Form(
    rf"(?:(?:After|Since|On|By|Now) ?[^,;]{{0,40}},? )?(?P<subject>(?:the|a|an|"
    rf"[A-Z])[^,;:]{{1,80}}?) "
    rf"(?:now |still )?(?:has|have|had) (?:now |still )?(?P<sign>[$€£])?(?P<n>{NUMERAL})"
    r"(?: (?P<item>[a-z][\w -]*?))? (?:left|remaining)(?: over)?",
    needs=["left", "remaining"],
)
_STOCK = Form(
    rf"(?:(?:On|In|At|This|Yesterday) ?[^,;]{{0,40}},? )?(?P<subject>[^,;:]{{1,80}}?) "
    rf"(?:had|has|held|holds|stocked|started (?:\w+ )?with|began (?:\w+ )?with|"
    rf"opened (?:\w+ )?with) "
    rf"(?P<sign>[$€£])?(?P<n>{NUMERAL})(?: (?P<item>[a-z][\w-]*(?: [a-z][\w-]*){{0,2}}?))?"
    r"(?: (?:on|in|at|this|yesterday|last)\b.*)?",
    needs=NUMBER_PARTS,
)
_GAIN = re.compile(
    r"\b(?:bought|restocked|added|gained|earned|got|returned|found|deposited|ordered|borrowed|"
    r"received (?!none|nothing|no\b))",
    re.IGNORECASE,
)
_IS_LEFT = re.compile(r"\b(?:left|remain(?:s|ing)?|still (?:free|available|owed|open))\b")
_IS_GONE = re.compile(
    rf"\b(?:{_GONE}|taken|took|sold|eaten|drunk|repaid|paid (?:back|off)|booked|withdrawn|withdrew|"
    r"reserved|given away|finished|gone)\b",
    re.IGNORECASE,
)
_MAY_CHANGE = re.compile(
    r"\b(?:not|never|if|may|will|would|could|about|around|over|almost|nearly|more|another|other|"
    r"each|every|again|top(?:ped)? up|carr(?:y|ied)|refunded|cancel\w+|new|extra|added)\b|n't\b",
    re.IGNORECASE,
)
_IT = re.compile(r"\b(?:it|them|this|that|those)\b", re.IGNORECASE)
_AUXILIARIES = frozenset(key_words("has have had is are was were be been"))
_NAMES = re.compile(r",? and |, ")


def totals(claim: Line, premises: Premises) -> Iterator[Derivation]:
    """Yield why a number in ``claim`` is not what the numbers of other lines come to.

    Six bedrooms with two beds each are twelve beds; what A and what B raised is what they raised
    together.
    """
    said = count_of(claim.text)
    if said is None:
        return
    lines = premises.lines
    yield from _products(said, lines)
    if said.whole:
        yield from _sums(said, lines)


def _products(said: Count, lines: Sequence[Line]) -> Iterator[Derivation]:
    counts = [(line, count) for line in lines if (count := count_of(line.text))]
    eaches = [(line, each) for line in lines if (each := each_of(line.text))]
    for line, each in eaches:
        if each.count and _belongs(each.count, said):
            yield from _product([line], said, each.count, each)
    if len(_numbers(each for _, each in eaches)) > 1:
        return
    for (first, count), (second, each) in product(counts, eaches):
        if first is second or not _belongs(count, said) or not _applies(each, count):
            continue
        others = {one.number for _, one in counts if one.item.head == count.item.head}
        if len(others) == 1:
            yield from _product([first, second], said, count, each)


def _numbers(eaches: Iterator[Each]) -> set[tuple[str, str, float]]:
    return {(each.per.head, each.item.head, each.number) for each in eaches}


def _belongs(count: Count, said: Count) -> bool:
    """Whether the count is of what the claim is about, at the same time."""
    alike = said.about == count.about or (
        said.tail == count.tail and same(said.subject, count.subject)
    )
    return alike and said.verb == count.verb


def _applies(each: Each, count: Count) -> bool:
    of_it = each.place is None or each.place.keys == count.about or same(each.place, count.subject)
    return of_it and each.per.head == count.item.head and each.per.keys <= count.item.keys


def _against(said: Count, each: Each, whole: float) -> bool | None:
    """Whether the claimed number is impossible: of beds there may be more than single beds."""
    if said.item.head != each.item.head:
        return None
    if said.item.keys == each.item.keys or not differ(said.number, whole):
        return differ(said.number, whole)
    too_few = said.item.keys < each.item.keys and said.number < whole
    too_many = each.item.keys < said.item.keys and whole < said.number
    return True if too_few or too_many else None


def _product(lines: list[Line], said: Count, count: Count, each: Each) -> Iterator[Derivation]:
    whole = count.number * each.number
    against = _against(said, each, whole)
    if against is not None:
        steps = f"{shown(count.number)} × {shown(each.number)} = {shown(whole)} {each.item_words}"
        yield Derivation(Inference.TOTAL, tuple(lines), steps, against)


def _sums(said: Count, lines: Sequence[Line]) -> Iterator[Derivation]:
    names = [thing(name) for name in _NAMES.split(said.subject_words.removesuffix(" together"))]
    if len(names) < 2:
        return
    parts = [_part(name, said, lines) for name in names]
    known = [part for part in parts if part]
    if len(known) < len(names) or len({line.text for line, _ in known}) < len(names):
        return
    numbers = [count.number for _, count in known]
    steps = f"{' + '.join(map(shown, numbers))} = {shown(sum(numbers))} {said.unit}"
    against = differ(sum(numbers), said.number)
    yield Derivation(Inference.TOTAL, tuple(line for line, _ in known), steps, against)


def _part(name: Thing, said: Count, lines: Sequence[Line]) -> tuple[Line, Count] | None:
    """The one count of a part of the whole; ``None`` where there are none or several."""
    found = [
        (line, count)
        for line in lines
        if (count := count_of(line.text))
        and same(count.subject, name)
        and count.item.keys == said.item.keys
        and (count.verb, count.tail) == (said.verb, said.tail)
    ]
    return found[0] if len({count.number for _, count in found}) == 1 else None


def differences(claim: Line, premises: Premises) -> Iterator[Derivation]:
    """Yield why the number that ``claim`` says is left is not what is left.

    Only where all that is known is one number at first and one that has gone since.
    """
    left = _LEFT.fullmatch(claim.text)
    lines = premises.lines if left or _IS_LEFT.search(claim.text) else ()
    if left is None:
        yield from _rests(claim, lines)
        return
    of_it = thing(left["subject"])
    stocks, losses = _of(_STOCK, of_it, lines), _of(_LOSS, of_it, lines)
    gains = any(_GAIN.search(line.text) and of_it.keys <= thing(line.text).keys for line in lines)
    losses = [(line, match) for line, match in losses if not _LEFT.fullmatch(line.text)]
    if gains or len(stocks) != 1 or len(losses) != 1:
        return
    (first, stock), (second, loss) = stocks[0], losses[0]
    if not _one_item(stock, left) or not (_one_item(stock, loss) or " of the" in second.text):
        return
    rest = number_of(stock["n"]) - number_of(loss["n"])
    if 0 <= rest:
        told = f"{shown(number_of(stock['n']))} − {shown(number_of(loss['n']))} = {shown(rest)}"
        steps = f"{told} {left['sign'] or left['item'] or ''}".rstrip() + " left"
        against = differ(rest, number_of(left["n"]))
        yield Derivation(Inference.DIFFERENCE, (first, second), steps, against)


def _rests(claim: Line, lines: Sequence[Line]) -> Iterator[Derivation]:
    """What is left where two lines of one statement, or of one speaker, tell whole and part.

    They have to be the only numbers of the kind, and of one thing: counts are of the same items.
    """
    said = quantities_of(claim.text)
    if len(said) != 1 or _MAY_CHANGE.search(claim.text):
        return
    [left] = said
    told = [
        (line, one)
        for line in lines
        for one in quantities_of(line.text)
        if one.said.kind == left.said.kind and (left.said.kind != "count" or one.items & left.items)
    ]
    gone = [(line, one) for line, one in told if _IS_GONE.search(line.text)]
    whole = [(line, one) for line, one in told if not _IS_GONE.search(line.text)]
    if len(gone) != 1 or len(whole) != 1:
        return
    (first, stock), (second, loss) = whole[0], gone[0]
    if first.statement.source == second.statement.source:
        of_one = (
            left.said.kind == "count" or _IT.search(second.text) or _share_a_thing(first, second)
        )
    else:
        of_one = _is_told_by_the_user(first, second) and _share_a_thing(first, second)
    unsure = any(_MAY_CHANGE.search(line.text) or _GAIN.search(line.text) for line in lines)
    rest = stock.said.low - loss.said.low
    if of_one and not unsure and 0 < min(rest, left.said.low):
        number = left.number * rest / left.said.low
        steps = f"{shown(stock.number)} − {shown(loss.number)} = {shown(number)} left"
        against = differ(rest, left.said.low)
        yield Derivation(Inference.DIFFERENCE, (first, second), steps, against)


def _is_told_by_the_user(*lines: Line) -> bool:
    told = [line.statement for line in lines]
    return any(isinstance(one, Claim) and one.role is Role.USER for one in told)


def _share_a_thing(one: Line, gone: Line) -> bool:
    """Whether two lines share a word beside what they count and that it is gone: "the pack"."""
    numbers = [each for line in (one, gone) for each in quantities_of(line.text)]
    counted = frozenset(key_words(" ".join(each.numeral for each in numbers)))
    shared = {*key_words(one.text)}.intersection(key_words(_IS_GONE.sub(" ", gone.text)))
    return bool(shared - counted.union(_AUXILIARIES, *(each.items for each in numbers)))


def _of(form: Form, subject: Thing, lines: Sequence[Line]) -> list[tuple[Line, re.Match[str]]]:
    matches = [(line, match) for line in lines if (match := form.fullmatch(line.text))]
    others = [thing(match["subject"]) for _, match in matches]
    return [
        (line, match)
        for (line, match), other in zip(matches, others, strict=True)
        if same(other, subject, others)
    ]


def _one_item(stock: re.Match[str], other: re.Match[str]) -> bool:
    if stock["sign"] or other["sign"]:
        return stock["sign"] == other["sign"]
    if not other["item"] or not stock["item"]:
        return not other["item"] and bool(stock["item"])
    return thing(stock["item"]).head == thing(other["item"]).head


def shares(claim: Line, premises: Premises) -> Iterator[Derivation]:
    """Yield why so many as ``claim`` says are not the share that is told of a known number."""
    said = share_of(claim.text)
    if said is None or said.is_share:
        return
    lines = premises.lines
    for line, part in ((line, share_of(line.text)) for line in lines):
        if part is None or not part.is_share or not part.predicate <= said.predicate:
            continue
        if part.item.keys and part.item.head != said.item.head:
            continue
        wholes = {number: one for one in lines if (number := _whole(one, said.item.head))}
        if len(wholes) != 1:
            continue
        [(number, whole)] = wholes.items()
        if not said.predicate <= part.predicate | frozenset(key_words(whole.text)):
            continue
        against = 0.5 + 0.005 * number < abs(part.number * number - said.number)
        steps = f"{shown(100 * part.number)} % of {shown(number)} = {shown(part.number * number)}"
        yield Derivation(Inference.SHARE, (whole, line), f"{steps} {said.words}", against)


def _whole(line: Line, item: str) -> float | None:
    """How many of an item there are, by a line that counts them."""
    group = share_of(line.text)
    if group and not group.is_share and group.item.head == item:
        return group.number
    count = count_of(line.text)
    return count.number if count and count.item.head == item else None
