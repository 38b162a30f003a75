"""Two texts that are alike but for their values: do the values agree?"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.monitor.claims.links import stretches
from belie.monitor.text import GROUPED, unwrapped
from belie.monitor.values.alignment import align
from belie.monitor.values.comparing import Outcome, adds_up, agree, are_other_limits, nearness
from belie.monitor.values.frames import frame_of, frames_of, shared_start
from belie.monitor.values.reading import read_values
from belie.monitor.values.selecting import select_others
from belie.monitor.values.value import Amount, Bound, Moment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.monitor.values.alignment import Alignment, Slot
    from belie.monitor.values.frames import Frame
    from belie.monitor.values.value import Value

__all__ = ["Comparison", "compare_claims", "compare_values"]

_PIECE = re.compile(rf"[^\s,;]+(?:,\d+|{GROUPED})*")
_HAS_PLACE = re.compile(
    r"\b(?:is|was|are|were|be|been|became|becomes?|finish(?:ed|es)?|rank(?:ed|s)?|placed?|came|"
    r"comes) "
    r"(?:as |in )?(?:the |its |his |her |their |(?:the )?[\w-]+ ?['’]s )?$",
    re.IGNORECASE,
)
_AS_OF = frozenset({"of", "by"})
_NEAR = 1 / 3
"""From this nearness on a value may be meant by a limit that it keeps to."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two texts that are alike but for their values.

    Parameters
    ----------
    outcome
        ``EQUAL`` where each value of the claim follows from the premise's, ``DIFFERENT`` where one
        cannot hold beside it; never ``UNKNOWN``.
    premise_span, claim_span
        The words of the value that decides, without those that both sides begin or end with: of
        "5 May 1990" and "6 May 1990" the days.
    timed
        Whether that value is a time.
    narrowed
        Whether the premise says more that may make its value one of something else: "the *Pro*
        plan", "300 staff *in Bonn*".
    """

    outcome: Outcome
    premise_span: Span
    claim_span: Span
    timed: bool
    narrowed: bool


def compare_values(premise: str, claim: str) -> Comparison | None:
    """Return how the values of two texts compare that are alike in all else.

    Parameters
    ----------
    premise
        One sentence or a passage; the claim is held against each sentence.
    claim
        One statement.

    Returns
    -------
    Comparison or None
        ``None`` where no value is written otherwise, where the claim's other words are not those
        of one sentence of the premise in their order, and where it is unsure what belongs to what.

    Examples
    --------
    >>> compare_values("The bridge is 330 m long.", "The bridge is 1,083 feet long.").outcome
    <Outcome.EQUAL: 'equal'>
    >>> premise, claim = "It opened on 5 May 1990 in Rome.", "It opened on 6 May 1990."
    >>> found = compare_values(premise, claim)
    >>> found.outcome.value, found.premise_span.cut(premise), found.claim_span.cut(claim)
    ('different', '5', '6')
    >>> compare_values("The bridge is 330 m long.", "The tower is 300 m tall.") is None
    True
    >>> compare_values("The bridge opened in May 1937.", "The Ohio Bridge opened in 1937.").outcome
    <Outcome.EQUAL: 'equal'>
    """
    if not read_values(claim):
        return None
    said, premise = frame_of(claim), unwrapped(premise)
    sentences = stretches(premise)
    frames = frames_of([sentence.cut(premise) for sentence in sentences], said)
    alike = [
        (sentence, frame, found)
        for sentence, frame in zip(sentences, frames, strict=True)
        if (found := _aligned(frame, said))
    ]
    if len(alike) != 1:
        return None
    sentence, frame, found = alike[0]
    rules = bool(frame.rule and said.rule)
    outcomes = [_outcome(slot, sentence.cut(premise), claim, rules=rules) for slot in found.slots]
    if Outcome.UNKNOWN in outcomes:
        return None
    worst = max(outcomes, key=lambda outcome: outcome is Outcome.DIFFERENT)
    if worst is Outcome.DIFFERENT and frame.short_name:
        return None  # "the bridge" may be another one
    deciding = [
        slot
        for slot, outcome in zip(found.slots, outcomes, strict=True)
        if outcome is worst
        and _words(slot.premise, sentence.cut(premise)) != _words(slot.claim, claim)
    ]
    if not deciding or (worst is Outcome.DIFFERENT and _is_doubtful(deciding, frames, said, claim)):
        return None
    one, other = deciding[0].premise.whole.shift(sentence.start), deciding[0].claim.whole
    timed = isinstance(deciding[0].claim.said, Moment)
    return Comparison(worst, *_apart(one, premise, other, claim), timed, found.narrowed)


def compare_claims(premise: str, claim: str) -> Comparison | None:
    """Return how the values of two claims compare, seen from both sides.

    Either may be the one that says more. They differ only where neither does, and where the
    values are no times: one may do on two days what is said of each.

    Returns
    -------
    Comparison or None
        Its outcome is ``COMPATIBLE`` where only the claim's values follow from the premise's, or
        the reverse.

    Examples
    --------
    >>> compare_claims("It has more than 200 rooms.", "It has 250 rooms.").outcome
    <Outcome.COMPATIBLE: 'compatible'>
    """
    forward, backward = compare_values(premise, claim), compare_values(claim, premise)
    if forward and backward and forward.outcome is backward.outcome:
        return forward if forward.outcome is Outcome.EQUAL or not forward.timed else None
    if forward and forward.outcome is Outcome.EQUAL:
        return replace(forward, outcome=Outcome.COMPATIBLE)
    if backward and backward.outcome is Outcome.EQUAL:
        spans = {"premise_span": backward.claim_span, "claim_span": backward.premise_span}
        return replace(backward, outcome=Outcome.COMPATIBLE, **spans)
    return None


def _aligned(premise: Frame, claim: Frame) -> Alignment | None:
    """Two rules are compared without the words that make them rules."""
    if premise.rule and claim.rule:
        return align(premise.rule, claim.rule)
    return align(premise, claim)


def _outcome(slot: Slot, premise: str, claim: str, *, rules: bool) -> Outcome:
    """How two values compare; a rule does not set two limits: "may bring up to 2", "up to 3"."""
    outcome = agree(slot.premise, slot.claim)
    if outcome is Outcome.EQUAL and select_others(premise, slot.premise, claim, slot.claim):
        return Outcome.UNKNOWN
    if rules and outcome is Outcome.UNKNOWN and are_other_limits(slot.premise, slot.claim):
        return Outcome.DIFFERENT
    return outcome


def _words(value: Value, text: str) -> str:
    return value.whole.cut(text).lower()


def _is_doubtful(
    differing: Sequence[Slot], premise: Sequence[Frame], claim: Frame, text: str
) -> bool:
    """Whether both values may hold all the same.

    Of different times different things are said, what was need not be, the first thing is another
    than the second, and a premise that has the claim's value elsewhere may mean that one.
    """
    dated = [slot for slot in differing if isinstance(slot.claim.said, Moment)]
    if dated and (len(differing) > 1 or dated[0].before in _AS_OF):
        return True
    if any(slot.choice or _is_name(slot.claim, text) for slot in differing):
        return True
    changed = any({frame.is_past, claim.is_past} == {True, False} for frame in premise)
    if changed and not dated:
        return True
    told = [value for frame in premise for value in frame.values if value]
    elsewhere = any(_may_be_meant(one, slot.claim) for slot in differing for one in told)
    return elsewhere or any(
        adds_up([value for value in frame.values if value], slot.claim)
        for frame in premise
        for slot in differing
        if slot.premise in frame.values
    )


def _may_be_meant(value: Value, claim: Value) -> bool:
    """Whether a claim's value may be this one: the same, or a limit near it."""
    if agree(value, claim) is not Outcome.EQUAL:
        return False
    return claim.said.bound is Bound.EXACT or _NEAR <= nearness(value, claim)


def _is_name(value: Value, text: str) -> bool:
    """Whether an ordinal says which thing is meant, not what place it has."""
    ordinal = isinstance(value.said, Amount) and value.said.kind == "ordinal"
    return ordinal and not _HAS_PLACE.search(text, 0, value.span.start)


def _apart(one: Span, premise: str, other: Span, claim: str) -> tuple[Span, Span]:
    """Two spans without the words that both begin with and both end with."""
    mine, its = _pieces(one, premise), _pieces(other, claim)
    begun = shared_start(*_cuts(mine, premise, its, claim))
    mine, its = mine[begun:], its[begun:]
    ended = shared_start(*_cuts(mine[::-1], premise, its[::-1], claim))
    mine, its = mine[: len(mine) - ended], its[: len(its) - ended]
    if not mine or not its:
        return one, other
    return Span(mine[0].start, mine[-1].end), Span(its[0].start, its[-1].end)


def _pieces(span: Span, text: str) -> list[Span]:
    return [Span(*match.span()) for match in _PIECE.finditer(text, span.start, span.end)]


def _cuts(
    some: Sequence[Span], text: str, others: Sequence[Span], other_text: str
) -> tuple[list[str], list[str]]:
    return [span.cut(text) for span in some], [span.cut(other_text) for span in others]
