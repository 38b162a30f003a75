"""Lists that are complete: who is not on them is not in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.monitor.keeping import kept
from belie.monitor.reasoning.derivation import Derivation, Inference
from belie.monitor.reasoning.memberships import FILLERS, NEGATION, UNSURE
from belie.monitor.reasoning.things import Thing, key_words, same, thing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.monitor.reasoning.lines import Line, Premises

__all__ = ["lists"]

_NAME = r"[^,;:]{1,80}?"
_LIST = r"(?P<list>[^;:.]{1,40}(?:, [^;:,.]{1,40}){0,8},? and [^;:,.]{1,40})"
_MADE_OF = re.compile(
    rf"(?P<group>{_NAME}) (?:consists? (?:only |solely )?of|comprises?(?: only)?|is made up of|"
    rf"is composed "
    rf"of) {_LIST}",
    re.IGNORECASE,
)
_MEMBERS_ARE = re.compile(
    rf"The (?:only )?(?:members|players|countries|colours|colors|flavours|flavors|languages|"
    rf"ingredients|"
    rf"partners|owners|founders|authors|judges|speakers|sizes|stops|winners) (?:of|in|"
    rf"on) (?P<group>{_NAME}) "
    rf"are {_LIST}",
    re.IGNORECASE,
)
_IS_IN = re.compile(
    rf"(?P<one>{_NAME}) (?:is|was|sits|serves|plays|belongs) (?:(?:also )?(?:a |"
    rf"one of the )?(?:members?|"
    rf"players?|part|owners?|founders?|judges?|stops?|partners?|ingredients?|authors?|winners?|"
    rf"speakers?) "
    rf"(?:of|in|on)|on|in|to) (?P<group>{_NAME})",
    re.IGNORECASE,
)
_ONLY_TO = re.compile(
    rf"(?P<front>[^,;:]{{1,80}}?) (?:only (?P<one>(?:to|in|for|at|from) )?{_LIST}|"
    rf"(?P<two>(?:to|in|for|at|from) )?"
    rf"only {_LIST.replace('list', 'second')}|(?P<three>(?:to|in|for|at|from) )"
    rf"{_LIST.replace('list', 'third')} only)",
    re.IGNORECASE,
)
_SENT = frozenset({"it", "them"})
"""What is shipped, or served, where the list says where to."""
_COMMA = re.compile(r",? and |, ")


@dataclass(frozen=True, slots=True)
class _List:
    group: Thing
    members: tuple[Thing, ...]


@kept(4096)
def _list(text: str) -> _List | None:
    if UNSURE.search(text) or re.search(r"\b(?:including|such as|among|others|mainly)\b", text):
        return None
    match = _MEMBERS_ARE.fullmatch(text) or _MADE_OF.fullmatch(text)
    if match is None:
        return None
    members = tuple(thing(name) for name in _COMMA.split(match["list"]))
    return _List(thing(match["group"]), members) if all(one.keys for one in members) else None


def lists(claim: Line, premises: Premises) -> Iterator[Derivation]:
    """Yield why ``claim`` cannot count in somebody whom a complete list does not name."""
    if UNSURE.search(claim.text) or NEGATION.search(claim.text):
        return
    match = _IS_IN.fullmatch(claim.text)
    for line in premises.lines:
        known = _list(line.text)
        if match and known and same(thing(match["group"]), known.group):
            against = _unnamed(thing(match["one"]), known.members)
            way = f"{match['one']} is {'not ' if against else ''}on this list"
            yield Derivation(Inference.MEMBERSHIP, (line,), way, against)
        yield from _only(claim, line)


def _unnamed(one: Thing, members: Sequence[Thing]) -> bool:
    return bool(one.keys) and not any(one.keys & member.keys for member in members)


def _only(claim: Line, line: Line) -> Iterator[Derivation]:
    """Shipped only to France and Spain: not to Portugal."""
    match = None if NEGATION.search(line.text) else _ONLY_TO.fullmatch(line.text)
    if match is None or UNSURE.search(line.text):
        return
    told = match["list"] or match["second"] or match["third"]
    joint = next((match[name].strip() for name in ("one", "two", "three") if match[name]), "")
    members = [thing(name) for name in _COMMA.split(told.removesuffix(" only"))]
    front = frozenset(key_words(FILLERS.sub(" ", match["front"])))
    said = re.fullmatch(
        rf"(?P<front>.{{1,80}}) {joint or 'only'} (?P<one>[^,;:]{{1,40}})", claim.text
    )
    if said is None or not front or not joint:
        return
    name = thing(said["one"])
    about = frozenset(key_words(FILLERS.sub(" ", said["front"]))) - _SENT
    if front == about and len(name.keys) == 1:
        against = _unnamed(name, members)
        way = f"{said['one']} is {'not ' if against else ''}on this list"
        yield Derivation(Inference.MEMBERSHIP, (line,), way, against)
