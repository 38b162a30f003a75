"""Conversations of any length with planted contradictions, and with what looks like one.

A plant is two turns about one thing at a known distance; all other turns are about other things.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from enum import StrEnum
from itertools import cycle, islice, product
from typing import TYPE_CHECKING

from belie.datatypes import Scope

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.session_texts import StatementPair, Statements

__all__ = ["DISTANCES", "Plant", "PlantKind", "Said", "Script", "write_script"]

DISTANCES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 9000)
_SHARE = 0.12
"""Plants per turn; each takes two turns or three."""
_STATE = re.compile(r"\b(?:is|are|has|have)\b")
_PAST = re.compile(
    r"\b(?:born|died|founded|established|created|directed|produced|written|published|released)\b|"
    r"\b1\d{3}\b|\b20\d\d\b"
)
"""What was once done stays as it was: another date of birth is a contradiction at any time."""
_FUNCTION = re.compile(r"^(?:The|A|An|There|Most|Many|All|Any|Some|Around|In|On|At)\b")


class PlantKind(StrEnum):
    """What the second turn of a plant does."""

    CONTRADICTION = "contradiction"
    """The assistant says the contrary of what it said."""
    PARAPHRASE = "paraphrase"
    """The assistant says what follows from what it said."""
    CORRECTION = "correction"
    """The assistant says the contrary, and that it was wrong before."""
    UPDATE = "update"
    """The assistant says that the contrary is so now."""
    PLAN = "plan"
    """The assistant imagines the contrary."""
    REPORT = "report"
    """The assistant says that somebody else says the contrary."""
    USER_CORRECTION = "user_correction"
    """The user corrects what the user said; then the assistant says it, too."""


_OPENINGS = {
    PlantKind.CONTRADICTION: ("",),
    PlantKind.PARAPHRASE: ("",),
    PlantKind.CORRECTION: (
        "Sorry, that was wrong. ",
        "Correction: ",
        "Actually, I was mistaken. ",
        "I misspoke earlier. ",
        "Let me correct myself: ",
    ),
    PlantKind.UPDATE: ("Now ", "By now ", "As of today, ", "Since then that has changed: "),
    PlantKind.PLAN: ("Suppose that ", "Imagine that ", "If all goes well, "),
    PlantKind.REPORT: (
        "According to an old rumour, ",
        "My neighbour claims that ",
        "Some people say that ",
    ),
    PlantKind.USER_CORRECTION: ("Sorry, I was wrong. ", "Correction: ", "Actually, no. "),
}
_SCOPES = {
    PlantKind.CORRECTION: frozenset({Scope.CORRECTION}),
    PlantKind.PLAN: frozenset({Scope.HYPOTHETICAL}),
    PlantKind.REPORT: frozenset({Scope.REPORTED}),
    PlantKind.USER_CORRECTION: frozenset({Scope.CORRECTION}),
}
_SHARED = tuple(kind for kind in PlantKind if kind is not PlantKind.PARAPHRASE)
_CYCLE = (PlantKind.CONTRADICTION, *_SHARED, PlantKind.PARAPHRASE)
"""Twice as many contradictions as of the rest."""


@dataclass(frozen=True, slots=True)
class Said:
    """One turn, and how a perfect reader would read its one claim."""

    role: str
    text: str
    claim: str
    scope: frozenset[Scope] = frozenset()


@dataclass(frozen=True, slots=True)
class Plant:
    """Two turns that were made to meet; ``checked`` is where an alert would be raised."""

    kind: PlantKind
    pair: StatementPair
    first: int
    second: int
    checked: int

    @property
    def distance(self) -> int:
        """How many turns lie between saying and saying otherwise, the second counted."""
        return self.second - self.first


@dataclass(frozen=True, slots=True)
class Script:
    """A conversation that was made, and what was planted in it."""

    turns: tuple[Said, ...]
    plants: tuple[Plant, ...]


def write_script(turns: int, statements: Statements, *, seed: int) -> Script:
    """Return a conversation; the same seed gives the same.

    Parameters
    ----------
    turns
        How many turns, at least 10.
    statements
        What it is made of; a turn beyond them says an earlier lone statement once more.
    seed
        Decides what stands where.
    """
    rng = random.Random(seed)
    free = set(range(turns))
    plants = tuple(_plants(max(1, round(turns * _SHARE)), statements, free, rng))
    said = {place: each for plant in plants for place, each in _turns_of(plant, rng)}
    alone = list(statements.alone)
    rng.shuffle(alone)
    for number, place in enumerate(sorted(free)):
        text = alone[number % len(alone)]
        said[place] = Said("user" if rng.random() < 0.2 else "assistant", text, text)
    return Script(tuple(said[place] for place in range(turns)), plants)


def _plants(
    count: int, statements: Statements, free: set[int], rng: random.Random
) -> Iterator[Plant]:
    """Yield plants, each kind at each distance equally often, while there are pairs and places."""
    pools = {True: list(statements.agreeing), False: list(statements.clashing)}
    for pool in pools.values():
        rng.shuffle(pool)
    last = max(free)
    distances = [distance for distance in DISTANCES if distance <= last]
    wanted = list(product(_CYCLE, distances))
    rng.shuffle(wanted)
    for kind, distance in islice(cycle(wanted), count):
        pair = _taken(pools[kind is PlantKind.PARAPHRASE], kind)
        places = _places(distance, kind, free, last, rng) if pair else None
        if pair and places:
            free.difference_update(places)
            yield Plant(kind, pair, places[0], places[1], places[-1])


def _taken(pool: list[StatementPair], kind: PlantKind) -> StatementPair | None:
    """Take a pair out of the pool; only a state can be updated, what happened stays as it was."""
    for number, pair in enumerate(pool):
        if kind is not PlantKind.UPDATE or all(map(can_change, (pair.premise, pair.claim))):
            return pool.pop(number)
    return None


def can_change(statement: str) -> bool:
    """Return whether a statement tells of a state, which may be another one later.

    Examples
    --------
    >>> can_change("The bridge has 2 lanes."), can_change("The bridge was built by Ito.")
    (True, False)
    >>> can_change("Ito is an engineer born in May.")
    False
    """
    return bool(_STATE.search(statement)) and not _PAST.search(statement)


def _places(
    distance: int, kind: PlantKind, free: set[int], last: int, rng: random.Random
) -> list[int] | None:
    """Return free turns at this distance; where a third is needed, it follows the second."""
    after = 1 if kind is PlantKind.USER_CORRECTION else 0
    for _ in range(200):
        if last < distance + after:
            return None
        first = rng.randint(0, last - distance - after)
        places = [first, first + distance, *[first + distance + 1] * after]
        if free.issuperset(places):
            return places
    return None


def _turns_of(plant: Plant, rng: random.Random) -> Iterator[tuple[int, Said]]:
    pair, kind = plant.pair, plant.kind
    by_user = kind is PlantKind.USER_CORRECTION
    speaker = "user" if by_user else "assistant"
    yield plant.first, Said(speaker, pair.premise, pair.premise)
    opening = rng.choice(_OPENINGS[kind])
    words = pair.claim if opening.endswith((". ", ": ")) else within(pair.claim)
    text = opening + (words if opening else pair.claim)
    claim = text if kind is PlantKind.UPDATE else pair.claim
    yield plant.second, Said(speaker, text, claim, _SCOPES.get(kind, frozenset()))
    if by_user:
        yield plant.checked, Said("assistant", pair.claim, pair.claim)


def within(statement: str) -> str:
    """Return a statement as it is written within a sentence.

    Examples
    --------
    >>> within("The tower leans."), within("Pisa leans.")
    ('the tower leans.', 'Pisa leans.')
    """
    return statement[0].lower() + statement[1:] if _FUNCTION.match(statement) else statement


def clashes(script: Script) -> Sequence[tuple[str, str]]:
    """Return the claims that a perfect judge would find to clash, as (earlier, later)."""
    return [
        (plant.pair.premise, script.turns[place].claim)
        for plant in script.plants
        if plant.kind is not PlantKind.PARAPHRASE
        for place in {plant.second, plant.checked}
    ]
