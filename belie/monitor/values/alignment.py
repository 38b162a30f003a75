"""Which values of two sentences stand in the same place.

Two numbers say nothing of each other unless they are of the same thing. That is taken to be so
only where the claim has no word which the premise's sentence has not, in the same order, and the
words beside the value are the same on both sides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.graph.word_sets import word_set
from belie.monitor.logic.reading import RUN_ENDS
from belie.monitor.values.frames import shared_start
from belie.monitor.values.value import Amount

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.monitor.values.frames import Frame
    from belie.monitor.values.value import Value

__all__ = ["Alignment", "Slot", "align"]

_PREPOSITIONS = word_set(
    "in on at to for from with of during by under over between among per within across after "
    "before until till since near via as"
)
_OPEN = word_set("if when unless would could may might should or either")


@dataclass(frozen=True, slots=True)
class Slot:
    """A value of the premise's sentence and the value of the claim in its place.

    Parameters
    ----------
    premise, claim
        The values, their spans in their own sentences.
    before
        The key before the claim's value; empty at the start.
    choice
        Whether it is one of several: "two or three".
    """

    premise: Value
    claim: Value
    before: str
    choice: bool


@dataclass(frozen=True, slots=True)
class Alignment:
    """A claim and a sentence of the premise that has all its words.

    Parameters
    ----------
    slots
        The values of the claim, each beside that of the premise in its place.
    narrowed
        Whether the premise says more that may make its values those of something else: "the
        *Pro* plan", "300 staff *in Bonn*", "*in 2012* it had".
    """

    slots: tuple[Slot, ...]
    narrowed: bool


def align(premise: Frame, claim: Frame) -> Alignment | None:
    """Return the values of ``claim`` beside those of ``premise`` in their places.

    ``None`` where the two are not alike in all but their values, or it is unsure what belongs to
    what. The premise may say more.

    Examples
    --------
    >>> from belie.monitor.values.frames import frame_of
    >>> found = align(frame_of("The UK branch has 40 staff."), frame_of("The branch has 50 staff."))
    >>> len(found.slots), found.narrowed
    (1, True)
    """
    if premise.denials != claim.denials or len(premise.keys) < len(claim.keys):
        return None
    if claim.opens_with_pronoun and not premise.opens_with_pronoun:
        return None
    places = _places(premise, claim)
    matched = _matched(premise, claim, places) if places else None
    if matched is None:
        return None
    slots = tuple(
        Slot(
            premise=one,
            claim=other,
            before=claim.keys[here - 1] if here else "",
            choice=_is_choice(premise, there) or _is_choice(claim, here),
        )
        for here, there in places
        if (one := premise.values[there]) and (other := claim.values[here])
    )
    return Alignment(slots, _narrows(premise, matched))


def _is_choice(frame: Frame, place: int) -> bool:
    return bool({"or", "either"} & set(frame.keys[max(0, place - 2) : place + 3]))


def _places(premise: Frame, claim: Frame) -> list[tuple[int, int]]:
    """Where the values of the claim stand in it and in the premise; empty where unsure."""
    places: list[tuple[int, int]] = []
    for here, value in enumerate(claim.values):
        if value is None:
            continue
        there = _place(premise, claim, here)
        if there is None or (places and there <= places[-1][1]):
            return []
        places.append((here, there))
    return places


def _place(premise: Frame, claim: Frame, here: int) -> int | None:
    """The place of the premise with such a value between the same words.

    ``None`` where another such value stands as near to them, even if it does not fit.
    """
    key = claim.keys[here]
    if here == 0 and key == "#count" and len(claim.keys) < len(premise.keys):
        return None  # "two men" does not deny that there are three
    shared = {
        there: sum(_shared(premise, there, claim, here))
        for there, value in enumerate(premise.values)
        if value is not None and premise.keys[there] == key
    }
    nearest = [there for there, count in shared.items() if count == max(shared.values())]
    fits = len(nearest) == 1 and _fits(premise, nearest[0], claim, here)
    return nearest[0] if fits else None


def _shared(premise: Frame, there: int, claim: Frame, here: int) -> tuple[int, int]:
    """How many keys before and behind two values are the same, counted from the values."""
    return (
        shared_start(premise.keys[:there][::-1], claim.keys[:here][::-1]),
        shared_start(premise.keys[there + 1 :], claim.keys[here + 1 :]),
    )


def _fits(premise: Frame, there: int, claim: Frame, here: int) -> bool:
    """Whether two values stand between the same words, one of them with content."""
    left, right = _shared(premise, there, claim, here)
    before, after = claim.keys[:here][::-1], claim.keys[here + 1 :]
    value = claim.values[here]
    counts = value is not None and isinstance(value.said, Amount)
    held = _holds(before, left) or (counts and _holds(after, right))
    opens = left == len(before) == there
    return (left > 0 or not before) and (right > 0 or not after) and (held or opens)


def _holds(keys: Sequence[str], shared: int) -> bool:
    """Whether a word with content is among the shared keys: "born in", not "in"."""
    return any(key not in RUN_ENDS for key in keys[:shared])


def _matched(
    premise: Frame, claim: Frame, places: Sequence[tuple[int, int]]
) -> frozenset[int] | None:
    """Where the premise has the words of the claim, in order, as near its values as can be."""
    matched = {there for _, there in places}
    last_here = last_there = -1
    for here, there in places:
        wanted = range(here - 1, last_here, -1)
        found = _in_order(premise, claim, wanted, range(there - 1, last_there, -1))
        matched |= set(found)
        if len(found) < len(wanted):
            return None
        last_here, last_there = here, there
    wanted = range(last_here + 1, len(claim.keys))
    found = _in_order(premise, claim, wanted, range(last_there + 1, len(premise.keys)))
    return frozenset(matched | set(found)) if len(found) == len(wanted) else None


def _in_order(premise: Frame, claim: Frame, wanted: range, there: range) -> list[int]:
    """Where the keys of the claim are found, one after the other, as far as they are."""
    found: list[int] = []
    places = iter(there)
    for here in wanted:
        place = next((place for place in places if premise.keys[place] == claim.keys[here]), None)
        if place is None:
            break
        found.append(place)
    return found


def _narrows(premise: Frame, matched: frozenset[int]) -> bool:
    """Whether a word beyond the claim's may narrow what the premise says."""
    more = [place for place in range(len(premise.keys)) if place not in matched]
    return any(premise.keys[place] in _OPEN or _limits(premise, matched, place) for place in more)


def _limits(premise: Frame, matched: frozenset[int], place: int) -> bool:
    """Whether a further word stands, with no mark between, by a word of the claim."""
    if premise.keys[place] in _PREPOSITIONS:
        return place == 0 or (place - 1 in matched and not premise.breaks[place])
    if premise.keys[place] in RUN_ENDS:
        return False
    after = place + 1
    return after in matched and not premise.breaks[after] and premise.values[after] is None
