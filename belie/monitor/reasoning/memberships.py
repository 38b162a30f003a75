"""What holds for all, none or only some of a group, and one of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.monitor.forms import Form
from belie.monitor.keeping import kept
from belie.monitor.reasoning.derivation import Derivation, Inference
from belie.monitor.reasoning.numbers import number_of, shown
from belie.monitor.reasoning.things import Thing, key_words, same, thing
from belie.monitor.values.numerals import NUMBER_PARTS, NUMERAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belie.monitor.reasoning.lines import Line, Premises

__all__ = ["FILLERS", "NEGATION", "UNSURE", "limits", "memberships"]

_NAME = r"[^,;:]{1,80}?"
_EVERY = re.compile(
    rf"(?P<how>All(?: of)?(?: the)?|Every|Each|None of(?: the)?|Only|Nobody in|No one in|Nobody on|"
    rf"No one on|No|Everyone in|Everybody in|Everyone on|Everybody on) (?P<group>{_NAME}) "
    r"(?P<predicate>(?:may|can|must|will|are|is|has|have|do|does|had|were|was|need|needs|"
    r"serves?|speaks?|wears?|gets?|works?|includes?|comes?|costs?|accepts?|requires?|"
    r"receives?|pays?|lives?|knows?|eats?|drinks?|uses?|likes?|drives?|owns?|attends?|"
    r"qualif(?:y|ies)|"
    r"contains?|supports|runs?|holds?|offers?|passed|failed|attended|voted|signed|survived)\b.*)",
    re.IGNORECASE,
)
_MEMBER = re.compile(
    rf"(?P<one>{_NAME}) (?P<be>is|are|am|was|were|works|plays|sits|belongs|lives)(?P<no> not|n't)? "
    r"(?P<group>(?:an? |one of (?:the |our )?|among (?:the )?|in |on |to |the )?[^,;:]{1,80})",
    re.IGNORECASE,
)
_HOLDS = re.compile(
    rf"(?P<one>{_NAME}) (?P<predicate>(?:may|can|cannot|can't|must|will|won't|are|is|isn't|"
    rf"aren't|has|have|"
    r"do|does|don't|doesn't|had|were|was|need|needs|serves?|speaks?|wears?|gets?|works?|"
    r"includes?|comes?|"
    r"costs?|accepts?|requires?|receives?|pays?|lives?|knows?|eats?|drinks?|uses?|likes?|"
    r"drives?|owns?|"
    r"attends?|qualif(?:y|ies)|contains?|supports?|runs?|holds?|offers?|passed|failed|"
    r"attended|voted|"
    r"signed|survived)\b.*)",
    re.IGNORECASE,
)
NEGATION = re.compile(r"\b(?:not|never|cannot|no)\b|n't\b", re.IGNORECASE)
_MODAL = re.compile(
    r"\b(?:(?P<may>may|can|cannot|can't|(?:is|are|was|were)(?: not)? (?:allowed|permitted|"
    r"able) to)|"
    r"(?P<must>must|ha(?:s|ve) to|needs? to|(?:is|are)(?: not)? required to))\b",
    re.IGNORECASE,
)
FILLERS = re.compile(
    r"\b(?:may|can|cannot|can't|must|will|won't|is|are|isn't|aren't|was|were|be|been|being|do|"
    r"does|don't|"
    r"doesn't|did|has|have|had|need|needs|not|never|no|to|allowed|permitted|able|required|any)\b",
    re.IGNORECASE,
)
UNSURE = re.compile(
    r"\b(?:if|unless|except|but|usually|normally|sometimes|often|most|almost|nearly|some|many|"
    r"would|"
    r"could|might|should|probably|perhaps|other than|apart from|not all|not every|when|while|until|"
    r"also|former|first|than|so|because|or)\b",
    re.IGNORECASE,
)
_GROUP_LEAD = re.compile(
    r"(?:an?|one of (?:the |our )?|among (?:the )?|in|on|to|the) ?\b", re.IGNORECASE
)
_BARRED = Form(
    rf"(?:Nobody|No one|No (?:person|child|visitor|guest)s?|Children|People|"
    rf"Visitors) (?P<side>under|younger than|over|older than) "
    rf"(?:the age of )?(?P<age>{NUMERAL})(?: years)?(?P<no> cannot| may not| are not| is not|"
    rf" can't| must not)? "
    r"(?P<predicate>[^,;:]{1,80})",
    needs=["under", "younger", "over", "older"],
)
_LEAST_AGE = Form(
    rf"(?:You|Visitors|Guests|Participants|Drivers|Members|Riders|"
    rf"Applicants) must be at least (?P<age>{NUMERAL})(?: years old)? to "
    r"(?P<predicate>[^,;:]{1,80})",
    needs=["at least"],
)
_OR_OVER = Form(
    rf"(?P<age>{NUMERAL})(?: years old)? (?:or|and) (?:older|over|above)",
    needs=["older", "over", "above"],
)
_IS_AGED = Form(
    rf"(?P<one>{_NAME}) (?:is|am|are|turned) (?:only |just )?(?P<age>{NUMERAL})(?: years old)?",
    needs=NUMBER_PARTS,
)


@dataclass(frozen=True, slots=True)
class _Predicate:
    """What holds of somebody: its words as stems, whether it holds, how it is meant."""

    keys: frozenset[str]
    holds: bool
    modal: str


@dataclass(frozen=True, slots=True)
class _Every:
    """That something holds for all of a group, or for nobody else."""

    group: Thing
    predicate: _Predicate
    only: bool


def _predicate(words: str) -> _Predicate:
    modal = _MODAL.search(words)
    meant = "" if modal is None else "may" if modal["may"] else "must"
    holds = len(NEGATION.findall(words)) % 2 == 0
    return _Predicate(frozenset(key_words(FILLERS.sub(" ", words))), holds, meant)


@kept(4096)  # a sentence stands beside many claims
def _every(text: str) -> _Every | None:
    match = None if UNSURE.search(text) else _EVERY.fullmatch(text)
    if match is None:
        return None
    how, predicate = match["how"].lower(), _predicate(match["predicate"])
    if how.startswith("no"):
        if not predicate.holds:
            return None
        predicate = _Predicate(predicate.keys, False, predicate.modal)
    group = thing(match["group"])
    return _Every(group, predicate, only=how == "only") if predicate.keys and group.keys else None


def memberships(claim: Line, premises: Premises) -> Iterator[Derivation]:
    """Yield why ``claim`` holds or cannot hold for one, as something does for all or none."""
    said = None if UNSURE.search(claim.text) else _HOLDS.fullmatch(claim.text)
    if said is None:
        return
    lines = premises.lines
    one, predicate = thing(said["one"]), _predicate(said["predicate"])
    for line, every in ((line, every) for line in lines if (every := _every(line.text))):
        clash = _clash(every, predicate)
        if clash is None:
            continue
        for other in lines:
            member = _is_member(other.text, one, every.group)
            if member is not None and other is not line and member is not every.only:
                way = "and is not one of them" if every.only else "and is one of them"
                yield Derivation(Inference.MEMBERSHIP, (line, other), way, refutes=clash)


def _clash(every: _Every, said: _Predicate) -> bool | None:
    """Whether the same is said the other way round; of "only" where it is granted to others.

    ``None`` where it is something else that is said.
    """
    general = every.predicate
    if general.keys != said.keys or (every.only and not general.holds):
        return None
    if every.only:
        return said.holds if general.modal == said.modal else None
    if general.modal == said.modal:
        return general.holds != said.holds
    return True if said.holds and not general.holds and not general.modal else None


def _is_member(text: str, one: Thing, group: Thing) -> bool | None:
    """Whether a line says that one is, or is not, of a group; ``None`` if it says neither."""
    match = None if UNSURE.search(text) else _MEMBER.fullmatch(text)
    if match is None or not same(thing(match["one"]), one):
        return None
    named = thing(_GROUP_LEAD.sub("", match["group"], count=1))
    if (
        named.head == group.head
        and named.keys <= group.keys
        and (group.keys == named.keys or match["no"])
    ):
        return not match["no"]
    return not match["no"] if named.keys == group.keys else None


def limits(claim: Line, premises: Premises) -> Iterator[Derivation]:
    """Yield why somebody is too young or too old for what ``claim`` grants."""
    said = None if UNSURE.search(claim.text) else _HOLDS.fullmatch(claim.text)
    predicate = _predicate(said["predicate"]) if said else None
    if said is None or predicate is None or not predicate.holds:
        return
    lines = premises.lines
    for first in lines:
        told = _OR_OVER.sub(r"at least \g<age>", first.text)
        limit = None if UNSURE.search(told) else _limit(told)
        if limit is None or limit.predicate.keys != predicate.keys:
            continue
        for second in lines:
            match = _IS_AGED.fullmatch(second.text)
            if match is None or not same(thing(match["one"]), thing(said["one"])):
                continue
            age = number_of(match["age"])
            if age < limit.least or limit.most < age:
                far = (
                    f"under {shown(limit.least)}"
                    if age < limit.least
                    else f"over {shown(limit.most)}"
                )
                way = f"{shown(age)} is {far}"
                yield Derivation(Inference.MEMBERSHIP, (first, second), way, refutes=True)


@dataclass(frozen=True, slots=True)
class _Limit:
    predicate: _Predicate
    least: float = 0.0
    most: float = float("inf")


@kept(4096)
def _limit(text: str) -> _Limit | None:
    match = _LEAST_AGE.fullmatch(text)
    if match:
        return _Limit(_predicate(match["predicate"]), least=number_of(match["age"]))
    match = _BARRED.fullmatch(text)
    if match is None or (not text.lower().startswith("no")) != bool(match["no"]):
        return None
    age, predicate = number_of(match["age"]), _predicate(match["predicate"])
    if not predicate.holds:
        return None
    young = match["side"].lower() in {"under", "younger than"}
    return _Limit(predicate, least=age) if young else _Limit(predicate, most=age)
